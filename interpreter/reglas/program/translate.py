"""Meaning: names to cells, and a type with a range for every expression, while it is put into the program.

Types depend on options and players, so meaning is judged for each of them as the program is made, and not on a
second tree of its own. A mistake gives one finding; what contains it goes on with an unknown type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reglas.language import expressions as ex
from reglas.language.types import (
    Flag,
    ListOf,
    Maybe,
    NoneType,
    Number,
    Player,
    Record,
    Type,
    Unknown,
    Zone,
    bare,
    join,
    maybe,
)
from reglas.program import fold, ir
from reglas.program.attributes import attribute
from reglas.program.builtin import Builtins
from reglas.program.definitions import Definitions
from reglas.program.describe import describe
from reglas.program.instance import UNKNOWN_PER, Family, HoldingEntry, Instance
from reglas.program.ladders import on_rung, rung_value
from reglas.program.names import Names
from reglas.program.operators import arithmetic, compare, member
from reglas.program.scope import UNKNOWN, Scope, Typed
from reglas.program.tables import Laid, table
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span

FLAG = Flag()


class Translator:
    """Expressions of one instance of a spec to expressions of its program."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.diagnostics: Diagnostics = instance.diagnostics
        self.slots = 0
        self.used: set[str] = set()
        self.tables: dict[tuple[int, Type, Type | None], Laid] = {}
        self.definitions = Definitions(self)
        self.functions = self.definitions.functions
        self.builtins = Builtins(self)
        self.names = Names(self)

    # -- findings --------------------------------------------------------------------------------------------------

    def fault(self, code: str, span: Span, message: Message, *labels: Label, help: Message | None = None) -> Typed:
        """Report a mistake; the stand-in to go on with."""
        self.diagnostics.report(code, span, message, *labels, help=help)
        return UNKNOWN

    def slot(self) -> int:
        """A new local slot."""
        self.slots += 1
        return self.slots - 1

    # -- entry points ----------------------------------------------------------------------------------------------

    def translate(self, expr: ex.Expression, scope: Scope, expected: Type | None = None) -> Typed:
        """The typed program expression; `expected` helps with value names that two kinds share."""
        return _TRANSLATED[type(expr)](self, expr, scope, expected)

    def joint(self, left: ex.Expression, right: ex.Expression, scope: Scope, word: str) -> Typed:
        """`left and right`, `left or right`: the right side knows what the left one leaves open."""
        before = len(self.diagnostics.found)
        first = self.flag(left, scope, word)
        if any(d.code == "E401" and d.span == left.span for d in self.diagnostics.found[before:]):
            return UNKNOWN  # `a and b` taken for a test of both values is one mistake
        inner = scope.knowing(fold.facts(first, word == "and"))
        second = self.flag(right, inner, word)
        return Typed((fold.both if word == "and" else fold.either)(first, second), FLAG)

    def condition(self, expr: ex.Expression, scope: Scope) -> ir.Expr:
        """An expression that must be true or false."""
        return self.flag(expr, scope, None)

    def number(self, expr: ex.Expression, scope: Scope) -> Typed:
        """An expression that must be a number, there."""
        return self.wanted(expr, self.translate(expr, scope), Number, say("a number"))

    def player(self, expr: ex.Expression, scope: Scope) -> Typed:
        """An expression that must be a player, there."""
        return self.wanted(expr, self.translate(expr, scope), Player, say("a player"))

    def items(self, expr: ex.Expression, scope: Scope) -> Typed:
        """An expression that must be a list; a zone stands for its cards."""
        found = self.as_list(self.translate(expr, scope))
        if isinstance(found.type, Maybe) and isinstance(found.type.of, Unknown):
            return UNKNOWN
        if not isinstance(found.type, ListOf | Unknown):
            return self.fault(
                "E401", expr.span, say("a list is wanted here; this is {found}", found=describe(found.type))
            )
        return found

    def as_list(self, value: Typed) -> Typed:
        """A zone as the list of its cards; anything else as it is."""
        if isinstance(value.type, Zone):
            family = self.instance.families[value.type.family]
            return Typed(ir.Contents(family.name, value.node), ListOf(family.item, family.most))
        return value

    def many(self, expr: ex.Expression, scope: Scope) -> Typed:
        """A list, or one value taken as a list of one."""
        found = self.as_list(self.translate(expr, scope))
        if isinstance(found.type, ListOf | Unknown):
            return found
        return Typed(ir.Only(found.node), ListOf(bare(found.type), 1))

    def wanted(self, expr: ex.Expression, found: Typed, kind: type, what: Message) -> Typed:
        """Hold a value to a type; one that may be none is asked for at run time or narrowed before."""
        if isinstance(found.type, Unknown):
            return found
        if not isinstance(bare(found.type), kind):
            return self.fault(
                "E401", expr.span, say("{what} is wanted here; this is {found}", what=what,
                                       found=describe(found.type)),
            )  # fmt: skip
        return self.present(expr, found)

    def present(self, expr: ex.Expression, found: Typed) -> Typed:
        """A value that is needed: not none."""
        if not isinstance(found.type, Maybe):
            return found
        if found.type.declared:
            return self.fault(
                "E403",
                expr.span,
                say("`{text}` may be none here", text=expr.span.text),
                help=say("ask first: `{text} is not none and ..`, or `.. if {text} is not none else ..`",
                         text=expr.span.text),
            )  # fmt: skip
        return Typed(ir.Need(found.node, self.instance.site(expr.span)), found.type.of)

    def whole_record(self, expr: ex.Expression, found: Typed) -> bool:
        """Report a record where a value is wanted; is it one?"""
        record = bare(found.type)
        if not isinstance(record, Record):
            return False
        fields = ", ".join(f"`{expr.span.text}.{name}`" for name, _ in record.fields)
        self.fault(
            "E401",
            expr.span,
            say("`{text}` is a whole record; it is used through its fields only", text=expr.span.text),
            help=say("write {fields}", fields=fields),
        )
        return True

    def flag(self, expr: ex.Expression, scope: Scope, joined_by: str | None) -> ir.Expr:
        """A truth value."""
        found = self.translate(expr, scope)
        if isinstance(found.type, Unknown | Flag):
            return found.node
        if isinstance(found.type, Maybe) and isinstance(found.type.of, Flag):
            return self.present(expr, found).node
        text, what = expr.span.text, describe(found.type)
        message = say("a condition is true or false; `{text}` is {what}", text=text, what=what)
        if joined_by == "not":
            message = say("`not` is of a truth value; `{text}` is {what}", text=text, what=what)
        elif joined_by:
            message = say("`{word}` joins truth values; `{text}` is {what}", word=joined_by, text=text, what=what)
        self.fault("E401", expr.span, message, help=say("compare it with something: `{text} == ..`", text=text))
        return fold.FALSE

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, expr: ex.Name, scope: Scope, expected: Type | None) -> Typed:
        """What a bare name stands for."""
        name, instance = expr.name, self.instance
        if name in scope.names:
            return scope.narrow(scope.names[name])
        if name in instance.game.definitions:
            return scope.narrow(self.definitions.define(name, (), expr.span, scope))
        if name in instance.options:
            self.used.add(name)
            return Typed(ir.Const(instance.options[name]), instance.option_types[name])
        if name in instance.families:
            return self.family(instance.families[name])
        if name in instance.holdings:
            return scope.narrow(self.holding(instance.holdings[name], expr.span))
        if name in instance.kinds:
            kind = instance.kinds[name]
            low, high = ir.Const(kind.low), ir.Const(kind.low + kind.size - 1)
            return Typed(ir.Span(low, high), ListOf(kind.type, kind.size))
        values = instance.values_named(name)
        if values:
            wanted = bare(expected) if expected is not None else None
            fitting = [v for v in values if v[0].type == wanted] or values
            kind, value = fitting[0]
            return Typed(ir.Const(value), kind.type, literal=True)
        if instance.rung_named(name) is not None:
            return rung_value(self, expr, scope)
        return self.builtins.word(expr, scope) or self.names.unknown(name, expr.span, scope)

    def family(self, family: Family) -> Typed:
        """A zone, or all zones of a family, in seat or kind order."""
        if family.per == UNKNOWN_PER:
            return UNKNOWN
        if family.per is None:
            return Typed(ir.Const(family.first), family.zone)
        zones = tuple(range(family.first, family.first + family.count))
        return Typed(ir.Spread(family.name, zones), ListOf(family.item, family.most * family.count))

    def holding(self, entry: HoldingEntry, span: Span) -> Typed:
        """A token, a memory or a kept list, not applied."""
        if entry.per == UNKNOWN_PER:
            return UNKNOWN
        if entry.per is not None:
            return self.fault(
                "E310",
                span,
                say("`{name}` is one for each {per}; say whose", name=entry.name, per=entry.per),
                help=say("write `{name}(..)`", name=entry.name),
            )
        if entry.listed:
            return Typed(ir.Stored(entry.cell, entry.width), ListOf(entry.type, entry.most))
        return Typed(ir.Cell(entry.cell), entry.type)

    def which(self, span: Span, family: ir.Spread) -> Typed:
        """Report a family where one zone of it is wanted."""
        entry = self.instance.families[family.family]
        return self.fault(
            "E401",
            span,
            say("`{name}` is one for each {per}; one zone is wanted here", name=entry.name, per=entry.per),
            help=say("say which: `{name}({per})`", name=entry.name, per=entry.per),
        )

    # -- applications ----------------------------------------------------------------------------------------------

    def apply(self, expr: ex.Apply, scope: Scope) -> Typed:
        """`name(args)`."""
        name, instance = expr.name, self.instance
        if name in scope.names:
            return self.fault("E310", expr.name_span, say("`{name}` is a value here and takes no arguments", name=name))
        if name in instance.game.definitions:
            args = tuple(self.translate(a, scope) for a in expr.args)
            whole = [self.whole_record(e, a) for e, a in zip(expr.args, args, strict=True)]
            if any(whole):
                self.used.add(name)
                return UNKNOWN
            return scope.narrow(self.definitions.define(name, args, expr.span, scope, expr))
        if name in instance.families:
            family = instance.families[name]
            index = self.index(expr, family.per, family.low, family.count, scope)
            if index is None:
                return UNKNOWN
            number = fold.arithmetic("+", index.node, ir.Const(family.first - family.low), 0)
            return Typed(number, family.zone)
        if name in instance.holdings:
            entry = instance.holdings[name]
            index = self.index(expr, entry.per, entry.low_index, entry.count, scope)
            if index is None:
                return UNKNOWN
            return scope.narrow(Typed(self.element(entry, index, expr.span), entry.type))
        if name in self.builtins.functions:
            return self.builtins.apply(expr, scope)
        if instance.rung_named(name) is not None:
            return rung_value(self, expr, scope)
        if name in instance.options or name in instance.kinds or instance.values_named(name):
            return self.fault("E310", expr.name_span, say("`{name}` takes no arguments", name=name))
        for arg in expr.args:
            if not isinstance(arg, ex.Member):  # `x in list` of a misspelt search
                self.translate(arg, scope)
        return self.names.unknown(name, expr.name_span, scope)

    def element(self, entry: HoldingEntry, index: Typed, span: Span) -> ir.Expr:
        """A cell of an indexed token or memory."""
        if isinstance(index.node, ir.Const):
            return ir.Cell(entry.cell + index.node.value - entry.low_index)
        return ir.Element(entry.cell, entry.low_index, entry.count, index.node, self.instance.site(span))

    def index(self, expr: ex.Apply, per: str | None, low: int, count: int, scope: Scope) -> Typed | None:
        """The argument that says which of a family is meant."""
        name = expr.name
        if per == UNKNOWN_PER:
            return None
        if per is None:
            self.fault("E310", expr.name_span, say("there is one `{name}` only; it takes no arguments", name=name))
            return None
        if len(expr.args) != 1:
            self.fault("E309", expr.span, say("`{name}` takes one argument, a {per}", name=name, per=per))
            return None
        kind = self.instance.index_kind(per)
        wanted: Type = Player() if kind is None else kind.type
        found = self.translate(expr.args[0], scope, wanted)
        if isinstance(found.type, Unknown):
            return None
        inner = bare(found.type)
        if isinstance(inner, Number) and isinstance(wanted, Number):
            if inner.low < low or inner.high > low + count - 1:
                self.fault(
                    "E402",
                    expr.args[0].span,
                    say("`{name}` is for {wanted}; this may be {low}..{high}", name=name,
                        wanted=describe(wanted), low=inner.low, high=inner.high),
                )  # fmt: skip
                return None
        elif inner != wanted:
            self.fault(
                "E401",
                expr.args[0].span,
                say("`{name}` is for each {per}; this is {found}", name=name, per=per, found=describe(inner)),
            )
            return None
        return self.present(expr.args[0], found)

    # -- structure -------------------------------------------------------------------------------------------------

    def choice(self, expr: ex.Choice, scope: Scope, expected: Type | None) -> Typed:
        """`yes if condition else no`."""
        condition = self.flag(expr.condition, scope, None)
        yes = self.translate(expr.yes, scope.knowing(fold.facts(condition, True)), expected)
        no = self.translate(expr.no, scope.knowing(fold.facts(condition, False)), expected)
        return self.joined(condition, yes, no, expr.span)

    def joined(self, condition: ir.Expr, yes: Typed, no: Typed, span: Span) -> Typed:
        """One of two values, of a type that holds both."""
        kind = join(yes.type, no.type)
        if kind is None:
            return self.fault(
                "E401",
                span,
                say("both sides must be of one type; they are {yes} and {no}", yes=describe(yes.type),
                    no=describe(no.type)),
            )  # fmt: skip
        if isinstance(condition, ir.Const):
            chosen = yes if condition.value else no
            return Typed(chosen.node, chosen.type)
        return Typed(fold.select(condition, yes.node, no.node), kind)

    def range(self, expr: ex.Range, scope: Scope) -> Typed:
        """`low..high` as a list."""
        low, high = self.number(expr.low, scope), self.number(expr.high, scope)
        if not isinstance(low.type, Number) or not isinstance(high.type, Number):
            return UNKNOWN
        most = max(0, high.type.high - low.type.low + 1)
        return Typed(ir.Span(low.node, high.node), ListOf(Number(low.type.low, high.type.high), most))

    # -- searches --------------------------------------------------------------------------------------------------

    def bound(self, binding: ex.Binding, scope: Scope) -> tuple[int, Typed, Scope]:
        """Bind the variable of a search: its slot, the list with its `where` applied, and the inner scope."""
        group = self.items(binding.group, scope)
        item = group.type.item if isinstance(group.type, ListOf) else Unknown()
        self.names.fresh(binding.variable, binding.variable_span, scope)
        slot = self.slot()
        value = Typed(ir.Local(slot), item)
        inner = scope.bind(binding.variable, value, binding.variable_span, say("a variable"))
        if binding.where is None:
            return slot, group, inner
        where = self.flag(binding.where, inner, None)
        items = Typed(ir.Filter(slot, group.node, where), group.type)
        return slot, items, inner.knowing(fold.facts(where, True))

    def quantifier(self, expr: ex.Quantifier, scope: Scope) -> Typed:
        """`any all sum min max (body for x in list)`."""
        slot, items, inner = self.bound(expr.binding, scope)
        if expr.op in ("any", "all"):
            body = Typed(self.flag(expr.body, inner, None), FLAG)
        else:
            body = self.number(expr.body, inner)
        if isinstance(body.type, Unknown) or not isinstance(items.type, ListOf):
            return UNKNOWN
        node = ir.Quantify(expr.op, slot, items.node, body.node)
        if isinstance(body.type, Number):
            if expr.op == "sum":
                most = items.type.most
                return Typed(node, Number(min(0, body.type.low * most), max(0, body.type.high * most)))
            return Typed(node, Maybe(Number(body.type.low, body.type.high)))
        return Typed(node, FLAG)

    def selection(self, expr: ex.Selection, scope: Scope) -> Typed:
        """`count first those highest lowest (x in list where condition by key)`."""
        slot, items, inner = self.bound(expr.binding, scope)
        if not isinstance(items.type, ListOf):
            return UNKNOWN
        if expr.op == "count":
            return Typed(ir.Length(items.node), Number(0, items.type.most))
        if expr.op == "first":
            return Typed(ir.Item(items.node, 0), maybe(items.type.item))
        if expr.op == "those" or expr.key is None:
            return items
        key = self.number(expr.key, inner)
        if isinstance(key.type, Unknown):
            return UNKNOWN
        sign = 1 if expr.op == "highest" else -1
        return Typed(ir.Extreme(sign, slot, items.node, key.node), items.type)


def _is_none(t: Translator, expr: ex.IsNone, scope: Scope) -> Typed:
    found = t.translate(expr.value, scope)
    return Typed(fold.compare("!=" if expr.negated else "==", found.node, fold.NOTHING), FLAG)


_TRANSLATED: dict[type[ex.Expression], Callable[[Translator, Any, Scope, Type | None], Typed]] = {
    ex.Number: lambda t, e, scope, expected: Typed(ir.Const(e.value), Number(e.value, e.value), literal=True),
    ex.Truth: lambda t, e, scope, expected: Typed(ir.Const(int(e.value)), FLAG, literal=True),
    ex.Unread: lambda t, e, scope, expected: UNKNOWN,
    ex.Nothing: lambda t, e, scope, expected: Typed(fold.NOTHING, NoneType(), literal=True),
    ex.Name: Translator.name,
    ex.Apply: lambda t, e, scope, expected: t.apply(e, scope),
    ex.Attribute: lambda t, e, scope, expected: attribute(t, e, scope),
    ex.Choice: Translator.choice,
    ex.Table: table,
    ex.Quantifier: lambda t, e, scope, expected: t.quantifier(e, scope),
    ex.Selection: lambda t, e, scope, expected: t.selection(e, scope),
    ex.Range: lambda t, e, scope, expected: t.range(e, scope),
    ex.Negative: lambda t, e, scope, expected: arithmetic(t, e, scope),
    ex.Arithmetic: lambda t, e, scope, expected: arithmetic(t, e, scope),
    ex.Compare: lambda t, e, scope, expected: compare(t, e, scope),
    ex.Member: lambda t, e, scope, expected: member(t, e, scope),
    ex.IsNone: lambda t, e, scope, expected: _is_none(t, e, scope),
    ex.IsRung: lambda t, e, scope, expected: on_rung(t, e, scope),
    ex.Not: lambda t, e, scope, expected: Typed(fold.opposite(t.flag(e.value, scope, "not")), FLAG),
    ex.Both: lambda t, e, scope, expected: t.joint(e.left, e.right, scope, "and"),
    ex.Either: lambda t, e, scope, expected: t.joint(e.left, e.right, scope, "or"),
}
"""How each kind of expression is translated."""
