"""One layout for the text of a file: the words stay, and what stands between them is put in order.

Two spaces for each level, one space after a colon unless neighbours are aligned, no blanks inside braces, at most one
empty line in a row, two spaces before a comment, no quotes that nothing asks for. Lines are neither broken nor joined,
and names and steps keep their order; the sections of variants and words stand in that of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.reading.yaml12 import read
from reglas.spec.printing import may_be_plain
from reglas.spec.section_order import in_order, sorted_root

MOST_PASSES = 6
_DASH = re.compile(r"-[ \t]*(?:#[^\n]*)?(?:\n[ \t]*(?:#[^\n]*)?)*$")


def laid_out(source: Source) -> str | None:
    """The text of a source in one layout; None where it cannot be read, or would not say the same."""
    text = source.text
    before = read(source, Diagnostics())
    if before is None:
        return None
    text, before = in_order(source, before), sorted_root(before)
    for _ in range(MOST_PASSES):
        found = Diagnostics()
        root = read(Source(source.name, text), found)
        if root is None or found.errors or not alike(before, sorted_root(root)):
            return None
        following = _Pass(root.span.source, root).run()
        if following == text:
            return text
        text = following
    return None


def alike(one: Node, other: Node) -> bool:
    """Do two trees say the same in the same order?"""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return type(one.value) is type(other.value) and one.value == other.value and one.text == other.text
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return len(one) == len(other) and all(
            a.key.text == b.key.text and alike(a.value, b.value) for a, b in zip(one, other, strict=True)
        )
    return False


@dataclass
class _Pass:
    """One pass: stretches of blanks and what takes their place; lines and the column that each begins at."""

    source: Source
    root: Node
    edits: dict[tuple[int, int], str] = field(default_factory=dict)
    columns: dict[int, int] = field(default_factory=dict)
    scalars: list[Scalar] = field(default_factory=list)

    def run(self) -> str:
        """The text after it."""
        self.text = self.source.text
        self.node(self.root, 0, flow=False)
        self.lines()
        text, at = [], 0
        for (start, end), written in sorted(self.edits.items()):
            if start < at:
                continue
            text += [self.text[at:start], written]
            at = end
        return "".join([*text, self.text[at:]]).rstrip("\n") + "\n"

    def edit(self, start: int, end: int, written: str) -> None:
        """Write something in the place of a stretch."""
        if self.text[start:end] != written:
            self.edits[(start, end)] = written

    def first(self, offset: int) -> bool:
        """Does a line begin here, blanks apart?"""
        start = self.text.rfind("\n", 0, offset) + 1
        return not self.text[start:offset].strip(" \t")

    def line(self, offset: int) -> int:
        """The line of an offset."""
        return self.source.position(offset)[0]

    # -- the tree --------------------------------------------------------------------------------------------------

    def node(self, node: Node, column: int, flow: bool) -> None:
        """A node that should begin in a column, if it begins a line."""
        if isinstance(node, Scalar):
            self.scalar(node, flow)
        elif node.flow:
            self.inside(node)
        elif isinstance(node, Mapping):
            for number, entry in enumerate(node):
                self.entry(node, number, entry, column)
        else:
            for item in node:
                self.item(item, column)

    def scalar(self, node: Scalar, flow: bool) -> None:
        """A scalar without quotes that it does not need."""
        self.scalars.append(node)
        quoted = node.style in ("single", "double") and "\n" not in node.span.text
        if quoted and may_be_plain(node, flow):
            self.edit(node.span.start, node.span.end, node.text)

    def entry(self, mapping: Mapping, number: int, entry: Entry, column: int) -> None:
        """A key and its value in a block."""
        key, value = entry.key, entry.value
        if self.first(key.span.start):
            self.columns[self.line(key.span.start)] = column
        self.scalar(key, flow=False)
        if self.line(value.span.start) != self.line(key.span.end) and self.first(value.span.start):
            self.columns.setdefault(self.line(value.span.start), column + 2)
        gap = self.gap(entry)
        if gap is not None:
            beside = mapping.entries[max(0, number - 1) : number] + mapping.entries[number + 1 : number + 2]
            aligned = any(self.aligned(entry, other) for other in beside)
            self.edit(key.span.end, value.span.start, gap if aligned else ": ")
        self.node(value, column + 2, flow=False)

    def gap(self, entry: Entry) -> str | None:
        """What stands between a key and a value on the same line, blanks before the colon left out."""
        between = self.text[entry.key.span.end : entry.value.span.start]
        found = re.fullmatch(r"[ \t]*:([ \t]+)", between)
        return f":{' ' * len(found[1])}" if found and entry.value.span.text else None

    def aligned(self, entry: Entry, other: Entry) -> bool:
        """Do the values of two neighbours begin in one column?"""
        if self.gap(other) is None or self.line(entry.key.span.start) == self.line(other.key.span.start):
            return False
        return entry.value.span.column == other.value.span.column and self.apart(entry, other) <= 3

    def apart(self, entry: Entry, other: Entry) -> int:
        """How many lines two entries stand apart."""
        return abs(self.line(entry.key.span.start) - self.line(other.key.span.start))

    def item(self, item: Node, column: int) -> None:
        """An item of a list in a block, after its dash."""
        found = _DASH.search(self.text[max(0, item.span.start - 2000) : item.span.start])
        if found is not None:
            dash = item.span.start - len(found[0])
            if self.first(dash):
                self.columns[self.line(dash)] = column
            if "\n" not in found[0] and item.span.text:
                self.edit(dash, item.span.start, "- ")
            elif self.first(item.span.start):
                self.columns.setdefault(self.line(item.span.start), column + 2)
        self.node(item, column + 2, flow=False)

    def inside(self, node: Mapping | Sequence) -> None:
        """Braces or brackets: one blank after commas and colons, none inside the brackets."""
        at = node.span.start + 1
        parts = list(_parts(node))
        for number, (part, colon) in enumerate(parts):
            wanted = ": " if colon else ", " if number else ""
            if part.span.text:
                self.between(at, part.span.start, wanted)
            self.node(part, 0, flow=True)
            at = part.span.end
        if not parts or parts[-1][0].span.text:
            self.between(at, node.span.end - 1, "")

    def between(self, start: int, end: int, wanted: str) -> None:
        """Blanks on one line between two parts, with the comma or colon there."""
        between = self.text[start:end]
        if "\n" not in between and between.strip() in (wanted.strip(), "," if not wanted else wanted.strip()):
            self.edit(start, end, wanted)

    # -- lines -----------------------------------------------------------------------------------------------------

    def lines(self) -> None:
        """Indentation, blanks at the ends of lines, empty lines, comments."""
        kept = self.inner_lines()
        shift, empty = 0, True
        for number, start in enumerate(self.source.line_starts, 1):
            line = self.source.line(number)
            if number in kept and not line.strip():
                continue
            if not line.strip():
                end = min(start + len(line) + 1, len(self.text))
                self.edit(start, end, "" if empty else "\n")
                empty = True
                continue
            empty = False
            shift = self.shift(number, line, shift, number in kept)
            blanks = len(line) - len(line.lstrip(" \t"))
            self.edit(start, start + blanks, " " * max(0, blanks + shift))
            if number not in kept:
                self.ending(start, line)

    def shift(self, number: int, line: str, before: int, kept: bool) -> int:
        """By how much a line moves: as the node that begins on it; a comment as the line after it; else as before."""
        if line.lstrip(" \t").startswith("#") and not kept:
            number = next((n for n in range(number, len(self.source.line_starts) + 1) if n in self.columns), 0)
            line = self.source.line(number) if number else ""
        if number not in self.columns:
            return before
        return self.columns[number] - (len(line) - len(line.lstrip(" \t")))

    def ending(self, start: int, line: str) -> None:
        """The end of a line: nothing after it, and two blanks before a comment."""
        comment = self.comment(start, line)
        body = line[:comment].rstrip(" \t") if comment is not None else line
        if comment is not None and body and comment - len(body) < 2:
            self.edit(start + len(body), start + comment, "  ")
        bare = len(line.rstrip(" \t"))
        self.edit(start + bare, start + len(line), "")

    def comment(self, start: int, line: str) -> int | None:
        """Where on a line a comment begins."""
        for found in re.finditer(r"(?:^|(?<=[ \t]))#", line):
            at = start + found.start()
            if not any(scalar.span.start <= at < scalar.span.end for scalar in self.scalars):
                return found.start()
        return None

    def inner_lines(self) -> set[int]:
        """Lines inside a text of several lines."""
        return {
            number
            for scalar in self.scalars
            for number in range(
                self.line(scalar.span.start) + 1, self.line(max(scalar.span.start, scalar.span.end)) + 1
            )
        }


def _parts(node: Mapping | Sequence) -> Iterator[tuple[Node, bool]]:
    """What stands in braces or brackets, and whether a colon stands before it."""
    if isinstance(node, Sequence):
        yield from ((item, False) for item in node)
        return
    for entry in node:
        yield entry.key, False
        yield entry.value, True
