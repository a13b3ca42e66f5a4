"""Of several conditions that have to hold, or of which one has to, those come first that look at no list.

It is done where none of them can fail, so nothing is asked that was guarded before.
"""

from __future__ import annotations

from typing import Any

from reglas.compiled.passes.holders import same_holders
from reglas.compiled.passes.rewriting import rewritten_program
from reglas.program import ir
from reglas.program.walk import nodes

_PLAIN = (
    ir.Const, ir.Cell, ir.Local, ir.Compare, ir.And, ir.Or, ir.Not, ir.Where, ir.Trait, ir.Saw, ir.OnRung, ir.Field,
)  # fmt: skip
"""What looks at no list, and cannot fail."""
_LISTS = (ir.In, ir.Quantify, ir.Filter, ir.Stored, ir.Contents, ir.Spread, ir.Among)


def ordered(program: ir.Program) -> ir.Program:
    """The pass."""
    return same_holders(program, rewritten_program(program, _swapped))


def _swapped(part: Any) -> Any:
    """The innermost comes first, so what is put before a chain of conditions goes to its front."""
    match part:
        case ir.And(left, right) | ir.Or(left, right) if _plain(right) and not _plain(left) and _harmless(left):
            kind = type(part)
            match left:
                case ir.And(first, second) | ir.Or(first, second) if type(left) is kind and _plain(first):
                    return kind(first, kind(right, second))
            return kind(right, left)
    return part


def _plain(part: ir.Expr) -> bool:
    return all(isinstance(node, _PLAIN) for node in nodes(part))


def _harmless(part: ir.Expr) -> bool:
    return all(isinstance(node, (*_PLAIN, *_LISTS)) for node in nodes(part))
