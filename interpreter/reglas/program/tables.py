"""Tables: `{subject: {case: value, .., else: value}}`, each case covered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import Flag, Number, Player, Type, Unknown, Value, bare, comparable, join
from reglas.program import fold, ir
from reglas.program.describe import describe, listed
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.reading.diagnostics import Label
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.program.translate import Translator


def table(t: Translator, expr: ex.Table, scope: Scope, expected: Type | None) -> Typed:
    """A table as one lookup, or as a chain of choices; the case that holds, if the subject is constant."""
    subject = t.translate(expr.subject, scope)
    domain = bare(subject.type)
    values = [t.translate(case.value, scope, expected) for case in expr.cases]
    otherwise = t.translate(expr.otherwise, scope, expected) if expr.otherwise is not None else None
    if isinstance(domain, Unknown):
        return UNKNOWN
    bounds = _bounds(domain, t.instance.seats)
    if bounds is None:
        return t.fault(
            "E401",
            expr.subject.span,
            say("a table is over a number, a kind or a player; this is {found}", found=describe(subject.type)),
        )
    cases = _cases(t, expr, scope, domain)
    if cases is None:
        return UNKNOWN
    low, high = bounds
    chosen = _choose(t, expr, cases, domain, low, high, otherwise is None)
    if chosen is None:
        return UNKNOWN
    everything = [*values, *([otherwise] if otherwise is not None else [])]
    kind = everything[0].type if everything else Unknown()
    places = [*(case.value.span for case in expr.cases), expr.otherwise.span if expr.otherwise else expr.span]
    for value, place in zip(everything[1:], places[1:], strict=False):
        joined = join(kind, value.type)
        if joined is None:
            return t.fault(
                "E401",
                place,
                say("the values of a table must be of one type; they are {a} and {b}", a=describe(kind),
                    b=describe(value.type)),
                Label(places[0], say("the first value")),
            )  # fmt: skip
        kind = joined
    picked = [values[c] if c is not None else otherwise for c in chosen]
    if isinstance(subject.node, ir.Const):
        held = picked[subject.node.value - low]
        return UNKNOWN if held is None else Typed(held.node, held.type)
    subject = t.present(expr.subject, subject)
    return Typed(_node(t, expr, subject.node, picked, low), kind)


@lru_cache(maxsize=1024)
def _like_else(name: str) -> bool:
    """May `else` be meant?"""
    return nearest(name, ["else"]) is not None


def _bounds(domain: Type, seats: int) -> tuple[int, int] | None:
    match domain:
        case Number(low, high, _) if high - low < 4096:
            return low, high
        case Value(_, size):
            return 0, size - 1
        case Player():
            return 0, seats - 1
        case Flag():
            return 0, 1
    return None


def _cases(t: Translator, expr: ex.Table, scope: Scope, domain: Type) -> list[tuple[int, int]] | None:
    """The first and last value of each case."""
    found = []
    for case in expr.cases:
        ends = []
        for end in (case.low, case.high):
            if isinstance(end, ex.Name) and _like_else(end.name) and end.name not in t.names.everything(scope):
                message = say("unknown name `{name}`; did you mean `{near}`?", name=end.name, near="else")
                t.fault("E301", end.span, message)
                return None
            value = t.translate(end, scope, domain)
            if isinstance(value.type, Unknown):
                return None
            if not isinstance(value.node, ir.Const) or not comparable(value.type, domain):
                t.fault(
                    "E401",
                    end.span,
                    say("a case of this table is {wanted}; this is {found}", wanted=describe(domain),
                        found=describe(value.type)),
                )  # fmt: skip
                return None
            ends.append(value.node.value)
        if not _in_order(t, case, ends, expr, domain):
            return None
        found.append((ends[0], ends[1]))
    return found


def _in_order(t: Translator, case: ex.Case, ends: list[int], expr: ex.Table, domain: Type) -> bool:
    """Hold a case to be a range that goes upwards; warn of one outside what the subject can be."""
    if ends[0] > ends[1]:
        t.fault("E406", case.span, say("the range {low}..{high} is empty", low=case.low.span.text,
                                       high=case.high.span.text))  # fmt: skip
        return False
    kind = t.instance.kinds.get(domain.kind) if isinstance(domain, Number) and domain.kind else None
    if kind is not None and (ends[1] < kind.low or ends[0] >= kind.low + kind.size):
        message = say("`{subject}` is never {value}", subject=expr.subject.span.text, value=case.span.text)
        t.fault("W401", case.span, message, help=say("it is {what}", what=describe(domain)))
    return True


def _choose(
    t: Translator, expr: ex.Table, cases: list[tuple[int, int]], domain: Type, low: int, high: int, closed: bool
) -> list[int | None] | None:
    """The number of the case for each value of the subject; None for `else`."""
    chosen: list[int | None] = []
    missing: list[str] = []
    for value in range(low, high + 1):
        fitting = [i for i, (a, b) in enumerate(cases) if a <= value <= b]
        if len(fitting) > 1:
            t.fault(
                "E404",
                expr.cases[fitting[1]].span,
                say("{value} has two cases in this table", value=_text(t, domain, value)),
                Label(expr.cases[fitting[0]].span, say("the other")),
            )
            return None
        if not fitting and closed:
            missing.append(_text(t, domain, value))
        chosen.append(fitting[0] if fitting else None)
    if missing:
        t.fault(
            "E404",
            expr.span,
            lacking(expr.subject.span.text, missing),
            help=say("add a case for {values}, or `else`", values=listed(missing)),
        )
        return None
    return chosen


def lacking(subject: str, values: list[str]) -> Message:
    """That a table leaves values out; part `missing` holds them all."""
    if len(values) == 1:
        return say("`{subject}` can be {values}, which has no case in this table", subject=subject,
                   values=listed(values), missing=tuple(values))  # fmt: skip
    return say("`{subject}` can be {values}, which have no case in this table", subject=subject,
               values=listed(values), missing=tuple(values))  # fmt: skip


def _text(t: Translator, domain: Type, value: int) -> str:
    """A value of the subject as an author writes it."""
    if isinstance(domain, Value):
        kind = next(k for k in t.instance.kinds.values() if k.type == domain)
        return kind.text(value)
    if isinstance(domain, Player):
        return chr(ord("A") + value)
    return ("false", "true")[value] if isinstance(domain, Flag) else str(value)


def _node(t: Translator, expr: ex.Table, subject: ir.Expr, picked: list[Typed | None], low: int) -> ir.Expr:
    nodes = [value.node if value is not None else ir.Const(0) for value in picked]
    if all(isinstance(node, ir.Const) for node in nodes):
        constants = tuple(node.value for node in nodes if isinstance(node, ir.Const))
        return ir.Lookup(constants, low, subject, t.instance.site(expr.span))
    result = nodes[-1]
    for offset in range(len(nodes) - 2, -1, -1):
        result = fold.select(fold.compare("==", subject, ir.Const(low + offset)), nodes[offset], result)
    return result
