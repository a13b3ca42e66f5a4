"""Races: of the choices that several made at once, which was carried out first."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.engine import events as ev
from reglas.knowledge.seen import Choice, Seen
from reglas.program import ir


class Races:
    """Follows a viewer's events, and tells the place in the race of what is carried out."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._waiting: dict[int, int] = {}
        self._done = 0

    def place(self, turn: Sequence[Seen]) -> int:
        """From 1 on, the place of a turn that carries out a choice of a race, or that comes too late; else 0."""
        place = self._carried(turn[0]) if turn else 0
        for event in turn:
            if isinstance(event, ev.Committed) and self.program.decisions[event.decision].stream >= 0:
                if self._done:
                    self._waiting.clear()
                self._done = 0
                self._waiting[event.actor] = event.decision
        return place

    def _carried(self, event: Seen) -> int:
        if not isinstance(event, Choice | ev.Voided) or event.actor not in self._waiting:
            return 0
        decision = self.program.decisions[self._waiting[event.actor]]
        if isinstance(event, Choice) and event.action not in {a.action for a in decision.alternatives}:
            return 0
        del self._waiting[event.actor]
        self._done += 1
        return self._done
