"""What a viewer has been told about cards that can be followed: for each hidden place of a row, the faces it may have.

A fold over the viewer's own events, never over the state, so it can neither leak nor go stale. It holds what was
said, and, unless `said_only`, what was not said (a card not pointed at is not one of those); it does not count cards.
With `sight` it also holds what was seen, such as a card that was looked at before it lay face down.
"""

from __future__ import annotations

from collections.abc import Iterable

from reglas.engine import events as ev
from reglas.knowledge.seen import Eyes, Look, Move, Roll, Seen, Swap, Viewer
from reglas.program import ir


class Marks:
    """A viewer's marks: for each zone, place by place, the set of faces still possible by what was told."""

    def __init__(self, program: ir.Program, viewer: Viewer, said_only: bool = False, sight: bool = True) -> None:
        self.program, self.viewer, self.eyes, self.said_only = program, viewer, Eyes(program), said_only
        self.sight = sight
        self.every = frozenset(i for i, n in enumerate(program.copies) if n)
        self.places: dict[int, list[frozenset[int]]] = {
            number: [frozenset(zone.dice) or self.every] * program.row[zone.start - 1]
            for number, zone in enumerate(program.zones)
        }

    def take_in(self, events: Iterable[Seen]) -> Marks:
        """Fold events, in order."""
        for event in events:
            match event:
                case Move():
                    self._moved(event)
                case Swap():
                    self._swapped(event)
                case Roll(zone, count, seen):
                    any_face = frozenset(self.program.zones[zone].dice)
                    self.places[zone] = [frozenset({f}) for f in seen] if seen is not None else [any_face] * count
                case Look(places, faces, _):
                    for place, face in zip(places, faces, strict=True):
                        if self.sight and face is not None and place[1] is not None:
                            self.places[place[0]][place[1]] = frozenset({face})
                case ev.Told():
                    self._told(event)
                case ev.Shuffled(zone):
                    self.places[zone] = [self.every] * len(self.places[zone])
        return self

    def _swapped(self, event: Swap) -> None:
        """A mark goes with its card, as far as both can be followed."""
        first, second = self._mark(event.first, event.first_face), self._mark(event.second, event.second_face)
        for (zone, index), mark in ((event.first, second), (event.second, first)):
            if index is not None:
                self.places[zone][index] = mark

    def _mark(self, place: tuple[int, int | None], face: int | None) -> frozenset[int]:
        if self.sight and face is not None:
            return frozenset({face})
        return self.every if place[1] is None else self.places[place[0]][place[1]]

    def _moved(self, event: Move) -> None:
        (zone, index), (to, at) = event.source, event.target
        known = self.every
        if index is None:
            self.places[zone].pop()
            self.places[zone] = [self.every] * len(self.places[zone])
        else:
            known = self.places[zone].pop(index)
        if self.sight and event.face is not None:
            known = frozenset({event.face})
        if at is None:
            self.places[to] = [self.every] * (len(self.places[to]) + 1)
        else:
            self.places[to].insert(at, known)

    def _told(self, event: ev.Told) -> None:
        for (zone, index), holds in zip(event.places, event.holds, strict=True):
            if index is None:
                continue
            old = self.places[zone][index]
            if holds:
                self.places[zone][index] = old & event.faces
            elif not self.said_only:
                self.places[zone][index] = old - event.faces
