"""Checking: everything that can be said of a spec before it is played.

A spec is judged for every number of players it takes, and with each option at both its ends, since types, tables and
decks depend on them. A warning that a condition is always true, or never, is given only if it is so in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as MappingLike
from collections.abc import Sequence as Several
from dataclasses import replace
from pathlib import Path

from reglas.language import expressions as ex
from reglas.language.shapes import check_shape, kind_of
from reglas.program.compile import compile_program
from reglas.reading.diagnostics import Diagnostic, Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Source
from reglas.reading.tree import Mapping
from reglas.reading.yaml12 import read
from reglas.spec.build import build
from reglas.spec.loading import Loader, Spec, read_file
from reglas.spec.model import Game as Model
from reglas.spec.model import Option

EVERYWHERE = ("W401",)
"""Warnings that count only if every instance gives them."""


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
    return gathered(loader.diagnostics.found)


def check_text(text: str, name: str = "<text>") -> list[Diagnostic]:
    """The findings in the text of a game."""
    diagnostics = Diagnostics()
    root = read(Source(name, text), diagnostics)
    if root is not None and not diagnostics.errors and check_shape(root, diagnostics):
        if isinstance(root, Mapping) and kind_of(root) == "game":
            spec = Spec(name, root, (), (), {}, diagnostics)
            check_merged(spec)
    return gathered(diagnostics.found)


def check_merged(spec: Spec) -> None:
    """Judge a merged spec for every number of players and with each option at both its ends."""
    diagnostics = spec.diagnostics
    model = build(spec.root, diagnostics)
    spec.model = model
    if diagnostics.errors:
        _judge_all([(model, model.players[0])], diagnostics)
        return
    low, high = model.players
    _judge_all([(model, seats) for seats in range(low, high + 1)], diagnostics, list(_extremes(model)))


def _judge_all(
    instances: list[tuple[Model, int]],
    diagnostics: Diagnostics,
    extremes: list[tuple[Model, int]] | None = None,
) -> None:
    common: dict[tuple[str, str, int], Diagnostic] | None = None
    for number, (model, seats) in enumerate([*instances, *(extremes or [])]):
        if number >= len(instances) and diagnostics.errors:
            break  # what is wrong as it stands comes first
        found = Diagnostics()
        compile_program(model, seats, found)
        for diagnostic in found.found:
            if diagnostic.code not in EVERYWHERE:
                diagnostics.add(diagnostic)
        warned = {d.key: d for d in found.found if d.code in EVERYWHERE}
        common = warned if common is None else {k: d for k, d in common.items() if k in warned}
    for diagnostic in (common or {}).values():
        diagnostics.add(diagnostic)


def _extremes(model: Model) -> Iterator[tuple[Model, int]]:
    """The spec with one option at an end of its range, or turned over, for the fewest and the most players."""
    for option in model.options.values():
        for value in _ends(option):
            changed = replace(model, options={**model.options, option.name: replace(option, default=value)})
            for seats in sorted(set(model.players)):
                yield changed, seats


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
