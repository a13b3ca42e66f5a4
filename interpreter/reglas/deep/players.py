"""Players that choose at random, with temperaments: so that games last long, end soon, and go everywhere."""

from __future__ import annotations

from collections import Counter

from reglas.deep.distance import distance
from reglas.engine.faults import RuleFault
from reglas.engine.notation import DECLINE
from reglas.engine.rng import Stream
from reglas.play import Game, State
from reglas.program import ir

Raw = tuple[int, ...]


def actions(game: Game) -> list[str]:
    """The actions that a game may offer."""
    return sorted({a.action for d in game.program.decisions for a in d.alternatives})


class Player:
    """Chooses at random, with a liking for some actions that lasts a game; what nobody chose yet is liked best.

    With a `goal`, the number of an end (or -1: that the game goes on, and moves become few), a few moves are tried
    out beforehand, with all cards open, and one is taken that leads nearest to it.
    """

    TRIED = 8
    """How many moves are tried out, at most."""

    def __init__(
        self, game: Game, choices: Stream, chosen: Counter[str] | None = None, goal: int | None = None
    ) -> None:
        self.game, self.choices, self.goal = game, choices, goal
        self.liking = {action: 1 << choices.below(7) for action in [*actions(game), DECLINE]}
        for action in self.liking:
            if chosen is not None and action != DECLINE and not chosen[action]:
                self.liking[action] = 1 << 8
        end = game.program.ends[goal].when if goal is not None and goal >= 0 else None
        self.far = distance(game.machine.evaluator, end) if end is not None else None

    def way(self, state: State) -> float:
        """How far it is to the end that is the goal; 0 where there is none."""
        return self.far(state.row, self.game.machine.locals) if self.far is not None else 0.0

    def choose(self, state: State) -> tuple[int, Raw, str]:
        """A seat that is to act, one of its legal moves, and the action."""
        acting = state.to_act
        seat = acting[self.choices.below(len(acting)) if len(acting) > 1 else 0]
        by_action: dict[int, list[Raw]] = {}
        for raw in state.raw_moves(seat):
            by_action.setdefault(raw[0], []).append(raw)
        names = offered(state)
        raw = self._any(by_action, names)
        if self.goal is not None:
            raw = self._nearest(state, seat, raw, [self._any(by_action, names) for _ in range(self.TRIED)])
        return seat, raw, names[raw[0]]

    def _any(self, by_action: dict[int, list[Raw]], names: list[str]) -> Raw:
        """A move by liking."""
        at = self.choices.below(sum(self.liking[names[n]] for n in by_action))
        for number, moves in by_action.items():
            at -= self.liking[names[number]]
            if at < 0:
                return moves[self.choices.below(len(moves))]
        raise AssertionError

    def _nearest(self, state: State, seat: int, first: Raw, others: list[Raw]) -> Raw:
        """The move that leads nearest to the goal, the first among equals."""
        tried = dict.fromkeys([first, *others])
        if len(tried) == 1:
            return first
        return min(tried, key=lambda raw: self._distance(state, seat, raw))

    def _distance(self, state: State, seat: int, raw: Raw) -> float:
        machine, row = self.game.machine, list(state.row)
        try:
            machine.commit(row, seat, raw)
        except RuleFault:
            return float("-inf")
        if row[ir.ENDED]:
            return float("-inf") if row[ir.ENDED] - 1 == self.goal else float("inf")
        if self.far is not None:
            return self.far(row, machine.locals)
        decision = machine.decision(row)
        return len(machine.offered(row, decision, machine.acting(row)[0])) if decision is not None else 0.0


def offered(state: State) -> list[str]:
    """The names of what is offered at the decision where a state rests, to decline last."""
    decision = state.game.machine.decision(state.row)
    assert decision is not None
    return [*(a.action for a in state.game.program.decisions[decision].alternatives), DECLINE]
