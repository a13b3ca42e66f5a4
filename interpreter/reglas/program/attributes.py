"""Attributes: of cards and dice, of records, of ladder values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import Card, Maybe, Record, Type, Unknown, Value, Zone, bare, join, maybe
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.instance import FACE
from reglas.program.ladders import rung_number
from reglas.program.scope import UNKNOWN, Scope, Typed, card_families
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.program.translate import Translator


def attribute(t: Translator, expr: ex.Attribute, scope: Scope) -> Typed:
    """`card.kind`."""
    value = t.translate(expr.value, scope)
    kind, instance = bare(value.type), t.instance
    if isinstance(kind, Unknown):
        return UNKNOWN
    ladder = instance.kinds.get(kind.kind) if isinstance(kind, Value) else None
    if ladder is not None and ladder.rungs:
        return rung_number(t, expr, value, scope)
    if isinstance(kind, Record):
        return field(t, expr, value, kind, scope)
    if not isinstance(kind, Card):
        return t.fault(
            "E405",
            expr.name_span,
            say("only cards have attributes; `{text}` is {found}", text=expr.value.span.text,
                found=describe(value.type)),
            help=of_one_die(expr, kind),
        )  # fmt: skip
    if kind.dice:
        return die_face(t, expr, value, scope)
    families = card_families(value)
    cards = {instance.families[f].card for f in families} or set(instance.game.cards)
    if not cards <= set(instance.game.cards):
        return UNKNOWN
    has = {w.text for c in cards for w in instance.game.cards[c].has}
    if expr.name not in has:
        near = nearest(expr.name, has)
        message = say("cards have no `{name}`; they have {has}", name=expr.name, has=", ".join(sorted(has)))
        if near:
            message = say("cards have no `{name}`; did you mean `{near}`?", name=expr.name, near=near)
        return t.fault("E405", expr.name_span, message)
    found: Type = instance.kinds[expr.name].type if expr.name in instance.kinds else Unknown()
    if isinstance(value.type, Maybe):
        found = maybe(found)
    return scope.narrow(Typed(ir.Trait(instance.traits.index(expr.name), value.node), found))


def die_face(t: Translator, expr: ex.Attribute, value: Typed, scope: Scope) -> Typed:
    """`die.face`: of the kind that is on the dice."""
    if expr.name != FACE:
        message = say("a die has no `{name}`, only `face`", name=expr.name)
        return t.fault("E405", expr.name_span, message)
    found: Type | None = None
    for name in sorted(card_families(value)):
        kind = t.instance.kinds.get(t.instance.game.dice[name].faces.text)
        each: Type = kind.type if kind is not None else Unknown()
        found = each if found is None else join(found, each)
        if found is None:
            return t.fault("E401", expr.span, say("these dice have faces of different kinds"))
    found = found or Unknown()
    if isinstance(value.type, Maybe):
        found = maybe(found)
    return scope.narrow(Typed(ir.Trait(t.instance.traits.index(FACE), value.node), found))


def of_one_die(expr: ex.Attribute, kind: Type) -> Message | None:
    """The remedy where a die of a set is meant."""
    if not isinstance(kind, Zone) or not kind.dice:
        return None
    text = expr.value.span.text
    return say("say which die: `first({text}).{name}`", text=text, name=expr.name)


def field(t: Translator, expr: ex.Attribute, value: Typed, record: Record, scope: Scope) -> Typed:
    """`record.field`. A record of one field is held as that."""
    names = [name for name, _ in record.fields]
    if expr.name not in names:
        near = nearest(expr.name, names)
        message = say("the records of `{list}` have no `{name}`; they have {has}", list=record.name, name=expr.name,
                      has=", ".join(names))  # fmt: skip
        if near:
            message = say("the records of `{list}` have no `{name}`; did you mean `{near}`?", list=record.name,
                          name=expr.name, near=near)  # fmt: skip
        return t.fault("E405", expr.name_span, message)
    offset = names.index(expr.name)
    kind = record.fields[offset][1]
    node = ir.Field(value.node, offset) if len(names) > 1 else value.node
    return scope.narrow(Typed(node, maybe(kind) if isinstance(value.type, Maybe) else kind))
