"""Decisions: who chooses, among what, and the numbers of the moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.language.types import Card, Flag, ListOf, Number, Player, Type, Unknown, Value, bare
from reglas.program import fold, ir
from reglas.program.describe import describe
from reglas.program.frame import Draft, Frame, Own, Ways
from reglas.program.readings import Bound, Reading, ask_all, who_is_asked
from reglas.program.remedies import involved
from reglas.program.scope import Scope, Typed
from reglas.program.sources import faces_read, secrets_read
from reglas.program.walk import locals_used, nodes, with_slot
from reglas.program.windows import Windows
from reglas.reading.diagnostics import Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.lower import Lowering


DECLINE = "-"
"""The action of who does nothing of what is offered; no name of a spec can be this."""


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
    """Lowers `choose`, of a step or of `turns`, and `offer`."""

    def __init__(self, lowering: Lowering) -> None:
        self.lower = lowering
        self.instance, self.t, self.out = lowering.instance, lowering.t, lowering.out
        self.windows = Windows(self)
        self.decisions: list[ir.Decision] = []
        self.numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        self.moves = 0
        self.hidden: dict[int, str] = {}
        """Cells of the flow that not everybody knows: the picks of secret actions."""

    def choose(self, step: m.Choose, frame: Frame) -> None:
        """A choice by whoever's turn it is, by one player, or by several: then a window."""
        if step.by is None:
            me = self.turn_player(step, frame)
            if me is not None:
                self.single(step, frame, frame, me)
            return
        found = self.t.translate(step.by, frame.scope)
        if isinstance(found.type, ListOf) and isinstance(found.type.item, Player):
            self.known_to_all(found, step.by)
            self.lower.cards.settle(frame, found)
            self.windows.several(step, found, frame)
            return
        found = self.t.wanted(step.by, found, Player, say("a player"))
        if isinstance(found.type, Unknown):
            return
        self.known_to_all(found, step.by)
        self.lower.cards.settle(frame, found)
        cell = self.instance.allocate(1)
        site = self.instance.site(step.by.span)
        inner = replace(frame, scope=replace(frame.scope, me=Typed(ir.Cell(cell), Player()))).using(cell, 1)
        self.out.emit(ir.Assign(ir.Target(cell), found.node, 0, self.instance.seats - 1, "", site))
        self.single(step, frame, inner, cell)

    def single(self, step: m.Choose, frame: Frame, inner: Frame, me: int) -> None:
        """A choice by one player, whom the cell `me` holds."""
        end = self.out.label()
        drafts, inner = self.drafts(step.actions, frame, inner)
        ways = Ways(end if step.skips else -1, end if step.declines else -1)
        self.decide(drafts, inner, me, ways, end, step.span)
        self.out.place(end)
        self.out.forget(inner.cells[len(frame.cells) :])

    def turn_player(self, step: m.Choose, frame: Frame) -> int | None:
        """The cell that holds whose turn it is."""
        if frame.scope.me is not None and isinstance(frame.scope.me.node, ir.Cell):
            return frame.scope.me.node.cell
        self.lower.fault(
            "E407",
            step.span,
            say("nobody acts here, so there is nobody to choose"),
            help=say("say who: `by: PLAYER`, or put the step inside `turns`"),
        )
        return None

    def known_to_all(self, audience: Typed, by: ex.Expression) -> None:
        """Whom a choice asks must follow from what everybody can know, else being asked tells a secret."""
        cells = [node.cell for node in nodes(audience.node, self.t.functions) if isinstance(node, ir.Cell)]
        secret = [self.hidden[cell] for cell in cells if cell in self.hidden]
        if secret:
            self.lower.fault("E607", by.span, who_is_asked(secret[0]), help=ask_all())
        else:
            self.lower.readings.note("asked", audience.node, by, len(self.out.ops))

    # -- what is offered -------------------------------------------------------------------------------------------

    def drafts(self, actions: tuple[m.Reference, ...], frame: Frame, inner: Frame) -> tuple[list[Draft], Frame]:
        """The actions offered, and the frame with the arguments in it, which are computed here, in the caller's scope;
        `inner` says who chooses."""
        drafts: list[Draft] = []
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
                message = say("`{name}` is offered twice here", name=reference.name)
                self.lower.fault("E606", reference.span, message, help=say("take it out"))
                continue
            seen[reference.name] = reference.span
            self.lower.offered.add(reference.name)
            if not self.lower.counted(action, args, reference):
                continue
            self.may_never_end(action, frame)
            here = self.lower.parameters(
                action.parameters, action.parameter_spans, args, reference, frame,
                replace(inner, scope=Scope(me=inner.scope.me, known=inner.scope.known)),
            )  # fmt: skip
            alternative, done = self.alternative(action, here)
            given, held = here.cells[len(inner.cells) :], here.held[len(inner.held) :]
            inner = replace(inner, cells=(*inner.cells, *given), held=(*inner.held, *held))
            own = Own(done.cells[len(here.cells) :], done.held[len(here.held) :])
            drafts.append(Draft(alternative, action, done, own, self.out.label()))
        return drafts, inner

    def decide(
        self, drafts: list[Draft], frame: Frame, me: int, ways: Ways, end: int, span: Span,
        asked: ir.Expr | None = None,
    ) -> int:  # fmt: skip
        """The decision and the effects of each action offered, one after the other; then on at `end`. Its number."""
        number = len(self.decisions)
        declined = self.number(DECLINE, ()) if ways.decline != -1 else -1
        placeholder = ir.Decision(
            asked or ir.Only(ir.Cell(me)), me, (), ways.skip, self.instance.site(span), ways.decline, declined
        )
        self.decisions.append(placeholder)
        if not frame.checked:
            self.out.emit(ir.Check(tuple(range(len(self.lower.end_reads)))))
        self.lower.readings.decided(len(self.out.ops), ways.skip != -1)
        self.out.emit(ir.Gather(number, ways.nobody) if asked is not None else ir.Ask(number))
        if asked is not None:
            self.out.place(ways.on)
            self.out.emit(ir.Next(number, ways.done))
        alternatives = []
        for draft in drafts:
            self.out.place(draft.entry)
            alternatives.append(replace(draft.alternative, entry=draft.entry))
            self.effects(draft, frame, end)
        self.decisions[number] = replace(placeholder, alternatives=tuple(alternatives))
        return number

    def may_never_end(self, action: m.Action, frame: Frame) -> None:
        """A move that may break a rule and stand can be made for ever, so the loops around it need a written end."""
        if not action.honour or self.instance.game.fouls_refused:
            return
        for loop in frame.open_ended:
            message = say("`{action}` may break a rule and stand, so this `turns` may never end", action=action.name)
            help = say("write `most: N`: after so many turns it ends quietly, and what follows it is what happens then")
            if isinstance(loop, m.Until):
                message = say("`{action}` may break a rule and stand, so this `until` may never end",
                              action=action.name)  # fmt: skip
                help = say("write `most: N`: after so many rounds it ends quietly, and what follows it is what happens "
                           "then")  # fmt: skip
            place = action.honour[0]
            label = Label(place.span, say("`{name}` may be broken here", name=place.name))
            self.lower.fault("E608", loop.span, message, label, help=help)

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

    def effects(self, draft: Draft, frame: Frame, end: int) -> None:
        """What an action does, inside the frame of the decision."""
        inner = replace(
            draft.frame, cells=(*frame.cells, *draft.own.cells), held=(*frame.held, *draft.own.held),
            exits=frame.exits, actions=(*frame.actions, draft.action.name),
        )  # fmt: skip
        self.lower.steps(draft.action.do, inner)
        self.out.forget(draft.own.cells)
        self.out.emit(ir.Jump(end))

    # -- alternatives ----------------------------------------------------------------------------------------------

    def alternative(self, action: m.Action, frame: Frame) -> tuple[ir.Alternative, Frame]:
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
            if action.secret:
                self.hidden.update({p.cell: p.name for p in made.picks})
            tried, done = made.bound(pick, tried, done)
        refused = self.instance.game.fouls_refused
        needs, facts = self.conditions(action.needs + (action.honour if refused else ()), picks, tried)
        honours, _ = self.conditions(() if refused else action.honour, picks, tried.knowing(facts))
        self.read_by_actor(action, picks, needs, honours, tried)
        cells = {ir.Local(p.slot): ir.Cell(p.cell) for p in picks}
        known = frozenset(f for f in facts if not locals_used(f)) | frozenset(
            cells[f] for f in facts if isinstance(f, ir.Local) and f in cells
        )
        known |= frozenset(
            replace(f, value=cells[f.value])
            for f in facts
            if isinstance(f, ir.OnRung) and isinstance(f.value, ir.Local) and f.value in cells
        )
        done = replace(done, scope=done.scope.knowing(known))
        foul = self.foul(action, refused)
        if isinstance(foul.node, ir.Cell):
            done = done.using(foul.node.cell, 1)
        done = replace(done, scope=replace(done.scope, foul=foul if action.honour else None))
        base = self.number(action.name, tuple(p.radix for p in picks))
        cell = foul.node.cell if isinstance(foul.node, ir.Cell) else -1
        return ir.Alternative(
            action.name, tuple(picks), tuple(needs), 0, base, tuple(honours), cell, secret=int(action.secret)
        ), done

    def foul(self, action: m.Action, refused: bool) -> Typed:
        """What `foul` stands for inside an action: never, or a cell that says whether a condition was broken."""
        if refused or not action.honour:
            return Typed(ir.Const(0), Flag())
        return Typed(ir.Cell(self.instance.allocate(1)), Flag())

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
        self, conditions: tuple[m.Condition, ...], picks: list[ir.Pick], scope: Scope
    ) -> tuple[list[ir.Condition], frozenset[ir.Expr]]:
        """`needs` or `honour`, each looked at as soon as the picks it speaks of are bound."""
        from reglas.program.fold import facts

        found: list[ir.Condition] = []
        known: frozenset[ir.Expr] = frozenset()
        domains = {p.slot: p.domain for p in picks}
        for condition in conditions:
            test = self.t.condition(condition.test, scope.knowing(known))
            self.no_unsettled(test, condition.test.span)
            known |= facts(test, True)
            used = locals_used(test)
            depth = max((i + 1 for i, p in enumerate(picks) if p.slot in used), default=0)
            open_ = not secrets_read(test, self.instance, self.t.functions, domains)
            found.append(ir.Condition(condition.name, depth, test, self.instance.site(condition.span), int(open_)))
        return found, known

    def read_by_actor(
        self, action: m.Action, picks: list[ir.Pick], needs: list[ir.Condition], honours: list[ir.Condition],
        scope: Scope,
    ) -> None:  # fmt: skip
        """Note what whoever chooses this action has to know: what can be picked, and what is needed for it."""
        me, note = scope.me.node if scope.me is not None else None, self.lower.readings.acting
        bound: Bound = ()
        given: tuple[ir.Expr, ...] = ()
        domains = {pick.name: pick.domain for pick in action.picks}
        for pick in picks:
            domain = domains.get(pick.name)
            bound = (*bound, (pick.slot, pick.domain))
            if domain is None:
                continue
            note(Reading("pick", pick.name, pick.domain, domain.group, domain.group.span, me, bound, given))
            if pick.where is not None and domain.where is not None:
                note(Reading("where", pick.name, pick.where, domain.where, domain.where.span, me, bound, given))
                given = (*given, pick.where)
        for condition, written in zip((*needs, *honours), (*action.needs, *action.honour), strict=True):
            sort = "needs" if condition in needs else "honour"
            note(Reading(sort, condition.name, condition.test, written.test, written.test.span, me, bound, given))
            given = (*given, condition.test) if sort == "needs" else given

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
        if count is not None and isinstance(domain.type, ListOf):
            self.enough(pick, count, domain.type.most)
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
        open_ = self.openness(slot, domain.node, where)
        picks: list[ir.Pick] = []
        for number in range(count):
            own, test = slot if number == 0 else self.t.slot(), where
            if number:
                test = with_slot(where, slot, own) if where is not None else fold.TRUE
                test = fold.both(ir.Compare(">", ir.Local(own), ir.Local(picks[-1].slot)), test)
            cell = self.instance.allocate(1)
            picks.append(ir.Pick(pick.name, sort, own, cell, domain.node, test, low, radix, zones, open_))
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

    def enough(self, pick: m.Pick, count: int, most: int) -> None:
        """Warn of a pick of more than its domain can ever hold."""
        if count > most and pick.domain.count is not None:
            self.lower.fault(
                "W402",
                pick.domain.count.span,
                say("{count} are picked, and there are never more than {most}, so nobody can ever choose this",
                    count=count, most=most),
                help=involved(self.instance, pick.domain.count),
            )  # fmt: skip

    def openness(self, slot: int, domain: ir.Expr, where: ir.Expr | None) -> int:
        """Does everybody know what can be picked (1), at least before `where` (0), or not even that (-1)?"""
        if secrets_read(domain, self.instance, self.t.functions, {}):
            return -1
        secret = where is not None and secrets_read(where, self.instance, self.t.functions, {slot: domain})
        return 0 if secret else 1

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
        every = self.instance.families.values()
        chosen = [f for f in every if (f.name in families if families else not f.dice)]
        most = max(f.most for f in chosen)
        inner = domain.items if isinstance(domain, ir.Filter | ir.Slice) else domain
        zones = tuple(z for f in chosen for z in range(f.first, f.first + f.count))
        if isinstance(inner, ir.Contents) or len(zones) == 1:
            return "card", 1, most, ()
        return "card", 1, most * len(zones), zones
