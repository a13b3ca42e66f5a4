"""Trees for these tests: read by `yaml12.read`, which the rest of the project uses."""

from __future__ import annotations

import os
import re
from pathlib import Path

from reglas.reading import yaml12
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Node, Scalar, Sequence


def read_any(text: str, name: str = "<text>") -> Node:
    diagnostics = Diagnostics()
    node = yaml12.read(Source(name, text), diagnostics)
    assert not diagnostics.found, diagnostics.found
    assert node is not None
    return node


def read(text: str, name: str = "<text>") -> Mapping:
    node = read_any(text, name)
    assert isinstance(node, Mapping)
    return node


def read_list(text: str, name: str = "<text>") -> list[Mapping]:
    node = read_any(text, name)
    assert isinstance(node, Sequence)
    return [item for item in node if isinstance(item, Mapping)]


def sketches() -> Path | None:
    folder = os.environ.get("REGLAS_SKETCHES")
    return Path(folder) if folder else None


def bundle(path: Path) -> list[Mapping]:
    """The variants of a bundle, each from a source that keeps the lines of the bundle."""
    text = path.read_text(encoding="utf-8")
    variants, start = [], 0
    for part in re.split(r"(?m)^---\n", text):
        blank = "\n" * text[:start].count("\n")
        variants.append(read(blank + part, path.name))
        start += len(part) + len("---\n")
    return variants


def unordered(node: Node) -> object:
    """The rules without order: two orders of one stack differ in what was added first, and in words."""
    if isinstance(node, Scalar):
        return repr(node.value)
    if isinstance(node, Sequence):
        return sorted(repr(unordered(item)) for item in node)
    return sorted((entry.key.text, repr(unordered(entry.value))) for entry in node if entry.key.text != "words")
