"""Several picked at once, from outside: texts, numbers, refusals, and what people type."""

from __future__ import annotations

from pathlib import Path

import pytest

import reglas
from reglas.play import State
from reglas.table.phrases import Phrases
from reglas.table.voice import Voice

PAIRS = Path(__file__).parents[1] / "scenarios" / "toy" / "pairs.yaml"


@pytest.fixture
def state() -> State:
    return reglas.load(str(PAIRS), players=2).start(3)


def test_any_order_is_read_and_one_is_written(state: State) -> None:
    assert state.parse("look 3 1").text == "look 1 3"
    assert state.parse("name B A green red").text == "name A B red green"
    assert state.push("look 3 2").picks == ("2", "3")


def test_each_choice_has_its_own_number(state: State) -> None:
    moves = list(state.legal_moves)
    assert len({move.number for move in moves}) == len({move.text for move in moves}) == len(moves)
    assert all(0 <= move.number < state.game.program.moves for move in moves)


def test_too_few_too_many_and_the_same_twice(state: State) -> None:
    with pytest.raises(reglas.UnreadableMove, match=r"`look` needs 2 of places \(card\), not 1"):
        state.parse("look 2")
    with pytest.raises(reglas.UnreadableMove, match="nothing is wanted after this: `3`"):
        state.parse("look 1 2 3")
    with pytest.raises(reglas.IllegalMove, match="2 stands there twice; 2 different ones are wanted"):
        state.parse("look 2 2")
    with pytest.raises(reglas.IllegalMove, match="there is no card at place 4"):
        state.parse("look 2 4")


def test_people_type_them_where_the_template_has_them(state: State) -> None:
    phrases = Phrases(Voice(state.game, "en"))
    assert phrases.read(state, "LOO 3 1").text == "look 1 3"
    assert phrases.write("look 1 3") == "look 1 3"
