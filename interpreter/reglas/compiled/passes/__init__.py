"""Passes: programs made faster that mean the same. None knows a game, and each can be left out.

A pass takes a program and gives one back in the same terms, so it can be printed, compared, and run by the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reglas.compiled.passes.among import among
from reglas.compiled.passes.checks import checks
from reglas.compiled.passes.deals import deals
from reglas.compiled.passes.fold import folded
from reglas.compiled.passes.holding import holding
from reglas.compiled.passes.inline import inlined
from reglas.compiled.passes.opening import opened
from reglas.compiled.passes.order import ordered
from reglas.compiled.passes.tops import tops
from reglas.program import ir

Pass = Callable[[ir.Program], ir.Program]

PASSES: dict[str, Pass] = {
    "inline": inlined, "fold": folded, "checks": checks, "among": among, "tops": tops, "holding": holding,
    "deals": deals, "order": ordered, "opening": opened,
}  # fmt: skip
"""All passes by name, in the order in which they are made."""


def passed(program: ir.Program, names: Iterable[str] = PASSES) -> ir.Program:
    """A program after some passes; the order is always the same."""
    wanted = set(names)
    for name, make in PASSES.items():
        if name in wanted:
            program = make(program)
    return program


__all__ = ["PASSES", "Pass", "passed"]
