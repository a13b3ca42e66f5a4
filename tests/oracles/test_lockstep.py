"""The engine and a second implementation, written by hand, play the same games move for move."""

from __future__ import annotations

import pytest

import shipped
from oracles.fireworks import Table
from reglas.engine.chance import Chance
from reglas.engine.rng import Stream


@pytest.mark.parametrize("game", ["hanabi", "janabi"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("careful", [False, True])
def test_same_moves_same_ends(game: str, players: int, careful: bool) -> None:
    if players not in shipped.seats(game, ()):
        pytest.skip(f"{game} is not for {players}")
    engine, ends = shipped.load(game, players), set()
    for seed in range(25):
        lockstep(engine, game == "janabi", seed, careful, ends)
    assert ends <= {end.name for end in engine.program.ends}


@pytest.mark.parametrize(
    ("game", "expected"),
    [("hanabi", {"struck", "perfect", "played_out"}), ("janabi", {"struck", "critical_lost", "perfect"})],
)
def test_games_end_in_every_way(game: str, expected: set[str]) -> None:
    """Without this the comparison above might never come by an end."""
    engine, ends = shipped.load(game, 3), set()
    for seed in range(60):
        for careful in (False, True):
            lockstep(engine, game == "janabi", seed, careful, ends)
    assert ends == expected


def lockstep(engine, strict: bool, seed: int, careful: bool, ends: set[str]) -> None:
    choices, state = Stream(seed, 3), engine.start(seed)
    drawn = order(engine, seed)
    table = Table(engine.players, drawn, strict)
    while not state.over:
        assert state.to_act == (table.turn,)
        moves = table.moves()
        assert {m.text for m in state.legal_moves} == moves
        move = chosen(table, sorted(moves), choices, careful)
        table.play(move)
        state.push(move)
        if state.over:
            break
        view = state.view("observer")
        assert [c.face for c in view.zone("discard").cards] == [face(engine, c) for c in table.discard]
        assert int(view.holding("clues").text) == table.clues
        assert int(view.holding("storms").text) == table.lives
        for seat, hand in enumerate(table.hands):
            assert [c.face for c in view.zone("hand", "ABCDE"[seat]).cards] == [face(engine, c) for c in hand]
    outcome = state.outcome()
    assert outcome.end == table.result
    if not strict:
        assert outcome.score == (0 if table.result == "struck" else table.score)
    ends.add(outcome.end)


def chosen(table: Table, moves: list[str], choices: Stream, careful: bool) -> str:
    """At random; or so that games last long: play what fits, discard what is not needed any more."""
    if careful:
        for i, (suit, rank) in enumerate(table.hands[table.turn], 1):
            if rank == table.stacks[suit] + 1 and choices.below(8):
                return f"play {i}"
        for i, card in enumerate(table.hands[table.turn], 1):
            spare = card[1] <= table.stacks[card[0]]
            if spare and f"discard {i}" in moves and choices.below(8):
                return f"discard {i}"
        clues = [m for m in moves if m.startswith("clue")]
        if clues and choices.below(8):
            return clues[choices.below(len(clues))]
    return moves[choices.below(len(moves))]


def order(engine, seed: int) -> list[tuple[str, int]]:
    """The order in which the engine deals a deck, seen by drawing it out by discards and plays of another game."""
    state = engine.start(seed)
    drawn = [card.split() for card in drawn_out(state)]
    return [(suit, int(rank)) for suit, rank in drawn]


def drawn_out(state) -> list[str]:
    """All cards in the order drawn: chance depends on the seed only, so any way of playing draws the same."""
    machine, row = state.game.machine, state.row
    cards = list(state.drawn)
    deck = next(i for i, zone in enumerate(state.game.program.zones) if zone.family == "deck")
    zone = state.game.program.zones[deck]
    while row[zone.start - 1]:
        top = zone.start + row[zone.start - 1] - 1
        bag = [row[cell] for cell in machine.cards.bag(row, deck)]
        state._draw(Chance("card", top, bag, machine.stream_of["deck"], "card"))
        machine.cards.take(row, top, ())
    return cards + state.drawn[len(cards) :]


def face(engine, card: tuple[str, int]) -> int:
    return engine.face(f"{card[0]} {card[1]}")
