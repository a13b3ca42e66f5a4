"""One legal move taken at random without a list: the one at each place is the one that a list has there."""

from __future__ import annotations

from array import array

import pytest

import reglas
from reglas.compiled.emit import emitted
from reglas.compiled.engine import Engine, RuleFailed
from reglas.compiled.plain import below
from reglas.program import ir

GAMES = {"hanabi": (2, 4, 5), "janabi": (3,), "julenque": (4,), "sabai-sabai": (3,), "liars-dice": (2, 4), "golf": (4,)}
TOLD_AS_BITS = ("hanabi", "janabi")
"""Hints must touch a card, and all moves are bits of one number."""
MOST = 400


def place(number: int) -> list[int]:
    """A stream of random numbers of which the next is this one."""
    assert below([number, 0, 0, 0], 0, number + 1) == number
    return [number, 0, 0, 0]


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in GAMES[game]])
def test_the_move_at_each_place_is_that_of_the_list(game: str, seats: int) -> None:
    pytest.importorskip("llvmlite")
    program = reglas.load(game, seats).program
    fast, plain = Engine(program, "fast"), Engine(program)
    native = fast.module.function("picked", "rirri")
    bits = fast.module.function("bits", "ri")
    room = fast.cells(program.moves + 64)

    def picked(row: array[int], seat: int, number: int) -> int:
        stream = array("q", place(number))
        return int(native(row.buffer_info()[0], seat, room.buffer_info()[0], stream.buffer_info()[0], 0))

    for seed in range(4):
        row, choices = fast.start(seed), [seed, 1, 2, 3]
        for _ in range(MOST):
            if row[ir.ENDED]:
                assert picked(row, 0, 0) == -1
                assert plain.module.picked(row.tolist(), 0, [], place(0), 0) == -1
                break
            asked = [seat for seat in range(seats) if row[program.pending + seat]]
            before = row[:]
            for seat in asked:
                numbers = fast.legal(row, seat)
                assert [picked(row, seat, at) for at in range(len(numbers))] == numbers
                told = bits(row.buffer_info()[0], seat)
                assert told == (sum(1 << number for number in numbers) if game in TOLD_AS_BITS else 0)
                assert [plain.module.picked(row.tolist(), seat, [], place(0), 0)] == numbers[:1]
            assert row == before
            numbers = fast.legal(row, asked[0])
            try:
                fast.apply(row, numbers[below(choices, 0, len(numbers))], asked[0])
            except RuleFailed:
                break


def test_bits_are_for_what_cards_have() -> None:
    assert "def bits_0" in emitted(reglas.load("hanabi", 4).program, "fast")
    assert "def bits_" not in emitted(reglas.load("golf", 4).program, "fast")
    assert "def bits_" not in emitted(reglas.load("hanabi", 4).program, "plain")
    assert "def bits_" not in emitted(reglas.load("liars-dice", 2).program, "fast")
