"""Marks as integers in fixed places, beside an observation: `mark(s, seat, o)` as text, and what lies where."""

from __future__ import annotations

from dataclasses import dataclass

from reglas.compiled.marks.tracks import SPECTATOR, Tracks
from reglas.compiled.observe import HIDDEN, Observing, Slice
from reglas.compiled.text import Lines, Module
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.sight import sees


@dataclass(frozen=True)
class Mark(Slice):
    """A part of marks: for each place of a zone, one after the other, 1 or 0 for each of `columns`: may the card have
    that face, or a face with that value of an attribute? Where no card lies all are 0."""

    columns: tuple[str, ...] = ()


def marks_layout(program: ir.Program, tracks: Tracks) -> tuple[Slice, ...]:
    """What the integers are, in order and without gaps: of zones of which something is told `Mark`s, of those whose
    cards are known or not a face for each place, as in observations."""
    return tuple(Telling(program, tracks, Module("plain")).slices)


def telling(program: ir.Program, tracks: Tracks, module: Module) -> None:
    """Put `mark` into a module."""
    made, head = Telling(program, tracks, module), Lines()
    if made.size and not made.whole:
        module.fill(head, "o", 0, made.size, 0)
    head.lines += made.lines.lines
    head.add("return")
    module.function("mark", ["s", "seat", "o"], head, entry=True)


class Telling:
    """The slices of a program's marks and the text that fills them, made together. As in observations seats are counted
    from the viewer on."""

    def __init__(self, program: ir.Program, tracks: Tracks, module: Module) -> None:
        self.program, self.tracks, self.module = program, tracks, module
        self.slices: list[Slice] = []
        self.size = 0
        self.whole = module.how == "plain" and tracks.words == 1 and not any(tracks.know)
        """Is each part written as a whole, those places that are empty as well?"""
        self.lines = Lines()
        self._seen = Observing(program, Module("plain"))
        for number, zone in enumerate(program.zones):
            family = self._family(zone)
            if not tracks.keeps(family):
                continue
            own = not sees(zone.seen_by, zone.owner, 0) and (zone.layout != "hand" or zone.owner == 0)
            public = not sees(zone.seen_by, zone.owner, SPECTATOR) and zone.layout != "hand"
            alike = tracks.classes == 1 and not any(tracks.know[n] for n in family)
            if own:
                self._zone(number, zone, False)
            if public and not (own and alike):
                self._zone(number, zone, True)

    def _family(self, zone: ir.ZoneInfo) -> list[int]:
        return [n for n, z in enumerate(self.program.zones) if z.family == zone.family]

    def _zone(self, number: int, zone: ir.ZoneInfo, public: bool) -> None:
        """A zone: of seats, that of the seat so many on from the viewer's."""
        lines, table, seats = self.lines, self.module.table, self.program.seats
        mine = self._family(zone) if zone.owner >= 0 else [number] * seats
        lines.add(f"zone = {table(mine)}[{f'(seat + {zone.owner}) % {seats}' if zone.owner > 0 else 'seat'}]")
        lines.add(f"viewer = {seats if public else 'seat'}")
        lines.add("card = START[zone]")
        name = zone.family if zone.key < 0 else f"{zone.family}[{zone.key}]"
        if any(self.tracks.told[n] for n in mine):
            self._flags(f"public({name})" if public else f"may be({name})", zone, public)
        else:
            self._known(f"public({name})" if public else f"known({name})", zone)

    def _known(self, name: str, zone: ir.ZoneInfo) -> None:
        """A zone whose cards are known, or not at all."""
        codes = []
        for code, values in self._seen.faces(zone):
            codes.append((self.size, self.module.table(values)))
            meaning = code.meaning if code.suffix else "a face: 0 where nothing lies, 1 where it is not known"
            self.slices.append(Slice(name + code.suffix, self.size, zone.most, meaning, *code[3:]))
            self.size += zone.most
        with self.lines.under("for at in range(s[card - 1]):"):
            with self.lines.under("if KNOW[zone] and s[card + at + KNOW[zone]] >> viewer & 1:"):
                self.lines.add("face = s[card + at]")
                for first, values_ in codes:
                    self.lines.add(f"o[{first} + at] = {values_}[face]")
            with self.lines.under("else:"):
                self.lines.add(f"o[{codes[0][0]} + at] = {HIDDEN}")

    def _flags(self, name: str, zone: ir.ZoneInfo, public: bool) -> None:
        """A zone of whose cards something is told."""
        columns, words = self._columns(zone)
        who = "everybody" if public else "the viewer"
        meaning = f"for each place and column: may it be that, for all that {who} knows?"
        part = Mark(name, self.size, zone.most * len(columns), meaning, 0, 1, columns=columns)
        self.slices.append(part)
        self.size += part.count
        if self.module.how == "plain" and self.tracks.words == 1:
            self._at_once(zone, part, words[0])
            return
        with self.lines.under("for at in range(s[card - 1]):"):
            for word in range(self.tracks.words):
                call, to = "spread" if word == 0 else "spread_more", f"{part.first} + at * {len(columns)}"
                table = self.module.table(words[word])
                self.lines.add(f"{call}(o, {to}, may_be(s, card + at, zone, viewer, {word}), {table})")

    def _at_once(self, zone: ir.ZoneInfo, part: Mark, words: list[int]) -> None:
        """In Python what a zone's words make is looked up: the same come again and again."""
        lines, module, key = self.lines, self.module, ("spread", tuple(words), zone.most)
        name = module.known(key)
        if name is None:
            name = module.name(key, "B")
            module.constants.append(f"{name} = Spread({tuple(words)!r}, {zone.most})")
        if self.tracks.classes == 1 and not any(self.tracks.know[number] for number in self._family(zone)):
            lines.add("card += TOLD[zone]")
            found = f"s[card:card + {zone.most}]"
        else:
            found = "[may_be(s, x, zone, viewer, 0) for x in range(card, card + s[card - 1])]"
        lines.add(f"o[{part.first}:{part.first + part.count}] = {name}[tuple({found})]")

    def _columns(self, zone: ir.ZoneInfo) -> tuple[tuple[str, ...], list[list[int]]]:
        """The faces, and the values of each attribute that tells some of them apart, but not all; and the faces that
        each is of, word by word."""
        faces = list(zone.dice) or self.tracks.cards
        names, which = [self.program.faces[face] for face in faces], [[face] for face in faces]
        kinds = {kind.name: kind for kind in self.program.kinds}
        for trait in self.program.traits:
            values = sorted({trait.values[face] for face in faces if trait.values[face] != NONE})
            if trait.name == "copies" or not 1 < len(values) < len(faces):
                continue
            kind = kinds.get(trait.name)
            names += [f"{trait.name}: {kind.names[v - kind.low] if kind is not None else v}" for v in values]
            which += [[face for face in faces if trait.values[face] == v] for v in values]
        words = [self.tracks.faces(faces) for faces in which]
        return tuple(names), [[one[word] for one in words] for word in range(self.tracks.words)]
