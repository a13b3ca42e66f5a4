"""The built-in words and functions of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Card, Flag, ListOf, Maybe, NoneType, Number, Player, Unknown, Zone, bare, maybe
from reglas.program import fold, ir
from reglas.program.describe import arity, describe
from reglas.program.scope import UNKNOWN, Scope, Typed, card_families
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.program.translate import Translator

WORDS = ("me", "others", "players", "seats", "everyone", "foul")
FUNCTIONS = (
    "size", "top", "first", "last", "min", "max", "next", "previous", "ahead", "others", "owner", "index", "saw",
    "copies", "owed",
)  # fmt: skip


class Builtins:
    """Built-in words and functions, translated."""

    names = (*WORDS, *FUNCTIONS)

    def __init__(self, translator: Translator) -> None:
        self.t = translator
        self.functions: dict[str, Callable[[ex.Apply, Scope], Typed]] = {
            name: getattr(self, f"_{name}") for name in FUNCTIONS
        }

    # -- words -----------------------------------------------------------------------------------------------------

    def word(self, expr: ex.Name, scope: Scope) -> Typed | None:
        """A built-in word, or None."""
        match expr.name:
            case "me":
                return self.me(expr, scope)
            case "others":
                me = self.me(ex.Name(expr.span, "me"), scope)
                return UNKNOWN if isinstance(me.type, Unknown) else self.others_of(me)
            case "players":
                return self.players()
            case "seats" | "everyone":
                return self.seats()
            case "foul":
                return scope.foul or self.t.fault(
                    "E407",
                    expr.span,
                    say("`foul` tells whether a move broke a rule it should honour; this is no effect of such a move"),
                    help=say("use it in the `do` of an action with `honour`; a routine gets it as a parameter"),
                )
            case name if name in self.functions:
                return self.t.fault(
                    "E310",
                    expr.span,
                    say("`{name}` is a function; say of what", name=name),
                    help=say("write `{name}(..)`", name=name),
                )
        return None

    def me(self, expr: ex.Name, scope: Scope) -> Typed:
        """Whoever acts."""
        if scope.me is not None:
            return scope.me
        return self.t.fault(
            "E407",
            expr.span,
            say("nobody acts here, so there is no `{name}`", name=expr.span.text),
            help=say("a definition gets players as parameters: `name(p)`; in the flow, `turns` says who acts"),
        )

    def seats(self) -> Typed:
        """All seats, in order of play."""
        count = self.t.instance.seats
        return Typed(ir.Span(ir.Const(0), ir.Const(count - 1)), ListOf(Player(), count))

    def players(self) -> Typed:
        """The seats that play."""
        playing, seats = self.t.definitions.playing(), self.seats()
        if playing < 0:
            return seats
        slot = self.t.slot()
        return Typed(ir.Filter(slot, seats.node, ir.Invoke(playing, (ir.Local(slot),))), seats.type)

    def others_of(self, player: Typed) -> Typed:
        """The playing seats but one."""
        players, slot = self.players(), self.t.slot()
        where = fold.compare("!=", ir.Local(slot), player.node)
        most = max(1, self.t.instance.seats - 1)
        return Typed(ir.Filter(slot, players.node, where), ListOf(Player(), most))

    # -- functions -------------------------------------------------------------------------------------------------

    def apply(self, expr: ex.Apply, scope: Scope) -> Typed:
        """A built-in function, applied."""
        return self.functions[expr.name](expr, scope)

    def count(self, expr: ex.Apply, *allowed: int) -> bool:
        """Hold the number of arguments to what is allowed."""
        if len(expr.args) in allowed:
            return True
        self.t.fault("E309", expr.span, arity(expr.name, allowed, len(expr.args)))
        return False

    def _size(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 1):
            return UNKNOWN
        found = self.t.translate(expr.args[0], scope)
        if isinstance(found.type, Zone):
            family = self.t.instance.families[found.type.family]
            return Typed(ir.Size(family.name, found.node), Number(0, family.most))
        if isinstance(found.type, ListOf):
            node: ir.Expr = ir.Length(found.node)
            if isinstance(found.node, ir.Span):
                low, high = found.node.low, found.node.high
                if isinstance(low, ir.Const) and isinstance(high, ir.Const):
                    size = max(0, high.value - low.value + 1)
                    return Typed(ir.Const(size), Number(size, size))
            return Typed(node, Number(0, found.type.most))
        if isinstance(found.type, Unknown):
            return UNKNOWN
        return self.t.fault(
            "E401",
            expr.args[0].span,
            say("`size` is of a zone, a kind or a list; this is {found}", found=describe(found.type)),
        )

    def _top(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 1, 2):
            return UNKNOWN
        found = self.t.translate(expr.args[0], scope)
        if isinstance(found.type, Unknown):
            return UNKNOWN
        if not isinstance(found.type, Zone):
            if isinstance(found.node, ir.Spread):
                return self.t.which(expr.args[0].span, found.node)
            return self.t.fault(
                "E401",
                expr.args[0].span,
                say("`top` is of one zone; this is {found}", found=describe(found.type)),
            )
        family = self.t.instance.families[found.type.family]
        if len(expr.args) == 1:
            return Typed(ir.Top(family.name, found.node), Maybe(family.item))
        items = Typed(ir.Contents(family.name, found.node), ListOf(family.item, family.most))
        return self.slice(expr, items, scope, 1)

    def slice(self, expr: ex.Apply, items: Typed, scope: Scope, last: int) -> Typed:
        """The first or last n of a list."""
        count = self.t.number(expr.args[1], scope)
        if not isinstance(count.type, Number) or not isinstance(items.type, ListOf):
            return UNKNOWN
        most = max(0, min(items.type.most, count.type.high))
        return Typed(ir.Slice(items.node, count.node, last), ListOf(items.type.item, most))

    def _first(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.end_of(expr, scope, 0)

    def _last(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.end_of(expr, scope, 1)

    def end_of(self, expr: ex.Apply, scope: Scope, last: int) -> Typed:
        """`first` and `last` of a list: one item, or n of them."""
        if not self.count(expr, 1, 2):
            return UNKNOWN
        items = self.t.items(expr.args[0], scope)
        if not isinstance(items.type, ListOf):
            return UNKNOWN
        if len(expr.args) == 2:
            return self.slice(expr, items, scope, last)
        return Typed(ir.Item(items.node, last), maybe(items.type.item))

    def _min(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.extreme(expr, scope, "<")

    def _max(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.extreme(expr, scope, ">")

    def extreme(self, expr: ex.Apply, scope: Scope, op: str) -> Typed:
        """The smaller or larger of two numbers."""
        if not self.count(expr, 2):
            return UNKNOWN
        a, b = self.t.number(expr.args[0], scope), self.t.number(expr.args[1], scope)
        if not isinstance(a.type, Number) or not isinstance(b.type, Number):
            return UNKNOWN
        pick = min if op == "<" else max
        kind = Number(pick(a.type.low, b.type.low), pick(a.type.high, b.type.high))
        return Typed(fold.select(fold.compare(op, a.node, b.node), a.node, b.node), kind)

    def _next(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.neighbour(expr, scope, 1) if self.count(expr, 1) else UNKNOWN

    def _previous(self, expr: ex.Apply, scope: Scope) -> Typed:
        return self.neighbour(expr, scope, -1) if self.count(expr, 1) else UNKNOWN

    def neighbour(self, expr: ex.Apply, scope: Scope, steps: int) -> Typed:
        """The playing seat after or before one."""
        player = self.t.player(expr.args[0], scope)
        if isinstance(player.type, Unknown):
            return UNKNOWN
        return Typed(ir.Ahead(player.node, ir.Const(steps), self.t.definitions.playing()), Player())

    def _ahead(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 2):
            return UNKNOWN
        player, steps = self.t.player(expr.args[0], scope), self.t.number(expr.args[1], scope)
        if isinstance(player.type, Unknown) or isinstance(steps.type, Unknown):
            return UNKNOWN
        return Typed(ir.Ahead(player.node, steps.node, self.t.definitions.playing()), Player())

    def _others(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 1):
            return UNKNOWN
        player = self.t.player(expr.args[0], scope)
        return UNKNOWN if isinstance(player.type, Unknown) else self.others_of(player)

    def card(self, expr: ex.Apply, scope: Scope, dice: bool = True) -> Typed | None:
        """The one argument, a card; a die too, if `dice`."""
        if not self.count(expr, 1):
            return None
        found = self.t.translate(expr.args[0], scope)
        if isinstance(found.type, Unknown):
            return None
        kind = bare(found.type)
        if not isinstance(kind, Card) or (kind.dice and not dice):
            self.t.fault(
                "E401",
                expr.args[0].span,
                say("`{name}` is of a card; this is {found}", name=expr.name, found=describe(found.type)),
            )
            return None
        return found

    def _owner(self, expr: ex.Apply, scope: Scope) -> Typed:
        card = self.card(expr, scope)
        if card is None:
            return UNKNOWN
        families = [self.t.instance.families[f] for f in card_families(card)]
        owned = bool(families) and all(f.per == "player" for f in families)
        sure = owned and not isinstance(card.type, Maybe)
        return Typed(ir.Where("owner", card.node), Player() if sure else Maybe(Player()))

    def _index(self, expr: ex.Apply, scope: Scope) -> Typed:
        card = self.card(expr, scope)
        if card is None:
            return UNKNOWN
        most = max((f.most for f in self.t.instance.families.values()), default=1)
        number = Number(1, most)
        return Typed(ir.Where("index", card.node), Maybe(number) if isinstance(card.type, Maybe) else number)

    def _copies(self, expr: ex.Apply, scope: Scope) -> Typed:
        card = self.card(expr, scope, dice=False)
        if card is None:
            return UNKNOWN
        most = max((f.copies for f in self.t.instance.faces), default=0)
        trait = len(self.t.instance.traits)
        found = Typed(ir.Trait(trait, card.node), Number(0, most))
        return Typed(found.node, Maybe(found.type)) if isinstance(card.type, Maybe) else found

    def _saw(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 2):
            return UNKNOWN
        player, card = self.t.player(expr.args[0], scope), self.t.translate(expr.args[1], scope)
        if isinstance(player.type, Unknown) or isinstance(card.type, Unknown):
            return UNKNOWN
        if isinstance(card.type, NoneType):
            return Typed(fold.FALSE, Flag())
        if not isinstance(bare(card.type), Card):
            return self.t.fault(
                "E401",
                expr.args[1].span,
                say("`saw` is of a player and a card; this is {found}", found=describe(card.type)),
            )
        families = self.t.instance.families
        if any(families[f].layout == "dice" for f in card_families(card)):
            return self.t.fault("E401", expr.args[1].span, say("`saw` is of cards; this is a die"))
        if not self.t.instance.saw_asked:
            return self.t.fault(
                "E401",
                expr.name_span,
                say("no rule of this game asks `saw`, so who saw which card is not kept"),
            )
        return Typed(ir.Saw(player.node, card.node), Flag())

    def _owed(self, expr: ex.Apply, scope: Scope) -> Typed:
        if not self.count(expr, 1):
            return UNKNOWN
        player, instance = self.t.player(expr.args[0], scope), self.t.instance
        if isinstance(player.type, Unknown):
            return UNKNOWN
        if instance.owed_cell < 0:
            return Typed(fold.FALSE, Flag())
        site = instance.site(expr.span)
        return Typed(ir.Element(instance.owed_cell, 0, instance.seats, player.node, site), Flag())
