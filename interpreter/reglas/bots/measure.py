"""What a position is worth, read from the ends of a program: for players who win and lose together, and for rivals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from reglas.bots.distance import FAR, Distances, Steps
from reglas.play import Game
from reglas.program import ir
from reglas.program.walk import nodes
from reglas.worlds import World

HOPE = 0.5
"""What a step of the score that can still be reached is worth beside one that is made."""

NEAR = 0.2
"""How much of everything is at stake one step before it is lost; with each step more, so many times that."""

FREEDOM, USED_UP = 0.3, 0.7
"""What an action that can be paid for is worth, and how much of it is lacking with each step less to spare."""

PLAYING = "playing"
"""The definition that says who still plays."""

WON = 2.0
"""What winning is worth beside the score."""


@dataclass(frozen=True)
class Outlook:
    """What counts now, what can be reached, the faces of a plan for it, how many of each face are not lost, and the
    steps to each end that is lost. `key` is equal for positions alike in all that matters to the value of cards."""

    score: int
    reach: int
    plan: tuple[int, ...]
    live: tuple[int, ...]
    near: tuple[int, ...]
    key: int


class Measure:
    """Reads a program's ends once, and values worlds by them."""

    def __init__(self, game: Game) -> None:
        self.game, self.program = game, game.program
        self.evaluator = game.machine.evaluator
        self._distances = Distances(self.evaluator)
        self.together = not any(end.ranks or end.scores or end.winners is not None for end in self.program.ends)
        self.one_by_one = all(d.waiting < 0 and d.declined < 0 for d in self.program.decisions)
        self._losses = list(self._read_losses())
        self._score = self._read_score()
        self._spare = list(self._read_needs())
        self._dropping = list(self._read_dropping())
        self._freed: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        self.live = self._read_live()
        self.fixed = tuple(number for number in range(len(self.program.zones)) if number not in self.live)

    # -- reading the program ---------------------------------------------------------------------------------------

    def _read_losses(self) -> Iterator[tuple[Steps, Callable[..., Any] | None]]:
        """For each end that is lost on a condition: the steps to it, and what then counts."""
        for end in self.program.ends:
            if end.outcome == "lost" and end.when is not None:
                score = self.evaluator.value(end.score) if end.score is not None else None
                yield self._distances.until(end.when), score

    def _read_score(self) -> Callable[[list[int], list[int]], int]:
        """What would count if it were over now: the score of an end that is not lost, else steps towards winning."""
        told = [e for e in reversed(self.program.ends) if e.outcome != "lost" and e.score is not None]
        for end in told:
            if end.score is not None and not isinstance(end.score, ir.Const):
                return self.evaluator.value(end.score)
        ways = [self._distances.until(e.when) for e in self.program.ends if e.outcome == "won" and e.when is not None]
        if not ways:
            return lambda s, f: 0
        start, f = list(self.program.row), self.game.machine.locals
        longest = [way(start, f) for way in ways]
        return lambda s, f: max(long - way(s, f) for long, way in zip(longest, ways, strict=True))

    def _read_dropping(self) -> Iterator[Steps]:
        """For each seat the steps until it no longer plays, where the rules say who does."""
        number = next((n for n, f in enumerate(self.program.functions) if f.name == PLAYING), -1)
        for seat in range(self.program.seats) if number >= 0 else ():
            yield self._distances.until(ir.Invoke(number, (ir.Const(seat),)), holds=False)

    def _read_needs(self) -> Iterator[Steps]:
        """For each action that must be paid for, how many steps there are to spare."""
        tokens = {h.cell + i for h in self.program.holdings if h.sort == "token" for i in range(h.count)}
        for decision in self.program.decisions:
            for alternative in decision.alternatives:
                for need in alternative.needs:
                    read = {n.cell for n in nodes(need.test, self.program.functions) if isinstance(n, ir.Cell)}
                    if need.depth == 0 and read & tokens:
                        yield self._distances.until(need.test, holds=False)

    def _read_live(self) -> tuple[int, ...]:
        """The zones from which cards are ever taken; what lies elsewhere stays there."""
        taken: list[object] = [op.cards for op in self.program.ops if isinstance(op, ir.Move)]
        taken += [(op.card, op.other) for op in self.program.ops if isinstance(op, ir.Swap)]
        taken += [p.domain for d in self.program.decisions for a in d.alternatives for p in a.picks]
        families: set[str] = set()
        for part in taken:
            for node in nodes(part):
                if isinstance(node, ir.Contents | ir.Top | ir.Spread):
                    families.add(node.family)
        return tuple(number for number, zone in enumerate(self.program.zones) if zone.family in families)

    # -- playing together ------------------------------------------------------------------------------------------

    def score(self, world: World) -> int:
        """What would count if it were over now."""
        return int(world.value(self._score))

    def nearness(self, world: World) -> tuple[int, ...]:
        """The steps to each end that is lost."""
        return tuple(min(FAR, int(world.value(steps))) for steps, _ in self._losses)

    def value(self, world: World, outlook: Outlook) -> float:
        """What a world is worth to all together."""
        end = world.ended
        if end is not None:
            told = world.value(self.evaluator.value(end.score)) if end.score is not None else None
            if end.outcome == "lost":
                return float(told or 0)
            return float(outlook.score if told is None else told) + (WON if end.outcome == "won" else 0)
        hoped = outlook.score + HOPE * (outlook.reach - outlook.score)
        lost = 0.0
        for left, (_, counts) in zip(outlook.near, self._losses, strict=True):
            stake = hoped - (world.value(counts) if counts is not None else 0)
            lost = max(lost, NEAR**left * stake)
        return hoped - lost

    def spare(self, world: World) -> tuple[int, ...]:
        """How many steps there are to spare for each action that must be paid for."""
        return tuple(min(FAR, world.value(steps)) for steps in self._spare)

    def freed(self, before: tuple[int, ...], paid: tuple[int, ...]) -> float:
        """What it is worth that so much more or less is to spare."""
        key = (before, paid)
        found = self._freed.get(key)
        if found is None:
            found = self._freed[key] = FREEDOM * sum(
                USED_UP**n - USED_UP ** max(0, n + m) for n, m in zip(before, paid, strict=True)
            )
        return found

    # -- playing against each other --------------------------------------------------------------------------------

    def standing(self, world: World, seat: int) -> float:
        """How a seat stands against the best of the others, if it were over now; where all win or lose together, what
        they have."""
        if self.together:
            return self.had(world)
        end = world.ended or next((e for e in self.program.ends if e.when is None), self.program.ends[-1])
        value = self.evaluator.value
        won = 0.0
        if end.winners is not None:
            winners = world.value(value(end.winners))
            won = (1.0 if seat in winners else 0.0) - (1.0 if any(w != seat for w in winners) else 0.0)
        told = end.ranks or end.scores
        if told and len(told) == self.program.seats:
            sign = end.best if end.ranks and end.best else 1
            counts = [sign * int(world.value(value(rank))) for rank in told]
            ahead = counts[seat] - max((c for s, c in enumerate(counts) if s != seat), default=0)
            over = 2.0 if world.over and ahead > 0 else -2.0 if world.over and ahead < 0 else 0.0
            return won + ahead + over
        return won * 2 + (0.0 if world.over else self.lasting(world, seat))

    def had(self, world: World) -> float:
        """What all together would have if it were over now."""
        end = world.ended
        if end is None or end.outcome != "lost":
            return self.score(world) + (WON if end is not None and end.outcome == "won" else 0.0)
        return float(world.value(self.evaluator.value(end.score)) if end.score is not None else 0)

    def lasting(self, world: World, seat: int) -> float:
        """How much further a seat is from dropping out than the others are, where players may drop out."""
        left = [min(FAR, int(world.value(steps))) for steps in self._dropping]
        if not left:
            return 0.0
        others = [n for player, n in enumerate(left) if player != seat]
        return left[seat] - sum(others) / max(1, len(others)) if left[seat] else -2.0 * FAR
