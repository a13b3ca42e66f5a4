"""Play the shipped specs at length, at random, and hold them to everything that is known to hold.

    python tools/soak.py [NAME..] [--games N] [--pairs] [--jobs J] [--seconds S] [--every K] [--json]

NAME is a game, or a game with variants (`hanabi+rainbow`); without any, every game and every variant, and with
`--pairs` every pair of variants too. Each gets N games with every number of players; `--players` takes one. At one
decision in K the laws are tried, and pairs for one viewer: cards that they cannot see are put elsewhere, at random and
resampled. In long games fewer decisions are looked at, about three of each (`--looks`). Of many games a resampled state
is turned back into a whole game, which is played again. Games differ in temperament: in some hardly anybody does one
thing or the other, so that they last long or end soon. `--set OPTION=VALUE` is for the specs that have the option.

One line for each spec; for each failure the command that shows it again. Exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from multiprocessing import Pool
from pathlib import Path
from time import monotonic
from typing import Any

import reglas
from reglas.engine.notation import DECLINE
from reglas.engine.rng import Stream
from reglas.knowledge.seen import SPECTATOR
from reglas.play import Game, State

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "knowledge")]
pairs: Any = import_module("pairs")
playing: Any = import_module("playing")
replaying: Any = import_module("replaying")
shipped: Any = import_module("shipped")

Name = tuple[str, tuple[str, ...]]

CHUNK = 100
"""Games that are played in one go, after which there is news."""

LOOKS = 3.0
"""At about how many decisions of a long game the laws are tried."""

BUDGET = 2_000
"""Steps of exact counting for a resampled state; then swaps do."""


@dataclass
class Task:
    """Some games of a spec with a number of players."""

    name: Name
    players: int
    seed: int
    games: int
    every: int
    fixed: bool = False
    options: tuple[tuple[str, str], ...] = ()
    looks: float = LOOKS


@dataclass
class Result:
    """What came of it: how many of what, and failures as text with the command that shows them again."""

    label: str
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        """Take in another."""
        self.counts += other.counts
        self.seconds += other.seconds
        self.failures += other.failures

    def line(self) -> str:
        """One line."""
        c = self.counts
        return (
            f"{self.label}: {c['games']:,} games, {c['moves']:,} moves; {c['pairs']:,} pairs, {c['steps']:,} moves on"
            f" ({c['told the same']:,} told the same); {c['replays']:,} games replayed;"
            f" {c['games'] / max(self.seconds, 0.001):.0f} games/s; {len(self.failures) or 'no'} failures"
        )


@lru_cache(maxsize=4)
def load(name: Name, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """A game, kept for a while; options that it does not have are left out."""
    known = reglas.load(name[0], players, name[1]).options
    return reglas.load(name[0], players, name[1], {key: value for key, value in options if key in known})


class Player:
    """Chooses at random, with a liking for some actions that lasts a game."""

    def __init__(self, game: Game, choices: Stream) -> None:
        self.game, self.choices = game, choices
        actions = {a.action for d in game.program.decisions for a in d.alternatives} | {DECLINE}
        self.liking = {action: 1 << choices.below(7) for action in sorted(actions)}

    def choose(self, state: State, seat: int) -> tuple[int, ...]:
        """One of the legal moves of a seat."""
        decision = self.game.machine.decision(state.row)
        assert decision is not None
        offered = self.game.program.decisions[decision].alternatives
        names = [*(alternative.action for alternative in offered), DECLINE]
        by_action: dict[int, list[tuple[int, ...]]] = {}
        for raw in state.raw_moves(seat):
            by_action.setdefault(raw[0], []).append(raw)
        at = self.choices.below(sum(self.liking[names[n]] for n in by_action))
        for number, moves in by_action.items():
            at -= self.liking[names[number]]
            if at < 0:
                return moves[self.choices.below(len(moves))]
        raise AssertionError


def one_game(game: Game, seed: int, every: int, counts: Counter[str]) -> int:
    """A game held to everything; how long it was. Raises AssertionError, or whatever else goes wrong."""
    choices = Stream(seed, 7)
    player, state = Player(game, choices), replaying.start(game, seed)
    while not state.over:
        if len(state._played) > playing.MOST_MOVES:
            raise AssertionError(f"the game goes on after {playing.MOST_MOVES} moves")
        if choices.below(every) == 0:
            a_decision(state, choices)
        if choices.below(every * 8) == 0:
            a_replay(state, choices, counts)
        seat = playing.somebody(state, choices)
        state._play(player.choose(state, seat), seat)
        counts["moves"] += 1
    playing.conserved(state)
    playing.in_range(state)
    playing.over(state)
    pairs.tells_no_more(game, state.log or [], a_viewer(state, choices))
    if choices.below(max(2, every // 4)) == 0:
        a_replay(state, choices, counts)
    if choices.below(20) == 0:
        playing.comes_again(state)
    counts["games"] += 1
    return len(state._played)


def a_viewer(state: State, choices: Stream) -> int:
    """A seat; seldom the spectator."""
    return SPECTATOR if choices.below(16) == 0 else choices.below(state.game.players)


def a_decision(state: State, choices: Stream) -> None:
    """The laws, and pairs for one viewer."""
    viewer = a_viewer(state, choices)
    playing.conserved(state)
    playing.in_range(state)
    pairs.hold(state, viewer, choices, BUDGET)
    pairs.true_to_all(state, viewer)
    if choices.below(4) == 0:
        playing.somebody_can_move(state)
        playing.offered_and_refused(state, choices)


def a_replay(state: State, choices: Stream, counts: Counter[str]) -> None:
    """A resampled state as a whole game."""
    viewer = a_viewer(state, choices)
    row = state.resample(viewer, choices, state.resampler(viewer, BUDGET)).row
    replaying.replayed(state, viewer, row, choices)
    counts["replays"] += 1


def run(task: Task) -> Result:
    """Some games, in a process of their own."""
    game, variants = task.name
    result = Result("+".join((game, *variants)))
    before, begin = pairs.TOLD.copy(), monotonic()
    machine = load(task.name, task.players, task.options)
    every, moves = task.every, 0
    for seed in range(task.seed, task.seed + task.games):
        try:
            moves += one_game(machine, seed, every, result.counts)
        except Exception as error:  # whatever it is, it is a failure, and the next game is played all the same
            again = f"tools/soak.py {result.label} --players {task.players} --seed {seed} --games 1"
            again += "".join(f" --set {key}={value}" for key, value in task.options)
            what = traceback.format_exception_only(error)[-1].strip() or type(error).__name__
            where = traceback.extract_tb(error.__traceback__)[-1]
            where_ = f"({Path(where.filename).name}:{where.lineno})"
            result.failures.append(f"{again} --every {every}: {what} {where_}")
        if not task.fixed:
            every = max(task.every, int(moves / (seed - task.seed + 1) / task.looks))
    told = pairs.TOLD - before
    result.counts += Counter({"pairs": told["pairs"], "steps": told["moves"], "told the same": told["told the same"]})
    result.seconds = monotonic() - begin
    return result


def tasks(names: list[Name], args: argparse.Namespace) -> Iterator[Task]:
    """Everything to be done, in stretches: each spec gets some games before any gets more."""
    options = tuple((key, value) for key, _, value in (text.partition("=") for text in args.set))
    for first in range(0, args.games, CHUNK):
        for name in names:
            for players in [args.players] if args.players else shipped.seats(*name):
                games = min(CHUNK, args.games - first)
                yield Task(name, players, args.seed + first, games, args.every, args.games == 1, options, args.looks)


def wanted(args: argparse.Namespace) -> list[Name]:
    """The specs that were named, or all."""
    if args.names:
        return [(game, tuple(variants)) for game, *variants in (name.split("+") for name in args.names)]
    return [*shipped.alone(), *(shipped.pairs() if args.pairs else [])]


def soak(args: argparse.Namespace) -> tuple[dict[str, Result], bool]:
    """All games, and whether there was time for all."""
    names, results = wanted(args), dict[str, Result]()
    todo, begin, news = list(tasks(names, args)), monotonic(), monotonic()
    with Pool(args.jobs) as pool:
        for number, result in enumerate(pool.imap_unordered(run, todo), 1):
            results.setdefault(result.label, Result(result.label)).add(result)
            for failure in result.failures:
                print(failure, file=sys.stderr, flush=True)
            if monotonic() - news > 10 or number == len(todo):
                games, news = sum(r.counts["games"] for r in results.values()), monotonic()
                print(f"{number} of {len(todo)}, {games:,} games, {news - begin:.0f} s", file=sys.stderr, flush=True)
            if args.seconds and monotonic() - begin > args.seconds:
                pool.terminate()
                return results, number == len(todo)
    return results, True


def main(argv: list[str] | None = None) -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description="Play the shipped specs at length and hold them to all laws.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a game, or GAME+VARIANT..; all by default")
    parser.add_argument("--games", type=int, default=100, help="with every number of players (100)")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--pairs", action="store_true", help="also every pair of variants")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--every", type=int, default=8, help="check one decision in so many (8)")
    parser.add_argument("--looks", type=float, default=LOOKS, help="about how many decisions of a long game (3)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="where there is the option")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--json", action="store_true", help="the results as JSON")
    args = parser.parse_args(argv)
    results, done = soak(args)
    if args.json:
        plain = [{**vars(r), "counts": dict(r.counts)} for r in results.values()]
        print(json.dumps({"done": done, "specs": plain}, indent=1))
    else:
        for result in sorted(results.values(), key=lambda r: r.label):
            print(result.line())
        whole = Result("in all" if done else "in all, stopped by --seconds")
        for result in results.values():
            whole.add(result)
        print(whole.line())
    return 1 if any(r.failures for r in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
