"""Steps to operations: the flow flattened into numbered points.

Routines and the effects of actions are put in place wherever they are called or offered. So no point has more than
one meaning, no call stack is needed, and a state can be kept in the middle of anything.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.language import expressions as ex
from reglas.language.spelling import nearest
from reglas.language.types import (
    NONE,
    Flag,
    Maybe,
    Number,
    Player,
    Type,
    Unknown,
    Value,
    bare,
    join,
)
from reglas.program import fold, ir
from reglas.program.cards import CardSteps
from reglas.program.choices import Choices
from reglas.program.describe import arity, describe
from reglas.program.dice import DiceSteps
from reglas.program.every import all_steps
from reglas.program.frame import Frame, Output, holds_card
from reglas.program.instance import HoldingEntry, Instance
from reglas.program.lists import Lists
from reglas.program.loops import Loops
from reglas.program.readings import Readings
from reglas.program.scope import Scope, Typed
from reglas.program.translate import Translator
from reglas.program.walk import cells_written, nodes
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.spec import model as m

MOST_POINTS = 8_000


class Lowering:
    """Lowers the steps of one instance."""

    def __init__(self, instance: Instance, translator: Translator) -> None:
        self.instance, self.t = instance, translator
        self.out = Output()
        self.owner: dict[int, str] = {}
        self.end_reads: list[set[str]] = []
        self.called: set[str] = set()
        self.offered: set[str] = set()
        self.readings = Readings()
        self.cards = CardSteps(self)
        self.dice = DiceSteps(self)
        self.choices = Choices(self)
        self.loops = Loops(self)
        self.lists = Lists(self)
        self._too_many = False

    def fault(self, code: str, span: Span, message: Message, *labels: Label, help: Message | None = None) -> None:
        """Report a mistake."""
        self.instance.diagnostics.report(code, span, message, *labels, help=help)

    # -- lists of steps --------------------------------------------------------------------------------------------

    def steps(self, steps: tuple[m.Step, ...], frame: Frame) -> None:
        """Steps one after the other; after each, the ends it may have brought about are looked at."""
        self.lists.overfull(steps)
        for step in steps:
            begin = len(self.out.ops)
            if begin > MOST_POINTS:
                if not self._too_many:
                    self._too_many = True
                    chain = " -> ".join(frame.routines)
                    self.fault(
                        "E605",
                        step.span,
                        say("the flow has more than {most} points", most=MOST_POINTS),
                        help=say("a routine is put in wherever it is called; here by {chain}", chain=chain or "-"),
                    )
                return
            self.step(step, frame)
            written = self.out.ops[begin:]
            if frame.checked and (
                isinstance(step, m.If | m.Move | m.Swap | m.Shuffle | m.Roll | m.Assign | m.Adjust | m.Push | m.Clear)
                or (isinstance(step, m.Show) and self.instance.saw_asked)
            ):
                self.check(written)
            known = frame.scope.forgetting(self.stale(frame.scope, written))
            frame = replace(frame, scope=known.knowing(self.learned(step, frame.scope)))

    def stale(self, scope: Scope, ops: list[ir.Op]) -> frozenset[ir.Expr]:
        """What was known not to be none and may have changed."""
        if not scope.known:
            return frozenset()
        cells = [c for op in ops if (c := cells_written(op)) is not None]
        changed = set()
        for fact in scope.known:
            for node in nodes(fact):
                base = node.base if isinstance(node, ir.Element) else -1
                if isinstance(node, ir.Cell | ir.Stored):
                    base = node.cell
                if any(first <= base < first + count for first, count in cells):
                    changed.add(fact)
        return frozenset(changed)

    def learned(self, step: m.Step, scope: Scope) -> frozenset[ir.Expr]:
        """Cells to which a step has just given a value that is not none; `scope` is the one before the step."""
        if isinstance(step, m.Roll) and step.source is not None:
            cells: tuple[tuple[ex.Expression, ex.Expression], ...] = ((step.what, ex.Truth(step.span, True)),)
        elif isinstance(step, m.Assign):
            cells = step.cells
        else:
            return frozenset()
        quiet, unknown = self.t.diagnostics, replace(scope, known=frozenset())
        self.t.diagnostics = Diagnostics()
        facts: set[ir.Expr] = set()
        for cell, value in cells:
            target, given = self.t.translate(cell, unknown), self.t.translate(value, scope)
            sure = not isinstance(given.type, Maybe | Unknown) and given.node != fold.NOTHING
            if isinstance(target.type, Maybe) and sure:
                facts.add(target.node)
        self.t.diagnostics = quiet
        return frozenset(facts)

    def check(self, ops: list[ir.Op]) -> None:
        """Look at the end conditions that read what these operations write."""
        written = self.written(ops)
        ends = tuple(i for i, read in enumerate(self.end_reads) if written & read or ("*" in read and written))
        if ends:
            self.out.emit(ir.Check(ends))

    def written(self, ops: list[ir.Op]) -> set[str]:
        """The components that operations write."""
        found: set[str] = set()
        for op in ops:
            if isinstance(op, ir.Move | ir.Swap | ir.Shuffle | ir.Settle | ir.Roll | ir.Show):
                found |= set(self.instance.families)
            cells = cells_written(op)
            if cells is not None:
                found |= {self.owner[c] for c in range(cells[0], cells[0] + cells[1]) if c in self.owner}
        return found

    def step(self, step: m.Step, frame: Frame) -> None:
        """One step, with the way out that its `id` gives."""
        end = self.out.label()
        inner = frame.leaving(step.id, end)
        match step:
            case m.Move():
                self.cards.move(step, inner)
            case m.Swap():
                self.cards.swap(step, inner)
            case m.Deal():
                self.loops.deal(step, inner)
            case m.Shuffle():
                self.cards.shuffle(step, inner)
            case m.Roll():
                self.dice.roll(step, inner)
            case m.Assign():
                self.assign(step, inner)
            case m.Adjust():
                self.adjust(step, inner)
            case m.Push():
                self.lists.push(step, inner)
            case m.Clear():
                self.lists.clear(step)
            case m.Show():
                self.cards.show(step, inner)
            case m.Tell():
                self.cards.tell(step, inner)
            case m.If():
                self.branch(step, inner)
            case m.For():
                self.loops.for_each(step, inner)
            case m.Until():
                self.loops.until(step, inner)
            case m.Turns():
                self.loops.turns(step, inner)
            case m.Choose():
                self.choices.choose(step, inner)
            case m.Call():
                self.call(step, inner)
            case m.Leave():
                self.leave(step, inner)
        self.out.place(end)

    # -- cells -----------------------------------------------------------------------------------------------------

    def target(self, expr: ex.Expression, frame: Frame, what: str) -> tuple[HoldingEntry, ir.Target] | None:
        """A token or memory that a step changes."""
        name = expr.name if isinstance(expr, ex.Name | ex.Apply) else None
        entry = self.instance.holdings.get(name) if name is not None else None
        if name is None or entry is None or name in frame.scope.names:
            self.no_target(expr, name, frame, what)
            return None
        if entry.listed:
            self.fault("E401", expr.span, say("`{name}` is a list; use `push` and `clear`", name=entry.name))
            return None
        found = self.t.translate(expr, frame.scope)
        if isinstance(found.node, ir.Element):
            node = found.node
            return entry, ir.Target(node.base, node.low, node.size, node.index)
        if isinstance(found.node, ir.Cell):
            return entry, ir.Target(found.node.cell)
        return None

    def no_target(self, expr: ex.Expression, name: str | None, frame: Frame, what: str) -> None:
        """Report what cannot be changed."""
        holdings = [e.name for e in self.instance.holdings.values() if what != "token" or e.sort == "token"]
        if isinstance(expr, ex.Unread):
            return
        known = name is not None and (name in self.t.names.everything(frame.scope))
        if known or name is None:
            self.fault("E401", expr.span, say("`{text}` is no token or memory, so it cannot be changed",
                                              text=expr.span.text))  # fmt: skip
            return
        near = nearest(name, holdings)
        span = expr.name_span if isinstance(expr, ex.Apply) else expr.span
        if near is None:
            self.t.names.lost(name, span)
            return
        meaning = self.t.names.meaning(near, Scope())
        labels = [Label(meaning[0], say("`{name}` is declared here", name=near))] if meaning else []
        self.fault("E301", span, say("unknown name `{name}`; did you mean `{near}`?", name=name, near=near), *labels)

    def assign(self, step: m.Assign, frame: Frame) -> None:
        """Values into cells."""
        for cell, value in step.cells:
            found = self.target(cell, frame, "cell")
            expected = found[0].type if found else None
            given = self.t.translate(value, frame.scope, expected)
            if found is None or isinstance(given.type, Unknown):
                continue
            entry, target = found
            low, high = self.fits(value, given, entry.type, entry.name)
            self.cards.settle(frame, given)
            self.effect(entry, given.node, value, target.index)
            self.index_told(entry, target, cell)
            site = self.instance.site(value.span)
            node = given.node
            if isinstance(given.type, Maybe) and not isinstance(entry.type, Maybe):
                node = self.t.present(value, given).node
            self.out.emit(ir.Assign(target, node, low, high, entry.name, site))

    def fits(self, expr: ex.Expression, given: Typed, wanted: Type, name: str) -> tuple[int, int]:
        """Hold a value to a cell's type; the range that is tried while playing."""
        inner, found = bare(wanted), bare(given.type)
        none = given.node == fold.NOTHING
        bad = (none and not isinstance(wanted, Maybe)) or (not none and join(inner, found) is None)
        low, high = bounds(inner, self.instance.seats)
        if bad and not isinstance(inner, Unknown):
            self.fault(
                "E401",
                expr.span,
                say("`{name}` holds {wanted}; this is {found}", name=name, wanted=describe(wanted),
                    found=describe(given.type)),
            )  # fmt: skip
        elif (
            isinstance(inner, Number)
            and isinstance(found, Number)
            and (found.high < inner.low or found.low > inner.high)
        ):
            self.fault(
                "E402",
                expr.span,
                say("`{name}` is {low}..{high}; {value} lies outside", name=name, low=inner.low, high=inner.high,
                    value=found.low if found.low == found.high else expr.span.text),
            )  # fmt: skip
        return low, high

    def adjust(self, step: m.Adjust, frame: Frame) -> None:
        """A token gained or lost."""
        found = self.target(step.token, frame, "token")
        by = self.t.number(step.by, frame.scope) if step.by is not None else Typed(ir.Const(1), Number(1, 1))
        if found is None or not isinstance(by.type, Number):
            return
        entry, target = found
        if entry.sort != "token" or not isinstance(entry.type, Number):
            self.fault(
                "E401",
                step.token.span,
                say("`{name}` is memory; `gain` and `lose` are for tokens", name=entry.name),
                help=say("use `set`"),
            )
            return
        self.cards.settle(frame, by)
        if step.by is not None:
            self.effect(entry, by.node, step.by, target.index)
        self.index_told(entry, target, step.token)
        node = by.node if step.sign > 0 else fold.arithmetic("-", ir.Const(0), by.node, 0)
        site = self.instance.site(step.span)
        low, high = entry.type.low, entry.type.high
        if isinstance(node, ir.Const) and abs(node.value) > high - low and not entry.supply:
            message = say("`{name}` is {low}..{high}, so this always passes its bounds", name=entry.name, low=low,
                          high=high)  # fmt: skip
            self.fault("W405", (step.by or step.token).span, message)
        self.out.emit(ir.Adjust(target, node, low, high, int(entry.supply), entry.name, site))

    def effect(self, entry: HoldingEntry, node: ir.Expr, expr: ex.Expression, index: ir.Expr | None = None) -> None:
        """Note what is told by a change to those who see it: everybody, or the owner."""
        if isinstance(node, ir.Const) or entry.seen_by not in ("everyone", "owner"):
            return
        me = None if entry.seen_by == "everyone" else index
        if me is not None or entry.seen_by == "everyone":
            self.readings.note("effect", node, expr, len(self.out.ops), entry.name, me)

    def index_told(self, entry: HoldingEntry, target: ir.Target, expr: ex.Expression) -> None:
        """The same for which one of several is changed."""
        if target.index is not None:
            self.effect(entry, target.index, expr, target.index)

    # -- structure -------------------------------------------------------------------------------------------------

    def branch(self, step: m.If, frame: Frame) -> None:
        """One branch or the other."""
        condition = self.t.condition(step.condition, frame.scope)
        self.cards.settle(frame, condition)
        reading = self.readings.note("if", condition, step.condition, len(self.out.ops))
        otherwise, end = self.out.label(), self.out.label()
        inner = frame.branching(len(self.out.ops))
        self.out.emit(ir.Unless(condition, otherwise))
        self.steps(step.then, replace(inner, scope=frame.scope.knowing(fold.facts(condition, True))))
        if step.otherwise:
            self.out.emit(ir.Jump(end))
        self.out.place(otherwise)
        self.steps(step.otherwise, replace(inner, scope=frame.scope.knowing(fold.facts(condition, False))))
        self.out.place(end)
        reading.end = len(self.out.ops)

    def call(self, step: m.Call, frame: Frame) -> None:
        """A routine, put in place."""
        name = step.routine.name
        routine = self.instance.game.routines.get(name)
        args = [self.t.translate(a, frame.scope) for a in step.routine.args]
        if routine is None:
            self.unknown("routine", name, step.routine.span, list(self.instance.game.routines))
            return
        self.called.add(name)
        if name in frame.routines:
            chain = " -> ".join([*frame.routines[frame.routines.index(name) :], name])
            self.fault(
                "E308",
                step.routine.span,
                say("this routine leads back to itself: {chain}", chain=chain),
                Label(routine.span, say("`{name}` stands here", name=name)),
            )
            return
        if not self.counted(routine, args, step.routine):
            return
        end = self.out.label()
        inner = Frame(
            Scope(me=frame.scope.me, known=frame.scope.known),
            frame.exits, (*frame.routines, name), frame.cells, frame.held, frame.branch, frame.actions,
            frame.open_ended,
        ).leaving(name, end)  # fmt: skip
        inner = self.parameters(routine.parameters, routine.parameter_spans, args, step.routine, frame, inner)
        self.steps(routine.steps, inner)
        self.out.place(end)
        self.out.forget(inner.cells[len(frame.cells) :])

    def counted(self, owner: m.Routine | m.Action, args: list[Typed], reference: m.Reference) -> bool:
        """Hold the number of arguments to that of the parameters."""
        if len(args) == len(owner.parameters):
            return True
        self.fault(
            "E309",
            reference.span,
            arity(owner.name, (len(owner.parameters),), len(args)),
            Label(owner.span, say("it stands here")),
        )
        return False

    def parameters(
        self,
        names: tuple[str, ...],
        spans: tuple[Span, ...],
        args: list[Typed],
        reference: m.Reference,
        frame: Frame,
        inner: Frame,
    ) -> Frame:
        """Compute arguments in the caller's scope and bind them to cells."""
        for name, value, expr, span in zip(names, args, reference.args, spans, strict=True):
            cell = self.instance.allocate(1)
            node = value
            if self.t.whole_record(expr, value):
                node = replace(value, type=Unknown())
            elif not isinstance(bare(value.type), Number | Flag | Value | Player | Unknown) and not holds_card(value):
                self.fault(
                    "E401",
                    expr.span,
                    say("a parameter is a value; `{text}` is {found}", text=expr.span.text,
                        found=describe(value.type)),
                )  # fmt: skip
                node = replace(value, type=Unknown())
            self.cards.settle(frame, value)
            low, high = bounds(bare(node.type), self.instance.seats)
            site = self.instance.site(expr.span)
            self.out.emit(ir.Assign(ir.Target(cell), value.node, low, high, "", site))
            inner = inner.bind(name, cell, Typed(ir.Cell(cell), node.type), span, say("a parameter"))
        return inner

    def unknown(self, what: str, name: str, span: Span, names: list[str]) -> None:
        """Report a reference to nothing."""
        others = self.instance.game.actions if what == "routine" else self.instance.game.routines
        if name in others:
            message = say("`{name}` is a routine, not an action", name=name)
            help = say("write `call: {name}`", name=name)
            if what == "routine":
                message = say("`{name}` is an action, not a routine", name=name)
                help = say("offer it: `choose: [{name}]`", name=name)
            self.fault("E301", span, message, Label(others[name].span, say("it stands here")), help=help)
            return
        near = nearest(name, names)
        sort = say("routine") if what == "routine" else say("action")
        message = say("there is no {sort} `{name}`", sort=sort, name=name)
        if near:
            message = say("there is no {sort} `{name}`; did you mean `{near}`?", sort=sort, name=name, near=near)
        self.fault("E301", span, message)

    def exits(self) -> dict[str, Span]:
        """Every step and routine that a `leave` could name."""
        game = self.instance.game
        named = {step.id: step.span for step in all_steps(game) if step.id is not None}
        return {**named, **{name: routine.span for name, routine in game.routines.items()}}

    def leave(self, step: m.Leave, frame: Frame) -> None:
        """On to after a step or routine that encloses this one."""
        found = frame.exits.get(step.name.text)
        if found is None and step.name.text in self.exits():
            self.fault(
                "E602",
                step.name.span,
                say("`{name}` does not enclose this step", name=step.name.text),
                Label(self.exits()[step.name.text], say("it stands here")),
                help=say("`leave` goes to after a step or routine that it stands in"),
            )
            return
        if found is None:
            near = nearest(step.name.text, frame.exits)
            help = say("did you mean `{near}`?", near=near) if near else None
            self.fault(
                "E602",
                step.name.span,
                say("nothing around this step is called `{name}`", name=step.name.text),
                help=help or say("give the step to leave an `id`, or name the routine"),
            )
            return
        if frame.branch is not None and found.label in frame.branch.past:
            self.check(self.out.ops[frame.branch.begin :])  # the `if` is over here, and counts as one step
        self.out.forget(frame.cells[found.depth :])
        self.out.emit(ir.Jump(found.label))


def bounds(kind: Type, seats: int) -> tuple[int, int]:
    """The lowest and highest value of a type, as held in a cell."""
    match kind:
        case Number(low, high, _):
            return low, high
        case Flag():
            return 0, 1
        case Value(_, size):
            return 0, size - 1
        case Player():
            return 0, seats - 1
    return NONE, -NONE
