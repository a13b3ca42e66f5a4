"""Mistakes that authors of rule files make, each put into the spec of Hanabi: told at the right place, with a remedy.

In what is written instead, `§` marks the place that the first finding has to point at. `tests/errors` holds many more
kinds of mistakes, in small specs; here they stand in a real one, as an author meets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from error_cases import case_files, expected
from reglas.checking import check_file, check_spec
from reglas.paths import shipped_file

MARK = "§"


@dataclass(frozen=True)
class Slip:
    """Text of the spec, what is written instead, and what is told: the code, and parts of message and remedy."""

    name: str
    old: str
    new: str
    code: str
    told: str = ""
    remedy: str = ""


END = "  played_out: {outcome: done, score: fireworks}\n"
PLAY = "    pick: {card: hand(me)}\n    do: [{call: lay(card)}, {call: refill}]\n"
STEPS = """\
    do:
      - lose: clues
      - tell: suit_touches(c, hint)
        of: c in hand(to)
        to: everyone
"""

SLIPS = [
    Slip("a tab as indentation", "  clues:  {start", "§\tclues:  {start", "E101", "a tab", "two spaces"),
    Slip("two byte order marks", "# Hanabi", "\ufeff§\ufeff# Hanabi", "E102", "U+FEFF", "remove it"),
    Slip("curly quotes in words", END, END + "words:\n  en:\n    name: §“Hanabi”\n", "W103", "typographic", "straight"),
    Slip(
        "curly quotes round a condition", "a_clue_token: clues > 0", "a_clue_token: §“clues > 0”", "E103", "“", "none"
    ),
    Slip("curly quotes round a word", "seen_by: nobody", "seen_by: §“nobody”", "E103", "“", "none"),
    Slip("an open range", "players: 2..5 ", "players: 2..§ ", "E204", "upper end", "LO..HI"),
    Slip(
        "text on the line of a fold",
        END,
        END + "words:\n  en:\n    about: > §Cards\n      face out\n",
        "E104",
        "next line",
    ),
    Slip("one space too many", "  discard: {of", "   §discard: {of", "E105", "indented by 3", "remove one space"),
    Slip("one space too few", "  discard: {of", " §discard: {of", "E105", "indented by 1", "add one space"),
    Slip("one space too many before steps", "  clue_rank:\n", "   §clue_rank:\n", "E105", "by 2", "remove one space"),
    Slip(
        "text that is not indented",
        END,
        END + "words:\n  en:\n    about: |\n    §Cards\n",
        "E106",
        "deeper",
        "two more spaces",
    ),
    Slip(
        "a key under a value",
        "hanabi\nlanguage: 1",
        "hanabi\n  §language: 1",
        "E107",
        "cannot stand under `game`",
        "column 1",
    ),
    Slip(
        "a mapping where steps are wanted",
        STEPS,
        "    do:\n      §lose: clues\n      tell: suit_touches(c, hint)\n",
        "E204",
        "begins with `- `",
        "- lose",
    ),
    Slip(
        "a repeated key for want of a dash",
        STEPS,
        "    do:\n      §lose: clues\n      lose: storms\n",
        "E113",
        "begins with `- `",
        "- lose",
    ),
    Slip(
        "a dash without a space", "- lose: clues\n", "§-lose: clues\n", "E108", "followed by a space", "- lose: clues"
    ),
    Slip("a dash without a space in the middle", "- call: refill\n", "§-call: refill\n", "E108", "followed by a space"),
    Slip("a comma at the end of a line", "range: 1..20}", "range: 1..20}§,", "E109", "nothing may follow", "the comma"),
    Slip("a quote that is never closed", "game: hanabi", "game: §'hanabi", "E110", "never closed", "end of the text"),
    Slip("a second document", "language: 1\n", "language: 1\n§---\n", "E111", "a new document", "remove the line"),
    Slip("a word for a truth value", "{default: false}", "{default: §no}", "E205", "is a word here", "`false`"),
    Slip("minutes and seconds", "{default: 8, range: 1..20}", "{default: §2:30}", "E206", "`2:30`", "whole numbers"),
    Slip("a number in quotes", "start: clue_tokens,", 'start: §"8",', "E205", "the quotes make it text", "`8`"),
    Slip(
        "a number sign in braces",
        END,
        END + "words:\n  en: {name: card §#1 of the deck}\n",
        "E115",
        "is a comment",
        "in quotes",
    ),
    Slip(
        "a number sign in a text",
        END,
        END + "words:\n  en:\n    name: card §#1 of the deck\n",
        "W104",
        "is a comment",
        "in quotes",
    ),
    Slip(
        "a choice of another language",
        "clues < clue_tokens}",
        "clues > 0 §? true : false}",
        "E118",
        "? :",
        "true if clues > 0 else false",
    ),
    Slip("a misspelt key", "layout: row", "§layuot: row", "E201", "unknown key", "`layout`"),
    Slip(
        "a key in the wrong place",
        PLAY,
        "    §last_round: size(deck) == 0\n" + PLAY,
        "E202",
        "a key of `turns`",
        "`pick`",
    ),
    Slip("a section twice", END, END + "§tokens: {more: {max: 3}}\n", "E112", "stands already at line", "join the two"),
    Slip("a renamed token", "  clues:  {start", "  hints:  {start", "E301", "unknown name `clues`", "`hints`, a token"),
    Slip(
        "another letter case", PLAY, PLAY.replace("card:", "Card:").replace("lay(card)", "lay(§card)"), "E301", "`Card`"
    ),
    Slip(
        "two things with one name",
        "  storms: {",
        "  §red: {max: 3}\n  storms: {",
        "E306",
        "a suit already (line",
        "another name",
    ),
    Slip("an assignment for a comparison", "when: storms == 0", "when: storms §= 0", "E303", "write `==`"),
    Slip(
        "a text in an expression",
        PLAY,
        PLAY.replace("    do", "    needs: {high: card.rank > §'3'}\n    do"),
        "E304",
        "no text",
        "write `3`",
    ),
    Slip("`and` of two values", "a_clue_token: clues > 0", "both: §hint and to", "E401", "is a suit", "hint == .."),
    Slip(
        "an `if` without `else`", "  # clues\n", "  few: 5 if size(deck) <= 3§\n", "E305", "needs `else`", "otherwise"
    ),
    Slip(
        "a table that leaves seats out",
        "{2..3: 5, 4..5: 4, else: 3}",
        "{2..3: 5}",
        "E404",
        "can be 4 or 5",
        "or `else`",
    ),
    Slip("a bound that is included", "when: storms == 0", "when: §storms < 0", "W401", "`storms` is 0..3", "compared"),
    Slip(
        "a definition in a circle",
        "  # clues\n",
        "  worth(c): §best(c) + 1\n  best(c): worth(c) - 1\n",
        "E308",
        "worth -> best -> worth",
        "circle",
    ),
    Slip(
        "a routine of itself", "refill: [{deal", "refill: [{call: §refill}, {deal", "E308", "refill -> refill", "circle"
    ),
    Slip(
        "a comma in braces",
        "{a_token_to_regain: clues < clue_tokens}",
        "{ok: rank_touches(card§, 3)}",
        "E114",
        "comma",
        "several lines",
    ),
    Slip(
        "a hidden card is read",
        PLAY,
        PLAY.replace("    do", "    needs: {high: §fits(card)}\n    do"),
        "E610",
        "`hand`",
        "let the move be made",
    ),
    Slip(
        "an action that nobody offers",
        "clue_rank, discard, play]",
        "discard, play]",
        "E601",
        "offered nowhere",
        "`choose`",
    ),
    Slip("an unbalanced parenthesis", "size(rank) + 1 - r if", "size§(rank + 1 - r if", "E302", "never closed", "`)`"),
    Slip("an attribute that cards do not have", "c.suit == hint", "c.§colour == hint", "E405", "no `colour`"),
    Slip(
        "an operator of another language", "wanted(c.suit) and step", "wanted(c.suit) §&& step", "E312", "write `and`"
    ),
]

SILENT = {
    "a byte order mark": ("# Hanabi", "\ufeff# Hanabi"),
    "Windows line ends": ("\n", "\r\n"),
    "no last line end": (END, END.rstrip()),
    "a tab before a comment": ("seen_by: everyone}\n", "seen_by: everyone}\t# open\n"),
    "a document start": ("# Hanabi", "---\n# Hanabi"),
    "a choice that is called no": (
        "  empty_clues:",
        "  country: {default: no, choices: [no, se, dk]}\n  empty_clues:",
    ),
}


def hanabi() -> str:
    path = shipped_file("hanabi")
    assert path is not None
    return path.read_text(encoding="utf-8")


def written(folder: Path, text: str) -> Path:
    path = folder / "hanabi-at-home.yaml"
    path.write_bytes(text.replace("game: hanabi\n", "game: hanabi-at-home\n").encode())
    return path


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_slip_is_told(slip: Slip, ends: str, tmp_path: Path) -> None:
    assert slip.old in hanabi()
    marked = hanabi().replace(slip.old, slip.new, 1).replace("game: hanabi\n", "game: hanabi-at-home\n")
    before = marked.partition(MARK)[0].split("\n") if MARK in marked else None
    path = written(tmp_path, marked.replace(MARK, "").replace("\n", ends))
    found = [d for d in check_file(path) if d.code not in ("W211", "W601")]
    assert found
    first = found[0]
    assert first.code == slip.code, [d.message.text() for d in found]
    assert len(found) == 1, [d.message.text() for d in found]
    if before is not None:
        assert (first.span.line, first.span.column) == (len(before), len(before[-1].lstrip("\ufeff")) + 1)
    assert slip.told in first.message.text()
    assert slip.remedy in (first.help.text() if first.help else first.message.text())
    assert first.help is not None or "write" in first.message.text() or "did you mean" in first.message.text() or (
        "have" in first.message.text()
    )  # fmt: skip
    assert first.message.text("es") != first.message.text("en")


@pytest.mark.parametrize("change", SILENT.values(), ids=SILENT)
def test_what_is_no_mistake_is_not_told(change: tuple[str, str], tmp_path: Path) -> None:
    assert change[0] in hanabi()
    text = hanabi().replace(*change) if change[0] == "\n" else hanabi().replace(*change, 1)
    found = check_file(written(tmp_path, text))
    assert not [d for d in found if d.code not in ("W211", "W601")], [d.message.text() for d in found]


def variant(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\nof: hanabi\n{text}\n", encoding="utf-8")
    return str(path)


def test_a_list_that_replaces(tmp_path: Path) -> None:
    found = check_spec(variant(tmp_path, "one-more", "change: {kinds: {suit: [orange]}}"))
    (told,) = [d for d in found if d.code == "W501"]
    assert (told.span.line, told.span.column) == (3, 24)
    assert "red, yellow, green, blue, white" in told.message.text()
    assert told.help is not None
    assert "{add: [orange]}" in told.help.text()


def test_two_variants_that_clash(tmp_path: Path) -> None:
    one = variant(tmp_path, "small-hands", "set: {hand_size: 3}")
    two = variant(tmp_path, "large-hands", "set: {hand_size: 6}")
    (told,) = [d for d in check_spec(one, [two]) if d.severity == "error"]
    assert told.code == "E502"
    assert "hand_size" in told.message.text()
    places = {told.span.source.name, *(label.span.source.name for label in told.labels)}
    assert {Path(name).stem for name in places} == {"small-hands", "large-hands"}


def test_a_choice_that_nearly_exists(tmp_path: Path) -> None:
    (told,) = [d for d in check_spec(variant(tmp_path, "fouls", "set: {fouls: alowed}")) if d.severity == "error"]
    assert (told.code, told.span.line, told.span.column) == ("E506", 3, 14)
    assert told.help is not None
    assert "`allowed`" in told.help.text()


def test_there_are_many() -> None:
    """How many mistakes are seeded: those of this file, and of `tests/errors`."""
    files = case_files()
    wanted = sum(len(expected(path)) for path in files)
    silent = [path for path in files if not expected(path)]
    total = wanted + len(SLIPS) + 3
    here = len(SLIPS) + 3
    print(f"{total} seeded mistakes, {here} of them in Hanabi; {len(silent) + len(SILENT)} texts that are silent")
    assert total >= 120
