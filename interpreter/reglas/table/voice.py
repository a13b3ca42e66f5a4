"""How things of a game in progress are called in a language: players, cards, zones, places, values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reglas.engine.notation import seat_letter
from reglas.language.types import NONE
from reglas.play import Game
from reglas.program import ir
from reglas.reading.messages import Message, say
from reglas.table.grammar import Term
from reglas.table.words import Words, filled


class Voice:
    """The words of a game, with the players' names. `names` are those of the first seats."""

    def __init__(self, game: Game, lang: str, names: Sequence[str] = ()) -> None:
        self.game, self.lang, self.names = game, lang, tuple(names)
        self.words = Words(game.spec, lang)
        self.program: ir.Program = game.program
        self.grammar = self.words.grammar
        self.kinds = {kind.name: kind for kind in self.program.kinds}
        self.attributes = [trait for trait in self.program.traits if trait.name in self.kinds]
        self.dice = dict(self._dice())

    def _dice(self) -> Iterator[tuple[int, tuple[str, int]]]:
        """The faces of dice, each with its kind and its value there."""
        model = self.game.spec.model
        for zone in self.program.zones:
            if model is not None and zone.dice:
                kind = self.kinds[model.dice[zone.family].faces.text]
                for offset, face in enumerate(zone.dice):
                    yield face, (kind.name, kind.low + offset)

    def put(self, message: Message) -> str:
        """A sentence of the program in this language."""
        return message.text(self.lang)

    # -- players ---------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """A player's name, or their letter."""
        return self.names[seat] if seat < len(self.names) else seat_letter(seat)

    def label(self, seat: int) -> str:
        """A player's name with their letter."""
        letter = seat_letter(seat)
        return f"{self.player(seat)} ({letter})" if seat < len(self.names) else letter

    # -- values and cards ------------------------------------------------------------------------------------------

    def value(self, sort: str, value: int) -> str:
        """A value of a kind, a player, a flag or a number."""
        return self.value_term(sort, value).one

    def value_term(self, sort: str, value: int) -> Term:
        """The same as a word with its forms."""
        if value == NONE:
            nothing = self.put(say("none"))
            return Term(nothing, nothing)
        if sort == "player":
            return Term(self.player(value), self.player(value))
        if sort == "flag":
            text = self.put(say("yes") if value else say("no"))
            return Term(text, text)
        if sort in self.kinds:
            kind = self.kinds[sort]
            return self.words.value(sort, kind.names[value - kind.low])
        return Term(str(value), str(value))

    def trait(self, attribute: ir.Attribute, face: int) -> str:
        """What a face has as an attribute."""
        return self.value(attribute.name, attribute.values[face])

    def card(self, face: int) -> str:
        """A card, by the template for its type; a die by the value that it shows."""
        if face in self.dice:
            return self.value(*self.dice[face])
        parts = {a.name: self.trait(a, face) for a in self.attributes_of(face)}
        model = self.game.spec.model
        for sort in model.cards.values() if model else ():
            if [word.text for word in sort.has if word.text in parts] == [*parts] == [w.text for w in sort.has]:
                template = self.words.card(sort.name)
                if template is not None:
                    return filled(template, parts)
        return " ".join(parts.values()) or self.program.faces[face]

    def attributes_of(self, face: int) -> list[ir.Attribute]:
        """The attributes that a face has."""
        return [a for a in self.attributes if a.values[face] != NONE and face not in self.dice]

    def cards(self, count: int) -> str:
        """So many cards."""
        return self.put(say("a card") if count == 1 else say("{n} cards", n=count))

    # -- zones and places ------------------------------------------------------------------------------------------

    def zone_key(self, number: int) -> Term | None:
        """The word for a zone's index in its family, unless a player owns it or there is none."""
        info = self.program.zones[number]
        model = self.game.spec.model
        per = model.per(info.family) if model is not None else None
        if info.owner >= 0 or info.key < 0 or per is None:
            return None
        return self.value_term(per.text, info.key)

    def zone(self, number: int) -> str:
        """A zone as it stands in a sentence."""
        info, term = self.program.zones[number], self.words.term("zones", self.program.zones[number].family)
        if info.owner >= 0:
            return self.grammar.owned(term, self.player(info.owner))
        key = self.zone_key(number)
        return self.grammar.the(term) if key is None else self.grammar.keyed(term, key)

    def place(self, zone: int, index: int | None, actor: int | None = None) -> str:
        """A card by its place; `actor` is who speaks of their own cards."""
        info = self.program.zones[zone]
        if index is None:
            if info.owner == actor:
                return self.put(say("a card"))
            return self.put(say("a card of {zone}", zone=self.zone(zone)))
        if info.owner >= 0 and info.owner == actor:
            return self.put(say("card {place}", place=index + 1))
        if info.owner >= 0:
            return self.put(say("card {place} of {player}", place=index + 1, player=self.player(info.owner)))
        return self.put(say("card {place} of {zone}", place=index + 1, zone=self.zone(zone)))

    # -- lists -----------------------------------------------------------------------------------------------------

    def listing(self, parts: Sequence[str]) -> str:
        """Things in a row: `1, 2 and 3`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.put(say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1]))
