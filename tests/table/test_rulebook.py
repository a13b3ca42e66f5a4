"""Rulebooks: those of the shipped games as they lie in `tests/rulebooks`, and that no rule is left out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import shipped
from reglas.cli.main import main
from reglas.language.expressions import Choice, Number
from reglas.paths import shipped_games
from reglas.reading.messages import LANGUAGES
from reglas.spec.loading import Loader, Spec
from reglas.spec.model import Action, Game
from reglas.table.rulebook.address import READER, SOMEONE, addressed, relative, wished
from reglas.table.rulebook.forms import markdown, terminal
from reglas.table.rulebook.html import html
from reglas.table.rulebook.write import base_of, model_of, rulebook

FOLDER = Path(__file__).parents[1] / "rulebooks"
GAMES = [path.stem for path in shipped_games()]


@cache
def loaded(game: str) -> Spec:
    spec = Loader().load(game)
    assert spec is not None
    assert spec.ok
    return spec


def shipped_variants(game: str) -> Iterator[Path]:
    for path in shipped_games():
        if path.stem == game:
            yield from (path.parent / "variants").glob("*.yaml")


def text(spec: Spec, lang: str, players: int | None = None) -> str:
    return markdown(rulebook(spec, lang, players))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_golden(game: str, lang: str) -> None:
    """`python tools/rulebooks.py --write` writes them anew."""
    found = markdown(rulebook(loaded(game), lang, base=base_of(loaded(game))))
    assert found == (FOLDER / f"{game}.{lang}.md").read_text(encoding="utf-8")


# -- nothing is hidden ------------------------------------------------------------------------------------------------


def without_each_condition(model: Game) -> list[tuple[str, Game]]:
    """A game once for every condition of an action, without it."""
    found = []
    for name, action in model.actions.items():
        for section in ("needs", "honour"):
            for condition in getattr(action, section):
                left = tuple(each for each in getattr(action, section) if each is not condition)
                poorer: Action = replace(action, **{section: left})  # type: ignore[arg-type]
                found.append((f"{name}: {condition.name}", replace(model, actions={**model.actions, name: poorer})))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_condition_removed_changes_both_languages(game: str) -> None:
    spec = loaded(game)
    whole = {lang: text(spec, lang) for lang in LANGUAGES}
    for name, poorer in without_each_condition(model_of(spec)):
        for lang in LANGUAGES:
            changed = text(replace(spec, model=poorer), lang)
            assert changed != whole[lang], f"{game} {lang}: {name}"


def variant(tmp_path: Path, change: str) -> Spec:
    path = tmp_path / "changed.yaml"
    path.write_text(f"variant: changed\nof: hanabi\nchange:\n{change}", encoding="utf-8")
    spec = Loader().load(str(path))
    assert spec is not None
    assert spec.ok, spec.diagnostics.found
    return spec


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "change",
    [
        "  define: {complete(s): size(stack(s)) == size(rank) - 1}\n",
        "  define: {fits(c): c.rank > size(stack(c.suit))}\n",
        "  define:\n    suit_touches(c, hint): c.suit == hint or c.rank == 5\n",
        "  define: {copies_at(n): {n: {1: 3, 5: 2, else: 2}}}\n",
        "  actions: {discard: {do: {if: {if: discard_pays and size(deck) > 2}}}}\n",
        "  actions: {clue_suit: {needs: {a_clue_token: clues > 1}}}\n",
        "  zones: {hand: {seen_by: owner}}\n",
        "  tokens: {storms: {start: 2}}\n",
        "  flow: {turns: {last_round: {owed: others}}}\n",
        "  end: {struck: {score: 1}}\n",
    ],
)
def test_a_change_of_what_has_a_sentence_is_told(tmp_path: Path, change: str, lang: str) -> None:
    """A sentence in words is for one expression; another expression is told otherwise, or its meaning is."""
    plain, changed = text(loaded("hanabi"), lang), text(variant(tmp_path, change), lang)
    body = [part.split("\n", 3)[-1] for part in (plain, changed)]  # the title differs anyway
    assert body[0] != body[1]


def test_differences_are_set_off(tmp_path: Path) -> None:
    spec = variant(tmp_path, "  actions: {clue_suit: {needs: {a_clue_token: clues > 1}}}\n")
    book = rulebook(spec, "es", base=loaded("hanabi"))
    assert book.sections[0].key == "differences"
    lines = list(book.sections[0].lines())
    rest = "y solo si alguna carta del jugador elegido es del color elegido."
    assert lines == ["Dar una pista de color:",
                     f"Ahora: Solo puedes hacerlo si hay más de una ficha de pista, {rest}",
                     f"En lugar de: Solo puedes hacerlo si quedan fichas de pista, {rest}"]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_variants_have_rulebooks_in_words(game: str) -> None:
    """Every variant is told (everyday one in three), with what is different, and no key of the spec stands in its
    book."""
    for path in sorted(shipped_variants(game))[:: 1 if shipped.FULL else 3]:
        spec = Loader().load(str(path))
        assert spec is not None, path
        book = rulebook(spec, "es", base=loaded(spec.chain[0]))
        assert book.sections[0].key == "differences", path
        assert not re.findall(r"\w+_\w+", markdown(book)), path


# -- how it reads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "said", "told"),
    [
        ("en", "{you} has not passed", "you have not passed"),
        ("en", "if the sum of the dice of {you} is 8", "if the sum of your dice is 8"),
        ("en", "the other goes before {you}", "the other goes before you"),
        ("es", "{you} todavía no ha pasado", "todavía no has pasado"),
        ("es", "los dados de {you} suman 8", "tus dados suman 8"),
        ("es", "a {you} no le quedan vidas", "no te quedan vidas"),
        ("es", "{you} se lleva el castigo", "te llevas el castigo"),
        ("es", "el otro pierde frente a {you}", "el otro pierde frente a ti"),
        ("es", "esa carta es de {you}", "esa carta es tuya"),
    ],
)
def test_the_reader_is_spoken_to(lang: str, said: str, told: str) -> None:
    assert addressed(said.format(you=READER), lang) == told


def test_what_is_sought_follows_its_noun() -> None:
    assert relative(f"{SOMEONE} tiene un par", "es") == "que tiene un par"
    assert relative(f"el jugador puede echar {SOMEONE}", "es") == "que el jugador puede echar"
    assert relative(f"esa carta es de {SOMEONE}", "es") is None
    assert relative(f"{SOMEONE} is no more than {SOMEONE}", "en") is None
    assert wished("que no ha pasado", "es") == "que no haya pasado"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_marks_are_left(game: str, lang: str) -> None:
    """Marks for the reader and for things spoken of are all put into words, and no big number stands for a place."""
    told = text(loaded(game), lang)
    assert not re.search("[\ue000-\uf8ff]", told)
    assert "9999" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("  routines: {speak: {clear: null}}\n", "notes"),
        ("  routines: {note: {set: {set: {speaker: null}}}}\n", "notes"),
        ("  flow: {until: {do: {clear: {clear: [speaker, breach, claim, sayers, passers, passed]}}}}\n", "notes"),
    ],
)
def test_books_that_are_kept_are_told(tmp_path: Path, change: str, part: str, lang: str) -> None:
    """What only keeps books stands in a section of its own, and a change of it changes that."""
    path = tmp_path / "changed.yaml"
    path.write_text(f"variant: changed\nof: julenque\nchange:\n{change}", encoding="utf-8")
    spec = Loader().load(str(path))
    assert spec is not None
    assert spec.ok, spec.diagnostics.found
    plain, changed = (
        next(list(section.lines()) for section in rulebook(each, lang).sections if section.key == part)
        for each in (loaded("julenque"), spec)
    )
    assert plain != changed


def test_first_and_last_for_a_reason() -> None:
    """A number that no sum reaches is told as a place; one that a sum may reach is told as it is."""
    told = text(loaded("sabai-sabai"), "en")
    assert "Whoever has all the jokers comes first" in told
    spec = loaded("sabai-sabai")
    model = model_of(spec)
    standing = model.definitions["standing"]
    assert isinstance(standing.body, Choice)
    within = replace(standing, body=replace(standing.body, yes=Number(standing.span, 5)))
    other = replace(spec, model=replace(model, definitions={**model.definitions, "standing": within}))
    assert "Whoever has all the jokers comes first" not in text(other, "en")
    assert "5 if that player has all the jokers" in text(other, "en")


def test_words_of_a_variant_mean_nothing_in_the_game() -> None:
    """Names that only a variant has do not stand for anything in the game it is compared with."""
    spec = Loader().load("hanabi", ("starter-clues",))
    assert spec is not None
    book = rulebook(spec, "en", base=loaded("hanabi"))
    changed = {item.text for item in book.sections[0].items}
    assert changed == {"Give a colour clue:", "To keep in mind:"}


def test_a_number_of_players_settles_numbers() -> None:
    assert "5 con 2 o 3 jugadores" in text(loaded("hanabi"), "es")
    assert "Reparte a cada jugador cuatro cartas del mazo" in text(loaded("hanabi"), "es", players=4)


# -- forms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_html_is_one_page_without_scripts(game: str) -> None:
    page = html(rulebook(loaded(game), "es"))
    assert "<script" not in page
    assert "http" not in page
    assert "src=" not in page
    body = page[page.index("<body>") : page.index("</html>")]
    ElementTree.fromstring(body)
    assert "<svg" in page


def test_terminal_keeps_to_a_width() -> None:
    assert max(map(len, terminal(rulebook(loaded("hanabi"), "en"), 60).splitlines())) <= 60


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "janabi", "--players", "3", "--lang", "es", "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("# Janabi\n")
    assert main(["rules", "hanabi", "--with", "black-powder", "--lang", "en"]) == 0
    assert "What is different from Hanabi" in capsys.readouterr().out
    assert main(["rules", "hanabi", "--players", "9"]) == 2
