"""Tokens and memory that a viewer does not see, as they may be imagined: anything in their range.

Nobody is told when they change, so nothing is known of them: each value is as likely as any other, none where there
may be none, and of a list each length. What is held may be any card that lies anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from reglas.knowledge.draws import Draws
from reglas.knowledge.seen import Eyes, Viewer
from reglas.language.types import NONE
from reglas.program import ir


def hidden(program: ir.Program) -> list[ir.Holding]:
    """The tokens and memory that somebody does not see."""
    return [holding for holding in program.holdings if holding.seen_by != "everyone"]


def redrawn(program: ir.Program, eyes: Eyes, row: list[int], viewer: Viewer, draws: Draws) -> None:
    """Draw anew, in a row, what a viewer does not see."""
    for holding in hidden(program):
        if not holding.listed:
            for index in range(holding.count):
                if not eyes.sees_holding(viewer, holding.name, index):
                    part = (holding.of, holding.low, holding.high)
                    row[holding.cell + index] = _value(program, row, part, holding.optional, draws)
        elif not eyes.sees_holding(viewer, holding.name, 0):
            _list(program, row, holding, draws)


def _list(program: ir.Program, row: list[int], holding: ir.Holding, draws: Draws) -> None:
    fields = [(of, *span) for (_, of), span in zip(holding.fields, holding.ranges, strict=True)]
    parts = fields or [(holding.of, holding.low, holding.high)]
    length, first = draws.below(holding.count + 1), holding.cell + 1
    row[holding.cell] = length
    for at in range(holding.count * len(parts)):
        part = parts[at % len(parts)]
        row[first + at] = _value(program, row, part, 0, draws) if at < length * len(parts) else 0


def _value(program: ir.Program, row: Sequence[int], part: tuple[str, int, int], optional: int, draws: Draws) -> int:
    of, low, high = part
    if of == "card":
        zones = (z for z in program.zones if not z.dice)
        cards = [cell for z in zones for cell in range(z.start, z.start + row[z.start - 1])]
        return [*cards, NONE][draws.below(len(cards) + 1)]
    chosen = draws.below(high - low + 1 + optional)
    return NONE if chosen > high - low else low + chosen
