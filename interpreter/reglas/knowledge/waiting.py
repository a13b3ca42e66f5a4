"""Choices made together with others that have not been carried out: whose they are is public, what they are is not.

In a state that a viewer imagines the choices of others are drawn anew: any of the seat's legal moves there, to decline
included where that may be, each as likely as the others. The viewer's own stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reglas.engine import events as ev
from reglas.engine.machine import Machine
from reglas.knowledge.draws import Draws
from reglas.knowledge.seen import OBSERVER, Viewer
from reglas.language.types import NONE
from reglas.program import ir


class Windows:
    """The decisions of a program at which several choose at once, and where in the flow each is open."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        begins = {op.decision: point for point, op in enumerate(program.ops) if isinstance(op, ir.Gather)}
        self.open = {op.decision: (begins[op.decision], op.to) for op in program.ops if isinstance(op, ir.Next)}

    def at(self, point: int) -> list[int]:
        """The decisions that are open at a point of the flow, those within others last."""
        return [number for number, (begin, end) in sorted(self.open.items()) if begin <= point < end]

    def waiting(self, row: Sequence[int], log: Sequence[ev.Event], number: int) -> list[int]:
        """The seats whose choice waits, as far as everybody knows: who has declined cannot be told from who has not."""
        decision = self.program.decisions[number]
        if row[ir.POINT] == self.open[number][0]:
            cells = range(decision.waiting, decision.waiting + self.program.seats * decision.width, decision.width)
            return [seat for seat, cell in enumerate(cells) if row[cell] != NONE]
        return list(_committed(log, number))

    def declined(self, row: Sequence[int], asked: Sequence[int], number: int) -> set[int]:
        """Seats that surely have nothing waiting any more: choices are carried out in the order of asking, and others
        behind them have come up."""
        decision = self.program.decisions[number]
        actor = row[decision.me]
        if row[ir.POINT] == self.open[number][0] or decision.stream >= 0 or actor not in asked:
            return set()
        return set(asked[: asked.index(actor)])


def _committed(log: Sequence[ev.Event], number: int) -> Iterator[int]:
    """Who chose when this decision was last put, and has not had their turn since: from the end of the log back."""
    done, met, inside = set[int](), set[int](), False
    for event in reversed(log):
        if isinstance(event, ev.Committed) and event.decision == number and event.actor not in met:
            inside = True
            met.add(event.actor)
            if event.actor not in done:
                yield event.actor
        elif inside:
            return
        elif isinstance(event, ev.Chosen | ev.Voided) and event.decision == number:
            done.add(event.actor)


def fresh(log: Sequence[ev.Event], number: int) -> set[ev.Place]:
    """Where cards lie that came there since this decision was last put: nobody can have chosen those."""
    begin = len(log)
    while begin and not (isinstance(log[begin - 1], ev.Committed) and _number(log[begin - 1]) == number):
        begin -= 1
    found = set[ev.Place]()
    for event in log[begin:]:
        match event:
            case ev.Moved(_, (source, at), (target, to)):
                found = {(z, i - (z == source and i > at)) for z, i in found if (z, i) != (source, at)}
                found = {(z, i + (z == target and i >= to)) for z, i in found} | {(target, to)}
            case ev.Swapped(first, _, second, _):
                found |= {first, second}
            case ev.Shuffled(zone):
                found = {place for place in found if place[0] != zone}
    return found


def _number(event: ev.Event) -> int:
    return event.decision if isinstance(event, ev.Committed) else -1


def redrawn(
    machine: Machine, windows: Windows, row: list[int], log: Sequence[ev.Event], viewer: Viewer, draws: Draws
) -> None:
    """Draw anew, in an imagined row, the choices of others that wait."""
    for number in windows.at(row[ir.POINT]):
        decision = machine.program.decisions[number]
        asked = list(machine.evaluator.value(decision.asked)(row, machine.locals))
        seats = windows.waiting(row, log, number)
        gone = windows.declined(row, asked, number)
        carrying = row[ir.POINT] != windows.open[number][0]
        came = fresh(log, number) if carrying else set[ev.Place]()
        for seat in range(machine.program.seats):
            if seat == viewer or viewer == OBSERVER:
                continue
            first = decision.waiting + seat * decision.width
            row[first : first + decision.width] = [NONE] * decision.width
            if seat in seats and seat not in gone:
                drawn(machine, row, number, seat, draws, came)
                if carrying and row[first] == len(decision.alternatives):
                    row[first] = NONE  # once all are in, who declined waits no longer


def possible(machine: Machine, row: list[int], number: int, seat: int, came: set[ev.Place]) -> list[tuple[int, ...]]:
    """What a seat may have chosen that still can be carried out: its legal moves, without cards that came since."""
    moves = machine.offered(row, number, seat)
    if not came:
        return moves
    alternatives = machine.program.decisions[number].alternatives
    return [
        move
        for move in moves
        if move[0] == len(alternatives)
        or not any(
            pick.sort == "card" and machine.place(value) in came
            for pick, value in zip(alternatives[move[0]].picks, move[1:], strict=True)
        )
    ]


def drawn(machine: Machine, row: list[int], number: int, seat: int, draws: Draws, came: set[ev.Place]) -> None:
    """Let a seat's choice be any of those it may have made; none at all is as if it had declined."""
    decision = machine.program.decisions[number]
    moves = possible(machine, row, number, seat, came)
    move = moves[draws.below(len(moves))] if moves else (len(decision.alternatives),)
    first = decision.waiting + seat * decision.width
    row[first] = move[0]
    if move[0] < len(decision.alternatives):
        for at, value in zip(decision.alternatives[move[0]].kept, move[1:], strict=True):
            row[first + at] = value
