"""Asking and telling: on a terminal with completion, in a pipe line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from reglas.cli import common
from reglas.reading.messages import Message, say


class Console:
    """Standard input and output, as a person at the table uses them."""

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang, self.plain = lang, plain
        self.terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        self._session: Any = None

    def tell(self, *lines: str) -> None:
        """Lines."""
        for line in lines:
            common.put(line)

    def say(self, message: Message) -> None:
        """A sentence of the program."""
        common.put(message.text(self.lang))

    def ask(self, message: Message, choices: Sequence[str] = ()) -> str | None:
        """A line from a person; None at the end of the input. `choices` are offered for completion on a terminal."""
        prompt = message.text(self.lang)
        if self.terminal:
            return self._typed(prompt, choices)
        common.put(prompt)
        sys.stdout.flush()
        line = self._piped()
        if line is not None:
            common.put(f"> {line}")
        return line

    def _piped(self) -> str | None:
        if sys.stdin is None:
            return None
        try:
            line = sys.stdin.readline()
        except (UnicodeDecodeError, ValueError):
            return "\ufffd"
        return line.rstrip("\r\n") if line else None

    def _typed(self, prompt: str, choices: Sequence[str]) -> str | None:
        if self.plain:
            return self._plain(prompt)
        try:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.completion import WordCompleter
        except ImportError:
            return self._plain(prompt)
        if self._session is None:
            self._session = PromptSession()
        completer = WordCompleter(list(choices), ignore_case=True, sentence=True)
        try:
            return str(self._session.prompt(f"{prompt} ", completer=completer, complete_while_typing=False))
        except EOFError:
            return None

    def _plain(self, prompt: str) -> str | None:
        try:
            return input(f"{prompt} ")
        except EOFError:
            return None

    def hand_over(self, player: str, first: bool) -> bool:
        """Hide what the last player saw, when they have read it, and wait for the next; False at the end of the
        input. In a pipe there is nothing to hide."""
        self.tell("")
        if (
            self.terminal
            and not first
            and self._typed(say("press Enter to hide the table").text(self.lang), ()) is None
        ):
            return False
        sentence = say("pass the keyboard to {player}; {player} presses Enter", player=player)
        if self.terminal:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
            return self._typed(sentence.text(self.lang), ()) is not None
        self.say(sentence)
        sys.stdout.flush()
        return self._piped() is not None
