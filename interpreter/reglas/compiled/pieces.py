"""Operations on cards and dice as text."""

from __future__ import annotations

from collections import Counter

from reglas.compiled.lists import plus_in
from reglas.compiled.prelude import AHEAD
from reglas.compiled.text import Lines
from reglas.compiled.values import plus
from reglas.compiled.windows import Windows
from reglas.language.types import NONE
from reglas.program import ir


class Pieces(Windows):
    """Text of all operations of a program."""

    def _held(self, held: tuple[int, ...]) -> str:
        """The table of cells that hold cards; in plain Python, where lists among them are empty, that of the others."""
        lists, cells = self.holders.lists(held)
        if not lists or self.module.how != "plain":
            return self.module.table(held)
        some = " or ".join(f"s[{first}]" for first, _ in lists)
        return f"({self.module.table(held)} if {some} else {self.module.table(cells)})"

    def _follows(self, held: tuple[int, ...]) -> str:
        """Two tables: cells that hold cards, and lists of them with how many cells an item has."""
        lists, cells = self.holders.lists(held)
        runs = [number for first, _ in lists for number in (first, self.holders.widths.get(first, 1))]
        return f"{self.module.table(cells)}, {self.module.table(runs)}"

    def _op_settle(self, lines: Lines, point: int, op: ir.Settle) -> bool:
        if isinstance(op.cards, ir.Only):
            one = f"x{self.spare()}"
            lines.add(f"{one} = {self.value(op.cards.value)}")
            with lines.under(f"if {one} != {NONE} and unsettled(s, {one}):"):
                lines.add(f"settle(s, c, {one})")
                self._failing(lines)
            return True
        x = self.spare()

        def build(lines: Lines) -> None:
            def look() -> None:
                with lines.under(f"if unsettled(s, x{x}):"):
                    lines.add(f"return x{x}")

            self.each(lines, op.cards, x, look)
            lines.add(f"return {NONE}")

        first = self.asked("open", op.cards, [], build)
        card = f"x{self.spare()}"
        lines.add(f"{card} = {first}")
        with lines.under(f"while {card} != {NONE}:"):
            lines.add(f"settle(s, c, {card})")
            self._failing(lines)
            lines.add(f"{card} = {first}")
        return True

    def _op_settletop(self, lines: Lines, point: int, op: ir.SettleTop) -> bool:
        zone = f"z{self.spare()}"
        lines.add(f"{zone} = {self.start(op.zone)}")
        info = next(z for z in self.program.zones if z.family == op.family)
        with lines.under(f"if s[{zone} - 1] and s[{zone} + s[{zone} - 1] + {info.most - 1}]:"):
            if info.saw:
                lines.add(f"s[{zone} + s[{zone} - 1] + {info.saw - 1}] |= SEERS[ZONE[{zone}]]")
            lines.add(f"settle_top(s, c, {zone}, {info.most}, {dict(reversed(self.program.streams))[op.family]})")
            self._failing(lines)
        return True

    def _op_deal(self, lines: Lines, point: int, op: ir.Deal) -> bool:
        info, most = self.program.zones[op.zone], self.program.zones[op.to[0]].most
        start, stream = info.start, self._stream(op.family)
        to, count = self.module.table([self.starts[zone] for zone in op.to]), f"s[{op.cell}]"
        slowly = f"{count} = dealt(s, c, {start}, {info.most}, {stream}, {to}, {count}, {most})"
        if self.module.how != "plain":
            lines.add(slowly)
            self._failing(lines)
            return True
        each = max(Counter(op.to).values())
        open_ = f"sum(s[{start + info.most}:{start + info.most} + s[{start - 1}]]) == s[{start - 1}] > {len(op.to)}"
        empty = " and ".join(f"s[{self.starts[zone] - 1}] <= {most - each}" for zone in sorted(set(op.to)))
        with lines.under(f"if c[2] == DRAW and {count} == 0 and {open_} and {empty}:"):
            lines.add(f"handed(s, {start}, {info.most}, {stream}, {to})")
            lines.add(f"{count} = {len(op.to)}")
        with lines.under("else:"):
            lines.add(slowly)
            self._failing(lines)
        return True

    def _stream(self, family: str) -> int:
        """Where the random numbers of a family lie."""
        return dict(reversed(self.program.streams))[family]

    def _op_movetop(self, lines: Lines, point: int, op: ir.MoveTop) -> bool:
        """The last card leaves no gap, and comes to an end: only what holds it has to be told."""
        if any(z.saw for z in self.program.zones):
            source = f"z{self.spare()}"
            lines.add(f"{source} = {self.start(op.source)}")
            with lines.under(f"if s[{source} - 1]:"):
                lines.add(f"carry(s, top(s, {source}), {self.value(op.zone)}, {NONE}, {self._follows(op.held)})")
                self._failing(lines)
            return True
        info = next(z for z in self.program.zones if z.family == op.family)
        source, count = self._top_of(lines, op.source)
        with lines.under(f"if {count}:"):
            card, target = f"e{self.spare()}", self._named_start(lines, op.zone)
            lines.add(f"{card} = {plus(f'{source} + {count}', -1)}")
            lines.add(f"face = s[{card}]")
            lines.add(f"s[{card}] = 0")
            if info.shuffled:
                lines.add(f"s[{plus(card, info.most)}] = 0")
            lines.add(f"s[{plus_in(source, -1)}] = {count} - 1")
            self._arrived(lines, op, target, {op.family}, card)
        return True

    def drawn_and_moved(self, lines: Lines, draw: ir.SettleTop, op: ir.MoveTop) -> None:
        """A card drawn from the top of a pile and moved at once, in plain Python: it never comes to lie on top."""
        info = next(z for z in self.program.zones if z.family == op.family)
        source, count = self._top_of(lines, op.source)
        stream, card = self._stream(op.family), f"e{self.spare()}"
        with lines.under(f"if {count}:"):
            target = self._named_start(lines, op.zone)
            lines.add(f"{card} = {plus(f'{source} + {count}', -1)}")
            with lines.under(f"if c[2] == DRAW and s[{plus(card, info.most)}]:"):
                lines.add(f"face = drawn(s, {source}, {count}, {stream})")
                lines.add(f"s[{plus(card, info.most)}] = 0")
            with lines.under("else:"):
                with lines.under(f"if s[{plus(card, info.most)}]:"):
                    lines.add(f"settle_top(s, c, {source}, {info.most}, {stream})")
                    self._failing(lines)
                lines.add(f"face = s[{card}]")
                lines.add(f"s[{card}] = 0")
            lines.add(f"s[{plus_in(source, -1)}] = {count} - 1")
            self._arrived(lines, op, target, {op.family}, card)

    def _top_of(self, lines: Lines, zone: ir.Expr) -> tuple[str, str]:
        """Text for where a zone begins, and a name for how many lie there."""
        source, count = self._named_start(lines, zone), f"n{self.spare()}"
        lines.add(f"{count} = s[{plus_in(source, -1)}]")
        return source, count

    def _named_start(self, lines: Lines, zone: ir.Expr) -> str:
        """A name, or number, for where a zone begins."""
        start = self.start(zone)
        if not start.isdigit():
            lines.add(f"z{self.spare()} = {start}")
            start = f"z{self._spare - 1}"
        return start

    def _arrived(
        self, lines: Lines, op: ir.Move | ir.MoveTop, target: str, families: set[str], card: str, last: str = ""
    ) -> None:
        """`face` comes to the end of a zone; what held it in its old place, or a card behind it, is told."""
        n = f"n{self.spare()}"
        lines.add(f"{n} = s[{plus_in(target, -1)}]")
        with lines.under(f"if {n} >= {self._most(op.zone)}:"):
            lines.add("s[3] = FAILED")
            lines.add("return")
        self._told_of(lines, op.held, families, card, last, f"{target} + {n}")
        lines.add(f"s[{target} + {n}] = face")
        marks = {z.most if z.shuffled else 0 for z in self._targets(op.zone)}
        if marks != {0}:
            with lines.under(f"if MARKS[ZONE[{target}]]:"):
                lines.add(f"s[{target} + {n} + MARKS[ZONE[{target}]]] = 0")
        lines.add(f"s[{plus_in(target, -1)}] = {n} + 1")

    def _told_of(self, lines: Lines, held: tuple[int, ...], families: set[str], card: str, last: str, new: str) -> None:
        """Cells that hold a card hold it where it lies now, and those that hold one behind it follow."""

        same = {cell for cell, value in self._before.items() if self.value(value) == card}

        def follow(cell: str) -> None:
            with lines.under(f"if s[{cell}] == {card}:"):
                lines.add(f"s[{cell}] = {new}")
            if last:
                with lines.under(f"elif {card} < s[{cell}] <= {last}:"):
                    lines.add(f"s[{cell}] -= 1")

        concerned = [cell for cell in held if families & self.holders.cells.get(cell, set())]
        lists, cells = self.holders.lists(concerned)
        for first, size in lists:
            at = f"i{self.spare()}"
            with lines.under(f"for {at} in range({first + 1}, {first + 1} + s[{first}]{size}):"):
                follow(at)
        for cell in cells:
            if cell in same:
                lines.add(f"s[{cell}] = {new}")
            else:
                follow(str(cell))

    def _targets(self, zone: ir.Expr) -> list[ir.ZoneInfo]:
        """The zones that an expression may be."""
        families = self.holders.zone(zone)
        return [info for info in self.program.zones if info.family in families]

    def _most(self, zone: ir.Expr) -> str:
        """How many cards a zone may hold."""
        most = {z.most for z in self._targets(zone)}
        return str(most.pop()) if len(most) == 1 else f"MOST[{self.value(zone)}]"

    def _failing(self, lines: Lines) -> None:
        with lines.under("if s[3]:"):
            lines.add("return")

    def _op_move(self, lines: Lines, point: int, op: ir.Move) -> bool:
        match op.cards:
            case ir.Only(value) | ir.Listing((value,)):
                x = self.value(value)
                if not isinstance(value, ir.Local):
                    lines.add(f"x{self.spare()} = {x}")
                    x = f"x{self._spare - 1}"
                if op.at is None and self._plainly(value):
                    self._carried(lines, op, value, x)
                    return True
                with lines.under(f"if {x} != {NONE}:"):
                    lines.add(f"carry(s, {x}, {self.value(op.zone)}, {self._at(op)}, {self._follows(op.held)})")
                    self._failing(lines)
                return True
        self._several(lines, op)
        return True

    def _plainly(self, card: ir.Expr) -> bool:
        """Does a card surely lie where nothing is shuffled, and nobody notes who saw what?"""
        families = self.holders.of(card)
        infos = [z for z in self.program.zones if z.family in families]
        return bool(infos) and not any(z.shuffled for z in infos) and not any(z.saw for z in self.program.zones)

    def _carried(self, lines: Lines, op: ir.Move, value: ir.Expr, card: str) -> None:
        """Move a card to an end: those behind it close up. What `carry` does, where less can happen."""
        source, last = f"z{self.spare()}", f"e{self.spare()}"
        depth = lines.depth
        if not self.sure(value):
            lines.add(f"if {card} != {NONE}:")
            lines.depth += 1
        lines.add(f"{source} = START[ZONE[{card}]]")
        target = self._named_start(lines, op.zone)
        lines.add(f"{last} = {source} + s[{source} - 1] - 1")
        ends = [z.start + z.most for z in self.program.zones if z.family in self.holders.of(value)]
        self.module.taken(lines, "face", card, last, max(ends) + AHEAD <= len(self.program.row))
        lines.add(f"s[{source} - 1] -= 1")
        self._arrived(lines, op, target, self.holders.of(value), card, last)
        lines.depth = depth

    def _moving(self, lines: Lines, op: ir.Move | ir.MoveTop, card: str, zone: str, place: str) -> None:
        """One of several cards is about to be moved: for those who keep more of it than the row has."""

    def _moved(self, lines: Lines, card: str, new: str) -> None:
        """One of several cards has moved from one cell to another: for those who tell of it."""

    def _at(self, op: ir.Move) -> str:
        return f"{self.value(op.at)} - 1" if op.at is not None else str(NONE)

    def _several(self, lines: Lines, op: ir.Move) -> None:
        """Several cards, one after the other; those out of one loose hand in the order of their faces."""
        most = sum(zone.most for zone in self.program.zones)
        w, n = self._gathered(lines, op.cards, most)
        i, j, z = (f"{letter}{self.spare()}" for letter in "ijz")
        if any(zone.layout == "hand" for zone in self.program.zones):
            lines.add(f"unordered(s, {w}, {n})")
        lines.add(f"{z} = {self.value(op.zone)}")
        lines.add(f"place = {self._at(op)}")
        with lines.under(f"for {i} in range({n}):"):
            lines.add(f"card = {w}[{i}]")
            with lines.under(f"if card == {NONE}:"):
                lines.add("continue")
            self._moving(lines, op, "card", z, "place")
            lines.add("source = ZONE[card]")
            lines.add("end = START[source] + s[START[source] - 1]")
            lines.add(f"new = carry(s, card, {z}, place, {self._follows(op.held)})")
            self._failing(lines)
            self._moved(lines, "card", "new")
            with lines.under(f"for {j} in range({i} + 1, {n}):"):
                lines.add(f"{w}[{j}] = follow({w}[{j}], card, end, new, 1 if source == {z} else 0)")

    def _op_swap(self, lines: Lines, point: int, op: ir.Swap) -> bool:
        lines.add(f"exchange(s, {self.value(op.card)}, {self.value(op.other)}, {self._held(op.held)})")
        self._failing(lines)
        return True

    def _op_shuffle(self, lines: Lines, point: int, op: ir.Shuffle) -> bool:
        lines.add(f"mix(s, {self.value(op.zone)}, {self._held(op.held)})")
        return True

    def _op_show(self, lines: Lines, point: int, op: ir.Show) -> bool:
        if not any(zone.saw for zone in self.program.zones):
            return True
        x, y = self.spare(), self.spare()
        lines.add("seers = 0")
        self.each(lines, op.to, y, lambda: lines.add(f"seers |= 1 << x{y}"))

        def look() -> None:
            with lines.under(f"if SAW[ZONE[x{x}]]:"):
                lines.add(f"s[x{x} + SAW[ZONE[x{x}]]] |= seers")

        self.each(lines, op.cards, x, look)
        return True

    def _op_tell(self, lines: Lines, point: int, op: ir.Tell) -> bool:
        return True

    def _op_roll(self, lines: Lines, point: int, op: ir.Roll) -> bool:
        x = f"z{self.spare()}"
        lines.add(f"{x} = {self.value(op.zone)}")
        lines.add(f"count = {self.value(op.by) if op.by is not None else f'MOST[{x}]'}")
        if op.by is not None:
            self._failed(lines, f"count < 0 or count > MOST[{x}]")
        lines.add(f"s[START[{x}] - 1] = count")
        lines.add(f"fill(s, START[{x}], START[{x}] + count, {ir.UNROLLED})")
        lines.add(f"fill(s, START[{x}] + count, START[{x}] + MOST[{x}], 0)")
        return True

    def _op_rolled(self, lines: Lines, point: int, op: ir.Rolled) -> bool:
        return True

    def _op_draw(self, lines: Lines, point: int, op: ir.Draw) -> bool:
        most = max(64, self.program.seats, len(self.program.row))
        w, n = self._gathered(lines, op.items, most)
        self._failed(lines, f"{n} == 0")
        lines.add(f"arrange({w}, 0, {n})")
        low, high = f"{w}[0]", f"{w}[{n} - 1]"
        for value in (low, high):
            self._failed(lines, f"({value} < {op.low} or {value} > {op.high}) and {value} != {NONE}")
        lines.add(f"value = came(s, c, {op.stream}, {w}, 0, {n})")
        self._failing(lines)
        lines.add(f"s[{self.target(op.target)}] = value")
        return True
