"""Texts that several reading tests use."""

from __future__ import annotations

from pathlib import Path

from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.files import source_of
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence, plain
from reglas.reading.yaml12 import read

ERRORS = Path(__file__).parent.parent / "errors" / "reading"
VALID = (ERRORS / "silent-document-start.yaml").read_text(encoding="utf-8")


def read_text(text: str, compiled: bool | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a text and the findings."""
    diagnostics = Diagnostics()
    return read(source_of(text, "text"), diagnostics, compiled=compiled), diagnostics.found


def data(text: str, compiled: bool | None = None) -> object:
    """A text as plain data; it must read without a finding."""
    node, found = read_text(text, compiled)
    assert not found, found
    assert node is not None
    return plain(node)


def repaired(text: str) -> object:
    """A text as plain data in spite of its mistakes."""
    node, found = read_text(text)
    assert found
    assert node is not None
    return plain(node)


def codes(text: str) -> list[tuple[str, int, int]]:
    """The findings of a text: code, line and column."""
    return [(d.code, d.span.line, d.span.column) for d in read_text(text)[1]]


def scalars(node: Node | Entry | None) -> list[Scalar]:
    """All scalars of a tree, keys too."""
    if node is None:
        return []
    if isinstance(node, Scalar):
        return [node]
    parts = [node.key, node.value] if isinstance(node, Entry) else list[Node | Entry](node)
    return [scalar for part in parts for scalar in scalars(part)]


__all__ = ["ERRORS", "VALID", "Mapping", "Sequence", "codes", "data", "read_text", "repaired", "scalars"]
