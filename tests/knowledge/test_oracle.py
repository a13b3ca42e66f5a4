"""What knowledge allows is just what is possible, by trying everything on specs small enough."""

from __future__ import annotations

import pytest
import toys
from oracle import Oracle, counts_right, present, weights

from reglas.engine.rng import Stream
from reglas.knowledge.resample import Resampler
from reglas.knowledge.seen import SPECTATOR
from reglas.play import State

LEEWAY = {"duty": 1.0, "reshuffle": 0.1}
"""Toy games of which knowledge does not claim all that follows (see `docs/knowledge.md`), and which part of what it
allows may be impossible."""

SMALL = {("lights", 2), ("reshuffle", 2), ("asking", 2), ("peek", 2), ("swaps", 2)}
"""Those with hundreds of worlds at most, of which every viewer is asked; of the others one in each game."""


def compared(state: State, viewer: int, oracle: Oracle, leeway: float) -> None:
    """What may be true is allowed, what is allowed may be true, and the sampler counts what is allowed."""
    where = f"seed {state.seed}, after {len(state.played)} moves, viewer {viewer}"
    allowed = weights(state, viewer)
    assert present(state.game, viewer, state.row) in oracle.worlds, f"the truth is not possible: {where}"
    assert not oracle.worlds - set(allowed), f"what is possible is not allowed: {where}"
    excess = len(set(allowed) - oracle.worlds)
    assert excess <= leeway * len(allowed), f"what is allowed is not possible: {where}"
    sampler = state.resampler(viewer)
    assert isinstance(sampler, Resampler)
    assert counts_right(sampler, sum(allowed.values())), f"the sampler counts otherwise: {where}"
    draws = Stream(state.seed, 9)
    for _ in range(3):
        assert present(state.game, viewer, state.resample(viewer, draws, sampler).row) in allowed, where


def held(name: str, players: int, seed: int) -> None:
    """One game, held to the oracle at every decision."""
    state, every = toys.load(name, players).start(seed), [*range(players), SPECTATOR]
    if (name, players) not in SMALL:
        every = [every[seed % len(every)]]
    oracles = {viewer: Oracle(state, viewer) for viewer in every}
    for made in toys.decisions(state, Stream(seed, 5)):
        for viewer, oracle in oracles.items():
            if made is not None:
                oracle.follow(state, *made)
            compared(state, viewer, oracle, LEEWAY.get(name, 0.0))


@pytest.mark.parametrize("case", toys.CASES, ids=toys.label)
def test_knowledge_allows_what_is_possible(case: tuple[str, int]) -> None:
    for seed in range(toys.MORE):
        held(*case, seed)
