"""A game that is played for a while is emitted, and then moves are looked for, and made, by its text.

The interpreter says what is legal and what a move does; the text says the same sooner, also what is told of it where a
log of events is kept. Where a rule fails the interpreter does it all.
"""

from __future__ import annotations

from contextlib import suppress

from reglas.compiled.engine import DRAW, Engine
from reglas.compiled.told import Drawn, Log, Told
from reglas.engine.machine import Machine, Move
from reglas.program import ir

WARM = 400
"""After so many searches a game is emitted: that takes as long as some hundred searches."""
WARM_TO_TELL = 2_000
"""After so many moves of states the text that tells of them is emitted: that takes as long as it saves in as many."""


class Quick:
    """Legal moves and moves of one program. If it is not to be `used` the interpreter does it all."""

    used = True

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._searches = self._plays = 0
        self._engine: Engine | None = None
        self._teller: Told | None = None
        self._chances = [0, 0, DRAW]

    @property
    def tells(self) -> bool:
        """Are moves that are told made by emitted text?"""
        return self.used and self._teller is not None

    def moves(self, row: list[int], seat: int) -> list[Move]:
        """The legal moves of a seat that is to act, as `Machine.moves` has them. Raises `RuleFault`."""
        engine = self._engine
        if engine is None or not self.used:
            self._searches += 1
            if self._searches == WARM and self.used:
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
        if self._engine is None or decision is None or not self.used:
            return False
        before = row[:]
        self._engine.module.make(row, self._chances, seat, self.machine.code(decision, move))
        if row[ir.FAILED]:
            row[:] = before
            return False
        return True

    def told(self, row: list[int], seat: int, move: Move, log: Log | None) -> Drawn | None:
        """The same, told: what happens is added to `log`, if there is one, and the outcomes of chance are given back.
        None if the interpreter has to do it: then nothing has happened. Raises `RuleFault`; then row and log are of no
        use."""
        teller = self._warm()
        return teller.play(row, seat, move, log) if teller is not None else None

    def begun(self, row: list[int], log: Log | None) -> Drawn | None:
        """Begin a game, likewise."""
        teller = self._warm()
        return teller.begin(row, log) if teller is not None else None

    def _warm(self) -> Told | None:
        """What carries out moves that are told, once there were enough of them."""
        if self._teller is None:
            self._plays += 1
            if self._plays == WARM_TO_TELL and self.used:
                with suppress(OSError):
                    self._teller = Told(self.machine)
        return self._teller if self.used else None
