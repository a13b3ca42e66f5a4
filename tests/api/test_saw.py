"""Who saw which card: a part of the state, with or without a log, and public where hidden cards are imagined."""

from __future__ import annotations

from pathlib import Path

import reglas
from reglas.engine.rng import Stream

PEEK = str(Path(__file__).parents[1] / "scenarios" / "toy" / "peek.yaml")


def test_the_same_without_a_log() -> None:
    game = reglas.load(PEEK, players=3)
    for seed in range(5):
        kept, bare = game.start(seed), game.start(seed, record=False)
        choices = Stream(seed, 1)
        while not kept.over:
            move = kept.legal_moves[choices.below(len(kept.legal_moves))]
            kept.push(move)
            bare.push(move)
            assert kept.row == bare.row


def test_states_that_differ_in_looks_alone_differ() -> None:
    game = reglas.load(PEEK, players=2)
    first, other = game.start(1), game.start(1)
    first.push("look 1 2")
    other.push("look 1 3")
    assert first.row != other.row
    assert "lay 2" not in [m.text for m in first.legal_moves]


def test_looks_stay_where_hidden_cards_are_drawn_anew() -> None:
    game = reglas.load(PEEK, players=2)
    state = game.start(1)
    state.push("look 1 3")
    cells = [z.start + z.saw + n for z in game.program.zones for n in range(z.most)]
    for viewer in (0, 1, -1):
        drawn = state.resample(viewer, Stream(4, viewer + 5))
        assert [drawn.row[c] for c in cells] == [state.row[c] for c in cells]


def test_games_that_do_not_ask_keep_nothing() -> None:
    assert not any(zone.saw for zone in reglas.load("hanabi").program.zones)
