"""Hold emitted programs to the interpreter, at length.

    python tools/equality.py [NAME..] [--games N] [--how plain,fast] [--matrix] [--players P] [--jobs J] [--most M]
        [--set OPTION=VALUE] [--events]

NAME is a game, or a game with variants (`hanabi+rainbow`); without any, every game and every variant, with every number
of players. Each gets N random games, played on the interpreter and on each engine with the same random numbers, and
compared after every move: each cell of the row, each list of legal moves, each outcome of chance, and the result.
`--set` makes games short (`rounds=1`), for the specs that have the option; `--matrix` also with no pass at all and with
each pass alone; `--events` also the text that tells what happens: each event, and some views made of them.
Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import Pool
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import reglas
from reglas.compiled.engine import Engine
from reglas.compiled.passes import PASSES
from reglas.compiled.told import Told

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "compiled")]
lockstep: Any = import_module("lockstep")
shipped: Any = import_module("shipped")


class Task(NamedTuple):
    """A spec with a number of players."""

    name: tuple[str, tuple[str, ...]]
    players: int
    games: int
    hows: tuple[str, ...]
    matrix: bool
    most: int
    options: tuple[tuple[str, int], ...]
    events: bool


def run(task: Task) -> tuple[str, int, str]:
    """Its label, how many moves there were, and what differed."""
    game = reglas.load(task.name[0], task.players, task.name[1])
    settings = {name: value for name, value in task.options if name in game.options}
    if settings:
        game = reglas.load(task.name[0], task.players, task.name[1], settings)
    label, moves = f"{'+'.join((task.name[0], *task.name[1]))} {task.players}", 0
    ways = lockstep.MATRIX if task.matrix else (tuple(PASSES),)
    try:
        engines = [Engine(game.program, how, passes) for how in task.hows for passes in ways]
        told = [Told(game.machine, how, passes) for how in task.hows for passes in ways] if task.events else []
        for seed in range(task.games):
            moves += lockstep.together(game, engines, seed, task.most, told)
    except Exception as error:  # whatever it is, it is told, and the next is tried
        return label, moves, f"{type(error).__name__}: {error}"
    return label, moves, ""


def tasks(args: argparse.Namespace) -> Iterator[Task]:
    """Everything to be compared."""
    options = tuple((key, int(value)) for key, _, value in (text.partition("=") for text in args.set))
    named = [(game, tuple(variants)) for game, *variants in (name.split("+") for name in args.names)]
    for name in named or shipped.alone():
        for players in [args.players] if args.players else shipped.seats(*name):
            hows = tuple(args.how.split(","))
            yield Task(name, players, args.games, hows, args.matrix, args.most, options, args.events)


def main(argv: list[str] | None = None) -> int:
    """Compare, and say what came of it."""
    parser = argparse.ArgumentParser(description="Hold emitted programs to the interpreter.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a game, or GAME+VARIANT..; all by default")
    parser.add_argument("--games", type=int, default=10, help="with every number of players (10)")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--how", default="plain", help="plain, fast, or both with a comma (plain)")
    parser.add_argument("--matrix", action="store_true", help="also without passes, and with each alone")
    parser.add_argument("--events", action="store_true", help="also the text that tells what happens")
    parser.add_argument("--most", type=int, default=lockstep.MOST_MOVES, help="moves of a game at most")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="where there is the option")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    args = parser.parse_args(argv)
    todo, begin, news, moves, wrong = list(tasks(args)), monotonic(), monotonic(), 0, 0
    with Pool(args.jobs) as pool:
        for number, (label, played, what) in enumerate(pool.imap_unordered(run, todo), 1):
            moves += played
            if what:
                wrong += 1
                print(f"{label}: {what}", flush=True)
            if monotonic() - news > 10:
                news = monotonic()
                print(f"{number} of {len(todo)}, {moves:,} moves, {news - begin:.0f} s", file=sys.stderr, flush=True)
    games = len(todo) * args.games
    print(f"{len(todo)} specs and numbers of players, {games:,} games, {moves:,} moves: {wrong or 'none'} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
