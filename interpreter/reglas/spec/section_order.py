"""The sections of a file in the order in which the language names them, where their order says nothing.

In variants and words it does not. The sections of a game and of a library stand as they are: the fingerprint by which
a saved game knows its rules goes by them.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.language.schema_files import load_schema
from reglas.language.shapes import kind_of
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Node

_SCHEMAS = {"variant": "variant", "words": "words_file"}


def order_of(root: Node) -> list[str]:
    """The keys of a file in their order; empty where the order is the author's."""
    name = _SCHEMAS.get(str(kind_of(root)))
    return list(load_schema()["$defs"][name]["properties"]) if name else []


def sorted_root(root: Node) -> Node:
    """A tree with its sections in order."""
    order = order_of(root)
    if not order or not isinstance(root, Mapping):
        return root
    return replace(root, entries=tuple(sorted(root.entries, key=lambda entry: _place(order, entry.key.text))))


def in_order(source: Source, root: Node) -> str:
    """The text of a file with its sections in order. Comments right above a section go with it; what stands above the
    first one stays."""
    order = order_of(root)
    if not order or not isinstance(root, Mapping) or root.flow or any(e.key.span.column != 1 for e in root):
        return source.text
    lines = source.text.rstrip("\n").split("\n")
    begins = [0, *(_above(lines, entry.key.span.line - 1) for entry in root.entries[1:])]
    blocks = []
    for entry, begin, end in zip(root.entries, begins, [*begins[1:], len(lines)], strict=True):
        parted = begin > 0 and not lines[begin - 1].strip()
        blocks.append((_place(order, entry.key.text), parted, _bare(lines[begin:end])))
    text: list[str] = []
    for _, parted, block in sorted(blocks, key=lambda block: block[0]):
        text += ["", *block] if parted and text else block
    return "\n".join(text) + "\n"


def _place(order: list[str], key: str) -> int:
    return order.index(key) if key in order else len(order)


def _above(lines: list[str], line: int) -> int:
    """The first of the comments right above a line."""
    while line > 0 and lines[line - 1].startswith("#"):
        line -= 1
    return line


def _bare(lines: list[str]) -> list[str]:
    """Lines without empty ones at their end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines
