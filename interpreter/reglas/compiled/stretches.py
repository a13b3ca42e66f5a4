"""Stretches of operations as functions that end in one another, which is what LLVM compiles soonest.

`run` in one piece, as plain Python has it, takes LLVM longer than its length: here each stretch is a function of its
own, and one that goes on elsewhere ends by calling what stands there, in its own place. Where the flow goes on after
it rested is found by `on`.
"""

from __future__ import annotations

from reglas.compiled.flow import MOST_ROUNDS
from reglas.compiled.pieces import Pieces
from reglas.compiled.text import Lines
from reglas.program import ir
from reglas.program.walk import nodes

MOST_SOUGHT = 8
"""Lists that may be longer are not gone through for each card."""
GIVEN = ["s", "c", "rounds"]
"""What every stretch is given: `rounds` is how often the flow may still go on elsewhere."""


class Stretches(Pieces):
    """Text of all operations of a program, for LLVM."""

    def run(self) -> None:
        """Emit `run`, and all that it calls."""
        found = self._begins()
        begins, written = sorted(found | self._more), set[int]()
        while begins:
            point = begins.pop()
            if point in written:
                continue
            written.add(point)
            lines = Lines()
            with lines.under("if s[3]:"):
                lines.add("return 0")
            with lines.under("if rounds == 0:"):
                lines.add("s[3] = FAILED")
                lines.add("return 0")
            self._stretch(lines, point)
            self._defined(f"at_{point}", lines)
            begins += self._more
        lines = Lines()
        for point in sorted(found):
            with lines.under(f"if s[0] == {point}:"):
                lines.add(f"return at_{point}(s, c, rounds)")
        lines.add("return 0")
        self._defined("on", lines)
        lines = Lines()
        lines.add(f"on(s, c, {MOST_ROUNDS})")
        lines.add("return")
        self.module.function("run", ["s", "c"], lines)

    def _op_deal(self, lines: Lines, point: int, op: ir.Deal) -> bool:
        info, most = self.program.zones[op.zone], self.program.zones[op.to[0]].most
        to, count = self.module.table([self.starts[zone] for zone in op.to]), f"s[{op.cell}]"
        given = f"(s, c, {info.start}, {info.most}, {self._stream(op.family)}, {to}, {count}, {most})"
        lines.add(f"{count} = handed{given}")
        lines.add(f"{count} = dealt{given}")
        self._failing(lines)
        return True

    def _copy(self, lines: Lines, alternative: ir.Alternative) -> None:
        """Of kept lists in which every card is looked for it is noted once, a bit for each cell, what is in them."""
        words = (len(self.program.row) + 63) // 64
        for node in nodes((alternative.picks, [need.test for need in alternative.needs if need.depth])):
            match node:
                case ir.In(value, ir.Stored(cell, 1)) if cell not in self.copied and self._marks(value, cell):
                    name, at = f"h{cell}", f"i{self.spare()}"
                    self.copied[cell] = name
                    lines.add(f"{name} = scratch({words})")
                    lines.add(f"fill({name}, 0, {words}, 0)")
                    with lines.under(f"for {at} in range({cell + 1}, {cell + 1} + s[{cell}]):"):
                        lines.add(f"x = s[{at}]")
                        lines.add("if x >= 0:")
                        lines.add(f"    {name}[x >> 6] |= 1 << (x & 63)")

    def _marks(self, value: ir.Expr, cell: int) -> bool:
        """Is it a card that is looked for in a list of cards, which may be long?"""
        long = self.holders.length(cell) > MOST_SOUGHT
        return long and self.sure(value) and bool(self.holders.cells.get(cell + 1))

    def _in(self, value: ir.Expr, items: ir.Expr) -> str:
        match items:
            case ir.Stored(cell, 1) if cell in self.copied:
                if not self._marks(value, cell):
                    copied, self.copied = self.copied, {}
                    found = super()._in(value, items)
                    self.copied = copied
                    return found
                x = self.value(value)
                return f"({self.copied[cell]}[{x} >> 6] >> ({x} & 63) & 1 != 0)"
        return super()._in(value, items)

    def _defined(self, name: str, lines: Lines) -> None:
        self.module.functions.append("\n".join(["@stretch", f"def {name}({', '.join(GIVEN)}):", *lines.lines]))

    def _on(self, lines: Lines, point: str) -> None:
        """Go on at a point elsewhere."""
        name = f"at_{point}"
        if not point.isdigit():
            lines.add(f"s[0] = {point}")
            name = "on"
        if self._away:
            lines.add(f"return {name}(s, c, rounds - 1)")
        else:
            lines.add(f"{name}(s, c, {MOST_ROUNDS})")
            lines.add("return")
