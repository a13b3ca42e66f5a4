"""Every game of a small instance: few players, options at their low ends, all that chance may bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from reglas.api import SpecError, load
from reglas.deep.findings import Key, key_of
from reglas.deep.traces import Trace
from reglas.engine.faults import RuleFault
from reglas.language import expressions as ex
from reglas.play import Game
from reglas.program import ir
from reglas.reading.files import Unreadable
from reglas.spec.loading import UnknownName
from reglas.spec.model import Option

MOST_STATES = 200_000
"""More states than this are not kept."""

Row = tuple[int, ...]


def smallest(game: Game) -> Game:
    """The game for the fewest players, each option at its low end where it can still be played so."""
    model = game.spec.model
    assert model is not None
    lows = {option.name: _low(option) for option in model.options.values()}
    wanted = {name: low for name, low in lows.items() if low is not None and name not in dict(game.requested)}
    if not wanted:
        return game
    options = dict(game.requested)
    together = _loaded(game, {**options, **wanted})
    if together is not None:
        return together
    found = game
    for name, low in wanted.items():
        other = _loaded(game, {**options, name: low})
        if other is not None:
            found, options[name] = other, low
    return found


def _low(option: Option) -> object | None:
    if option.range is not None and isinstance(option.range.low, ex.Number):
        return option.range.low.value
    return None


def _loaded(game: Game, options: dict[str, object]) -> Game | None:
    """The game with options, for the same players; None where it cannot be played so."""
    try:
        found = load(game.findable(game.name), game.players, [game.findable(v) for v in game.variants], options)
        found.start(0)
    except (SpecError, UnknownName, Unreadable, RuleFault):
        return None
    return found


@dataclass(frozen=True)
class Step:
    """How a state was come to: from which, by whose move, with which outcomes of chance."""

    before: int
    seat: int
    text: str
    chance: tuple[str, ...]


class _Enough(Exception):
    """There is no more time, or no more room."""


class Walk:
    """Goes through the states of a game, the nearest first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: list[Step] = []
        self.rows: list[Row] = []
        self.known: set[Row] = set()
        self.faults: dict[Key, tuple[RuleFault, Trace]] = {}
        self.chosen: set[str] = set()
        self.ended: set[str] = set()
        self.whole = False
        self.until = 0.0

    def go(self, until: float) -> Walk:
        """Walk until everything was seen, there is too much, or the clock says `until`."""
        self.until = until
        try:
            self._settle(list(self.game.program.row), Step(-1, -1, "", ()), run=True)
            at = 0
            while at < len(self.rows):
                self._moves(at)
                at += 1
            self.whole = True
        except _Enough:
            pass
        return self

    def _moves(self, at: int) -> None:
        """All moves at a state."""
        machine = self.game.machine
        row = list(self.rows[at])
        decision = machine.decision(row)
        assert decision is not None
        alternatives = self.game.program.decisions[decision].alternatives
        for seat in machine.acting(row):
            for raw in machine.moves(row, seat):
                if raw[0] < len(alternatives):
                    self.chosen.add(alternatives[raw[0]].action)
                step = Step(at, seat, self.game.notation.write(decision, raw), ())
                after = list(row)
                try:
                    machine.commit(after, seat, raw)
                except RuleFault as fault:
                    self._failed(fault, step)
                    continue
                self._settle(after, step)

    def _settle(self, row: list[int], step: Step, run: bool = False) -> None:
        """All that chance may bring, down to decisions and ends."""
        machine = self.game.machine
        if monotonic() > self.until or len(self.rows) >= MOST_STATES:
            raise _Enough
        try:
            if run and machine.chance_at(row) is None:
                machine.run(row)
        except RuleFault as fault:
            self._failed(fault, step)
            return
        chance = machine.chance_at(row)
        if chance is None:
            self._arrived(row, step)
            return
        for value, _ in chance.outcomes():
            after = list(row)
            drawn = Step(step.before, step.seat, step.text,
                         (*step.chance, self.game.notation.outcome(chance.of, value)))  # fmt: skip
            machine.chance_at(after)
            try:
                machine.settle(after, chance, value)
                machine.run(after)
            except RuleFault as fault:
                self._failed(fault, drawn)
                continue
            self._settle(after, drawn)

    def _arrived(self, row: list[int], step: Step) -> None:
        if row[ir.ENDED]:
            self.ended.add(self.game.program.ends[row[ir.ENDED] - 1].name)
            return
        found = tuple(row)
        if found not in self.known:
            self.known.add(found)
            self.rows.append(found)
            self.steps.append(step)

    def _failed(self, fault: RuleFault, last: Step) -> None:
        """Keep the first way to a fault, which is a shortest."""
        if key_of(fault) not in self.faults:
            steps = [*self._way(last.before), last]
            first, *rest = steps
            moves = tuple((s.seat, s.text) for s in rest)
            trace = Trace(self.game, 0, moves, tuple(s.chance for s in (first, *rest)), scripted=True)
            self.faults[key_of(fault)] = fault, trace

    def _way(self, at: int) -> list[Step]:
        return list(self._back(at))[::-1]

    def _back(self, at: int) -> Iterator[Step]:
        while at >= 0:
            yield self.steps[at]
            at = self.steps[at].before
