"""Moves as people see and type them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.play import AmbiguousMove, Game, IllegalMove, State, UnreadableMove
from reglas.table.phrases import Phrases
from reglas.table.voice import Voice

TOY = Path(__file__).parent / "toy" / "toy.yaml"


@cache
def game_for(name: str, players: int) -> Game:
    return reglas.load(name, players=players)


def table(name: str, lang: str, names: tuple[str, ...] = (), players: int = 3) -> tuple[Phrases, State]:
    game = game_for(name, players)
    chance = ["blue 1", "red 1"] if name == "hanabi" else []
    return Phrases(Voice(game, lang, names)), game.start(5, chance)


@pytest.mark.parametrize(
    ("lang", "canonical", "text"),
    [
        ("es", "clue_suit B red", "pista B rojo"),
        ("es", "clue_rank C 3", "pista C 3"),
        ("es", "play 2", "jugar 2"),
        ("en", "clue_suit B red", "clue B red"),
        ("de", "clue_suit B red", "clue_suit B red"),
    ],
)
def test_writing(lang: str, canonical: str, text: str) -> None:
    assert table("hanabi", lang)[0].write(canonical) == text


def test_writing_names() -> None:
    phrases, _ = table("hanabi", "es", ("Ana", "Luis"))
    assert phrases.write("clue_suit B red") == "pista Luis rojo"
    assert phrases.write("clue_suit C red") == "pista C rojo"


@pytest.mark.parametrize("lang", ["es", "en", "de"])
@pytest.mark.parametrize("name", ["hanabi", "janabi", str(TOY)])
def test_every_move_is_read_back(name: str, lang: str) -> None:
    phrases, state = table(name, lang, ("Ana",))
    for move in state.legal_moves:
        assert phrases.read(state, phrases.write(move.text)) == move
        assert phrases.read(state, move.text) == move


@pytest.mark.parametrize(
    "text",
    ["pista b rojo", "PISTA  Luís ROJO", "  pista luis rojos ", "p luis r", "clue_suit B red", "Clue_Suit b rojo"],
)
def test_people_are_forgiven(text: str) -> None:
    phrases, state = table("hanabi", "es", ("Ana", "Luis"))
    assert phrases.read(state, text).text == "clue_suit B red"


def test_one_template_for_two_actions() -> None:
    phrases, state = table("hanabi", "es")
    legal = [move.text for move in state.legal_moves if move.action == "clue_rank"]
    assert phrases.read(state, legal[0].replace("clue_rank", "pista")).text == legal[0]


@pytest.mark.parametrize(
    ("text", "at", "help"),
    [
        ("pista B rjo", 8, "did you mean `rojo`?"),
        ("jugra 1", 0, "did you mean `jugar`?"),
        ("jugar", 5, "a place is wanted, such as 1"),
        ("jugar 1 2", 8, None),
        ("", 0, None),
    ],
)
def test_what_cannot_be_read(text: str, at: int, help: str | None) -> None:
    phrases, state = table("hanabi", "es")
    with pytest.raises(UnreadableMove) as caught:
        phrases.read(state, text)
    assert caught.value.at == at
    assert (caught.value.help.text() if caught.value.help else None) == help


def test_a_refusal_names_its_condition() -> None:
    phrases, state = table("hanabi", "es")
    with pytest.raises(IllegalMove) as caught:
        phrases.read(state, "descartar 1")
    assert caught.value.condition == "a_token_to_regain"
    assert caught.value.text == "descartar 1"


def test_a_place_that_is_not_there() -> None:
    phrases, state = table("hanabi", "es")
    with pytest.raises(IllegalMove) as caught:
        phrases.read(state, "jugar 9")
    assert caught.value.condition is None


def test_a_cut_word_that_means_two_moves() -> None:
    phrases, state = table("hanabi", "en", players=2)
    state.push("play 1")
    state.push(next(m for m in state.legal_moves if m.action == "clue_suit"))
    assert phrases.read(state, "p 1").text == "play 1"
    same = Phrases(Voice(state.game, "en"))
    same.patterns = [*same.patterns]
    for pattern in list(same.patterns):
        if pattern.action in ("play", "discard"):
            same.patterns.append(type(pattern)(pattern.action, ("drop", *pattern.parts[1:]), pattern.order))
    with pytest.raises(AmbiguousMove) as caught:
        same.read(state, "dr 1")
    assert set(caught.value.candidates) == {"play 1", "discard 1"}
