"""Each form of a comparison says what the general one says."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

from reglas.engine.comparing import Value, comparison
from reglas.engine.searching import sooner, together
from reglas.program import ir

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
VALUES = (-1, 0, 1, 2)


def plain(node: ir.Expr) -> Value:
    """The function of an operand."""
    match node:
        case ir.Const(value):
            return lambda s, f: value
        case ir.Cell(cell):
            return lambda s, f: s[cell]
        case ir.Local(slot):
            return lambda s, f: f[slot]
        case ir.Stored(cell):
            return lambda s, f: s[cell + 1 : cell + 1 + s[cell]]
        case ir.Span(ir.Const(low), ir.Const(high)):
            return lambda s, f: range(low, high + 1)
        case ir.Not(ir.In(value, items)):
            return lambda s, f: plain(value)(s, f) not in plain(items)(s, f)
        case ir.And(first, second):
            return lambda s, f: plain(first)(s, f) and plain(second)(s, f)
        case ir.Compare():
            return comparison(node, plain)
    raise AssertionError(node)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("left", ["const", "cell", "local"])
@pytest.mark.parametrize("right", ["const", "cell", "local"])
def test_every_form_compares(sign: str, left: str, right: str) -> None:
    for a in VALUES:
        for b in VALUES:
            operands: dict[str, tuple[ir.Expr, ir.Expr]] = {
                "const": (ir.Const(a), ir.Const(b)), "cell": (ir.Cell(0), ir.Cell(1)),
                "local": (ir.Local(0), ir.Local(1)),
            }  # fmt: skip
            node = ir.Compare(sign, operands[left][0], operands[right][1])
            assert comparison(node, plain)([a, b], [a, b]) == SIGNS[sign](a, b), node


def test_conditions_together_are_looked_at_in_order() -> None:
    seen: list[int] = []

    def test(number: int, holds: bool) -> Value:
        return lambda s, f: (seen.append(number), holds)[1]

    assert together([])([], [])
    assert not together([test(1, True), test(2, False), test(3, True)])([], [])
    assert seen == [1, 2]


@pytest.mark.parametrize("kept", [[], [2], [1, 3, 3], [0, 1, 2, 3, 4]])
def test_what_a_kept_list_holds_is_left_out(kept: list[int]) -> None:
    row, f = [9, len(kept), *kept], [0]
    where = ir.And(ir.Not(ir.In(ir.Local(0), ir.Stored(1))), ir.Compare("<", ir.Local(0), ir.Const(4)))
    pick = ir.Pick("card", "number", 0, 0, ir.Span(ir.Const(0), ir.Const(5)), where, 0, 6, ())
    found: list[list[int]] = []
    for domain, condition in (sooner(pick, plain), (plain(pick.domain), plain(where))):
        found.append([])
        for x in domain(row, f):
            f[0] = x
            if condition is None or condition(row, f):
                found[-1].append(x)
    assert found[0] == found[1] == [x for x in range(4) if x not in kept]
