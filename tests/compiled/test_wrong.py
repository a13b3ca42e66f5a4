"""No number whatsoever does harm to what LLVM compiled: tried in a process of its own, which has to live."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

import reglas
from reglas.compiled.engine import Engine, RuleFailed
from reglas.program import ir

CASES = (("hanabi", 4), ("janabi", 3), ("julenque", 4), ("sabai-sabai", 4), ("liars-dice", 3), ("golf", 2))
GAMES, STEPS, TRIES = 3, 60, 8


def numbers(rng: random.Random, moves: int) -> int:
    """Any number, most of them near those that mean something."""
    return rng.choice((rng.randrange(-10, moves + 10), rng.randrange(-(2**20), 2**20), rng.randrange(-(2**63), 2**63)))


def wrong(engine: Engine, row: Any, lawful: list[int], rng: random.Random) -> None:
    """One wrong number, as a move, a seat, or an outcome of chance."""
    number, seat = numbers(rng, engine.program.moves), rng.choice((None, rng.randrange(-5, 12), rng.randrange(2**62)))
    after = row[:]
    engine.apply(after, number, seat)
    if number not in lawful and seat is None:
        assert after[ir.FAILED]
        after[ir.FAILED] = 0
        assert after == row
    given = [numbers(rng, 60) for _ in range(3)]
    for move, who in ((number, seat), (rng.choice(lawful), None)):
        after = row[:]
        try:
            engine.played(after, move, who, given)
        except RuleFailed:
            assert after == row
    with suppress(RuleFailed):
        engine.legal(row[:], seat)


def play(name: str, players: int) -> None:
    """Some random games, with wrong numbers before each move."""
    engine, rng = Engine(reglas.load(name, players).program, "fast"), random.Random(1)
    for seed in range(GAMES):
        row = engine.start(seed)
        for _ in range(STEPS):
            if engine.over(row):
                break
            lawful = engine.legal(row)
            for _ in range(TRIES):
                wrong(engine, row, lawful, rng)
            engine.apply(row, rng.choice(lawful))
    print("lived")


@pytest.mark.parametrize(("name", "players"), CASES)
def test_wrong_numbers_do_no_harm(name: str, players: int) -> None:
    pytest.importorskip("llvmlite")
    done = subprocess.run([sys.executable, __file__, name, str(players)], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "lived\n"), done.stderr


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]))
