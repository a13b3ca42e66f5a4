"""Expressions in a form in which equal text is equal: places left out, variables of searches named by their depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from reglas.program import ir
from reglas.program.walk import field_names

Values: TypeAlias = Mapping[int, ir.Expr]
"""What parameters of a function stand for, by their slots."""

Atom: TypeAlias = tuple[ir.Expr, bool]
"""A condition, and whether it holds."""

SEARCHES = (ir.Filter, ir.Extreme, ir.Quantify)


def canon(expr: Any, values: Values, depth: int = 0) -> Any:
    """An expression with parameters filled in."""
    if isinstance(expr, tuple):
        return tuple(canon(item, values, depth) for item in expr)
    if isinstance(expr, ir.Local):
        return values.get(expr.slot, expr)
    if isinstance(expr, ir.Need):
        return canon(expr.value, values, depth)
    names = field_names(type(expr))
    if not names or isinstance(expr, ir.Const | ir.Cell | ir.Stored):
        return expr
    inner = values
    if isinstance(expr, SEARCHES):
        inner = {**values, expr.slot: ir.Local(-1 - depth)}
    parts = {}
    for name in names:
        part = getattr(expr, name)
        if name == "site":
            part = 0
        elif name == "slot":
            part = -1 - depth
        elif name in ("where", "body", "key") and inner is not values:
            part = canon(part, inner, depth + 1)
        else:
            part = canon(part, values, depth)
        parts[name] = part
    return type(expr)(**parts)


def atoms(condition: ir.Expr, truth: bool, values: Values, functions: Sequence[ir.Function]) -> Iterator[Atom]:
    """The conditions of which it is certain whether they hold when a condition has this truth."""
    match condition:
        case ir.Not(value):
            yield from atoms(value, not truth, values, functions)
            return
        case ir.And(left, right) if truth:
            yield from atoms(left, True, values, functions)
            yield from atoms(right, True, values, functions)
        case ir.Or(left, right) if not truth:
            yield from atoms(left, False, values, functions)
            yield from atoms(right, False, values, functions)
        case ir.Invoke(number, args):
            yield from atoms(functions[number].body, truth, filled(functions[number], args, values), functions)
    yield canon(condition, values), truth


def filled(function: ir.Function, args: tuple[ir.Expr, ...], values: Values) -> dict[int, ir.Expr]:
    """What the parameters of a function stand for in an application."""
    return {slot: canon(arg, values) for slot, arg in zip(function.slots, args, strict=True)}


def put_for(part: Any, old: ir.Expr, new: ir.Expr) -> Any:
    """A part with one expression in place of another."""
    if part == old:
        return new
    if isinstance(part, tuple):
        return tuple(put_for(item, old, new) for item in part)
    names = field_names(type(part))
    if not names:
        return part
    return type(part)(**{name: put_for(getattr(part, name), old, new) for name in names})
