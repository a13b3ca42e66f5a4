"""Where exact counting would take too long, cards are drawn by swaps, and what is drawn fits all the same."""

from __future__ import annotations

from collections import Counter

import pytest

import shipped
from reglas.engine.rng import Stream
from reglas.knowledge.resample import Inconsistent, Resampler
from reglas.knowledge.swaps import Swapper


def position(seed: int, moves: int):
    state, choices = shipped.load("hanabi", 3).start(seed), Stream(seed, 4)
    for _ in range(moves):
        careful = [m for m in state.legal_moves if m.action != "play"]
        state.push(careful[choices.below(len(careful))])
    assert not state.over
    return state


def test_a_small_budget_falls_back_to_swaps() -> None:
    state = position(3, 9)
    assert isinstance(state.resampler(0), Resampler)
    assert isinstance(state.resampler(0, budget=1), Swapper)


def test_what_swaps_draw_fits_and_varies() -> None:
    state, draws = position(5, 12), Stream(1)
    swapper = state.resampler(1, budget=1)
    assert isinstance(swapper, Swapper)
    exact = Resampler(state.knowledge(1)).support()
    rows = set()
    for _ in range(40):
        found = swapper.draw(draws)
        assert all(exact[place] >> face & 1 for place, faces in found.items() for face in faces)
        rows.add(tuple(state.resample(1, draws, swapper).row))
    assert len(rows) > 30


def test_swaps_agree_with_counting_on_how_likely_a_face_is() -> None:
    state, draws, rounds = position(8, 10), Stream(2), 3000
    knowledge = state.knowledge(0)
    hand = next(z for z, zone in enumerate(state.game.program.zones) if zone.family == "hand" and zone.owner == 0)
    place = knowledge.place(hand, 0)
    counted, swapped = Resampler(knowledge), state.resampler(0, budget=1)
    a = Counter(counted.draw(draws)[place][0] for _ in range(rounds))
    b = Counter(swapped.draw(draws)[place][0] for _ in range(rounds // 3))
    for face in a:
        assert abs(a[face] / rounds - b[face] / (rounds // 3)) < 0.06


def test_an_arrangement_that_does_not_fit_is_refused() -> None:
    state = position(5, 12)
    knowledge = state.knowledge(1)
    wrong = {place: [0] * place.size for places in knowledge.zones for place in places}
    with pytest.raises(Inconsistent):
        Swapper(knowledge, wrong)
