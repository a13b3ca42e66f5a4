"""Emitted programs beside the interpreter: the same game on both, compared cell by cell and move by move.

Views, words and records are made of the row and the program alone, so rows that are the same have the same views.
"""

from __future__ import annotations

from collections.abc import Iterable

import playing
from reglas.compiled.engine import Engine, RuleFailed
from reglas.compiled.passes import PASSES
from reglas.compiled.quick import Quick
from reglas.engine.faults import RuleFault
from reglas.engine.machine import Move
from reglas.engine.rng import Stream
from reglas.language.types import NONE
from reglas.play import Game, State

MOST_MOVES = 3_000


class Slow(Quick):
    """The interpreter and nothing else: a game that is played for a while would be emitted."""

    def moves(self, row: list[int], seat: int) -> list[Move]:
        """What the interpreter finds."""
        return self.machine.moves(row, seat)

    def play(self, row: list[int], seat: int, move: Move) -> bool:
        """Nothing."""
        return False


def together(game: Game, engines: Iterable[Engine], seed: int, most: int = MOST_MOVES) -> int:
    """Play a random game on the interpreter and on engines of the same program; how many moves it had."""
    object.__setattr__(game, "quick", Slow(game.machine))
    choices, state = Stream(seed, 7), game.start(seed, record=False)
    rows = [(engine, engine.start(seed)) for engine in engines]
    for moves in range(most):
        for engine, row in rows:
            same_row(state, row, f"{engine.how}, seed {seed}, move {moves}")
        if state.over:
            for engine, row in rows:
                same_end(state, engine, row)
            return moves
        decision = game.machine.decision(state.row)
        assert decision is not None
        for seat in state.to_act:
            numbers = [game.machine.code(decision, raw) for raw in state.raw_moves(seat)]
            for engine, row in rows:
                assert engine.legal(row, seat) == numbers, f"{engine.how}, seed {seed}, move {moves}, seat {seat}"
        seat = playing.somebody(state, choices)
        raw = state.raw_moves(seat)[choices.below(len(state.raw_moves(seat)))]
        number, drawn = game.machine.code(decision, raw), len(state._drawn)
        try:
            state._play(raw, seat)
        except RuleFault:
            for engine, row in rows:
                fails(engine, row, number, seat)
            return moves
        for engine, row in rows:
            if moves % 2:
                came = engine.played(row, number, seat).came
                assert came == tuple(value for _, value in state._drawn[drawn:])
            else:
                engine.apply(row, number, seat)
    return most


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
