"""Choices of several at once as text: gathered, and carried out one after the other."""

from __future__ import annotations

from reglas.compiled.flow import Flow
from reglas.compiled.text import Lines
from reglas.language.types import NONE
from reglas.program import ir


class Windows(Flow):
    """Text of the operations with which players choose together."""

    def _op_gather(self, lines: Lines, point: int, op: ir.Gather) -> bool:
        decision, pending = self.program.decisions[op.decision], self.program.pending
        self._begun(lines)
        w, n = self._gathered(lines, decision.asked, self.program.seats)
        i = f"i{self.spare()}"
        lines.add("some = 0")
        lines.add(f"who = scratch({self.program.seats})")
        with lines.under(f"for {i} in range({n}):"):
            lines.add(f"s[{decision.me}] = {w}[{i}]")
            test = self.may(op.decision) if decision.decline >= 0 else self.any(op.decision)
            with lines.under(f"if {test}(s):"):
                self.tell_asked(lines, op.decision)
                lines.add(f"who[some] = {w}[{i}]")
                lines.add("some += 1")
            if decision.decline < 0 and decision.skip < 0:
                with lines.under("else:"):
                    lines.add("s[3] = FAILED")
                    lines.add("return")
            elif decision.decline < 0:
                self.tell_unable(lines, op.decision)
        lines.add(f"s[{decision.me}] = {NONE}")
        self._branch(lines, "some == 0", op.to)
        with lines.under(f"for {i} in range(some):"):
            lines.add(f"s[{pending} + who[{i}]] = 1")
        self._rest(lines, point)
        return False

    def _op_next(self, lines: Lines, point: int, op: ir.Next) -> bool:
        """Whose choice is next, tried again: carried out, or void."""
        decision = self.program.decisions[op.decision]
        lines.add(f"choice = {self._following(op.decision)}(s, c)")
        with lines.under("if s[3]:"):
            lines.add("return")
        self._branch(lines, "choice < 0", op.to)
        self._on(lines, "choice")
        self._more |= {a.entry for a in decision.alternatives}
        return False

    def _following(self, number: int) -> str:
        """A function that begins the next choice that can be carried out: the point of its effects, or -1."""
        name = self.module.known(("next", number))
        if name is not None:
            return name
        decision, lines = self.program.decisions[number], Lines()
        waiting, width, me, none = decision.waiting, decision.width, decision.me, len(decision.alternatives)
        with lines.under("while True:"):
            w, n = self._waiting(lines, decision)
            with lines.under(f"if {n} == 0:"):
                lines.add(f"s[{me}] = {NONE}")
                lines.add("return -1")
            with lines.under(f"if s[{me}] == {NONE}:"):
                lines.add(f"player = {w}[0]")
                if decision.stream >= 0:
                    with lines.under(f"if {n} > 1:"):
                        lines.add(f"player = came(s, c, {decision.stream}, {w}, 0, {n})")
                        with lines.under("if s[3]:"):
                            lines.add("return -1")
                        self.tell_raced(lines)
                lines.add(f"s[{me}] = player")
            lines.add(f"first = {waiting} + s[{me}] * {width}")
            lines.add("choice = s[first]")
            for at in range(none):
                alternative = decision.alternatives[at]
                with lines.under(f"{'if' if at == 0 else 'elif'} choice == {at}:"):
                    for kept, pick in zip(alternative.kept, alternative.picks, strict=True):
                        lines.add(f"x{pick.slot} = s[first + {kept}]")
                    lines.add(f"fill(s, first, first + {width}, {NONE})")
                    with lines.under(f"if not {self.stale(number, at)}:"):
                        self.tell_chosen(lines, number, at)
                        self.begun(lines, alternative)
                        lines.add(f"return {alternative.entry}")
                    self.tell_voided(lines, number, at)
            lines.add(f"s[{me}] = {NONE}")
        name = self.module.name(("next", number), "next_")
        self.module.function(name, ["s", "c"], lines)
        return name

    def _waiting(self, lines: Lines, decision: ir.Decision) -> tuple[str, str]:
        """Who still waits; who declined, or plays no more, waits no longer."""
        waiting, width, none = decision.waiting, decision.width, len(decision.alternatives)
        seats = self.program.seats
        w, n, x = "w", "n", self.spare()
        lines.add(f"w = scratch({seats})")
        lines.add(f"stays = scratch({seats})")
        lines.add(f"fill(stays, 0, {seats}, 0)")
        lines.add("n = 0")

        def keep() -> None:
            choice = f"s[{waiting} + x{x} * {width}]"
            with lines.under(f"if {choice} != {NONE} and {choice} != {none}:"):
                lines.add(f"w[n] = x{x}")
                lines.add("n += 1")
                lines.add(f"stays[x{x}] = 1")

        self.each(lines, decision.asked, x, keep)
        with lines.under(f"for seat in range({seats}):"), lines.under("if not stays[seat]:"):
            lines.add(f"fill(s, {waiting} + seat * {width}, {waiting} + seat * {width} + {width}, {NONE})")
        return w, n
