"""The sampler draws every arrangement that fits as often as any other."""

from __future__ import annotations

import pytest
import toys
from likely import drawn_as_likely
from oracle import weights

from reglas.engine.rng import Stream

CASES = [("lights", 2), ("peek", 2), ("follow", 3), ("passing", 3), ("reshuffle", 2), ("swaps", 2)]


@pytest.mark.parametrize("case", CASES, ids=toys.label)
def test_all_that_fits_is_as_likely(case: tuple[str, int]) -> None:
    state = toys.played(toys.load(*case), 1, 4)
    viewer = next(v for v in range(case[1]) if 2 < len(weights(state, v)) < 400)
    drawn_as_likely(state, viewer, Stream(1, 3), 2_500)
