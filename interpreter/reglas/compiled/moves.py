"""Decisions as text: legal moves as numbers, whether there is one, and a number carried out.

For decision `d` there are `legal_d(s, m)` (in `listing`), `any_d(s)` and `may_d(s)`, whether there is one, or could be
for all that everybody knows; and `make_d(s, c, seat, number)`. Where a choice waits to be carried out, `stale` says
whether it cannot be any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from reglas.compiled.lists import Lists
from reglas.compiled.text import Lines
from reglas.compiled.values import plus
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import nodes

Found = Callable[[Lines], None]


class Moves(Lists):
    """Text of decisions."""

    # -- which there are -------------------------------------------------------------------------------------------

    def any(self, number: int) -> str:
        """The name of the function that says whether a decision has a legal move."""
        if self.module.known(("any", number)) is None:
            lines = Lines()
            for alternative in sorted(self.program.decisions[number].alternatives, key=_effort):
                self._search(lines, alternative, lambda lines: lines.add("return True"))
            lines.add("return False")
            self.module.function(self.module.name(("any", number), "any_"), ["s"], lines)
        return self.module.known(("any", number)) or ""

    def none(self, number: int) -> str:
        """Text that holds if a decision has no legal move: first it is asked what needs no search."""
        plain = [a for a in self.program.decisions[number].alternatives if len(a.picks) < 2]
        tests = [test for test in map(self._unsearched, plain) if test is not None]
        return " and ".join([*(f"not {test}" for test in tests[:1]), f"not {self.any(number)}(s)"])

    def _unsearched(self, alternative: ir.Alternative) -> str | None:
        """Text that tells whether an alternative has a legal move, if that takes no search."""
        needs = [self.truth(need.test) for need in alternative.needs]
        match alternative.picks:
            case () if needs:
                return f"({' and '.join(needs)})"
            case (ir.Pick(domain=ir.Contents(_, zone), where=None),) if not needs:
                return f"({self.size(zone)} > 0)"
        return None

    def may(self, number: int) -> str:
        """The same for all that everybody knows: what reads a secret is taken to hold."""
        if self.module.known(("may", number)) is None:
            lines = Lines()
            for alternative in self.program.decisions[number].alternatives:
                self._copy(lines, alternative)
                self._open(lines, alternative, 0)
                self.copied = {}
            lines.add("return False")
            self.module.function(self.module.name(("may", number), "may_"), ["s"], lines)
        return self.module.known(("may", number)) or ""

    def _search(self, lines: Lines, alternative: ir.Alternative, found: Found) -> None:
        before = lines.depth
        self._copy(lines, alternative)
        self._deeper(lines, alternative, 0, found)
        self.copied, lines.depth = {}, before

    def _copy(self, lines: Lines, alternative: ir.Alternative) -> None:
        """Kept lists that every card is looked for in are copied once, in plain Python."""
        if self.module.how != "plain" or not alternative.picks:
            return
        parts = (alternative.picks, [need.test for need in alternative.needs if need.depth])
        for node in nodes(parts):
            match node:
                case ir.In(_, ir.Stored(cell, 1)) if cell not in self.copied:
                    self.copied[cell] = f"h{cell}"
                    lines.add(f"h{cell} = s[{cell + 1}:{cell + 1} + s[{cell}]]")

    def _deeper(self, lines: Lines, alternative: ir.Alternative, depth: int, found: Found) -> None:
        tests = [self.truth(n.test) for n in alternative.needs if n.depth == depth]
        if tests:
            lines.add(f"if {' and '.join(tests)}:")
            lines.depth += 1
        if depth == len(alternative.picks):
            found(lines)
            return
        pick = alternative.picks[depth]

        def inside() -> None:
            at = lines.depth
            if pick.where is not None:
                lines.add(f"if {self.truth(pick.where)}:")
                lines.depth += 1
            self._deeper(lines, alternative, depth + 1, found)
            lines.depth = at

        self.each(lines, pick.domain, pick.slot, inside)

    def _open(self, lines: Lines, alternative: ir.Alternative, depth: int) -> None:
        before = lines.depth
        tests = [self.truth(n.test) for n in alternative.needs if n.depth == depth and n.open]
        if tests:
            lines.add(f"if {' and '.join(tests)}:")
            lines.depth += 1
        if depth == len(alternative.picks) or alternative.picks[depth].open < 0:
            lines.add("return True")
            lines.depth = before
            return
        pick = alternative.picks[depth]

        def inside() -> None:
            at = lines.depth
            if pick.where is not None and pick.open:
                lines.add(f"if {self.truth(pick.where)}:")
                lines.depth += 1
            self._open(lines, alternative, depth + 1)
            lines.depth = at

        self.each(lines, pick.domain, pick.slot, inside)
        lines.depth = before

    # -- numbers ---------------------------------------------------------------------------------------------------

    def code(self, alternative: ir.Alternative) -> str:
        """The number of a move whose picks lie in their slots."""
        text = "0"
        for pick in alternative.picks:
            digit = self._digit(pick)
            text = digit if text == "0" else f"({text} * {pick.radix} + {digit})"
        return plus(text, alternative.base) if alternative.picks else str(alternative.base)

    def _digit(self, pick: ir.Pick) -> str:
        if pick.sort != "card":
            return plus(f"x{pick.slot}", -pick.low)
        return f"{self.module.table(self._places(pick))}[x{pick.slot}]"

    def _places(self, pick: ir.Pick) -> list[int]:
        """For each cell the digit of the card in it."""
        digits = [0] * len(self.program.row)
        per = pick.radix // len(pick.zones) if pick.zones else 0
        for number, zone in enumerate(self.program.zones):
            if pick.zones and number not in pick.zones:
                continue
            before = pick.zones.index(number) * per if pick.zones else 0
            digits[zone.start : zone.start + zone.most] = range(before, before + zone.most)
        return digits

    def decoded(self, lines: Lines, alternative: ir.Alternative, code: str) -> None:
        """Put the picks of a move into their slots: the digits from the last to the first, then what they mean."""
        digits = [f"d{n}" for n in range(len(alternative.picks))]
        if digits:
            lines.add(f"left = {plus(code, -alternative.base)}")
        for pick, digit in reversed(list(zip(alternative.picks[1:], digits[1:], strict=True))):
            lines.add(f"{digit} = left % {pick.radix}")
            lines.add(f"left = left // {pick.radix}")
        if digits:
            lines.add("d0 = left")
        for pick, digit in zip(alternative.picks, digits, strict=True):
            lines.add(f"x{pick.slot} = {self._meant(pick, digit)}")

    def _meant(self, pick: ir.Pick, digit: str) -> str:
        if pick.sort != "card":
            return plus(digit, pick.low)
        if pick.zones:
            per, starts = pick.radix // len(pick.zones), [self.starts[z] for z in pick.zones]
            return f"({self.module.table(starts)}[{digit} // {per}] + {digit} % {per})"
        zone = _source(pick.domain)
        if zone is not None:
            return f"({self.start(zone)} + {digit})"

        def build(lines: Lines) -> None:
            def look() -> None:
                with lines.under(f"if INDEX[x{pick.slot}] - 1 == g0:"):
                    lines.add(f"return x{pick.slot}")

            self.each(lines, pick.domain, pick.slot, look)
            lines.add("s[3] = FAILED")
            lines.add(f"return {NONE}")

        return self.asked("card", ir.Filter(pick.slot, pick.domain, ir.Const(1)), [digit], build)

    # -- carrying out ----------------------------------------------------------------------------------------------

    def make(self, number: int, point: int) -> str:
        """The name of the function that carries out a move at a decision, up to where the flow rests next."""
        decision, lines, pending = self.program.decisions[number], Lines(), self.program.pending
        waits = decision.waiting >= 0
        if waits:
            lines.add(f"s[{decision.me}] = seat")
        else:
            self.module.fill(lines, "s", pending, self.program.seats, 0)
        numbers = sorted(range(len(decision.alternatives)), key=lambda a: decision.alternatives[a].base)
        if decision.declined >= 0:
            with lines.under(f"if number == {decision.declined}:"):
                if waits:
                    lines.add(f"s[{decision.waiting} + seat * {decision.width}] = {len(numbers)}")
                else:
                    self.entered(lines, decision.decline)
            with lines.under("else:"):
                self._by_number(lines, decision, numbers, waits)
        else:
            self._by_number(lines, decision, numbers, waits)
        if waits:
            lines.add(f"s[{decision.me}] = {NONE}")
            lines.add(f"s[{pending} + seat] = 0")
            others = lines.under(f"for other in range({pending}, {pending + self.program.seats}):")
            with others, lines.under("if s[other]:"):
                lines.add("return")
            lines.add(f"s[0] = {point + 1}")
            lines.add("run(s, c)")
        self.module.function(f"make_{number}", ["s", "c", "seat", "number"], lines)
        return f"make_{number}"

    def _by_number(self, lines: Lines, decision: ir.Decision, numbers: Sequence[int], waits: bool) -> None:
        """Which alternative a number is of: they follow one another, so halving finds it."""
        if len(numbers) > 1:
            half = len(numbers) // 2
            with lines.under(f"if number < {decision.alternatives[numbers[half]].base}:"):
                self._by_number(lines, decision, numbers[:half], waits)
            with lines.under("else:"):
                self._by_number(lines, decision, numbers[half:], waits)
            return
        self._made(lines, decision, numbers[0], waits)

    def _made(self, lines: Lines, decision: ir.Decision, number: int, waits: bool) -> None:
        alternative = decision.alternatives[number]
        self.decoded(lines, alternative, "number")
        if waits:
            lines.add(f"first = {decision.waiting} + seat * {decision.width}")
            lines.add(f"s[first] = {number}")
            for at, pick in zip(alternative.kept, alternative.picks, strict=True):
                lines.add(f"s[first + {at}] = x{pick.slot}")
            return
        self.begun(lines, alternative)
        self.entered(lines, alternative.entry, alternative.picks)

    def entered(self, lines: Lines, point: int, picks: Iterable[ir.Pick] = ()) -> None:
        """Go on at a point, up to where the flow rests."""
        lines.add(f"s[0] = {point}")
        lines.add("run(s, c)")

    def begun(self, lines: Lines, alternative: ir.Alternative) -> None:
        """Begin to carry out a move whose picks lie in their slots."""
        if alternative.foul >= 0:
            tests = [self.truth(condition.test) for condition in alternative.honours]
            lines.add(f"s[{alternative.foul}] = " + (f"0 if {' and '.join(tests)} else 1" if tests else "0"))
        for pick in alternative.picks:
            lines.add(f"s[{pick.cell}] = x{pick.slot}")

    def stale(self, number: int, at: int) -> str:
        """A call that says whether a choice whose picks lie in their slots cannot be carried out any more."""
        alternative = self.program.decisions[number].alternatives[at]
        name, given = self.module.known(("stale", number, at)), [f"x{pick.slot}" for pick in alternative.picks]
        if name is None:
            lines = Lines()
            for pick in alternative.picks:
                test = self._in(ir.Local(pick.slot), pick.domain)
                if pick.where is not None:
                    test = f"{test} and {self.truth(pick.where)}"
                with lines.under(f"if not ({test}):"):
                    lines.add("return True")
            for need in alternative.needs:
                with lines.under(f"if not {self.truth(need.test)}:"):
                    lines.add("return True")
            lines.add("return False")
            name = self.module.name(("stale", number, at), "stale_")
            self.module.function(name, ["s", *given], lines)
        return self.call(name, given)


def _effort(alternative: ir.Alternative) -> int:
    """How much has to be worked out to know whether there is a move, roughly."""
    return sum(1 for _ in nodes((alternative.picks, alternative.needs)))


def _source(domain: ir.Expr) -> ir.Expr | None:
    """The one zone whose cards a list is of."""
    match domain:
        case ir.Contents(_, zone):
            return zone
        case ir.Filter(_, inner) | ir.Slice(inner) | ir.Extreme(_, _, inner):
            return _source(inner)
    return None
