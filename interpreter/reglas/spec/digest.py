"""A short fingerprint of a merged game, by which a record knows the rules it was played by."""

from __future__ import annotations

import hashlib
import json

from reglas.reading.tree import Mapping, Node, Scalar, Sequence


def digest(root: Mapping) -> str:
    """The first 16 hexadecimal characters of the SHA-256 of a game's tree without its words.

    Layout, quoting and comments do not count; the order of keys does, since it does in the language.
    """
    rules = [[e.key.text, _canonical(e.value)] for e in root if e.key.text != "words"]
    text = json.dumps({"pairs": rules}, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _canonical(node: Node) -> object:
    """A mapping as a list of pairs under a key of its own, so that no list looks like it."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [_canonical(item) for item in node]
    return {"pairs": [[entry.key.text, _canonical(entry.value)] for entry in node]}
