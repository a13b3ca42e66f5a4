"""A program printed and read back is the same program."""

from __future__ import annotations

from pathlib import Path

import pytest

import reglas
import shipped
from reglas.engine.machine import Machine
from reglas.program.dump import points, reading, writing


@pytest.mark.parametrize("name", shipped.a_share(shipped.alone(), 3), ids=shipped.label)
def test_a_program_reads_back_equal(name: shipped.Name) -> None:
    game, with_ = name
    for players in shipped.some_seats(game, with_):
        program = shipped.load(game, players, with_).program
        text = writing(program)
        assert reading(text) == program
        assert writing(reading(text)) == text


def test_dice_and_ladders_read_back_equal() -> None:
    program = reglas.load(str(Path(__file__).parents[1] / "scenarios" / "dice" / "dice.yaml"), players=3).program
    assert reading(writing(program)) == program
    assert [zone.dice for zone in program.zones] == [(0, 1, 2, 3)] * 4
    assert [name for name, _ in program.streams] == ["cup", "fate", "(draws)"]
    assert not any(program.copies)


def test_a_program_read_back_plays_the_same_game() -> None:
    program = shipped.load("hanabi", 3).program
    one, other = Machine(program), Machine(reading(writing(program)))
    rows = [list(program.row), list(program.row)]
    one.run(rows[0])
    other.run(rows[1])
    assert rows[0] == rows[1]


def test_points_name_what_each_decision_offers() -> None:
    text = points(shipped.load("hanabi", 2).program)
    assert "decision 0: clue_suit ->" in text


@pytest.mark.parametrize(
    "text",
    ["", "game", "game )", "game (Nothing)", 'game "x" seats [1 2', "game [1)", 'game "x', "ops [(Jump)]", "game x"],
)
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        reading(text)
