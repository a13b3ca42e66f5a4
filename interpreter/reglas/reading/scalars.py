"""Scalars: what they mean by the YAML 1.2 core schema, and where each of their characters stands."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from reglas.reading.source import Source, Span
from reglas.reading.tree import Plain, Scalar, Style

_WORDS: dict[str, Plain] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_NUMERIC = frozenset("0123456789+-.")
_MOST_DIGITS = 400  # a longer row of digits is no number of a game; int() itself refuses 4,300

_BREAK = re.compile(r"[ \t]*\n[ \t\n]*")
_ESCAPES = dict(zip("0abtnvfre_NLP", "\0\a\b\t\n\v\f\r\x1b\xa0\x85\u2028\u2029", strict=True))
_WIDTHS = {"x": 2, "u": 4, "U": 8}
_HEADER = re.compile(r"[|>]([-+]?[0-9]?[-+]?)[^\n]*\n?")

Located = tuple[str, int]


def resolve(text: str) -> Plain:
    """The value of a plain scalar by the YAML 1.2 core schema; what is none of its forms is text."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC or len(text) > _MOST_DIGITS:
        return text
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _SPECIAL.fullmatch(text):
        return float(text.replace(".", ""))
    return text


def make(source: Source, start: int, end: int, text: str, style: Style) -> Scalar:
    """A scalar from what the parser said about it."""
    value = resolve(text) if style == "plain" else text
    places = _places(source.text, start, end, text, style)
    if style in ("literal", "folded"):
        end = max(places[-1], start + 1)
    return Scalar(Span(source, start, end), text, style, value, places)


def with_text(scalar: Scalar, text: str, offsets: tuple[int, ...]) -> Scalar:
    """The same scalar with a text that was put right."""
    value = resolve(text) if scalar.style == "plain" else text
    return Scalar(scalar.span, text, scalar.style, value, offsets)


def without(scalar: Scalar, unwanted: frozenset[str], blanks: frozenset[str] = frozenset()) -> Scalar:
    """The scalar without some characters, and with a space for some others."""
    kept = [(" " if c in blanks else c, o) for c, o in zip(scalar.text, scalar.offsets, strict=False)]
    kept = [(c, o) for c, o in kept if c not in unwanted]
    offsets = (*(o for _, o in kept), scalar.offsets[-1])
    return with_text(scalar, "".join(c for c, _ in kept), offsets)


def _places(source: str, start: int, end: int, text: str, style: Style) -> tuple[int, ...]:
    """The offset of each character, and the end."""
    if style == "plain":
        inner, last = start, end
    elif style in ("single", "double"):
        inner, last = start + 1, max(start + 1, end - 1)
    else:
        return _block_places(source, start, end, text, style)
    if source[inner:last] == text:
        return tuple(range(inner, last + 1))
    folded = list(_quoted(source, inner, last, style == "double", style == "single"))
    return _agreed(folded, source, inner, last, text)


def _agreed(located: list[Located], source: str, start: int, end: int, text: str) -> tuple[int, ...]:
    """Our own reading where it agrees with the parser's, else the characters found one after another."""
    if [c for c, _ in located] != list(text):
        located = list(_aligned(source, start, end, text))
    return (*(offset for _, offset in located), end)


def _aligned(source: str, start: int, end: int, text: str) -> Iterator[Located]:
    """Each character at its next occurrence in the source, or where the search stands."""
    at = start
    for character in text:
        found = source.find(character, at, end)
        if found >= 0:
            at = found
        yield character, min(at, end)
        at += found >= 0


def _quoted(source: str, start: int, end: int, escapes: bool, doubled: bool) -> Iterator[Located]:
    """A plain or quoted scalar: line breaks folded, escapes and doubled quotes undone."""
    at = start
    while at < end:
        character = source[at]
        broken = _BREAK.match(source, at, end) if character in " \t\n" else None
        if broken:
            yield from _breaks(source, at, broken.end())
            at = broken.end()
        elif escapes and character == "\\" and at + 1 < end:
            at = yield from _escape(source, at, end)
        else:
            step = 2 if doubled and character == "'" else 1
            yield character, at + step - 1
            at += step


def _breaks(source: str, start: int, end: int) -> Iterator[Located]:
    """One line break is a space; of more, each after the first stays."""
    places = [offset for offset in range(start, end) if source[offset] == "\n"]
    if len(places) == 1:
        yield " ", places[0]
    else:
        yield from (("\n", offset) for offset in places[1:])


def _escape(source: str, at: int, end: int) -> Generator[Located, None, int]:
    """An escape sequence; returns the offset after it."""
    kind = source[at + 1]
    if kind in _WIDTHS:
        after = at + 2 + _WIDTHS[kind]
        digits = source[at + 2 : after]
        code = int(digits, 16) if re.fullmatch("[0-9a-fA-F]+", digits) else 0xFFFD
        yield (chr(code) if code < 0x110000 else "\ufffd"), at
        return after
    if kind == "\n":
        after = at + 2
        while after < end and source[after] in " \t\n":
            if source[after] == "\n":
                yield "\n", after
            after += 1
        return after
    yield _ESCAPES.get(kind, kind), at
    return at + 2


def _block_places(source: str, start: int, end: int, text: str, style: Style) -> tuple[int, ...]:
    """A block scalar; its indentation is the one under which our reading gives the parser's text."""
    header = _HEADER.match(source, start)
    body = header.end() if header else start
    if not text:
        return (start + 1,)
    end = max(end, body)
    if source[max(end - 1, 0) : end] != "\n":
        line_end = source.find("\n", end)
        end = len(source) if line_end < 0 else line_end + 1
    lines = source[body:end].split("\n")
    first = next((line for line in lines if line.strip(" ")), "")
    widest = len(first) - len(first.lstrip(" "))
    for indent in range(widest, -1, -1):
        located = list(_block(source, body, end, indent, style == "folded"))
        # Chomping only takes away at the end, so our reading is the parser's text or longer by line breaks.
        if "".join(c for c, _ in located[: len(text)]) == text:
            kept = located[: len(text)]
            return (*(offset for _, offset in kept), min(kept[-1][1] + 1, len(source)))
    return _agreed([], source, body, end, text)


def _block(source: str, start: int, end: int, indent: int, folded: bool) -> Iterator[Located]:
    """The characters of a block scalar with an indentation, all line breaks at its end kept."""
    lines: list[tuple[int, int]] = []
    at = start
    while at < end:
        stop = source.find("\n", at, end)
        stop = end if stop < 0 else stop
        lines.append((min(at + indent, stop), stop))
        at = stop + 1
    blank = True  # whether breaks so far are kept: at the beginning, and beside lines that begin with a blank
    held: list[Located] = []
    for begin, stop in lines:
        if begin == stop:
            held.append(("\n", stop))
            continue
        spaced = source[begin] in " \t"
        yield from _held(held, folded and not blank and not spaced)
        yield from ((source[offset], offset) for offset in range(begin, stop))
        held, blank = [("\n", stop)], spaced
    yield from held


def _held(held: list[Located], fold: bool) -> Iterator[Located]:
    """Line breaks between two lines of a block scalar, folded or as they are."""
    if not fold:
        yield from held
    elif len(held) == 1:
        yield " ", held[0][1]
    else:
        yield from held[1:]
