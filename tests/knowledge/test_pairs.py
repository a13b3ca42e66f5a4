"""What a viewer cannot know changes nothing for them; what they know is so; what they are told is theirs to hear."""

from __future__ import annotations

import pytest
import toys

import pairs
from reglas.engine.rng import Stream


@pytest.mark.parametrize("case", toys.CASES, ids=toys.label)
def test_pairs(case: tuple[str, int]) -> None:
    for seed in range(3 * toys.MORE):
        state, choices = toys.load(*case).start(seed), Stream(seed, 5)
        for _ in toys.decisions(state, choices):
            for viewer in pairs.viewers(state):
                pairs.hold(state, viewer, choices)
                pairs.true_to_all(state, viewer)
        for viewer in pairs.viewers(state):
            pairs.tells_no_more(state.game, state.log or [], viewer)


def test_pairs_are_not_idle() -> None:
    """Moves on from pairs are often told alike, so that something is compared."""
    before = pairs.TOLD.copy()
    for name, players in toys.CASES[:4]:
        state, choices = toys.load(name, players).start(7), Stream(7, 5)
        for _ in toys.decisions(state, choices):
            for viewer in pairs.viewers(state):
                pairs.hold(state, viewer, choices)
    tried = pairs.TOLD["moves"] - before["moves"]
    assert pairs.TOLD["told the same"] - before["told the same"] > tried / 4
