"""Moves a second of random play on the reference interpreter.

    python tools/bench_moves.py [NAME] [--players N] [--with V].. [--seconds S] [--runs R] [--knowledge] [--resample]

With views off (no log is kept), and, beside it, with the log kept; with `--knowledge` also with every seat's knowledge
folded after every move. The median of the runs is the figure; the machine may be shared, so compare ratios within one
run. `--resample` instead: for every number of players how long it takes to set up the drawing of hidden cards for the
seat that is to act, and to draw a state, at every decision of random games.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median
from time import perf_counter

import reglas
from reglas.engine.rng import Stream
from reglas.play import Game


def moves_per_second(
    game: Game, seconds: float, seed: int, record: bool, knowledge: bool = False
) -> tuple[float, float]:
    """Random games for some seconds: moves a second, and moves a game."""
    choices, moves, games = Stream(seed, 1), 0, 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        state = game.start(seed * 1_000_003 + games, record=record)
        while not state.over:
            state.apply(choices.below(len(state.legal_moves)))
            moves += 1
            if knowledge:
                for seat in range(game.players):
                    state.knowledge(seat)
        games += 1
    return moves / (perf_counter() - begin), moves / games


def resampling(game: Game, seconds: float, seed: int) -> tuple[list[float], list[float]]:
    """How long setting up and drawing took, in milliseconds, each in order."""
    choices, setups, samples, begin = Stream(seed, 1), list[float](), list[float](), perf_counter()
    while perf_counter() - begin < seconds:
        state = game.start(seed * 1_000_003 + len(setups))
        while not state.over:
            viewer = state.to_act[0]
            state.knowledge(viewer)
            start = perf_counter()
            sampler = state.resampler(viewer)
            setups.append((perf_counter() - start) * 1000)
            start = perf_counter()
            for _ in range(4):
                state.resample(viewer, choices, sampler)
            samples.append((perf_counter() - start) * 250)
            state.apply(choices.below(len(state.legal_moves)))
    return sorted(setups), sorted(samples)


def report_resampling(name: str, variants: list[str], seconds: float) -> None:
    """A line for every number of players."""
    model = reglas.load(name, None, variants).spec.model
    assert model is not None
    for players in range(model.players[0], model.players[1] + 1):
        setups, samples = resampling(reglas.load(name, players, variants), seconds, 1)
        late = len(setups) * 99 // 100
        print(
            f"{name}, {players} players: set up in {median(setups):.2f} ms (99 of 100 within {setups[late]:.2f}),"
            f" a sample in {median(samples):.3f} ms (99 of 100 within {samples[late]:.3f}); {len(setups)} decisions"
        )


def main(argv: list[str] | None = None) -> int:
    """Print a line without and a line with the log."""
    parser = argparse.ArgumentParser(description="Moves a second of random play on the reference interpreter.")
    parser.add_argument("name", nargs="?", default="hanabi")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--with", dest="variants", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--knowledge", action="store_true")
    parser.add_argument("--resample", action="store_true")
    args = parser.parse_args(argv)
    if args.resample:
        report_resampling(args.name, args.variants, args.seconds)
        return 0
    begin = perf_counter()
    game = reglas.load(args.name, args.players, args.variants)
    print(f"{args.name}, {args.players} players: loaded and compiled in {perf_counter() - begin:.2f} s")
    moves_per_second(game, 0.5, 0, False)
    modes = [("views off", False, False), ("log kept", True, False)]
    if args.knowledge:
        modes.append(("every seat's knowledge folded", True, True))
    for what, record, knowledge in modes:
        runs = [moves_per_second(game, args.seconds, seed, record, knowledge) for seed in range(args.runs)]
        speeds = sorted(speed for speed, _ in runs)
        print(
            f"{what}: median {median(speeds):,.0f} moves/s (min {speeds[0]:,.0f}, max {speeds[-1]:,.0f}),"
            f" {median(length for _, length in runs):.1f} moves a game"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
