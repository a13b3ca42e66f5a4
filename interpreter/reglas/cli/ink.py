"""How a terminal shows text: colours through rich where it has them, other characters where it lacks some.

The text itself stays the same. rich is imported only when something is drawn in colour.
"""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from typing import Any

from reglas.cli import common
from reglas.table.compact import UNKNOWN
from reglas.table.pieces import FAINT, HEADING, STRONG, TURN, Line, Piece

WIDEST, NARROWEST = 100, 20

STYLES = {STRONG: "bold", FAINT: "dim", HEADING: "bold", TURN: "bold reverse"}

CARDS = {
    "red": ("#ffffff", "#c62828"),
    "orange": ("#000000", "#fb8c00"),
    "yellow": ("#000000", "#fdd835"),
    "green": ("#ffffff", "#2e7d32"),
    "cyan": ("#000000", "#26c6da"),
    "blue": ("#ffffff", "#1565c0"),
    "purple": ("#ffffff", "#7b1fa2"),
    "pink": ("#000000", "#f48fb1"),
    "brown": ("#ffffff", "#6d4c41"),
    "white": ("#000000", "#eeeeee"),
    "grey": ("#ffffff", "#616161"),
    "black": ("#ffffff", "#000000"),
}
"""For each colour of the words, ink and ground: readable on a dark terminal and on a light one."""

PLAIN = {"–": "-", "—": "-", "·": "|", "…": "...", "×": "x", "¿": "", "¡": "", "’": "'", "“": '"', "”": '"', "ß": "ss"}
"""What stands for a character that a terminal lacks."""


def width() -> int:
    """The columns to draw in: those of the terminal within bounds, or 80."""
    if not (sys.stdout is not None and sys.stdout.isatty()):
        return 80
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def height() -> int:
    """The rows to draw in: those of the terminal, at least a few, or 24."""
    if not (sys.stdout is not None and sys.stdout.isatty()):
        return 24
    return max(8, shutil.get_terminal_size().lines)


def showable(text: str, encoding: str | None) -> str:
    """A text in characters that an encoding has."""
    try:
        text.encode(encoding or "ascii")
    except LookupError:
        return showable(text, "ascii")
    except UnicodeEncodeError:
        return "".join(_character(c, encoding or "ascii") for c in text)
    return text


def _character(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        if character in PLAIN:
            return PLAIN[character]
        apart = unicodedata.normalize("NFKD", character)
        return "".join(c for c in apart if ord(c) < 128) or "?"
    return character


def style(piece: Piece) -> str:
    """The style of a piece as rich writes it. A card whose face is not seen is not bold; what is known of it is."""
    if piece.ink in CARDS:
        ink, ground = CARDS[piece.ink]
        return f"{'' if piece.hidden else 'bold '}{ink} on {ground}"
    if piece.hidden:
        return "dim" if piece.text == UNKNOWN else "bold"
    return STYLES.get(piece.ink, "")


class Ink:
    """Puts lines on standard output, in colour where that is wanted and possible."""

    def __init__(self, plain: bool = False) -> None:
        self.colored = not plain and common.colored(sys.stdout)
        self.encoding = getattr(sys.stdout, "encoding", None)
        self._console: Any = None

    def put(self, line: str | Line) -> None:
        """One line."""
        if isinstance(line, Line) and self.colored:
            self._in_color(line)
        else:
            common.put(showable(line if isinstance(line, str) else line.text, self.encoding))

    def _in_color(self, line: Line) -> None:
        from rich.console import Console

        if self._console is None:
            self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._console.print(in_color(line, self.encoding), soft_wrap=True)


def in_color(line: Line, encoding: str | None = "utf-8") -> Any:
    """A line as rich draws it."""
    from rich.text import Text

    text = Text()
    for piece in line.pieces:
        text.append(showable(piece.text, encoding), style(piece))
    text.rstrip()
    return text


def clear() -> None:
    """Empty the screen of a terminal, and what was scrolled away where the terminal can."""
    if sys.platform == "win32":  # a console that does not know the sequences
        os.system("cls")
        return
    sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
    sys.stdout.flush()
