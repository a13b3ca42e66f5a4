"""The rulebook as people ask for it while they play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.paths import shipped_games
from reglas.reading.messages import LANGUAGES
from reglas.table.phrases import Phrases
from reglas.table.rulebook.pages import Pages
from reglas.table.voice import Voice

GAMES = [path.stem for path in shipped_games()]
ROWS, COLUMNS = 24, 80


@cache
def pages(game: str, lang: str) -> Pages:
    voice = Voice(reglas.load(game), lang)
    return Pages(voice, Phrases(voice), COLUMNS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_contents_fit_a_small_terminal(game: str, lang: str) -> None:
    lines = pages(game, lang).answer()
    assert len(lines) < ROWS
    assert all(len(line) <= COLUMNS for line in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_part_is_shown_by_its_number_and_found_by_its_title(game: str, lang: str) -> None:
    book = pages(game, lang)
    for page in book.every:
        assert book.answer(page.number)[0] == page.section.title
        assert page in book.found(page.section.title.lower())


def test_parts_of_a_long_part_are_listed() -> None:
    book = pages("julenque", "en")
    assert book.answer("actions")[2:4] == ["  4.1  Open the round with a value", "  4.2  Open the round with a pass"]
    assert any("reports" in line or "Report" in line for line in book.answer("report"))


def test_a_move_is_found_as_it_is_typed() -> None:
    assert pages("julenque", "es").answer("reporto")[0] == "Reportar la última jugada"


def test_a_variant_of_ones_own_is_set_off_from_its_game(tmp_path: Path) -> None:
    (tmp_path / "stones.yaml").write_text(
        "game: stones\nlanguage: 1\nplayers: 2\noptions: {begin: {default: 3, range: 1..9}}\n"
        "tokens: {heap: {start: begin, max: 9}}\nactions: {take: {needs: {some: heap > 0}, do: [{lose: heap}]}}\n"
        "flow: [{turns: forward, choose: [take]}]\n"
        "end: {over: {when: heap == 0, outcome: done}, never: {outcome: done}}\n"
    )
    path = tmp_path / "many.yaml"
    path.write_text("variant: many\nof: stones\nset: {begin: 7}\n")
    voice = Voice(reglas.load(str(path)), "en")
    book = Pages(voice, Phrases(voice))
    assert book.pages[0].section.key == "differences"
    (tmp_path / "stones.yaml").unlink()
    assert Pages(voice, Phrases(voice)).pages[0].section.key != "differences"
