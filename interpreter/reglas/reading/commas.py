"""The comma trap: in flow style `{a: f(x, y)}` YAML ends the value at the comma and reads `y)` as a key.

Pieces with unbalanced parentheses are joined again; one finding shows the lines as they should be written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass, field

from reglas.reading import scalars
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence

Pair = tuple[Node, Node]
_MOST_PIECES = 100


@dataclass
class Trap:
    """Joins pieces in the flow collections of one source, and keeps what was joined until it is reported."""

    source: Source
    hits: list[Scalar] = field(default_factory=list)

    def pairs(self, pairs: Many[Pair]) -> list[Pair]:
        """The entries of a flow mapping, expressions with commas in one piece again."""
        joined: list[Pair] = []
        at = 0
        while at < len(pairs):
            key, value = pairs[at]
            by_key = _open(key) > 0
            taken, pair = self._from_key(pairs, at) if by_key else self._from_value(pairs, at)
            joined.append(pair if taken else (key, value))
            at += max(1, taken)
        return joined

    def items(self, items: Many[Node]) -> list[Node]:
        """The items of a flow sequence, expressions with commas in one piece again."""
        joined: list[Node] = []
        at = 0
        while at < len(items):
            taken, node = self._from_item(items, at)
            joined.append(node)
            at += max(1, taken)
        return joined

    def report(self, node: Node, key: str | None, listed: bool, diagnostics: Diagnostics) -> None:
        """One finding for all that was joined within an outermost flow collection."""
        hits, self.hits = sorted(self.hits, key=lambda hit: hit.span.start), []
        first = hits[0]
        message = say(
            "the comma in `{written}` ends the value here; an expression with a comma needs its own line",
            written=first.text,
        )
        labels = [Label(_comma(hit), say("and the comma here")) for hit in hits[1:]]
        lines = "\n".join(_block(node, key, listed, hits))
        diagnostics.report("E114", _comma(first), message, *labels, help=_remedy(lines))

    def _from_key(self, pairs: Many[Pair], at: int) -> tuple[int, Pair]:
        """Entries whose keys are pieces of one key: `{f(a, b): x}`."""
        near = pairs[at : at + _MOST_PIECES]
        closing = _closing([key for key, _ in near], 0, [value for _, value in near])
        if closing is None:
            return 0, pairs[at]
        key = self._join([key for key, _ in near[: closing + 1]])
        value = near[closing][1]
        if _absent(value) or not isinstance(value, Scalar):
            return closing + 1, (key, value)
        taken, pair = self._from_value([(key, value), *near[closing + 1 :]], 0)
        return closing + max(1, taken), pair

    def _from_value(self, pairs: Many[Pair], at: int) -> tuple[int, Pair]:
        """An entry whose value goes on in the keys of the next: `{a: f(x, y)}`."""
        key, value = pairs[at]
        if _open(value) <= 0:
            return 0, pairs[at]
        later = pairs[at + 1 : at + _MOST_PIECES]
        pieces: list[Node] = [value, *(k for k, _ in later)]
        closing = _closing(pieces, 0, [None, *(v for _, v in later)])
        if closing is None or not _absent(pairs[at + closing][1]):
            return 0, pairs[at]
        return closing + 1, (key, self._join(pieces[: closing + 1]))

    def _from_item(self, items: Many[Node], at: int) -> tuple[int, Node]:
        """An item that goes on in the next: `[f(x, y)]`, or a pair without braces, `[a: f(x, y)]`."""
        item = items[at]
        pair = isinstance(item, Mapping) and len(item) == 1 and self.source.text[item.span.start] != "{"
        if isinstance(item, Mapping) and pair:
            entry = item.entries[0]
            pieces: list[Node] = [entry.value, *items[at + 1 : at + _MOST_PIECES]]
            closing = _closing(pieces, 0)
            if closing is None:
                return 0, item
            value = self._join(pieces[: closing + 1])
            span = Span(self.source, item.span.start, value.span.end)
            return closing + 1, Mapping(span, (Entry(entry.key, value),), item.flow)
        near = items[at : at + _MOST_PIECES]
        closing = _closing(near, 0)
        if closing is None:
            return 0, item
        return closing + 1, self._join(near[: closing + 1])

    def _join(self, pieces: Many[Node]) -> Scalar:
        """One plain scalar from pieces that stand next to each other."""
        text = ""
        offsets: list[int] = []
        for piece in pieces:
            if text:
                comma = self.source.text.find(",", offsets[-1] + 1, piece.span.start)
                comma = max(comma, offsets[-1])
                text, offsets = text + ", ", [*offsets, comma, min(comma + 1, piece.span.start)]
            written, places = _written(piece)
            text, offsets = text + written, [*offsets, *places]
        start, end = pieces[0].span.start, pieces[-1].span.end
        value = scalars.resolve(text)
        joined = Scalar(Span(self.source, start, end), text, "plain", value, (*offsets, end))
        self.hits.append(joined)
        return joined


def _written(piece: Node) -> tuple[str, list[int]]:
    """The text of a piece, with quotes if it has them, and where its characters stand."""
    if isinstance(piece, Scalar) and piece.style == "plain":
        return piece.text, list(piece.offsets[:-1])
    return piece.span.text, list(range(piece.span.start, piece.span.end))


def _absent(node: Node | None) -> bool:
    """Whether no value is written."""
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _open(node: Node) -> int:
    """Parentheses that a piece opens and does not close."""
    if isinstance(node, Scalar) and node.style == "plain":
        return node.text.count("(") - node.text.count(")")
    return 0


def _closing(pieces: Many[Node], at: int, values: Many[Node | None] | None = None) -> int | None:
    """The index of the piece that closes the parenthesis opened at `at`; pieces before it have no value."""
    depth = _open(pieces[at])
    if depth <= 0:
        return None
    for index in range(at + 1, len(pieces)):
        piece = pieces[index]
        before = values[index - 1] if values else None
        if not isinstance(piece, Scalar) or not (before is None or _absent(before)):
            return None
        depth += _open(piece)
        if depth <= 0:
            return index if depth == 0 else None
    return None


def _comma(scalar: Scalar) -> Span:
    """The first comma at which YAML cut the expression."""
    depth = 0
    for index, character in enumerate(scalar.text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth > 0:
            return scalar.part(index, index + 1)
    return scalar.span


def _remedy(lines: str) -> Message:
    return say("write it over several lines:\n{lines}", lines=lines)


def _block(node: Node, key: str | None, listed: bool, hits: list[Scalar]) -> list[str]:
    """The node in block style as far as an expression with a comma stands in it."""
    lines = _lines(node, hits)
    if key is not None:
        return _under(key, lines)
    return _under(None, lines) if listed else lines


def _lines(node: Node, hits: list[Scalar]) -> list[str]:
    if isinstance(node, Scalar):
        return [node.text if any(node is hit for hit in hits) else _one_line(node)]
    if not _holds(node, hits):
        return [_one_line(node)]
    if isinstance(node, Sequence):
        return [line for item in node for line in _under(None, _lines(item, hits))]
    return [line for e in node for line in _under(_key(e.key, hits), _lines(e.value, hits))]


def _key(key: Scalar, hits: list[Scalar]) -> str:
    return _lines(key, hits)[0]


def _under(key: str | None, lines: list[str]) -> list[str]:
    """Lines below a key (None: a dash), on its line when there is only one that needs none of its own."""
    if key is None:
        return [("- " if i == 0 else "  ") + line for i, line in enumerate(lines)]
    if len(lines) == 1 and not _opens_block(lines[0]):
        return [f"{key}: {lines[0]}".rstrip()]
    return [f"{key}:", *("  " + line for line in lines)]


def _opens_block(line: str) -> bool:
    """Whether a line must stand below its key: a list item, or a key of its own."""
    return line.startswith("- ") or bool(re.match(r"[^{\[\"'][^\"']*:( |$)", line))


def _holds(node: Node, hits: list[Scalar]) -> bool:
    """Whether an expression that was joined stands in the node."""
    return any(node.span.start <= hit.span.start and hit.span.end <= node.span.end for hit in hits)


def _one_line(node: Node) -> str:
    return re.sub(r"\s+", " ", node.span.text)
