"""Offers at the table: who passes ahead, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reglas.asked import offered
from reglas.engine import events as ev
from reglas.play import State


@dataclass
class Ahead:
    """Seats that decline by themselves. `seats` passed ahead, each until a change that concerns it; `nobody`: nobody
    at the screen wants to act, until anything but a decline happens. Neither is told to anybody."""

    seats: set[int] = field(default_factory=set)
    nobody: bool = False
    read: int = 0

    def declines(self, state: State, seat: int) -> bool:
        """Does a seat decline what it is offered now?"""
        self._take_in(state)
        if offered(state) is None:
            self.seats.discard(seat)  # it has to choose itself, and is asked again from here on
            return False
        return self.nobody or seat in self.seats

    def clear(self, state: State) -> None:
        """Everybody is asked again."""
        self.seats.clear()
        self.nobody, self.read = False, len(state.log or ())

    def _take_in(self, state: State) -> None:
        log: Sequence[ev.Event] = state.log or ()
        for event in log[self.read :]:
            if not isinstance(event, ev.Declined | ev.Committed):
                self.nobody = False
                self.seats -= set(self._stirred(state, event))
        self.read = len(log)

    @staticmethod
    def _stirred(state: State, event: ev.Event) -> Sequence[int]:
        """The seats that a change gives back their question: everybody when an offer is taken up, and who gets cards
        or rolls dice."""
        program = state.game.program
        if isinstance(event, ev.Chosen) and program.decisions[event.decision].declined >= 0:
            return range(program.seats)
        if isinstance(event, ev.Moved):
            return (program.zones[event.target[0]].owner,)
        if isinstance(event, ev.Swapped):
            return tuple(program.zones[zone].owner for zone, _ in (event.first, event.second))
        return (program.zones[event.zone].owner,) if isinstance(event, ev.Rolled) else ()
