"""Mistakes that authors make, each with the place and the words they need."""

from __future__ import annotations

import pytest
from reading_samples import data, read_text

MISTAKES = [
    ("tab", "zones:\n\tdeck: {of: card}\n", "E101", 2, 1, "counts indentation in spaces only"),
    ("mark", "\ufeff\ufeffgame: g\n", "E102", 1, 1, "(U+FEFF) stands before `game`"),
    ("curly", "words:\n  en: {clues: “clue tokens”}\n", "W103", 2, 15, "“ is a typographic quote"),
    (
        "fold",
        "words:\n  en:\n    intro: > Each player\n      holds\n",
        "E104",
        3,
        14,
        "start on the next line",
    ),
    (
        "indent",
        "actions:\n  clue: {do: []}\n   discard: {do: []}\n",
        "E105",
        3,
        4,
        "neighbours at line 2 by 2",
    ),
    ("block", "words:\n  en:\n    intro: |\n    Each ...\n", "E106", 4, 5, "deeper than `intro`"),
    ("shifted", "game: g\n  players: 2..5\n", "E107", 2, 3, "already has the value `g`"),
    ("dashes", "do:\n  lose: c\n  tell: f(c, h)\n  lose: s\n", "E113", 2, 3, "`do` is a list of steps"),
    ("dash", "do:\n  -lose: clues\n  - call: refill\n", "E108", 2, 3, "followed by a space"),
    ("comma", "options:\n  a: {default: 8},\n  b: {default: 3}\n", "E109", 2, 18, "may follow `}` here"),
    ("quote", "game: 'g\nplayers: 2..5\n", "E110", 1, 7, "never closed"),
    ("document", "game: g\n---\nplayers: 2..5\n", "E111", 2, 1, "begins a new document"),
    ("comment", "words:\n  en: {card: card #1 of all}\n", "E115", 2, 19, "is a comment; the `{` is then"),
    ("cut", "words:\n  en:\n    card: card #1 of all\n", "W104", 3, 16, "is a comment"),
    ("choice", "needs: {ok: x > 0 ? a : b}\n", "E118", 1, 19, "? :"),
    ("choice in block", "ok: x > 0 ? a : b\n", "E118", 1, 11, "? :"),
    ("twice", "tokens: 1\nzones: 2\ntokens: 3\n", "E112", 3, 1, "stands already at line 1"),
]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("name", "text", "code", "line", "column", "words"), MISTAKES)
def test_mistake(name: str, text: str, code: str, line: int, column: int, words: str, compiled: bool) -> None:
    (finding,) = read_text(text, compiled)[1]
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column)
    assert words in str(finding.message)
    assert finding.help is not None


def test_remedies() -> None:
    def remedy(text: str) -> str:
        return str(read_text(text)[1][0].help)

    assert remedy("needs: {ok: x > 0 ? a : b}\n") == "a choice is written `a if x > 0 else b`"
    assert remedy("actions:\n  a: {do: []}\n   b: {do: []}\n") == "remove one space"
    assert remedy("actions:\n    a: {do: []}\n  b: {do: []}\n") == "add 2 spaces"
    assert remedy("do:\n  -lose: clues\n  - call: r\n") == "write `- lose: clues`"
    assert remedy("a: {b: !done}\n") == "for the opposite of a condition write `not done`"


def test_both_places() -> None:
    def label(text: str) -> tuple[int, int]:
        (place,) = read_text(text)[1][0].labels
        return place.span.line, place.span.column

    assert label("a:\n  b: {}\n   c: {}\n") == (2, 3)
    assert label("game: g\n  players: 2\n") == (1, 1)
    assert label("game: 'g\nplayers: 2\n") == (3, 1)
    assert label("do:\n  lose: a\n  tell: b\n  lose: c\n") == (4, 3)
    assert label("a: [b\nc: d\n") == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffa: 1\n",
        "a: 1\r\nb: 2\r",
        "a: 1",
        "a: {b: 1}\t# c\n\t# d\n",
        "a: 1 # c\nb: f(x)  # d\n",
        "words:\n  en: {b: it’s 5\xa0€}\n",
        "---\na: 1\n",
        "a: 1\n...\n",
        "a: {b: -x}\n",
        "a:\n- b\n- -x\n",
    ],
)
def test_silent(text: str) -> None:
    data(text)


def test_values_stay_as_written() -> None:
    text = "a: {default: no, choices: [no, se]}\nb: {default: 2:30}\nc: {start: '8'}\n"
    assert data(text) == {
        "a": {"default": "no", "choices": ["no", "se"]},
        "b": {"default": "2:30"},
        "c": {"start": "8"},
    }
