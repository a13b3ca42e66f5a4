"""The rulebook on the screen, as people ask for it while they play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from reglas.cli.console import Console
from reglas.cli.typed import read_line
from reglas.table.phrases import Phrases
from reglas.table.rulebook.pages import Pages
from reglas.table.rules_told import help_lines
from reglas.table.voice import Voice


@dataclass
class Reader:
    """Shows parts of the rulebook and what can be typed: nothing of the game that is being played."""

    voice: Voice
    phrases: Phrases
    console: Console

    @cached_property
    def pages(self) -> Pages:
        """The rulebook, made when somebody asks for it first."""
        return Pages(self.voice, self.phrases, self._width, self.console.height - 4)

    def rules(self, asked: str) -> None:
        """The part that is asked for, or the contents."""
        lines = self.pages.answer(asked)
        if self.console.plain:  # no lines that only underline
            lines = [line for line in lines if not line or set(line) - set("-=")]
        self.console.tell_pages(lines)

    def help(self) -> None:
        """What can be typed."""
        self.console.tell_pages(help_lines(self.voice, self._width))

    def asks(self, line: str) -> bool:
        """Was one of these asked for, before a table is opened? Then it is shown."""
        typed = read_line(line)
        if typed.command == "rules":
            self.rules(typed.rest)
        elif typed.command == "help":
            self.help()
        return typed.command in ("rules", "help")

    @property
    def _width(self) -> int:
        return 10_000 if self.console.plain else self.console.width
