"""What has been told about cards, as short marks, attribute by attribute: `3`, `not 3`, `2/3`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from reglas.knowledge.marks import Marks
from reglas.knowledge.seen import Move, Seen
from reglas.knowledge.views import View
from reglas.reading.messages import say
from reglas.table.voice import Voice


def mark(voice: Voice, faces: Collection[int] | None) -> str:
    """A set of faces in words, attribute by attribute; empty when nothing is known."""
    if faces is None:
        return ""
    marks = []
    for attribute in voice.attributes:
        every = {v for v, n in zip(attribute.values, voice.program.copies, strict=True) if n}
        left = {attribute.values[face] for face in faces}
        if len(left) == len(every):
            continue
        gone = sorted(every - left)
        if len(left) <= len(gone):
            marks.append("/".join(voice.value(attribute.name, v) for v in sorted(left)))
        else:
            names = "/".join(voice.value(attribute.name, v) for v in gone)
            marks.append(voice.put(say("not {values}", values=names)))
    return ", ".join(marks)


def told_to_owners(voice: Voice, view: View) -> dict[int, list[frozenset[int] | None]]:
    """For zones whose owner does not see them: what the owner has been told of each place, as far as the viewer
    heard it; None where that is nothing."""
    zones = voice.program.zones
    blind = {n for n, zone in enumerate(zones) if zone.owner >= 0 and zone.seen_by in ("others", "nobody")}
    if not blind:
        return {}
    marks = Marks(voice.program, view.viewer).take_in(_blinded(event, blind) for event in view.log)
    return {
        zone: [None if faces == marks.every else faces for faces in marks.places[zone]]
        for zone in blind
        if view.viewer != zones[zone].owner
    }


def _blinded(event: Seen, blind: set[int]) -> Seen:
    """A move without its face where the owner of the target saw none."""
    if isinstance(event, Move) and event.target[0] in blind:
        return replace(event, face=None)
    return event
