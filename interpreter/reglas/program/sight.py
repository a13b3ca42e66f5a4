"""Which seats see what, by its standing rule."""

from __future__ import annotations

from reglas.program.ir import Holding, ZoneInfo


def sees(seen_by: str, owner: int, viewer: int) -> bool:
    """Does a viewer, a seat or below 0 none, see what is `seen_by`, of a seat or (-1) of nobody's?"""
    if seen_by == "owner":
        return viewer >= 0 and viewer == owner
    if seen_by == "others":
        return viewer >= 0 and viewer != owner
    return seen_by == "everyone"


def seers(zone: ZoneInfo, seats: int) -> int:
    """The seats that see the faces in a zone, as bits."""
    return sum(1 << seat for seat in range(seats) if sees(zone.seen_by, zone.owner, seat))


def sees_holding(holding: Holding, index: int, viewer: int) -> bool:
    """Does a viewer see a token or memory, of a family the one at an index? Only what is of players has an owner."""
    if holding.per != "player":
        return holding.seen_by == "everyone"
    return sees(holding.seen_by, index, viewer)
