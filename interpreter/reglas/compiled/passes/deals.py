"""Rounds of dealing: a loop that takes cards from the top of one pile, seat after seat, is one operation.

It has to be plain where every card goes: the loop begins with a known seat, and nothing else is done in it. Its
operations stay where they are, and nothing leads to them any more.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import same_holders
from reglas.program import ir
from reglas.program.walk import cells_written

MOST = 200
"""Cards of one round."""


def deals(program: ir.Program) -> ir.Program:
    """The pass."""
    ops, gone_to = list(program.ops), _gone_to(program)
    for point in range(2, len(ops)):
        found = _round(program, point, gone_to)
        if found is not None:
            ops[point : point + 2] = found
    return same_holders(program, replace(program, ops=tuple(ops)))


def _gone_to(program: ir.Program) -> dict[int, int]:
    """How often a point is jumped to."""
    found: dict[int, int] = {}
    for op in program.ops:
        if isinstance(op, ir.Jump | ir.Unless | ir.Gather | ir.Next):
            found[op.to] = found.get(op.to, 0) + 1
    for decision in program.decisions:
        for to in (decision.skip, decision.decline, *(a.entry for a in decision.alternatives)):
            found[to] = found.get(to, 0) + 1
    return found


def _round(program: ir.Program, head: int, gone_to: dict[int, int]) -> tuple[ir.Op, ir.Op] | None:
    """The loop whose head stands at a point, as one operation and the jump to what comes after it."""
    match program.ops[head - 2 : head + 2]:
        case (
            ir.Assign(ir.Target(seat, _, _, None), ir.Const(first)),
            ir.Assign(ir.Target(count, _, _, None), ir.Const(0)),
            ir.Unless(ir.Compare("<", ir.Cell(counted), ir.Const(many)), out),
            ir.Unless(ir.Compare(">", ir.Size(family, ir.Const(zone)), ir.Const(0)), empty),
        ) if counted == count and out == empty and many <= MOST:
            pass
        case _:
            return None
    body = [op for op in program.ops[head + 2 : out] if not isinstance(op, ir.Check) or op.ends]
    match body:
        case [
            ir.SettleTop(settled, ir.Const(open_)),
            ir.MoveTop(moved, ir.Const(source), ir.Arithmetic("+", ir.Cell(to), ir.Const(base)), (), site),
            ir.Assign(ir.Target(counts), ir.Arithmetic("+", ir.Cell(before), ir.Const(1))),
            ir.Assign(ir.Target(goes), ir.Ahead(ir.Cell(round_), ir.Const(1), playing)),
            ir.Jump(again),
        ] if (
            settled == moved == family
            and open_ == source == zone
            and to == goes == round_ == seat
            and counts == before == count
            and playing < 0
            and again == head
        ):
            targets = tuple(base + (first + n) % program.seats for n in range(many))
        case _:
            return None
    if not _forgotten(program, out, seat, count) or any(gone_to.get(p) for p in range(head + 1, out)):
        return None
    if gone_to.get(head) != 1 or not _plain(program, zone, targets):
        return None
    return ir.Deal(family, zone, targets, count, site), ir.Jump(out)


def _forgotten(program: ir.Program, point: int, *cells: int) -> bool:
    """Are cells emptied at a point, so that what was in them does not matter?"""
    op = program.ops[point]
    first, many = cells_written(op) or (0, 0)
    return isinstance(op, ir.Fill) and all(first <= cell < first + many for cell in cells)


def _plain(program: ir.Program, zone: int, targets: tuple[int, ...]) -> bool:
    """Is nothing shuffled, and nobody's look noted, where the cards go?"""
    infos = [program.zones[to] for to in targets]
    return not any(info.saw or info.shuffled for info in infos) and not program.zones[zone].saw and zone not in targets
