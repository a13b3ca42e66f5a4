"""Bots where several are asked at once, where something is offered, and where dice are hidden."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import reglas
from reglas.bots.kinds import made
from reglas.bots.seats import Seat
from reglas.bots.telling import Telling
from reglas.engine.notation import DECLINE
from reglas.play import State

SPECS = Path(__file__).parents[1] / "knowledge" / "specs"
TOYS = [("bluff", 3), ("rowrace", 2), ("escrow", 3)]


def played(kind: str, name: str, players: int, seed: int) -> State:
    """A game of one kind of bot; of those who are asked at once the last chooses first."""
    state = reglas.load(str(SPECS / f"{name}.yaml"), players).start(seed)
    bots = [made(kind, seed, seat) for seat in range(players)]
    while not state.over:
        seat = state.to_act[-1]
        state.push(bots[seat].choose(Seat(state, seat)), seat)
    return state


@pytest.mark.parametrize("kind", ["random", "careful"])
@pytest.mark.parametrize(("name", "players"), TOYS)
def test_they_play_to_the_end(kind: str, name: str, players: int) -> None:
    state = played(kind, name, players, 1)
    telling = Telling(state.game)
    for viewer in range(players):
        assert json.dumps([telling.event(seen) for seen in state.seen(viewer)])


def test_random_ones_take_half_of_what_is_offered() -> None:
    declined: Counter[bool] = Counter()
    for seed in range(30):
        moves = played("random", "rowrace", 2, seed).played
        declined.update(m.text == DECLINE for m in moves if m.action in (DECLINE, "throw"))
    assert 0.35 < declined[True] / declined.total() < 0.65


def test_what_others_choose_is_told_when_it_is_carried_out() -> None:
    state = reglas.load(str(SPECS / "escrow.yaml"), 3).start(1)
    state.push("give 2", 1)
    telling = Telling(state.game)
    own, other = (telling.event(state.seen(viewer)[-1]) for viewer in (1, 0))
    assert own["picks"] == {"card": {"zone": "hand", "key": "B", "place": 2}}
    assert other == {"event": "committed", "by": "B", "action": None, "picks": {}}
