"""Windows: a choice or an offer put to several players, in turn, together or as a race.

A window never moves the turn: who acts in it is kept in a cell of its own. Whom it asks is an order of seats made when
it opens; who no longer plays when his turn comes is passed over, so nothing waits for him.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reglas.language.types import NONE, Player
from reglas.program import fold, ir
from reglas.program.frame import Draft, Frame, Ways
from reglas.program.scope import Typed
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.choices import Choices

RACE = "(race)"
"""The random stream of the order of races."""

MOST_POLLS = 1000
"""How often players may act in one window with `until: nobody` before that is a fault of the spec."""


class Windows:
    """Lowers `choose` and `offer` for several players."""

    def __init__(self, choices: Choices) -> None:
        self.choices, self.lower = choices, choices.lower
        self.instance, self.t, self.out = choices.instance, choices.t, choices.out

    def several(self, step: m.Choose, players: Typed, frame: Frame) -> None:
        """A window for a list of players."""
        seats = self.instance.seats
        line, me, count = (self.instance.allocate(n) for n in (seats + 1, 1, 1))
        scope = replace(frame.scope, me=Typed(ir.Cell(me), Player()), known=frozenset())
        inner = replace(frame, scope=scope).using(line, seats + 1).using(me, 1).using(count, 1)
        first = frame.scope.me.node if frame.scope.me is not None else None
        drafts, inner = self.choices.drafts(step.actions, frame, inner)
        self.out.emit(ir.Line(line, seats, players.node, first))
        if step.manner == "in_turn":
            inner = self.in_turn(step, drafts, inner, line, me, count)
        else:
            inner = self.at_once(step, drafts, inner, line, me, count)
        self.out.forget(inner.cells[len(frame.cells) :])

    def set(self, cell: int, value: ir.Expr, site: int = 0) -> None:
        """Put a value into one of the flow's own cells."""
        self.out.emit(ir.Assign(ir.Target(cell), value, NONE, -NONE, "", site))

    # -- one after the other ---------------------------------------------------------------------------------------

    def in_turn(self, step: m.Choose, drafts: list[Draft], frame: Frame, line: int, me: int, count: int) -> Frame:
        """Each is asked in turn, round and round, and acts at once. The window closes when all have been asked
        (`once`), when somebody has acted (`first`), or when all have passed since somebody acted (`nobody`)."""
        at, left = self.instance.allocate(1), self.instance.allocate(1)
        inner = frame.using(at, 1).using(left, 1)
        begin, acted, end = (self.out.label() for _ in range(3))
        site = self.instance.site(step.span)
        for cell in (at, count):
            self.set(cell, ir.Const(0))
        self.set(left, ir.Cell(line))
        self.out.place(begin)
        self.out.emit(ir.Unless(fold.compare(">", ir.Cell(left), ir.Const(0)), end))
        self.set(me, ir.Element(line + 1, 0, self.instance.seats, ir.Cell(at), site))
        further = fold.arithmetic("+", ir.Cell(at), ir.Const(1), 0)
        self.set(at, fold.select(fold.compare("<", further, ir.Cell(line)), further, ir.Const(0)))
        self.set(left, fold.arithmetic("-", ir.Cell(left), ir.Const(1), 0), site)
        playing = self.t.definitions.playing()
        if playing >= 0:
            self.out.emit(ir.Unless(ir.Invoke(playing, (ir.Cell(me),)), begin))
        ways = Ways(begin if step.skips else -1, begin if step.declines else -1)
        self.choices.decide(drafts, inner, me, ways, acted, step.span)
        self.out.place(acted)
        if step.until == "first":
            self.out.emit(ir.Jump(end))
        if step.until == "nobody":
            self.count_up(step, count)
            self.set(left, ir.Cell(line))
        self.out.emit(ir.Jump(begin))
        self.out.place(end)
        return inner

    def count_up(self, step: m.Choose, count: int) -> None:
        """One more act in a window that goes on until nobody acts; too many are a fault of the spec."""
        site, go_on, beyond = self.instance.site(step.span), self.out.label(), self.out.label()
        self.set(count, ir.Arithmetic("+", ir.Cell(count), ir.Const(1), 0), site)
        self.out.emit(ir.Unless(fold.compare("<", ir.Cell(count), ir.Const(MOST_POLLS)), beyond))
        self.out.emit(ir.Jump(go_on))
        self.out.place(beyond)
        self.out.emit(ir.Fail("R804", site))
        self.out.place(go_on)

    # -- all at once -----------------------------------------------------------------------------------------------

    def at_once(self, step: m.Choose, drafts: list[Draft], frame: Frame, line: int, me: int, acted: int) -> Frame:
        """All choose, then the choices are carried out, in the order of asking or, in a race, of chance."""
        seats, count = self.instance.seats, self.instance.allocate(1)
        drafts, width, cards = kept(drafts)
        waiting = self.instance.allocate(seats * width)
        inner = frame.using(count, 1)
        for seat in range(seats):
            first = waiting + seat * width
            inner = inner.using(first, width - cards).using(first + width - cards, cards, holds=True)
        begin, on, done, carried, end = (self.out.label() for _ in range(5))
        self.set(count, ir.Const(0))
        self.out.place(begin)
        self.set(acted, ir.Const(0))
        self.out.emit(ir.Fill(me, 1, NONE, ""))
        self.out.emit(ir.Fill(waiting, seats * width, NONE, ""))
        ways = Ways(begin if step.skips else -1, on if step.declines else -1, done, on, done)
        number = self.choices.decide(drafts, inner, me, ways, carried, step.span, self.playing_of(line))
        stream = self.instance.stream(RACE) if step.manner == "race" else -1
        decision = self.choices.decisions[number]
        self.choices.decisions[number] = replace(decision, waiting=waiting, width=width, stream=stream)
        self.out.place(carried)
        self.set(me, ir.Const(NONE))
        if step.until == "first":
            self.out.emit(ir.Jump(end))
        self.set(acted, ir.Const(1))
        self.out.emit(ir.Jump(on))
        self.out.place(done)
        if step.until == "nobody":
            self.out.emit(ir.Unless(ir.Cell(acted), end))
            self.count_up(step, count)
            self.out.emit(ir.Jump(begin))
        self.out.place(end)
        return inner

    def playing_of(self, line: int) -> ir.Expr:
        """Those of a line who still play."""
        playing = self.t.definitions.playing()
        if playing < 0:
            return ir.Stored(line)
        slot = self.t.slot()
        return ir.Filter(slot, ir.Stored(line), ir.Invoke(playing, (ir.Local(slot),)))


def kept(drafts: list[Draft]) -> tuple[list[Draft], int, int]:
    """Where the picks of each action wait: cells after a seat's first, cards in the last ones. With the number of
    cells for a seat, and how many of them hold cards."""
    plain = max((sum(p.sort != "card" for p in d.alternative.picks) for d in drafts), default=0)
    cards = max((sum(p.sort == "card" for p in d.alternative.picks) for d in drafts), default=0)
    found = []
    for draft in drafts:
        value, card, cells = 1, 1 + plain, list[int]()
        for pick in draft.alternative.picks:
            cells.append(card if pick.sort == "card" else value)
            card, value = (card + 1, value) if pick.sort == "card" else (card, value + 1)
        found.append(replace(draft, alternative=replace(draft.alternative, kept=tuple(cells))))
    return found, 1 + plain + cards, cards
