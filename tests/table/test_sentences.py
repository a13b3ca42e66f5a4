"""What happened, in sentences."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.knowledge.seen import OBSERVER, SPECTATOR
from reglas.play import Game, Outcome
from reglas.table.sentences import Teller, ending
from reglas.table.voice import Voice

TOY = Path(__file__).parent / "toy" / "toy.yaml"

DEAL = ["red 1", "blue 1", "red 2", "blue 2", "red 3", "blue 3", "red 4", "blue 4", "red 5", "blue 5", "green 1",
        "white 1", "white 2"]  # fmt: skip


@cache
def game_for(name: str, players: int) -> Game:
    return reglas.load(name, players=players)


def told(lang: str, viewer: int, *moves: str, names: tuple[str, ...] = ()) -> list[str]:
    """The lines told to a viewer after each of some moves of a small game, the deal left out."""
    game = reglas.load("hanabi", players=2)
    state = game.start(1, DEAL)
    teller = Teller(Voice(game, lang, names), viewer)
    teller.skip(state.seen(viewer))
    lines = []
    for move in moves:
        state.push(move)
        lines += teller.news(state.seen(viewer))
    return lines


def test_the_deal_is_one_line() -> None:
    game = reglas.load("hanabi", players=3)
    state = game.start(1)
    assert Teller(Voice(game, "en"), 0).news(state.seen(0)) == [
        "The deck is shuffled. Everybody is dealt 5 cards (35 left)."
    ]


def test_a_card_that_fits() -> None:
    line = told("en", OBSERVER, "play 1")
    assert line == ["A plays card 1: red 1, to the red stack. Draws a card: green 1 (39 left)."]
    assert told("es", OBSERVER, "play 1") == [
        "A juega su carta 1: 1 rojo, a la pila de los rojos. Roba una carta: 1 verde (quedan 39)."
    ]


def test_a_card_that_does_not_fit() -> None:
    line = told("en", OBSERVER, "play 3")
    assert line == ["A plays card 3: red 3, to the discard pile. 2 storm tokens left. Draws a card: green 1 (39 left)."]


def test_a_drawn_card_is_named_only_to_who_sees_it() -> None:
    assert "green 1" not in told("en", 0, "play 1")[0]
    assert "green 1" in told("en", 1, "play 1")[0]
    assert told("en", SPECTATOR, "play 1")[0].endswith("Draws a card (39 left).")


def test_clues() -> None:
    lines = told("es", 0, "clue_rank B 2", "clue_suit A red", names=("Ana", "Luis"))
    assert lines == [
        "Ana le señala a Luis sus cartas de número 2: la carta 2. Quedan 7 fichas de pista.",
        "Luis le señala a Ana sus cartas de color rojo: las cartas 1, 2, 3, 4 y 5. Quedan 6 fichas de pista.",
    ]


def test_a_discard_need_not_name_its_pile() -> None:
    lines = told("en", 1, "clue_rank B 2", "clue_rank A 2", "discard 1")
    assert lines[-1] == "A discards card 1: red 1. 7 clue tokens now. Draws a card: green 1 (39 left)."


def test_counters_near_nothing() -> None:
    moves = ["clue_rank B 2", "clue_rank A 2"] * 4
    lines = told("en", 0, *moves)
    assert lines[-2].endswith("Only 1 clue token left.")
    assert lines[-1].endswith("No clue tokens left.")


def test_without_words_the_keys_are_told() -> None:
    assert told("de", OBSERVER, "play 1")[0].startswith("A: play ")


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_card_passed_between_loose_hands(viewer: int) -> None:
    game = reglas.load(str(TOY), players=2)
    state = game.start(3)
    teller = Teller(Voice(game, "es"), viewer)
    teller.skip(state.seen(viewer))
    hand = state.view(0).zone("grip", "A").cards
    state.push("give 1 B")
    line = teller.news(state.seen(viewer))[0]
    face = hand[0].face
    assert face is not None
    seen = Voice(game, "es").card(face)
    assert (seen in line) == (viewer >= 0)
    assert "A tiene ahora 3 monedas" in line
    assert "El último en dar: A" in line


def test_how_a_game_ended() -> None:
    voice = Voice(reglas.load("hanabi"), "en", ("Ana",))
    assert ending(voice, Outcome("perfect", "won", 25, (), ())) == [
        "The game is over: all the fireworks are complete.",
        "Won, with 25 points.",
    ]
    assert ending(voice, Outcome("struck", "lost", None, (), ()))[1] == "Lost."
    assert ending(voice, Outcome("played_out", "done", 1, (), ()))[1] == "1 point in all."
    assert ending(voice, Outcome("struck", "", None, (3, 4), (0, 1)))[1:] == ["Points: Ana 3, B 4.", "Ana and B win."]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", ["hanabi", "janabi", str(TOY)])
def test_whole_games_have_no_gaps(name: str, lang: str) -> None:
    from reglas.bots.random_bot import RandomBot

    game = game_for(name, 3)
    for seed in range(3):
        state = game.start(seed)
        teller = Teller(Voice(game, lang), OBSERVER)
        while not state.over and len(state.played) < 300:
            seat = state.to_act[0]
            state.push(RandomBot(seed, seat).choose(state.view(seat)))
            for line in teller.news(state.seen(OBSERVER)):
                assert "{" not in line
                assert "  " not in line
                assert line.endswith(".")
                assert " a el " not in line
                assert " de el " not in line
