"""YAML 1.2 to the located tree."""

from __future__ import annotations

import time

import pytest
from reading_samples import ERRORS, VALID, Mapping, Sequence, codes, data, read_text, repaired

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import NotText, load_source
from reglas.reading.yaml12 import read


def test_kinds_of_nodes() -> None:
    node, found = read_text("a: [1, {b: c}]\nd:\n- e\n- f: g\n  h: i\n")
    assert not found
    assert isinstance(node, Mapping)
    assert not node.flow
    first, second = node.get("a"), node.get("d")
    assert isinstance(first, Sequence)
    assert isinstance(second, Sequence)
    assert first.flow
    assert not second.flow
    assert first.span.text == "[1, {b: c}]"
    assert second.span.text == "- e\n- f: g\n  h: i"
    assert second.items[1].span.text == "f: g\n  h: i"
    assert node.span.text.endswith("h: i")


def test_expressions_need_no_quotes() -> None:
    text = "a: c.suit == d.suit or not (x != 3)\nb: {f(c): size(z) > 0 and -1 < 2, ok?: x}\n"
    expected = {"f(c)": "size(z) > 0 and -1 < 2", "ok?": "x"}
    for compiled in (True, False):
        assert data(text, compiled) == {"a": "c.suit == d.suit or not (x != 3)", "b": expected}


@pytest.mark.parametrize("text", ["[" * 10_000, "{a: " * 10_000, "- " * 10_000 + "x", "[" * 70 + "]" * 70])
@pytest.mark.parametrize("compiled", [True, False])
def test_deep_nesting(text: str, compiled: bool) -> None:
    node, found = read_text(text[:4000] if not compiled else text, compiled)
    assert node is None
    assert [d.code for d in found] == ["E117"]


def test_sixty_deep_is_fine() -> None:
    data("[" * 60 + "x" + "]" * 60)


def test_too_large() -> None:
    assert codes("a: 1\n" * 220_000) == [("E117", 1, 1)]


def test_keys_stand_once() -> None:
    node, found = read_text("a: 1\nb: 2\na: 3\n")
    assert isinstance(node, Mapping)
    assert [entry.key.text for entry in node] == ["a", "b"]
    (finding,) = found
    assert finding.labels[0].span.line == 1
    assert repaired("a: 1\nb: 2\na: 3\n") == {"a": 1, "b": 2}


def test_a_joined_expression_is_no_double_key() -> None:
    text = "a: {b: f(x, y), c: g(x, y)}\n"
    assert repaired(text) == {"a": {"b": "f(x, y)", "c": "g(x, y)"}}
    assert [code for code, _, _ in codes(text)] == ["E114"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a: {b: f(x, y)}", {"a": {"b": "f(x, y)"}}),
        ("a: {b: f(x,y), c: 1}", {"a": {"b": "f(x, y)", "c": 1}}),
        ("a: [f(x, g(y, z), 3), w]", {"a": ["f(x, g(y, z), 3)", "w"]}),
        ("a: [b: f(x, y), c]", {"a": [{"b": "f(x, y)"}, "c"]}),
        ("{f(a, b): g(c, d), h: [i(j, k)]}", {"f(a, b)": "g(c, d)", "h": ["i(j, k)"]}),
        ("{a: f(x, y) + g(z, w) > 0, b: c}", {"a": "f(x, y) + g(z, w) > 0", "b": "c"}),
        ("a: {b: f(x,\n    'q', y), c: 1}", {"a": {"b": "f(x, 'q', y)", "c": 1}}),
        ("a: {b: {c: [{d: f(x, y)}]}}", {"a": {"b": {"c": [{"d": "f(x, y)"}]}}}),
    ],
)
def test_comma_trap(text: str, meant: object) -> None:
    assert repaired(text) == meant
    assert [code for code, _, _ in codes(text)] == ["E114"]


def test_a_joined_expression_knows_its_place() -> None:
    node, _ = read_text("a: {b: f(x,   y)}\n")
    assert isinstance(node, Mapping)
    inner = node.get("a")
    assert isinstance(inner, Mapping)
    value = inner.entries[0].value
    assert value.span.text == "f(x,   y)"
    assert value.part(5, 6).text == "y"  # type: ignore[union-attr]


def test_what_is_no_comma_trap() -> None:
    assert data("a: {b: (x, c: 1}") == {"a": {"b": "(x", "c": 1}}
    assert data("a: f(x, y)\nb:\n  - g(x, y)\n") == {"a": "f(x, y)", "b": ["g(x, y)"]}
    assert data("a: {'f(x, y)': 'g(x, y)'}") == {"a": {"f(x, y)": "g(x, y)"}}


def test_comma_trap_shows_the_lines() -> None:
    text = "do:\n  - {for: c in f(a, b), do: [{gain: t, by: min(1, 2)}, {lose: [x, y]}]}\n"
    (finding,) = read_text(text)[1]
    assert len(finding.labels) == 1
    assert str(finding.help).split("\n")[1:] == [
        "- for: c in f(a, b)",
        "  do:",
        "    - gain: t",
        "      by: min(1, 2)",
        "    - {lose: [x, y]}",
    ]
    shown = "\n".join(str(finding.help).split("\n")[1:])
    assert data("do:\n" + shown) == repaired(text)


def test_missing_dashes_are_put_right() -> None:
    text = "game: g\nroutines:\n  r:\n    lose: a\n    tell: b\n    of: c\n    lose: d\n"
    steps = [{"lose": "a"}, {"tell": "b", "of": "c"}, {"lose": "d"}]
    assert repaired(text) == {"game": "g", "routines": {"r": steps}}
    (finding,) = read_text(text)[1]
    assert (finding.code, finding.span.line, finding.labels[0].span.line) == ("E113", 4, 7)


def test_variants_lay_mappings_over_lists() -> None:
    text = "variant: v\nof: g\nchange: {flow: {turns: {most: 3}, turns: {most: 4}}}\n"
    assert [code for code, _, _ in codes(text)] == ["E112"]


def test_one_habit_is_one_finding() -> None:
    text = "a:\n  b: {c: 1},\n  d: {e: 2},\n  f: [g],\n"
    assert repaired(text) == {"a": {"b": {"c": 1}, "d": {"e": 2}, "f": ["g"]}}
    (finding,) = read_text(text)[1]
    assert [label.span.line for label in finding.labels] == [3, 4]


def test_documents_are_joined_when_that_is_what_was_meant() -> None:
    assert repaired("game: h\n---\nplayers: 2..5\n") == {"game": "h", "players": "2..5"}
    assert read_text("game: h\n---\ngame: i\n")[0] is None
    assert read_text("game: h\nx: 1\n---\nx: 2\n")[0] is None


def test_both_parsers_agree() -> None:
    for path in sorted(ERRORS.glob("*.yaml")):
        try:
            source = load_source(path)
        except NotText:
            continue
        outcomes = []
        for compiled in (True, False):
            diagnostics = Diagnostics()
            outcomes.append((read(source, diagnostics, compiled=compiled), diagnostics.found))
        assert outcomes[0] == outcomes[1], path


def test_fast_enough() -> None:
    least = 1.0
    for _ in range(5):
        begin = time.perf_counter()
        data(VALID)
        least = min(least, time.perf_counter() - begin)
    assert least < 0.02
