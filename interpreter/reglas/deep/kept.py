"""What is kept from a viewer apart from cards and dice: memory that they do not see, and choices that still wait.

A move is played twice, with the same outcomes of chance: as it is, and with something else kept. Where both take the
same way through the rules (an `if` may tell), a viewer has to notice no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.engine.machine import Machine
from reglas.engine.rng import Stream
from reglas.knowledge import holdings, waiting
from reglas.knowledge.seen import Viewer
from reglas.play import Game, State

Raw = tuple[int, ...]


@dataclass
class Ran:
    """A move as it was played: the row it led to, what happened, the points that it came by, the outcomes of chance."""

    row: list[int]
    log: list[ev.Event] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)


Pair = tuple[Ran, Ran]
"""A move as it is played, and as it would be."""


def pairs(state: State, viewer: Viewer, move: tuple[int, Raw], choices: Stream) -> Iterator[Pair]:
    """Pairs that a viewer must not be able to tell apart."""
    for pair in (_other_memory, _other_choice):
        found = pair(state, viewer, move, choices)
        if found is not None:
            yield found


def _other_memory(state: State, viewer: Viewer, move: tuple[int, Raw], choices: Stream) -> Pair | None:
    """With other memory: only what no branch tells."""
    game, (seat, raw) = state.game, move
    row = list(state.row)
    if game.secrets:
        holdings.redrawn(game.program, game.eyes, row, viewer, choices)
    if row == state.row or raw not in game.machine.moves(row, seat):
        return None
    found = _both(game, (list(state.row), row), seat, (raw, raw), choices)
    return found if found is not None and found[0].points == found[1].points else None


def _other_choice(state: State, viewer: Viewer, move: tuple[int, Raw], choices: Stream) -> Pair | None:
    """While others still have to choose: with another choice of whoever moves; for themselves, of those who chose."""
    game, (seat, raw) = state.game, move
    machine, row, other = game.machine, list(state.row), raw
    number = machine.decision(row)
    if number is None or game.program.decisions[number].waiting < 0:
        return None
    if viewer == seat:
        waiting.redrawn(machine, game.windows, row, state.log or [], viewer, choices)
        if raw not in machine.moves(row, seat):
            return None
    else:
        declined = (len(game.program.decisions[number].alternatives),)
        moves = [found for found in machine.moves(row, seat) if declined not in (found, raw)]
        if not moves:
            return None
        other = moves[choices.below(len(moves))]
    found = _both(game, (list(state.row), row), seat, (raw, other), choices)
    if found is None or any(ran.points for ran in found):
        return None  # all are in, and open
    return found


def _both(
    game: Game, rows: tuple[list[int], list[int]], seat: int, raws: tuple[Raw, Raw], choices: Stream
) -> Pair | None:
    try:
        first = _play(game, rows[0], seat, raws[0], [], choices)
        second = _play(game, rows[1], seat, raws[1], list(first.outcomes), choices) if first is not None else None
    except RuleFault:
        return None
    return (first, second) if first is not None and second is not None else None


def _play(game: Game, row: list[int], seat: int, raw: Raw, wanted: list[int], choices: Stream) -> Ran | None:
    """Play a move, with these outcomes of chance first; None where one of them cannot come about."""
    machine, ran = game.machine, Ran(row)
    with _watched(machine, ran):
        machine.commit(row, seat, raw)
        while (chance := machine.chance_at(row)) is not None:
            value = wanted.pop(0) if wanted else chance.bag[choices.below(len(chance.bag))]
            if value not in chance.bag:
                return None
            ran.outcomes.append(value)
            machine.settle(row, chance, value)
            machine.run(row)
    return ran


@contextmanager
def _watched(machine: Machine, ran: Ran) -> Iterator[None]:
    """Within, what happens is noted, and each point the flow comes by."""

    def noting(point: int, step: Callable[[list[int]], int]) -> Callable[[list[int]], int]:
        def noted(row: list[int]) -> int:
            ran.points.append(point)
            return step(row)

        return noted

    steps, machine.log = machine._steps, ran.log
    machine._steps = [noting(point, step) for point, step in enumerate(steps)]
    try:
        yield
    finally:
        machine._steps, machine.log = steps, None
