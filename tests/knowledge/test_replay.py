"""A resampled state is the end of a whole game in which the viewer saw the same."""

from __future__ import annotations

import pytest
import replaying
import toys
from oracle import present

import pairs
import shipped
from reglas.engine.rng import Stream
from reglas.play import Game

LEEWAY = {"duty": 0.3, "reshuffle": 0.05}
"""Toy games where knowledge may allow more than is possible, and how many resampled states may come to nothing."""


def attempts(game: Game, seed: int) -> tuple[int, int]:
    """Resampled states of every viewer at some point of a game, and how many of them no game leads to."""
    choices, failed = Stream(seed, 6), 0
    length = len(toys.played(game, seed).played)
    state = toys.played(game, seed, choices.below(length + 1))
    for viewer in pairs.viewers(state):
        row = state.resample(viewer, choices).row
        try:
            replay = replaying.replayed(state, viewer, row, choices)
        except AssertionError:
            failed += 1
        else:
            assert present(game, viewer, replay.row) == present(game, viewer, row)
            assert replay.information(viewer) == state.information(viewer)
    return game.players + 1, failed


@pytest.mark.parametrize("case", toys.CASES, ids=toys.label)
def test_toy_games_come_again(case: tuple[str, int]) -> None:
    tried, failed = 0, 0
    for seed in range(6 * toys.MORE):
        more, lost = attempts(toys.load(*case), seed)
        tried, failed = tried + more, failed + lost
    assert failed <= tried * LEEWAY.get(case[0], 0)


@pytest.mark.parametrize("name", shipped.games())
def test_shipped_games_come_again(name: str) -> None:
    for players in shipped.some_seats(name):
        for seed in range(2 * toys.MORE):
            game = shipped.load(name, players)
            state, choices = toys.played(game, seed), Stream(seed, 6)
            viewer = seed % players
            row = state.resample(viewer, choices).row
            assert replaying.replayed(state, viewer, row, choices).seen(viewer) == state.seen(viewer)
