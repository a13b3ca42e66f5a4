"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A text and the name under which it is shown (a path, or `<text>`).

    `text` is what was read, with one byte order mark stripped and all line ends turned into `\\n`, so that
    offsets, lines and columns mean the same for every file.
    """

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which the lines begin."""
        starts = [0]
        for offset, character in enumerate(self.text):
            if character == "\n":
                starts.append(offset + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Offset of a line and column, both counted from 1; clamped to the text."""
        if line > len(self.line_starts):
            return len(self.text)
        return min(self.line_starts[line - 1] + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end]


@dataclass(frozen=True)
class Span:
    """A stretch of a source: character offsets, `end` exclusive."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line on which the span begins, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column at which the span begins, from 1, in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The text covered."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
