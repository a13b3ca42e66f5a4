"""Moves a second of random play on the reference interpreter.

    python tools/bench_moves.py [NAME] [--players N] [--with V].. [--seconds S] [--runs R]

With views off (no log is kept), and, beside it, with the log kept. The median of the runs is the figure; the machine
may be shared, so compare ratios within one run.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median
from time import perf_counter

import reglas
from reglas.engine.rng import Stream
from reglas.play import Game


def moves_per_second(game: Game, seconds: float, seed: int, record: bool) -> tuple[float, float]:
    """Random games for some seconds: moves a second, and moves a game."""
    choices, moves, games = Stream(seed, 1), 0, 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        state = game.start(seed * 1_000_003 + games, record=record)
        while not state.over:
            state.apply(choices.below(len(state.legal_moves)))
            moves += 1
        games += 1
    return moves / (perf_counter() - begin), moves / games


def main(argv: list[str] | None = None) -> int:
    """Print a line without and a line with the log."""
    parser = argparse.ArgumentParser(description="Moves a second of random play on the reference interpreter.")
    parser.add_argument("name", nargs="?", default="hanabi")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--with", dest="variants", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args(argv)
    begin = perf_counter()
    game = reglas.load(args.name, args.players, args.variants)
    print(f"{args.name}, {args.players} players: loaded and compiled in {perf_counter() - begin:.2f} s")
    moves_per_second(game, 0.5, 0, False)
    for record, what in ((False, "views off"), (True, "log kept")):
        runs = [moves_per_second(game, args.seconds, seed, record) for seed in range(args.runs)]
        speeds = sorted(speed for speed, _ in runs)
        print(
            f"{what}: median {median(speeds):,.0f} moves/s (min {speeds[0]:,.0f}, max {speeds[-1]:,.0f}),"
            f" {median(length for _, length in runs):.1f} moves a game"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
