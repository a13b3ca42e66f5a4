"""What a viewer is told of what happened.

The engine's events say everything. Here each becomes what one viewer may see of it, by one rule: a face is seen by
who sees the zone it lies in, leaves or enters, and by whom it is shown to. A viewer is a seat, the spectator, who has
no seat, or the observer, who sees everything (for watching games without people, and for tests).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from reglas.engine import events as ev
from reglas.program import ir, sight

SPECTATOR, OBSERVER = -1, -2
"""Viewers that are no seats."""

Viewer: TypeAlias = int
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Choice:
    """A player chose: the action and its picks. A card is its zone and place, from 0; the place is None where it
    cannot be followed (in a loose hand of somebody else)."""

    actor: int
    action: str
    picks: tuple[tuple[str, str, int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A card moved; its face, where the viewer sees it, else None; `picked`, as the rules say, because a choice made
    together with others took it."""

    face: int | None
    source: tuple[int, int | None]
    target: tuple[int, int | None]
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cards changed places; the faces that the viewer sees, before. A place is None as in `Choice`."""

    first: tuple[int, int | None]
    first_face: int | None
    second: tuple[int, int | None]
    second_face: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """Cards were shown; the faces are there for whom they were shown to."""

    places: tuple[tuple[int, int | None], ...]
    faces: tuple[int | None, ...]
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of a set were rolled, so many; how they fell, where the viewer sees it, else None."""

    zone: int
    count: int
    faces: tuple[int, ...] | None


Seen: TypeAlias = (
    Choice
    | Move
    | Swap
    | Look
    | Roll
    | ev.Declined
    | ev.Committed
    | ev.Voided
    | ev.Changed
    | ev.Pushed
    | ev.Told
    | ev.Shuffled
    | ev.Implied
    | ev.ImpliedThrow
    | ev.Skipped
    | ev.Ended
)


class _Table(dict[Viewer, list[bool]]):
    """Something about every zone, for each viewer; worked out when it is first asked for."""

    def __init__(self, make: Callable[[Viewer], list[bool]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, viewer: Viewer) -> list[bool]:
        found = self[viewer] = self.make(viewer)
        return found


class Eyes:
    """Who sees what in a program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.holdings = {holding.name: holding for holding in program.holdings}
        self._open = _Table(lambda viewer: [self._sees_zone(viewer, z) for z in range(len(program.zones))])
        self._followed = _Table(lambda viewer: [self._follows(viewer, z) for z in range(len(program.zones))])

    def sees_zone(self, viewer: Viewer, zone: int) -> bool:
        """Does a viewer see the faces in a zone, as a standing rule?"""
        return self._open[viewer][zone]

    def _sees_zone(self, viewer: Viewer, zone: int) -> bool:
        info = self.program.zones[zone]
        return viewer == OBSERVER or sight.sees(info.seen_by, info.owner, viewer)

    def sees_holding(self, viewer: Viewer, name: str, index: int) -> bool:
        """Does a viewer see a token or memory?"""
        return viewer == OBSERVER or sight.sees_holding(self.holdings[name], index, viewer)

    def follows(self, viewer: Viewer, zone: int) -> bool:
        """Can a viewer tell the places of a zone apart? In a loose hand only its owner can."""
        return self._followed[viewer][zone]

    def _follows(self, viewer: Viewer, zone: int) -> bool:
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
            case ev.Committed(actor, decision, _, _):
                return event if viewer in (actor, OBSERVER) else ev.Committed(actor, decision, -1, ())
            case ev.Moved(face, source, target, picked):
                open_, followed = self._open[viewer], self._followed[viewer]
                return Move(
                    face if open_[source[0]] or open_[target[0]] else None,
                    source if followed[source[0]] else (source[0], None),
                    target if followed[target[0]] else (target[0], None),
                    picked,
                )
            case ev.Swapped():
                return self._swap(viewer, event)
            case ev.Rolled(zone, faces):
                return Roll(zone, len(faces), faces if self._open[viewer][zone] else None)
            case ev.Shown():
                return self._look(viewer, event)
            case ev.Told():
                return self._tell(viewer, event) if self.told(viewer, event.to) else None
            case ev.Changed(name, index, _, _):
                return event if self.sees_holding(viewer, name, index) else None
            case ev.Pushed(name, _):
                return event if self.sees_holding(viewer, name, 0) else None
        return event

    def _swap(self, viewer: Viewer, event: ev.Swapped) -> Swap:
        open_ = self.sees_zone(viewer, event.first[0]) or self.sees_zone(viewer, event.second[0])
        return Swap(
            self.place(viewer, event.first), event.first_face if open_ else None,
            self.place(viewer, event.second), event.second_face if open_ else None,
        )  # fmt: skip

    def _look(self, viewer: Viewer, event: ev.Shown) -> Look:
        open_ = self.told(viewer, event.to)
        faces = [
            face if open_ or self.sees_zone(viewer, place[0]) else None
            for place, face in zip(event.places, event.faces, strict=True)
        ]
        places = tuple(self.place(viewer, p) for p in event.places)
        return Look(places, _unordered(places, faces), tuple(sorted(event.to)))

    def _tell(self, viewer: Viewer, event: ev.Told) -> ev.Told:
        followed = self._followed[viewer]
        if all(followed[zone] for zone, _ in event.places):
            return event
        places = tuple((zone, i if followed[zone] else None) for zone, i in event.places)
        return ev.Told(places, _unordered(places, event.holds), event.faces, event.to)

    def _choice(self, viewer: Viewer, event: ev.Chosen) -> Choice:
        alternative = self.program.decisions[event.decision].alternatives[event.alternative]
        picks = []
        if alternative.secret and viewer not in (event.actor, OBSERVER):
            return Choice(event.actor, alternative.action, ())
        for pick, value in zip(alternative.picks, event.values, strict=True):
            if isinstance(value, tuple):
                zone, index = self.place(viewer, value)
                picks.append((pick.name, pick.sort, zone, index))
            else:
                picks.append((pick.name, pick.sort, value, None))
        return Choice(event.actor, alternative.action, tuple(picks))


def _unordered(places: Sequence[tuple[int, int | None]], seen: Sequence[_T]) -> tuple[_T, ...]:
    """What is seen of cards, place by place; among those of a zone that cannot be told apart, sorted: the order in
    which they lie would tell which is which."""
    found = list(seen)
    for zone in {zone for zone, index in places if index is None}:
        at = [number for number, place in enumerate(places) if place == (zone, None)]
        ordered: list[Any] = sorted((seen[n] for n in at), key=lambda one: (one is None, one))
        for number, one in zip(at, ordered, strict=True):
            found[number] = one
    return tuple(found)
