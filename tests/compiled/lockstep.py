"""Emitted programs beside the interpreter: the same game on both, compared cell by cell and move by move.

Words and records are made of the row, the log and the program alone; with the same log, views and knowledge are too.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import playing
from reglas.compiled.engine import Engine, RuleFailed
from reglas.compiled.passes import PASSES
from reglas.compiled.told import Told
from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.language.types import NONE
from reglas.play import Game, State

MOST_MOVES = 3_000
ALL_SEATS = 5
"""Every so many moves what is legal is compared for all who are to act, else for the one that moves."""


def together(
    game: Game, engines: Iterable[Engine], seed: int, most: int = MOST_MOVES, tellers: Iterable[Told] = ()
) -> int:
    """Play a random game on the interpreter and on engines of the same program, and on what tells of it; how many moves
    it had."""
    game.quick.used = False  # it is the interpreter that they are held to
    told = list(tellers)
    choices, state = Stream(seed, 7), game.start(seed, record=bool(told))
    rows = [(engine, engine.start(seed)) for engine in engines]
    games = [Telling(teller, state) for teller in told]
    for moves in range(most):
        for engine, row in rows:
            same_row(state, row, f"{engine.how}, seed {seed}, move {moves}")
        if state.over:
            for engine, row in rows:
                same_end(state, engine, row)
            return moves
        decision = game.machine.decision(state.row)
        assert decision is not None
        seat = playing.somebody(state, choices)
        for one in state.to_act if moves % ALL_SEATS == 0 else (seat,):
            numbers = [game.machine.code(decision, raw) for raw in state.raw_moves(one)]
            for engine, row in rows:
                assert engine.legal(row, one) == numbers, f"{engine.how}, seed {seed}, move {moves}, seat {one}"
        raw = state.raw_moves(seat)[choices.below(len(state.raw_moves(seat)))]
        number, drawn = game.machine.code(decision, raw), len(state._drawn)
        before = state.row[:], len(state.log or ())
        try:
            state._play(raw, seat)
        except RuleFault:
            for engine, row in rows:
                fails(engine, row, number, seat)
            assert all(telling.fails(seat, raw) for telling in games)
            return moves
        for telling in games:
            telling.move(seat, raw, before, moves)
        for engine, row in rows:
            if moves % 2:
                came = engine.played(row, number, seat).came
                assert came == tuple(value for _, value in state._drawn[drawn:])
            else:
                engine.apply(row, number, seat)
    return most


class Telling:
    """A game on text that tells what happens, beside the same on the interpreter."""

    def __init__(self, teller: Told, state: State) -> None:
        self.teller, self.state, self.log = teller, state, list[ev.Event]()
        begun = teller.start(state.seed, self.log)
        assert begun is not None
        self.row, drawn = begun
        assert drawn == state._drawn
        assert self.log == state.log

    def move(self, seat: int, raw: tuple[int, ...], before: tuple[list[int], int], number: int) -> None:
        """Make the move that the interpreter has made: the same events and outcomes, and views of them."""
        state, where = self.state, f"{self.teller.how}, seed {self.state.seed}, move {number}"
        assert state.log is not None
        rest, drawn = list(before[0]), len(state._drawn)
        found = self.teller.play(self.row, seat, raw, self.log)
        assert found is not None, where
        assert found == state._drawn[drawn - len(found) :], where
        assert self.log[before[1] :] == state.log[before[1] :], where
        same_row(state, self.row, where)
        if number % 7 == 0:
            assert self.teller.play(self.cells(rest), seat, raw, None) == found, where
        if number % 37 == 0:
            viewer = number % state.game.players
            twin = State(state.game, list(self.row), list(self.log), [], seed=state.seed)
            assert twin.view(viewer, counted=True) == state.view(viewer, counted=True), where
            assert twin.information(viewer) == state.information(viewer), where

    def cells(self, row: list[int]) -> Any:
        """A row as the text wants it."""
        return row if self.teller.how == "plain" else array("q", row)

    def fails(self, seat: int, raw: tuple[int, ...]) -> bool:
        """Does a move fail here, and leave the row as it was?"""
        before = list(self.row)
        return self.teller.play(self.row, seat, raw, list(self.log)) is None and list(self.row) == before


def same_row(state: State, row: Iterable[int], where: str) -> None:
    """Cell by cell."""
    cells = row if isinstance(row, list) else list(row)
    if cells == state.row:
        return
    wrong = [(cell, a, b) for cell, (a, b) in enumerate(zip(state.row, cells, strict=True)) if a != b]
    assert not wrong, f"{where}: cell, interpreter, emitted: {wrong[:5]}"


def same_end(state: State, engine: Engine, row: object) -> None:
    """Score, scores and winners."""
    outcome, found, seats = state.outcome(), engine.result(row), state.game.players
    assert outcome is not None
    assert found[0] == (NONE if outcome.score is None else outcome.score)
    assert tuple(found[1 : 1 + seats]) == (outcome.scores or (NONE,) * seats)
    assert tuple(seat for seat in range(seats) if found[1 + seats + seat]) == tuple(sorted(outcome.winners))


def fails(engine: Engine, row: object, number: int, seat: int) -> None:
    """Where a rule fails on the interpreter it fails here, and the row is as it was."""
    before = list(engine.copied(row))
    try:
        engine.played(row, number, seat)
    except RuleFailed:
        assert list(row) == before  # type: ignore[call-overload]
        return
    raise AssertionError(f"{engine.how}: a rule fails on the interpreter and not here")


MATRIX: tuple[tuple[str, ...], ...] = ((), *((name,) for name in PASSES), tuple(PASSES))
"""The passes: none, each alone, all."""
