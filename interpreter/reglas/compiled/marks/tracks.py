"""Which marks a row keeps, and where: what each viewer may know of hidden cards, as far as anything ever is known.

Marks are those of `knowledge.marks`, of each seat and of the spectator, the public. Two things are kept of a card in a
zone, in blocks of cells behind those of the game, one for each place as the zone's own:

- who knows its face, as bits: a seat's, then the spectator's. Nothing else has to be kept for them, since it is the
  face that lies there.
- what it may be for all others by what was told: a bit for each face, in words. If all that is told is told to
  everybody, it is the same for everybody; else each viewer has words of their own.

Most zones keep neither: nobody ever knows a card of a deck, and of what lies open nothing has to be known. So what can
get where is worked out beforehand, by families of zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reglas.compiled.passes.holders import holders
from reglas.program import ir
from reglas.program.sight import sees

WORD = 60
"""How many faces go into a word."""
SPECTATOR = -1
"""As in `knowledge.seen`."""


class Tracks:
    """What is kept of marks in the rows of a program. Of each zone: `looks`, who sees it, `hidden`, whose marks of it
    count since they do not see it and can tell its places apart, both as bits; `know` and `told`, how far after a
    card's cell it is kept who knows the card, and what was told of it (0: not at all)."""

    def __init__(self, program: ir.Program) -> None:
        self.program, self.first = program, len(program.row)
        self.viewers = [*range(program.seats), SPECTATOR]
        self.words = -(-len(program.faces) // WORD)
        self.cards = [face for face, copies in enumerate(program.copies) if copies]
        self.every = [self.faces(zone.dice or self.cards) for zone in program.zones]
        self.looks = [self._bits(z, False) for z in program.zones]
        self.hidden = [self._bits(z, True) for z in program.zones]
        self._holders = holders(program)
        known, told = self._known(), self._told()
        alike = all(everybody(op.to, program.seats) for op in program.ops if isinstance(op, ir.Tell))
        loose = any(zone.layout == "hand" for zone in program.zones)
        self.classes = 1 if alike and not loose else len(self.viewers)
        self.planes = self.classes * self.words if any(told) else 0
        self.know, self.told, self.row = [0] * len(known), [0] * len(told), list[int]()
        for number, zone in enumerate(program.zones):
            size = program.row[zone.start - 1]
            if known[number]:
                self.know[number] = self._block(zone, 0, size)
            if told[number]:
                self.told[number] = self.first + len(self.row) - zone.start
                for plane in range(self.planes):
                    self._block(zone, self.every[number][plane % self.words], size)

    def faces(self, faces: Sequence[int]) -> list[int]:
        """Faces as words."""
        return [
            sum(1 << face % WORD for face in set(faces) if face // WORD == word) for word in range(self.words)
        ]  # fmt: skip

    def _bits(self, zone: ir.ZoneInfo, hidden: bool) -> int:
        found = 0
        for bit, viewer in enumerate(self.viewers):
            seen = sees(zone.seen_by, zone.owner, viewer)
            follows = zone.layout != "hand" or zone.owner == viewer
            found |= int(not seen and follows if hidden else seen) << bit
        return found

    def _block(self, zone: ir.ZoneInfo, value: int, size: int) -> int:
        """Cells for the places of a zone; how far after those of its cards they lie."""
        at = self.first + len(self.row) - zone.start
        self.row += [value] * size + [0] * (zone.most - size)
        return at

    # -- what can get where --------------------------------------------------------------------------------------------

    def zones(self, families: set[str], dice: bool = False) -> list[int]:
        """The zones of families, all of them if it is not known which; those of dice as well if wanted."""
        zones = enumerate(self.program.zones)
        return [n for n, zone in zones if (not families or zone.family in families) and (dice or not zone.dice)]

    def _ways(self) -> Iterator[tuple[int, int]]:
        """From which zone to which cards may go, unless it is shuffled before anybody acts."""
        holders = self._holders
        for point, op in enumerate(self.program.ops):
            match op:
                case ir.Move(cards, zone) if not self._shuffled(point + 1, zone):
                    sources, targets = holders.of(cards), holders.zone(zone)
                case ir.MoveTop(family, _, zone):
                    sources, targets = {family}, holders.zone(zone)
                case ir.Swap(card, other):
                    sources = targets = holders.of(card) | holders.of(other)
                case _:
                    continue
            yield from ((a, b) for a in self.zones(sources) for b in self.zones(targets))

    def _shuffled(self, point: int, zone: ir.Expr) -> bool:
        """Is a zone shuffled from a point on, before any card leaves it and the flow rests?"""
        if not isinstance(zone, ir.Const):
            return False
        for op in self.program.ops[point:]:
            match op:
                case ir.Shuffle(shuffled):
                    return shuffled == zone
                case ir.Move(cards, to) if to == zone:
                    if zone.value in self.zones(self._holders.of(cards)):
                        return False
                case ir.Fill() | ir.Assign() | ir.Check(()):
                    pass
                case _:
                    return False
        return False

    def _known(self) -> list[int]:
        """For each zone who may know the face of a card there without seeing it."""
        found = [0] * len(self.hidden)
        for op in self.program.ops:
            if isinstance(op, ir.Show):
                for zone in self.zones(self._holders.of(op.cards), True):
                    found[zone] = self.hidden[zone]
        ways, before = set(self._ways()), list[int]()
        while found != before:
            before = found[:]
            for source, target in ways:
                found[target] |= (found[source] | self.looks[source]) & self.hidden[target]
        return found

    def _told(self) -> list[bool]:
        """For each zone whether anything may be told of a card that lies there."""
        found = [False] * len(self.hidden)
        for op in self.program.ops:
            if isinstance(op, ir.Tell):
                for zone in self.zones(self._holders.of(op.cards), True):
                    found[zone] = bool(self.hidden[zone])
        ways, before = set(self._ways()), list[bool]()
        while found != before:
            before = found[:]
            for source, target in ways:
                found[target] |= found[source] and bool(self.hidden[target])
        return found

    def keeps(self, zones: Iterable[int]) -> bool:
        """Is anything kept of the cards of zones?"""
        return any(self.know[zone] or self.told[zone] for zone in zones)

    def without(self, passes: Iterable[str]) -> list[str]:
        """Passes but those after which marks cannot be kept: cards of which something is known are dealt one by one."""
        piles = [number for number, zone in enumerate(self.program.zones) if zone.shuffled]
        return [name for name in passes if name != "deals" or not self.keeps(piles)]

    # -- rows ----------------------------------------------------------------------------------------------------------

    def may_be(self, row: Sequence[int], viewer: int, zone: int) -> list[frozenset[int]]:
        """The faces that each card of a zone may have for a viewer, who does not see it: the same as
        `Marks.places[zone]`."""
        info, bit = self.program.zones[zone], viewer if viewer != SPECTATOR else self.program.seats
        every, found = frozenset(info.dice or self.cards), list[frozenset[int]]()
        for card in range(info.start, info.start + row[info.start - 1]):
            if self.hidden[zone] >> bit & 1 and self.know[zone] and row[card + self.know[zone]] >> bit & 1:
                found.append(frozenset({row[card]}))
            elif self.hidden[zone] >> bit & 1 and self.told[zone]:
                first = card + self.told[zone] + (bit * self.words * info.most if self.classes > 1 else 0)
                words = [row[first + word * info.most] for word in range(self.words)]
                found.append(frozenset(face for face in every if words[face // WORD] >> face % WORD & 1))
            else:
                found.append(every)
        return found

    def tables(self) -> list[str]:
        """The lines that say all this in emitted text."""
        every = [word for words in self.every for word in words]
        tables = {"LOOKS": self.looks, "HIDDEN": self.hidden, "KNOW": self.know, "TOLD": self.told, "EVERY": every}
        numbers = {"WORD": WORD, "WORDS": self.words, "PLANES": self.planes, "CLASSES": self.classes}
        lines = [f"{name} = table({tuple(values)!r})" for name, values in tables.items()]
        return lines + [f"{name} = {value}" for name, value in numbers.items()]


def everybody(players: ir.Expr, seats: int) -> bool:
    """Is a list surely of all seats?"""
    return players == ir.Span(ir.Const(0), ir.Const(seats - 1))
