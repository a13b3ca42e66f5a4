"""Views: what one viewer may see of a state. A surface gets these, and never a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reglas.knowledge.seen import Seen, Viewer


@dataclass(frozen=True)
class CardView:
    """A card in a zone: its face (a number of the program) or None; for a hidden card that can be followed, the
    faces it may have, or None when they are all: `said` by what was said of it, `may_be` by what was said and not
    said, and, where the view was asked to count, `counted` by counting what lies elsewhere too."""

    face: int | None
    may_be: tuple[int, ...] | None = None
    said: tuple[int, ...] | None = None
    counted: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ZoneView:
    """A zone: its family, its index there as written (a seat's letter, a kind's value) or empty, its cards from
    place 1 on, and whether the viewer can tell its places apart."""

    number: int
    family: str
    key: str
    owner: int | None
    layout: str
    cards: tuple[CardView, ...]
    follows: bool


@dataclass(frozen=True)
class HoldingView:
    """A token or memory: its name, which of the family (or empty), and its value as written."""

    name: str
    sort: str
    key: str
    text: str
    value: int | None
    most: int | None


@dataclass(frozen=True)
class View:
    """All that a viewer may know of a state: zones, tokens and memory they see, the log of what they saw, who is to
    act, their own legal moves (canonical text) if they are, and how it ended.

    `viewer` is a seat, `knowledge.seen.SPECTATOR` or `OBSERVER`.
    """

    viewer: Viewer
    seats: int
    to_act: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    holdings: tuple[HoldingView, ...]
    log: tuple[Seen, ...]
    moves: tuple[str, ...]
    ended: str | None

    def zone(self, family: str, key: str = "") -> ZoneView:
        """A zone by its family and index as written."""
        return next(z for z in self.zones if z.family == family and z.key == key)

    def holding(self, name: str, key: str = "") -> HoldingView:
        """A token or memory by its name and index as written."""
        return next(h for h in self.holdings if h.name == name and h.key == key)

    def to_json(self, faces: tuple[str, ...]) -> dict[str, Any]:
        """The view as plain data, without the log; `faces` are the texts of the program's faces."""
        return {
            "viewer": self.viewer,
            "to_act": list(self.to_act),
            "zones": [_zone_json(zone, faces) for zone in self.zones],
            "holdings": {f"{h.name}({h.key})" if h.key else h.name: h.text for h in self.holdings},
            "moves": list(self.moves),
            "ended": self.ended,
        }


def _zone_json(zone: ZoneView, faces: tuple[str, ...]) -> dict[str, Any]:
    cards: list[Any] = []
    for card in zone.cards:
        if card.face is not None:
            cards.append(faces[card.face])
        elif card.may_be is not None:
            cards.append({"may_be": [faces[f] for f in card.may_be]})
        else:
            cards.append(None)
    return {"zone": zone.family, "key": zone.key, "cards": cards}
