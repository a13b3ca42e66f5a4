"""Ends that what was just done cannot have brought about are not looked at.

After each step the ends are checked that it may concern, as far as can be told while the program is made; there a card
that is kept in mind may lie anywhere. Here it is known where cards may lie, and more checks turn out to be for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reglas.compiled.passes.holders import Holders, holders, same_holders
from reglas.program import ir
from reglas.program.walk import cells_written, nodes

DONE = (
    ir.Jump, ir.Unless, ir.Move, ir.MoveTop, ir.Settle, ir.SettleTop, ir.Assign, ir.Adjust, ir.Fill, ir.Tell,
)  # fmt: skip
"""Operations of which it is known what they change."""


def checks(program: ir.Program) -> ir.Program:
    """The pass."""
    found, ops, before = holders(program), list(program.ops), _before(program)
    entries = {a.entry for d in program.decisions for a in d.alternatives}
    for point, op in enumerate(program.ops):
        if isinstance(op, ir.Check):
            done = _since(program, point, before, entries)
            if done is not None:
                ops[point] = ir.Check(tuple(e for e in op.ends if concerns(program, found, e, done)))
    return same_holders(program, replace(program, ops=tuple(ops)))


def _before(program: ir.Program) -> dict[int, list[int]]:
    """For each point those from which the flow goes on there; -1 where it may come from elsewhere."""
    found: dict[int, list[int]] = {}
    for point, op in enumerate(program.ops):
        match op:
            case ir.Jump(to):
                on = [to]
            case ir.Unless(_, to) | ir.Gather(_, to) | ir.Next(_, to):
                on = [to, point + 1]
            case ir.Ask() | ir.Fail() | ir.Finish():
                on = []
            case _:
                on = [point + 1]
        for to in on:
            found.setdefault(to, []).append(point)
    elsewhere = {program.row[ir.POINT], *(info.begin for info in program.turns)}
    for to in elsewhere | {d.skip for d in program.decisions} | {d.decline for d in program.decisions}:
        found.setdefault(to, []).append(-1)
    return found


def _since(program: ir.Program, point: int, before: dict[int, list[int]], entries: set[int]) -> list[ir.Op] | None:
    """What is surely all that may have been done since ends were looked at last, whichever way the flow came; None if
    that cannot be told."""
    found: list[ir.Op] = []
    waiting, seen = [point], {point}
    while waiting:
        at = waiting.pop()
        if at in entries:
            continue
        for earlier in before.get(at, [-1]):
            if earlier < 0:
                return None
            op = program.ops[earlier]
            if isinstance(op, ir.Check):
                continue
            if not isinstance(op, DONE):
                return None
            found.append(op)
            if earlier not in seen:
                seen.add(earlier)
                waiting.append(earlier)
    return found


def concerns(program: ir.Program, holders: Holders, end: int, done: Iterable[ir.Op]) -> bool:
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
