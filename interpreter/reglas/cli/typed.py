"""What people type at the table besides moves, in the languages there are, and how it is read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from reglas.engine.notation import DECLINE
from reglas.table.phrases import DECLINING, folded

COMMANDS: dict[str, tuple[str, ...]] = {
    "leave": ("q", "quit", "exit", "salir", "fin"),
    "rules": ("?", "rules", "reglas"),
    "help": ("help", "ayuda"),
    "table": ("t", "table", "mesa"),
    "level": ("h",),
    "mine": ("m", "mine", "mias"),
    "others": ("o", "others", "otros"),
    "piles": ("d",),
    "moves": ("j", "moves", "jugadas"),
    "log": ("l", "log", "historia"),
    "undo": ("u", "undo", "deshacer"),
    "why": ("why", "por que", "porque"),
    "ahead": ("pass on", "paso siempre"),
    "again": ("again", "otra"),
}
"""What may be typed for each; accents and letter case do not matter. A move of the game that is written like one of
these goes first."""

OFFERED = {
    "en": ("why", "undo", "log", "quit", "help", "rules"),
    "es": ("por qué", "deshacer", "historia", "salir", "ayuda", "reglas"),
}
"""The words that are offered for completion."""

NOBODY = frozenset({"nobody", "nadie"})
"""Written on the page between people: nobody at the screen wants to act."""

PASSING = frozenset({DECLINE, *(folded(word) for words in DECLINING.values() for word in words)})
"""What declines an offer wherever it is written."""

YES = frozenset({"y", "yes", "s", "si"})


@dataclass(frozen=True)
class Typed:
    """A line: a command with what follows it, or, where `command` is empty, a move or a number in `rest`."""

    command: str
    rest: str


def read_line(text: str, moves: Collection[str] = ()) -> Typed:
    """A line as a person typed it; `moves` are texts that mean moves whatever else they might mean."""
    line = " ".join(text.split())
    short = folded(line)
    if short in {folded(move) for move in moves}:
        return Typed("", line)
    if short.startswith("?"):  # `?3` is `? 3`
        return Typed("rules", line[1:].strip())
    for command, words in COMMANDS.items():
        for word in words:
            if short == word:
                return Typed(command, "")
            if command in ("why", "again", "rules") and short.startswith(word + " "):
                return Typed(command, " ".join(line.split(" ")[word.count(" ") + 1 :]))
    return Typed("", line)
