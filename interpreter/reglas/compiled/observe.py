"""What a seat may see of a row, as integers in fixed places: `observe(s, seat, o)` as text, and what lies where.

It is what a view without a log shows: which decision it is and who acts, tokens and memory, the sizes of zones, and the
faces in those zones that the viewer sees. Seats are counted from the viewer on, so who sees a zone or a token is the
same for every viewer, and what nobody in that place sees has no place at all. What a viewer once saw, or was told, is
knowledge, and not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from reglas.compiled.text import Lines, Module
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.sight import sees, sees_holding

NOTHING, HIDDEN, SHOWN = 0, 1, 2
"""What stands for a face: nothing lies there; a card or die that is not seen; the first face, and so on."""


@dataclass(frozen=True)
class Slice:
    """A part of an observation: `count` integers from `first` on, each from `low` to `high`; `texts`, if there are any,
    tell the values from `low` on. In a name, which no other has, `[1]` is the seat after the viewer's, or a value of a
    kind, and `[0:3]` several of them."""

    name: str
    first: int
    count: int
    meaning: str
    low: int
    high: int
    texts: tuple[str, ...] = ()


class Code(NamedTuple):
    """How a value `x` becomes an integer: what is put after the name, the text, what it means, and its range."""

    suffix: str
    text: str
    meaning: str
    low: int
    high: int
    texts: tuple[str, ...] = ()

    def or_nothing(self) -> Code:
        """The same where 0 may stand for nothing."""
        texts = ("",) * self.low + self.texts if self.texts else ()
        return self._replace(low=min(self.low, 0), high=max(self.high, 0), texts=texts)


def layout(program: ir.Program) -> tuple[Slice, ...]:
    """What the integers of an observation are, in order and without gaps."""
    return tuple(Observing(program, Module("plain")).slices)


def one_hot(layout: Iterable[Slice], observation: Sequence[int], most: int = 64) -> list[int]:
    """An observation with a 1 among 0s in place of each integer that is one of at most so many; others stay."""
    found: list[int] = []
    for part in layout:
        values = observation[part.first : part.first + part.count]
        if part.high - part.low < most:
            found += [int(value == one) for value in values for one in range(part.low, part.high + 1)]
        else:
            found += [int(value) for value in values]
    return found


def observing(program: ir.Program, module: Module) -> None:
    """Put `observe` into a module."""
    made = Observing(program, module)
    head = Lines()
    module.fill(head, "o", 0, made.size, NOTHING)
    for offset in sorted(made.offsets):
        head.add(f"p{offset} = (seat + {offset}) % {program.seats}")
    head.lines += made.lines.lines
    head.add("return")
    module.function("observe", ["s", "seat", "o"], head, entry=True)


class Observing:
    """The slices of a program's observation and the text that fills them, made together. The text begins where all is
    0, and `p1` is the seat one on from the viewer's."""

    def __init__(self, program: ir.Program, module: Module) -> None:
        self.program, self.module = program, module
        self.slices: list[Slice] = []
        self.size = 0
        self.offsets: set[int] = set()
        self.lines = Lines()
        self.kinds = {kind.name: kind for kind in program.kinds}
        dice = [face for zone in program.zones for face in zone.dice]
        self.cards = range(min(dice, default=len(program.faces)))
        self._flow()
        for holding in program.holdings:
            if holding.listed:
                self._list(holding)
            else:
                self._cells(holding)
        for number, zone in enumerate(program.zones):
            self._zone(number, zone)

    def _slice(self, name: str, count: int, meaning: str, low: int, high: int, texts: Sequence[str] = ()) -> int:
        """A new slice; where it begins."""
        self.slices.append(Slice(name, self.size, count, meaning, low, high, tuple(texts)))
        self.size += count
        return self.slices[-1].first

    def _coded(self, name: str, count: int, codes: Sequence[Code]) -> list[tuple[int, str]]:
        """A slice for each code: where it begins, and the text that makes an integer of it."""
        return [(self._slice(name + c.suffix, count, *c[2:]), c.text) for c in codes]

    def _on(self, offset: int) -> str:
        """The seat so many on from the viewer's."""
        if not offset:
            return "seat"
        self.offsets.add(offset)
        return f"p{offset}"

    # -- the flow ------------------------------------------------------------------------------------------------------

    def _flow(self) -> None:
        """Which decision it is and who is to act; nothing of that when the game is over."""
        program, lines = self.program, self.lines
        asks = [op.decision + 1 if isinstance(op, ir.Ask | ir.Gather) else 0 for op in program.ops]
        names = ["/".join(a.action for a in decision.alternatives) for decision in program.decisions]
        meaning = "what is chosen: 1 for the first decision of the rules; 0 when the game is over"
        first = self._slice("the decision", 1, meaning, 0, len(names), ["", *names])
        meaning = "is a seat to act? the viewer first, then the others as they sit"
        acts = self._slice("to act", program.seats, meaning, 0, 1)
        with lines.under("if s[2] == 0:"):
            lines.add(f"o[{first}] = {self.module.table(asks)}[s[0]]")
            for offset in range(program.seats):
                lines.add(f"o[{acts + offset}] = s[{program.pending} + {self._on(offset)}]")

    # -- tokens and memory ---------------------------------------------------------------------------------------------

    def _codes(self, of: str, low: int, high: int) -> list[Code]:
        """How a value of a token or memory is written down, in one integer or two."""
        seats, zones = self.program.seats, len(self.program.zones)
        if of == "player":
            return [Code("", f"(x - seat) % {seats}", "a seat, as so many on from the viewer's", 0, seats - 1)]
        if of == "card":
            near, told = self._near()
            zone = f"{self.module.table(near)}[seat * {zones} + ZONE[x]]"
            place = f"{self.module.table(told)}[seat * {zones} + ZONE[x]] * INDEX[x]"
            most = max(zone.most for zone in self.program.zones)
            return [
                Code(".zone", zone, "the zone of a card, from 1, those of seats the viewer's first", 0, zones),
                Code(".place", place, "its place there, from 1; 0 in a hand of another, which has no order", 0, most),
            ]
        texts = self.kinds[of].names if of in self.kinds else ()
        return [Code("", "x", "a value by its number" if texts else "as it is", low, high, texts)]

    def _near(self) -> tuple[list[int], list[int]]:
        """For each viewer and zone: its number from 1, those of seats counted from the viewer on; and whether the
        viewer can tell its places apart."""
        zones, seats = self.program.zones, self.program.seats
        near = [
            1 + z + ((zone.owner - viewer) % seats - zone.owner if zone.owner >= 0 else 0)
            for viewer in range(seats)
            for z, zone in enumerate(zones)
        ]
        told = [int(z.layout != "hand" or z.owner == viewer) for viewer in range(seats) for z in zones]
        return near, told

    def _cells(self, holding: ir.Holding) -> None:
        """A token or memory of which a viewer sees each cell that they see always: its own, or those of others."""
        if holding.per == "player":
            seen = [offset for offset in range(holding.count) if sees_holding(holding, offset, 0)]
            cells = [f"{holding.cell} + {self._on(offset)}" for offset in seen]
        else:
            cells = [str(holding.cell + index) for index in range(holding.count) if sees_holding(holding, index, 0)]
            seen = [self._low(holding) + index for index in range(len(cells))]
        if not cells:
            return
        several = f"[{seen[0]}:{seen[-1] + 1}]" if holding.per else ""
        name, maybe, lines = holding.name + several, holding.optional or holding.of == "card", self.lines
        none = self._slice(f"{name} is none", len(cells), "is it none? then it is 0", 0, 1) if maybe else 0
        written = self._codes(holding.of, holding.low, holding.high)
        codes = self._coded(name, len(cells), [code.or_nothing() for code in written] if maybe else written)
        for at, cell in enumerate(cells):
            if not maybe and codes[0][1] == "x":
                lines.add(f"o[{codes[0][0] + at}] = s[{cell}]")
                continue
            lines.add(f"x = s[{cell}]")
            if maybe:
                lines.add(f"o[{none + at}] = 1 if x == {NONE} else 0")
            with lines.under(f"if x != {NONE}:") if maybe else nullcontext():
                for first, text in codes:
                    lines.add(f"o[{first + at}] = {text}")

    def _low(self, holding: ir.Holding) -> int:
        return self.kinds[holding.per].low if holding.per in self.kinds else 0

    def _list(self, holding: ir.Holding) -> None:
        """A list that is memory: how long it is, then for each field of its items so many integers as it may be long,
        0 beyond its end."""
        if not sees_holding(holding, 0, 0):
            return
        name, cell, lines = holding.name, holding.cell, self.lines
        length = self._slice(f"size({name})", 1, "how long the list is; all else of it is 0 beyond", 0, holding.count)
        ranges = zip(holding.fields, holding.ranges, strict=True)
        fields = [(f".{field}", of, *span) for (field, of), span in ranges]
        fields = fields or [("", holding.of, holding.low, holding.high)]
        lines.add(f"n = s[{cell}]")
        lines.add(f"o[{length}] = n")
        with lines.under("for i in range(n):"):
            for at, (suffix, of, low, high) in enumerate(fields):
                written = [code.or_nothing() for code in self._codes(of, low, high)]
                codes = self._coded(name + suffix, holding.count, written)
                lines.add(f"x = s[{cell + 1 + at} + i * {len(fields)}]")
                with lines.under(f"if x != {NONE}:"):
                    for first, text in codes:
                        lines.add(f"o[{first} + i] = {text}")

    # -- zones ---------------------------------------------------------------------------------------------------------

    def _zone(self, number: int, zone: ir.ZoneInfo) -> None:
        """A zone: its size, and if its faces are seen, each of them and its attributes. Where zones are of seats this
        is that of the seat so many on from the viewer's as its own seat has number."""
        lines, offset = self.lines, zone.owner
        name = zone.family if zone.key < 0 else f"{zone.family}[{zone.key}]"
        size = self._slice(f"size({name})", 1, "how many lie there", 0, zone.most)
        start = str(zone.start)
        if offset >= 0:
            starts = [z.start for z in self.program.zones if z.family == zone.family]
            start = "z"
            lines.add(f"z = {self.module.table(starts)}[{self._on(offset)}]")
        lines.add(f"n = s[{int(start) - 1 if start.isdigit() else f'{start} - 1'}]")
        lines.add(f"o[{size}] = n")
        if not sees(zone.seen_by, offset, 0):
            return
        faces = [*self.faces(zone)]
        codes = self._coded(name, zone.most, [code for code, _ in faces])
        if zone.dice:
            hidden = f"x == {ir.UNROLLED}"
        elif zone.shuffled:
            hidden = f"s[{start} + {zone.most} + i]"
        else:
            firsts, values = [first for first, _ in codes], [values for _, values in faces]
            self.module.mapped(lines, "o", "s", start, firsts, values, zone.most)
            return
        with lines.under("for i in range(n):"):
            lines.add(f"x = s[{start} + i]")
            with lines.under(f"if {hidden}:"):
                lines.add(f"o[{codes[0][0]} + i] = {HIDDEN}")
            with lines.under("else:"):
                for first, text in codes:
                    lines.add(f"o[{first} + i] = {text}")

    def faces(self, zone: ir.ZoneInfo) -> Iterator[tuple[Code, list[int]]]:
        """The face, and each attribute that tells some of the faces apart, but not all; with what it is for each face
        of the game."""
        faces = zone.dice or self.cards
        texts = ("", "?", *(self.program.faces[face] for face in faces))
        meaning = f"a face: {NOTHING} where nothing lies, {HIDDEN} where it is not seen"
        yield self._tabled("", {face: SHOWN + number for number, face in enumerate(faces)}, meaning, texts)
        for trait in self.program.traits:
            values = {face: trait.values[face] for face in faces if trait.values[face] != NONE}
            if trait.name == "copies" or not 1 < len(set(values.values())) < len(faces):
                continue
            low = min(values.values())
            less = f"{1 - low} more than the value" if low < 1 else f"{low - 1} less than the value"
            meaning = f"{trait.name} of the face: {'the value' if low == 1 else less}; 0 where there is none to be seen"
            yield self._tabled(f".{trait.name}", {face: value - low + 1 for face, value in values.items()}, meaning)

    def _tabled(
        self, suffix: str, values: dict[int, int], meaning: str, texts: tuple[str, ...] = ()
    ) -> tuple[Code, list[int]]:
        every = [values.get(face, 0) for face in range(len(self.program.faces))]
        return Code(suffix, f"{self.module.table(every)}[x]", meaning, 0, max(every), texts), every
