"""Is what a sampler draws as likely as it should be?"""

from __future__ import annotations

from collections import Counter
from math import sqrt

from oracle import Row, present, weights

from reglas.engine.rng import Stream
from reglas.play import State

FEW = 5
"""Outcomes expected less often than this are counted together."""


def drawn_as_likely(state: State, viewer: int, draws: Stream, count: int = 4_000) -> None:
    """Draw many states and compare with exact counts of arrangements, by chi-square. Raises AssertionError."""
    exact = weights(state, viewer)
    whole, sampler = sum(exact.values()), state.resampler(viewer)
    found: Counter[Row] = Counter(
        present(state.game, viewer, state.resample(viewer, draws, sampler).row) for _ in range(count)
    )
    assert set(found) <= set(exact), "something is drawn that does not fit"
    square, cells, rare, seldom = 0.0, 0, 0.0, 0
    for world, ways in exact.items():
        expected = float(count * ways / whole)
        if expected < FEW:
            rare, seldom = rare + expected, seldom + found[world]
        else:
            square, cells = square + (found[world] - expected) ** 2 / expected, cells + 1
    if rare >= FEW:
        square, cells = square + (seldom - rare) ** 2 / rare, cells + 1
    freedom = max(1, cells - 1)
    assert square < freedom + 5 * sqrt(2 * freedom), f"chi-square {square:.0f} with {freedom} degrees of freedom"
