"""Emitted programs mean what the interpreter says: a sample; `tools/equality.py` does it at length."""

from __future__ import annotations

from functools import cache

import lockstep
import pytest

import reglas
import shipped
from reglas.compiled.engine import Engine
from reglas.compiled.passes import PASSES, passed
from reglas.play import Game
from reglas.program.dump import reading, writing

BASES = sorted({name for name, with_ in shipped.alone() if not with_})
SOME = [case for number, case in enumerate(shipped.alone()) if shipped.FULL or number % 4 == 0]


@cache
def load(name: str, with_: tuple[str, ...], players: int) -> Game:
    return reglas.load(name, players, with_)


@pytest.mark.parametrize("case", SOME, ids=lambda case: "+".join((case[0], *case[1])))
def test_emitted_python_plays_the_same_game(case: tuple[str, tuple[str, ...]]) -> None:
    seats = list(shipped.seats(*case))
    game = load(*case, seats[len("".join(case[1])) % len(seats)])
    assert lockstep.together(game, [Engine(game.program)], 1, 150)


@pytest.mark.parametrize("name", BASES)
def test_each_pass_alone_and_none(name: str) -> None:
    game = load(name, (), list(shipped.seats(name, ()))[-1])
    engines = [Engine(game.program, "plain", passes) for passes in lockstep.MATRIX]
    assert lockstep.together(game, engines, 2, 200)


@pytest.mark.parametrize("name", BASES)
def test_the_interpreter_runs_what_passes_make(name: str) -> None:
    """Each gives a program in the same terms: as text and back, and played beside the program as it was."""
    game = load(name, (), next(iter(shipped.seats(name, ()))))
    for passes in lockstep.MATRIX[1:]:
        program = passed(game.program, passes)
        assert reading(writing(program)) == program
        again = Game(game.spec, program, game.requested)
        assert lockstep.together(again, [Engine(game.program, "plain", ())], 3, 150)


def test_the_passes_change_something() -> None:
    """None is there for nothing: each changes a program that is shipped, after those that come before it."""
    programs = [load(name, (), next(iter(shipped.seats(name, ())))).program for name in BASES]
    for name, make in PASSES.items():
        after = [make(program) for program in programs]
        assert after != programs, name
        programs = after


@pytest.mark.parametrize("name", BASES)
def test_llvm_plays_the_same_game(name: str) -> None:
    pytest.importorskip("llvmlite")
    game = load(name, (), list(shipped.seats(name, ()))[-1])
    assert lockstep.together(game, [Engine(game.program, "fast")], 5, 200)
