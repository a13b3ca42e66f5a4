"""How much the table shows of what is known, and what the owners of cards they do not see have been told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeAlias

from reglas.knowledge.marks import Marks
from reglas.knowledge.seen import Eyes, Look, Move, Seen, Swap, Viewer
from reglas.knowledge.views import CardView, View
from reglas.table.voice import Voice

Level: TypeAlias = Literal["said", "all", "counted"]

LEVELS: tuple[Level, ...] = ("said", "all", "counted")
"""What was said; what was said and not said; what counting the cards that lie elsewhere leaves of that."""

Faces: TypeAlias = "tuple[int, ...] | frozenset[int] | None"


def faces_of(card: CardView, level: Level) -> Faces:
    """The faces a hidden card may have, as far as the table is to show it; None when nothing is known."""
    if level == "said":
        return card.said
    return card.counted if level == "counted" and card.counted is not None else card.may_be


def told_to_owners(voice: Voice, view: View, level: Level) -> dict[int, list[Faces]]:
    """For zones whose owner does not see them: what the owner has been told of each place, as far as the viewer
    heard it. What the owner counts is theirs to count."""
    zones = voice.program.zones
    blind = {n for n, zone in enumerate(zones) if zone.owner >= 0 and zone.seen_by in ("others", "nobody")}
    if not blind:
        return {}
    marks = Marks(voice.program, view.viewer, level == "said", sight=False)
    marks.take_in(_blinded(event, blind) for event in view.log)
    return {
        zone: [None if faces == marks.every else faces for faces in marks.places[zone]]
        for zone in blind
        if view.viewer != zones[zone].owner
    }


def forgotten(eyes: Eyes, viewer: Viewer, events: Iterable[Seen]) -> tuple[Seen, ...]:
    """What a viewer saw, without the faces of cards that went face down again where their places can be followed."""
    return tuple(_forgotten(eyes, viewer, event) for event in events)


def _forgotten(eyes: Eyes, viewer: Viewer, event: Seen) -> Seen:
    def down(zone: int) -> bool:
        info = eyes.program.zones[zone]
        return not info.dice and eyes.follows(viewer, zone) and not eyes.sees_zone(viewer, zone)

    match event:
        case Look(places, faces, to):
            kept = (None if down(zone) else face for (zone, _), face in zip(places, faces, strict=True))
            return Look(places, tuple(kept), to)
        case Move(_, _, (zone, _)) if down(zone):
            return replace(event, face=None)
        case Swap(first, one, second, other):
            # each face lies afterwards where the other lay
            return Swap(first, None if down(second[0]) else one, second, None if down(first[0]) else other)
    return event


def _blinded(event: Seen, blind: set[int]) -> Seen:
    """A move without its face where the owner of the target saw none."""
    if isinstance(event, Move) and event.target[0] in blind:
        return replace(event, face=None)
    return event
