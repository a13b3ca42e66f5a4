"""What scalars mean, and where their characters stand."""

from __future__ import annotations

import math

import pytest
from reading_samples import data, read_text, scalars

from reglas.reading.scalars import resolve

CORE = [
    ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nULL", "nULL"),
    ("true", True), ("True", True), ("TRUE", True), ("tRUE", "tRUE"), ("false", False), ("FALSE", False),
    ("no", "no"), ("yes", "yes"), ("on", "on"), ("off", "off"), ("No", "No"), ("y", "y"), ("n", "n"),
    ("0", 0), ("8", 8), ("-3", -3), ("+3", 3), ("010", 10), ("0o17", 15), ("0x1F", 31), ("0b1", "0b1"),
    ("1_000", "1_000"), ("1:30", "1:30"), ("2:30", "2:30"), ("2..5", "2..5"), ("2..", "2.."), ("-", "-"),
    ("1.5", 1.5), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), ("-1.5E-2", -0.015), (".inf", math.inf),
    ("-.INF", -math.inf), (".", "."), ("+", "+"), ("1e", "1e"), ("2001-01-01", "2001-01-01"), ("=", "="),
    ("0x", "0x"), ("-0x1", "-0x1"), ("1.2.3", "1.2.3"), ("٣", "٣"), ("1.5kg", "1.5kg"),
    ("9" * 5000, "9" * 5000),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), CORE)
def test_core_schema(text: str, value: object) -> None:
    assert resolve(text) == value
    assert type(resolve(text)) is type(value)


def test_not_a_number() -> None:
    assert math.isnan(float(str(resolve(".nan"))))


@pytest.mark.parametrize("compiled", [True, False])
def test_words_stay_words(compiled: bool) -> None:
    text = "a: no\nb: [no, se, dk, on]\non: 1:30\nyes: {2..3: 5, else: 010}\nq: '8'\nr: \"true\"\ns: |\n  1\n"
    expected = {
        "a": "no", "b": ["no", "se", "dk", "on"], "on": "1:30", "yes": {"2..3": 5, "else": 10},
        "q": "8", "r": "true", "s": "1\n",
    }  # fmt: skip
    assert data(text, compiled) == expected


STYLES = [
    "a: plain text  # c\n",
    "a: two\n  lines folded\n\n  and a break\n\n\n  two  breaks \nb: c\n",
    "a: {b: in flow\n   over lines, c: d e}\n",
    "a: 'single ''quoted'' text'\n",
    "a: 'over\n  lines\n\n  and more'\n",
    'a: "double \\"quoted\\" \\u00e9\\x41\\U0001F600 \\t text"\n',
    'a: "over  \n   lines \\\n   joined\n\n  and \\\n\n  more"\n',
    "a: |\n  literal\n    deeper\n\n  end\nb: c\n",
    "a: |-\n  no last break\nb: c\n",
    "a: |+\n  all breaks\n\n\nb: c\n",
    "a: >\n  folded\n  lines\n\n  paragraph\n    deeper\n    still\n  back\n\n\n  end\nb: c\n",
    "a: >\n\n  first blank\n  text\n",
    "a: |2\n    two deeper\n  text\nb: c\n",
    "- a: >-\n    folded\n    lines\n  b: c\n- |\n at one\n",
    "a: |\n  no line end at the end",
    "a: >  # comment\n  text\n  more\n",
    "a: |\n  text with  \n  trailing blanks\n   \nb: c\n",
    "año: ¿qué? 👍 sí\nb: 'ñ'\n",
    "a: |\n\n\nb: c\n",
]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("text", STYLES)
def test_every_character_knows_its_place(text: str, compiled: bool) -> None:
    node, found = read_text(text, compiled)
    assert node is not None
    assert [d.code for d in found] in ([], ["E106"])
    for scalar in scalars(node):
        assert len(scalar.offsets) == len(scalar.text) + 1
        assert list(scalar.offsets) == sorted(scalar.offsets)
        for character, offset in zip(scalar.text, scalar.offsets, strict=False):
            source = text[offset : offset + 1]
            assert source == character or source == "\\" or (character, source) in ((" ", "\n"), ("\n", ""))
        assert scalar.span.start <= scalar.offsets[0]


def test_parts_of_a_scalar() -> None:
    node, _ = read_text("a: 'it''s here'\nb: one\n  two three\nc: >\n  x\n  needle\n")
    values = scalars(node)
    assert values[1].part(5, 9).text == "here"
    assert values[3].part(4, 7).text == "two"
    place = values[5].part(values[5].text.index("needle"), 8)
    assert (place.line, place.column, place.text) == (6, 3, "needle")


def test_spans() -> None:
    text = "a:\n  - b: {c: d}   # x\n    e: f\n\n  - g\nh: |\n  text\ni:\n"
    node, _ = read_text(text)
    spans = [scalar.span.text for scalar in scalars(node)]
    assert spans == ["a", "b", "c", "d", "e", "f", "g", "h", "|\n  text\n", "i", ""]
