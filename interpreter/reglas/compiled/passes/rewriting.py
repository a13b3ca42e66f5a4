"""Changing the parts of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass, replace
from typing import Any

from reglas.program import ir
from reglas.program.walk import field_names


def rewritten(part: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a program with each part inside it changed, the innermost first; the same object if nothing was."""
    kind = type(part)
    if kind is int or kind is str:
        return part
    if kind is tuple:
        items = [rewritten(item, change) for item in part]
        for new, old in zip(items, part, strict=True):
            if new is not old:
                return tuple(items)
        return part
    if not is_dataclass(kind):
        return part
    changed = {}
    for name in field_names(kind):
        before = getattr(part, name)
        after = rewritten(before, change)
        if after is not before:
            changed[name] = after
    return change(replace(part, **changed) if changed else part)


def rewritten_program(program: ir.Program, change: Callable[[Any], Any]) -> ir.Program:
    """A program with each part of all that is written in it changed, likewise."""
    parts = ("functions", "decisions", "ends", "ops")
    changed = {name: rewritten(getattr(program, name), change) for name in parts}
    return replace(program, **changed)
