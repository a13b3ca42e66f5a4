"""Libraries: what a game or variant that uses one gets from it, and what it may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from reglas.api import load
from reglas.checking import check_spec
from reglas.reading.diagnostics import Diagnostics
from reglas.spec.build import build
from reglas.spec.loading import Loader, Spec

HERE = Path(__file__).with_name("libraries")


def loaded(name: str) -> Spec:
    spec = Loader().load(str(HERE / f"{name}.yaml"))
    assert spec is not None
    assert spec.ok, [str(d.message) for d in spec.diagnostics.found]
    return spec


def moves_until_the_end(name: str, **options: int) -> int:
    state = load(str(HERE / f"{name}.yaml"), 2, set=dict(options)).start(1)
    number = 0
    while not state.over:
        state.push("walk")
        number += 1
    return number


@pytest.mark.parametrize(("name", "moves"), [("track", 2), ("several", 6), ("endless", 4), ("sprint", 2)])
def test_rounds_are_played(name: str, moves: int) -> None:
    assert moves_until_the_end(name) == moves
    assert not [d for d in check_spec(str(HERE / f"{name}.yaml")) if d.severity == "error"]


def test_an_option_of_a_library_is_set_like_any_other() -> None:
    assert moves_until_the_end("several", laps=5) == 10


def test_a_game_may_have_its_own_default_for_an_option_of_a_library() -> None:
    model = build(loaded("sprint").root, Diagnostics())
    assert str(model.options["laps"].default and model.options["laps"].default.span.text) == "1"


def test_words_of_a_library_are_there_with_it() -> None:
    words = loaded("several").words["en"]
    assert "tokens" in words
    assert "tokens" not in loaded("track").words["en"]


def test_what_is_not_used_is_not_there() -> None:
    assert "laps_run" not in build(loaded("track").root, Diagnostics()).tokens
