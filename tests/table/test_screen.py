"""The table drawn as text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.bots.random_bot import RandomBot
from reglas.knowledge.views import View
from reglas.play import Game, State
from reglas.table.rules_told import rules
from reglas.table.screen import WIDTH, Screen
from reglas.table.told import Level
from reglas.table.voice import Voice

TOY = Path(__file__).parent / "toy" / "toy.yaml"

DEAL = ["red 1", "blue 1", "red 2", "blue 2", "red 3", "blue 3", "red 4", "blue 4", "red 5", "white 5"]


@cache
def game_for(name: str, players: int) -> Game:
    return reglas.load(name, players=players)


def after(name: str, moves: int, players: int = 3, seed: int = 5) -> State:
    state = game_for(name, players).start(seed)
    while not state.over and len(state.played) < moves:
        seat = state.to_act[0]
        state.push(RandomBot(seed, seat).choose(state.view(seat)))
    return state


def drawn(screen: Screen, view: View, level: Level = "said") -> list[str]:
    return [line.text for line in screen.draw(view, level)]


def test_what_a_player_sees() -> None:
    state = reglas.load("hanabi", players=2).start(5, DEAL)
    state.push("clue_suit B blue")
    screen = Screen(Voice(state.game, "en", ("Ana", "Luis")))
    assert drawn(screen, state.view(1)) == [
        "Hanabi",
        "Your turn, Luis (B).",
        "clue tokens: 7 · storm tokens: 3 · deck: 40",
        "hands            1   2   3   4   5",
        "  Ana (A)        R1  R2  R3  R4  R5",
        "> Luis (B), you  B?  B?  B?  B?  ?",
        "stacks: red R– · yellow Y– · green G– · blue B– · white W–",
        "discard pile (0): –",
    ]
    ana = drawn(screen, state.view(0))
    assert ana[1] == "Luis (B) to move."
    assert ana[4] == "  Ana (A), you  ?   ?   ?   ?   ?"
    assert ana[5] == "> Luis (B)      B1  B2  B3  B4  W5"
    assert ana[6] == "    told        B?  B?  B?  B?  ?"


def test_three_levels_of_help() -> None:
    state = reglas.load("hanabi", players=2).start(5, DEAL)
    state.push("clue_suit B blue")
    state.push("clue_rank A 5")
    screen = Screen(Voice(state.game, "en"))

    def own(level: Level) -> list[str]:
        lines = drawn(screen, state.view(1, counted=True), level)
        at = next(n for n, line in enumerate(lines) if "B, you" in line)
        return [" ".join(line.split()) for line in lines[at : at + 2]]

    assert own("said") == ["B, you B? B? B? B? ?", "stacks: red R– · yellow Y– · green G– · blue B– · white W–"]
    assert own("all") == ["B, you B? B? B? B? ?", "is not B"]
    assert own("counted") == own("all")
    ana = drawn(screen, state.view(0), "all")
    assert any(line.split() == ["is", "not", "5", "5", "5", "5"] for line in ana)


def test_counting_leaves_what_is_not_elsewhere() -> None:
    state = reglas.load("hanabi", players=2).start(5, ["blue 5", "red 5", *["white 2"] * 2, "white 3", "blue 4"])
    state.push("clue_rank B 5")
    screen = Screen(Voice(state.game, "en"))
    mine = state.view(1, counted=True)
    place = next(n for n, c in enumerate(mine.zone("hand", "B").cards) if c.said is not None)
    assert place == 0
    every = [line for line in drawn(screen, mine, "all") if "B, you" in line]
    counted = drawn(screen, mine, "counted")
    at = next(n for n, line in enumerate(counted) if "B, you" in line)
    assert every[0].split()[3] == "?5"
    assert counted[at + 1].split()[2] == "B"


def test_stacks_and_discards_are_grouped() -> None:
    state = after("hanabi", 25, players=5)
    lines = drawn(Screen(Voice(state.game, "es")), state.view("observer"))
    discard = state.view("observer").zone("discard").cards
    assert any(line.startswith(f"descarte ({len(discard)}): ") for line in lines)


def test_moves_are_numbered_as_they_are_listed() -> None:
    state = reglas.load("hanabi", players=2).start(5, DEAL)
    view = state.view(0)
    lines = [line.text for line in Screen(Voice(state.game, "es")).moves(view)]
    assert lines == [
        "Dar una pista de color:",
        "  pista B … 1) azul  2) blanco",
        "Dar una pista de número: 3) pista B 1  4) pista B 2  5) pista B 3  6) pista B 4",
        "    7) pista B 5",
        "Jugar: 8) jugar 1  9) jugar 2  10) jugar 3  11) jugar 4  12) jugar 5",
    ]


def test_colours_are_ink_only() -> None:
    state = reglas.load("hanabi", players=2).start(5, DEAL)
    lines = Screen(Voice(state.game, "es")).draw(state.view(1))
    inked = {(piece.text, piece.ink) for line in lines for piece in line.pieces}
    assert ("R1", "red") in inked
    assert ("V–", "green") in inked


def test_what_was_changed_stands_on_the_title_line() -> None:
    game = reglas.load("hanabi", with_=["black-powder"], set={"clue_tokens": 5})
    lines = drawn(Screen(Voice(game, "es")), game.start(1).view(0))
    assert lines[0] == "Hanabi + Pólvora negra · fichas de pista al empezar: 5"


@pytest.mark.parametrize("lang", ["es", "en", "de"])
@pytest.mark.parametrize("name", ["hanabi", "janabi", str(TOY)])
@pytest.mark.parametrize("viewer", [0, 1, "spectator", "observer"])
def test_every_view_fits_the_width(name: str, lang: str, viewer: int | str) -> None:
    state = after(name, 12)
    for width, level in ((WIDTH, "said"), (WIDTH, "all"), (60, "counted"), (40, "all")):
        screen = Screen(Voice(state.game, lang, ("Maximiliana", "Luis")), width)
        view = state.view(viewer, level == "counted")  # type: ignore[arg-type]
        for line in [*screen.draw(view, level), *screen.moves(view)]:  # type: ignore[arg-type]
            assert line.wide <= width or len(line.text.split("  ")) == 1
            assert "{" not in line.text


def test_loose_hands_are_counted_not_shown() -> None:
    state = reglas.load(str(TOY), players=2).start(1)
    lines = drawn(Screen(Voice(state.game, "es")), state.view(0))
    own = next(line for line in lines if line.startswith("> A,"))
    other = next(line for line in lines if line.startswith("  B"))
    assert len(own.split()) == 6
    assert other.split() == ["B", "3", "cartas"]
    assert "monedas: A 1, B 1 · mazo: 6" in lines


def test_the_rules_in_force() -> None:
    game = reglas.load("hanabi", with_=["black-powder"], set={"clue_tokens": 5})
    voice = Voice(game, "en")
    lines = rules(voice, Screen(voice).phrases)
    assert lines[0] == "Hanabi"
    assert any(line.startswith("+ Black powder: ") for line in lines)
    assert "  clue tokens to begin with: 5 (`clue_tokens`)" in lines
    assert "  play <place>: play" in lines
    assert "    not when: no clue token is missing, so nothing may be discarded" in lines
    assert "  the storm tokens have run out (lost)" in lines
