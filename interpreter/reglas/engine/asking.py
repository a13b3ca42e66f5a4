"""The operations at which players choose: one of them, or several at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from reglas.engine import events as ev
from reglas.engine.chance import Chance
from reglas.engine.comparing import Value
from reglas.language.types import NONE
from reglas.program import ir

if TYPE_CHECKING:
    from reglas.engine.machine import Machine

STOP = -1
"""Instead of a next point: the flow rests here, at a decision, a chance or the end."""

Step: TypeAlias = Callable[[list[int]], int]


class Asking:
    """The part of an executor that asks players."""

    m: Machine
    f: list[int]
    value: Callable[[ir.Expr], Value]

    def _ask(self, point: int, op: ir.Ask) -> Step:
        """Ends not looked at so far are looked at now; then whoever is asked may choose."""
        machine, decision = self.m, self.m.program.decisions[op.decision]
        asked, pending, f = self.value(decision.asked), self.m.program.pending, self.f
        tests = machine.end_tests(tuple(range(len(machine.program.ends))))

        def ask(s: list[int]) -> int:
            if s[ir.BEGUN] != 1:
                for end, test in tests if s[ir.BEGUN] != 3 else ():
                    if test(s, f):
                        return end
                s[ir.BEGUN] = 2 if s[ir.BEGUN] == 3 else 1
            if decision.decline >= 0:
                if not machine.may_move(s, op.decision):
                    return decision.decline
            elif not machine.any_move(s, op.decision):
                if decision.skip < 0:
                    raise machine.fault(
                        "R805", decision.site, "player {player} has no legal move",
                        player=chr(ord("A") + s[decision.me]),
                    )  # fmt: skip
                if machine.log is not None:
                    machine.log.extend(machine.implications.of_none(s, decision))
                machine.note(ev.Skipped(s[decision.me]))
                return decision.skip
            if decision.skip >= 0 and machine.log is not None:
                machine.log.extend(machine.implications.of_some(s, decision))
            for player in asked(s, f):
                s[pending + player] = 1
            return STOP

        return ask

    def _line(self, point: int, op: ir.Line) -> Step:
        """Seats in the order in which they are asked: from `first` on, else as the list has them."""
        players, first = self.value(op.players), self.value(op.first) if op.first is not None else None
        f, on, cell, most, seats = self.f, point + 1, op.cell, op.most, self.m.program.seats

        def line(s: list[int]) -> int:
            found = list(players(s, f))
            if first is not None:
                begin = first(s, f)
                found.sort(key=lambda seat: (seat - begin) % seats)
            s[cell] = len(found)
            s[cell + 1 : cell + 1 + most] = found + [NONE] * (most - len(found))
            return on

        return line

    def _gather(self, point: int, op: ir.Gather) -> Step:
        """Everybody who is asked may choose; nobody sees what the others choose."""
        machine, decision = self.m, self.m.program.decisions[op.decision]
        asked, pending, f = self.value(decision.asked), self.m.program.pending, self.f
        tests = machine.end_tests(tuple(range(len(machine.program.ends))))

        def asks(s: list[int], player: int) -> bool:
            """Is this player asked? Who cannot act is passed over, or that is a fault."""
            if decision.decline >= 0:
                return machine.may_move(s, op.decision)
            if machine.any_move(s, op.decision):
                if decision.skip >= 0 and machine.log is not None:
                    machine.log.extend(machine.implications.of_some(s, decision))
                return True
            if decision.skip < 0:
                raise machine.fault("R805", decision.site, "player {player} has no legal move",
                                    player=chr(ord("A") + player))  # fmt: skip
            if machine.log is not None:
                machine.log.extend(machine.implications.of_none(s, decision))
            machine.note(ev.Skipped(player))
            return False

        def gather(s: list[int]) -> int:
            if s[ir.BEGUN] != 1:
                for end, test in tests if s[ir.BEGUN] != 3 else ():
                    if test(s, f):
                        return end
                s[ir.BEGUN] = 2 if s[ir.BEGUN] == 3 else 1
            found = []
            for player in asked(s, f):
                s[decision.me] = player
                if asks(s, player):
                    found.append(player)
            s[decision.me] = NONE
            for player in found:
                s[pending + player] = 1
            return STOP if found else op.to

        return gather

    def _next(self, point: int, op: ir.Next) -> Step:
        """Chance says who of several in a race is next; each choice is tried again before it is carried out."""
        machine, number = self.m, op.decision
        decision = machine.program.decisions[number]
        waiting, width, me, f = decision.waiting, decision.width, decision.me, self.f
        asked, seats, none = self.value(decision.asked), machine.program.seats, len(decision.alternatives)

        def left(s: list[int]) -> list[int]:
            """Who still waits; who declined, or plays no more, waits no longer."""
            found = []
            playing = [p for p in asked(s, f) if s[waiting + p * width] != NONE]
            for player in playing:
                if s[waiting + player * width] != none:
                    found.append(player)
            for player in range(seats):
                if player not in found:
                    s[waiting + player * width : waiting + (player + 1) * width] = [NONE] * width
            return found

        def following(s: list[int]) -> int:
            while True:
                found = left(s)
                if not found:
                    s[me] = NONE
                    return op.to
                if s[me] == NONE and decision.stream >= 0 and len(found) > 1:
                    machine.chance = Chance("race", me, found, decision.stream, "player")
                    return STOP
                player = s[me] if s[me] != NONE else found[0]
                s[me] = player
                first = waiting + player * width
                choice = s[first]
                move = (choice, *(s[first + at] for at in decision.alternatives[choice].kept))
                s[first : first + width] = [NONE] * width
                if not machine.stale(s, number, move):
                    return machine.carry_out(s, player, number, move)
                machine.note(ev.Voided(player, number, choice))
                s[me] = NONE

        return following
