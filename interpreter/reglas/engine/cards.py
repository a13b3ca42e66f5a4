"""Zones in the row: cards leaving, entering, changing places, and the bag of a shuffled zone."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.sight import seers


class Cards:
    """Works on the zones of a row. A card is the cell in which its face lies."""

    def __init__(self, program: ir.Program, zone_of: Sequence[int]) -> None:
        self.zones = program.zones
        self.zone_of = zone_of
        self.seers = [seers(zone, program.seats) for zone in program.zones]
        self.watched = any(zone.saw for zone in program.zones)

    def take(self, s: list[int], card: int, held: Sequence[int]) -> tuple[int, int]:
        """Take a card out: its face, and its place from 0. Cards behind it close up, also where they are held."""
        zone = self.zones[self.zone_of[card]]
        start, size = zone.start, s[zone.start - 1]
        face, last = s[card], start + size - 1
        if card != last:
            s[card:last] = s[card + 1 : last + 1]
            if zone.shuffled:
                blocks = start + zone.most
                at = blocks + card - start
                s[at : blocks + size - 1] = s[at + 1 : blocks + size]
            for cell in held:
                if card < s[cell] <= last:
                    s[cell] -= 1
        s[last] = 0
        if zone.shuffled:
            s[last + zone.most] = 0
        if zone.saw:
            s[card + zone.saw : last + zone.saw + 1] = [*s[card + zone.saw + 1 : last + zone.saw + 1], 0]
        s[start - 1] = size - 1
        return face, card - start

    def put(self, s: list[int], face: int, number: int, at: int, held: Sequence[int]) -> int:
        """Put a card into a zone at a place from 0; the cell where it then lies."""
        zone = self.zones[number]
        start, size = zone.start, s[zone.start - 1]
        card, end = start + at, start + size
        if card != end:
            s[card + 1 : end + 1] = s[card:end]
            if zone.shuffled:
                s[card + 1 + zone.most : end + 1 + zone.most] = s[card + zone.most : end + zone.most]
            for cell in held:
                if card <= s[cell] < end:
                    s[cell] += 1
        s[card] = face
        if zone.shuffled:
            s[card + zone.most] = 0
        if zone.saw:
            s[card + zone.saw : end + zone.saw + 1] = [self.seers[number], *s[card + zone.saw : end + zone.saw]]
        s[start - 1] = size + 1
        return card

    def saw(self, s: Sequence[int], card: int) -> int:
        """The seats that ever saw a card, as bits; none where that is not kept."""
        at = self.zones[self.zone_of[card]].saw
        return s[card + at] if at else 0

    def look(self, s: list[int], card: int, seats: int) -> None:
        """Seats, as bits, have seen a card."""
        at = self.zones[self.zone_of[card]].saw
        if at:
            s[card + at] |= seats

    def swap(self, s: list[int], a: int, b: int) -> None:
        """Two cards change places; each was seen where it lay and is seen where it lies."""
        s[a], s[b] = s[b], s[a]
        if self.watched:
            both = self.seers[self.zone_of[a]] | self.seers[self.zone_of[b]]
            x, y = self.zones[self.zone_of[a]].saw, self.zones[self.zone_of[b]].saw
            s[a + x], s[b + y] = s[b + y] | both, s[a + x] | both

    def full(self, s: list[int], number: int) -> bool:
        """Does a zone hold its most?"""
        return s[self.zones[number].start - 1] >= self.zones[number].most

    def shuffle(self, s: list[int], number: int, held: Sequence[int]) -> None:
        """Make a zone an unordered bag: faces sorted, all unsettled. Nobody holds any one of its cards any more."""
        zone = self.zones[number]
        start, size = zone.start, s[zone.start - 1]
        s[start : start + size] = sorted(s[start : start + size])
        s[start + zone.most : start + zone.most + size] = [1] * size
        if zone.saw:
            s[start + zone.saw : start + zone.saw + size] = [0] * size
        for cell in held:
            if start <= s[cell] < start + size:
                s[cell] = NONE

    def unsettled(self, s: list[int], card: int) -> bool:
        """Is it still open what this card is, or what this die shows?"""
        zone = self.zones[self.zone_of[card]]
        return s[card] == ir.UNROLLED if zone.dice else bool(zone.shuffled and s[card + zone.most])

    def bag(self, s: list[int], number: int) -> Sequence[int]:
        """The cells of a zone's unsettled cards, in order; their faces are sorted."""
        zone = self.zones[number]
        start, blocks = zone.start, zone.start + zone.most
        marks = s[blocks : blocks + s[start - 1]]
        count = sum(marks)
        if 1 not in marks[count:]:
            return range(start, start + count)  # settled cards lie on top, as they nearly always do
        return [start + offset for offset, mark in enumerate(marks) if mark]

    def settle(self, s: list[int], card: int, face: int) -> None:
        """Settle an unsettled card as having a face of the bag; what is left of the bag stays sorted."""
        number = self.zone_of[card]
        if self.watched:
            self.look(s, card, self.seers[number])
        bag = self.bag(s, number)
        if isinstance(bag, range) and card == bag[-1]:
            s.insert(card, s.pop(s.index(face, bag[0], card + 1)))
            s[card + self.zones[number].most] = 0
            return
        faces = [s[c] for c in bag]
        faces.remove(face)
        for cell, left in zip((c for c in bag if c != card), faces, strict=True):
            s[cell] = left
        s[card] = face
        s[card + self.zones[number].most] = 0
