"""Imagined worlds: states drawn from what one viewer knows, to try moves in.

A `World` is made of a state that `State.resample` gave, so nothing in it tells more than the viewer knows. It is bare:
moves go straight to the machine, unchecked, and cards may be exchanged, to ask what would be if another lay there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from reglas.engine import events as ev
from reglas.engine import rng
from reglas.play import Game, State
from reglas.program import ir

Raw: TypeAlias = tuple[int, ...]
"""A move as the machine has it: the number of the alternative, then a value for each pick (a card as its cell)."""


class World:
    """A state somebody imagines. `cells` is its row, and may be read and changed at will."""

    __slots__ = ("cells", "game")

    def __init__(self, game: Game, cells: list[int]) -> None:
        self.game, self.cells = game, cells

    @classmethod
    def of(cls, sampled: State) -> World:
        """The world of a state that was resampled. A game in progress is none: it has a log."""
        if sampled.log is not None:
            raise ValueError("a world is made of a resampled state")
        return cls(sampled.game, list(sampled.row))

    def copy(self) -> World:
        """A world of its own, equal to this one."""
        return World(self.game, list(self.cells))

    # -- the flow --------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Is the game over in this world?"""
        return self.cells[ir.ENDED] != 0

    @property
    def ended(self) -> ir.End | None:
        """The end that was reached."""
        number = self.cells[ir.ENDED]
        return self.game.program.ends[number - 1] if number else None

    @property
    def actor(self) -> int:
        """The first seat that is to act, or -1."""
        acting = self.game.machine.acting(self.cells)
        return acting[0] if acting and not self.over else -1

    def alternatives(self) -> tuple[ir.Alternative, ...]:
        """What is offered at the decision, whether it can be chosen or not."""
        decision = self.game.machine.decision(self.cells)
        return () if decision is None else self.game.program.decisions[decision].alternatives

    def moves(self, seat: int | None = None) -> list[Raw]:
        """The legal moves of a seat that is to act, or of the first."""
        if seat is None:
            seat = self.actor
        return self.game.quick.moves(self.cells, seat) if seat >= 0 else []

    def play(self, move: Raw, log: list[ev.Event] | None = None, seat: int | None = None) -> None:
        """Play a move of a seat that is to act, or of the first, chance included; what happens is added to `log`.
        Raises `engine.faults.RuleFault`."""
        machine, cells, quick = self.game.machine, self.cells, self.game.quick
        seat = self.actor if seat is None else seat
        if quick.play(cells, seat, move) if log is None else quick.told(cells, seat, move, log) is not None:
            return
        machine.log = log
        try:
            chance = machine.commit(cells, seat, move)
            while chance is not None:
                bag = chance.bag
                value = bag[0]
                if value != bag[-1]:
                    value = bag[rng.below(cells, chance.stream, len(bag))]
                machine.settle(cells, chance, value)
                chance = machine.run(cells)
        finally:
            machine.log = None

    def value(self, function: Callable[[list[int], list[int]], Any]) -> Any:
        """The value of an expression's function here."""
        return function(self.cells, self.game.machine.locals)

    # -- cards -----------------------------------------------------------------------------------------------------

    def counts(self, zones: Sequence[int]) -> list[int]:
        """How many cards of each face lie in some zones."""
        cells, found = self.cells, [0] * len(self.game.program.copies)
        for number in zones:
            if self.game.program.zones[number].dice:
                continue
            start = self.game.program.zones[number].start
            for face in cells[start : start + cells[start - 1]]:
                found[face] += 1
        return found

    def put(self, card: int, face: int, zones: Sequence[int]) -> bool:
        """Let a card have a face, by exchanging it with one that lies in one of some zones. Is there one?"""
        cells, old = self.cells, self.cells[card]
        if old == face:
            return True
        for number in zones:
            zone = self.game.program.zones[number]
            for cell in range(zone.start, zone.start + cells[zone.start - 1]):
                if cells[cell] == face:
                    cells[cell], cells[card] = old, face
                    self._sort(zone, cell)
                    return True
        return False

    def _sort(self, zone: ir.ZoneInfo, cell: int) -> None:
        """A bag lies sorted; after an exchange it has to be so again."""
        if not zone.shuffled or not self.cells[cell + zone.most]:
            return
        size = self.cells[zone.start - 1]
        bag = [c for c in range(zone.start, zone.start + size) if self.cells[c + zone.most]]
        for at, face in zip(bag, sorted(self.cells[c] for c in bag), strict=True):
            self.cells[at] = face
