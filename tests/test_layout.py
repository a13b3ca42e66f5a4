"""The layout: what a file says stays the same, twice is as good as once, and shipped files are in order."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import shipped
from reglas.paths import specs_folder
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import Unreadable, load_source
from reglas.reading.source import Source
from reglas.reading.yaml12 import read
from reglas.spec.layout import alike, laid_out
from reglas.spec.section_order import sorted_root

TESTS = Path(__file__).parent
SHIPPED = sorted(specs_folder().rglob("*.yaml"))
FILES = [*SHIPPED, *sorted(TESTS.rglob("*.yaml"))[:: 1 if shipped.FULL else 4]]
"""Everyday one in four of the files of tests."""

UGLY = """\


game:   ugly
players:    2 \t


tokens:
     pot: { start: 0 , max: 9 }   # how much
     jar:   {start: 0,max: 9} # one blank
     # about the lid
     lid:     { max : 3 }
actions:
  add:
    do:
    -   gain: 'pot'
    -   if:   pot == 3
        then:
        - {gain: jar}
  look: {do: [ {gain: pot} , {lose: pot} ]}
define:
  low:    1
  middle: "max(1, 2)"
end:
      done:
          {outcome: done, score: "max(pot, 3)"}
words:
    en:
        name: >-
           A text
           of lines

           and more
        about: "on: one"
"""

NEAT = """\
game: ugly
players: 2

tokens:
  pot: {start: 0, max: 9}   # how much
  jar: {start: 0, max: 9}  # one blank
  # about the lid
  lid: {max: 3}
actions:
  add:
    do:
      - gain: pot
      - if: pot == 3
        then:
          - {gain: jar}
  look: {do: [{gain: pot}, {lose: pot}]}
define:
  low:    1
  middle: max(1, 2)
end:
  done:
    {outcome: done, score: "max(pot, 3)"}
words:
  en:
    name: >-
       A text
       of lines

       and more
    about: "on: one"
"""


def test_an_example() -> None:
    assert laid_out(Source("ugly", UGLY)) == NEAT


def test_sections_of_a_variant_stand_in_order() -> None:
    written = "# Mine.\nvariant: my\nwords:\n  en: {name: My}\n\n# more\nset: {a: 1}  # one\nof: big\n# the end\n"
    neat = "# Mine.\nvariant: my\nof: big\n# the end\n\n# more\nset: {a: 1}  # one\nwords:\n  en: {name: My}\n"
    assert laid_out(Source("a", written)) == neat


def test_sections_of_a_game_stay_where_they_are() -> None:
    written = "game: my\nflow: [{shuffle: deck}]\nplayers: 2\n"
    assert laid_out(Source("a", written)) == written


@pytest.mark.parametrize(
    "text", ["no", "Yes", "on", "12:30", "2001-01-01", "1_000", "-", "", " a", "a: b", "a #b", "null"]
)
def test_quotes_that_are_needed_stay(text: str) -> None:
    written = f'words: en\nof: my\nname: "{text}"\n'
    assert laid_out(Source("a", written)) == written


def test_quotes_that_a_comma_asks_for_stay_in_braces() -> None:
    written = 'words: en\nof: my\nends: {a: "one, two", b: three}\n'
    assert laid_out(Source("a", written)) == written


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_in_order(path: Path) -> None:
    source = load_source(path)
    assert laid_out(source) == source.text


def messed(text: str, choices: random.Random) -> str:
    """A text with other blanks, in places where they say nothing."""
    lines, times = [], choices.choice((1, 2))
    for line in text.splitlines():
        body = line.lstrip(" ")
        blanks = len(line) - len(body)
        spread = re.sub(r"(?<=[\w)]): (?=[\w{\[])", ":" + " " * choices.randint(1, 4), body, count=1)
        lines.append(" " * (blanks * times) + spread + " " * choices.randint(0, 2))
        if not choices.randint(0, 9) and "'" not in text and '"' not in text:
            lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_meaning_stays(path: Path) -> None:
    try:
        given = load_source(path)
    except Unreadable:
        return
    for text in (given.text, messed(given.text, random.Random(path.stem))):
        found = Diagnostics()
        before = read(Source("a", text), found)
        if before is None or found.errors:
            continue
        after = laid_out(Source("a", text))
        assert after is not None
        again = read(Source("a", after), Diagnostics())
        assert again is not None
        assert alike(sorted_root(before), sorted_root(again))
        assert laid_out(Source("a", after)) == after
        assert not re.search(r"[ \t]+$", after, re.MULTILINE) or "|" in after or ">" in after
