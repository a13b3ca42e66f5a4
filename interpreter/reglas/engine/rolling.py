"""Operations that roll: dice, and cells that get a value from a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from reglas.engine import events as ev
from reglas.engine.chance import Chance
from reglas.engine.comparing import Value
from reglas.language.types import NONE
from reglas.program import ir

if TYPE_CHECKING:
    from reglas.engine.machine import Machine

Step: TypeAlias = Callable[[list[int]], int]


def roll(machine: Machine, point: int, op: ir.Roll) -> Step:
    """Take dice up; what follows settles them one at a time."""
    zone, f, on, zones = machine.evaluator.value(op.zone), machine.locals, point + 1, machine.program.zones
    by = machine.evaluator.value(op.by) if op.by is not None else None

    def take_up(s: list[int]) -> int:
        info = zones[zone(s, f)]
        count = int(by(s, f)) if by is not None else info.most
        if not 0 <= count <= info.most:
            raise machine.fault(
                "R806", op.site, "{count} dice cannot be rolled: `{dice}` has {most}", count=count, dice=info.family,
                most=info.most,
            )  # fmt: skip
        s[info.start - 1] = count
        s[info.start : info.start + info.most] = [ir.UNROLLED] * count + [0] * (info.most - count)
        return on

    return take_up


def rolled(machine: Machine, point: int, op: ir.Rolled) -> Step:
    """Tell how dice fell."""
    zone, f, on, zones = machine.evaluator.value(op.zone), machine.locals, point + 1, machine.program.zones

    def tell(s: list[int]) -> int:
        if machine.log is not None:
            number = zone(s, f)
            start = zones[number].start
            machine.note(ev.Rolled(number, tuple(s[start : start + s[start - 1]])))
        return on

    return tell


def draw(machine: Machine, op: ir.Draw, cell: Value) -> Step:
    """Rest until chance has put a value into a cell; `Machine.settle` then lets the flow go on."""
    items, f = machine.evaluator.value(op.items), machine.locals

    def rest(s: list[int]) -> int:
        bag = sorted(items(s, f))
        if not bag:
            raise machine.fault("R803", op.site, "`{cell}` is rolled from an empty list", cell=op.component)
        for value in (bag[0], bag[-1]):
            if not op.low <= value <= op.high and value != NONE:
                raise machine.fault("R806", op.site, "{value} lies outside {low}..{high}", value=value, low=op.low,
                                    high=op.high)  # fmt: skip
        machine.chance = Chance("cell", cell(s, f), bag, op.stream, op.sort)
        return -1

    return rest
