"""What can still be reached: a plan made as if the player to act could draw any card that is not lost.

The plan is a row of faces, each of which, played in turn, raises the score. As long as the cards that it needs are
there, nothing is lost that counts; when one is gone, the plan is tried again without it, to see how much less there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reglas.bots.measure import Measure, Outlook
from reglas.engine.faults import RuleFault
from reglas.worlds import Raw, World


class Outlooks:
    """Makes outlooks, and keeps what trying plans again gave."""

    def __init__(self, measure: Measure) -> None:
        self.measure, self.program = measure, measure.program
        self._retried: dict[tuple[object, ...], tuple[int, tuple[int, ...]]] = {}
        self._keys: dict[tuple[object, ...], int] = {}

    def first(self, world: World) -> Outlook:
        """The outlook of a world, planned anew."""
        plan, reach = self._plan(world)
        return self._made(world, self.measure.score(world), reach, plan, world.counts(self.measure.live))

    def after(self, before: Outlook, world: World) -> Outlook:
        """The outlook after a move, from the one before it."""
        score, live = self.measure.score(world), world.counts(self.measure.live)
        plan, reach = before.plan, before.reach
        if world.over:
            return self._made(world, score, score, (), live)
        lost = [face for face, n in enumerate(before.live) if n > live[face]]
        if score > before.score:
            for face in lost:
                if face in plan:
                    at = plan.index(face)
                    plan = plan[:at] + plan[at + 1 :]
        need = Counter(plan)
        if score < before.score or any(need[face] > live[face] for face in lost):
            key = (score, plan, tuple(min(live[face], n) for face, n in need.items()))
            found = self._retried.get(key)
            if found is None:
                found = self._retried[key] = self._retry(world, plan, live)
            reach, plan = found
        return self._made(world, score, max(reach, score), plan, live)

    def _made(self, world: World, score: int, reach: int, plan: tuple[int, ...], live: list[int]) -> Outlook:
        need = Counter(plan)
        spare = tuple(min(live[face], n + 1) for face, n in sorted(need.items()))
        near = self.measure.nearness(world)
        key = self._keys.setdefault((score, reach, plan, spare, near), len(self._keys))
        return Outlook(score, reach, plan, tuple(live), near, key)

    # -- planning --------------------------------------------------------------------------------------------------

    def _plan(self, world: World) -> tuple[tuple[int, ...], int]:
        """Card after card, each time the next face in order that raises the score; as far as it goes."""
        now, score = world.copy(), self.measure.score(world)
        live = now.counts(self.measure.live)
        plan: list[int] = []
        face, failed = 0, 0
        while failed < len(live) and not now.over:
            then = self._raised(now, face, score) if live[face] else None
            if then is None:
                face, failed = (face + 1) % len(live), failed + 1
                continue
            now, score, failed = then, self.measure.score(then), 0
            live[face] -= 1
            plan.append(face)
        return tuple(plan), score

    def _retry(self, world: World, plan: tuple[int, ...], live: list[int]) -> tuple[int, tuple[int, ...]]:
        """The same plan with the cards that are left: how far it goes now, and what of it."""
        now, score, left = world.copy(), self.measure.score(world), list(live)
        kept = []
        for face in plan:
            if now.over or not left[face]:
                continue
            then = self._raised(now, face, score)
            if then is not None:
                now, score = then, self.measure.score(then)
                left[face] -= 1
                kept.append(face)
        return score, tuple(kept)

    def _raised(self, world: World, face: int, score: int) -> World | None:
        """The world after whoever acts has played this face, if that raises the score."""
        for move in card_moves(world):
            then = world.copy()
            try:
                if not then.put(move[1], face, self.measure.live):
                    return None
                then.play(move)
            except RuleFault:
                continue
            lost = then.ended is not None and then.ended.outcome == "lost"
            if not lost and self.measure.score(then) > score:
                return then
        return None


def card_moves(world: World) -> Iterator[Raw]:
    """For each action that takes one card and nothing else: a legal move, with the last card that there is."""
    machine, cells = world.game.machine, world.cells
    for number, alternative in reversed(list(enumerate(world.alternatives()))):
        if len(alternative.picks) == 1 and alternative.picks[0].sort == "card":
            there = machine.domain(cells, (number,), 0)
            if there and machine.refusal(cells, (number, there[-1])) is None:
                yield (number, there[-1])
