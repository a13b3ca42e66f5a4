"""Checking: everything that can be said of a spec before it is played.

A spec is judged for every number of players it takes, and with each option at both its ends, since types, tables and
decks depend on them. A warning that a condition is always true, or never, is given only if it is so in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingLike
from collections.abc import Sequence as Several
from dataclasses import dataclass, field, replace
from pathlib import Path

from reglas.judging.endless import endless
from reglas.judging.opposites import Opposites
from reglas.judging.secrecy import Secrecy, shape_of
from reglas.judging.silenced import silenced
from reglas.judging.soundness import Soundness, unread_options
from reglas.language import expressions as ex
from reglas.language.shapes import check_shape, kind_of
from reglas.program.compile import Compiled, compile_judged
from reglas.program.describe import listed
from reglas.program.tables import lacking
from reglas.reading.diagnostics import Diagnostic, Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.reading.yaml12 import read
from reglas.spec.build import build
from reglas.spec.loading import Loader, Spec, read_file
from reglas.spec.model import Game as Model
from reglas.spec.model import Option
from reglas.table.words import check_inline_words

EVERYWHERE = ("W401", "W402", "W403", "W404", "W405", "W406")
"""Warnings that count only if every instance gives them."""

ALONG_THE_FLOW = ("E610", "E611", "E612", "E613")
"""Findings that are not looked for in every instance."""


def check_file(path: Path) -> list[Diagnostic]:
    """The findings in a file of any kind: spec, variant (with what it is a variant of), library, words, scenarios."""
    diagnostics = Diagnostics()
    root = read_file(path, diagnostics)
    if root is None or diagnostics.errors:
        return diagnostics.found
    kind = kind_of(root)
    if kind in ("game", "variant"):
        return check_spec(str(path))
    if kind == "scenarios" and check_shape(root, diagnostics):
        from reglas.scenarios import check_scenarios

        check_scenarios(path, root, diagnostics)
    elif kind == "words" and check_shape(root, diagnostics):
        from reglas.table.words import check_words

        assert isinstance(root, Mapping)
        check_words(path, root, diagnostics)
    else:
        check_shape(root, diagnostics)
    return diagnostics.found


def check_spec(
    name: str, with_: Several[str] = (), options: MappingLike[str, object] | None = None
) -> list[Diagnostic]:
    """The findings in a spec and the variants laid over it. Raises `UnknownName` and `Unreadable`."""
    loader = Loader()
    spec = loader.load(name, with_, options)
    if spec is not None and spec.ok:
        check_merged(spec)
        if spec.ok:
            check_inline_words(spec, loader.diagnostics)
    return silenced(gathered([_removed(d, loader) for d in loader.diagnostics.found]))


def _removed(diagnostic: Diagnostic, loader: Loader) -> Diagnostic:
    """An unknown name that a variant has removed is told with the place where it did."""
    name = dict(diagnostic.message.args).get("name")
    if diagnostic.code != "E301" or not isinstance(name, str):
        return diagnostic
    keys = [key for file in loader.files for key in _nulls(file.root) if key.text.split("(")[0].strip() == name]
    labels = tuple(Label(key.span, say("`{name}` is removed here", name=name)) for key in keys)
    return replace(diagnostic, labels=(*diagnostic.labels, *labels))


def _nulls(node: Node) -> Iterator[Scalar]:
    """The keys to which `null` is given."""
    if isinstance(node, Mapping):
        for entry in node:
            if isinstance(entry.value, Scalar) and entry.value.value is None:
                yield entry.key
            yield from _nulls(entry.value)


def check_text(text: str, name: str = "<text>") -> list[Diagnostic]:
    """The findings in the text of a game."""
    diagnostics = Diagnostics()
    root = read(Source(name, text), diagnostics)
    shaped = root is not None and not diagnostics.errors and check_shape(root, diagnostics)
    if shaped and isinstance(root, Mapping) and kind_of(root) == "game":
        spec = Spec(name, root, (), (), {}, diagnostics)
        check_merged(spec)
    return silenced(gathered(diagnostics.found))


def check_merged(spec: Spec) -> None:
    """Judge a merged spec for every number of players and with each option at both its ends."""
    diagnostics = spec.diagnostics
    model = build(spec.root, diagnostics)
    spec.model = model
    broken = bool(diagnostics.errors)
    low, high = model.players
    counts = [Case(model, seats) for seats in range(low, high + 1)]
    judged = Judged(model.players)
    found = [_judged(case, judged) for case in (counts[:1] if broken else counts)]
    if not broken and not any(case.errors for case in found):
        judged.seats = model.players[:1]
        found += [_judged(case, judged) for case in _extremes(model)]  # what is wrong as it stands comes first
    for diagnostic in _in_all(found, model):
        # In a spec that is broken already, what nothing reaches may be reached by what could not be read.
        if not (broken and diagnostic.code == "E601"):
            diagnostics.add(diagnostic)
    if not diagnostics.errors:
        Opposites(model, diagnostics).judge()
        if not spec.variants and len(spec.chain) < 2:
            unread_options(model, diagnostics)
    if diagnostics.errors:
        diagnostics.found[:] = [d for d in diagnostics.found if d.code not in EVERYWHERE]


@dataclass(frozen=True)
class Case:
    """A spec to be judged for a number of players; `option` when one is not at its default."""

    model: Model
    seats: int
    option: Option | None = None


@dataclass
class Judged:
    """For which numbers of players it is judged who knows what, as that is much the same for all; and the programs for
    which it has been: one of the same shape, which differs in numbers only, is no news."""

    seats: Several[int]
    shapes: set[tuple[object, ...]] = field(default_factory=set)

    def news(self, compiled: Compiled, seats: int) -> bool:
        """Is this to be judged?"""
        if seats not in self.seats:
            return False
        shape = (seats, *shape_of(compiled))
        known = shape in self.shapes
        self.shapes.add(shape)
        return not known


def _judged(case: Case, judged: Judged) -> Diagnostics:
    """The findings in one case; those with an option that is not at its default say so."""
    found = Diagnostics()
    compiled = compile_judged(case.model, case.seats, found)
    if compiled is not None:
        if judged.news(compiled, case.seats):
            Secrecy(case.model, compiled, found).judge()
        Soundness(case.model, compiled, found).judge()
        endless(compiled, found)
    option = case.option
    if option is not None and option.default is not None:
        text = say("{option} may be {value}, and {seats} may play", option=option.name,
                   value=option.default.span.text, seats=case.seats)  # fmt: skip
        found.found[:] = [replace(d, labels=(*d.labels, Label(option.span, text))) for d in found.found]
    return found


def _in_all(cases: Several[Diagnostics], model: Model) -> Iterator[Diagnostic]:
    """The findings of all cases: each once; warnings of conditions only if every case gives them; one finding for a
    table that leaves several numbers of players out."""
    keys = {d.key: d for case in cases for d in reversed(case.found)}
    for key, first in sorted(keys.items(), key=lambda item: _order(cases, item[0])):
        same = [d for case in cases for d in case.found if d.key == key]
        if first.code in EVERYWHERE and len(same) < len(cases):
            continue
        seated = first.code not in ALONG_THE_FLOW and len(same) < len(cases)
        if seated and first.span.source is not model.players_span.source:
            label = Label(model.players_span, say("so many may play"))
            same[0] = replace(same[0], labels=(*same[0].labels, label))
        yield _together(same)


def _order(cases: Several[Diagnostics], key: tuple[str, str, int]) -> tuple[int, int]:
    """Findings come in the order in which they are met."""
    for number, case in enumerate(cases):
        for place, diagnostic in enumerate(case.found):
            if diagnostic.key == key:
                return number, place
    return len(cases), 0


def _together(same: list[Diagnostic]) -> Diagnostic:
    """One finding of those of several cases: what a table leaves out in each is left out together."""
    first = same[0]
    missing = [dict(d.message.args).get("missing", ()) for d in same if d.code == "E404"]
    values = list(dict.fromkeys(v for part in missing if isinstance(part, tuple) for v in part))
    if len(values) < 2:
        return first
    remedy = say("add a case for {values}, or `else`", values=listed(values))
    return replace(first, message=lacking(str(dict(first.message.args)["subject"]), values), help=remedy)


def _extremes(model: Model) -> Iterator[Case]:
    """The spec with one option at an end of its range, or turned over, for the fewest and the most players."""
    for option in model.options.values():
        for value in _ends(option):
            if value == option.default:
                continue
            other = replace(option, default=value)
            changed = replace(model, options={**model.options, option.name: other})
            for seats in sorted(set(model.players)):
                yield Case(changed, seats, other)


def _ends(option: Option) -> list[ex.Expression]:
    if option.range is not None:
        return [option.range.low, option.range.high]
    if option.choices is not None:
        return [ex.Name(word.span, word.text) for word in option.choices]
    if isinstance(option.default, ex.Truth):
        return [ex.Truth(option.default.span, not option.default.value)]
    return []


def gathered(found: list[Diagnostic]) -> list[Diagnostic]:
    """One finding for each unknown name, its further uses as labels."""
    firsts: dict[tuple[str, str, str], int] = {}
    done: list[Diagnostic] = []
    for diagnostic in found:
        key = (diagnostic.code, diagnostic.span.source.name, diagnostic.message.text())
        if diagnostic.code == "E301" and key in firsts:
            first = done[firsts[key]]
            label = Label(diagnostic.span, say("and here"))
            done[firsts[key]] = replace(first, labels=(*first.labels, label))
            continue
        firsts.setdefault(key, len(done))
        done.append(diagnostic)
    return done


def spec_files(path: Path) -> list[Path]:
    """The YAML files of a folder, or the file itself."""
    if path.is_dir():
        return sorted(p for p in path.rglob("*.yaml") if not any(part.startswith(".") for part in p.parts))
    return [path]
