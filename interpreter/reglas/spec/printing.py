"""A tree as YAML text in one layout, each line with the place it came from.

What a mapping says decides its layout, not how it was written: short mappings and lists that hold only
scalars stand on one line, everything else is indented by two. A text with a comma never stands in braces,
where it would be cut.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from wcwidth import wcswidth

from reglas.reading.scalars import resolve
from reglas.reading.source import Source, Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence

WIDTH = 100
Line: TypeAlias = "tuple[str, Span | None]"

_INDICATORS = frozenset("?:,[]{}#&*!|>@`\"'%=~<")
_NEGATIVE = re.compile(r"-[0-9.(]")
_TRAPS = re.compile(r": | #| \? |\.\.\.$|^\.\.\.|[:,]$")
_QUOTES = frozenset("“”„‟‘’‚‛")
_TRUTHS = frozenset(("y", "n", "yes", "no", "on", "off"))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def lines(root: Mapping) -> list[Line]:
    """The tree as lines of YAML, each with the span of what stands on it.

    Where parts of one line come from several files, the span is of a part that is not from the root's own
    file, so that a line which a variant changed leads to the variant.
    """
    printer = _Printer(root.span.source)
    printed = [line for entry in root for line in printer.entry(entry, "", "", section=True)]
    return printed or [("{}", root.span)]


def with_origins(lines: Iterable[Line]) -> list[str]:
    """The lines with `# FILE:LINE` in a column on the right."""
    listed = list(lines)
    column = min(WIDTH, max((_width(text) for text, _ in listed), default=0)) + 2
    return [_with_origin(text, span, column) for text, span in listed]


def _with_origin(text: str, span: Span | None, column: int) -> str:
    if span is None:
        return text
    gap = " " * max(2, column - _width(text))
    return f"{text}{gap}# {span.source.name}:{span.line}"


def _width(text: str) -> int:
    width = wcswidth(text)
    return width if width >= 0 else len(text)


class _Printer:
    def __init__(self, home: Source) -> None:
        self.home = home

    def entries(self, node: Mapping, indent: str, lead: str) -> Iterator[Line]:
        """The entries of a mapping; `lead` stands before the first, `- ` in a list."""
        for entry in node:
            yield from self.entry(entry, indent, lead)
            lead = " " * len(lead)

    def entry(self, entry: Entry, indent: str, lead: str, section: bool = False) -> Iterator[Line]:
        """An entry; the sections of a game never stand on one line."""
        inner = indent + " " * len(lead) + "  "
        head = f"{indent}{lead}{key(entry.key)}:"
        opened = section and isinstance(entry.value, Mapping) and len(entry.value)
        short = None if opened else one_line(entry.value)
        if short is not None and (isinstance(entry.value, Scalar) or _width(f"{head} {short}") <= WIDTH):
            yield f"{head} {short}", self.origin([entry.key.span, *_spans(entry.value)])
            return
        yield head, entry.key.span
        if isinstance(entry.value, Mapping):
            yield from self.entries(entry.value, inner, "")
        elif isinstance(entry.value, Sequence):
            for item in entry.value:
                yield from self.item(item, inner)

    def item(self, node: Node, indent: str) -> Iterator[Line]:
        short = one_line(node)
        single = isinstance(node, Mapping) and len(node) == 1
        if short is not None and not single:
            text = f"{indent}- {short}"
            if isinstance(node, Scalar) or _width(text) <= WIDTH:
                yield text, self.origin(_spans(node))
                return
        if isinstance(node, Mapping):
            yield from self.entries(node, indent, "- ")
        elif isinstance(node, Sequence):
            yield f"{indent}-", node.span
            for item in node:
                yield from self.item(item, indent + "  ")

    def origin(self, spans: Iterable[Span]) -> Span:
        """The first span from another file than the root's, else the first."""
        listed = list(spans)
        return next((span for span in listed if span.source is not self.home), listed[0])


def _spans(node: Node) -> Iterator[Span]:
    if isinstance(node, Mapping):
        for entry in node:
            yield entry.key.span
            yield from _spans(entry.value)
    elif isinstance(node, Sequence) and len(node):
        for item in node:
            yield from _spans(item)
    yield node.span


def one_line(node: Node) -> str | None:
    """A scalar, or a list or mapping of scalars in flow style; None where that cannot be."""
    if isinstance(node, Scalar):
        return scalar(node)
    if isinstance(node, Sequence):
        items = [_in_flow(item) for item in node]
        return None if None in items else f"[{', '.join(filter(None, items))}]"
    pairs = [(_key_in_flow(entry.key), _value_in_flow(entry.value)) for entry in node]
    if any(key is None or value is None for key, value in pairs):
        return None
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def _key_in_flow(node: Scalar) -> str | None:
    return None if _in_flow(node) is None else key(node, flow=True)


def _value_in_flow(node: Node) -> str | None:
    return one_line(node) if isinstance(node, Sequence) else _in_flow(node)


def _in_flow(node: Node) -> str | None:
    """A scalar that may stand in braces or brackets."""
    if not isinstance(node, Scalar) or any(character in ",[]{}" for character in node.text):
        return None
    if node.text.count("(") != node.text.count(")"):
        return None
    return scalar(node, flow=True)


def may_be_plain(node: Scalar, flow: bool) -> bool:
    """Could a quoted text stand without its quotes, for every reader of YAML? Older ones take more for numbers, dates
    and truth values."""
    if node.text[:1] in "0123456789+-." or node.text.casefold() in _TRUTHS or (flow and _in_flow(node) is None):
        return False
    return _is_plain(node.text, flow)


def key(node: Scalar, flow: bool = False) -> str:
    """A key as YAML; what counts is its text, also where that is a number."""
    if not isinstance(node.value, str) and node.text:
        return node.text
    return scalar(node, flow)


def scalar(node: Scalar, flow: bool = False) -> str:
    """A scalar as YAML, quoted where it must be."""
    if node.value is None:
        return "null"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if not isinstance(node.value, str):
        return node.text
    return node.text if _is_plain(node.text, flow) else _quoted(node.text)


def _is_plain(text: str, flow: bool) -> bool:
    """Whether a text reads back as the same text without quotes."""
    if not text or text[0] == " " or text[-1] == " " or not isinstance(resolve(text), str):
        return False
    if text[0] in _INDICATORS or (text[0] == "-" and not _NEGATIVE.match(text)):
        return False
    if _QUOTES.intersection(text) or _TRAPS.search(text):
        return False
    if flow and ":" in text:
        return False
    return all(map(_is_visible, text))


def _is_visible(character: str) -> bool:
    return character == " " or unicodedata.category(character)[0] not in "CZ"


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if _is_visible(character):
        return character
    return f"\\U{ord(character):08x}" if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
