"""Cells of which it is known, on the way from one point of the flow to the next, what they hold.

The counters of loops are most of them: a loop of one round is then no loop, and what is asked of it is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from reglas.compiled.passes.rewriting import rewritten
from reglas.program import ir
from reglas.program.walk import cells_written

Known = dict[int, int]

_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_QUIET = (
    ir.Jump, ir.Unless, ir.Check, ir.Settle, ir.SettleTop, ir.Show, ir.Tell, ir.Rolled, ir.Roll, ir.Move, ir.MoveTop, ir.Deal,
    ir.Swap, ir.Shuffle, ir.Assign, ir.Fill, ir.Adjust, ir.Store, ir.Push, ir.Draw,
)  # fmt: skip
"""Operations that change no cells but those of zones, those that hold cards, and those that `cells_written` names."""


def with_known(op: ir.Op, known: Mapping[int, int]) -> ir.Op:
    """An operation with what is known put in place of cells."""
    if not known:
        return op
    match op:
        case ir.Unless(condition, to):
            return ir.Unless(_put(condition, known), to)
        case ir.Assign(target, value, low, high, component, site) if target.index is None:
            return ir.Assign(target, _put(value, known), low, high, component, site)
    return op


def _put(part: ir.Expr, known: Mapping[int, int]) -> ir.Expr:
    def change(node: Any) -> Any:
        match node:
            case ir.Cell(cell) if cell in known:
                return ir.Const(known[cell])
            case ir.Compare(op, ir.Const(left), ir.Const(right)):
                return ir.Const(int(_COMPARED[op](left, right)))
            case ir.Arithmetic("+", ir.Const(left), ir.Const(right)):
                return ir.Const(left + right)
            case ir.Not(ir.Const(value)):
                return ir.Const(int(not value))
        return node

    found: ir.Expr = rewritten(part, change)
    return found


def after(op: ir.Op, known: Mapping[int, int]) -> Known:
    """What is known when an operation has been carried out."""
    if not isinstance(op, _QUIET):
        return {}
    found = dict(known)
    for cell in getattr(op, "held", ()):
        found.pop(cell, None)
    written = cells_written(op)
    if written is not None:
        for cell in range(written[0], written[0] + written[1]):
            found.pop(cell, None)
    match op:
        case ir.Assign(target, ir.Const(value)) if target.index is None:
            found[target.base] = value
        case ir.Fill(cell, count, value):
            found.update(dict.fromkeys(range(cell, cell + count), value))
    return found
