"""Operators: sums and comparisons, each with the range or truth that its types already decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import (
    LIMIT,
    Flag,
    ListOf,
    Maybe,
    NoneType,
    Number,
    Unknown,
    Value,
    bare,
    comparable,
)
from reglas.program import fold, ir
from reglas.program.describe import describe
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.program.translate import Translator

FLAG = Flag()


def arithmetic(t: Translator, expr: ex.Negative | ex.Arithmetic, scope: Scope) -> Typed:
    """Sums, products, floor division, with the range of what can come out."""
    if isinstance(expr, ex.Negative):
        op, left = "-", Typed(ir.Const(0), Number(0, 0))
        right = t.number(expr.value, scope)
    else:
        op, left, right = expr.op, t.number(expr.left, scope), t.number(expr.right, scope)
    a, b = left.type, right.type
    if not isinstance(a, Number) or not isinstance(b, Number):
        return UNKNOWN
    low, high = interval(op, a, b)
    node = fold.arithmetic(op, left.node, right.node, t.instance.site(expr.span))
    return Typed(node, Number(max(low, -LIMIT), min(high, LIMIT)))


def compare(t: Translator, expr: ex.Compare, scope: Scope) -> Typed:
    """Equality of anything alike, order of numbers and of values of one kind."""
    if isinstance(expr.left, ex.Name) and not isinstance(expr.right, ex.Name):
        right = t.translate(expr.right, scope)
        left = t.translate(expr.left, scope, right.type)
    else:
        left = t.translate(expr.left, scope)
        right = t.translate(expr.right, scope, left.type)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Typed(fold.FALSE, Unknown())
    for side, value in ((expr.left, left), (expr.right, right)):
        other = right if value is left else left
        if not isinstance(other.type, NoneType) and t.whole_record(side, value):
            return UNKNOWN
    if not comparable(left.type, right.type):
        return t.fault(
            "E401",
            expr.span,
            say("these cannot be compared: `{left}` is {a}, `{right}` is {b}", left=expr.left.span.text,
                a=describe(left.type), right=expr.right.span.text, b=describe(right.type)),
        )  # fmt: skip
    if expr.op not in ("==", "!="):
        for side, value in ((expr.left, left), (expr.right, right)):
            if not isinstance(bare(value.type), Number | Value | NoneType):
                return t.fault("E401", side.span, say("{what} has no order", what=describe(value.type)))
        left, right = t.present(expr.left, left), t.present(expr.right, right)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return UNKNOWN
    node = fold.compare(expr.op, left.node, right.node)
    never(t, expr, left, right, node)
    return Typed(node, FLAG)


def never(t: Translator, expr: ex.Compare, left: Typed, right: Typed, node: ir.Expr) -> None:
    """Warn of a comparison with a written constant that the ranges decide."""
    a, b = bare(left.type), bare(right.type)
    if not (left.literal or right.literal) or not isinstance(a, Number) or not isinstance(b, Number):
        return
    if isinstance(node, ir.Const):
        # An option is constant here, but not for its author.
        first, second = _option(t, expr.left, a), _option(t, expr.right, b)
        if first is a and second is b:
            return
        a, b = first, second
    maybe = isinstance(left.type, Maybe) or isinstance(right.type, Maybe)
    verdict = decided(expr.op, a, b)
    if verdict is None or (maybe and (verdict or expr.op != "==")):
        return
    value = expr.right.span.text if left.literal else expr.left.span.text
    ranged = b if left.literal else a
    template = "`{value}` is {low}..{high}, so `{text}` is never true"
    if verdict:
        template = "`{value}` is {low}..{high}, so `{text}` is always true"
    message = say(template, value=value, low=ranged.low, high=ranged.high, text=expr.span.text)
    t.diagnostics.report("W401", expr.span, message)


def _option(t: Translator, expr: ex.Expression, kind: Number) -> Number:
    """The range that an option may have; anything else's own."""
    return t.instance.option_ranges.get(expr.name, kind) if isinstance(expr, ex.Name) else kind


def member(t: Translator, expr: ex.Member, scope: Scope) -> Typed:
    """`item in list`."""
    group = t.items(expr.group, scope)
    if not isinstance(group.type, ListOf):
        t.translate(expr.item, scope)
        return UNKNOWN
    item = t.translate(expr.item, scope, group.type.item)
    if isinstance(item.type, Unknown):
        return UNKNOWN
    if t.whole_record(expr.item, item):
        return UNKNOWN
    if not comparable(item.type, group.type.item):
        return t.fault(
            "E401",
            expr.item.span,
            say("this list holds {items}; `{text}` is {found}", items=describe(group.type.item),
                text=expr.item.span.text, found=describe(item.type)),
        )  # fmt: skip
    found: ir.Expr = ir.In(item.node, group.node)
    return Typed(fold.opposite(found) if expr.negated else found, FLAG)


def interval(op: str, a: Number, b: Number) -> tuple[int, int]:
    """The range of what `a op b` can be."""
    if op == "+":
        return a.low + b.low, a.high + b.high
    if op == "-":
        return a.low - b.high, a.high - b.low
    if op == "*":
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    else:
        divisors = [d for d in (b.low, b.high, -1, 1) if b.low <= d <= b.high and d != 0] or [1]
        corners = [x // d for x in (a.low, a.high) for d in divisors]
    return min(corners), max(corners)


def decided(op: str, a: Number, b: Number) -> bool | None:
    """Whether the ranges alone decide a comparison."""
    if op in (">", ">="):
        return decided("<" if op == ">" else "<=", b, a)
    if op == "<":
        return True if a.high < b.low else False if a.low >= b.high else None
    if op == "<=":
        return True if a.high <= b.low else False if a.low > b.high else None
    apart = a.high < b.low or b.high < a.low
    same = a.low == a.high == b.low == b.high
    if op == "==":
        return True if same else False if apart else None
    return False if same else True if apart else None
