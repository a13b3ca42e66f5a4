"""Which seats see the cards of a zone by its standing rule."""

from __future__ import annotations

from reglas.program.ir import ZoneInfo


def seers(zone: ZoneInfo, seats: int) -> int:
    """The seats that see the faces in a zone, as bits."""
    everyone = (1 << seats) - 1
    if zone.seen_by == "everyone":
        return everyone
    owner = 1 << zone.owner if zone.owner >= 0 else 0
    return {"owner": owner, "others": everyone & ~owner}.get(zone.seen_by, 0)
