"""Bots against each other, and with each other: means with 95 % intervals.

    python tools/bot_arena.py NAME [--players N] [--games G] [--bots careful,random] [--with V] [--set O=N] [--seed S]

Where all win or lose together, each kind plays at a table of its own: told are the score that would count (also of a
game that was lost), the score that counts, and how often it was won. Where players are against each other the kinds
sit at one table, a seat further in each game: told are the score and the share of games won.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence

import reglas
from reglas.bots.kinds import BOTS, complaint, made, part
from reglas.bots.measure import Measure
from reglas.bots.seats import Seat
from reglas.play import Game, State
from reglas.worlds import World

Told = dict[str, list[float]]


def interval(values: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{mean:8.2f} ± {half:.2f}"


class Arena:
    """Plays games and keeps what came of them, and how long each kind took."""

    def __init__(self, game: Game) -> None:
        self.game, self.measure = game, Measure(game)
        self.found: dict[str, Told] = defaultdict(lambda: defaultdict(list))
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def played(self, seed: int, kinds: Sequence[str]) -> State:
        """A game to its end, a kind of bot on each seat."""
        state = self.game.start(seed)
        bots = {seat: made(kind, seed, seat) for seat, kind in enumerate(kinds)}
        while not state.over:
            seat = state.to_act[0]
            begun = time.perf_counter()
            move = bots[seat].choose(Seat(state, seat))
            self.seconds[kinds[seat]].append(time.perf_counter() - begun)
            said = complaint(bots[seat])
            if said is not None:
                print(f"game {seed}, {kinds[seat]}: {said.text()}")
            state.push(move)
        part(bots, state)
        return state

    def together(self, seed: int, kind: str) -> None:
        """A table of one kind."""
        state = self.played(seed, [kind] * self.game.players)
        outcome = state.outcome()
        assert outcome is not None
        found = self.found[kind]
        found["made"].append(self.measure.score(World(self.game, list(state.row))))
        found["score"].append(outcome.score or 0)
        found["won %"].append(100.0 * (outcome.result == "won"))
        found["lost %"].append(100.0 * (outcome.result == "lost"))

    def rivals(self, seed: int, kinds: Sequence[str]) -> None:
        """A mixed table; the kinds sit one seat further in each game."""
        seats = [kinds[(seat + seed) % len(kinds)] for seat in range(self.game.players)]
        outcome = self.played(seed, seats).outcome()
        assert outcome is not None
        share = 100.0 / len(outcome.winners) if outcome.winners else 0.0
        for kind in dict.fromkeys(seats):
            mine = [s for s in range(self.game.players) if seats[s] == kind]
            found = self.found[kind]
            if outcome.scores:
                found["score"].append(statistics.fmean(outcome.scores[s] for s in mine))
            found["won %, a seat"].append(statistics.fmean(share * (s in outcome.winners) for s in mine))

    def report(self) -> None:
        """Print what was found."""
        for kind, found in self.found.items():
            told = "   ".join(f"{name} {interval(values)}" for name, values in found.items())
            taken = self.seconds[kind]
            print(f"{kind:>10}: {told}   ({statistics.fmean(taken) * 1000:.0f} ms a move, {max(taken):.2f} s at most)")


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bots", default="careful,random", help=f"kinds ({', '.join(BOTS)}) or commands")
    parser.add_argument("--with", dest="with_", action="append", default=[], metavar="V")
    parser.add_argument("--set", dest="set_", action="append", default=[], metavar="O=N")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    options = {name: int(value) for name, _, value in (text.partition("=") for text in args.set_)}
    game = reglas.load(args.name, args.players, args.with_, options)
    arena, kinds = Arena(game), [kind.strip() for kind in args.bots.split(",")]
    for seed in range(args.seed, args.seed + args.games):
        if not arena.measure.together:
            arena.rivals(seed, kinds)
            continue
        for kind in kinds:
            arena.together(seed, kind)
    print(f"{game.name}, {game.players} players, {args.games} games from seed {args.seed}")
    arena.report()


if __name__ == "__main__":
    main()
