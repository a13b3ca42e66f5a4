"""What single events tell a viewer, and what follows from moves."""

from __future__ import annotations

from itertools import pairwise

import pytest
import toys

from reglas.engine import events as ev
from reglas.engine.machine import Machine
from reglas.engine.rng import Stream
from reglas.knowledge.places import Clause, Knowledge
from reglas.knowledge.seen import SPECTATOR, Look, Swap
from reglas.play import Game, State


def events(game: Game, seed: int) -> State:
    """A whole random game."""
    return toys.played(game, seed)


def test_a_secret_pass_tells_nothing_and_an_open_card_does() -> None:
    """A red card has to go first: that another goes says that there was no red one, if it is seen to be another."""
    said = 0
    for seed in range(30):
        log = events(toys.load("duty", 3), seed).log or []
        for before, after in pairwise(log):
            if isinstance(before, ev.Chosen) and before.alternative == 0:
                assert not isinstance(after, ev.Implied)
            said += isinstance(before, ev.Chosen) and isinstance(after, ev.Implied)
    assert said


def test_what_follows_from_the_pick_waits_for_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, where it would be told at once."""
    monkeypatch.setattr(Machine, "_opened", lambda machine, card, log: True)
    log = [event for seed in range(30) for event in events(toys.load("duty", 3), seed).log or []]
    secret = [after for before, after in pairwise(log) if isinstance(before, ev.Chosen) and before.alternative == 0]
    assert any(isinstance(event, ev.Implied) for event in secret)


def test_who_is_passed_over_has_no_card_that_matches() -> None:
    game, skipped = toys.load("matching", 3), 0
    for seed in range(20):
        log = events(game, seed).log or []
        for before, after in pairwise(log):
            if isinstance(after, ev.Skipped):
                assert isinstance(before, ev.Implied)
                assert game.program.zones[before.zone].owner == after.player
                skipped += 1
    assert skipped


def test_cards_leave_a_loose_hand_in_the_order_of_their_faces() -> None:
    game = toys.load("asking", 3)
    for seed in range(20):
        log = events(game, seed).log or []
        for before, after in pairwise(log):
            if isinstance(before, ev.Moved) and isinstance(after, ev.Moved) and before.source[0] == after.source[0]:
                loose = game.program.zones[before.source[0]].layout == "hand"
                assert not loose or before.face < after.face


def test_a_loose_hand_has_no_places_for_others() -> None:
    """Told, shown and swapped: others learn what, and not which."""
    eyes = toys.load("passing", 3).eyes
    told = ev.Told(((2, 0), (2, 1)), (True, False), frozenset({0}), frozenset({0, 1, 2}))
    assert eyes.see(0, told) == ev.Told(((2, None), (2, None)), (False, True), told.faces, told.to)
    assert eyes.see(1, told) == told
    shown = ev.Shown(((2, 0), (2, 1)), (5, 3), frozenset({0, 1, 2}))
    assert eyes.see(0, shown) == Look(((2, None), (2, None)), (3, 5), (0, 1, 2))
    assert eyes.see(1, shown) == Look(((2, 0), (2, 1)), (5, 3), (0, 1, 2))
    swapped = ev.Swapped((2, 1), 5, (3, 0), 3)
    assert eyes.see(SPECTATOR, swapped) == Swap((2, None), None, (3, None), None)


def test_a_place_is_read_in_the_zone_that_the_move_names() -> None:
    """Whatever was looked at before: `spy C 2` is the second card of C."""
    state, choices = toys.load("swaps", 3).start(3), Stream(3, 5)
    for _ in toys.decisions(state, choices):
        for move in state.legal_moves:
            assert state.parse(move.text) == move


def test_a_card_that_lies_in_two_sets_of_places_counts_once() -> None:
    """One of two red ones is in A's or B's hand, and one in A's or the deck: that may be one and the same."""
    state = toys.load("reshuffle", 3).start(0)
    knowledge = Knowledge(state.game.program, SPECTATOR).take_in(state.seen(SPECTATOR))
    deck, a, b, c = (knowledge.zones[zone][0] for zone in range(4))
    knowledge.clauses = [Clause({a, b}, 1, 1), Clause({a, deck}, 1, 1)]
    assert knowledge.counted()[c] & 1
    knowledge.clauses = [Clause({a, b}, 1, 1), Clause({deck}, 1, 1)]
    assert not knowledge.counted()[c] & 1
