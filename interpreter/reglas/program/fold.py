"""Building expressions with constants folded, so that a program holds nothing that options and seats decide."""

from __future__ import annotations

from reglas.language.types import NONE
from reglas.program.ir import And, Arithmetic, Compare, Const, Expr, Not, OnRung, Or, Select

TRUE, FALSE, NOTHING = Const(1), Const(0), Const(NONE)


def compare_values(op: str, a: int, b: int) -> bool:
    """`a op b`."""
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def arithmetic(op: str, left: Expr, right: Expr, site: int) -> Expr:
    """`left op right`, folded where both are constant or one does nothing."""
    if isinstance(left, Const) and isinstance(right, Const) and not (op == "/" and right.value == 0):
        a, b = left.value, right.value
        return Const({"+": a + b, "-": a - b, "*": a * b, "/": a // b if b else 0}[op])
    if isinstance(right, Const) and right.value == 0 and op in "+-":
        return left
    if isinstance(left, Const) and left.value == 0 and op == "+":
        return right
    return Arithmetic(op, left, right, site)


def compare(op: str, left: Expr, right: Expr) -> Expr:
    """`left op right`, folded where both are constant."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(int(compare_values(op, left.value, right.value)))
    return Compare(op, left, right)


def both(left: Expr, right: Expr) -> Expr:
    """`left and right`."""
    if isinstance(left, Const):
        return right if left.value else FALSE
    if isinstance(right, Const):
        return left if right.value else FALSE
    return And(left, right)


def either(left: Expr, right: Expr) -> Expr:
    """`left or right`."""
    if isinstance(left, Const):
        return TRUE if left.value else right
    if isinstance(right, Const):
        return TRUE if right.value else left
    return Or(left, right)


def opposite(value: Expr) -> Expr:
    """`not value`."""
    if isinstance(value, Const):
        return Const(1 - value.value)
    if isinstance(value, Not):
        return value.value
    return Not(value)


def select(condition: Expr, yes: Expr, no: Expr) -> Expr:
    """`yes if condition else no`."""
    if isinstance(condition, Const):
        return yes if condition.value else no
    return Select(condition, yes, no)


def facts(condition: Expr, truth: bool) -> frozenset[Expr]:
    """The expressions that are certainly not none when a condition has this truth."""
    if isinstance(condition, Compare) and NOTHING in (condition.left, condition.right):
        if (condition.op == "!=") == truth:
            return frozenset({condition.left if condition.right == NOTHING else condition.right})
        return frozenset()
    if isinstance(condition, OnRung) and truth:
        return frozenset({condition, condition.value})  # on which rung it is, is known as well
    if isinstance(condition, Not):
        return facts(condition.value, not truth)
    if isinstance(condition, And if truth else Or):
        return facts(condition.left, truth) | facts(condition.right, truth)
    return frozenset()
