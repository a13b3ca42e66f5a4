"""The table drawn as text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reglas
from reglas.bots.random_bot import RandomBot
from reglas.play import Game, State
from reglas.table.rules_told import rules
from reglas.table.screen import WIDTH, Screen
from reglas.table.voice import Voice

TOY = Path(__file__).parent / "toy" / "toy.yaml"


@cache
def game_for(name: str, players: int) -> Game:
    return reglas.load(name, players=players)


def after(name: str, moves: int, players: int = 3, seed: int = 5) -> State:
    state = game_for(name, players).start(seed)
    while not state.over and len(state.played) < moves:
        seat = state.to_act[0]
        state.push(RandomBot(seed, seat).choose(state.view(seat)))
    return state


def test_what_a_player_sees() -> None:
    state = reglas.load("hanabi", players=2).start(5)
    state.push("clue_suit B red")
    screen = Screen(Voice(state.game, "en", ("Ana", "Luis")))
    lines = screen.draw(state.view(1))
    assert lines[0] == "Hanabi: your turn, Luis (B)"
    assert lines[1] == "clue tokens: 7 · storm tokens: 3 · deck: 40"
    own = next(line for line in lines if line.split()[:3] == ["Luis", "(B),", "you:"])
    assert "[3] red" in own
    assert "[1] not red" in own
    assert lines[-2] == "stacks: red – · yellow – · green – · blue – · white –"
    ana = screen.draw(state.view(0))
    assert ana[0] == "Hanabi: Luis (B) to move"
    assert any("told: [1] not red" in line for line in ana)


def test_stacks_and_discards_are_grouped() -> None:
    state = after("hanabi", 25, players=5)
    lines = Screen(Voice(state.game, "es")).draw(state.view("observer"))
    discard = state.view("observer").zone("discard").cards
    assert any(line.startswith(f"descarte ({len(discard)}): ") for line in lines)


def test_moves_are_numbered_as_they_are_listed() -> None:
    state = reglas.load("hanabi", players=2).start(5)
    view = state.view(0)
    text = " ".join(Screen(Voice(state.game, "es")).moves(view))
    assert "Dar una pista de color: 1) pista B" in text
    assert f"{len(view.moves)}) jugar 5" in text


@pytest.mark.parametrize("lang", ["es", "en", "de"])
@pytest.mark.parametrize("name", ["hanabi", "janabi", str(TOY)])
@pytest.mark.parametrize("viewer", [0, 1, "spectator", "observer"])
def test_every_view_fits_the_width(name: str, lang: str, viewer: int | str) -> None:
    state = after(name, 12)
    screen = Screen(Voice(state.game, lang, ("Maximiliana", "Luis")))
    view = state.view(viewer)  # type: ignore[arg-type]
    for line in [*screen.draw(view), *screen.moves(view)]:
        assert len(line) <= WIDTH
        assert "{" not in line


def test_loose_hands_are_counted_not_shown() -> None:
    state = reglas.load(str(TOY), players=2).start(1)
    lines = Screen(Voice(state.game, "es")).draw(state.view(0))
    own = next(line for line in lines if line.strip().startswith("A,"))
    other = next(line for line in lines if line.strip().startswith("B:"))
    assert "[1] " in own
    assert other.split(":")[1].split() in (["3", "cards"], ["3", "cartas"])
    assert "monedas: A 1, B 1 · mazo: 6" in lines


def test_the_rules_in_force() -> None:
    game = reglas.load("hanabi", with_=["black-powder"], set={"clue_tokens": 5})
    voice = Voice(game, "en")
    lines = rules(voice, Screen(voice).phrases)
    assert lines[0] == "Hanabi"
    assert any(line.startswith("+ Black powder: ") for line in lines)
    assert "  clue tokens to begin with: 5" in lines
    assert "  play <place>: play" in lines
