"""A game that is played for a while is emitted, and then moves are looked for, and made, by its text.

The interpreter says what is legal and what a move does; the text says the same sooner. Where a rule fails, and whenever
a log of events is kept, the interpreter does it all.
"""

from __future__ import annotations

from contextlib import suppress

from reglas.compiled.engine import DRAW, Engine
from reglas.engine.machine import Machine, Move
from reglas.program import ir

WARM = 400
"""After so many searches a game is emitted: that takes as long as some hundred searches."""


class Quick:
    """Legal moves and moves of one program."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._searches = 0
        self._engine: Engine | None = None
        self._chances = [0, 0, DRAW]

    def moves(self, row: list[int], seat: int) -> list[Move]:
        """The legal moves of a seat that is to act, as `Machine.moves` has them. Raises `RuleFault`."""
        engine = self._engine
        if engine is None:
            self._searches += 1
            if self._searches == WARM:
                with suppress(OSError):  # no room for its file: then it stays as it is
                    self._engine = Engine(self.machine.program)
            return self.machine.moves(row, seat)
        if row[ir.ENDED]:
            return []
        found: list[Move] = []
        engine.module.raw(row, seat, found)
        if row[ir.FAILED]:
            row[ir.FAILED] = 0
            return self.machine.moves(row, seat)
        return found

    def play(self, row: list[int], seat: int, move: Move) -> bool:
        """Carry out a legal move, chance included, drawn with the row's own streams and told to nobody. False if the
        interpreter has to do it: then nothing has happened."""
        decision = self.machine.decision(row)
        if self._engine is None or decision is None:
            return False
        before = row[:]
        self._engine.module.make(row, self._chances, seat, self.machine.code(decision, move))
        if row[ir.FAILED]:
            row[:] = before
            return False
        return True
