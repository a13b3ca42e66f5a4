"""What one viewer keeps in mind: their own events, and what is folded from them, each no further than asked for."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.engine import events as ev
from reglas.knowledge.marks import Marks
from reglas.knowledge.places import Knowledge, Place, bits
from reglas.knowledge.seen import Eyes, Seen, Viewer
from reglas.knowledge.views import CardView
from reglas.program import ir


class Memory:
    """The events a viewer saw, marks with and without what was not said, and knowledge."""

    def __init__(self, program: ir.Program, viewer: Viewer) -> None:
        self.program, self.viewer = program, viewer
        self.seen: list[Seen] = []
        self._taken = 0
        self._marks: tuple[Marks, int] | None = None
        self._said: tuple[Marks, int] | None = None
        self._knowledge: tuple[Knowledge, int] | None = None

    def take_in(self, eyes: Eyes, log: Sequence[ev.Event]) -> None:
        """See what has happened since."""
        for event in log[self._taken :]:
            seen = eyes.see(self.viewer, event)
            if seen is not None:
                self.seen.append(seen)
        self._taken = len(log)

    def marks(self) -> Marks:
        """What was said and not said."""
        marks, taken = self._marks or (Marks(self.program, self.viewer), 0)
        self._marks = marks.take_in(self.seen[taken:]), len(self.seen)
        return marks

    def said(self) -> Marks:
        """What was said."""
        marks, taken = self._said or (Marks(self.program, self.viewer, said_only=True), 0)
        self._said = marks.take_in(self.seen[taken:]), len(self.seen)
        return marks

    def knowledge(self) -> Knowledge:
        """All that follows from the events."""
        knowledge, taken = self._knowledge or (Knowledge(self.program, self.viewer), 0)
        self._knowledge = knowledge.take_in(self.seen[taken:]), len(self.seen)
        return knowledge

    def card(self, zone: int, index: int, masks: dict[Place, int] | None) -> CardView:
        """A hidden card that can be followed, as the viewer may mark it."""
        marks, said = self.marks(), self.said()
        may_be, told = marks.places[zone][index], said.places[zone][index]
        counted = bits(masks[self.knowledge().lies(zone, index)]) if masks is not None else None
        every = frozenset(self.program.zones[zone].dice) or marks.every
        return CardView(
            None,
            None if may_be == every else tuple(sorted(may_be)),
            None if told == every else tuple(sorted(told)),
            tuple(counted) if counted is not None else None,
        )
