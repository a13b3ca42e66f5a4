"""Ladders: kinds of values in rungs, each rung a range of numbers; written `rung(number)`, asked `is rung`, `.rung`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import Flag, Maybe, Number, Unknown, Value, bare
from reglas.program import fold, ir
from reglas.program.describe import arity, describe
from reglas.program.instance import KindEntry, RungEntry
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.reading.messages import say
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.components import Components
    from reglas.program.translate import Translator


def ladder_entry(components: Components, kind: m.Kind) -> KindEntry:
    """The kind of a ladder: its values from the lowest rung up."""
    rungs: list[RungEntry] = []
    names: list[str] = []
    for word, span in kind.ladder or ():
        first = components.constant(span.low, 0, say("a bound"))
        last = components.constant(span.high, first, say("a bound"))
        if last < first:
            message = say("the rung `{rung}` is empty: {low}..{high}", rung=word.text, low=first, high=last)
            components.fault("E406", span.span, message, help=components.involved(span))
            last = first
        rungs.append(RungEntry(word.text, first, last, len(names)))
        names += [f"{word.text}-{number}" for number in range(first, last + 1)]
    return KindEntry(kind.name, 0, tuple(names) or ("?",), False, tuple(rungs))


def rungs_listed(kind: KindEntry) -> str:
    """What a ladder has, rung by rung."""
    return ", ".join(f"{rung.name} {rung.first}..{rung.last}" for rung in kind.rungs)


def on_rung(t: Translator, expr: ex.IsRung, scope: Scope) -> Typed:
    """`value is rung`; none is on no rung."""
    value = t.translate(expr.value, scope)
    kind = bare(value.type)
    ladder = t.instance.kinds.get(kind.kind) if isinstance(kind, Value) else None
    if ladder is None or not ladder.rungs:
        if nearest(expr.rung, ["none"]):
            message = say("unknown name `{name}`; did you mean `{near}`?", name=expr.rung, near="none")
            return t.fault("E301", expr.rung_span, message)
        if isinstance(kind, Unknown):
            return UNKNOWN
        message = say("`is` asks for `none` or for a rung of a ladder; `{text}` is {found}",
                      text=expr.value.span.text, found=describe(value.type))  # fmt: skip
        return t.fault("E401", expr.span, message, help=say("for equality write `==`"))
    rung = next((r for r in ladder.rungs if r.name == expr.rung), None)
    if rung is None:
        near = nearest(expr.rung, [*(r.name for r in ladder.rungs), "none"])
        message = say("the ladder `{kind}` has no rung `{name}`", kind=ladder.name, name=expr.rung)
        help = say("it has {rungs}", rungs=rungs_listed(ladder))
        if near:
            help = say("did you mean `{near}`?", near=near)
        return t.fault("E301", expr.rung_span, message, help=help)
    if isinstance(value.node, ir.Const):
        return Typed(ir.Const(int(rung.low <= value.node.value <= rung.high)), Flag())
    return Typed(ir.OnRung(value.node, rung.low, rung.high), Flag())


def rung_number(t: Translator, expr: ex.Attribute, value: Typed, scope: Scope) -> Typed:
    """`value.rung`: its number there, none when it is on another rung; known not to be none after `is rung`."""
    kind = bare(value.type)
    assert isinstance(kind, Value)
    ladder = t.instance.kinds[kind.kind]
    rung = next((r for r in ladder.rungs if r.name == expr.name), None)
    if rung is None:
        near = nearest(expr.name, [r.name for r in ladder.rungs])
        help = say("did you mean `{near}`?", near=near) if near else None
        message = say("the ladder `{kind}` has no rung `{name}`; it has {rungs}", kind=ladder.name, name=expr.name,
                      rungs=rungs_listed(ladder))  # fmt: skip
        return t.fault("E405", expr.name_span, message, help=help)
    number = Number(rung.first, rung.last)
    if isinstance(value.node, ir.Const):
        on = rung.low <= value.node.value <= rung.high
        here = rung.first + value.node.value - rung.low
        return Typed(ir.Const(here), Number(here, here)) if on else Typed(fold.NOTHING, Maybe(number))
    sure = len(ladder.rungs) == 1 and not isinstance(value.type, Maybe)
    sure = sure or ir.OnRung(value.node, rung.low, rung.high) in scope.known
    return Typed(ir.Rung(value.node, rung.low, rung.high, rung.first), number if sure else Maybe(number))


def rung_value(t: Translator, expr: ex.Name | ex.Apply, scope: Scope) -> Typed:
    """`rung(number)`: a value of the ladder. A number off the rung is a fault, at the latest while playing."""
    found = t.instance.rung_named(expr.name)
    assert found is not None
    ladder, rung = found
    if isinstance(expr, ex.Name):
        message = say("`{name}` is a rung of `{kind}`", name=rung.name, kind=ladder.name)
        help = say("say which of its values: `{name}({number})`", name=rung.name, number=rung.first)
        return t.fault("E310", expr.span, message, help=help)
    if len(expr.args) != 1:
        return t.fault("E309", expr.span, arity(expr.name, (1,), len(expr.args)))
    number = t.number(expr.args[0], scope)
    kind = number.type
    if not isinstance(kind, Number):
        return UNKNOWN
    if kind.high < rung.first or kind.low > rung.last:
        text = str(kind.low) if kind.low == kind.high else expr.args[0].span.text
        message = say("there is no `{name}({number})`: `{kind}` has {rungs}", name=rung.name, number=text,
                      kind=ladder.name, rungs=rungs_listed(ladder))  # fmt: skip
        return t.fault("E402", expr.args[0].span, message)
    if kind.low >= rung.first and kind.high <= rung.last:
        return Typed(fold.arithmetic("+", number.node, ir.Const(rung.low - rung.first), 0), ladder.type)
    table = tuple(range(rung.low, rung.high + 1))
    return Typed(ir.Lookup(table, rung.first, number.node, t.instance.site(expr.span)), ladder.type)
