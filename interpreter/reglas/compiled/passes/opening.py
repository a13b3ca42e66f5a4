"""Piles that are shuffled before anything else: the row begins with them shuffled, as the same unordered bags."""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import same_holders
from reglas.language.types import NONE
from reglas.program import ir


def opened(program: ir.Program) -> ir.Program:
    """The pass."""
    row = list(program.row)
    while isinstance(op := program.ops[row[ir.POINT]], ir.Shuffle) and isinstance(op.zone, ir.Const):
        zone = program.zones[op.zone.value]
        if not zone.shuffled:
            break
        _shuffle(row, zone, op.held)
        row[ir.POINT] += 1
    return same_holders(program, replace(program, row=tuple(row)))


def _shuffle(row: list[int], zone: ir.ZoneInfo, held: tuple[int, ...]) -> None:
    """What shuffling does: faces sorted, all unsettled, seen by nobody, held by nothing."""
    size = row[zone.start - 1]
    cards = slice(zone.start, zone.start + size)
    row[cards] = sorted(row[cards])
    row[zone.start + zone.most : zone.start + zone.most + size] = [1] * size
    if zone.saw:
        row[zone.start + zone.saw : zone.start + zone.saw + size] = [0] * size
    for cell in held:
        if row[cell] in range(zone.start, zone.start + size):
            row[cell] = NONE
