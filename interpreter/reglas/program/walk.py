"""Walking over programs: the expressions inside an expression or operation, what is read, what is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from reglas.program import ir

_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; of anything else none."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()
    return found


def nodes(part: object, functions: Sequence[ir.Function] = ()) -> Iterator[object]:
    """A part of a program and all parts inside it; with functions given, also those it calls."""
    seen: set[int] = set()
    waiting: list[object] = [part]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is int or kind is str:
            continue
        if kind is tuple:
            waiting.extend(node)  # type: ignore[arg-type]
            continue
        names = field_names(kind)
        if names:
            yield node
            waiting.extend([getattr(node, name) for name in names])
            called = _function(node) if functions else -1
            if called >= 0 and called not in seen:
                seen.add(called)
                waiting.append(functions[called].body)


def _function(node: object) -> int:
    if isinstance(node, ir.Invoke):
        return node.function
    return node.playing if isinstance(node, ir.Ahead) else -1


def locals_used(part: object) -> set[int]:
    """The local slots an expression reads."""
    return {node.slot for node in nodes(part) if isinstance(node, ir.Local)}


def with_slot(expr: ir.Expr, old: int, new: int) -> ir.Expr:
    """An expression that reads one local slot instead of another."""
    found: ir.Expr = _with_slot(expr, old, new)
    return found


def _with_slot(part: Any, old: int, new: int) -> Any:
    if part == ir.Local(old):
        return ir.Local(new)
    if isinstance(part, tuple):
        return tuple(_with_slot(item, old, new) for item in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    return replace(part, **{f.name: _with_slot(getattr(part, f.name), old, new) for f in fields(part)})


def reads(part: object, functions: Sequence[ir.Function], owner: dict[int, str]) -> set[str]:
    """The components an expression depends on. `owner` names the component of each cell that has one.

    Where a card lies (`Where`), and who saw it, depend on every zone: `*`.
    """
    found: set[str] = set()
    for node in nodes(part, functions):
        match node:
            case ir.Cell(cell) | ir.Element(cell, _, _, _, _) | ir.Stored(cell, _):
                found.add(owner.get(cell, ""))
            case ir.Size(family, _) | ir.Top(family, _) | ir.Contents(family, _) | ir.Spread(family, _):
                found.add(family)
            case ir.Where() | ir.Saw():
                found.add("*")
    return found


def cells_written(op: object) -> tuple[int, int] | None:
    """The first and how many of the cells an operation may write, apart from zones."""
    match op:
        case ir.Assign(target, _, _, _, _, _) | ir.Adjust(target, _, _, _, _, _, _):
            return target.base, target.size
        case ir.Deal(_, _, _, cell, _):
            return cell, 1
        case ir.Fill(cell, count, _, _):
            return cell, count
        case ir.Push(cell, most, _, values, _, _):
            return cell, most * len(values) + 1
        case ir.Store(cell, most, _, _, width):
            return cell, most * width + 1
        case ir.Draw(target):
            return target.base, target.size
    return None
