"""What one viewer keeps in mind: their own events, and what is folded from them, each no further than asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
        self._marks: dict[tuple[bool, bool], tuple[Marks, int]] = {}
        self._knowledge: tuple[Knowledge, int] | None = None

    def take_in(self, eyes: Eyes, log: Sequence[ev.Event]) -> None:
        """See what has happened since."""
        for event in log[self._taken :]:
            seen = eyes.see(self.viewer, event)
            if seen is not None:
                self.seen.append(seen)
        self._taken = len(log)

    def marks(self, said_only: bool = False, sight: bool = True) -> Marks:
        """What was said, unless `said_only` what was not said, and with `sight` what was seen."""
        key = (said_only, sight)
        marks, taken = self._marks.get(key) or (Marks(self.program, self.viewer, said_only, sight), 0)
        self._marks[key] = marks.take_in(self.seen[taken:]), len(self.seen)
        return marks

    def by_sight(self, zones: Iterable[int]) -> bool:
        """Is anything known of the cards in some zones because it was seen?"""
        seen, told = self.marks().places, self.marks(sight=False).places
        return any(seen[zone] != told[zone] for zone in zones)

    def knowledge(self) -> Knowledge:
        """All that follows from the events."""
        knowledge, taken = self._knowledge or (Knowledge(self.program, self.viewer), 0)
        self._knowledge = knowledge.take_in(self.seen[taken:]), len(self.seen)
        return knowledge

    def card(self, zone: int, index: int, masks: dict[Place, int] | None, sight: bool = True) -> CardView:
        """A hidden card that can be followed, as the viewer may mark it; without `sight`, by what was told only."""
        marks, said = self.marks(sight=sight), self.marks(True, sight)
        may_be, told = marks.places[zone][index], said.places[zone][index]
        counted = bits(masks[self.knowledge().lies(zone, index)]) if masks is not None else None
        every = frozenset(self.program.zones[zone].dice) or marks.every
        return CardView(
            None,
            None if may_be == every else tuple(sorted(may_be)),
            None if told == every else tuple(sorted(told)),
            tuple(counted) if counted is not None else None,
        )
