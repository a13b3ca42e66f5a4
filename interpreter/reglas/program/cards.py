"""Steps that move, show and tell of cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Card, ListOf, Player, Type, Unknown, Zone, bare
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.frame import Frame, holds_card
from reglas.program.scope import Typed, card_families
from reglas.program.walk import locals_used, nodes
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.lower import Lowering


class CardSteps:
    """Lowers steps with cards, and settles what they look at."""

    def __init__(self, lowering: Lowering) -> None:
        self.fault, self.readings = lowering.fault, lowering.readings
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out

    def settle(self, frame: Frame, *parts: Typed | ir.Expr) -> None:
        """Before cards of a shuffled pile are looked at or leave it, chance settles what they are."""
        for part in parts:
            node = part.node if isinstance(part, Typed) else part
            for cards in self.unsettled(node, frame):
                self.out.emit(ir.Settle(cards))

    def unsettled(self, part: ir.Expr, frame: Frame) -> list[ir.Expr]:
        """Lists of cards, possibly unsettled, whose faces an expression reads."""
        everything = list(nodes(part, self.t.functions))
        if not any(isinstance(node, ir.Trait) for node in everything):
            return []
        found: dict[ir.Expr, None] = {}
        for node in everything:
            match node:
                case ir.Top(family, zone) if self.shuffled(family):
                    found[ir.Only(node) if isinstance(zone, ir.Const | ir.Cell) else self.whole(family)] = None
                case ir.Contents(family, zone) if self.shuffled(family):
                    found[node if isinstance(zone, ir.Const | ir.Cell) else self.whole(family)] = None
                case ir.Spread(family, _) if self.shuffled(family):
                    found[node] = None
                case ir.Trait(_, ir.Cell(cell)) if cell in frame.held or cell in self.card_cells():
                    found[ir.Only(ir.Cell(cell))] = None
                case ir.Trait(_, ir.Field() as field) if not locals_used(field):
                    found[ir.Only(field)] = None
                case ir.Listing(items) if self.all_held(items, frame):
                    found[node] = None
                case ir.Stored(cell, _) if cards := self.remembered(cell):
                    found[ir.Listing(tuple(ir.Cell(card) for card in cards))] = None
        return list(found)

    def all_held(self, items: tuple[ir.Expr, ...], frame: Frame) -> bool:
        """Are these the cells of cards that were picked together?"""
        return all(isinstance(item, ir.Cell) and item.cell in frame.held for item in items)

    def remembered(self, cell: int) -> tuple[int, ...]:
        """The cells that hold cards in the list that begins at a cell, if cards are ever shuffled."""
        if not any(family.shuffled for family in self.instance.families.values()):
            return ()
        return next((e.card_cells for e in self.instance.holdings.values() if e.listed and e.cell == cell), ())

    def shuffled(self, family: str) -> bool:
        """Is a zone family ever shuffled?"""
        return self.instance.families[family].shuffled

    def whole(self, family: str) -> ir.Expr:
        """All cards of a family."""
        entry = self.instance.families[family]
        return ir.Spread(family, tuple(range(entry.first, entry.first + entry.count)))

    def card_cells(self) -> tuple[int, ...]:
        """The cells of memory that hold cards."""
        return tuple(cell for entry in self.instance.holdings.values() for cell in entry.card_cells)

    def held(self, frame: Frame) -> tuple[int, ...]:
        """All cells that hold cards here."""
        return self.card_cells() + frame.held

    def cards(self, expr: ex.Expression, frame: Frame, dice: bool = False) -> Typed | None:
        """A list of cards, or one card, settled; dice too, if `dice`."""
        found = self.t.many(expr, frame.scope)
        if not isinstance(found.type, ListOf):
            return None
        item = found.type.item
        if isinstance(item, Unknown):
            return None
        if not holds_card(Typed(found.node, item)):
            self.fault("E401", expr.span, say("cards are wanted here; this is {found}", found=describe(item)))
            return None
        if not dice and self.of_dice(item):
            self.never_moved(expr.span)
            return None
        self.settle(frame, found)
        return found

    def zone(self, expr: ex.Expression, frame: Frame) -> Typed | None:
        """One zone."""
        found = self.t.translate(expr, frame.scope)
        if (isinstance(found.type, Zone) and found.type.dice) or (
            isinstance(found.type, ListOf) and self.of_dice(found.type.item)
        ):
            self.never_moved(expr.span)
            return None
        if isinstance(found.type, Zone):
            self.which_told(found, expr)
            return found
        if isinstance(found.type, Unknown):
            return None
        if isinstance(found.node, ir.Spread):
            self.t.which(expr.span, found.node)
            return None
        self.fault("E401", expr.span, say("one zone is wanted here; this is {found}", found=describe(found.type)))
        return None

    def of_dice(self, item: Type) -> bool:
        """Is this a die?"""
        kind = bare(item)
        return isinstance(kind, Card) and kind.dice

    def never_moved(self, span: Span) -> None:
        """Report dice where cards are wanted."""
        message = say("dice stay what they are: they are rolled, never moved, swapped, dealt or shuffled")
        self.fault("E401", span, message, help=say("`roll` rolls a set of dice"))

    def leaves(self, cards: Typed) -> None:
        """Cards leave where they lie: those of a shuffled pile are settled."""
        item = cards.type.item if isinstance(cards.type, ListOf) else cards.type
        families = card_families(replace(cards, type=item)) or frozenset(self.instance.families)
        if any(self.shuffled(f) for f in families):
            self.out.emit(ir.Settle(cards.node))

    def move(self, step: m.Move, frame: Frame) -> None:
        """Cards to a zone."""
        cards, zone = self.cards(step.cards, frame), self.zone(step.to, frame)
        at = self.t.number(step.at, frame.scope) if step.at is not None else None
        if cards is None or zone is None:
            return
        self.same_cards(cards, zone, step.span)
        self.readings.note("moved", cards.node, step.cards, len(self.out.ops))
        self.settle(frame, zone, *((at,) if at else ()))
        if step.at is not None and at is not None:
            self.told(at.node, step.at, step.to.span.text)
        self.leaves(cards)
        site = self.instance.site(step.span)
        self.out.emit(ir.Move(cards.node, zone.node, at.node if at else None, self.held(frame), site))

    def same_cards(self, cards: Typed, zone: Typed, span: Span) -> None:
        """A zone takes cards of its own type only."""
        item = cards.type.item if isinstance(cards.type, ListOf) else cards.type
        families = card_families(replace(cards, type=item))
        if not isinstance(zone.type, Zone):
            return
        target = self.instance.families[zone.type.family]
        for family in families:
            if not {self.instance.families[family].card, target.card} <= set(self.instance.game.cards):
                continue
            if self.instance.families[family].card != target.card:
                self.fault(
                    "E401",
                    span,
                    say("`{zone}` holds {wanted} cards; these are {found} cards", zone=target.name,
                        wanted=target.card, found=self.instance.families[family].card),
                )  # fmt: skip

    def swap(self, step: m.Swap, frame: Frame) -> None:
        """Two cards change places."""
        card, other = self.cards(step.card, frame), self.cards(step.other, frame)
        if card is None or other is None:
            return
        self.readings.note("moved", card.node, step.card, len(self.out.ops))
        self.readings.note("moved", other.node, step.other, len(self.out.ops))
        self.leaves(card)
        self.leaves(other)
        a, b = ir.Item(card.node, 0), ir.Item(other.node, 0)
        self.out.emit(ir.Swap(a, b, self.held(frame), self.instance.site(step.span)))

    def shuffle(self, step: m.Shuffle, frame: Frame) -> None:
        """A zone is shuffled: what lies in it is open again."""
        zone = self.zone(step.zone, frame)
        if zone is not None:
            self.out.emit(ir.Shuffle(zone.node, self.held(frame)))

    def seats(self, expr: ex.Expression, frame: Frame) -> ir.Expr | None:
        """A player or a list of players."""
        found = self.t.many(expr, frame.scope)
        if isinstance(found.type, ListOf) and isinstance(found.type.item, Player):
            return found.node
        if isinstance(found.type, ListOf) and not isinstance(found.type.item, Unknown):
            self.fault(
                "E401",
                expr.span,
                say("players are wanted here; this is {found}", found=describe(found.type.item)),
            )
        return None

    def which_told(self, zone: Typed, expr: ex.Expression) -> None:
        """Note what is told by which zone of several it is; by its face: the card may be seen there."""
        if not any(isinstance(node, ir.Trait) for node in nodes(zone.node, self.t.functions)):
            self.told(zone.node, expr, expr.span.text)

    def told(self, node: ir.Expr, expr: ex.Expression, name: str) -> None:
        """Note what everybody is told by where cards go, or by who looks at them."""
        if not isinstance(node, ir.Const):
            self.readings.note("effect", node, expr, len(self.out.ops), name)

    def show(self, step: m.Show, frame: Frame) -> None:
        """Players look at cards."""
        cards, to = self.cards(step.cards, frame, dice=True), self.seats(step.to, frame)
        if cards is not None and to is not None:
            self.leaves(cards)
            self.told(to, step.to, "show")
            self.out.emit(ir.Show(cards.node, to))

    def tell(self, step: m.Tell, frame: Frame) -> None:
        """Players are told of which cards a condition holds."""
        slot, cards, scope = self.t.bound(step.of, frame.scope)
        condition = self.t.condition(step.condition, scope)
        to = self.seats(step.to, frame)
        if not isinstance(cards.type, ListOf) or to is None:
            return
        if not holds_card(Typed(cards.node, cards.type.item)):
            self.fault("E401", step.of.span, say("`tell` is of cards; this is {found}",
                                                 found=describe(cards.type.item)))  # fmt: skip
            return
        self.leaves(cards)
        self.told(to, step.to, "tell")
        self.out.emit(ir.Tell(cards.node, slot, condition, to, self.instance.site(step.span)))
