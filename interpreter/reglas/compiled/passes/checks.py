"""Ends that what was just done cannot have brought about are not looked at.

After each step the ends are checked that it may concern, as far as can be told while the program is made; there a card
that is kept in mind may lie anywhere. Here it is known where cards may lie, and more checks turn out to be for nothing.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import Holders
from reglas.program import ir
from reglas.program.walk import cells_written, nodes


def checks(program: ir.Program) -> ir.Program:
    """The pass."""
    holders, ops, gone_to = Holders(program), list(program.ops), _gone_to(program)
    for point, op in enumerate(program.ops):
        if isinstance(op, ir.Check):
            done = _since(program, point, gone_to)
            if done is not None:
                ops[point] = ir.Check(tuple(e for e in op.ends if _concerns(program, holders, e, done)))
    return replace(program, ops=tuple(ops))


def _gone_to(program: ir.Program) -> set[int]:
    """Points that are jumped to from within the flow."""
    found = {op.to for op in program.ops if isinstance(op, ir.Jump | ir.Unless | ir.Gather | ir.Next)}
    return found | {d.skip for d in program.decisions} | {d.decline for d in program.decisions}


def _since(program: ir.Program, point: int, gone_to: set[int]) -> list[ir.Op] | None:
    """What is surely all that was done since ends were looked at last; None if that cannot be told."""
    entries = {a.entry for d in program.decisions for a in d.alternatives}
    found: list[ir.Op] = []
    while True:
        if point in gone_to:
            return None
        if point in entries:
            return found
        point -= 1
        op = program.ops[point]
        if isinstance(op, ir.Check):
            return found
        if not isinstance(op, ir.Move | ir.MoveTop | ir.Settle | ir.SettleTop | ir.Assign | ir.Adjust | ir.Fill):
            return None
        found.append(op)


def _concerns(program: ir.Program, holders: Holders, end: int, done: list[ir.Op]) -> bool:
    """Does an end read anything that some operations change?"""
    families, cells = _read(program, program.ends[end].when)
    if families is None:
        return True
    for op in done:
        match op:
            case ir.Move(cards, zone):
                source = holders.of(cards)
                if not source or families & (source | holders.zone(zone)):
                    return True
            case ir.MoveTop(family, _, zone):
                if families & ({family} | holders.zone(zone)):
                    return True
            case ir.Settle(cards):
                settled = holders.of(cards)
                if families & settled or not settled:
                    return True
            case ir.SettleTop(family):
                if family in families:
                    return True
            case _:
                first, count = cells_written(op) or (0, 0)
                if cells & set(range(first, first + count)):
                    return True
        if cells & set(getattr(op, "held", ())):
            return True
    return False


def _read(program: ir.Program, when: ir.Expr | None) -> tuple[set[str] | None, set[int]]:
    """The families and cells that a condition reads; None for families where that depends on where a card lies."""
    families, cells = set[str](), set[int]()
    for node in nodes(when, program.functions):
        match node:
            case ir.Size(family) | ir.Top(family) | ir.Contents(family) | ir.Spread(family):
                families.add(family)
            case ir.Cell(cell):
                cells.add(cell)
            case ir.Element(base, _, size):
                cells |= set(range(base, base + size))
            case ir.Where() | ir.Saw() | ir.Stored() | ir.Field() | ir.Ahead():
                return None, cells
            case ir.Trait(_, ir.Cell() | ir.Element()):
                return None, cells
    return families, cells
