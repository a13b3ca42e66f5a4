"""The toy specs, and random games of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import reglas
from reglas.engine.rng import Stream
from reglas.play import Game, State

T = TypeVar("T")

SPECS = Path(__file__).parent / "specs"
MORE = int(os.environ.get("REGLAS_GAMES", "1"))
"""How many times as many games as usual."""

NAMES = sorted(path.stem for path in SPECS.glob("*.yaml"))


@cache
def load(name: str, players: int) -> Game:
    """A toy game, compiled once."""
    return reglas.load(str(SPECS / f"{name}.yaml"), players)


def seats(name: str) -> range:
    """The numbers of players of a toy game."""
    model = reglas.load(str(SPECS / f"{name}.yaml")).spec.model
    assert model is not None
    return range(model.players[0], model.players[1] + 1)


CASES = [(name, players) for name in NAMES for players in seats(name)]
"""Every toy game with every number of players."""


def label(case: tuple[str, int]) -> str:
    """A name for a test."""
    return f"{case[0]}-{case[1]}"


def any_of(items: Sequence[T], choices: Stream) -> T:
    """One of some, each as likely; of one alone nothing is drawn."""
    return items[choices.below(len(items)) if len(items) > 1 else 0]


def decisions(state: State, choices: Stream) -> Iterator[tuple[int, tuple[int, ...]] | None]:
    """A game played at random: at each decision, and at the end; after it the move that was made, else None."""
    yield None
    while not state.over:
        player = any_of(state.to_act, choices)
        raw = any_of(state.raw_moves(player), choices)
        state._play(raw, player)
        yield player, raw


def played(game: Game, seed: int, moves: int | None = None) -> State:
    """A random game, or its beginning."""
    state, choices = game.start(seed), Stream(seed, 5)
    for _ in decisions(state, choices):
        if moves is not None and len(state.played) >= moves:
            break
    return state
