"""The canonical text of moves: the action, then its picks in order, places counted from 1: `give B 2`.

Records, scenarios and the programming interface use this text only, and it is the same in every language.
"""

from __future__ import annotations

from dataclasses import dataclass

from reglas.engine.chance import Chance
from reglas.engine.machine import Machine, Move
from reglas.language.spelling import nearest
from reglas.program import ir
from reglas.reading.messages import Message, say

DECLINE = "-"
"""The canonical text of doing nothing of what is offered."""


def seat_letter(seat: int) -> str:
    """A, B, C .. for seats from 0; after Z: A1, B1 .."""
    letter = chr(ord("A") + seat % 26)
    return letter if seat < 26 else f"{letter}{seat // 26}"


def seat_number(text: str) -> int | None:
    """The seat of a letter, or None."""
    if not text or not text[0].isascii() or not text[0].isalpha() or (text[1:] and not text[1:].isdigit()):
        return None
    return ord(text[0].upper()) - ord("A") + 26 * int(text[1:] or 0)


class Unreadable(Exception):
    """A text that is no move: what is wrong, at which character, and what would do."""

    def __init__(self, message: Message, at: int, help: Message | None = None) -> None:
        super().__init__(message.text())
        self.message, self.at, self.help = message, at, help


class Outside(Exception):
    """A text that reads as a move whose pick does not exist: a seat or place beyond what there is."""

    def __init__(self, message: Message, pick: str) -> None:
        super().__init__(message.text())
        self.message, self.pick = message, pick


@dataclass(frozen=True)
class Token:
    """A word of a text, and where it begins."""

    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """The words of a text."""
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        found.append(Token(word, at))
        at += len(word)
    return found


def grouped(picks: tuple[ir.Pick, ...]) -> list[tuple[ir.Pick, ...]]:
    """Picks, those together that an action picks at once: they have one name, and any order will do."""
    names = dict.fromkeys(pick.name for pick in picks)
    return [tuple(pick for pick in picks if pick.name == name) for name in names]


class Notation:
    """Writes and reads the moves of a machine's program."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program = machine, machine.program
        self.kinds = {kind.name: kind for kind in self.program.kinds}

    # -- writing ---------------------------------------------------------------------------------------------------

    def write(self, decision: int, move: Move) -> str:
        """The canonical text of a move."""
        if move[0] == len(self.program.decisions[decision].alternatives):
            return DECLINE
        alternative = self.program.decisions[decision].alternatives[move[0]]
        parts = [self.value(p, v) for p, v in zip(alternative.picks, move[1:], strict=True)]
        return " ".join([alternative.action, *parts])

    def value(self, pick: ir.Pick, value: int) -> str:
        """The text of a pick's value."""
        if pick.sort == "card":
            zone, index = self.machine.place(value)
            return self.place(pick, zone, index)
        return self.plain(pick.sort, value)

    def place(self, pick: ir.Pick, zone: int, index: int) -> str:
        """A place, with its zone where places of several zones are told apart."""
        if not pick.zones:
            return str(index + 1)
        return f"{self.zone_text(zone)}{index + 1}"

    def zone_text(self, zone: int) -> str:
        """The short text of a zone before a place: the owner's letter, the kind's value, or the zone's name."""
        info = self.program.zones[zone]
        if info.owner >= 0:
            return seat_letter(info.owner)
        if info.key >= 0:
            return f"{info.family}-{info.key}:"
        return f"{info.family}:"

    def plain(self, sort: str, value: int) -> str:
        """The text of a value that is no card."""
        if sort == "player":
            return seat_letter(value)
        if sort == "flag":
            return "true" if value else "false"
        if sort in self.kinds:
            kind = self.kinds[sort]
            return kind.names[value - kind.low]
        return str(value)

    def outcome(self, of: str, value: int) -> str:
        """The text of an outcome of chance."""
        return self.program.faces[value] if of == "card" else self.plain(of, value)

    def outcome_named(self, chance: Chance, text: str) -> int | None:
        """The outcome of a text, the words of a face in any order; None when there is none such."""
        wanted = sorted(str(text).split())
        if chance.sort == "card":
            faces = enumerate(self.program.faces)
            return next((n for n, f in faces if self.program.copies[n] and sorted(f.split()) == wanted), None)
        written = ((value, self.outcome(chance.of, value)) for value in chance.bag)
        return next((value for value, name in written if sorted(name.split()) == wanted), None)

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, row: list[int], text: str) -> Move:
        """The move a text means at the decision where the flow rests. Raises `Unreadable` and `Outside`."""
        words = tokens(text)
        decision = self.machine.decision(row)
        alternatives = self.program.decisions[decision].alternatives if decision is not None else ()
        if not words:
            raise Unreadable(say("nothing is written"), 0)
        head, *rest = words
        if head.text == DECLINE and decision is not None and self.program.decisions[decision].declined >= 0:
            if rest:
                raise Unreadable(say("nothing is wanted after this: `{text}`", text=rest[0].text), rest[0].at)
            return (len(alternatives),)
        for number, alternative in enumerate(alternatives):
            if alternative.action == head.text:
                return (number, *self.picks(row, alternative, rest, len(text)))
        names = {a.action for d in self.program.decisions for a in d.alternatives}
        if head.text in names or head.text == DECLINE:
            raise Outside(say("`{action}` cannot be chosen now", action=head.text), head.text)
        near = nearest(head.text, names)
        help = say("did you mean `{near}`?", near=near) if near else None
        raise Unreadable(say("there is no action `{action}`", action=head.text), head.at, help)

    def picks(self, row: list[int], alternative: ir.Alternative, words: list[Token], end: int) -> tuple[int, ...]:
        """The values of the picks."""
        values: list[int] = []
        for group in grouped(alternative.picks):
            here = zip(group, words[len(values) :], strict=False)
            found = sorted(self.parse(row, pick, word) for pick, word in here)
            for pick, value in zip(group, found, strict=False):
                self.machine.locals[pick.slot] = value  # a later pick may be of a zone that this one names
            values += found
        if len(words) < len(alternative.picks):
            raise Unreadable(self.missing(alternative, len(words)), end)
        if len(words) > len(alternative.picks):
            extra = words[len(alternative.picks)]
            raise Unreadable(say("nothing is wanted after this: `{text}`", text=extra.text), extra.at)
        return tuple(values)

    def missing(self, alternative: ir.Alternative, given: int) -> Message:
        """What a move lacks that has so many of its picks; of several picked at once, how many are wanted."""
        pick = alternative.picks[given]
        same = [number for number, other in enumerate(alternative.picks) if other.name == pick.name]
        if len(same) == 1:
            return say("`{action}` needs one thing more: {pick} ({sort})", action=alternative.action, pick=pick.name,
                       sort=pick.sort)  # fmt: skip
        return say("`{action}` needs {count} of {pick} ({sort}), not {found}", action=alternative.action,
                   count=len(same), pick=pick.name, sort=pick.sort, found=given - same[0])  # fmt: skip

    def parse(self, row: list[int], pick: ir.Pick, word: Token) -> int:
        """The value of one pick."""
        if pick.sort == "card":
            return self.card(row, pick, word)
        if pick.sort == "player":
            seat = seat_number(word.text)
            if seat is None:
                raise Unreadable(say("`{text}` is no player; players are A, B, ..", text=word.text), word.at)
            if seat >= self.program.seats:
                raise Outside(say("there is no player {player}", player=word.text.upper()), pick.name)
            return seat
        names = [self.plain(pick.sort, v) for v in range(pick.low, pick.low + pick.radix)]
        if word.text in names:
            return pick.low + names.index(word.text)
        if self._a_number(word.text) and self._a_number(names[0]):
            raise Outside(say("{pick} is {low}..{high}", pick=pick.name, low=names[0], high=names[-1]), pick.name)
        near = nearest(word.text, names)
        help = say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(names))
        raise Unreadable(say("`{text}` is no {pick}", text=word.text, pick=pick.name), word.at, help)

    @staticmethod
    def _a_number(text: str) -> bool:
        return text.lstrip("-").isdigit()

    def card(self, row: list[int], pick: ir.Pick, word: Token) -> int:
        """A card by its place."""
        text = word.text
        zones = pick.zones or self._zones(row, pick)
        if pick.zones:
            zones = tuple(z for z in zones if text.upper().startswith(self.zone_text(z).upper()))
            if not zones:
                raise Unreadable(say("`{text}` is no place; a place is such as A1", text=text), word.at)
            text = text[len(self.zone_text(zones[0])) :]
        if not text.isascii() or not text.isdigit():
            raise Unreadable(say("`{text}` is no place; places count from 1", text=word.text), word.at)
        index = int(text)
        if not zones or not 1 <= index <= row[self.program.zones[zones[0]].start - 1]:
            raise Outside(say("there is no card at place {place}", place=word.text), pick.name)
        return self.program.zones[zones[0]].start + index - 1

    def _zones(self, row: list[int], pick: ir.Pick) -> tuple[int, ...]:
        """The one zone from which a card is picked, where it lies open which: that of the domain's cards."""
        items = self.machine.evaluator.value(pick.domain)(row, self.machine.locals)
        return tuple({self.machine.evaluator.zone_of[card]: None for card in items})
