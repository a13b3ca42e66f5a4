"""How far a condition is from holding: 0 when it holds, less the nearer it is. So players can go towards an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from reglas.engine.evaluate import Evaluator
from reglas.program import ir

Distance: TypeAlias = Callable[[list[int], list[int]], float]

FAR = 1.0
"""Of a condition of which nothing more can be said."""


def distance(evaluator: Evaluator, node: ir.Expr, wanted: bool = True) -> Distance:
    """How far a condition is from being as wanted, in a row."""
    match node:
        case ir.Not(value):
            return distance(evaluator, value, not wanted)
        case ir.And(left, right) | ir.Or(left, right):
            parts = [distance(evaluator, left, wanted), distance(evaluator, right, wanted)]
            both = isinstance(node, ir.And) == wanted
            return lambda s, f: sum(_each(parts, s, f)) if both else min(_each(parts, s, f))
        case ir.Compare(op, left, right):
            return _apart(evaluator, op, left, right, wanted)
        case ir.Quantify(op, slot, items, body) if op in ("all", "any"):
            listed, one, every = evaluator.value(items), distance(evaluator, body, wanted), (op == "all") == wanted

            def over(s: list[int], f: list[int]) -> float:
                found = []
                for value in listed(s, f):
                    f[slot] = value
                    found.append(one(s, f))
                return sum(found) if every else min(found, default=FAR)

            return over
        case ir.Invoke(function, args):
            slots = evaluator.program.functions[function].slots
            values = [evaluator.value(arg) for arg in args]
            inside = distance(evaluator, evaluator.program.functions[function].body, wanted)

            def invoked(s: list[int], f: list[int]) -> float:
                for slot, found in zip(slots, [value(s, f) for value in values], strict=True):
                    f[slot] = found
                return inside(s, f)

            return invoked
    holds = evaluator.value(node)
    return lambda s, f: 0.0 if bool(holds(s, f)) == wanted else FAR


def _each(parts: Sequence[Distance], s: list[int], f: list[int]) -> list[float]:
    return [part(s, f) for part in parts]


def _apart(evaluator: Evaluator, op: str, left: ir.Expr, right: ir.Expr, wanted: bool) -> Distance:
    """Of two numbers that are compared: how much they would have to change."""
    one, two = evaluator.value(left), evaluator.value(right)
    holds = evaluator.value(ir.Compare(op, left, right))

    def apart(s: list[int], f: list[int]) -> float:
        if bool(holds(s, f)) == wanted:
            return 0.0
        a, b = one(s, f), two(s, f)
        return max(FAR, float(abs(a - b))) if isinstance(a, int) and isinstance(b, int) else FAR

    return apart
