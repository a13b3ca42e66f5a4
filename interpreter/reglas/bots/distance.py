"""How far a condition is from holding: the steps that numbers in it lack, instead of a plain yes or no.

`size(z) == 5` is two steps away while three cards lie there; of conditions that must all hold the steps are added up,
of those of which one is enough the nearest counts. It is a measure for players, not for rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from reglas.engine.comparing import Value
from reglas.engine.evaluate import Evaluator
from reglas.language.types import NONE
from reglas.program import ir

Steps: TypeAlias = Callable[[list[int], list[int]], int]

FAR = 20
"""So far is what cannot come to hold, or that for which nothing is there yet."""


class Distances:
    """Makes functions of conditions that tell how many steps are lacking."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.program = evaluator, evaluator.program

    def until(self, node: ir.Expr, holds: bool = True) -> Steps:
        """The steps until a condition holds, or, with `holds` false, until it does not hold."""
        match node:
            case ir.Const(value):
                fixed = 0 if bool(value) == holds else FAR
                return lambda s, f: fixed
            case ir.Not(inner):
                return self.until(inner, not holds)
            case ir.And(left, right) | ir.Or(left, right):
                first, second = self.until(left, holds), self.until(right, holds)
                if isinstance(node, ir.And) == holds:
                    return lambda s, f: min(FAR, first(s, f) + second(s, f))
                return lambda s, f: min(first(s, f), second(s, f))
            case ir.Compare():
                return self._compare(node, holds)
            case ir.Quantify(op, slot, items, body) if op in ("any", "all"):
                return self._quantify((op == "all") == holds, slot, self.evaluator.value(items),
                                      self.until(body, holds))  # fmt: skip
            case ir.Select(condition, yes, no):
                test, one, other = self.evaluator.value(condition), self.until(yes, holds), self.until(no, holds)
                return lambda s, f: one(s, f) if test(s, f) else other(s, f)
            case ir.Invoke(function, args):
                return self._invoke(function, args, holds)
        plain = self.evaluator.value(node)
        return lambda s, f: 0 if bool(plain(s, f)) == holds else 1

    def _invoke(self, function: int, args: tuple[ir.Expr, ...], holds: bool) -> Steps:
        called = self.program.functions[function]
        body, given = self.until(called.body, holds), [self.evaluator.value(a) for a in args]

        def invoke(s: list[int], f: list[int]) -> int:
            for slot, value in zip(called.slots, [arg(s, f) for arg in given], strict=True):
                f[slot] = value
            return body(s, f)

        return invoke

    @staticmethod
    def _quantify(every: bool, slot: int, items: Value, body: Steps) -> Steps:
        def steps(s: list[int], f: list[int]) -> int:
            found = 0 if every else FAR
            for item in items(s, f):
                f[slot] = item
                lacking = body(s, f)
                found = found + lacking if every else min(found, lacking)
            return found

        return steps

    def _compare(self, node: ir.Compare, holds: bool) -> Steps:
        op = node.op if holds else _OPPOSITE[node.op]
        left, right = self.evaluator.value(node.left), self.evaluator.value(node.right)
        counted = not any(isinstance(side, ir.Trait | ir.Where) for side in (node.left, node.right))

        def steps(s: list[int], f: list[int]) -> int:
            a, b = left(s, f), right(s, f)
            if op == "!=":
                return int(a == b)
            if a == NONE or b == NONE or (op == "==" and not counted):
                return int(a != b)
            lacking: int = {"==": abs(a - b), "<": a - b + 1, "<=": a - b, ">": b - a + 1, ">=": b - a}[op]
            return max(0, lacking)

        return steps


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
