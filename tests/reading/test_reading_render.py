"""Findings as people and programs see them."""

from __future__ import annotations

import subprocess
import sys

from reading_samples import read_text

from reglas.reading.diagnostics import Diagnostic, Label
from reglas.reading.messages import say
from reglas.reading.render import WIDTH, as_json, one_line, render
from reglas.reading.source import Source, Span


def finding(text: str, start: int, end: int, **more: object) -> Diagnostic:
    return Diagnostic("E301", say("unknown name"), Span(Source("f.yaml", text), start, end), **more)  # type: ignore[arg-type]


def test_whole() -> None:
    (twice,) = read_text("tokens: 1\nzones: 2\ntokens: 3\n")[1]
    assert render(twice) == (
        "error E112: `tokens` stands already at line 1\n"
        " --> text:3:1\n"
        "3 | tokens: 3\n"
        "  | ^^^^^^\n"
        " --> text:1:1: the first `tokens`\n"
        "1 | tokens: 1\n"
        "  | ------\n"
        "help: join the two, or remove one"
    )
    assert one_line(twice) == "text:3:1: error E112: `tokens` stands already at line 1"


def test_help_over_several_lines() -> None:
    (trap,) = read_text("a: {b: f(x, y)}\n")[1]
    assert render(trap).endswith("help: write it over several lines:\n    a:\n      b: f(x, y)")


def test_display_width() -> None:
    lines = render(finding("\t日本: é e\u0301 x\n", 10, 11)).split("\n")
    assert lines[2] == "1 |  日本: é e\u0301 x"
    assert lines[3] == "  | " + " " * 11 + "^"


def test_wide_characters_get_wide_carets() -> None:
    assert render(finding("a: 日本", 3, 5)).split("\n")[3] == "  |    ^^^^"


def test_margin_fits_the_longest_number() -> None:
    text = "a\n" * 99 + "b\n"
    first = Span(Source("f.yaml", text), 0, 1)
    label = Label(first, say("here"))
    lines = render(finding(text, 198, 199, labels=(label,))).split("\n")
    assert lines[1:4] == ["   --> f.yaml:100:1", "100 | b", "    | ^"]
    assert lines[5] == "  1 | a"


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "x" * 500 + "NAME" + "y" * 500
    lines = render(finding(text, 500, 504)).split("\n")
    assert len(lines[2]) <= WIDTH + 8
    at = lines[3].index("^")
    assert lines[2][at : at + 4] == "NAME"
    assert lines[3].count("^") == 4
    assert lines[2].endswith("…")


def test_several_lines_are_marked_to_the_end_of_the_first() -> None:
    assert render(finding("abc\ndef\n", 1, 6)).split("\n")[2:4] == ["1 | abc", "  |  ^^"]


def test_at_the_end_of_the_text() -> None:
    assert render(finding("abc\n", 4, 4)).split("\n")[1:4] == [" --> f.yaml:2:1", "2 |", "  | ^"]
    assert render(finding("", 0, 0)).split("\n")[2:4] == ["1 |", "  | ^"]


def test_nothing_commands_the_terminal() -> None:
    bad = Diagnostic("W103", say("{a}", a="\x1b[31m\u202e\n"), Span(Source("f", "\x1b[2J\u200b"), 0, 1))
    assert "\x1b" not in render(bad)
    assert "\u202e" not in render(bad)
    assert "\u200b" not in render(bad)
    assert render(bad).startswith("warning W103: ·[31m·")
    assert "\n" not in one_line(bad)


def test_color() -> None:
    (twice,) = read_text("a: 1\na: 2\n")[1]
    colored = render(twice, color=True)
    assert "\x1b[1;31m" in colored
    assert "\x1b" not in render(twice)
    assert "\x1b" not in one_line(twice)


def test_json() -> None:
    (twice,) = read_text("a: 1\na: 2\n")[1]
    assert as_json(twice) == {
        "code": "E112",
        "severity": "error",
        "message": "`a` stands already at line 1",
        "file": "text",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 2,
        "labels": [
            {
                "file": "text",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 2,
                "message": "the first `a`",
            }
        ],
        "help": "join the two, or remove one",
    }
    assert as_json(finding("abc", 0, 1))["help"] is None


def test_rich_is_not_needed() -> None:
    code = "import sys; import reglas.reading.render, reglas.reading.yaml12; print('rich' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
