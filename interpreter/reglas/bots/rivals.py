"""How a careful player chooses against others: short games played on at random in imagined worlds.

Every move is tried in the same worlds. After a few, the half of the moves that does worse is left out, and so on, so
that most of the time goes to the moves between which it is close. What counts is how the seat stands against the best
of the others where playing on stops.
"""

from __future__ import annotations

from reglas.bots.measure import Measure
from reglas.bots.seats import Seat
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.draws import Draws
from reglas.worlds import Raw, World

FIRST = 6
"""In how many worlds every move is tried; those left after each halving are tried in twice as many more."""

WORLDS = 48
"""In how many worlds a move is tried at most."""

AHEAD = 24
"""How many moves are played on."""

STEPS = 1500
"""How many moves are played in all, for one choice."""

FAULT = -50.0
"""What a move is worth by which a rule fails."""


def rival_move(seat: Seat, measure: Measure, draws: Stream) -> str:
    """The move after which the seat stands best against the others."""
    left = list(range(len(seat.moves)))
    sums = [0.0] * len(left)
    worlds, batch, steps = 0, FIRST, STEPS
    while len(left) > 1 and worlds < WORLDS and steps > 0:
        for _ in range(batch):
            world, chances = seat.sample(draws), draws.below(1 << 30)
            for number in left:
                value, used = _tried(world, number, seat.seat, measure, Stream(chances))
                sums[number] += value
                steps -= used
            worlds += 1
            if steps <= 0:
                break
        left.sort(key=lambda number: (-sums[number], number))
        del left[max(1, (len(left) + 1) // 2) :]
        batch *= 2
    return seat.moves[left[0]]


def _any(world: World, draws: Draws) -> Raw | None:
    """One of the legal moves: first which action, then which way of doing it, since an action that can be done in many
    ways is not done more often for that. None where nobody can move, as the cards are imagined."""
    by_action: dict[int, list[Raw]] = {}
    for move in world.moves():
        by_action.setdefault(move[0], []).append(move)
    if not by_action:
        return None
    actions = list(by_action.values())
    some = actions[draws.below(len(actions))]
    return some[draws.below(len(some))]


def _tried(world: World, number: int, seat: int, measure: Measure, draws: Stream) -> tuple[float, int]:
    """How the seat stands after a move and what happens to follow it; and how many moves that took."""
    now, used = world.copy(), 1
    try:
        now.play(now.moves(seat)[number], seat=seat)
        while not now.over and used < AHEAD:
            some = _any(now, draws)
            if some is None:
                break
            now.play(some)
            used += 1
        return measure.standing(now, seat), used
    except RuleFault:
        return FAULT, used
