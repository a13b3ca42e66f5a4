"""Definitions that say little stand where they are used.

A definition of a few words, in which nothing is gone through, is put in place of its calls: nothing is called then, and
what is known of its arguments is known in it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from reglas.compiled.passes.rewriting import rewritten, rewritten_program
from reglas.program import ir
from reglas.program.walk import nodes

MOST = 12
"""Parts of a definition that is put in place."""
_PLAIN = (
    ir.Const, ir.Local, ir.Cell, ir.Trait, ir.Where, ir.Size, ir.Top, ir.Compare, ir.And, ir.Or, ir.Not, ir.Arithmetic,
    ir.Element, ir.Lookup, ir.Select, ir.Rung, ir.OnRung,
)  # fmt: skip
_SURE = (ir.Const, ir.Local, ir.Cell, ir.Trait, ir.Where, ir.Size, ir.Top)
"""What never fails, so that it makes no difference whether it is asked."""


def inlined(program: ir.Program) -> ir.Program:
    """The pass."""
    short = {number: f for number, f in enumerate(program.functions) if _short(f.body)}

    def change(node: Any) -> Any:
        if isinstance(node, ir.Invoke) and node.function in short:
            return _in_place(short[node.function], node)
        return node

    return rewritten_program(program, change)


def _short(body: ir.Expr) -> bool:
    parts = list(nodes(body))
    return len(parts) <= MOST and all(isinstance(part, _PLAIN) for part in parts)


def _in_place(function: ir.Function, call: ir.Invoke) -> ir.Expr:
    """The definition with arguments for its parameters; the call itself where one would be worked out twice."""
    used = Counter(node.slot for node in nodes(function.body) if isinstance(node, ir.Local))
    given = dict(zip(function.slots, call.args, strict=True))
    for slot, arg in given.items():
        atomic = isinstance(arg, ir.Const | ir.Local | ir.Cell)
        if not all(isinstance(part, _SURE) for part in nodes(arg)) or (used[slot] > 1 and not atomic):
            return call

    def change(node: Any) -> Any:
        return given.get(node.slot, node) if isinstance(node, ir.Local) else node

    found: ir.Expr = rewritten(function.body, change)
    return found
