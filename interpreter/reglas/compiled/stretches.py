"""Stretches of operations as functions that end in one another, which is what LLVM compiles soonest.

`run` in one piece, as plain Python has it, takes LLVM longer than its length: here each stretch is a function of its
own, and one that goes on elsewhere ends by calling what stands there, in its own place. Where the flow goes on after
it rested is found by `on`.
"""

from __future__ import annotations

from reglas.compiled.flow import MOST_ROUNDS
from reglas.compiled.pieces import Pieces
from reglas.compiled.text import Lines

GIVEN = ["s", "c", "rounds"]
"""What every stretch is given: `rounds` is how often the flow may still go on elsewhere."""


class Stretches(Pieces):
    """Text of all operations of a program, for LLVM."""

    def run(self) -> None:
        """Emit `run`, and all that it calls."""
        found = self._begins()
        begins, written = sorted(found | self._more), set[int]()
        while begins:
            point = begins.pop()
            if point in written:
                continue
            written.add(point)
            lines = Lines()
            with lines.under("if s[3]:"):
                lines.add("return 0")
            with lines.under("if rounds == 0:"):
                lines.add("s[3] = FAILED")
                lines.add("return 0")
            self._stretch(lines, point)
            self._defined(f"at_{point}", lines)
            begins += self._more
        lines = Lines()
        for point in sorted(found):
            with lines.under(f"if s[0] == {point}:"):
                lines.add(f"return at_{point}(s, c, rounds)")
        lines.add("return 0")
        self._defined("on", lines)
        lines = Lines()
        lines.add(f"on(s, c, {MOST_ROUNDS})")
        lines.add("return")
        self.module.function("run", ["s", "c"], lines)

    def _defined(self, name: str, lines: Lines) -> None:
        self.module.functions.append("\n".join(["@stretch", f"def {name}({', '.join(GIVEN)}):", *lines.lines]))

    def _on(self, lines: Lines, point: str) -> None:
        """Go on at a point elsewhere."""
        name = f"at_{point}"
        if not point.isdigit():
            lines.add(f"s[0] = {point}")
            name = "on"
        if self._away:
            lines.add(f"return {name}(s, c, rounds - 1)")
        else:
            lines.add(f"{name}(s, c, {MOST_ROUNDS})")
            lines.add("return")
