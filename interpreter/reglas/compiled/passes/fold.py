"""What is settled by the options and the number of players, and what never happens.

Conditions that always hold are left out, jumps go where the last of them leads, and chance is not asked about cards
of zones in which nothing is ever open. Points keep their numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reglas.compiled.passes.holders import Holders, holders, same_holders
from reglas.compiled.passes.rewriting import rewritten_program
from reglas.program import ir


def folded(program: ir.Program) -> ir.Program:
    """The pass."""
    program = rewritten_program(program, _simpler)
    open_, found = {z.family for z in program.zones if z.shuffled or z.dice}, holders(program)
    ops = tuple(_step(program, open_, found, point, op) for point, op in enumerate(program.ops))
    after = replace(program, ops=ops)
    return same_holders(program, replace(after, ops=tuple(_threaded(after, point) for point in range(len(ops)))))


def _simpler(part: Any) -> Any:
    match part:
        case ir.Filter(_, items, ir.Const(1)):
            return items
        case ir.And(ir.Const(value), other) | ir.And(other, ir.Const(value)) if value == 1:
            return other
        case ir.Item(ir.Span(ir.Const(low), ir.Const(high)), last) if low <= high:
            return ir.Const(high if last else low)
    return part


def _step(program: ir.Program, open_: set[str], holders: Holders, point: int, op: ir.Op) -> ir.Op:
    on = ir.Jump(point + 1)
    match op:
        case ir.Unless(ir.Const(value), to):
            return on if value else ir.Jump(to)
        case ir.Check(ends) if not any(program.ends[end].when is not None for end in ends):
            return on
        case ir.Settle(cards) if holders.of(cards) and not holders.of(cards) & open_:
            return on
    return op


def _threaded(program: ir.Program, point: int) -> ir.Op:
    op = program.ops[point]
    match op:
        case ir.Jump(to):
            return ir.Jump(_leads(program, to))
        case ir.Unless(condition, to):
            return ir.Unless(condition, _leads(program, to))
    return op


def _leads(program: ir.Program, point: int) -> int:
    """Where jumps that follow one another lead."""
    for _ in range(len(program.ops)):
        op = program.ops[point]
        if not isinstance(op, ir.Jump):
            break
        point = op.to
    return point
