"""Words: terms, plurals, what is missing, and the check of words."""

from __future__ import annotations

from pathlib import Path

import pytest

import reglas
from reglas.paths import specs_folder
from reglas.reading.diagnostics import Diagnostics
from reglas.spec.loading import Loader, read_file
from reglas.table.voice import Voice
from reglas.table.words import Words, check_inline_words, check_words

TOY = Path(__file__).parent / "toy" / "toy.yaml"


def words_of(name: str, lang: str, with_: list[str] | None = None) -> Words:
    return Words(reglas.load(name, with_=with_ or []).spec, lang)


def test_terms_and_plurals() -> None:
    words = words_of("janabi", "es")
    assert words.name == "Janabi"
    assert [words.count("clues", n) for n in (0, 1, 3)] == ["0 pistas", "1 pista", "3 pistas"]
    assert words.value("suit", "red").many == "rojos"
    assert words.value("suit", "red").sign == "R"
    assert words.condition("a_clue_token") == "no queda ninguna pista"
    assert words_of("hanabi", "en").count("clues", 1) == "1 clue token"


def test_a_card_by_its_template() -> None:
    game = reglas.load("hanabi")
    face = game.face("red 1")
    assert face is not None
    assert Voice(game, "es").card(face) == "1 rojo"
    assert Voice(game, "en").card(face) == "red 1"


def test_without_words_keys_are_left() -> None:
    words = words_of("hanabi", "de")
    assert words.name == "hanabi"
    assert words.count("clues", 2) == "2 clues"
    assert words.condition("a_clue_token") == "a_clue_token"
    assert words.action("play", "log") is None


def test_a_variant_adds_words_and_keeps_the_name() -> None:
    words = words_of("hanabi", "es", ["black-powder"])
    assert words.name == "Hanabi"
    assert words.value("suit", "black").one == "negro"
    assert words.variant("black-powder")[0] == "Pólvora negra"


@pytest.mark.parametrize(
    "path", sorted(specs_folder().rglob("words.*.yaml")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_shipped_words_are_complete(path: Path) -> None:
    diagnostics = Diagnostics()
    root = read_file(path, diagnostics)
    check_words(path, root, diagnostics)  # type: ignore[arg-type]
    assert not diagnostics.found


def found_in(tmp_path: Path, change: tuple[str, str]) -> list[tuple[str, int, str]]:
    (tmp_path / "toy.yaml").write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "words.es.yaml"
    path.write_text(TOY.with_name("words.es.yaml").read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    diagnostics = Diagnostics()
    root = read_file(path, diagnostics)
    check_words(path, root, diagnostics)  # type: ignore[arg-type]
    return [(d.code, d.span.line, d.help.text() if d.help else "") for d in diagnostics.found]


def test_words_without_a_fault(tmp_path: Path) -> None:
    assert found_in(tmp_path, ("", "")) == []


def test_an_unknown_key(tmp_path: Path) -> None:
    found = found_in(tmp_path, ("  moon:", "  mooon:"))
    assert ("E301", 5 + 0, "did you mean `moon`?") in found or ("E301", 6, "did you mean `moon`?") in found
    assert [code for code, _, _ in found] == ["E301", "W211"]


def test_a_key_of_another_section(tmp_path: Path) -> None:
    found = found_in(tmp_path, ("tokens: {coins:", "tokens: {gifts: x, coins:"))
    assert [(code, help) for code, _, help in found] == [("E301", "`gifts` belongs under `options`")]


def test_an_unknown_part(tmp_path: Path) -> None:
    found = found_in(tmp_path, ("echar {card}", "echar {cards}"))
    assert [(code, help) for code, _, help in found] == [("E301", "did you mean `{card}`?")]


def test_a_lonely_brace(tmp_path: Path) -> None:
    assert [code for code, _, _ in found_in(tmp_path, ("echar {card}", "echar {card"))] == ["E204"]


def test_what_has_no_word(tmp_path: Path) -> None:
    assert [code for code, _, _ in found_in(tmp_path, (", long_line: la fila está llena", ""))] == ["W211"]


def test_words_of_a_game_that_is_not_there(tmp_path: Path) -> None:
    assert [code for code, _, _ in found_in(tmp_path, ("of: toy", "of: nothing_like_it"))] == ["E301"]


def test_words_inside_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "grey.yaml"
    path.write_text(
        "variant: grey\nof: hanabi\nchange:\n  kinds: {suit: {add: [grey]}}\n"
        "words:\n  es:\n    name: Gris\n    values: {greey: gris}\n",
        encoding="utf-8",
    )
    spec = Loader().load(str(path))
    assert spec is not None
    diagnostics = Diagnostics()
    check_inline_words(spec, diagnostics)
    assert [(d.code, d.span.line) for d in diagnostics.found] == [("E301", 8), ("W211", 4), ("W211", 4)]
