"""Scenarios: tests that authors write beside their rules, checked and run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reglas.language.shapes import check_shape, kind_of
from reglas.play import State
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Mapping, Node, Scalar, Sequence
from reglas.scenario_checks import claims
from reglas.scenario_claims import Difference, Test
from reglas.scenario_games import Games
from reglas.scenario_moves import play, read_move
from reglas.scenario_setup import set_up
from reglas.spec.loading import read_file


@dataclass(frozen=True)
class Result:
    """How a scenario came out: its title and place, what differs, and what kept it from being played at all."""

    title: str
    span: Span
    differences: tuple[Difference, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Is everything as the scenario says?"""
        return not self.differences and not self.diagnostics


@dataclass(frozen=True)
class _Prepared:
    """A scenario ready to be played."""

    state: State
    moves: tuple[tuple[Scalar, int, str], ...]
    claims: tuple[Test, ...]


def check_scenarios(path: Path, root: Node, diagnostics: Diagnostics, games: Games | None = None) -> None:
    """The findings in a file of scenarios that has passed the shape check. Nothing is played."""
    kept = games or Games()
    for scenario in _scenarios(root):
        _prepare(path, scenario, diagnostics, kept)


def run_scenarios(path: Path, games: Games | None = None, with_: str | None = None) -> list[Result]:
    """Play each scenario of a file, or only those with a variant laid on. `games` keeps what was made for other files.

    Raises `reading.files.Unreadable`. A file that is no file of scenarios gives one result with the findings.
    """
    diagnostics = Diagnostics()
    root = read_file(path, diagnostics)
    if root is not None and not diagnostics.errors and check_shape(root, diagnostics):
        if kind_of(root) == "scenarios":
            kept = games or Games()
            return [run(path, s, kept) for s in _scenarios(root) if with_ is None or _is_about(s, with_)]
        diagnostics.report("E208", root.span, say("this is no file of scenarios"))
    span = diagnostics.found[0].span
    return [Result(path.name, span, (), tuple(diagnostics.errors))]


def run(path: Path, scenario: Mapping, games: Games) -> Result:
    """Play one scenario."""
    title = scenario.get("scenario") or scenario
    text = title.text if isinstance(title, Scalar) else "?"
    diagnostics = Diagnostics()
    ready = _prepare(path, scenario, diagnostics, games)
    if ready is None:
        if not diagnostics.errors:
            diagnostics.report("E701", title.span, say("the game of this scenario has errors"))
        return Result(text, title.span, (), tuple(diagnostics.errors))
    for node, seat, move in ready.moves:
        wrong = play(ready.state, seat, move)
        if wrong is not None:
            return Result(text, title.span, (Difference(node.span, wrong),))
    found = [difference for claim in ready.claims for difference in claim(ready.state)]
    return Result(text, title.span, tuple(found))


def _is_about(scenario: Mapping, variant: str) -> bool:
    """Is a variant laid on, or the game itself?"""
    with_, of = scenario.get("with"), scenario.get("of")
    names = [*(with_.items if isinstance(with_, Sequence) else ()), *([of] if of is not None else [])]
    return any(isinstance(name, Scalar) and name.text == variant for name in names)


def _scenarios(root: Node) -> list[Mapping]:
    items = root.items if isinstance(root, Sequence) else ()
    return [item for item in items if isinstance(item, Mapping) and item.entries]


def _prepare(path: Path, scenario: Mapping, diagnostics: Diagnostics, games: Games) -> _Prepared | None:
    """Game, state, moves and claims; None after findings."""
    before = len(diagnostics.errors)
    table = games.table(path, scenario, diagnostics)
    if table is None:
        return None
    state = set_up(table, scenario, diagnostics)
    moves = []
    listed = scenario.get("moves")
    for node in listed.items if isinstance(listed, Sequence) else ():
        read = read_move(table, node, diagnostics) if isinstance(node, Scalar) else None
        if read is not None and isinstance(node, Scalar):
            moves.append((node, *read))
    then = scenario.get("then")
    tests = claims(table, then, diagnostics) if isinstance(then, Mapping) else []
    if state is None or len(diagnostics.errors) > before:
        return None
    return _Prepared(state, tuple(moves), tuple(tests))
