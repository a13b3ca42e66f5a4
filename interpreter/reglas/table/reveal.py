"""Whether a move may be taken back: not after chance spoke, nor after somebody came to know of a hidden card.

This is derived from what happened, never declared by an author. It is strict: what was told to one counts for all.
"""

from __future__ import annotations

from collections.abc import Iterable

from reglas.engine import events as ev
from reglas.knowledge.seen import Eyes, Look, Move, Roll, Seen, Swap


def reveals(eyes: Eyes, events: Iterable[Seen]) -> bool:
    """Did anybody learn of a hidden card by these events, as the observer saw them, or was there a shuffle?"""
    return any(_reveals(eyes, event) for event in events)


def _reveals(eyes: Eyes, event: Seen) -> bool:
    match event:
        case Move(_, source, target):
            return bool(_sees(eyes, target[0]) - _sees(eyes, source[0]))
        case Swap(first, _, second, _):
            return _sees(eyes, first[0]) != _sees(eyes, second[0])
        case Look(places, _, to):
            return any(set(to) - _sees(eyes, zone) for zone, _ in places)
        case ev.Told(places, _, _, to):
            return any(to - _sees(eyes, zone) for zone, _ in places)
        case Roll() | ev.Voided():
            return True
    return isinstance(event, ev.Shuffled | ev.Implied | ev.ImpliedThrow | ev.Skipped)


def _sees(eyes: Eyes, zone: int) -> set[int]:
    return {seat for seat in range(eyes.program.seats) if eyes.sees_zone(seat, zone)}
