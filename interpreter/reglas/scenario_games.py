"""The game that a scenario is about: found, loaded with variants and options, and kept for the next scenario."""

from __future__ import annotations

from pathlib import Path

from reglas.api import SpecError, load
from reglas.language.shapes import kind_of
from reglas.reading.diagnostics import Diagnostic, Diagnostics, Label
from reglas.reading.files import Unreadable
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.scenario_tables import Table
from reglas.spec.loading import UnknownName, find, read_file

_Key = tuple[str, int | None, tuple[str, ...], tuple[tuple[str, object], ...]]


class Games:
    """Games by name, number of players, variants and options, each made once."""

    def __init__(self) -> None:
        self._tables: dict[_Key, Table | None] = {}
        self._homes: dict[Path, str | None] = {}

    def table(self, path: Path, scenario: Mapping, diagnostics: Diagnostics) -> Table | None:
        """The game of a scenario in a file; None after a finding. A game with errors gives a finding only once."""
        name = self.name(path, scenario, diagnostics)
        if name is None:
            return None
        with_ = tuple(_texts(scenario.get("with")))
        key = (name, _players(scenario), with_, _options(scenario))
        if key not in self._tables:
            try:
                self._tables[key] = Table(load(name, key[1], list(with_), dict(key[3])))
            except UnknownName as error:
                _unknown(scenario, error, diagnostics)
                return None
            except Unreadable as error:
                diagnostics.report("E701", _of(scenario), error.message)
                return None
            except SpecError as error:
                if not _faulty(scenario, error.diagnostics, diagnostics):
                    self._tables[key] = None
                return None
        return self._tables[key]

    def name(self, path: Path, scenario: Mapping, diagnostics: Diagnostics) -> str | None:
        """What `of` names, or the game of the folder; a file as its path."""
        folder = path.resolve().parent
        of = scenario.get("of")
        if isinstance(of, Scalar):
            try:
                return str(find(of.text, folder.parent if folder.name == "scenarios" else folder))
            except UnknownName as error:
                diagnostics.report("E701", of.span, error.message, help=error.help)
                return None
        if folder not in self._homes:
            self._homes[folder] = _home(folder)
        if self._homes[folder] is None:
            message = say("it does not tell which game it is about")
            help = say("write `of: GAME`, or put the file into the folder of one game")
            diagnostics.report("E701", _title(scenario), message, help=help)
        return self._homes[folder]


def _home(folder: Path) -> str | None:
    """The file of the game of a folder: named as the folder, else the only game, else the only variant."""
    for place in (folder.parent, folder) if folder.name == "scenarios" else (folder, folder.parent):
        own = place / f"{place.name}.yaml"
        if own.is_file() and _kind(own) in ("game", "variant"):
            return str(own)
        kinds = {path: _kind(path) for path in sorted(place.glob("*.yaml"))}
        for wanted in ("game", "variant"):
            files = [path for path, kind in kinds.items() if kind == wanted]
            if len(files) == 1:
                return str(files[0])
            if files:
                return None
    return None


def _kind(path: Path) -> str | None:
    try:
        root = read_file(path, Diagnostics())
    except Unreadable:
        return None
    return kind_of(root) if root is not None else None


def _players(scenario: Mapping) -> int | None:
    node = scenario.get("players")
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _options(scenario: Mapping) -> tuple[tuple[str, object], ...]:
    node = scenario.get("set")
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((e.key.text, e.value.span.text) for e in entries)


def _texts(node: Node | None) -> list[str]:
    items = node.items if isinstance(node, Sequence) else ()
    return [item.text for item in items if isinstance(item, Scalar)]


def _title(scenario: Mapping) -> Span:
    return scenario.entries[0].key.span


def _of(scenario: Mapping) -> Span:
    node = scenario.get("of")
    return node.span if node is not None else _title(scenario)


def _unknown(scenario: Mapping, error: UnknownName, diagnostics: Diagnostics) -> None:
    """A name or number that the game does not have, at the word in the scenario."""
    args = dict(error.message.args)
    with_, players = scenario.get("with"), scenario.get("players")
    for item in with_.items if isinstance(with_, Sequence) else ():
        if isinstance(item, Scalar) and item.text in (args.get("name"), args.get("file")):
            diagnostics.report("E504", item.span, error.message, help=error.help)
            return
    if "players" in args and players is not None:
        diagnostics.report("E507", players.span, error.message, help=error.help)
        return
    diagnostics.report("E701", _of(scenario), error.message, help=error.help)


def _faulty(scenario: Mapping, found: list[Diagnostic], diagnostics: Diagnostics) -> bool:
    """Report what is wrong with the game, with the place as a label. True when it is what the scenario itself says,
    an option or a variant."""
    first = next((d for d in found if d.severity == "error"), None)
    set_, with_ = scenario.get("set"), scenario.get("with")
    if first is None:
        diagnostics.report("E701", _of(scenario), say("the game of this scenario cannot be played"))
        return False
    if isinstance(set_, Mapping) and first.span.source.name == "--set":
        for entry in set_:
            if entry.key.text == first.span.source.line(first.span.line).split(":")[0]:
                span = entry.key.span if first.code == "E505" else entry.value.span
                diagnostics.report(first.code, span, first.message, help=first.help)
                return True
    label = Label(first.span, first.message)
    if with_ is not None and first.code in ("E502", "E504"):
        diagnostics.report(first.code, with_.span, first.message, label)
        return True
    diagnostics.report("E701", _of(scenario), say("the game of this scenario has errors"), label)
    return False
