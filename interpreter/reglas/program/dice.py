"""Dice: families of their own among the zones, and the steps that roll them, or roll a cell from a list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Card, ListOf, Number, Unknown, Zone, bare
from reglas.program import ir
from reglas.program.describe import describe
from reglas.program.frame import Frame
from reglas.program.instance import DICE, FACE, UNKNOWN_PER, Face, Family
from reglas.program.scope import Typed
from reglas.program.walk import nodes
from reglas.reading.messages import say
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.components import Components
    from reglas.program.lower import Lowering

DRAWS = "(draws)"
"""The random stream of all cells that are rolled."""

MOST_DICE = 1000


def sort_of(dice: m.Dice) -> str:
    """What the dice of a family are, as the type of a card is to a card: dice with the same faces are alike."""
    return f"dice {dice.faces.text}"


def dice_faces(components: Components) -> None:
    """The faces of dice, after those of cards: no card has one of them."""
    instance = components.instance
    made: set[str] = set()
    for dice in instance.game.dice.values():
        kind = components.kind_of(dice.faces)
        sort = sort_of(dice)
        if kind is None or sort in made:
            continue
        made.add(sort)
        for value in range(kind.low, kind.low + kind.size):
            instance.faces.append(Face(len(instance.faces), sort, {FACE: value}, 0, kind.text(value)))
    if instance.game.dice and FACE not in instance.traits:
        instance.traits.append(FACE)


def dice_families(components: Components, number: int) -> None:
    """Families of dice, after those of cards, from zone number `number` on."""
    for dice in components.instance.game.dice.values():
        per, low, count = components.per(dice.per)
        most = components.constant(dice.count, 1, "`count`")
        if not 1 <= most <= MOST_DICE:
            place = dice.count.span if dice.count is not None else dice.span
            message = say("`{dice}` has {count} dice", dice=dice.name, count=most)
            help = components.involved(dice.count) or say("`count` is 1..{most}", most=MOST_DICE)
            components.fault("E406", place, message, help=help)
            most = 1
        if per not in ("player", UNKNOWN_PER) and dice.seen_by in ("owner", "others"):
            components.fault(
                "E206",
                dice.seen_by_span,
                say("`{dice}` is nobody's, so it has no owner to see it", dice=dice.name),
                help=say("write `per: player`, or `seen_by: everyone` or `nobody`"),
            )
        components.instance.families[dice.name] = Family(
            dice.name, sort_of(dice), DICE, per, low, number, count, most, dice.seen_by, False
        )
        number += count


class DiceSteps:
    """Lowers `roll`."""

    def __init__(self, lowering: Lowering) -> None:
        self.lower, self.fault = lowering, lowering.fault
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out

    def roll(self, step: m.Roll, frame: Frame) -> None:
        """Dice, or a cell from a list."""
        if step.source is not None:
            self.cell(step, step.source, frame)
            return
        name = step.what.name if isinstance(step.what, ex.Name | ex.Apply) else ""
        if name in self.instance.holdings and name not in frame.scope.names:
            help = say("a cell is rolled from a list: `roll: {name}` with `from: LIST`", name=step.what.span.text)
            self.fault("E203", step.what.span, say("`{name}` is rolled from nothing", name=name), help=help)
            return
        found = self.t.translate(step.what, frame.scope)
        family = self.family(found)
        if family is None:
            if not isinstance(found.type, Unknown):
                self.fault("E401", step.what.span, say("dice are rolled, or a cell from a list; this is {found}",
                                                       found=describe(found.type)))  # fmt: skip
            return
        by = self.how_many(step.by, family, frame)
        site = self.instance.site(step.span)
        if isinstance(found.node, ir.Spread):
            for number in found.node.zones:
                self.set_rolled(family, ir.Const(number), by, site)
            return
        self.lower.cards.which_told(found, step.what)
        self.one_set(family, found.node, by, site, frame)

    def family(self, found: Typed) -> Family | None:
        """The family of dice that are all rolled, or of whose sets one is."""
        if isinstance(found.type, Zone):
            family = self.instance.families[found.type.family]
            return family if family.dice else None
        if isinstance(found.node, ir.Spread):
            family = self.instance.families[found.node.family]
            return family if family.dice else None
        return None

    def how_many(self, by: ex.Expression | None, family: Family, frame: Frame) -> ir.Expr | None:
        """`by`: how many of the dice are rolled; the rest is put aside."""
        if by is None:
            return None
        found = self.t.number(by, frame.scope)
        if not isinstance(found.type, Number):
            return None
        if found.type.low > family.most or found.type.high < 0:
            value = found.type.low if found.type.low == found.type.high else by.span.text
            self.fault("E402", by.span, say("`{dice}` has {most} dice, so {value} of them cannot be rolled",
                                            dice=family.name, most=family.most, value=value))  # fmt: skip
        self.lower.cards.settle(frame, found)
        self.lower.cards.told(found.node, by, family.name)
        return found.node

    def one_set(self, family: Family, zone: ir.Expr, by: ir.Expr | None, site: int, frame: Frame) -> None:
        """One set. Which it is must not change while its dice fall, so what is worked out is kept in a cell."""
        if all(isinstance(node, ir.Const | ir.Cell | ir.Arithmetic) for node in nodes(zone)):
            self.set_rolled(family, zone, by, site)
            return
        self.lower.cards.settle(frame, zone)
        cell = self.instance.allocate(1)
        last = family.first + family.count - 1
        self.out.emit(ir.Assign(ir.Target(cell), zone, family.first, last, "", site))
        self.set_rolled(family, ir.Cell(cell), by, site)
        self.out.forget(((cell, 1),))

    def set_rolled(self, family: Family, zone: ir.Expr, by: ir.Expr | None, site: int) -> None:
        """The dice are taken up, fall one by one, and who sees them sees how."""
        self.out.emit(ir.Roll(zone, by, site))
        self.out.emit(ir.Settle(ir.Contents(family.name, zone)))
        self.out.emit(ir.Rolled(zone))

    def cell(self, step: m.Roll, source: ex.Expression, frame: Frame) -> None:
        """A token or memory gets one of the values of a list, each as likely."""
        from reglas.program.compile import type_word

        if step.by is not None:
            self.fault("E202", step.by.span, say("`by` is for dice; a cell is rolled once"))
        target = self.lower.target(step.what, frame, "cell")
        items = self.t.items(source, frame.scope)
        if target is None or not isinstance(items.type, ListOf) or isinstance(items.type.item, Unknown):
            return
        entry, place = target
        if isinstance(bare(entry.type), Card):
            self.fault("E401", step.what.span, say("`{name}` holds a card; values are rolled, cards are drawn",
                                                   name=entry.name))  # fmt: skip
            return
        low, high = self.lower.fits(source, replace(items, type=bare(items.type.item)), entry.type, entry.name)
        self.lower.cards.settle(frame, items)
        self.lower.effect(entry, items.node, source, place.index)
        sort = type_word(bare(entry.type))
        site = self.instance.site(step.span)
        self.out.emit(ir.Draw(place, items.node, low, high, entry.name, sort, self.instance.stream(DRAWS), site))
