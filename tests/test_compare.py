"""Comparing by meaning: nothing differs from itself however it is laid out, and every variant differs from its game."""

from __future__ import annotations

from functools import cache

import pytest

import shipped
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import Mapping
from reglas.reading.yaml12 import read
from reglas.spec import model as m
from reglas.spec.build import build
from reglas.spec.compare import compare
from reglas.spec.loading import Loader
from reglas.spec.printing import lines

WITH_VARIANT = [(game, with_[0]) for game, with_ in shipped.alone() if with_]

HAS_IT = {("janabi", name) for name in ("discard-at-maximum", "no-last-round", "ten-clues")}
"""Variants that say what the game says already."""


@cache
def merged(game: str, *with_: str) -> Mapping:
    spec = Loader().load(game, with_)
    assert spec is not None
    return spec.root


def model(root: Mapping) -> m.Game:
    found = Diagnostics()
    built = build(root, found)
    assert not found.errors
    return built


@pytest.mark.parametrize("game", shipped.games())
def test_another_layout_is_no_difference(game: str) -> None:
    root = merged(game)
    again = read(Source("again", "\n".join(text for text, _ in lines(root)) + "\n"), Diagnostics())
    assert isinstance(again, Mapping)
    assert compare(model(root), model(again)) == []


@pytest.mark.parametrize(("game", "variant"), WITH_VARIANT, ids=lambda name: name)
def test_a_variant_differs_from_its_game(game: str, variant: str) -> None:
    one, other = model(merged(game)), model(merged(game, variant))
    there, back = compare(one, other), compare(other, one)
    assert bool(there) != ((game, variant) in HAS_IT)
    assert len(there) == len(back)
    assert {(d.section, d.name, d.one, d.other) for d in there} == {(d.section, d.name, d.other, d.one) for d in back}
