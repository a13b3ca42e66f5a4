"""Emitted programs at work on rows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

from reglas.compiled.cache import loaded
from reglas.compiled.emit import HOWS
from reglas.program import ir

MOST_DRAWN = 4_096
"""How many outcomes of chance there may be from one move to the next."""
STOP, KEEP, DRAW = 0, 1, 2


class Engine:
    """A program, emitted. `how` is `plain` (Python) or `fast` (numba)."""

    def __init__(self, program: ir.Program, how: str = "plain") -> None:
        if how not in HOWS:
            raise ValueError(how)
        self.program, self.how = program, how
        self.module = loaded(program, how)
        self._moves = self.cells(max(1, program.moves))
        self._drawn = self.cells(3)
        self._drawn[2] = DRAW

    def cells(self, count: int) -> Any:
        """So many integers: a list, or an array for numba."""
        if self.how == "plain":
            return [0] * count
        import numpy

        return numpy.zeros(count, dtype=numpy.int64)

    def start(self, seed: int) -> Any:
        """The row of a new game, at its first decision."""
        row = self.cells(len(self.program.row))
        self.module.start(row, self._drawn, seed)
        return row

    def over(self, row: Any) -> bool:
        """Is the game over?"""
        return bool(row[ir.ENDED])

    def acting(self, row: Any) -> tuple[int, ...]:
        """The seats that are to act."""
        first = self.program.pending
        return tuple(seat for seat in range(self.program.seats) if row[first + seat])

    def legal(self, row: Any, seat: int | None = None) -> list[int]:
        """The numbers of the legal moves of a seat, or of the first that is to act."""
        count = self.module.legal(row, self._seat(row) if seat is None else seat, self._moves)
        return list(self._moves[:count])

    def apply(self, row: Any, number: int, seat: int | None = None) -> None:
        """Carry out a move, chance included, up to the next decision or the end. It is not checked."""
        self.module.make(row, self._drawn, self._seat(row) if seat is None else seat, number)

    def _seat(self, row: Any) -> int:
        first = self.program.pending
        return next((seat for seat in range(self.program.seats) if row[first + seat]), 0)

    def result(self, row: Any) -> list[int]:
        """How a game that is over ended: the score for all, the scores of the seats, and for each whether it won."""
        found = self.cells(1 + 2 * self.program.seats)
        self.module.result(row, found)
        return [int(value) for value in found]

    def playouts(self, seed: int, games: int) -> tuple[int, int]:
        """Random games to their end: how many moves they had, and how many games there were."""
        row = self.cells(len(self.program.row))
        return int(self.module.playouts(row, self._drawn, self._moves, self.cells(4), seed, games)), games


class Playable(Protocol):
    """What has a program: a game."""

    @property
    def program(self) -> ir.Program:
        """The program."""


@lru_cache(maxsize=32)
def _engine(program: _Same, how: str) -> Engine:
    return Engine(program.program, how)


class _Same:
    """A program that is the same only as itself: telling whether two are alike would take longer than emitting one."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


def engine(game: Playable, how: str = "plain") -> Engine:
    """The engine of a game, kept for a while. `how` is `plain` (Python) or `fast` (numba, of the extra `fast`)."""
    return _engine(_Same(game.program), how)
