"""Playing at random while holding a game to its laws, at every decision."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import pairs
import reglas
from reglas.engine.notation import DECLINE, seat_letter, seat_number
from reglas.engine.rng import Stream
from reglas.language.types import NONE
from reglas.play import Game, State
from reglas.program import ir

T = TypeVar("T")

GAMES: Counter[str] = Counter()
"""How many games each spec got in this run."""

MOST_MOVES = 20_000


def play_by_the_laws(game: Game, seed: int, every: int = 3, hidden: bool = True) -> State:
    """A random game; the costly laws are tried at every so many-th decision, and, unless not `hidden`, those of what
    nobody may be told. Raises AssertionError."""
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
            if hidden:
                hidden_changes_nothing(state, choices)
        seat = somebody(state, choices)
        state.push(any_of(state.all_moves(seat), choices), seat)
    else:
        raise AssertionError(f"{game.name} goes on after {MOST_MOVES} moves")
    comes_again(state)
    GAMES["+".join((game.name, *game.variants))] += 1
    return state


def any_of(items: Sequence[T], choices: Stream) -> T:
    """One of several."""
    return items[choices.below(len(items))]


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
    """Somebody is to act, and each of them has a move; texts and numbers of moves are distinct. Dice show a face or
    have not been rolled."""
    assert state.to_act
    assert state.outcome() is None
    for seat in state.to_act:
        moves = state.all_moves(seat)
        assert moves
        assert all(m.player == seat for m in moves)
        assert len({m.text for m in moves}) == len(moves)
        assert len({m.number for m in moves}) == len(moves)
        assert all(0 <= m.number < state.game.program.moves for m in moves)
    assert list(state.legal_moves) == state.all_moves(state.to_act[0])
    for zone in state.game.program.zones:
        if zone.dice:
            assert set(state.row[zone.start : zone.start + state.row[zone.start - 1]]) <= set(zone.dice)
    for seat in range(state.game.players):
        assert seat in state.to_act or not state.raw_moves(seat)


def offered_and_refused(state: State, choices: Stream) -> None:
    """An offered move is accepted and means what it says; any other is refused, and refusing changes nothing."""
    seat = somebody(state, choices)
    moves = {m.text for m in state.all_moves(seat)}
    text = any_of(sorted(moves), choices)
    assert state.parse(text, seat).text == text
    before = list(state.row), len(state.log or ()), state.played
    trial, again = state.copy(), state.copy()
    trial.push(text, seat)
    again.push(text, seat)
    assert trial.row == again.row
    assert trial.drawn == again.drawn
    for other in every_text(state, choices, 12):
        if same_picks(other) not in {same_picks(move) for move in moves}:
            assert refused(state, other, seat), f"{other} is taken and not offered"
    for idle in set(range(state.game.players)) - set(state.to_act):
        assert "it is not the turn of" in refused(state, text, idle)
    assert before == (state.row, len(state.log or ()), state.played)


def refused(state: State, text: str, seat: int) -> str:
    """Why a move cannot be played; empty when it can."""
    try:
        state.push(text, seat)
    except reglas.MoveError as error:
        return str(error)
    return ""


def same_picks(text: str) -> tuple[str, ...]:
    """A move with its picks in order: where several are picked at once, their order says nothing."""
    action, *picks = text.split(" ")
    return (action, *sorted(picks))


def every_text(state: State, choices: Stream, count: int) -> list[str]:
    """Texts of moves, legal or not, some of them beyond what there is."""
    program, notation = state.game.program, state.game.notation
    found = []
    for _ in range(count):
        if choices.below(16) == 0:
            found.append(DECLINE)
            continue
        alternative = any_of(any_of(program.decisions, choices).alternatives, choices)
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
        player = seat_number(seat)
        assert player in replayed.to_act
        replayed.push(text, player)
    assert replayed.row == state.row
    assert replayed.drawn == stored["chance"]
    scripted = state.game.start(stored["seed"] + 1, stored["chance"])
    for line in stored["moves"]:
        seat, text = line.split(" ", 1)
        scripted.push(text, seat_number(seat))
    head = {c for _, cell in state.game.program.streams for c in range(cell, cell + 4)}
    assert all(a == b for i, (a, b) in enumerate(zip(scripted.row, state.row, strict=True)) if i not in head)
    assert state.log == replayed.log
    assert all(a is not b for a, b in pairwise((state.row, state.copy().row)))
    assert state.row[ir.ENDED]
