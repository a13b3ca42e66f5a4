"""Loops and turns to operations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import NONE, Card, ListOf, Player, Record, Unknown, Zone, bare
from reglas.program import fold, ir
from reglas.program.describe import describe
from reglas.program.frame import Frame, Ways, holds_card
from reglas.program.instance import DIRECTION
from reglas.program.scope import Typed
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.lower import Lowering

DEFAULT_MOST = 1000
"""How often an `until` without a written `most` may go round before that is a fault of the spec."""

DEFAULT_TURNS = 10_000
"""The same for the turns of one `turns`."""


class Loops:
    """Lowers `deal`, `for`, `until` and `turns`."""

    def __init__(self, lowering: Lowering) -> None:
        self.lower = lowering
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out
        self.infos: list[ir.TurnsInfo] = []

    def set(self, cell: int, value: ir.Expr, site: int = 0) -> None:
        """Put a value into one of the flow's own cells."""
        self.out.emit(ir.Assign(ir.Target(cell), value, NONE, -NONE, "", site))

    def count_up(self, cell: int, site: int = 0) -> None:
        """Add one to one of the flow's own cells; the `site` of a loop is where it is said to go round."""
        self.set(cell, ir.Arithmetic("+", ir.Cell(cell), ir.Const(1), 0), site)

    def deal(self, step: m.Deal, frame: Frame) -> None:
        """Cards one at a time; each is a point of its own. To a family: round the playing seats."""
        count = self.t.number(step.count, frame.scope)
        source = self.lower.cards.zone(step.source, frame)
        to = self.t.translate(step.to, frame.scope)
        if source is None or isinstance(count.type, Unknown) or isinstance(to.type, Unknown):
            return
        if not isinstance(count.node, ir.Const):
            self.lower.readings.note("effect", count.node, step.count, len(self.out.ops), step.to.span.text)
        cell, seat = self.instance.allocate(1), self.instance.allocate(1)
        total, zone = self.destination(step, count.node, to, seat)
        if zone is None:
            return
        self.lower.cards.same_cards(self.t.as_list(source), zone, step.span)
        begin, end = self.out.label(), self.out.label()
        card = ir.Top(source.type.family, source.node) if isinstance(source.type, Zone) else fold.NOTHING
        self.set(cell, ir.Const(0))
        self.out.place(begin)
        self.out.emit(ir.Unless(fold.compare("<", ir.Cell(cell), total), end))
        if isinstance(source.type, Zone):
            size = ir.Size(source.type.family, source.node)
            self.out.emit(ir.Unless(fold.compare(">", size, ir.Const(0)), end))
        if self.lower.cards.shuffled(source.type.family if isinstance(source.type, Zone) else ""):
            self.out.emit(ir.Settle(ir.Only(card)))
        site = self.instance.site(step.span)
        before = len(self.out.ops)
        self.out.emit(ir.Move(ir.Only(card), zone.node, None, self.lower.cards.held(frame), site))
        self.count_up(cell)
        if total is not count.node:
            self.set(seat, ir.Ahead(ir.Cell(seat), ir.Const(1), self.t.definitions.playing()))
        if frame.checked:
            self.lower.check(self.out.ops[before:])
        self.out.emit(ir.Jump(begin))
        self.out.place(end)
        self.out.forget(((cell, 2),))

    def destination(self, step: m.Deal, count: ir.Expr, to: Typed, seat: int) -> tuple[ir.Expr, Typed | None]:
        """How many cards in all, and the zone of the next one."""
        item = bare(to.type.item) if isinstance(to.type, ListOf) else to.type
        if isinstance(item, Card | Zone) and item.dice:
            self.lower.cards.never_moved(step.to.span)
            return count, None
        if isinstance(to.type, Zone):
            self.lower.cards.which_told(to, step.to)
            return count, to
        if isinstance(to.node, ir.Spread) and self.instance.families[to.node.family].per == "player":
            family = self.instance.families[to.node.family]
            players = self.t.builtins.players()
            self.set(seat, ir.Item(players.node, 0))
            everybody = ir.Const(self.instance.seats) if self.t.definitions.playing() < 0 else ir.Length(players.node)
            total = fold.arithmetic("*", count, everybody, 0)
            if total is count:
                total = ir.Arithmetic("*", count, ir.Const(1), 0)
            zone = fold.arithmetic("+", ir.Cell(seat), ir.Const(family.first), 0)
            return total, Typed(zone, family.zone)
        self.lower.fault(
            "E401",
            step.to.span,
            say("cards are dealt to one zone, or to a family with one for each player; this is {found}",
                found=describe(to.type)),
        )  # fmt: skip
        return count, None

    def for_each(self, step: m.For, frame: Frame) -> None:
        """The list is made once, before the first pass, and kept."""
        _slot, items, _scope = self.t.bound(step.binding, frame.scope)
        if not isinstance(items.type, ListOf):
            return
        self.lower.cards.settle(frame, items)
        most, record = max(1, items.type.most), items.type.item
        fields = record.fields if isinstance(record, Record) else ((step.binding.variable, record),)
        width = len(fields)
        store, at, variable = (self.instance.allocate(n) for n in (most * width + 1, 1, 1))
        cards = [n for n, (_, kind) in enumerate(fields) if holds_card(Typed(items.node, kind))]
        kept = [store + 1 + number * width + n for number in range(most) for n in cards]
        if cards and width == 1 and isinstance(record, Record):
            kept.append(variable)  # a record of one field is held as that
        begin, again, end = self.out.label(), self.out.label(), self.out.label()
        reading = self.lower.readings.note("for", items.node, step.binding, len(self.out.ops), step.binding.variable)
        self.out.emit(ir.Store(store, most, items.node, self.instance.site(step.span), width))
        self.set(at, ir.Const(0))
        inner = replace(frame, scope=replace(frame.scope, known=frozenset()))
        inner = inner.using(store + 1, most * width).using(store, 1).using(at, 1)
        inner = inner.bind(
            step.binding.variable,
            variable,
            Typed(ir.Cell(variable), items.type.item),
            step.binding.variable_span,
            say("a variable"),
        )
        inner = replace(inner, held=(*inner.held, *kept))
        inner = inner.leaving(step.id, end)
        self.out.place(begin)
        self.out.emit(ir.Unless(fold.compare("<", ir.Cell(at), ir.Cell(store)), end))
        item: ir.Expr = ir.Element(store + 1, 0, most, ir.Cell(at), self.instance.site(step.span))
        if width > 1:  # a record is held as the first of its cells, here of those of the copy
            item = fold.arithmetic("+", ir.Arithmetic("*", ir.Cell(at), ir.Const(width), 0), ir.Const(store + 1), 0)
        self.set(variable, item)
        self.count_up(at)
        self.lower.steps(step.do, inner)
        self.out.place(again)
        self.out.emit(ir.Jump(begin))
        self.out.place(end)
        reading.end = len(self.out.ops)
        self.out.forget(inner.cells[len(frame.cells) :])

    def limit(self, most: ex.Expression | None, frame: Frame, default: int) -> tuple[ir.Expr, bool]:
        """The bound of a loop, and whether an author wrote it."""
        if most is None:
            return ir.Const(default), False
        found = self.t.number(most, frame.scope)
        return found.node, True

    def bound(self, within: ir.Expr, written: bool, span: Span, end: int) -> None:
        """Beyond a written bound a loop ends quietly; beyond the default one that is a fault of the spec."""
        beyond, go_on = self.out.label(), self.out.label()
        self.out.emit(ir.Unless(within, beyond))
        self.out.emit(ir.Jump(go_on))
        self.out.place(beyond)
        self.out.emit(ir.Jump(end) if written else ir.Fail("R804", self.instance.site(span)))
        self.out.place(go_on)

    def until(self, step: m.Until, frame: Frame) -> None:
        """Test, pass, and again. A written `most` ends the loop quietly; passing the default is a fault."""
        passes = self.instance.allocate(1)
        begin, go_on, end = self.out.label(), self.out.label(), self.out.label()
        inner = open_ended(step, frame).using(passes, 1).leaving(step.id, end)
        self.set(passes, ir.Const(0))
        self.out.place(begin)
        scope = replace(frame.scope, known=frozenset())
        condition = self.t.condition(step.condition, scope)
        self.lower.cards.settle(frame, condition)
        self.lower.readings.note("until", condition, step.condition, len(self.out.ops))
        self.out.emit(ir.Unless(condition, go_on))
        self.out.emit(ir.Jump(end))
        self.out.place(go_on)
        most, written = self.limit(step.most, frame, DEFAULT_MOST)
        self.bound(fold.compare("<", ir.Cell(passes), most), written, step.span, end)
        self.count_up(passes, self.instance.site(step.span))
        inner = replace(inner, scope=scope.knowing(fold.facts(condition, False)))
        self.lower.steps(step.do, inner)
        self.out.emit(ir.Jump(begin))
        self.out.place(end)
        self.out.forget(((passes, 1),))

    # -- turns -----------------------------------------------------------------------------------------------------

    def turns(self, step: m.Turns, frame: Frame) -> None:
        """Turn after turn; the end of a turn looks at `until`, `last_round` and `most`, in that order."""
        player, count, skips, last = (self.instance.allocate(1) for _ in range(4))
        owed = self.instance.owed_cell if step.last_round is not None else -1
        first = self.first_player(step, frame)
        self.lower.cards.settle(frame, first)
        if step.start is not None:
            self.lower.readings.note("from", first, step.start, len(self.out.ops))
        self.set(player, first)
        for cell in (count, skips, last):
            self.set(cell, ir.Const(0))
        if step.last_round is not None:
            self.out.emit(ir.Fill(self.instance.owed_cell, self.instance.seats, 0, ""))
        begin, skip, over, end = (self.out.label() for _ in range(4))
        me = Typed(ir.Cell(player), Player())
        inner = replace(open_ended(step, frame), scope=replace(frame.scope, me=me, known=frozenset()))
        inner = inner.using(player, 1).using(count, 1).using(skips, 1).using(last, 1).leaving(step.id, end)
        self.out.place(begin)
        number = len(self.infos)
        self.infos.append(ir.TurnsInfo(player, count, skips, last, owed, len(self.out.ops), -1))
        outer = inner
        if step.choose:
            drafts, inner = self.lower.choices.drafts(step.choose, inner, inner)
            chosen = self.out.label()
            self.lower.choices.decide(drafts, inner, player, Ways(skip if step.skips else -1), chosen, step.span)
            self.out.place(chosen)
            self.out.forget(inner.cells[len(outer.cells) :])
            inner = outer
        self.lower.steps(step.do, inner)
        if step.skips:
            self.skipping(step, skip, over, skips, end)
        self.out.place(over)
        self.turn_end(step, inner, player, count, last, end)
        self.out.emit(self.advance(step, inner, player))
        self.out.emit(ir.Jump(begin))
        self.out.place(end)
        self.infos[number] = replace(self.infos[number], end=len(self.out.ops))
        if step.last_round is not None:
            self.out.emit(ir.Fill(self.instance.owed_cell, self.instance.seats, 0, ""))
        self.out.forget(inner.cells[len(frame.cells) :])

    def first_player(self, step: m.Turns, frame: Frame) -> ir.Expr:
        """Who begins: `from`, else the first playing seat."""
        if step.start is not None:
            return self.t.player(step.start, frame.scope).node
        return ir.Item(self.t.builtins.players().node, 0)

    def skipping(self, step: m.Turns, skip: int, over: int, skips: int, end: int) -> None:
        """A turn taken resets the count of skips; a whole lap of them ends the loop."""
        if not step.choose:
            self.lower.fault(
                "E606",
                step.skips or step.span,
                say("`stuck` of `turns` goes with `choose`; inside `do`, give it to the step"),
            )
        self.set(skips, ir.Const(0))
        self.out.emit(ir.Jump(over))
        self.out.place(skip)
        self.count_up(skips)
        lap = fold.compare(">=", ir.Cell(skips), ir.Length(self.t.builtins.players().node))
        self.out.emit(ir.Unless(lap, over))
        self.out.emit(ir.Jump(end))

    def turn_end(self, step: m.Turns, frame: Frame, player: int, count: int, last: int, end: int) -> None:
        """`until`, `last_round`, `most`."""
        if step.until is not None:
            condition = self.t.condition(step.until, frame.scope)
            self.lower.cards.settle(frame, condition)
            self.lower.readings.note("until", condition, step.until, len(self.out.ops))
            self.leave_if(condition, end)
        before = len(self.out.ops)
        if step.last_round is not None:
            self.last_round(step.last_round, frame, player, last, end)
        paid = self.out.ops[before:]
        most, written = self.limit(step.most, frame, DEFAULT_TURNS)
        self.count_up(count, self.instance.site(step.span))
        self.bound(fold.compare("<", ir.Cell(count), most), written, step.span, end)
        if frame.checked:
            self.lower.check(paid)  # who owes a turn has changed, and an end may ask for that

    def leave_if(self, condition: ir.Expr, end: int) -> None:
        """Leave the loop if a condition holds."""
        go_on = self.out.label()
        self.out.emit(ir.Unless(condition, go_on))
        self.out.emit(ir.Jump(end))
        self.out.place(go_on)

    def last_round(self, last_round: m.LastRound, frame: Frame, player: int, last: int, end: int) -> None:
        """Once `when` holds at the end of a turn everyone (or all others) owes a turn; the loop ends when nobody
        who plays owes one any more."""
        owed, seats = self.instance.owed_cell, self.instance.seats
        begins, done = self.out.label(), self.out.label()
        self.out.emit(ir.Unless(ir.Cell(last), begins))
        self.owe(owed, ir.Cell(player), 0)
        slot = self.t.slot()
        owing = ir.Element(owed, 0, seats, ir.Local(slot), 0)
        self.leave_if(fold.opposite(ir.Quantify("any", slot, self.t.builtins.players().node, owing)), end)
        self.out.emit(ir.Jump(done))
        self.out.place(begins)
        condition = self.t.condition(last_round.when, frame.scope)
        self.lower.cards.settle(frame, condition)
        self.lower.readings.note("last_round", condition, last_round.when, len(self.out.ops))
        self.out.emit(ir.Unless(condition, done))
        self.set(last, ir.Const(1))
        self.out.emit(ir.Fill(owed, seats, 1, ""))
        if last_round.others:
            self.owe(owed, ir.Cell(player), 0)
        self.out.place(done)

    def owe(self, owed: int, player: ir.Expr, value: int) -> None:
        """Note whether a player owes a turn."""
        target = ir.Target(owed, 0, self.instance.seats, player)
        self.out.emit(ir.Assign(target, ir.Const(value), 0, 1, "", 0))

    def advance(self, step: m.Turns, frame: Frame, player: int) -> ir.Op:
        """The nearest playing seat in the direction's value at this time."""
        wanted = self.instance.kinds[DIRECTION].type
        direction = self.t.translate(step.direction, frame.scope, wanted)
        if not isinstance(direction.type, Unknown) and bare(direction.type) != wanted:
            self.lower.fault(
                "E401",
                step.direction.span,
                say("a direction is wanted here, `forward` or `backward`; this is {found}",
                    found=describe(direction.type)),
            )  # fmt: skip
        forward = fold.compare("==", direction.node, ir.Const(0))
        steps = fold.select(forward, ir.Const(1), ir.Const(-1))
        after = ir.Ahead(ir.Cell(player), steps, self.t.definitions.playing())
        return ir.Assign(ir.Target(player), after, 0, self.instance.seats - 1, "", 0)


def open_ended(step: m.Turns | m.Until, frame: Frame) -> Frame:
    """Inside a loop; it is noted when it has no written `most`."""
    return frame if step.most is not None else replace(frame, open_ended=(*frame.open_ended, step))
