"""The located tree: YAML nodes that know where they stand.

A node keeps the span it was written at when variants merge trees, so every line of a merged spec still knows its
file and line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from reglas.reading.source import Span

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]
Plain: TypeAlias = "bool | int | float | str | None"


@dataclass(frozen=True)
class Scalar:
    """A scalar: `text` after YAML's unescaping and folding, and what it means by the YAML 1.2 core schema.

    `offsets[i]` is the source offset of character i of `text`; it has one entry more than `text`, the end.
    """

    span: Span
    text: str
    style: Style
    value: Plain
    offsets: tuple[int, ...]

    def part(self, start: int, end: int) -> Span:
        """The span of `text[start:end]` in the source."""
        last = len(self.offsets) - 1
        begin = self.offsets[min(start, last)]
        return Span(self.span.source, begin, max(begin, self.offsets[min(end, last)]))


@dataclass(frozen=True)
class Sequence:
    """A list of nodes; `flow` when written with brackets."""

    span: Span
    items: tuple[Node, ...]
    flow: bool = False

    @cached_property
    def plain(self) -> list[object]:
        """The items as plain Python data."""
        return [plain(item) for item in self.items]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True)
class Mapping:
    """Keys and values in the order written; keys are distinct scalars. `flow` when written with braces."""

    span: Span
    entries: tuple[Entry, ...]
    flow: bool = False

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        """Entries by the text of their key."""
        return {entry.key.text: entry for entry in self.entries}

    @cached_property
    def plain(self) -> dict[str, object]:
        """The entries as plain Python data."""
        return {entry.key.text: plain(entry.value) for entry in self.entries}

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        entry = self.by_key.get(key)
        return entry.value if entry else None

    def __contains__(self, key: str) -> bool:
        return key in self.by_key

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> object:
    """The node as plain Python data: dicts with text keys, lists, and scalars by the YAML 1.2 core schema. A node has
    one such object for good; it is not to be changed."""
    return node.value if isinstance(node, Scalar) else node.plain
