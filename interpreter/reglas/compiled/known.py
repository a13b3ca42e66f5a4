"""Cells of which it is known, on the way from one point of the flow to the next, what they hold.

The counters of loops are many of them: a loop of one round is then no loop, and what is asked of it is answered. Where
a move is made, its picks lie in slots beside their cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from reglas.compiled.passes.rewriting import rewritten
from reglas.program import ir
from reglas.program.walk import cells_written, nodes

Known: TypeAlias = dict[int, ir.Const | ir.Local]

_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_QUIET = (
    ir.Jump, ir.Unless, ir.Check, ir.Settle, ir.SettleTop, ir.Show, ir.Tell, ir.Rolled, ir.Roll, ir.Move, ir.MoveTop,
    ir.Deal, ir.Swap, ir.Shuffle, ir.Assign, ir.Fill, ir.Adjust, ir.Store, ir.Push, ir.Draw,
)  # fmt: skip
"""Operations that change no cells but those of zones, those that hold cards, and those that `cells_written` names."""


class Reads:
    """The cells that the operations of a program read one by one."""

    def __init__(self, ops: Iterable[ir.Op]) -> None:
        self.cells = [frozenset(node.cell for node in nodes(op) if isinstance(node, ir.Cell)) for op in ops]

    def with_known(self, point: int, op: ir.Op, known: Mapping[int, ir.Const | ir.Local]) -> ir.Op:
        """The operation at a point with what is known put in place of cells."""
        if not known or isinstance(op, ir.Ask | ir.Gather | ir.Next):
            return op
        found = tuple((cell, known[cell]) for cell in sorted(self.cells[point] & known.keys()))
        return _put(op, found) if found else op


@lru_cache(maxsize=4_096)
def _put(op: ir.Op, known: tuple[tuple[int, ir.Const | ir.Local], ...]) -> ir.Op:
    cells = dict(known)

    def change(node: Any) -> Any:
        match node:
            case ir.Cell(cell) if cell in cells:
                return cells[cell]
            case ir.Compare(op, ir.Const(left), ir.Const(right)):
                return ir.Const(int(_COMPARED[op](left, right)))
            case ir.Arithmetic("+", ir.Const(left), ir.Const(right)):
                return ir.Const(left + right)
            case ir.Not(ir.Const(value)):
                return ir.Const(int(not value))
        return node

    found: ir.Op = rewritten(op, change)
    return found


def after(op: ir.Op, known: Known) -> Known:
    """What is known when an operation has been carried out."""
    if not isinstance(op, _QUIET):
        return {}
    found = dict(known)
    if found:
        for cell in getattr(op, "held", ()):
            found.pop(cell, None)
        written = cells_written(op)
        if written is not None:
            for cell in range(written[0], written[0] + written[1]):
                found.pop(cell, None)
    match op:
        case ir.Assign(target, ir.Const() | ir.Local() as value) if target.index is None:
            found[target.base] = value
        case ir.Fill(cell, count, value):
            found.update(dict.fromkeys(range(cell, cell + count), ir.Const(value)))
    return found
