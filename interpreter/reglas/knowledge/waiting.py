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


def redrawn(
    machine: Machine, windows: Windows, row: list[int], log: Sequence[ev.Event], viewer: Viewer, draws: Draws
) -> None:
    """Draw anew, in an imagined row, the choices of others that wait."""
    for number in windows.at(row[ir.POINT]):
        decision = machine.program.decisions[number]
        asked = list(machine.evaluator.value(decision.asked)(row, machine.locals))
        seats = windows.waiting(row, log, number)
        gone = windows.declined(row, asked, number)
        for seat in range(machine.program.seats):
            if seat == viewer or viewer == OBSERVER:
                continue
            first = decision.waiting + seat * decision.width
            row[first : first + decision.width] = [NONE] * decision.width
            if seat in seats and seat not in gone:
                drawn(machine, row, number, seat, draws)
                if row[ir.POINT] != windows.open[number][0] and row[first] == len(decision.alternatives):
                    row[first] = NONE  # once all are in, who declined waits no longer


def drawn(machine: Machine, row: list[int], number: int, seat: int, draws: Draws) -> None:
    """Let a seat's choice be any of its legal moves; none at all is as if it had declined."""
    decision = machine.program.decisions[number]
    moves = machine.offered(row, number, seat)
    move = moves[draws.below(len(moves))] if moves else (len(decision.alternatives),)
    first = decision.waiting + seat * decision.width
    row[first] = move[0]
    if move[0] < len(decision.alternatives):
        for at, value in zip(decision.alternatives[move[0]].kept, move[1:], strict=True):
            row[first + at] = value
