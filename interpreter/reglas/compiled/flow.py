"""Operations as text: `run(s, c)` goes from the point in the row's head to where the flow rests.

Operations that follow one another become stretches of text. A stretch goes on where it jumps to, and copies what
stands there, until it comes to a loop's head or is long enough; what is begun elsewhere is found by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reglas.compiled.known import Known, Reads, after
from reglas.compiled.passes.checks import DONE, concerns
from reglas.compiled.picking import Picking
from reglas.compiled.text import Lines, Module
from reglas.compiled.untold import Untold
from reglas.compiled.values import plus
from reglas.language.types import NONE
from reglas.program import ir

MOST_ROUNDS = 20_000
"""How often the flow may go on elsewhere without a decision, until the interpreter is asked whether it ever ends."""

MOST_COPIED = 300
"""Operations of one stretch in all, whichever ways it goes."""


def long(how: str, operations: int, away: bool) -> int:
    """How many operations a stretch may have, copies included, in a program of so many: jumps cost time in Python, long
    text takes long to make and to compile. What stands where a move is made (not `away`) is gone through most often."""
    if how == "fast":
        return max(8, min(24, 2_400 // operations))
    return max(24, min(24 if away else 260, 2_000_000 // operations**2))


class Flow(Untold, Picking):
    """Text of operations."""

    def run(self) -> None:
        """Emit `run`, and all that it calls."""
        begins = sorted(self._begins() | self._more)
        stretches: dict[int, Lines] = {}
        while begins:
            point = begins.pop()
            if point not in stretches:
                stretches[point] = lines = Lines()
                lines.depth = 0
                self._stretch(lines, point)
                begins += self._more
        lines = Lines()
        lines.add("p = s[0]")
        with lines.under(f"for _ in range({MOST_ROUNDS}):"):
            with lines.under("if s[3]:"):
                lines.add("return")
            self._choose(lines, sorted(stretches), stretches)
        lines.add("s[3] = FAILED")
        self.module.function("run", ["s", "c"], lines)

    def _stretch(self, lines: Lines, point: int, known: Known | None = None) -> None:
        """The text from a point on."""
        self._left, self._known = long(self.module.how, len(self.program.ops), self._away), known or {}
        self._total = 0
        self._from(lines, point)

    def entered(self, lines: Lines, point: int, picks: Iterable[ir.Pick] = ()) -> None:
        """The first stretch of a move stands where it is made."""
        self._away = False
        self._stretch(lines, point, {pick.cell: ir.Local(pick.slot) for pick in picks})
        self._away = True

    def _on(self, lines: Lines, point: str) -> None:
        """Go on at a point elsewhere."""
        if self._away:
            lines.add(f"p = {point}")
            lines.add("continue")
        else:
            lines.add(f"s[0] = {point}")
            lines.add("run(s, c)")
            lines.add("return")

    def _begins(self) -> set[int]:
        """Where the flow goes on after it rested."""
        found = {self.program.row[0]}
        for decision in self.program.decisions:
            found |= {a.entry for a in decision.alternatives}
            if decision.decline >= 0 and decision.waiting < 0:
                found.add(decision.decline)
        for point, op in enumerate(self.program.ops):
            if isinstance(op, ir.Gather):
                found.add(point + 1)
        return found | {info.begin for info in self.program.turns}

    def _choose(self, lines: Lines, points: list[int], stretches: dict[int, Lines]) -> None:
        if len(points) == 1:
            for line in stretches[points[0]].lines:
                lines.add(line)
            return
        half = len(points) // 2
        with lines.under(f"if p < {points[half]}:"):
            self._choose(lines, points[:half], stretches)
        with lines.under("else:"):
            self._choose(lines, points[half:], stretches)

    # -- stretches -------------------------------------------------------------------------------------------------

    def _go(self, lines: Lines, to: int) -> None:
        """Go on at a point: with a copy of what stands there, or from the head of `run`."""
        if self._left <= 0 or self._total > MOST_COPIED or self._path.count(to) > (1 if self._known else 0):
            self._more.add(to)
            self._on(lines, str(to))
        else:
            self._from(lines, to)

    def __init__(self, program: ir.Program, module: Module) -> None:
        super().__init__(program, module)
        self._more: set[int] = set()  # points that are gone to, and have to be found from the head of `run`
        self._reads = Reads(program.ops)
        self._entries = {a.entry for d in program.decisions for a in d.alternatives}

    _path: tuple[int, ...] = ()
    _done: tuple[ir.Op, ...] = ()
    _known: Known
    _before: Known
    _left: int
    _total: int
    _away = True
    """Is it `run` that is being written, with a head to which it can go back?"""

    def _from(self, lines: Lines, point: int) -> None:
        before, depth, known, done = self._path, lines.depth, self._known, self._done
        while True:
            self._path = (*self._path, point)
            self._left -= 1
            self._total += 1
            if self._draws(lines, point):
                point += 1
                self._path = (*self._path, point)
                self._left -= 1
                point += 1
                if self._left <= 0 or point in self._path:
                    self._go(lines, point)
                    break
                continue
            op = self._reads.with_known(point, self.program.ops[point], self._known)
            self._before, self._known = self._known, after(op, self._known)
            self._done = (*self._done, op)
            method: Callable[[Lines, int, Any], bool] = getattr(self, "_op_" + type(op).__name__.lower())
            if not method(lines, point, op):
                break
            point += 1
            if self._left <= 0 or point in self._path:
                self._go(lines, point)
                break
        self._path, lines.depth, self._known, self._done = before, depth, known, done

    def _draws(self, lines: Lines, point: int) -> bool:
        """Put down two operations as one: a card is drawn, and moved at once."""
        if self.module.how != "plain" or any(zone.saw for zone in self.program.zones):
            return False
        match self.program.ops[point : point + 2]:
            case (ir.SettleTop(family, zone) as draw, ir.MoveTop(moved, source) as move):
                if (family, zone) == (moved, source):
                    found = self._reads.with_known(point + 1, move, self._known)
                    assert isinstance(found, ir.MoveTop)
                    self._before, self._known, move = self._known, after(found, after(draw, self._known)), found
                    self._done = (*self._done, draw, found)
                    self.drawn_and_moved(lines, draw, move)
                    return True
        return False

    def drawn_and_moved(self, lines: Lines, draw: ir.SettleTop, op: ir.MoveTop) -> None:
        """Emitted by `pieces`."""
        raise NotImplementedError

    def _branch(self, lines: Lines, condition: str, to: int, over: int = -1) -> None:
        """Go on at a point if a condition holds, if a player is passed over at the decision `over`. What follows if not
        is the usual way, for which most of the length is kept."""
        before = self._left
        self._left = kept = before // (4 if self._away or self.module.how == "fast" else 2)
        with lines.under(f"if {condition}:"):
            self.tell_passed_over(lines, over)
            self._go(lines, to)
        self._left = before - max(0, kept - self._left)

    def _failed(self, lines: Lines, condition: str) -> None:
        with lines.under(f"if {condition}:"):
            lines.add("s[3] = FAILED")
            lines.add("return")

    # -- flow ------------------------------------------------------------------------------------------------------

    def _op_jump(self, lines: Lines, point: int, op: ir.Jump) -> bool:
        self._go(lines, op.to)
        return False

    def _op_unless(self, lines: Lines, point: int, op: ir.Unless) -> bool:
        if op.condition == ir.Const(1):
            return True
        if op.condition == ir.Const(0):
            self._go(lines, op.to)
            return False
        self._branch(lines, f"not {self.truth(op.condition)}", op.to)
        return True

    def _op_fail(self, lines: Lines, point: int, op: ir.Fail) -> bool:
        lines.add("s[3] = FAILED")
        lines.add("return")
        return False

    def _op_finish(self, lines: Lines, point: int, op: ir.Finish) -> bool:
        with lines.under("if not s[2]:"):
            lines.add(f"s[2] = {op.end + 1}")
        self._rest(lines, point)
        return False

    def _rest(self, lines: Lines, point: int, leave: str = "return") -> None:
        lines.add(f"s[0] = {point}")
        lines.add(leave)

    def _ends(self, lines: Lines, ends: tuple[int, ...], leave: str = "return") -> None:
        for number in ends:
            when = self.program.ends[number].when
            if when is not None:
                with lines.under(f"if {self.truth(when)}:"):
                    with lines.under("if not s[2]:"):
                        lines.add(f"s[2] = {number + 1}")
                    self._rest(lines, number, leave)

    def _op_check(self, lines: Lines, point: int, op: ir.Check) -> bool:
        done = self._since()
        ends = [
            number
            for number in op.ends
            if self.program.ends[number].when is not None
            and (done is None or concerns(self.program, self.holders, number, done))
        ]
        if ends:
            with lines.under("if s[1] == 1 or s[1] == 2:"):
                self._ends(lines, tuple(ends))
        return True

    def _since(self) -> list[ir.Op] | None:
        """All that was done on this way since ends were looked at; None if that cannot be told."""
        done: list[ir.Op] = []
        for op in reversed(self._done[:-1]):
            if isinstance(op, ir.Check):
                return done
            if not isinstance(op, DONE):
                return None
            done.append(op)
        return done if self._path[0] in self._entries else None

    # -- cells -----------------------------------------------------------------------------------------------------

    def target(self, target: ir.Target) -> str:
        """The cell that is changed."""
        if target.index is None:
            return str(target.base)
        return self.element(target.base, target.low, target.size, target.index)

    def _op_assign(self, lines: Lines, point: int, op: ir.Assign) -> bool:
        value = self.value(op.value)
        inside = self.range(op.value)
        if (op.target.index is None and not op.component) or (
            inside is not None and (inside == (NONE, NONE) or (op.low <= inside[0] and inside[1] <= op.high))
        ):
            lines.add(f"s[{self.target(op.target)}] = {value}")
            return True
        lines.add(f"value = {value}")
        self._failed(lines, f"(value < {op.low} or value > {op.high}) and value != {NONE}")
        lines.add(f"s[{self.target(op.target)}] = value")
        return True

    def _op_fill(self, lines: Lines, point: int, op: ir.Fill) -> bool:
        if op.count <= 2:
            for cell in range(op.cell, op.cell + op.count):
                lines.add(f"s[{cell}] = {op.value}")
        else:
            self.module.fill(lines, "s", op.cell, op.count, op.value)
        return True

    def _op_adjust(self, lines: Lines, point: int, op: ir.Adjust) -> bool:
        at = self.target(op.target)
        if not at.isdigit():
            lines.add(f"at_ = {at}")
            at = "at_"
        lines.add(f"value = {plus_text(f's[{at}]', op.by, self)}")
        if op.supply:
            lines.add(f"s[{at}] = {op.low} if value < {op.low} else ({op.high} if value > {op.high} else value)")
        else:
            self._failed(lines, f"value < {op.low} or value > {op.high}")
            lines.add(f"s[{at}] = value")
        return True

    def _gathered(self, lines: Lines, items: ir.Expr, most: int, check: bool = False) -> tuple[str, str]:
        """A list in scratch cells, and how many there are."""
        number = self.spare()
        w, n, x = f"w{number}", f"n{number}", self.spare()
        lines.add(f"{w} = scratch({most})")
        lines.add(f"{n} = 0")

        def keep() -> None:
            if check:
                self._failed(lines, f"{n} == {most}")
            lines.add(f"{w}[{n}] = x{x}")
            lines.add(f"{n} += 1")

        self.each(lines, items, x, keep)
        return w, n

    def _op_store(self, lines: Lines, point: int, op: ir.Store) -> bool:
        w, n = self._gathered(lines, op.items, op.most, check=True)
        if op.width == 1:
            self._kept(lines, op.cell, op.most, w, n)
            return True
        i, j, size = f"i{self.spare()}", f"j{self.spare()}", op.most * op.width
        lines.add(f"s[{op.cell}] = {n}")
        lines.add(f"copy = scratch({size})")
        with lines.under(f"for {i} in range({n}):"), lines.under(f"for {j} in range({op.width}):"):
            lines.add(f"copy[{i} * {op.width} + {j}] = s[{w}[{i}] + {j}]")
        with lines.under(f"for {i} in range({n} * {op.width}):"):
            lines.add(f"s[{op.cell + 1} + {i}] = copy[{i}]")
        lines.add(f"fill(s, {op.cell + 1} + {n} * {op.width}, {op.cell + 1 + size}, {NONE})")
        return True

    def _op_push(self, lines: Lines, point: int, op: ir.Push) -> bool:
        width, first = len(op.values), op.cell + 1
        end = first + op.most * width
        for number, value in enumerate(op.values):
            lines.add(f"v{number} = {self.value(value)}")
        with lines.under(f"if s[{op.cell}] == {op.most}:"):
            if op.newest:
                lines.add(f"shift(s, {first + width}, {end}, {first})")
                lines.add(f"s[{op.cell}] -= 1")
            else:
                lines.add("s[3] = FAILED")
                lines.add("return")
        lines.add(f"at_ = {first} + s[{op.cell}] * {width}")
        for number in range(width):
            lines.add(f"s[{plus('at_', number)}] = v{number}")
        lines.add(f"s[{op.cell}] += 1")
        return True

    # -- players ---------------------------------------------------------------------------------------------------

    def _begun(self, lines: Lines) -> None:
        """Ends not looked at so far are looked at now."""
        name = self.module.known("begun")
        if name is None:
            inner = Lines()
            with inner.under("if s[1] != 3:"):
                self._ends(inner, tuple(range(len(self.program.ends))), "return True")
            inner.add("s[1] = 2 if s[1] == 3 else 1")
            inner.add("return False")
            name = self.module.name("begun", "ended_")
            self.module.function(name, ["s"], inner)
        with lines.under(f"if s[1] != 1 and {name}(s):"):
            lines.add("return")

    def _op_ask(self, lines: Lines, point: int, op: ir.Ask) -> bool:
        decision, pending = self.program.decisions[op.decision], self.program.pending
        self._begun(lines)
        if decision.decline >= 0:
            self._branch(lines, f"not {self.may(op.decision)}(s)", decision.decline)
        elif decision.skip >= 0:
            self._branch(lines, self.none(op.decision), decision.skip, op.decision)
            self.tell_asked(lines, op.decision)
        else:
            self._failed(lines, self.none(op.decision))
        x = self.spare()
        self.each(lines, decision.asked, x, lambda: lines.add(f"s[{pending} + x{x}] = 1"))
        self._rest(lines, point)
        return False

    def _op_line(self, lines: Lines, point: int, op: ir.Line) -> bool:
        w, n = self._gathered(lines, op.players, op.most)
        i, j = f"i{self.spare()}", f"j{self.spare()}"
        if op.first is not None:
            seats = self.program.seats
            lines.add(f"begin = {self.value(op.first)}")
            with lines.under(f"for {i} in range(1, {n}):"):
                lines.add(f"seat = {w}[{i}]")
                lines.add(f"{j} = {i}")
                with lines.under(f"while {j} > 0 and ({w}[{j} - 1] - begin) % {seats} > (seat - begin) % {seats}:"):
                    lines.add(f"{w}[{j}] = {w}[{j} - 1]")
                    lines.add(f"{j} -= 1")
                lines.add(f"{w}[{j}] = seat")
        self._kept(lines, op.cell, op.most, w, n)
        return True

    def _kept(self, lines: Lines, cell: int, most: int, w: str, n: str) -> None:
        """Keep a list that lies in scratch cells, one cell for each item."""
        i = f"i{self.spare()}"
        lines.add(f"s[{cell}] = {n}")
        with lines.under(f"for {i} in range({n}):"):
            lines.add(f"s[{cell + 1} + {i}] = {w}[{i}]")
        lines.add(f"fill(s, {cell + 1} + {n}, {cell + 1 + most}, {NONE})")


def plus_text(left: str, by: ir.Expr, values: Flow) -> str:
    """A sum with an expression."""
    return plus(left, by.value) if isinstance(by, ir.Const) else f"{left} + {values.value(by)}"
