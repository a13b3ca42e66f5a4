"""Changing the parts of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any


def rewritten(part: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a program with each part inside it changed, the innermost first; the same object if nothing was."""
    if isinstance(part, tuple):
        items = tuple(rewritten(item, change) for item in part)
        return items if any(new is not old for new, old in zip(items, part, strict=True)) else part
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed = {}
    for field in fields(part):
        before = getattr(part, field.name)
        after = rewritten(before, change)
        if after is not before:
            changed[field.name] = after
    return change(replace(part, **changed) if changed else part)
