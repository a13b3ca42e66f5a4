"""Asking and telling: on a terminal with completion and colours, in a pipe line by line."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from reglas.cli import common, ink
from reglas.reading.messages import Message, say
from reglas.table.phrases import folded
from reglas.table.pieces import Line


class Console:
    """Standard input and output, as people at the table use them.

    `plain`: for screen readers: no colours, no completion, no wrapped lines, no quotation signs around keys.
    """

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang, self.plain = lang, plain
        self.terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        self.width, self.height = ink.width(), ink.height()
        self.ink = ink.Ink(plain)
        self._sessions: dict[object, Any] = {}

    # -- telling ---------------------------------------------------------------------------------------------------

    def tell(self, *lines: str | Line) -> None:
        """Lines as they are."""
        for line in lines:
            self.ink.put(line.replace("`", "") if self.plain and isinstance(line, str) else line)

    def say(self, message: Message) -> None:
        """A sentence of the program."""
        self.tell_long(message.text(self.lang))

    def tell_long(self, text: str) -> None:
        """A sentence, in several lines where it is long."""
        self.tell(*([text] if self.plain else folded_lines(text, self.width)))

    def tell_pages(self, lines: Sequence[str]) -> None:
        """Lines; on a terminal with fewer rows, as many as fit at a time."""
        at, many = 0, self.height - 2
        if not self.terminal or self.plain:
            many = max(1, len(lines))
        while at < len(lines):
            self.tell(*lines[at : at + many])
            at += many
            more = say("({n} more lines: Enter goes on, anything else leaves off)", n=len(lines) - at)
            if at < len(lines) and _bare(self._text(more)) != "":
                return

    # -- asking ----------------------------------------------------------------------------------------------------

    def ask(self, message: Message, choices: Sequence[str] = (), who: object = None) -> str | None:
        """A line from a person; None at the end of the input. `choices` are offered for completion on a terminal,
        and the lines typed before by `who`."""
        prompt = ink.showable(message.text(self.lang), self.ink.encoding)
        if self.plain:
            prompt = prompt.replace("`", "")
        if self.terminal:
            return self._typed(prompt, choices, who)
        common.put(prompt)
        sys.stdout.flush()
        line = self._piped()
        if line is not None and not self.plain:
            self.tell(f"> {line}")
        return line

    def _piped(self) -> str | None:
        if sys.stdin is None:
            return None
        try:
            line = sys.stdin.readline()
        except (UnicodeDecodeError, ValueError):
            return "\ufffd"
        return line.rstrip("\r\n") if line else None

    def _typed(self, prompt: str, choices: Sequence[str], who: object) -> str | None:
        if self.plain or os.environ.get("TERM") == "dumb":
            return _bare(prompt)
        try:
            from prompt_toolkit import PromptSession
        except ImportError:
            return _bare(prompt)
        if who not in self._sessions:
            self._sessions[who] = PromptSession()
        session = self._sessions[who]
        try:
            return str(
                session.prompt(f"{prompt} ", completer=completer(choices), complete_while_typing=False,
                               reserve_space_for_menu=4)
            )  # fmt: skip
        except EOFError:
            return None

    # -- handing over ----------------------------------------------------------------------------------------------

    def hand_over(
        self, player: str, first: bool, page: Sequence[str] = (), how: Message | None = None,
        asks: Callable[[str], bool] = lambda _: False,
    ) -> str | None:  # fmt: skip
        """Hide what the last player saw, when they have read it, and wait for the next; what is typed then, None at
        the end of the input. In a pipe there is nothing to hide. `page` and `how` are for everybody's eyes, and so is
        what `asks` answers; then it waits again."""
        self.tell("")
        if self.terminal and not first and _bare(self._text(say("Press Enter to hide the table."))) is None:
            return None
        self.hide()
        for text in page:
            self.tell_long(text)
        self.say(say("Pass the keyboard to {player}. Everybody else looks away.", player=player))
        sentence = how or say("{player}, you choose the next move. Press Enter to see the table.", player=player)
        typed = self._page(sentence)
        while typed is not None and asks(typed):
            self.tell("")
            typed = self._page(sentence)
        return typed

    def _page(self, sentence: Message) -> str | None:
        if self.terminal:
            return _bare("\n".join(folded_lines(self._text(sentence), self.width)))
        self.say(sentence)
        sys.stdout.flush()
        return self._piped()

    def hide(self) -> None:
        """Leave nothing of the table on a terminal."""
        if self.terminal:
            ink.clear()

    def _text(self, message: Message) -> str:
        return ink.showable(message.text(self.lang), self.ink.encoding)


def _bare(prompt: str) -> str | None:
    try:
        return input(f"{prompt} ")
    except EOFError:
        return None


def folded_lines(text: str, width: int = 80) -> list[str]:
    """A long line in several."""
    return textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def next_words(typed: str, choices: Sequence[str]) -> Iterator[str]:
    """What may follow in a line, up to the end of a word: accents and letter case of what is typed do not matter."""
    begun = folded(typed)
    seen = set()
    for choice in choices:
        if len(folded(choice)) != len(choice) or not folded(choice).startswith(begun) or len(choice) <= len(typed):
            continue
        rest = choice[len(typed) :]
        end = rest.find(" ", 1)
        more = rest if end < 0 else rest[: end + (not rest.startswith(" "))]
        if more not in seen:
            seen.add(more)
            yield more


def completer(choices: Sequence[str]) -> Any:
    """Completion word by word, for prompt_toolkit."""
    from prompt_toolkit.completion import Completer, Completion

    class NextWords(Completer):
        """Offers how the line may go on."""

        def get_completions(self, document: Any, _: Any) -> Iterator[Completion]:
            """The endings, shown with the word they complete."""
            typed = document.text_before_cursor
            head = typed[typed.rfind(" ") + 1 :]
            for more in next_words(typed, choices):
                yield Completion(more, display=(head + more).strip())

    return NextWords()
