"""Places in a tree, and the errors of the schema that lie there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence

Path: TypeAlias = "tuple[str | int, ...]"


@dataclass(frozen=True)
class Place:
    """A node, the path to it, and the entry whose value it is (none in a list, and for the file)."""

    path: Path
    node: Node
    entry: Entry | None

    @property
    def value_span(self) -> Span:
        """Where the value stands; its key where nothing is written."""
        if self.entry and self.node.span.start == self.node.span.end:
            return self.entry.key.span
        return self.node.span

    @property
    def owner_span(self) -> Span:
        """Where the whole thing is named: its key, else the first key in it."""
        if self.entry:
            return self.entry.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return self.node.entries[0].key.span
        return self.node.span

    @property
    def name(self) -> Message:
        """The place as a part of a sentence."""
        if self.entry:
            return say("`{key}`", key=self.entry.key.text)
        keys = [step for step in self.path if isinstance(step, str)]
        if not keys or not isinstance(self.path[-1], int):
            return say("this")
        return say("entry {number} of `{key}`", number=self.path[-1] + 1, key=keys[-1])

    @property
    def text(self) -> str:
        """A scalar as written; else the text of the whole node."""
        return self.node.span.text if isinstance(self.node, Scalar) else self.node.span.text.split("\n")[0]

    def key_span(self, key: str) -> Span:
        """Where a key of this mapping stands."""
        assert isinstance(self.node, Mapping)
        return self.node.by_key[key].key.span


@dataclass(frozen=True, eq=False)
class Fault:
    """An error of the schema: the keyword that failed, its value, the schema around it, and the place."""

    keyword: str
    wanted: Any
    schema: dict[str, Any]
    place: Place

    @property
    def path(self) -> Path:
        """The path of the place."""
        return self.place.path

    @property
    def what(self) -> str:
        """What should stand here, by the `x-what` of the schema."""
        return str(self.schema.get("x-what", "a value"))

    @property
    def form(self) -> str:
        """The form of text that is wanted, by the `x-form` of the schema."""
        return str(self.schema.get("x-form", ""))


def locate(root: Node, path: Iterable[str | int]) -> Place:
    """The place to which a path leads."""
    steps = tuple(path)
    node, entry = root, None
    for step in steps:
        if isinstance(node, Mapping):
            entry = node.by_key[str(step)]
            node = entry.value
        else:
            assert isinstance(node, Sequence)
            assert isinstance(step, int)
            node, entry = node.items[step], None
    return Place(steps, node, entry)


def within(path: Path, outer: Path) -> bool:
    """Whether a path lies at or below another."""
    return path[: len(outer)] == outer
