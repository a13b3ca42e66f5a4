"""The table in words, one fact a line, for screen readers: no drawing, no columns, no signs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from reglas.knowledge.views import CardView, View, ZoneView
from reglas.reading.messages import say
from reglas.table import dice
from reglas.table.compact import in_words
from reglas.table.counters import NOTHING, counters, only_counted, zone_families
from reglas.table.phrases import Phrases
from reglas.table.rules_told import title
from reglas.table.screen import whose_turn
from reglas.table.told import Faces, Level, faces_of, told_to_owners
from reglas.table.voice import Voice


class Spoken:
    """Reads views of a game aloud."""

    def __init__(self, voice: Voice, phrases: Phrases) -> None:
        self.voice, self.phrases = voice, phrases

    def table(self, view: View, level: Level = "said") -> list[str]:
        """Everything on the table, without the moves."""
        lines = [", ".join(title(self.voice)), whose_turn(self.voice, view), *self._counters(view)]
        for zones in zone_families(view):
            if not only_counted(self.voice, zones):
                lines += self._family(view, zones, level)
        return self._finished(lines)

    def mine(self, view: View, level: Level = "said") -> list[str]:
        """The viewer's own cards."""
        return self._owned(view, level, True)

    def hands(self, view: View, level: Level = "said") -> list[str]:
        """Everybody else's cards."""
        return self._owned(view, level, False)

    def piles(self, view: View, level: Level = "said") -> list[str]:
        """The cards that belong to nobody and lie in a zone that is no family, such as a discard pile; where there is
        none, all that belong to nobody."""
        families = [z for z in zone_families(view) if z[0].owner is None and not only_counted(self.voice, z)]
        single = [zones for zones in families if not zones[0].key] or families
        return self._finished(text for zones in single for text in self._family(view, zones, level))

    def moves(self, view: View, fouls: Collection[str] = ()) -> list[str]:
        """The legal moves with their numbers; of `fouls` it is said that they break a rule."""
        lines = []
        for number, text in enumerate(view.moves, 1):
            move = self.phrases.write(text)
            if text in fouls:
                move = self.voice.put(say("{move}, which breaks a rule", move=move))
            lines.append(self.voice.put(say("move {number}: {move}", number=number, move=move)))
        return self._finished(lines)

    # -- parts -----------------------------------------------------------------------------------------------------

    def _finished(self, lines: Iterator[str] | Sequence[str]) -> list[str]:
        return [self.voice.grammar.finish(text.replace(NOTHING, self.voice.put(say("none")))) for text in lines]

    def _counters(self, view: View) -> list[str]:
        return [
            f"{counter.name}: {counter.value if counter.cards is None else self.voice.cards(counter.cards)}"
            for counter in counters(self.voice, view)
        ]

    def _owned(self, view: View, level: Level, mine: bool) -> list[str]:
        lines: list[str] = []
        for zones in zone_families(view):
            if zones[0].owner is not None:
                own = [zone for zone in zones if (zone.owner == view.viewer) == mine]
                lines += self._family(view, own, level)
        return self._finished(lines)

    def _family(self, view: View, zones: Sequence[ZoneView], level: Level) -> Iterator[str]:
        told = told_to_owners(self.voice, view, level)
        for zone in zones:
            if self.voice.are_dice(zone.number):
                yield from dice.spoken(self.voice, view, zone)
            elif zone.layout == "pile":
                yield from self._pile(zone)
            else:
                yield from self._cards(view, zone, told.get(zone.number, []), level)

    def _name(self, zone: ZoneView, view: View) -> str:
        term = self.voice.words.term("zones", zone.family)
        if zone.owner is not None and zone.owner == view.viewer:
            return self.voice.put(say("your {zone}", zone=term.one))
        return self.voice.zone(zone.number)

    def _pile(self, zone: ZoneView) -> Iterator[str]:
        voice, name, count = self.voice, self.voice.zone(zone.number), len(zone.cards)
        if not zone.cards:
            yield voice.put(say("{zone}: empty", zone=name))
            return
        faces = [card.face for card in zone.cards if card.face is not None]
        if zone.key and zone.cards[-1].face is not None:
            top = voice.card(zone.cards[-1].face)
            yield voice.put(say("{zone}: {cards}, {card} on top", zone=name, cards=voice.cards(count), card=top))
            return
        yield voice.put(say("{zone}: {cards}", zone=name, cards=voice.cards(count)))
        for face in sorted(set(faces)):
            times = faces.count(face)
            card = voice.card(face)
            if times == 1:
                yield voice.put(say("in {zone}: {card}", zone=name, card=card))
            else:
                yield voice.put(say("in {zone}: {card}, {n} times", zone=name, card=card, n=times))

    def _cards(self, view: View, zone: ZoneView, told: Sequence[Faces], level: Level) -> Iterator[str]:
        voice, name = self.voice, self._name(zone, view)
        if not zone.cards:
            yield voice.put(say("{zone}: empty", zone=name))
        elif not zone.follows:
            yield voice.put(say("{zone}: {cards}", zone=name, cards=voice.cards(len(zone.cards))))
        elif zone.number in voice.mixed and all(c.face is None and faces_of(c, level) is None for c in zone.cards):
            yield voice.put(say("{zone}: {cards}, face down", zone=name, cards=voice.cards(len(zone.cards))))
        else:
            for place, card in enumerate(zone.cards, 1):
                words = self._card(card, told[place - 1] if place <= len(told) else None, level)
                yield voice.put(say("{zone}, card {place}: {card}", zone=name, place=place, card=words))

    def _card(self, card: CardView, told: Faces, level: Level) -> str:
        voice = self.voice
        if card.face is None:
            return in_words(voice, faces_of(card, level)) or voice.put(say("nothing is known of it"))
        heard = in_words(voice, told)
        if not heard:
            return voice.card(card.face)
        return voice.put(say("{card}; its owner was told: {marks}", card=voice.card(card.face), marks=heard))
