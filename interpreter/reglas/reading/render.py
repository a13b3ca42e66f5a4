"""Findings as people read them, in one line, and as plain data."""

from __future__ import annotations

from wcwidth import wcwidth

from reglas.reading.characters import ZERO_WIDTH
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span

WIDTH = 100
_RESET = "\x1b[0m"
_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[34m", "\x1b[36m"
_GAP = "…"


def render(d: Diagnostic, lang: str = "en", color: bool = False) -> str:
    """A finding with its source lines, carets, further places and remedy; without a last line end."""
    tint = _RED if d.severity == "error" else _YELLOW
    margin = len(str(max(span.line for span in (d.span, *(label.span for label in d.labels)))))
    head = _paint(f"{_severity(d).text(lang)} {d.code}", tint, color)
    lines = [f"{head}: {_paint(_flat(d.message.text(lang)), _BOLD, color)}"]
    lines += [f"{' ' * margin}--> {d.span}", *_excerpt(d.span, "^", margin, tint, color)]
    for label in d.labels:
        lines.append(f"{' ' * margin}--> {label.span}: {_flat(label.message.text(lang))}")
        lines += _excerpt(label.span, "-", margin, _BLUE, color)
    if d.help:
        first, *more = _safe(d.help.text(lang)).split("\n")
        lines.append(f"{_paint(say('help').text(lang), _CYAN, color)}: {first}")
        lines += ["    " + line for line in more]
    return "\n".join(lines)


def one_line(d: Diagnostic, lang: str = "en") -> str:
    """`file:line:column: error E301: message`."""
    return f"{d.span}: {_severity(d).text(lang)} {d.code}: {_flat(d.message.text(lang))}"


def as_json(d: Diagnostic, lang: str = "en") -> dict[str, object]:
    """The finding as plain data; lines and columns count from 1, the end is exclusive."""
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message.text(lang),
        **_place(d.span),
        "labels": [{**_place(label.span), "message": label.message.text(lang)} for label in d.labels],
        "help": d.help.text(lang) if d.help else None,
    }


def _severity(d: Diagnostic) -> Message:
    return say("error") if d.severity == "error" else say("warning")


def _place(span: Span) -> dict[str, object]:
    """File, lines and columns of a span."""
    end_line, end_column = span.source.position(max(span.start, span.end))
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _excerpt(span: Span, mark: str, margin: int, tint: str, color: bool) -> list[str]:
    """The source line with its number, and marks under the span as far as it reaches on that line."""
    number = span.line
    text, before, marked = _window(span.source, number, span.column - 1, span.end - span.start)
    empty = " " * margin
    return [
        f"{number:>{margin}} | {text}".rstrip(),
        f"{empty} | {' ' * before}{_paint(mark * marked, tint, color)}",
    ]


def _window(source: Source, line: int, column: int, length: int) -> tuple[str, int, int]:
    """What of a line is shown; the display width before the span, and the span's."""
    shown = [_visible(character) for character in source.line(line)]
    length = max(1, min(length, len(shown) - column))
    begin, end = _cut(shown, column)
    text = "".join(shown[begin:end])
    before = sum(map(_width, shown[begin:column]))
    marked = sum(map(_width, shown[column : min(column + length, end)]))
    if begin:
        text, before = _GAP + text, before + 1
    if end < len(shown):
        text += _GAP
    return text, before, max(1, marked)


def _cut(shown: list[str], column: int) -> tuple[int, int]:
    """The part of a line that fits, with the column in it."""
    if sum(map(_width, shown)) <= WIDTH:
        return 0, len(shown)
    begin, room = column, WIDTH // 2
    while begin > 0 and room > 0:
        begin -= 1
        room -= _width(shown[begin])
    end, room = begin, WIDTH
    while end < len(shown) and room > 0:
        room -= _width(shown[end])
        end += 1
    return begin, end


def _visible(character: str) -> str:
    """A character as it is printed: a tab as one space, what is invisible or commands a terminal as a dot."""
    if character == "\t":
        return " "
    if character in ZERO_WIDTH or wcwidth(character) < 0:
        return "·"
    return character


def _width(character: str) -> int:
    return max(0, wcwidth(character))


def _safe(text: str) -> str:
    """A text with nothing in it that commands a terminal; line ends stay."""
    return "".join(c if c == "\n" else _visible(c) for c in text)


def _flat(text: str) -> str:
    """The same on one line."""
    return _safe(text.replace("\n", " "))


def _paint(text: str, code: str, color: bool) -> str:
    return f"{code}{text}{_RESET}" if color else text
