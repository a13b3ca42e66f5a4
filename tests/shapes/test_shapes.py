"""Mistakes of shape: what is said about each, and where. One finding for one cause."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from reglas.language.shapes import check_shape, kind_of
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.source import Source
from reglas.reading.yaml12 import read

SMALL = (Path(__file__).parent / "small.yaml").read_text(encoding="utf-8")


def findings(text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    root = read(Source("text", text), diagnostics)
    assert root is not None
    assert diagnostics.errors == []
    passed = check_shape(root, diagnostics)
    assert passed == (not diagnostics.errors)
    return diagnostics.errors


# What is replaced in the small game, by what; the code, line and column, and a part of the message.
MISTAKES = [
    (
        "layout: pile",
        "layuot: pile",
        "E201",
        13,
        20,
        "unknown key `layuot` of a zone; did you mean `layout`?",
    ),
    ("layout: pile", "Layout: pile", "E201", 13, 20, "did you mean `layout`?"),
    ("copies:", "copeis:", "E201", 11, 29, "of a card type; did you mean `copies`?"),
    ("range: 1..9", "rnage: 1..9", "E201", 5, 23, "did you mean `range`?"),
    ("default: 3, range", "default: no, rnage", "E201", 5, 24, "did you mean `range`?"),
    ("max: 20", "mxa: 20", "E201", 17, 24, "of a token; did you mean `max`?"),
    ("flow:", "flwo:", "E201", 35, 1, "of a game; did you mean `flow`?"),
    ("score(p)", "scroe(p)", "E201", 42, 25, "did you mean `score(p)`?"),
    ("{gain: coins(me), by: 1}", "{gian: coins(me), by: 1}", "E201", 28, 10, "did you mean `gain`?"),
    ("turns: forward", "trusn: forward", "E201", 37, 5, "of a step; did you mean `turns`?"),
    ("from: deck", "form: deck", "E201", 34, 17, "of `deal`; did you mean `from`?"),
    ("max: 20", "max: 20, colour: 3", "E201", 17, 33, "unknown key `colour` of a token"),
    ("    needs:", "    last_round: x\n    needs:", "E202", 25, 5, "a key of `turns`, not of an action"),
    ("    needs:", "    clear: it\n    needs:", "E202", 25, 5, "`clear` is a step, not a key of an action"),
    ("to: heap", "to: heap, by: 2", "E202", 27, 30, "`by` is a key of"),
    ("- call: begin", "- if: quick\n    do: []", "E202", 37, 5, "not of `if`"),
    (", layout: hand", "", "E203", 14, 3, "a zone lacks `layout`"),
    ("of: leaf, layout: hand, ", "", "E203", 14, 3, "a zone lacks `of`, `layout`"),
    ("language: 1\n", "", "E203", 1, 1, "a game lacks `language`"),
    (", max: 20", "", "E203", 17, 3, "lacks one of `max`, `supply`"),
    (", score(p): coins(p)", "", "E203", 42, 3, "lacks one of `score(p)`, `rank_by(p)`"),
    ("    choose: [lay, wait]\n", "", "E203", 37, 5, "`turns` lacks one of `choose`, `do`"),
    (", from: deck", "", "E203", 34, 8, "`deal` lacks `from`"),
    ("default: false", "default: 4", "E203", 6, 3, "lacks one of `range`, `choices`"),
    ("of: player, optional: true", "list: player", "E203", 19, 3, "lacks one of `most`, `newest`"),
    ("do: [{clear: last_one}]", "do: {clear: last_one}", "E204", 30, 14, "each begins with `- `"),
    ("do: [{clear: last_one}]", "do: wait", "E204", 30, 14, "`do` is a list of steps"),
    ("- shuffle: deck", "- shuffle", "E204", 33, 7, "entry 1 of `begin` is a step; here stands a text"),
    ("[suit, rank]", "suit", "E204", 11, 15, "`has` is a list of kinds; here stands a text"),
    ("players: 2..4", "players: 2..", "E204", 3, 13, "the upper end of the range `2..` is missing"),
    ("range: 1..9", "range: 1-9", "E204", 5, 30, "`range` is a range; `1-9` is not"),
    ("suit: [red, blue]", "suit: []", "E204", 8, 9, "here stands nothing"),
    ("suit: [red, blue]", "suit: red", "E204", 8, 9, "a list of names, a range or a ladder"),
    ("max: 20", "max: 20, supply: 3", "E204", 17, 33, "`supply` cannot stand beside `max`"),
    ("max: 20", "max: [20]", "E204", 17, 29, "here stands a list"),
    ("max: 20", "max: {size(seats): 4}", "E204", 17, 43, "the cases of a table"),
    ("{1: 3, else: 1}}", "{1: 3, else: 1}, suit: 2}", "E204", 11, 61, "a table looks at one thing"),
    ("most: 12", "most: {size(seats): {2: 4, else: 8}}", "E204", 40, 11, "`most` is an expression"),
    ("max: 20", 'max: "20"', "E205", 17, 29, "a number is wanted; the quotes make it text"),
    ("language: 1", "language: '1'", "E205", 2, 11, "a number is wanted"),
    ("default: false", "default: no", "E205", 6, 20, "`no` is a word here, not a truth value; write `false`"),
    ("default: false", "default: ON", "E205", 6, 20, "`ON` is a word here, not a truth value; write `true`"),
    ("optional: true", "optional: yes", "E205", 19, 36, "write `true`"),
    ("optional: true", "optional: 'true'", "E205", 19, 36, "a truth value is wanted"),
    ("default: 3", "default: 2:30", "E206", 5, 20, "`2:30` is not a value of this language"),
    ("default: 3", "default: 2.50", "E206", 5, 20, "`2.50` is not a value of this language"),
    ("layout: pile", "layout: stack", "E206", 13, 28, "`stack` is not one of `pile`, `row`, `hand`"),
    ("seen_by: owner", "seen_by: onwer", "E206", 14, 56, "did you mean `owner`?"),
    ("best: high", "best: High", "E206", 42, 19, "did you mean `high`?"),
    ("players: 2..4", "players: 0", "E206", 3, 10, "at least 1"),
    ("{move: it, to: heap}", "{move: it, to: heap, gain: coins(me)}", "E207", 27, 30, "two steps in one"),
    ("{move: it, to: heap}", "{to: heap}", "E207", 27, 10, "a step needs a verb"),
    ("game: small", "gmae: small", "E208", 1, 1, "did you mean `game`?"),
    ("game: small", "about: 1\ngame: small", "E208", 2, 1, "`game` must be the first key"),
    ("game: small\n", "", "E208", 1, 1, "a file of an unknown kind, `language`"),
    ("optional: true", "optional: null", "E209", 19, 36, "`null` removes something only in the `change`"),
    ("by: 1", "by: ", "E209", 28, 27, "`by` has no value"),
    ("language: 1", "language: 2", "E210", 2, 11, "version 2 of the language"),
    ("  deck: {of", "  draw-pile: {of", "E211", 13, 3, "`draw-pile` is not a well-formed name"),
    ("game: small", "game: my game", "E211", 1, 7, "name of a game"),
    ("[red, blue]", "[red, 2nd]", "E211", 8, 15, "`2nd` is not a well-formed name"),
    ("rich(p):", "rich(p, 1):", "E211", 21, 3, "`name(p, q)`"),
    ("[lay, wait]", "[lay, wait-a-bit]", "E211", 38, 19, "with arguments"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "column", "part"), MISTAKES)
def test_mistake(old: str, new: str, code: str, line: int, column: int, part: str) -> None:
    assert old in SMALL
    found = findings(SMALL.replace(old, new, 1))
    told = [(d.code, d.span.line, d.span.column, str(d.message)) for d in found]
    assert len(told) == 1, told
    assert told[0][:3] == (code, line, column), told
    assert part in told[0][3]


OTHERS = [
    ("variant: v\nof: small\nchange: {zonse: {}}", "E201", 3, 10, "did you mean `zones`?"),
    ("variant: v\nof: small\nchange: {set: {quick: true}}", "E202", 3, 10, "a key of a variant"),
    ("variant: v\nof: small\nset: {limit: '5'}", "E205", 3, 14, "a number is wanted"),
    ("variant: v\nof: small\nset: {limit: null}", "E209", 3, 14, "`null` removes"),
    ("variant: v\nset: {limit: 5}", "E203", 1, 1, "a variant lacks `of`"),
    ("library: l\nlanguage: 1\nroutines: {}\nzones: {}", "E202", 4, 1, "not of a library"),
    ("words: es\nof: small\nactions: {lay: {tpye: x}}", "E201", 3, 17, "did you mean `type`?"),
    ("words: es\nof: small\nvalues: {red: {one: 1}}", "E204", 3, 21, "`one` is a text"),
    ("words: spanish\nof: small", "E211", 1, 8, "not a language"),
    ("words: es\nof: small\nends: {x: all, at once}", "E211", 3, 16, "the comma before `at once`"),
    ("- scenario: x\n  mvoes: [A wait]", "E201", 2, 3, "did you mean `moves`?"),
    ("- scenario: x\n  then: {outcome: wno}", "E206", 2, 19, "did you mean `won`?"),
    ("- scenario: x\n  then: {turn: a}", "E211", 2, 16, "not a seat"),
    ("- scenario: x\n- hello", "E204", 2, 3, "a scenario"),
    ("- scenaro: x", "E208", 1, 3, "did you mean `scenario`?"),
    ("hello", "E208", 1, 1, "a file of an unknown kind"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "part"), OTHERS)
def test_mistake_in_another_file(text: str, code: str, line: int, column: int, part: str) -> None:
    told = [(d.code, d.span.line, d.span.column, str(d.message)) for d in findings(text)]
    assert len(told) == 1, told
    assert told[0][:3] == (code, line, column), told
    assert part in told[0][3]


def test_a_choice_named_no_is_legal() -> None:
    assert findings(SMALL.replace("default: false", "default: no, choices: [no, se, dk]")) == []


def test_the_small_game_passes() -> None:
    assert findings(SMALL) == []


def test_several_mistakes_are_all_told_in_order() -> None:
    text = SMALL.replace("players: 2..4", "players: two").replace("layout: hand", "layout: hadn")
    text = text.replace("best: high", "bset: high")
    assert [(d.code, d.span.line) for d in findings(text)] == [("E204", 3), ("E206", 14), ("E201", 42)]


def test_two_verbs_label_the_first() -> None:
    text = SMALL.replace("{move: it, to: heap}", "{move: it, to: heap, gain: coins(me)}")
    (label,) = findings(text)[0].labels
    assert (label.span.line, label.span.column) == (27, 10)


def test_every_message_can_be_written() -> None:
    for old, new, *_ in MISTAKES:
        for finding in findings(SMALL.replace(old, new, 1)):
            assert str(finding.message)
            assert finding.help is None or str(finding.help)


def test_kind_of_an_empty_mapping_is_unknown() -> None:
    root = read(Source("text", "{}"), Diagnostics())
    assert root is not None
    assert kind_of(root) is None


def test_jsonschema_is_imported_only_when_needed() -> None:
    code = "import sys, reglas.language.shapes; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_check_is_fast() -> None:
    root = read(Source("text", SMALL), Diagnostics())
    assert root is not None
    check_shape(root, Diagnostics())
    spent = []
    for _ in range(5):
        start = time.perf_counter()
        check_shape(root, Diagnostics())
        spent.append(time.perf_counter() - start)
    assert min(spent) < 0.05
