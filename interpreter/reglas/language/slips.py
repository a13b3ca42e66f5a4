"""What is wrong with a text that the grammar of expressions does not take."""

from __future__ import annotations

import re
from typing import Any

from reglas.language.reserved import KEYWORDS
from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Scalar

_FOREIGN = {
    "===": "==",
    "!==": "!=",
    "&&": "and",
    "||": "or",
    "<>": "!=",
    "//": "/",
    "**": "*",
    "=>": ">=",
    "=<": "<=",
    "&": "and",
    "|": "or",
    "!": "not",
    "%": "",
}
"""Operators of other languages, longer ones first, and ours."""


def explain(scalar: Scalar, start: str, error: Any) -> Diagnostic:
    """The finding for a parser's error in a text; `start` is what the text was to be."""
    token = getattr(error, "token", None)
    ended = token is not None and token.type == "$END"
    at = len(scalar.text.rstrip()) if ended else error.pos_in_stream
    return _Slip(scalar, at, ended, start, _accepted(error)).finding()


def _accepted(error: Any) -> set[str]:
    """The names of the terminals that could have stood where a text goes wrong."""
    from lark.exceptions import UnexpectedToken

    return set(error.accepts or ()) if isinstance(error, UnexpectedToken) else set()


class _Slip:
    """What is wrong with a text at `at`, where something else must stand."""

    def __init__(self, scalar: Scalar, at: int, ended: bool, start: str, accepted: set[str]) -> None:
        self.scalar, self.text, self.at, self.ended, self.start = scalar, scalar.text, at, ended, start
        self.accepted = accepted
        found = re.compile(r"\w+|.", re.DOTALL).match(self.text, at)
        self.word = found[0] if found and not ended else ""

    def at_span(self, begin: int, length: int) -> Span:
        return self.scalar.part(begin, begin + max(1, length))

    def finding(self) -> Diagnostic:
        """The most telling finding."""
        found = (
            self._quote()
            or self._foreign()
            or self._choice()
            or self._lacks_else()
            or self._brackets()
            or self._misspelt()
            or self._end()
        )
        if found is not None:
            return found
        message = say("`{word}` cannot stand here in an expression", word=self.word)
        help = say("a choice is written `a if condition else b`") if self.word in ("if", "then", "else") else None
        return Diagnostic("E302", message, self.at_span(self.at, len(self.word)), (), help)

    def _quote(self) -> Diagnostic | None:
        """A text in quotes."""
        if self.word not in ("'", '"', "“", "”", "‘", "’") or not self.word:
            return None
        closed = re.compile(r"""['"“”‘’]([^'"“”‘’]*)['"“”‘’]?""").match(self.text, self.at)
        inner = closed[1].strip() if closed else ""
        code = "E304" if self.word in "'\"" else "E103"
        help = say("write `{text}`", text=inner) if re.fullmatch(r"\w+", inner) else None
        message = say("the language has no text in expressions; write the name without quotes")
        if inner.isdigit():
            message = say("the language has no text in expressions; write the number without quotes")
        return Diagnostic(code, message, self.at_span(self.at, len(closed[0]) if closed else 1), (), help)

    def _foreign(self) -> Diagnostic | None:
        """An operator of another language, or a lone `=`."""
        if self.ended:
            return None
        for foreign, ours in _FOREIGN.items():
            for begin in range(max(0, self.at - len(foreign) + 1), self.at + 1):
                if self.text.startswith(foreign, begin) and not self.text.startswith("!=", begin):
                    message = say("`{foreign}` is not an operator here", foreign=foreign)
                    if ours:
                        message = say("`{foreign}` is not an operator here; write `{ours}`", foreign=foreign, ours=ours)
                    return Diagnostic("E312", message, self.at_span(begin, len(foreign)))
        if self.word == "=":
            return Diagnostic("E303", say("`=` does not compare; write `==`"), self.at_span(self.at, 1))
        return None

    def _choice(self) -> Diagnostic | None:
        """`condition ? a : b`."""
        mark = self.text.find("?")
        if mark < 0:
            return None
        help = say("a choice is written `a if x > 0 else b`")
        return Diagnostic("E118", say("`? :` is not a choice here"), self.at_span(mark, 1), (), help)

    def _lacks_else(self) -> Diagnostic | None:
        """`a if condition`, and then nothing, or something that closes it."""
        if "ELSE" not in self.accepted or not (self.ended or self.word in (")", ",")):
            return None
        help = say("write what the value is otherwise: `a if condition else b`")
        return Diagnostic("E305", say("`if` in an expression needs `else`"), self.at_span(self.at, 1), (), help)

    def _brackets(self) -> Diagnostic | None:
        """Parentheses that do not match, and brackets of other languages."""
        opened, surplus = _unmatched(self.text)
        if surplus >= 0 and surplus == self.at:
            here = self.at_span(surplus, 1)
            return Diagnostic("E302", say("this parenthesis closes nothing"), here, help=say("take it out"))
        if opened >= 0 and self.ended:
            here = self.at_span(opened, 1)
            return Diagnostic("E302", say("this parenthesis is never closed"), here, help=say("write the `)`"))
        if self.word in ("[", "]", "{", "}"):
            message = say("expressions have no `{word}`; write `(..)`", word=self.word)
            return Diagnostic("E302", message, self.at_span(self.at, 1))
        return None

    def _misspelt(self) -> Diagnostic | None:
        """A word of the grammar with a slip in it; `not` is noticed only at the word after it."""
        before = re.search(r"(\w+)\s*$", self.text[: self.at])
        if before and before[1] != "not" and self.word.isidentifier() and nearest(before[1], ["not"]):
            return self._meant(before.start(1), before[1], "not")
        words = [word.lower() for word in self.accepted if word.lower() in KEYWORDS]
        near = nearest(self.word, words) if self.word.isidentifier() else None
        return self._meant(self.at, self.word, near) if near and near != self.word else None

    def _meant(self, begin: int, word: str, near: str) -> Diagnostic:
        message = say("`{word}` cannot stand here in an expression; did you mean `{near}`?", word=word, near=near)
        return Diagnostic("E302", message, self.at_span(begin, len(word)))

    def _end(self) -> Diagnostic | None:
        """The text is over, and something is missing."""
        if self.start == "binding" and "IN" in self.accepted:
            message = say("`x in list` is wanted here")
            return Diagnostic("E302", message, self.at_span(self.at, len(self.word)))
        if not self.ended:
            return None
        message = say("the expression ends too early; something is missing after this")
        return Diagnostic("E302", message, self.at_span(self.at, 1), help=say("write what is missing"))


def _unmatched(text: str) -> tuple[int, int]:
    """The last parenthesis that is never closed, and the first that closes nothing; -1 where there is none."""
    opened: list[int] = []
    surplus = -1
    for position, character in enumerate(text):
        if character == "(":
            opened.append(position)
        elif character == ")" and opened:
            opened.pop()
        elif character == ")" and surplus < 0:
            surplus = position
    return (opened[-1] if opened else -1), surplus
