"""The careful bot: it chooses by what its seat may know and nothing else, and does better than chance."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

import reglas
from reglas.bots.careful import CarefulBot
from reglas.bots.kinds import made
from reglas.bots.measure import Measure
from reglas.bots.random_bot import RandomBot
from reglas.bots.seats import Seat
from reglas.engine.rng import Stream
from reglas.play import Game, State
from reglas.worlds import World

TOY = str(Path(__file__).parent / "specs" / "orchard-raid.yaml")


def chosen(state: State) -> str:
    seat = state.to_act[0]
    return CarefulBot(1, seat).choose(Seat(state, seat))


def played(game: Game, seed: int, kinds: list[str], moves: int = 1_000) -> State:
    state = game.start(seed)
    bots = [made(kind, seed, seat) for seat, kind in enumerate(kinds)]
    while not state.over and len(state.played) < moves:
        state.push(bots[state.to_act[0]].choose(Seat(state, state.to_act[0])))
    return state


def made_by(game: Game, state: State) -> int:
    return Measure(game).score(World(game, list(state.row)))


@pytest.mark.parametrize(("name", "players"), [("hanabi", 2), ("hanabi", 4), ("janabi", 3), (TOY, 3)])
def test_hidden_cards_change_no_choice(name: str, players: int) -> None:
    """With the cards that the seat cannot see, and all chance to come, exchanged: the same move."""
    game, tried = reglas.load(name, players), 0
    for moves in (0, 5, 11):
        state = played(game, 5, ["random"] * players, moves)
        if state.over:
            continue
        seat, draws = state.to_act[0], Stream(moves, 9)
        other = state.copy()
        other.row[:] = state.resample(seat, draws).row
        assert other.row != state.row
        assert chosen(other) == chosen(state)
        tried += 1
    assert tried > 1


@pytest.mark.parametrize("players", [2, 3])
def test_another_history_that_looks_the_same(players: int) -> None:
    """Deal two of the seat's own cards the other way round, of which nothing was said: the same move."""
    game = reglas.load("hanabi", players)
    for seed in range(4):
        state = game.start(seed)
        dealt = list(state.drawn)
        dealt[0], dealt[players] = dealt[players], dealt[0]  # the first two cards of A
        other = game.start(seed + 100, dealt)
        assert other.information(0) == state.information(0)
        assert chosen(other) == chosen(state)


def test_a_seat_holds_out_no_state() -> None:
    state = reglas.load("hanabi", 3).start(3)
    seat = Seat(state, 0)
    assert not [name for name in vars(seat) if not name.startswith("_") and vars(seat)[name] is state]
    world = seat.sample(Stream(1))
    assert world.cells != state.row
    with pytest.raises(ValueError, match="resampled"):
        World.of(state)


def test_the_same_seed_is_the_same_game_and_can_be_taken_up() -> None:
    game = reglas.load("hanabi", 3)
    first = played(game, 8, ["careful"] * 3, 8)
    again = played(game, 8, ["careful"] * 3, 5)
    while len(again.played) < 8:  # by bots that were not there before
        seat = again.to_act[0]
        again.push(CarefulBot(8, seat).choose(Seat(again, seat)))
    assert [m.text for m in first.played] == [m.text for m in again.played]


DEALT = ["red 4", "blue 1", "green 4", "red 1", "yellow 4", "white 4", "white 3", "white 3", "blue 3", "red 3"]
"""A and B in turn: A has red 4, green 4, yellow 4, white 3, blue 3; B has blue 1, red 1, white 4, white 3, red 3."""


def test_a_certain_gain_is_taken() -> None:
    state = reglas.load("hanabi", 2).start(1, DEALT)
    state.push("clue_rank B 1")
    assert chosen(state) in ("play 1", "play 2")  # nothing lies on the table: both can be played


def test_no_risk_without_need() -> None:
    """With one storm token left nobody plays a card of which nothing is known."""
    state = reglas.load("hanabi", 2, set={"storm_tokens": 1}).start(1, DEALT)
    assert not chosen(state).startswith("play")
    state.push("clue_rank B 3")
    assert not chosen(state).startswith("play")


def test_something_helpful_is_said() -> None:
    """To a neighbour who holds what can be played, and has not been told: told."""
    game = reglas.load("hanabi", 2)
    state = game.start(1, DEALT)
    assert chosen(state) == "clue_rank B 1"


@pytest.mark.parametrize("players", [2, 4])
def test_better_than_chance_together(players: int) -> None:
    """The beginning of one careful game has more to show than whole random games; `tools/bot_arena.py` plays more."""
    game = reglas.load("hanabi", players)
    careful = made_by(game, played(game, 2, ["careful"] * players, 28))
    chance = [made_by(game, played(game, seed, ["random"] * players)) for seed in range(20)]
    assert careful >= 5 > 3 > statistics.fmean(chance)


def test_better_than_chance_against_each_other() -> None:
    game, won = reglas.load(TOY, 2), 0
    for seed in range(5):
        kinds = ["careful", "random"] if seed % 2 else ["random", "careful"]
        outcome = played(game, seed, kinds).outcome()
        assert outcome is not None
        won += outcome.winners == (kinds.index("careful"),)
    assert won >= 4


def test_every_shipped_game_and_a_few_variants_are_played() -> None:
    for name, players, variants in (
        ("janabi", 3, []),
        ("hanabi", 3, ["rainbow"]),
        ("hanabi", 3, ["black-powder", "all-or-nothing"]),
    ):
        state = played(reglas.load(name, players, variants), 2, ["careful"] * players, 6)
        assert len(state.played) == 6 or state.over


def test_a_move_takes_a_moment() -> None:
    game = reglas.load("hanabi", 5)
    state = played(game, 3, ["random"] * 5, 6)
    taken = time.process_time()
    chosen(state)
    assert time.process_time() - taken < 3


def test_random_needs_a_view_only() -> None:
    state = reglas.load("hanabi", 2).start(1)
    assert RandomBot(1, 0).choose(state.view(0)) == RandomBot(1, 0).choose(Seat(state, 0))
