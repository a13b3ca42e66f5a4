"""The sampler draws every arrangement that fits as often as any other."""

from __future__ import annotations

import pytest
import toys
from likely import drawn_as_likely
from oracle import weights

import shipped
from reglas.engine.rng import Stream
from reglas.knowledge.seen import SPECTATOR
from reglas.program import ir

CASES = [("lights", 2), ("peek", 2), ("follow", 3), ("passing", 3), ("reshuffle", 2), ("swaps", 2)]


@pytest.mark.parametrize("case", CASES, ids=toys.label)
def test_all_that_fits_is_as_likely(case: tuple[str, int]) -> None:
    state = toys.played(toys.load(*case), 1, 4)
    viewer = next(v for v in range(case[1]) if 2 < len(weights(state, v)) < 400)
    drawn_as_likely(state, viewer, Stream(1, 3), 2_500)


def test_who_cannot_count_learns_of_an_end_that_came() -> None:
    """The spectator sees no hand, and yet knows that nothing can be scored any more when the game is over for that."""
    game, met = shipped.load("hanabi", 2, ("early-end",)), 0
    names = [end.name for end in game.program.ends]
    for seed in range(60):
        state, choices = game.start(seed), Stream(seed, 3)
        while not state.over:
            decision = game.program.decisions[game.machine.decision(state.row) or 0]
            moves = state.raw_moves()
            quiet = [m for m in moves if decision.alternatives[m[0]].action != "play"]
            chosen = quiet if quiet and choices.below(12) else moves
            state._play(chosen[choices.below(len(chosen))])
        if names[state.row[ir.ENDED] - 1] != "nothing_left":
            continue
        met += 1
        assert all(game.machine.ends_fit(state.resample(SPECTATOR, choices).row) for _ in range(5))
        if met == 2:
            return
    raise AssertionError("no game came to that end")
