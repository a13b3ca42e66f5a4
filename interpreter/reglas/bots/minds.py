"""What others may think of their hidden cards, as far as one viewer can tell: folded from what that viewer saw.

Everybody hears what is said openly. Of an event that a viewer saw, another player surely saw no less than the places,
and a face where the zone it left or entered is open to them. Nothing here reads a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reglas.engine import events as ev
from reglas.knowledge.marks import Marks
from reglas.knowledge.seen import Eyes, Look, Move, Seen, Swap, Viewer
from reglas.play import Game

Mind = dict[int, list[frozenset[int]]]
"""For each zone, place by place, the faces that may lie there by what was told."""


class Minds:
    """For a game: who sees which zones, what is thought of hidden places."""

    def __init__(self, game: Game) -> None:
        self.program, self.eyes = game.program, Eyes(game.program)
        self._every = frozenset(i for i, n in enumerate(self.program.copies) if n)
        zones = range(len(self.program.zones))
        self.hidden = [
            tuple(z for z in zones if not self.eyes.sees_zone(seat, z)) for seat in range(self.program.seats)
        ]

    def of(self, seen: Iterable[Seen], player: Viewer) -> Mind:
        """What another player was told of hidden places, by events that a viewer saw."""
        return Marks(self.program, player).take_in(self._shared(seen, player)).places

    def after(self, mind: Mind, player: Viewer, events: Iterable[ev.Event]) -> Mind:
        """The same after events of an imagined world, as far as the player sees them."""
        marks = Marks.__new__(Marks)
        marks.program, marks.viewer, marks.eyes = self.program, player, self.eyes
        marks.said_only, marks.sight = False, True
        marks.every = self._every
        marks.places = {zone: list(places) for zone, places in mind.items()}
        return marks.take_in(s for s in (self.eyes.see(player, event) for event in events) if s is not None).places

    def _shared(self, seen: Iterable[Seen], player: Viewer) -> Iterator[Seen]:
        for event in seen:
            match event:
                case Move(_, source, target):
                    open_ = self.eyes.sees_zone(player, source[0]) or self.eyes.sees_zone(player, target[0])
                    yield event if open_ else replace(event, face=None)
                case Swap() | ev.Shuffled():
                    yield event
                case Look(_, _, to):
                    if player in to:
                        yield event
                case ev.Told(_, _, _, to):
                    if player in to:
                        yield event

    @staticmethod
    def chances(counts: Sequence[int], faces: Iterable[int]) -> list[tuple[int, float]]:
        """Faces and how likely they are, if so many cards of each are hidden."""
        found = [(face, counts[face]) for face in sorted(faces) if counts[face] > 0]
        whole = sum(n for _, n in found)
        return [(face, n / whole) for face, n in found]
