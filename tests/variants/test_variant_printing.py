"""A merged tree as text reads back as the same tree, and every line knows where it came from."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from variant_trees import read, read_any

from reglas.reading import yaml12
from reglas.reading.characters import INVISIBLE
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.scalars import resolve
from reglas.reading.source import Source, Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence, plain
from reglas.spec.digest import digest
from reglas.spec.printing import lines, with_origins
from reglas.spec.variants import merge

HERE = Source("here.yaml", "")
SPAN = Span(HERE, 0, 0)


def text_node(text: str) -> Scalar:
    return Scalar(SPAN, text, "double", text, (0,) * (len(text) + 1))


def plain_node(text: str) -> Scalar:
    return Scalar(SPAN, text, "plain", resolve(text), (0,) * (len(text) + 1))


def mapping(pairs: list[tuple[Scalar, Node]]) -> Mapping:
    kept = {key.text: Entry(key, value) for key, value in pairs}
    return Mapping(SPAN, tuple(kept.values()))


AWKWARD = [
    *(
        "no",
        "null",
        "8",
        "0x1F",
        "1.5",
        "-x",
        "- a",
        "-3 if a else b",
        "a: b",
        "a #b",
        "a:b",
        "?x",
        "'q'",
        '"',
    ),
    *(
        "f(x, y)",
        "f(x",
        "[a]",
        "{b}",
        "a, b",
        "#",
        " a",
        "a ",
        "",
        "a\nb",
        "\t",
        "“a”",
        "\u200b",
        "\u00a0",
        "…",
    ),
    *(
        "x ? a : b",
        "...",
        "---",
        "<<",
        "=",
        "!x",
        "&a",
        "*a",
        "%d",
        "@a",
        "`a`",
        "a:",
        ":a",
        "2:30",
        "\ufeff",
        "\\n",
    ),
]
TEXTS = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text("ab ,:#(){}[]-?'\"\\\n1.", max_size=12),
)
SCALARS = st.one_of(
    TEXTS.map(text_node),
    st.sampled_from(["null", "~", "true", "False", "7", "-3", "+3", "1.5", "0x1F", "word"]).map(plain_node),
)
VISIBLE = TEXTS.filter(lambda text: bool(text) and not INVISIBLE.intersection(text))  # as the reader wants keys
KEYS = st.one_of(VISIBLE.map(text_node), st.sampled_from(["1", "2..3", "else", "f(x)"]).map(plain_node))
NODES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: Sequence(SPAN, tuple(items))),
        st.lists(st.tuples(KEYS, inner), max_size=4).map(mapping),
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(KEYS, NODES), min_size=1, max_size=4).map(mapping))
@example(mapping([(text_node("a"), Sequence(SPAN, (Sequence(SPAN, (mapping([]), Sequence(SPAN, ()))),)))]))
@example(mapping([(text_node(f"a{i}"), text_node(word)) for i, word in enumerate(AWKWARD)]))
@example(mapping([(text_node(w), text_node(w)) for w in AWKWARD if w and not INVISIBLE.intersection(w)]))
def test_reads_back(root: Mapping) -> None:
    text = "\n".join(line for line, _ in lines(root)) + "\n"
    diagnostics = Diagnostics()
    again = yaml12.read(Source("printed", text), diagnostics)
    assert not diagnostics.errors, (text, diagnostics.errors)
    assert again is not None
    assert plain(again) == plain(root), text
    assert isinstance(again, Mapping)
    assert "\n".join(line for line, _ in lines(again)) + "\n" == text


LAYOUT = """\
game: g
zones:
  pond: {of: card, layout: pile}
define:
  fits(c, n): c.rank == n
  both: f(a, b)
  table:
    suit:
      red: {1: 3, else: 1}
actions:
  play:
    pick: {card: hand(me)}
    needs:
      fits: fits(card, 3)
    do:
      - gain: coins
      - {move: card, to: pond}
      - choose: [a, b]
      - choose:
          - c(me, them)
          - d
        by: f(a, b)
      - if: x
        then:
          - lose: coins
  wait: {}
"""


def test_layout() -> None:
    assert "\n".join(line for line, _ in lines(read(LAYOUT))) + "\n" == LAYOUT


def test_long_lines_are_broken() -> None:
    words = ", ".join(f"a_rather_long_word_{i}" for i in range(6))
    text = [line for line, _ in lines(read(f"game: g\nend:\n  x: [{words}]\n"))]
    assert text[:4] == ["game: g", "end:", "  x:", "    - a_rather_long_word_0"]


BASE = "game: g\noptions:\n  cap: {default: 5, range: 1..9}\nflow:\n  - call: a\n  - gain: x\n"
VARIANT = "variant: v\nof: g\nset: {cap: 3}\nchange:\n  flow:\n    gain: [{lose: x}]\n    add: [{call: b}]\n"


def test_each_line_knows_its_place() -> None:
    merged = merge(read(BASE, "g.yaml"), [read(VARIANT, "v.yaml")], Diagnostics())
    assert [(text, f"{span.source.name}:{span.line}") for text, span in lines(merged) if span] == [
        ("game: g", "g.yaml:1"),
        ("options:", "g.yaml:2"),
        ("  cap: {default: 3, range: 1..9}", "v.yaml:3"),
        ("flow:", "g.yaml:4"),
        ("  - call: a", "g.yaml:5"),
        ("  - lose: x", "v.yaml:6"),
        ("  - call: b", "v.yaml:7"),
    ]


def test_origins_stand_in_a_column() -> None:
    assert with_origins(lines(read("game: g\nwords: {es: {name: 日本}}\nkinds: {a: [b]}\n", "g.yaml"))) == [
        "game: g             # g.yaml:1",
        "words:              # g.yaml:2",
        "  es: {name: 日本}  # g.yaml:2",
        "kinds:              # g.yaml:3",
        "  a: [b]            # g.yaml:3",
    ]


def test_origins_are_comments() -> None:
    merged = merge(read(BASE, "g.yaml"), [read(VARIANT, "v.yaml")], Diagnostics())
    assert plain(read_any("\n".join(with_origins(lines(merged))))) == plain(merged)


@pytest.mark.parametrize(
    "same",
    [
        'game: "g"\n# a comment\noptions: {cap: {default: 5, range: 1..9}}\nflow: [{call: a}, {gain: x}]\n',
        BASE + "words: {en: {name: G}}\n",
    ],
)
def test_digest_is_of_the_rules(same: str) -> None:
    assert digest(read(same)) == digest(read(BASE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("default: 5", "default: 6"),
        ("default: 5", 'default: "5"'),
        ("cap: {default: 5, range: 1..9}", "cap: {range: 1..9, default: 5}"),
    ],
)
def test_digest_sees_every_rule(old: str, new: str) -> None:
    assert digest(read(BASE.replace(old, new))) != digest(read(BASE))


def test_digest_tells_lists_from_mappings() -> None:
    assert digest(read("game: g\nx: {a: 1}\n")) != digest(read("game: g\nx: [[a, 1]]\n"))
    assert digest(read("game: g\nx: 1\n")) != digest(read("game: g\nx: true\n"))
    assert len(digest(read("game: g\n"))) == 16
