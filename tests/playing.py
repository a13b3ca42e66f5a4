"""Playing at random while holding a game to its laws, at every decision."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

import pairs
import reglas
from reglas.engine.notation import DECLINE, seat_letter, seat_number
from reglas.engine.rng import Stream
from reglas.language.types import NONE
from reglas.play import Game, State
from reglas.program import ir

GAMES: Counter[str] = Counter()
"""How many games each spec got in this run."""

MOST_MOVES = 20_000


def play_by_the_laws(game: Game, seed: int, every: int = 3) -> State:
    """A random game; the costly laws are tried at every so many-th decision. Raises AssertionError."""
    choices = Stream(seed, 7)
    state = game.start(seed)
    for number in range(MOST_MOVES):
        conserved(state)
        in_range(state)
        if state.over:
            over(state)
            break
        somebody_can_move(state)
        if number % every == 0:
            offered_and_refused(state, choices)
            hidden_changes_nothing(state, choices)
        seat = somebody(state, choices)
        moves = state.all_moves(seat)
        state.push(moves[choices.below(len(moves))])
    else:
        raise AssertionError(f"{game.name} goes on after {MOST_MOVES} moves")
    comes_again(state)
    GAMES["+".join((game.name, *game.variants))] += 1
    return state


def somebody(state: State, choices: Stream) -> int:
    """A seat that is to act."""
    acting = state.to_act
    return acting[choices.below(len(acting)) if len(acting) > 1 else 0]


def conserved(state: State) -> None:
    """Every card there was is there."""
    program, row = state.game.program, state.row
    cards = Counter(row[zone.start + i] for zone in program.zones if not zone.dice for i in range(row[zone.start - 1]))
    assert cards == Counter({face: n for face, n in enumerate(program.copies) if n})


def in_range(state: State) -> None:
    """Every token and memory lies in its range, every zone holds no more than its most."""
    row = state.row
    for holding in state.game.program.holdings:
        first = holding.cell + (1 if holding.listed else 0)
        count = row[holding.cell] if holding.listed else holding.count
        fields = [(of, *span) for (_, of), span in zip(holding.fields, holding.ranges, strict=True)]
        parts = fields or [(holding.of, holding.low, holding.high)]
        for at, value in enumerate(row[first : first + count * len(parts)]):
            of, low, high = parts[at % len(parts)]
            if value == NONE:
                assert holding.optional or of == "card", holding.name
            elif of != "card":
                assert low <= value <= high, holding.name
    for zone in state.game.program.zones:
        assert 0 <= row[zone.start - 1] <= zone.most
        if zone.dice:
            assert set(row[zone.start : zone.start + row[zone.start - 1]]) <= set(zone.dice)


def over(state: State) -> None:
    """At the end nobody acts, there is an outcome, and moves are refused."""
    assert state.to_act == ()
    assert len(state.legal_moves) == 0
    assert state.outcome() is not None
    try:
        state.push("anything")
    except reglas.IllegalMove:
        return
    raise AssertionError("a move was taken after the end")


def somebody_can_move(state: State) -> None:
    """Somebody is to act, and has a move; texts and numbers of moves are distinct."""
    assert state.to_act
    assert state.outcome() is None
    for seat in state.to_act:
        moves = state.all_moves(seat)
        assert moves
        assert all(m.player == seat for m in moves)
        assert len({m.text for m in moves}) == len(moves)
        assert len({m.number for m in moves}) == len(moves)
        assert all(0 <= m.number < state.game.program.moves for m in moves)
    for seat in range(state.game.players):
        assert seat in state.to_act or not state.raw_moves(seat)


def offered_and_refused(state: State, choices: Stream) -> None:
    """An offered move is accepted and means what it says; any other is refused, and refusing changes nothing."""
    seat = somebody(state, choices)
    moves = {m.text for m in state.all_moves(seat)}
    text = sorted(moves)[choices.below(len(moves))]
    assert state.parse(text, seat).text == text
    trial = state.copy()
    trial.push(text, seat)
    again = state.copy()
    again.push(text, seat)
    assert trial.row == again.row
    before = list(state.row), len(state.log or ()), state.played
    for other in every_text(state, choices, 12):
        if other not in moves:
            with pytest.raises(reglas.MoveError, match=r"."):
                state.push(other, seat)
    for other_seat in range(state.game.players):
        if other_seat not in state.to_act:
            with pytest.raises(reglas.IllegalMove):
                state.push(text, other_seat)
    assert before == (state.row, len(state.log or ()), state.played)


def every_text(state: State, choices: Stream, count: int) -> list[str]:
    """Texts of moves, legal or not, some of them beyond what there is."""
    program, notation = state.game.program, state.game.notation
    found = []
    for _ in range(count):
        decision = program.decisions[choices.below(len(program.decisions))]
        if choices.below(16) == 0:
            found.append(DECLINE)
            continue
        alternative = decision.alternatives[choices.below(len(decision.alternatives))]
        words = [alternative.action]
        for pick in alternative.picks:
            value = pick.low + choices.below(pick.radix + 1)
            if pick.sort == "card":
                words.append(str(value))
            elif pick.sort == "player":
                words.append(seat_letter(value))
            else:
                words.append(notation.plain(pick.sort, min(value, pick.low + pick.radix - 1)))
        found.append(" ".join(words))
    return found


def hidden_changes_nothing(state: State, choices: Stream) -> None:
    """Change what a viewer cannot know: their view, who acts, and their own moves stay equal, and for one of them also
    with cards that fit what they know, and one move on."""
    for viewer in pairs.viewers(state):
        pairs.alike(state, pairs.permuted(state, viewer, choices), viewer)
    pairs.hold(state, choices.below(state.game.players), choices)


def comes_again(state: State) -> None:
    """Stored and read back, and played again from its seed: the same state; copies are apart."""
    stored = json.loads(json.dumps(state.to_json()))
    replayed = state.game.start(stored["seed"])
    for line in stored["moves"]:
        seat, text = line.split(" ", 1)
        assert seat_number(seat) in replayed.to_act
        replayed.push(text, seat_number(seat))
    assert replayed.row == state.row
    assert replayed.drawn == stored["chance"]
    scripted = state.game.start(stored["seed"] + 1, stored["chance"])
    for line in stored["moves"]:
        seat, text = line.split(" ", 1)
        scripted.push(text, seat_number(seat))
    head = {c for _, cell in state.game.program.streams for c in range(cell, cell + 4)}
    assert all(a == b for i, (a, b) in enumerate(zip(scripted.row, state.row, strict=True)) if i not in head)
    assert [type(e) for e in state.log or ()] == [type(e) for e in replayed.log or ()]
    assert all(a is not b for a, b in pairwise((state.row, state.copy().row)))
    assert state.row[ir.ENDED]
