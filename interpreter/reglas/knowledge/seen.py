"""What a viewer is told of what happened.

The engine's events say everything. Here each becomes what one viewer may see of it, by one rule: a face is seen by
who sees the zone it lies in, leaves or enters, and by whom it is shown to. A viewer is a seat, the spectator, who has
no seat, or the observer, who sees everything (for watching games without people, and for tests).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from reglas.engine import events as ev
from reglas.program import ir

SPECTATOR, OBSERVER = -1, -2
"""Viewers that are no seats."""

Viewer: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Choice:
    """A player chose: the action and its picks. A card is its zone and place, from 0; the place is None where it
    cannot be followed (in a loose hand of somebody else)."""

    actor: int
    action: str
    picks: tuple[tuple[str, str, int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A card moved; its face, where the viewer sees it, else None."""

    face: int | None
    source: tuple[int, int | None]
    target: tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cards changed places; the faces that the viewer sees, before."""

    first: ev.Place
    first_face: int | None
    second: ev.Place
    second_face: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """Cards were shown; the faces are there for whom they were shown to."""

    places: tuple[tuple[int, int | None], ...]
    faces: tuple[int | None, ...]
    to: tuple[int, ...]


Seen: TypeAlias = (
    Choice | Move | Swap | Look | ev.Changed | ev.Pushed | ev.Told | ev.Shuffled | ev.Implied | ev.Skipped | ev.Ended
)


class Eyes:
    """Who sees what in a program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.holdings = {holding.name: holding for holding in program.holdings}

    def sees_zone(self, viewer: Viewer, zone: int) -> bool:
        """Does a viewer see the faces in a zone, as a standing rule?"""
        info = self.program.zones[zone]
        if viewer == OBSERVER or info.seen_by == "everyone":
            return True
        if viewer == SPECTATOR or info.seen_by == "nobody":
            return False
        return (info.owner == viewer) == (info.seen_by == "owner")

    def sees_holding(self, viewer: Viewer, name: str, index: int) -> bool:
        """Does a viewer see a token or memory?"""
        holding = self.holdings[name]
        if viewer == OBSERVER or holding.seen_by == "everyone":
            return True
        if holding.seen_by == "owner" and holding.per == "player":
            return viewer == index
        return holding.seen_by == "others" and holding.per == "player" and viewer not in (index, SPECTATOR)

    def follows(self, viewer: Viewer, zone: int) -> bool:
        """Can a viewer tell the places of a zone apart? In a loose hand only its owner can."""
        info = self.program.zones[zone]
        return info.layout != "hand" or viewer == OBSERVER or info.owner == viewer

    def place(self, viewer: Viewer, place: ev.Place) -> tuple[int, int | None]:
        """A place as a viewer can tell it."""
        return place if self.follows(viewer, place[0]) else (place[0], None)

    def told(self, viewer: Viewer, to: frozenset[int]) -> bool:
        """Is a viewer among those who are told?"""
        if viewer == OBSERVER:
            return True
        return len(to) == self.program.seats if viewer == SPECTATOR else viewer in to

    def see(self, viewer: Viewer, event: ev.Event) -> Seen | None:
        """What a viewer sees of an event; None when nothing."""
        match event:
            case ev.Chosen():
                return self._choice(viewer, event)
            case ev.Moved(face, source, target):
                seen = self.sees_zone(viewer, source[0]) or self.sees_zone(viewer, target[0])
                return Move(face if seen else None, self.place(viewer, source), self.place(viewer, target))
            case ev.Swapped(first, a, second, b):
                both = (self.sees_zone(viewer, first[0]), self.sees_zone(viewer, second[0]))
                either = any(both)
                return Swap(first, a if either else None, second, b if either else None)
            case ev.Shown(places, faces, to):
                open_to = self.told(viewer, to)
                return Look(
                    tuple(self.place(viewer, p) for p in places),
                    tuple(f if open_to or self.sees_zone(viewer, p[0]) else None
                          for p, f in zip(places, faces, strict=True)),
                    tuple(sorted(to)),
                )  # fmt: skip
            case ev.Told(_, _, _, to):
                return event if self.told(viewer, to) else None
            case ev.Changed(name, index, _, _):
                return event if self.sees_holding(viewer, name, index) else None
            case ev.Pushed(name, _):
                return event if self.sees_holding(viewer, name, 0) else None
        return event

    def _choice(self, viewer: Viewer, event: ev.Chosen) -> Choice:
        alternative = self.program.decisions[event.decision].alternatives[event.alternative]
        picks = []
        for pick, value in zip(alternative.picks, event.values, strict=True):
            if isinstance(value, tuple):
                zone, index = self.place(viewer, value)
                picks.append((pick.name, pick.sort, zone, index))
            else:
                picks.append((pick.name, pick.sort, value, None))
        return Choice(event.actor, alternative.action, tuple(picks))
