"""Loops that, once begun, go on for ever: nothing in them changes what they wait for, and no way leads out."""

from __future__ import annotations

from collections.abc import Iterator

from reglas.program import ir
from reglas.program.compile import Compiled
from reglas.program.instance import HoldingEntry
from reglas.program.readings import Reading
from reglas.program.walk import cells_written, nodes
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say

CARDS = "*"
"""Stands for where cards lie, and who saw them."""


def endless(compiled: Compiled, diagnostics: Diagnostics) -> None:
    """Report each `until` for which nothing in its loop can ever make a difference."""
    for reading in compiled.readings:
        if reading.sort == "until" and not isinstance(reading.node, ir.Const):
            loop = Loop(compiled, reading)
            if loop.inside and loop.closed() and not loop.changes() and not loop.ends():
                message = say("nothing in this loop changes what `{text}` asks for, so it never ends once it has begun",
                              text=reading.span.text)  # fmt: skip
                help = say("change it inside, `leave` the loop, or write `most: N`")
                diagnostics.report("W406", reading.span, message, help=help)


class Loop:
    """The operations of a loop. Behind the test whether it is over stands the way out; its last one leads back."""

    def __init__(self, compiled: Compiled, reading: Reading) -> None:
        self.program, self.reading = compiled.program, reading
        self.holdings: list[HoldingEntry] = list(compiled.instance.holdings.values())
        self.inside = range(0)
        self.out = reading.at + 1
        ops = self.program.ops
        way = ops[self.out] if 0 <= reading.at < len(ops) - 1 else None
        back = ops[way.to - 1] if isinstance(way, ir.Jump) and way.to > self.out else None
        if isinstance(way, ir.Jump) and isinstance(back, ir.Jump) and back.to <= reading.at:
            self.inside = range(back.to, way.to)

    def closed(self) -> bool:
        """Does no other way lead out?"""
        return all(to in self.inside for at in self.inside if at != self.out for to in self.ways(self.program.ops[at]))

    def ways(self, op: ir.Op) -> Iterator[int]:
        """The points to which an operation may lead, apart from the next one."""
        if isinstance(op, ir.Jump | ir.Unless | ir.Gather | ir.Next):
            yield op.to
        if isinstance(op, ir.Ask | ir.Gather | ir.Next):
            decision = self.program.decisions[op.decision]
            yield from (to for to in (decision.skip, decision.decline) if to >= 0)
            yield from (alternative.entry for alternative in decision.alternatives)

    def changes(self) -> bool:
        """May anything inside change what the test reads?"""
        return bool(self.written() & self.read(self.reading.node))

    def ends(self) -> bool:
        """May anything inside bring the game to an end?"""
        asked = {end for at in self.inside for end in self.checked(self.program.ops[at])}
        whens = [self.program.ends[number].when for number in asked]
        return any(self.written() & self.read(when) for when in whens if when is not None)

    def checked(self, op: ir.Op) -> tuple[int, ...]:
        """The ends that an operation looks at."""
        return op.ends if isinstance(op, ir.Check) else ()

    def written(self) -> set[object]:
        """Cells that are written inside, and whether cards go anywhere or are seen."""
        found: set[object] = set()
        for at in self.inside:
            op = self.program.ops[at]
            cells = cells_written(op)
            if cells is not None:
                found |= set(range(cells[0], cells[0] + cells[1]))
            if isinstance(op, ir.Move | ir.Swap | ir.Shuffle | ir.Settle | ir.Roll | ir.Show):
                found.add(CARDS)
            if isinstance(op, ir.Ask | ir.Gather | ir.Next | ir.Line):
                found |= self.chosen(op)
        return found

    def chosen(self, op: ir.Op) -> set[object]:
        """Cells that a choice writes."""
        if isinstance(op, ir.Line):
            return set(range(op.cell, op.cell + op.most + 1))
        assert isinstance(op, ir.Ask | ir.Gather | ir.Next)
        decision = self.program.decisions[op.decision]
        picked = {pick.cell for alternative in decision.alternatives for pick in alternative.picks}
        return {decision.me, *picked, *(alternative.foul for alternative in decision.alternatives)}

    def read(self, part: object) -> set[object]:
        """Cells that an expression reads, and whether it reads of cards."""
        found: set[object] = set()
        for node in nodes(part, self.program.functions):
            match node:
                case ir.Cell(cell):
                    found.add(cell)
                case ir.Element(base, _, size, _, _):
                    found |= set(range(base, base + size))
                case ir.Stored(cell, _):
                    found |= set(range(cell, self.behind(cell)))
                case (
                    ir.Size() | ir.Top() | ir.Contents() | ir.Spread() | ir.Trait() | ir.Where() | ir.Saw()
                    | ir.Field()
                ):  # fmt: skip
                    found.add(CARDS)
                    found |= self.every_list()
        return found

    def behind(self, cell: int) -> int:
        """Behind the last cell of a kept list."""
        return next((e.cell + e.cells for e in self.holdings if e.cell == cell), len(self.program.row))

    def every_list(self) -> set[object]:
        """The cells of all lists: a field of a record may be of any of them."""
        return {cell for e in self.holdings if e.listed for cell in range(e.cell, e.cell + e.cells)}
