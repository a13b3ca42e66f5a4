"""The place at which the YAML parser gave up, and the lines around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from reglas.reading.backend import Problem
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message
from reglas.reading.source import Source, Span
from reglas.reading.tree import Scalar

_KEY = re.compile(r"(?P<dashes>\s*(?:-\s+)*)(?P<key>[^\s#][^#]*?):(?:\s+(?P<value>[^\s#].*?))?\s*(?:\s#.*)?$")
_DASHES = re.compile(r"\s*(?:-(?:\s+|$))*")


@dataclass(frozen=True)
class Level:
    """An indentation that is open: its column from 0, the line that has it, whether a dash stands there."""

    column: int
    line: int
    dash: bool


@dataclass(frozen=True)
class KeyLine:
    """A line `key: value`: column of the key from 0, and both texts."""

    column: int
    key: str
    value: str


@dataclass(frozen=True)
class Scene:
    """A parser's problem, seen from the text; `view` is the text as it was parsed."""

    source: Source
    view: Source
    problem: Problem
    last: Scalar | None
    diagnostics: Diagnostics

    @property
    def at(self) -> int:
        """Offset at which the parser gave up."""
        return self.problem.offset

    @property
    def character(self) -> str:
        """The character there; empty at the end of the text."""
        return self.view.text[self.at : self.at + 1]

    @cached_property
    def line(self) -> int:
        """The number of the line."""
        return self.view.position(self.at)[0]

    @cached_property
    def column(self) -> int:
        """The column, from 0."""
        return self.view.position(self.at)[1] - 1

    @property
    def text(self) -> str:
        """The line itself."""
        return self.view.line(self.line)

    @cached_property
    def ended(self) -> bool:
        """Whether nothing but blanks follows."""
        return not self.view.text[self.at :].strip()

    def within(self, *contexts: str) -> bool:
        """Whether the parser was reading one of these."""
        return any(context in self.problem.context for context in contexts)

    def report(
        self, code: str, start: int, end: int, message: Message, *labels: Label, help: Message | None = None
    ) -> None:
        """Add a finding at some offsets."""
        self.diagnostics.report(code, Span(self.source, start, end), message, *labels, help=help)

    def label(self, start: int, end: int, message: Message) -> Label:
        """A further place."""
        return Label(Span(self.source, start, end), message)

    def has_content(self, line: int) -> bool:
        """Whether a line holds more than blanks and a comment."""
        stripped = self.view.line(line).strip()
        return bool(stripped) and not stripped.startswith("#")

    def before(self, line: int) -> int:
        """The last line with content before a line; 0 when there is none."""
        line -= 1
        while line > 0 and not self.has_content(line):
            line -= 1
        return line

    def indent(self, line: int) -> int:
        """How many spaces a line begins with."""
        text = self.view.line(line)
        return len(text) - len(text.lstrip(" "))

    def begin(self, line: int) -> int:
        """Offset of the first character of a line that is not a space."""
        return self.view.line_starts[line - 1] + self.indent(line)

    def end(self, line: int) -> int:
        """Offset of the end of a line."""
        return self.view.line_starts[line - 1] + len(self.view.line(line))

    def key_line(self, line: int) -> KeyLine | None:
        """The key and value of a line; None when it has no key."""
        match = _KEY.match(self.view.line(line))
        if not match:
            return None
        return KeyLine(len(match["dashes"]), match["key"], match["value"] or "")

    def is_item(self, line: int) -> bool:
        """Whether a line begins with a dash and a blank."""
        return bool(re.match(r"\s*-(\s|$)", self.view.line(line)))

    def levels(self, line: int) -> list[Level]:
        """The indentations open above a line, the innermost first."""
        levels: list[Level] = []
        least = 1 << 20
        above = self.before(line)
        while above and least > 0:
            indent = self.indent(above)
            if indent < least:
                levels += self._levels_of(above)
                least = indent
            above = self.before(above)
        return levels

    def _levels_of(self, line: int) -> list[Level]:
        text = self.view.line(line)
        match = _DASHES.match(text)
        width = match.end() if match else 0
        dashes = [i for i in range(width) if text[i] == "-"]
        return [Level(width, line, False), *(Level(i, line, True) for i in reversed(dashes))]

    def word(self, line: int) -> str:
        """What a line begins with, for quoting: its key, or its first word."""
        key = self.key_line(line)
        text = self.view.line(line).strip()
        if self.is_item(line):
            return "-"
        return key.key if key else text.split(" ")[0]
