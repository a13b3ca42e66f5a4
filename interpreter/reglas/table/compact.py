"""Cards and what is known of them as short marks, by the signs of the words: `R3`, `R?`, `?3`, `R/A ?`.

A value without a sign is shown by its word, and a card by the template for its type.
"""

from __future__ import annotations

from collections.abc import Collection

from reglas.language.types import NONE
from reglas.program import ir
from reglas.reading.messages import say
from reglas.table.pieces import Piece
from reglas.table.voice import Voice

UNKNOWN = "?"
NAMED = 3
"""So many values or faces are named one by one; of more it is told which they are not."""


def card(voice: Voice, face: int) -> Piece:
    """A card whose face is seen."""
    if face in voice.dice:
        return Piece(voice.card(face))
    attributes = voice.attributes_of(face)
    parts = [_sign(voice, a, a.values[face]) for a in attributes]
    text = "".join(parts) if _short(parts) else voice.card(face)
    return Piece(text, _color(voice, {face}))


def known(voice: Voice, faces: Collection[int] | None) -> Piece:
    """What is known of a card whose face is hidden: all that it may be, as far as few marks say it."""
    if faces is None:
        return Piece(UNKNOWN, hidden=True)
    if len(faces) == 1:
        (face,) = faces
        return Piece(card(voice, face).text, _color(voice, faces), hidden=True)
    parts = [_named(voice, a, faces) for a in voice.attributes]
    if len(faces) <= NAMED and not _product(voice, faces):
        text = "/".join(card(voice, face).text for face in sorted(faces))
    elif all(part == UNKNOWN for part in parts):
        text = UNKNOWN
    else:
        text = ("" if _short(parts) else " ").join(parts)
    return Piece(text, _color(voice, faces), hidden=True)


def ruled_out(voice: Voice, faces: Collection[int] | None) -> str:
    """What a hidden card is not, where `known` does not say it already: `R,1`."""
    if faces is None or (len(faces) <= NAMED and not _product(voice, faces)):
        return ""
    gone = []
    for attribute in voice.attributes:
        if _named(voice, attribute, faces) == UNKNOWN:
            left = _left(attribute, faces)
            gone += [_sign(voice, attribute, v) for v in sorted(_every(voice, attribute) - left)]
    return ",".join(gone)


def in_words(voice: Voice, faces: Collection[int] | None) -> str:
    """The same in words only; empty when nothing is known."""
    if faces is None:
        return ""
    if len(faces) == 1:
        return voice.card(next(iter(faces)))
    if len(faces) <= NAMED and not _product(voice, faces):
        return _either(voice, [voice.card(face) for face in sorted(faces)])
    said = []
    for attribute in voice.attributes:
        left = _left(attribute, faces)
        gone = _every(voice, attribute) - left
        if not gone:
            continue
        if _few(left, gone):
            said.append(_either(voice, [_spoken(voice, attribute, v) for v in sorted(left)]))
        else:
            said += [voice.put(say("not {value}", value=_spoken(voice, attribute, v))) for v in sorted(gone)]
    return ", ".join(said)


def _spoken(voice: Voice, attribute: ir.Attribute, value: int) -> str:
    """A value in words; a number with what it is the number of."""
    text = voice.value(attribute.name, value)
    return f"{voice.words.term('kinds', attribute.name).one} {text}" if text.lstrip("-").isdigit() else text


def _either(voice: Voice, parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return voice.put(say("{first} or {last}", first=", ".join(parts[:-1]), last=parts[-1]))


# -- values -------------------------------------------------------------------------------------------------------


def _every(voice: Voice, attribute: ir.Attribute) -> set[int]:
    return {v for v, n in zip(attribute.values, voice.program.copies, strict=True) if n} - {NONE}


def _left(attribute: ir.Attribute, faces: Collection[int]) -> set[int]:
    return {attribute.values[face] for face in faces} - {NONE}


def _few(left: Collection[int], gone: Collection[int]) -> bool:
    return len(left) < 2 or (len(left) <= NAMED and len(left) <= len(gone))


def _named(voice: Voice, attribute: ir.Attribute, faces: Collection[int]) -> str:
    """The values a card may have, if they are few."""
    left = _left(attribute, faces)
    if not _few(left, _every(voice, attribute) - left):
        return UNKNOWN
    return "/".join(_sign(voice, attribute, v) for v in sorted(left))


def _product(voice: Voice, faces: Collection[int]) -> bool:
    """Do the values of each attribute, taken apart, say all that is known?"""
    left = [_left(a, faces) | {NONE} for a in voice.attributes]
    fitting = [
        face
        for face, copies in enumerate(voice.program.copies)
        if copies and all(a.values[face] in values for a, values in zip(voice.attributes, left, strict=True))
    ]
    return len(fitting) == len(set(faces))


def _sign(voice: Voice, attribute: ir.Attribute, value: int) -> str:
    term = voice.value_term(attribute.name, value)
    return term.sign or term.one


def _short(parts: Collection[str]) -> bool:
    """May these stand without a blank between them?"""
    return all(len(part) <= 2 for part in parts)


def _color(voice: Voice, faces: Collection[int]) -> str:
    """The colour of an attribute that is settled, if it has one."""
    for attribute in voice.attributes:
        left = _left(attribute, faces)
        if len(left) == 1:
            color = voice.value_term(attribute.name, next(iter(left))).color
            if color:
                return color
    return ""
