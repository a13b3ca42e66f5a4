"""Tokens, memory, and what a zone is called: parts of the table that drawing and reading aloud share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reglas.engine.notation import seat_number
from reglas.knowledge.views import HoldingView, View, ZoneView
from reglas.table.voice import Voice

NOTHING = "–"


@dataclass(frozen=True)
class Counter:
    """A token or memory of the table, or a pile of which only the number is known: its name, what it is, whether it
    is a number, and of how many cards."""

    name: str
    value: str
    number: bool
    cards: int | None = None


def counters(voice: Voice, view: View) -> list[Counter]:
    """Tokens, then piles that nobody sees, then memory."""
    shown = [h for h in view.holdings if h.sort == "token" or voice.words.has("memory", h.name)]
    found = [_holding(voice, family) for family in _families(shown) if not _bare(voice, family)]
    piles = [
        Counter(zone_name(voice, zone), str(len(zone.cards)), True, len(zone.cards))
        for zones in zone_families(view)
        if only_counted(voice, zones)
        for zone in zones
    ]
    return [c for c in found if c.number] + piles + [c for c in found if not c.number]


def zone_families(view: View) -> Iterator[list[ZoneView]]:
    """The zones, those of a family together."""
    for family in dict.fromkeys(zone.family for zone in view.zones):
        yield [zone for zone in view.zones if zone.family == family]


def only_counted(voice: Voice, zones: Sequence[ZoneView]) -> bool:
    """A pile that nobody sees is only counted, unless somebody knows something of it."""
    info = voice.program.zones[zones[0].number]
    known = any(card.face is not None or card.may_be is not None for zone in zones for card in zone.cards)
    return info.layout == "pile" and (info.seen_by == "nobody" or bool(zones[0].cards)) and not known


def zone_name(voice: Voice, zone: ZoneView) -> str:
    """A zone in a list, without article."""
    name = voice.words.term("zones", zone.family).one
    if zone.owner is not None:
        return f"{name} {voice.player(zone.owner)}"
    key = voice.zone_key(zone.number)
    return name if key is None else f"{name} {key.one}"


def _families(holdings: Sequence[HoldingView]) -> Iterator[list[HoldingView]]:
    for name in dict.fromkeys(holding.name for holding in holdings):
        yield [holding for holding in holdings if holding.name == name]


def _holding(voice: Voice, family: Sequence[HoldingView]) -> Counter:
    first = family[0]
    token = first.sort == "token"
    name = voice.words.term("tokens", first.name).many if token else voice.words.term("memory", first.name).one
    if first.sort != "token" and first.key and _of(voice, first) == "flag":  # only those of whom it is true
        return Counter(name, ", ".join(_key(voice, h) for h in family if h.text == "true") or NOTHING, token)
    value = ", ".join(f"{_key(voice, h)} {_written(voice, h)}".strip() for h in family) or NOTHING
    return Counter(name, value, token)


def _bare(voice: Voice, family: Sequence[HoldingView]) -> bool:
    """Is there nothing to be said of memory: an empty list, or flags that hold for nobody?"""
    info = next(h for h in voice.program.holdings if h.name == family[0].name)
    if info.listed:
        return not family[0].text
    return info.sort != "token" and info.of == "flag" and bool(info.per) and all(h.text != "true" for h in family)


def _of(voice: Voice, holding: HoldingView) -> str:
    return next(h.of for h in voice.program.holdings if h.name == holding.name)


def _key(voice: Voice, holding: HoldingView) -> str:
    if not holding.key:
        return ""
    per = next(h.per for h in voice.program.holdings if h.name == holding.name)
    return _player(voice, holding.key) if per == "player" else voice.words.value(per, holding.key).one


def _written(voice: Voice, holding: HoldingView) -> str:
    info = next(h for h in voice.program.holdings if h.name == holding.name)
    if holding.text in ("", "none"):
        return NOTHING
    if info.fields:
        sorts = [of for _, of in info.fields]
        records = [record.split(", ") for record in holding.text[1:-1].split("), (")]
        return ", ".join(" ".join(_value(voice, of, v) for of, v in zip(sorts, r, strict=True)) for r in records)
    return ", ".join(_value(voice, info.of, value) for value in holding.text.split(", "))


def _value(voice: Voice, sort: str, text: str) -> str:
    if text == "none":
        return NOTHING
    if sort in voice.kinds:
        return voice.words.value(sort, text).one
    if sort == "player":
        return _player(voice, text)
    return voice.value("flag", text == "true") if sort == "flag" else text


def _player(voice: Voice, letter: str) -> str:
    seat = seat_number(letter)
    return letter if seat is None else voice.player(seat)
