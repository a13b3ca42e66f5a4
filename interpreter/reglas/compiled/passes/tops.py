"""Cards that are dealt from the top of a pile.

In a pile that is only ever shuffled as a whole, into which cards go on top, and of which no card but the last is
settled, whatever lies under an unsettled card is unsettled as well. So the last card is drawn from all that lie there,
and nothing has to be looked for. Moving a last card changes no other place of its zone.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import holders, same_holders
from reglas.program import ir


def tops(program: ir.Program) -> ir.Program:
    """The pass."""
    stacked = _stacked(program)
    return same_holders(program, replace(program, ops=tuple(_op(op, stacked) for op in program.ops)))


def _op(op: ir.Op, stacked: set[str]) -> ir.Op:
    match op:
        case ir.Settle(ir.Only(ir.Top(family, zone))) if family in stacked:
            return ir.SettleTop(family, zone)
        case ir.Move(ir.Only(ir.Top(family, source)), zone, None, held, site):
            return ir.MoveTop(family, source, zone, held, site)
    return op


def _stacked(program: ir.Program) -> set[str]:
    """The shuffled families of which only last cards are ever settled, and into which cards go at the end."""
    shuffled, found = {z.family for z in program.zones if z.shuffled}, holders(program)
    for op in program.ops:
        match op:
            case ir.Settle(ir.Only(ir.Top())):
                pass
            case ir.Settle(cards):
                shuffled -= found.of(cards)
            case ir.Move(_, zone, at) if at is not None:
                shuffled -= found.zone(zone)
            case ir.Swap():
                shuffled -= found.of(op.card) | found.of(op.other)
    return shuffled
