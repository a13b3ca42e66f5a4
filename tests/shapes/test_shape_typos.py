"""Every key of a spec misspelt in turn: exactly one finding, at that key, and mostly with the right word."""

from pathlib import Path

import pytest

from reglas.language.schema_files import load_schema
from reglas.language.shapes import check_shape
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.reading.yaml12 import read

HERE = Path(__file__).parent


def legal_words() -> set[str]:
    words: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if "x-what" in node:
                words.update(node.get("properties", {}))
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(load_schema()["$defs"])
    return words


def misspelt(word: str) -> str | None:
    """The word with two neighbouring letters swapped, towards its middle."""
    for at in sorted(range(len(word) - 1), key=lambda i: abs(i - len(word) // 2)):
        if word[at] != word[at + 1] and word[at].isalpha() and word[at + 1].isalpha():
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return None


def keys(node: Node, words: set[str]) -> list[Scalar]:
    found: list[Scalar] = []
    if isinstance(node, Mapping):
        for entry in node:
            # `else` of a table stands among expressions, where any name may stand.
            case = entry.key.text == "else" and "if" not in node
            if entry.key.text.split("(")[0] in words and not case:
                found.append(entry.key)
            if entry.key.text != "change":
                found += keys(entry.value, words)
    elif not isinstance(node, Scalar):
        for item in node:
            found += keys(item, words)
    return found


def found_in(text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    root = read(Source("typo", text), diagnostics)
    assert root is not None
    check_shape(root, diagnostics)
    return diagnostics.errors


@pytest.mark.parametrize("name", ["toy", "variant", "library", "words"])
def test_every_misspelt_key_is_found_where_it_stands(name: str) -> None:
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    root = read(Source(name, text), Diagnostics())
    assert root is not None
    tried, named = 0, 0
    for key in keys(root, legal_words()):
        wrong = misspelt(key.text)
        if wrong is None:
            continue
        errors = found_in(text[: key.span.start] + wrong + text[key.span.end :])
        places = [(d.span.start, d.code) for d in errors]
        assert len(errors) == 1, (key.text, key.span.line, [str(d.message) for d in errors])
        assert places[0][0] == key.span.start, (key.text, key.span.line, str(errors[0].message))
        tried += 1
        named += f"did you mean `{key.text}`" in str(errors[0].message)
    assert tried >= 4
    assert named >= 0.95 * tried
