"""Dice: drawn in small frames, told by how they fell. A die is never called a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reglas.knowledge.seen import Roll, Viewer
from reglas.knowledge.views import CardView, View, ZoneView
from reglas.reading.messages import say
from reglas.table.pieces import STRONG, Line, Piece, joined, line
from reglas.table.voice import Voice

FACE_DOWN = "[?]"
WHITE = "white"
MARGIN = 2


def is_dice(voice: Voice, zones: Sequence[ZoneView]) -> bool:
    """Do dice lie in a family of zones?"""
    return voice.are_dice(zones[0].number)


def die(voice: Voice, card: CardView) -> Piece:
    """A die: its face in a frame, or a frame with a question mark where it lies hidden."""
    if card.face is None:
        return Piece(FACE_DOWN, hidden=True)
    term = voice.die_term(card.face)
    return Piece(f"[{term.sign or term.one}]", term.color or WHITE)


def draw(voice: Voice, view: View, zones: Sequence[ZoneView]) -> list[Line]:
    """A line for the dice of each player, or one for dice that are nobody's. A set that was not rolled is not shown."""
    rolled = [zone for zone in zones if zone.cards]
    if not rolled:
        return []
    term = voice.words.term("zones", zones[0].family)
    if zones[0].owner is None:
        return [line(f"{term.many if len(zones) > 1 else term.one}: ") + _dice(voice, zone) for zone in rolled]
    labels = [_label(voice, view, zone) for zone in rolled]
    margin = max(label.wide for label in labels) + MARGIN
    rows = [label.padded(margin) + _dice(voice, zone) for label, zone in zip(labels, rolled, strict=True)]
    return [line(f"{term.many}:"), *rows]


def _dice(voice: Voice, zone: ZoneView) -> Line:
    return joined([die(voice, card) for card in zone.cards], " ")


def _label(voice: Voice, view: View, zone: ZoneView) -> Line:
    assert zone.owner is not None
    text, acts = voice.label(zone.owner), zone.owner in view.to_act
    if zone.owner == view.viewer:
        text = voice.put(say("{player}, you", player=text))
    return Line((Piece("> " if acts else "  "), Piece(text, STRONG if acts else "")))


def spoken(voice: Voice, view: View, zone: ZoneView) -> Iterator[str]:
    """The dice of a zone in words; nothing of dice that were not rolled."""
    if not zone.cards:
        return
    name = voice.dice(zone.number)
    if zone.owner is not None and zone.owner == view.viewer:
        name = voice.put(say("your dice"))
    faces = [card.face for card in zone.cards if card.face is not None]
    if len(faces) == len(zone.cards):
        yield voice.put(say("{zone}: {cards}", zone=name, cards=fallen(voice, faces)))
    else:
        yield voice.put(say("{zone}: {cards}, face down", zone=name, cards=counted(voice, len(zone.cards))))


def counted(voice: Voice, number: int) -> str:
    """So many dice."""
    return voice.put(say("a die") if number == 1 else say("{n} dice", n=number))


def fallen(voice: Voice, faces: Sequence[int]) -> str:
    """How dice fell."""
    return voice.listing([voice.die_term(face).one for face in faces])


def rolled(voice: Voice, viewer: Viewer, rolls: Sequence[Roll]) -> str:
    """Rolls that belong in one sentence, as a viewer saw them."""
    owners = [voice.program.zones[roll.zone].owner for roll in rolls]
    if owners[0] < 0:
        return _nobodys(voice, rolls[-1])
    if len(rolls) == 1:
        return _one(voice, viewer, owners[0], rolls[0])
    seen = [(owner, roll.faces) for owner, roll in zip(owners, rolls, strict=True) if roll.faces is not None]
    if not seen:
        return voice.put(say("the dice are rolled"))
    if len(seen) == 1 and seen[0][0] == viewer:
        return voice.put(say("the dice are rolled; yours show {faces}", faces=fallen(voice, seen[0][1])))
    shares = ", ".join(f"{voice.player(owner)} {'-'.join(_short(voice, faces))}" for owner, faces in seen)
    return voice.put(say("the dice are rolled: {shares}", shares=shares))


def _short(voice: Voice, faces: Sequence[int]) -> Iterator[str]:
    for face in faces:
        yield voice.die_term(face).one


def _nobodys(voice: Voice, roll: Roll) -> str:
    name = voice.dice(roll.zone)
    if roll.faces is None:
        return voice.put(say("{dice} rolled, face down", dice=name))
    return voice.put(say("{dice} rolled: {faces}", dice=name, faces=fallen(voice, roll.faces)))


def _one(voice: Voice, viewer: Viewer, owner: int, roll: Roll) -> str:
    if roll.faces is None:
        return voice.put(say("{player} rolls {dice}, face down", player=voice.player(owner),
                             dice=counted(voice, roll.count)))  # fmt: skip
    if owner == viewer:
        return voice.put(say("you roll {faces}", faces=fallen(voice, roll.faces)))
    return voice.put(say("{player} rolls {dice}", player=voice.player(owner), dice=fallen(voice, roll.faces)))
