"""Tables: `{subject: {case: value, .., else: value}}`, each case covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import Flag, Number, Player, Type, Unknown, Value, bare, comparable, join
from reglas.program import fold, ir
from reglas.program.builtin import WORDS
from reglas.program.describe import describe, listed
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.reading.diagnostics import Label
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.program.translate import Translator


@dataclass(frozen=True)
class Laid:
    """A table laid out: for each value of the subject, from `low` on, the value of its case; the type of all; and, when
    it is the same wherever these `names` have no other meaning, that it need not be laid out again."""

    expr: ex.Table
    low: int
    picked: tuple[Typed | None, ...]
    type: Type
    fixed: bool = False
    names: frozenset[str] = frozenset()


def table(t: Translator, expr: ex.Table, scope: Scope, expected: Type | None) -> Typed:
    """A table as one lookup, or as a chain of choices; the case that holds, if the subject is constant."""
    subject = t.translate(expr.subject, scope)
    key = (id(expr), subject.type, expected)
    laid = t.tables.get(key)
    if laid is None or not laid.names.isdisjoint(scope.names):
        laid = _laid(t, expr, scope, expected, subject.type)
        if laid is None:
            return UNKNOWN
        if laid.fixed and laid.names.isdisjoint(scope.names):
            t.tables[key] = laid
    if isinstance(subject.node, ir.Const):
        held = laid.picked[subject.node.value - laid.low]
        return UNKNOWN if held is None else Typed(held.node, held.type)
    subject = t.present(expr.subject, subject)
    return Typed(_node(t, laid, subject.node), laid.type)


def _laid(t: Translator, expr: ex.Table, scope: Scope, expected: Type | None, subject: Type) -> Laid | None:
    """A table laid out for a type of its subject; None after a finding."""
    before = len(t.diagnostics.found)
    values = [t.translate(case.value, scope, expected) for case in expr.cases]
    otherwise = t.translate(expr.otherwise, scope, expected) if expr.otherwise is not None else None
    domain = bare(subject)
    if isinstance(domain, Unknown):
        return None
    bounds = _bounds(domain, t.instance.seats)
    if bounds is None:
        message = say("a table is over a number, a kind or a player; this is {found}", found=describe(subject))
        t.fault("E401", expr.subject.span, message)
        return None
    cases = _cases(t, expr, scope, domain)
    if cases is None:
        return None
    chosen = _choose(t, expr, cases, domain, *bounds, otherwise is None)
    everything = [*values, *([otherwise] if otherwise is not None else [])]
    kind = _joined(t, expr, everything) if chosen is not None else None
    if chosen is None or kind is None:
        return None
    picked = tuple(values[c] if c is not None else otherwise for c in chosen)
    parts = [*_parts(expr)]
    plain = before == len(t.diagnostics.found) and all(isinstance(value.node, ir.Const) for value in everything)
    fixed = plain and all(_same_everywhere(t, part) for part in parts)
    names = frozenset(part.name for part in parts if isinstance(part, ex.Name))
    return Laid(expr, bounds[0], picked, kind, fixed, names)


def _joined(t: Translator, expr: ex.Table, values: list[Typed]) -> Type | None:
    """The type of all values; None after a finding."""
    kind = values[0].type if values else Unknown()
    places = [*(case.value.span for case in expr.cases), expr.otherwise.span if expr.otherwise else expr.span]
    for value, place in zip(values[1:], places[1:], strict=False):
        joined = join(kind, value.type)
        if joined is None:
            message = say("the values of a table must be of one type; they are {a} and {b}", a=describe(kind),
                          b=describe(value.type))  # fmt: skip
            t.fault("E401", place, message, Label(places[0], say("the first value")))
            return None
        kind = joined
    return kind


def _parts(expr: ex.Table) -> Iterator[ex.Expression]:
    """What stands for cases and values, without signs."""
    written = [part for case in expr.cases for part in (case.low, case.high, case.value)]
    for part in (*written, expr.otherwise):
        if part is not None:
            yield part.value if isinstance(part, ex.Negative) else part


def _same_everywhere(t: Translator, part: ex.Expression) -> bool:
    """Has a constant no other meaning elsewhere, apart from names that are bound there?"""
    if isinstance(part, ex.Name):
        return part.name not in t.instance.game.definitions and part.name not in WORDS
    return isinstance(part, ex.Number | ex.Truth)


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


def _node(t: Translator, laid: Laid, subject: ir.Expr) -> ir.Expr:
    nodes = [value.node if value is not None else ir.Const(0) for value in laid.picked]
    if all(isinstance(node, ir.Const) for node in nodes):
        constants = tuple(node.value for node in nodes if isinstance(node, ir.Const))
        return ir.Lookup(constants, laid.low, subject, t.instance.site(laid.expr.span))
    result = nodes[-1]
    for offset in range(len(nodes) - 2, -1, -1):
        result = fold.select(fold.compare("==", subject, ir.Const(laid.low + offset)), nodes[offset], result)
    return result
