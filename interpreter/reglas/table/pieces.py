"""Lines in pieces: text with a hint of how a terminal may ink it. The text is the same wherever it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wcwidth import wcswidth

STRONG, FAINT, HEADING, TURN = "strong", "faint", "heading", "turn"
"""Inks that are no colours of cards."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text with its ink: empty, one of those above, or the colour of a card (`red`); `hidden` is a card whose face
    the viewer does not see."""

    text: str
    ink: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces one after the other."""

    pieces: tuple[Piece, ...] = ()

    @property
    def text(self) -> str:
        """The line as text."""
        return "".join(piece.text for piece in self.pieces).rstrip()

    @property
    def wide(self) -> int:
        """How many columns it takes."""
        return sum(wide(piece.text) for piece in self.pieces)

    def __add__(self, other: Line | Piece | str) -> Line:
        return Line(self.pieces + line(other).pieces)

    def padded(self, width: int) -> Line:
        """With blanks up to a width."""
        missing = width - self.wide
        return self + " " * missing if missing > 0 else self

    def __str__(self) -> str:
        return self.text


Item = Line | Piece | str


def line(item: Item) -> Line:
    """Anything that can stand in a line."""
    if isinstance(item, Line):
        return item
    return Line((item if isinstance(item, Piece) else Piece(item),))


def joined(items: Iterable[Item], gap: str = "") -> Line:
    """Things in one line with a gap between them."""
    found = Line()
    for number, item in enumerate(items):
        found = found + gap + item if number and gap else found + item
    return found


def flow(begin: Item, items: Sequence[Item], gap: str, width: int, indent: int = 4) -> list[Line]:
    """Things one after the other, each whole, in as many lines as they need."""
    lines: list[Line] = []
    current, fresh, parts = line(begin), True, [line(item) for item in items]
    for number, item in enumerate(parts, 1):
        more = item if fresh else line(gap) + item
        end = wide(gap.rstrip()) if number < len(parts) else 0  # what stands at the end of a line that goes on
        if not fresh and current.wide + more.wide + end > width:
            lines.append(current + gap.rstrip())
            current, more = line(" " * indent), item
        current, fresh = current + more, False
    return [*lines, current]


def wide(text: str) -> int:
    """How many columns a text takes."""
    return max(0, wcswidth(text))
