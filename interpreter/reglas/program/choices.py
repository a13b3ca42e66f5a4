"""Decisions: who chooses, among what, and the numbers of the moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Card, Flag, ListOf, Number, Player, Type, Unknown, Value, bare
from reglas.program import fold, ir
from reglas.program.describe import describe
from reglas.program.frame import Frame
from reglas.program.remedies import involved
from reglas.program.scope import Scope, Typed
from reglas.program.sources import faces_read
from reglas.program.walk import locals_used, with_slot
from reglas.reading.diagnostics import Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.lower import Lowering


@dataclass(frozen=True)
class Picked:
    """The picks that one pick of an action stands for; of `several` the name means all of them, as a list."""

    picks: tuple[ir.Pick, ...]
    kind: Type
    several: bool

    def bound(self, pick: m.Pick, tried: Scope, done: Frame) -> tuple[Scope, Frame]:
        """With the name bound: in local slots while moves are tried, in cells once one is made."""
        slots: ir.Expr = ir.Local(self.picks[0].slot)
        cells: ir.Expr = ir.Cell(self.picks[0].cell)
        kind = self.kind
        if self.several:
            slots = ir.Listing(tuple(ir.Local(p.slot) for p in self.picks))
            cells = ir.Listing(tuple(ir.Cell(p.cell) for p in self.picks))
            kind = ListOf(self.kind, len(self.picks))
        tried = tried.bind(pick.name, Typed(slots, kind), pick.span, say("a pick"))
        done = replace(done, scope=done.scope.bind(pick.name, Typed(cells, kind), pick.span, say("a pick")))
        for item in self.picks:
            done = done.using(item.cell, 1, isinstance(self.kind, Card))
        return tried, done


class Choices:
    """Lowers `choose`, of a step or of `turns`."""

    def __init__(self, lowering: Lowering) -> None:
        self.lower = lowering
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out
        self.decisions: list[ir.Decision] = []
        self.numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        self.moves = 0

    def choose(self, step: m.Choose, frame: Frame) -> None:
        """A choice by one player: `by`, or whoever's turn it is."""
        me = self.chooser(step, frame)
        if me is None:
            return
        end = self.out.label()
        inner = replace(frame, scope=replace(frame.scope, me=Typed(ir.Cell(me), Player())))
        if step.by is not None:
            inner = inner.using(me, 1)
        self.decide(step.actions, inner, me, end if step.skips else -1, step.span)
        self.out.place(end)
        self.out.forget(inner.cells[len(frame.cells) :])

    def chooser(self, step: m.Choose, frame: Frame) -> int | None:
        """The cell that holds who chooses."""
        if step.by is None:
            if frame.scope.me is None or not isinstance(frame.scope.me.node, ir.Cell):
                self.lower.fault(
                    "E407",
                    step.span,
                    say("nobody acts here, so there is nobody to choose"),
                    help=say("say who: `by: PLAYER`, or put the step inside `turns`"),
                )
                return None
            return frame.scope.me.node.cell
        found = self.t.translate(step.by, frame.scope)
        if isinstance(found.type, ListOf):
            self.lower.fault(
                "E901",
                step.by.span,
                say("a choice by several players can be written, but this version does not play it yet"),
            )
            return None
        found = self.t.wanted(step.by, found, Player, say("a player"))
        if isinstance(found.type, Unknown):
            return None
        cell = self.instance.allocate(1)
        self.lower.cards.settle(frame, found)
        site = self.instance.site(step.by.span)
        self.out.emit(ir.Assign(ir.Target(cell), found.node, 0, self.instance.seats - 1, "", site))
        return cell

    def decide(self, actions: tuple[m.Reference, ...], frame: Frame, me: int, skip: int, span: Span) -> None:
        """The decision and the effects of each action offered, one after the other; then on."""
        drafts: list[tuple[ir.Alternative, m.Action, Frame, int]] = []
        seen: dict[str, Span] = {}
        for reference in actions:
            action = self.instance.game.actions.get(reference.name)
            args = [self.t.translate(a, frame.scope) for a in reference.args]
            if action is None:
                self.lower.unknown("action", reference.name, reference.span, list(self.instance.game.actions))
                continue
            if reference.name in frame.actions:
                self.circle(action, reference, frame)
                continue
            if reference.name in seen:
                self.lower.fault("E606", reference.span, say("`{name}` is offered twice here", name=reference.name))
                continue
            seen[reference.name] = reference.span
            self.lower.offered.add(reference.name)
            if not self.lower.counted(action, args, reference):
                continue
            inner = self.lower.parameters(
                action.parameters, action.parameter_spans, args, reference, frame,
                replace(frame, scope=Scope(me=frame.scope.me, known=frame.scope.known)),
            )  # fmt: skip
            drafts.append((*self.alternative(action, inner), self.out.label()))
        number = len(self.decisions)
        site = self.instance.site(span)
        placeholder = ir.Decision(ir.Only(ir.Cell(me)), me, (), skip, site)
        self.decisions.append(placeholder)
        if not frame.checked:
            self.out.emit(ir.Check(tuple(range(len(self.lower.end_reads)))))
        self.out.emit(ir.Ask(number))
        end = self.out.label()
        alternatives = []
        for alternative, action, inner, entry in drafts:
            self.out.place(entry)
            alternatives.append(replace(alternative, entry=entry))
            self.effects(action, inner, frame, end)
        self.out.place(end)
        self.decisions[number] = replace(placeholder, alternatives=tuple(alternatives))

    def circle(self, action: m.Action, reference: m.Reference, frame: Frame) -> None:
        """Report an action that offers itself again before it is over."""
        chain = " -> ".join([*frame.actions[frame.actions.index(action.name) :], action.name])
        self.lower.fault(
            "E308",
            reference.span,
            say("this action leads back to itself: {chain}", chain=chain),
            Label(action.span, say("`{name}` stands here", name=action.name)),
            help=say("offer it again in the flow: inside `turns` or `until`"),
        )

    def effects(self, action: m.Action, inner: Frame, frame: Frame, end: int) -> None:
        """What an action does."""
        inner = replace(inner, actions=(*frame.actions, action.name))
        self.lower.steps(action.do, inner)
        self.out.forget(inner.cells[len(frame.cells) :])
        self.out.emit(ir.Jump(end))

    # -- alternatives ----------------------------------------------------------------------------------------------

    def alternative(self, action: m.Action, frame: Frame) -> tuple[ir.Alternative, m.Action, Frame]:
        """An action with its picks and conditions, and the frame of its effects."""
        tried, done = frame.scope, frame
        picks: list[ir.Pick] = []
        for pick in action.picks:
            made = self.pick(pick, tried)
            if made is None:
                unknown = Typed(ir.Const(0), Unknown())
                tried = tried.bind(pick.name, unknown, pick.span, say("a pick"))
                done = replace(done, scope=done.scope.bind(pick.name, unknown, pick.span, say("a pick")))
                continue
            picks += made.picks
            tried, done = made.bound(pick, tried, done)
        needs, facts = self.conditions(action, picks, tried)
        cells = {ir.Local(p.slot): ir.Cell(p.cell) for p in picks}
        known = frozenset(f for f in facts if not locals_used(f)) | frozenset(
            cells[f] for f in facts if isinstance(f, ir.Local) and f in cells
        )
        done = replace(done, scope=done.scope.knowing(known))
        base = self.number(action.name, tuple(p.radix for p in picks))
        return ir.Alternative(action.name, tuple(picks), tuple(needs), 0, base), action, done

    def number(self, action: str, radices: tuple[int, ...]) -> int:
        """The number of an action's first move; the same wherever the same choice is offered."""
        key = (action, radices)
        if key not in self.numbers:
            self.numbers[key] = self.moves
            size = 1
            for radix in radices:
                size *= radix
            self.moves += size
        return self.numbers[key]

    def conditions(
        self, action: m.Action, picks: list[ir.Pick], scope: Scope
    ) -> tuple[list[ir.Condition], frozenset[ir.Expr]]:
        """`needs`, each looked at as soon as the picks it speaks of are bound."""
        from reglas.program.fold import facts

        needs: list[ir.Condition] = []
        known: frozenset[ir.Expr] = frozenset()
        for need in action.needs:
            test = self.t.condition(need.test, scope.knowing(known))
            self.no_unsettled(test, need.test.span)
            known |= facts(test, True)
            used = locals_used(test)
            depth = max((i + 1 for i, p in enumerate(picks) if p.slot in used), default=0)
            needs.append(ir.Condition(need.name, depth, test, self.instance.site(need.span)))
        return needs, known

    def no_unsettled(self, test: ir.Expr, span: Span) -> None:
        """Nobody can act on a card of a shuffled pile that nobody has looked at."""
        read = faces_read(test, self.t.functions)
        family = next((f for f in sorted(read) if self.lower.cards.shuffled(f)), None)
        if family is None:
            return
        self.lower.fault(
            "E604",
            span,
            say("this reads cards of the shuffled `{family}`, which nobody has looked at", family=family),
            help=say("settle it when the move is made, in `do`"),
        )

    def pick(self, pick: m.Pick, scope: Scope) -> Picked | None:
        """A pick, or several of one domain: each later one then lies after the one before, so that each choice of so
        many comes up once."""
        count = self.count(pick.domain.count, scope)
        domain = self.t.many(pick.domain.group, scope)
        self.t.names.fresh(pick.name, pick.span, scope)
        if count is None or not isinstance(domain.type, ListOf) or isinstance(domain.type.item, Unknown):
            return None
        kind = bare(domain.type.item)
        found = self.radix(kind, domain.node)
        if found is None:
            self.lower.fault(
                "E401",
                pick.domain.group.span,
                say("a pick is of cards, players, or values; this is {found}", found=describe(kind)),
            )
            return None
        sort, low, radix, zones = found
        slot = self.t.slot()
        inner = scope.bind(pick.name, Typed(ir.Local(slot), kind), pick.span, say("a pick"))
        where = None
        if pick.domain.where is not None:
            where = self.t.condition(pick.domain.where, inner)
            self.no_unsettled(where, pick.domain.where.span)
        picks: list[ir.Pick] = []
        for number in range(count):
            own, test = slot if number == 0 else self.t.slot(), where
            if number:
                test = with_slot(where, slot, own) if where is not None else fold.TRUE
                test = fold.both(ir.Compare(">", ir.Local(own), ir.Local(picks[-1].slot)), test)
            cell = self.instance.allocate(1)
            picks.append(ir.Pick(pick.name, sort, own, cell, domain.node, test, low, radix, zones))
        return Picked(tuple(picks), kind, pick.domain.count is not None)

    def count(self, count: ex.Expression | None, scope: Scope) -> int | None:
        """How many are picked at once; None after a finding."""
        if count is None:
            return 1
        found = self.t.number(count, scope)
        if isinstance(found.type, Unknown):
            return None
        if not isinstance(found.node, ir.Const):
            self.lower.fault(
                "E401",
                count.span,
                say("how many are picked is known before play; `{text}` is {found}", text=count.span.text,
                    found=describe(found.type)),
            )  # fmt: skip
            return None
        if found.node.value < 1:
            self.lower.fault(
                "E406",
                count.span,
                say("at least one is picked; this is {count}", count=found.node.value),
                help=involved(self.instance, count),
            )
            return None
        return found.node.value

    def radix(self, kind: Type, domain: ir.Expr) -> tuple[str, int, int, tuple[int, ...]] | None:
        """Sort, lowest value, number of values, and for cards the zones whose places are told apart."""
        match kind:
            case Player():
                return "player", 0, self.instance.seats, ()
            case Number(low, high, name):
                return name or "number", low, high - low + 1, ()
            case Value(name, size):
                return name, 0, size, ()
            case Flag():
                return "flag", 0, 2, ()
            case Card(families):
                return self.card_radix(families, domain)
        return None

    def card_radix(self, families: frozenset[str], domain: ir.Expr) -> tuple[str, int, int, tuple[int, ...]]:
        """Places of one zone count from 1; of several zones they are told apart by zone."""
        chosen = [f for f in self.instance.families.values() if not families or f.name in families]
        most = max(f.most for f in chosen)
        inner = domain.items if isinstance(domain, ir.Filter | ir.Slice) else domain
        zones = tuple(z for f in chosen for z in range(f.first, f.first + f.count))
        if isinstance(inner, ir.Contents) or len(zones) == 1:
            return "card", 1, most, ()
        return "card", 1, most * len(zones), zones
