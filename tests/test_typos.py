"""Two neighbouring letters swapped, in each key and in each word that refers to something, in turn.

Each slip is an error at the very place, and nearly always the right word is named. Not tried are names where they are
declared (then every use is what is wrong), words of one letter, and slips that give another legal word.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from reglas.checking import check_file
from reglas.paths import shipped_file
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.reading.source import Source
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.reading.yaml12 import read

LEAST_NAMED = 0.9

SHORT = """\
variant: at-home
of: hanabi
set: {clue_tokens: 9}
change:
  kinds: {suit: {add: [orange]}}
  flow: {turns: {last_round: null, stuck: skip}}
"""

RICH = """\
variant: at-grandmothers
of: hanabi
players: 2..4
set:
  storm_tokens: 2
  hand_size: {size(seats): {2: 6, else: 4}}
change:
  kinds: {suit: {add: [orange]}}
  memory:
    helper: {of: player, optional: true}
    told: {list: suit, newest: 3}
  define:
    short(s): s == orange
    dear(c): c.rank >= 4 and not gone(c) or helper is none
    needed(c):
      wanted(c.suit) and step(c.suit, c.rank) > size(stack(c.suit)) if c.suit != orange else fits(c)
  actions:
    give:
      pick: {from_whom: others, card: hand(from_whom) where dear(card), to: others}
      needs:
        a_clue_token: clues > 0
        room: size(hand(to)) < hand_size
      do:
        - {lose: clues, by: 1}
        - {move: card, to: hand(to)}
        - set: {helper: me}
        - {push: first(suit), onto: told}
        - if: helper == next(me)
          then: [{clear: helper}]
        - for: p in others where size(hand(p)) == 0
          do: [{call: refill}]
    discard:
      needs: {a_token_to_regain: null}
      do: {if: {then: {gain: {by: 2}}}}
  routines: {lay: {before: {if: [{tell: x.rank == 5, of: x in hand(me), to: everyone}]}}}
  flow: {turns: {last_round: null, stuck: skip, choose: {add: [give]}}}
  end:
    struck: {score: fireworks}
    generous: {when: helper is not none and size(told) > 2, outcome: won, score: count(c in discard where dear(c))}
"""

ROUNDS = (Path(__file__).parent / "program" / "specs" / "rounds.yaml").read_text(encoding="utf-8")
ROUNDS = ROUNDS.replace("players: 2..4", "players: 3")  # for one number of players, so that each slip is judged once

NEW = {"helper", "told", "dear", "give", "room", "from_whom", "generous", "needed"}
"""Names that the rich variant declares."""

OPEN = re.compile(r"^(game|variant|language|words|use)$")


@dataclass(frozen=True)
class Word:
    """A word to be misspelt, and where it stands."""

    text: str
    start: int


def swapped(word: str) -> str | None:
    """The word with two neighbouring letters swapped, towards its middle."""
    for at in sorted(range(len(word) - 1), key=lambda i: abs(i - (len(word) - 1) // 2)):
        if word[at] != word[at + 1] and word[at].isalpha() and word[at + 1].isalpha():
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return None


def words_of(text: str, declared: set[str]) -> list[Word]:
    """Every word of a spec that means something told elsewhere."""
    diagnostics = Diagnostics()
    root = read(Source("spec", text), diagnostics)
    assert isinstance(root, Mapping)
    assert not diagnostics.found
    return sorted(set(referring(root, (), declared)), key=lambda word: word.start)


def referring(node: Node, path: tuple[str, ...], declared: set[str]) -> Iterator[Word]:
    if isinstance(node, Scalar):
        if not declares(path):
            yield from tokens(node)
    elif isinstance(node, Mapping):
        for entry in node:
            key = entry.key.text
            if not path and OPEN.match(key):
                yield from (Word(w.text, w.start) for w in tokens(entry.key) if key != "words")
                continue
            inner = (*path, key.split("(")[0])
            if not is_name(path, key, declared):
                yield from tokens(entry.key)
            yield from referring(entry.value, inner, declared)
    else:
        for item in node:
            yield from referring(item, (*path, "-"), declared)


SECTIONS = ("options", "kinds", "cards", "dice", "zones", "tokens", "memory", "define", "actions", "routines", "end")


def is_name(path: tuple[str, ...], key: str, declared: set[str]) -> bool:
    """Whether a key declares a name: an entry of a section of a game, a pick, a condition."""
    inside = path[1:] if path[:1] == ("change",) else path
    name = key.split("(")[0]
    section = len(inside) == 1 and inside[0] in SECTIONS
    named = len(inside) == 3 and inside[0] == "actions" and inside[2] in ("pick", "needs", "honour")
    if path[:1] == ("change",):
        return name in declared or (named and inside[1] in declared)
    rung = inside[:1] == ("kinds",) and inside[2:] == ("ladder",)
    field = inside[:1] == ("memory",) and inside[2:] == ("list",)
    return section or named or rung or field


def declares(path: tuple[str, ...]) -> bool:
    """Whether a scalar declares names: the values of a kind, what a choice is among, an `id`."""
    inside = path[1:] if path[:1] == ("change",) else path
    kind = inside[:1] == ("kinds",) and "remove" not in inside
    return kind or inside[-2:-1] == ("choices",) or inside[-1:] == ("id",)


def tokens(scalar: Scalar) -> Iterator[Word]:
    for found in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", scalar.text):
        yield Word(found[0], scalar.offsets[found.start()])


FULL = bool(os.environ.get("REGLAS_FULL"))
"""Try every slip, and not one in four of the longer texts."""


def slips(text: str, declared: set[str]) -> Iterator[tuple[Word, str, str]]:
    """Each word, the word as misspelt, and the text with it."""
    known = set(re.findall(r"\w+", text))
    for word in words_of(text, declared):
        wrong = swapped(word.text)
        if wrong is not None and wrong not in known:
            yield word, wrong, text[: word.start] + wrong + text[word.start + len(wrong) :]


def told(finding: Diagnostic) -> str:
    return f"{finding.message.text()} {finding.help.text() if finding.help else ''}"


def hanabi() -> str:
    """The game for one number of players, so that each slip is judged once."""
    path = shipped_file("hanabi")
    assert path is not None
    return path.read_text(encoding="utf-8").replace("players: 2..5 ", "players: 2    ")


@pytest.mark.parametrize(
    ("text", "declared", "least"),
    [
        (SHORT, set(), 10),
        (RICH, NEW, 100),
        (ROUNDS, set(), 200),
        (hanabi(), set(), 200),
    ],
    ids=["short variant", "rich variant", "rounds", "hanabi"],
)
def test_slips(text: str, declared: set[str], least: int, tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    assert not [d for d in check_file(path) if d.severity == "error"]
    every = 1 if FULL or least < 50 else 4
    tried, named, missed, unnamed = 0, 0, [], []
    for word, wrong, broken in islice(slips(text, declared), 0, None, every):
        path.write_text(broken, encoding="utf-8")
        errors = [d for d in check_file(path) if d.severity == "error"]
        here = [
            d for d in errors
            if d.span.source.text == broken and d.span.start <= word.start < max(d.span.end, d.span.start + 1)
        ]  # fmt: skip
        line = broken.count("\n", 0, word.start) + 1
        tried += 1
        if not here:
            missed.append((line, wrong, [f"{d.span.line}:{d.span.column} {told(d)}" for d in errors]))
        elif any(f"`{word.text}" in told(d) for d in here):
            named += 1
        else:
            unnamed.append((line, wrong, [told(d) for d in here]))
    print(f"{tried} slips, {named} named", *unnamed, sep="\n")
    assert not missed, "\n".join(map(str, missed))
    assert tried >= least // every
    assert named >= LEAST_NAMED * tried, "\n".join(map(str, unnamed))
