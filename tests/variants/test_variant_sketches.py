"""House rules: each merges alone and in pairs, and each misspelling in one is found where it stands.

Those in `specs/`, and with REGLAS_SKETCHES those in the folder of sketches it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from variant_trees import bundle, read, sketches, unordered

import shipped
from reglas.language.shapes import check_shape
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence, plain
from reglas.spec import libraries
from reglas.spec.places import name_of, verb
from reglas.spec.printing import lines, with_origins
from reglas.spec.variants import merge, name

SPECS = Path(__file__).parents[2] / "specs"
BUNDLES = {"hanabi": "hanabi-variants", "sabai-sabai": "sabai-house", "julenque": "julenque-house"}
CLASHES = {
    ("janabi", "bomb-keeps-score"): "end.struck.score",
    ("caller-wins-ties", "three-rounds"): "end.scored.rank_by",
}
Rule: TypeAlias = "tuple[Path, Mapping]"


def sketched() -> list[Rule]:
    folder = sketches()
    if folder is None:
        return []
    return [(folder / f"{of}.yaml", v) for of, file in BUNDLES.items() for v in bundle(folder / f"{file}.yaml")]


def in_specs() -> list[Rule]:
    """The variants in `specs/` that are of a game, not of another variant."""
    found = []
    for path in sorted(SPECS.glob("**/*.yaml")):
        text = path.read_text(encoding="utf-8")
        of = re.search(r"(?m)^of: *([\w-]+)", text)
        game = SPECS / of[1] / f"{of[1]}.yaml" if of else None
        if game and re.search(r"(?m)^variant:", text) and re.search(r"(?m)^game:", game.read_text("utf-8")):
            found.append((game, read(text, str(path.relative_to(SPECS)))))
    return found


RULES = [*sketched(), *in_specs()]


@cache
def base_of(game: Path) -> Mapping:
    """A game, and under it the libraries that it or a variant of it uses."""
    base = read(game.read_text(encoding="utf-8"), game.name)
    used = {name.text for of, variant in RULES if of == game for name in libraries.used(base, [variant])}
    files = [SPECS / "library" / f"{name}.yaml" for name in sorted(used)]
    return libraries.put_in(base, [read(p.read_text("utf-8"), p.name) for p in files], Diagnostics())


@pytest.mark.parametrize(("game", "variant"), [pytest.param(*rule, id=name(rule[1])) for rule in RULES])
def test_alone(game: Path, variant: Mapping) -> None:
    diagnostics = Diagnostics()
    merged = merge(base_of(game), [variant], diagnostics)
    assert check_shape(merged, diagnostics)
    assert not diagnostics.found
    text = "\n".join(line for line, _ in lines(merged)) + "\n"
    again = read(text)
    assert plain(again) == plain(merged)
    assert "\n".join(line for line, _ in lines(again)) + "\n" == text
    assert plain(read("\n".join(with_origins(lines(merged))))) == plain(merged)


@pytest.mark.parametrize("game", sorted({game for game, _ in RULES}), ids=str)
def test_pairs(game: Path) -> None:
    base = base_of(game)
    variants = [variant for of, variant in RULES if of == game]
    together = list(combinations(variants, 2))
    for one, other in together if shipped.FULL else together[::4]:
        there, back = Diagnostics(), Diagnostics()
        merged, turned = merge(base, [one, other], there), merge(base, [other, one], back)
        assert {d.code for d in there.found} == {d.code for d in back.found}
        assert {d.code for d in there.found} <= {"E502"}, there.found
        if not there.found:
            assert unordered(merged) == unordered(turned)
        if game.parent == sketches():
            clash = CLASHES.get((name(one), name(other))) or CLASHES.get((name(other), name(one)))
            assert [clash in str(d.message) for d in there.found if clash] == [True] * bool(clash)
            assert len(there.found) == bool(clash)


def references(patch: Node, base: object, adds: bool = False) -> Iterator[Scalar]:
    """The keys and words of a patch that must be in the base: found by a walk of its own.

    `adds`: among conditions, a misspelt name is as good a new one as any, unless it is to be removed.
    """
    if isinstance(patch, Mapping) and isinstance(base, dict):
        names = {name_of(key): value for key, value in base.items()}
        for entry in patch:
            key = name_of(entry.key.text)
            if key in names and not (adds and plain(entry.value) is not None):
                yield entry.key
                if not (key == "define" and isinstance(entry.value, Mapping)):
                    yield from references(entry.value, names[key], key in ("needs", "honour"))
                else:
                    known = {name_of(name) for name in names[key]}
                    yield from (inner.key for inner in entry.value if name_of(inner.key.text) in known)
    elif isinstance(patch, Mapping) and isinstance(base, list):
        for entry in patch:
            yield from edit_references(entry, base)


def edit_references(edit: Entry, base: list[object]) -> Iterator[Scalar]:
    yield edit.key
    if edit.key.text in ("before", "after") and isinstance(edit.value, Mapping):
        yield from (inner.key for inner in edit.value)
    elif edit.key.text == "remove" and isinstance(edit.value, Sequence):
        yield from (item for item in edit.value if isinstance(item, Scalar))
    else:
        yield from references(edit.value, step_at(base, edit.key.text))


def step_at(steps: list[object], address: str) -> object:
    for step in steps:
        if isinstance(step, dict) and step.get("id", verb(set(step))) == address:
            return step
    return None


def misspelt(text: str, turn: int) -> str:
    """The word with two letters changed places, one dropped or one doubled."""
    word = name_of(text)
    middle = len(word) // 2
    pairs = [i for i in range(len(word) - 1) if word[i] != word[i + 1]]
    at = pairs[len(pairs) // 2]
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    made = (swapped, word[:middle] + word[middle + 1 :], word[:middle] + word[middle] + word[middle:])[turn]
    return made + text[len(word) :]


def slips() -> list[Any]:
    found = []
    for game, variant in RULES:
        base = plain(base_of(game))
        change, options = variant.get("change"), variant.get("set")
        keys = [entry.key for entry in variant][2:]
        keys += list(references(change, base)) if change else []
        keys += [entry.key for entry in options] if isinstance(options, Mapping) else []
        found += [
            pytest.param(game, variant, key.span, turn, id=f"{name(variant)}: {key.span.line} {key.text} {turn}")
            for place, key in enumerate(keys)
            for turn in (range(3) if game.parent == sketches() else [place % 3])
        ]
    return found


@pytest.mark.parametrize(("game", "variant", "span", "turn"), slips())
def test_misspelt(game: Path, variant: Mapping, span: Span, turn: int) -> None:
    text = span.source.text
    wrong = misspelt(span.text, turn)
    broken = read(text[: span.start] + wrong + text[span.end :], span.source.name)
    diagnostics = Diagnostics()
    merge(base_of(game), [broken], diagnostics)
    found = [(d.span.start, d.code) for d in diagnostics.found]
    assert (span.start, True) in [(start, code in ("E201", "E501", "E505")) for start, code in found], found
    assert len(found) == 1, [(str(d.message), d.span) for d in diagnostics.found]
