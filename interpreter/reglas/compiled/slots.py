"""What the local slots of a program may hold, as can be read from where they get their values."""

from __future__ import annotations

from reglas.program import ir
from reglas.program.walk import nodes

Range = tuple[int, int]


class Slots:
    """`sure`: the slots that never hold none; `ranges`: the lowest and highest number of those where that is plain."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.sure: set[int] = set()
        self.ranges: dict[int, Range] = {}
        given: dict[int, list[ir.Expr]] = {}
        for node in nodes((program.decisions, program.ends, program.ops, program.functions)):
            match node:
                case ir.Filter(slot, items) | ir.Extreme(_, slot, items) | ir.Quantify(_, slot, items):
                    given.setdefault(slot, []).append(items)
                case ir.Tell(items, slot):
                    given.setdefault(slot, []).append(items)
                case ir.Pick():
                    given.setdefault(node.slot, []).append(node.domain)
                case ir.Function():
                    given.update({slot: [ir.Only(ir.Const(0)), ir.Stored(0)] for slot in node.slots})
        for slot, lists in given.items():
            if all(self._full(items) for items in lists):
                self.sure.add(slot)
            ranges = [self._range(items) for items in lists]
            if all(ranges):
                low, high = min(r[0] for r in ranges if r), max(r[1] for r in ranges if r)
                self.ranges[slot] = (low, high)

    def _full(self, items: ir.Expr) -> bool:
        """Does a list never have none in it?"""
        match items:
            case ir.Filter(_, inner) | ir.Slice(inner) | ir.Extreme(_, _, inner):
                return self._full(inner)
            case ir.Stored(_, width):
                return width > 1
            case ir.Among() | ir.Contents() | ir.Spread() | ir.Span() | ir.Listing() | ir.Only():
                return True
        return False

    def _range(self, items: ir.Expr) -> Range | None:
        match items:
            case ir.Filter(_, inner) | ir.Slice(inner) | ir.Extreme(_, _, inner):
                return self._range(inner)
            case ir.Span(ir.Const(low), ir.Const(high)) if low <= high:
                return low, high
            case ir.Among(low, high):
                return low, high
        return None
