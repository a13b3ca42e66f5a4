"""Measuring: warm-up, runs of a fixed number of games, medians. The standard library only, for peers import it too.

Time is processor time of the process, all its threads together, so that other programs on the machine disturb less;
how much of the time that passed that was is kept beside the figures (`share`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

Figures = dict[str, Any]


class Skipped(Exception):
    """A row that cannot be measured here, and why."""


@dataclass(frozen=True)
class Run:
    """Some games: how many, their moves, and the seconds of processor time they took."""

    moves: int
    games: int
    seconds: float


Play = Callable[[int, int], tuple[int, int]]
"""Plays so many games from a seed on, and tells how many moves and games there were."""

Clocked = Callable[[int, int], Run]
"""The same, with the time it took."""


def clocked(play: Play) -> Clocked:
    """Playing with its time."""

    def run(games: int, seed: int) -> Run:
        begin = process_time()
        moves, played = play(games, seed)
        return Run(moves, played, process_time() - begin)

    return run


def warmed_up(run: Clocked, seconds: float) -> int:
    """Play one game, in which compilers compile, then for about half the length of a run; how many games make one."""
    run(1, 0)
    games, spent, played, batch = 0, 0.0, 0.0, 1
    while spent < seconds / 2:
        found = run(batch, 0)
        spent, games, played = spent + max(found.seconds, 1e-9), games + found.games, found.seconds
        if played < seconds / 8:
            batch *= 2
    return max(1, round(games / spent * seconds))


def summary(runs: Sequence[Run], passed: float) -> Figures:
    """What runs come to: the median, the slowest and the quickest; `passed` is the time on the wall of all of them."""
    speeds = sorted(one.moves / max(one.seconds, 1e-9) for one in runs)
    played = sum(one.games for one in runs)
    return {
        "moves_per_second": median(speeds),
        "least": speeds[0],
        "most": speeds[-1],
        "games_per_second": median(one.games / max(one.seconds, 1e-9) for one in runs),
        "moves_per_game": sum(one.moves for one in runs) / played,
        "games": played,
        "share": sum(one.seconds for one in runs) / passed,
    }


def nanoseconds(call: Callable[[], object], seconds: float = 0.1, runs: int = 5) -> float:
    """What a call costs: the median of several runs."""
    times, spent = 1, 0.0
    while spent < seconds:
        times *= 2
        spent = _repeated(call, times)
    return median(_repeated(call, times) for _ in range(runs)) / times * 1e9


def _repeated(call: Callable[[], object], times: int) -> float:
    begin = process_time()
    for _ in range(times):
        call()
    return process_time() - begin
