"""What a state takes and what a copy costs; how long it takes until a game can be played."""

from __future__ import annotations

import sys
import tracemalloc
from array import array
from random import Random
from time import perf_counter, process_time
from typing import Any

from tools.bench.measure import Figures, Skipped, nanoseconds
from tools.bench.ours import compiled, emitted, load

from reglas.play import Game, State

KEPT = 10
"""How many states are kept to see what one takes."""


def played(game: Game, seed: int, record: bool, most: int | None = None) -> State:
    """A random game, to its end or for so many moves."""
    state, number = game.start(seed, record=record), Random(seed).random
    moves = 0
    while not state.over and moves != most:
        state.apply(int(number() * len(state.raw_moves())))
        moves += 1
    return state


def memory(game: Game, seconds: float) -> Figures:
    """A state in the middle of a game: cells, bytes, and copies; one of a whole game with its log."""
    state = played(game, 1, False, 10)
    row = state.row
    cells = array("q", row)
    whole = played(game, 1, True)
    return {
        "cells": len(row),
        "list_bytes": list_bytes(row),
        "array_bytes": sys.getsizeof(cells),
        "moves_recorded": len(whole.played),
        "recorded_bytes": recorded_bytes(game),
        "copy_list_ns": nanoseconds(lambda: list(row), seconds),
        "copy_array_ns": nanoseconds(lambda: cells[:], seconds),
        "copy_state_ns": nanoseconds(state.copy, seconds),
        "copy_recorded_ns": nanoseconds(whole.copy, seconds),
        "emitted": emitted_memory(game, seconds),
    }


def list_bytes(row: list[int]) -> int:
    """A row as a list, with the numbers that Python does not keep once for all."""
    return sys.getsizeof(row) + sum(sys.getsizeof(number) for number in row if not -5 <= number <= 256)


def recorded_bytes(game: Game) -> float:
    """What a whole game takes with its log and its moves, on average of some."""
    played(game, 0, True)  # what the game itself keeps is there before
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [played(game, seed, True) for seed in range(1, KEPT + 1)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(kept)


def emitted_memory(game: Game, seconds: float) -> Figures | str:
    """Rows of the emitted engines, or why there are none."""
    found: Figures = {}
    for how in ("plain", "fast"):
        try:
            engine = emitted(game, how)
        except Skipped as why:
            return found or str(why)
        row = engine.start(1)
        copy = getattr(row, "copy", None) or (lambda row=row: row[:])
        found[f"{how}_bytes"] = list_bytes(row) if isinstance(row, list) else memoryview(row).nbytes
        found[f"{how}_copy_ns"] = nanoseconds(copy, seconds)
    return found


def starting(name: str, players: int, settings: dict[str, int], how: str) -> Figures:
    """From nothing imported but the interpreter's modules to the first whole game: seconds of processor time, of each
    step and, as it passed, of all."""
    begin, wall = process_time(), perf_counter()
    game = load(name, players, settings)
    loaded = process_time()
    run: Any = None
    if how == "interpreter":
        played(game, 1, False)
        made = loaded
    else:
        engine = emitted(game, how)
        made = process_time()
        run = compiled(engine, "playouts")
        run(1, 1)
    done = process_time()
    return {
        "load": loaded - begin,
        "engine": made - loaded,
        "first_game": done - made,
        "total": done - begin,
        "passed": perf_counter() - wall,
    }
