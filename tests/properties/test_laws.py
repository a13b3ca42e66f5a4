"""The laws hold for every shipped spec, every variant, every pair of variants and every number of players.

`REGLAS_GAMES` says how many games each gets (default 1, and 1 for a pair); the run prints how many
each got. Everyday a variant is tried with one number of players only, and of pairs a sample.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import playing
import shipped

GAMES = int(os.environ.get("REGLAS_GAMES", "1"))
PROFILE = settings(
    max_examples=GAMES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def some(counts: range, seed: int, variant: bool) -> list[int]:
    """All numbers of players where they are few; else the fewest, the most, and one between them. A variant gets one
    of them everyday."""
    if variant and not shipped.FULL:
        return [counts[seed % len(counts)]]
    if len(counts) <= 5:
        return list(counts)
    return [counts[0], counts[1 + seed % (len(counts) - 2)], counts[-1]]


@pytest.mark.parametrize("name", shipped.alone(), ids=shipped.label)
def test_every_spec_and_variant(name: shipped.Name) -> None:
    game, with_ = name

    @PROFILE
    @given(seed=SEEDS)
    def lawful(seed: int) -> None:
        for players in some(shipped.seats(game, with_), seed, bool(with_)):
            engine = shipped.load(game, players, with_)
            playing.play_by_the_laws(engine, seed, every=max(8, len(engine.program.row) // 20))

    lawful()


@pytest.mark.parametrize("name", shipped.pairs(), ids=shipped.label)
def test_every_pair_of_variants(name: shipped.Name) -> None:
    game, with_ = name
    counts = shipped.seats(game, with_)

    @settings(PROFILE, max_examples=max(1, GAMES // 2))
    @given(seed=SEEDS)
    def lawful(seed: int) -> None:
        playing.play_by_the_laws(shipped.load(game, counts[seed % len(counts)], with_), seed, every=25)

    lawful()
