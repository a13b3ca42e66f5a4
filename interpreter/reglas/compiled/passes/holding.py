"""Cells that hold cards and follow them when they move: those that never hold a card of the zones it goes through are
not asked whether they hold it."""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import Families, Holders, holders, same_holders
from reglas.program import ir


def holding(program: ir.Program) -> ir.Program:
    """The pass."""
    found = holders(program)
    return same_holders(program, replace(program, ops=tuple(_op(op, found) for op in program.ops)))


def _op(op: ir.Op, holders: Holders) -> ir.Op:
    match op:
        case ir.Move(cards, zone, at, held):
            families = holders.of(cards)
            if not families:
                return op
            # at an end no other place of the zone changes
            return _following(op, held, families | holders.zone(zone) if at is not None else families, holders)
        case ir.MoveTop(family, _, _, held):
            return _following(op, held, {family}, holders)
        case ir.Swap(card, other, held):
            return _following(op, held, holders.of(card) | holders.of(other), holders)
        case ir.Shuffle(zone, held):
            return _following(op, held, holders.zone(zone), holders)
    return op


def _following(
    op: ir.Move | ir.MoveTop | ir.Swap | ir.Shuffle, held: tuple[int, ...], families: Families, holders: Holders
) -> ir.Op:
    if not families:
        return op
    left = tuple(cell for cell in held if holders.cells.get(cell, set()) & families)
    return op if left == held else replace(op, held=left)
