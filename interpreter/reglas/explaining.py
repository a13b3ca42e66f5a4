"""Why a position offers what it offers: every action with its picks and conditions, as a viewer may know them.

What everybody knows is read off the position. Whatever reads a secret is tried in worlds drawn from what the viewer
knows: it is true or false where all of them agree, and not known where they do not. The truth is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.seen import OBSERVER, Viewer
from reglas.play import State
from reglas.program import ir

WORLDS = 100
MOST_CHOICES = 1_000

Choice = tuple[int, ...]
Test = Callable[[list[int], list[int]], object]


@dataclass(frozen=True)
class PickTold:
    """A pick: of what sort, how many are picked, and how many there are to pick from: at least, and at most."""

    name: str
    sort: str
    picked: int
    least: int
    most: int


@dataclass(frozen=True)
class ConditionTold:
    """A condition as it is written: for how many choices of picks it holds, fails, or is not known; `public` when
    everybody knows."""

    name: str
    honour: bool
    text: str
    site: ir.Site
    holds: int
    fails: int
    unknown: int
    public: bool

    @property
    def value(self) -> str:
        """`true`, `false`, `unknown`, or `depends` on what is picked; `none` where there is nothing to pick."""
        found = [word for word, n in (("true", self.holds), ("false", self.fails), ("unknown", self.unknown)) if n]
        return found[0] if len(found) == 1 else "depends" if found else "none"


@dataclass(frozen=True)
class ActionTold:
    """An action that is offered. `cut`: there are more choices of picks than were looked at."""

    action: str
    picks: tuple[PickTold, ...]
    conditions: tuple[ConditionTold, ...]
    cut: bool


def explain(state: State, seat: int, viewer: Viewer, worlds: int = WORLDS) -> list[ActionTold]:
    """The actions offered to a seat that is asked, as a viewer may know them."""
    number = None if state.over else state.game.machine.decision(state.row)
    if number is None:
        return []
    teller = _Teller(state, seat, viewer, worlds)
    return [teller.action(alternative) for alternative in state.game.program.decisions[number].alternatives]


class _Teller:
    def __init__(self, state: State, seat: int, viewer: Viewer, worlds: int) -> None:
        self.state, self.seat, self.viewer, self.worlds = state, seat, viewer, worlds
        self.machine = state.game.machine
        self.value: Callable[[ir.Expr], Test] = self.machine.evaluator.value

    @cached_property
    def drawn(self) -> list[list[int]]:
        """Rows as the viewer may imagine them."""
        if self.viewer == OBSERVER:
            return [self.state.row]
        draws, drawer = Stream(self.state.seed, len(self.state.played)), self.state.resampler(self.viewer)
        return [self.state.resample(self.viewer, draws, drawer).row for _ in range(self.worlds)]

    def rows(self, public: bool) -> list[list[int]]:
        return [self.state.row] if public else self.drawn

    def action(self, alternative: ir.Alternative) -> ActionTold:
        picks, cut = alternative.picks, False
        counted: list[tuple[set[int], set[int]]] = []
        for depth in range(len(picks)):
            found = []
            for choices, more in self.choices(picks[: depth + 1]):
                found.append({choice[depth] for choice in choices})
                cut = cut or more
            counted.append((set.intersection(*found), set.union(*found)))
        conditions = (*((c, False) for c in alternative.needs), *((c, True) for c in alternative.honours))
        told = tuple(self.condition(alternative, condition, honour) for condition, honour in conditions)
        return ActionTold(alternative.action, tuple(_picks(picks, counted)), told, cut)

    def choices(self, picks: tuple[ir.Pick, ...]) -> Iterator[tuple[list[Choice], bool]]:
        """In each world the choices of some picks, and whether there are more."""
        for row in self.rows(all(pick.open == 1 for pick in picks)):
            with self.machine.as_seat(row, self.seat):
                found = self.choices_in(row, picks)
            yield found[:MOST_CHOICES], len(found) > MOST_CHOICES

    def choices_in(self, row: list[int], picks: tuple[ir.Pick, ...]) -> list[Choice]:
        found: list[Choice] = [()]
        for pick in picks:
            domain, where = self.value(pick.domain), self.value(pick.where) if pick.where is not None else None
            longer: list[Choice] = []
            for choice in found:
                self.bind(picks, choice)
                with suppress(RuleFault):
                    longer += [(*choice, v) for v in self.values(row, pick, domain, where)]
                if len(longer) > MOST_CHOICES:
                    break
            found = longer
        return found

    def values(self, row: list[int], pick: ir.Pick, domain: Test, where: Test | None) -> list[int]:
        f, kept = self.machine.locals, []
        for value in list(domain(row, f)):  # type: ignore[call-overload]
            f[pick.slot] = value
            if where is None or where(row, f):
                kept.append(value)
        return kept

    def bind(self, picks: tuple[ir.Pick, ...], choice: Choice) -> None:
        for pick, value in zip(picks, choice, strict=False):
            self.machine.locals[pick.slot] = value

    def condition(self, alternative: ir.Alternative, condition: ir.Condition, honour: bool) -> ConditionTold:
        """A condition in all worlds, for each choice of the picks that it may read."""
        read = alternative.picks[: condition.depth]
        public = condition.open == 1 and all(pick.open == 1 for pick in read)
        test, answers = self.value(condition.test), dict[Choice, set[bool | None]]()
        rows = self.rows(public)
        for row in rows:
            with self.machine.as_seat(row, self.seat):
                for choice in self.choices_in(row, read)[:MOST_CHOICES]:
                    self.bind(read, choice)
                    answers.setdefault(choice, set()).add(self.answer(test, row))
        values = [next(iter(a)) if len(a) == 1 else None for a in answers.values()]
        site = self.state.game.program.sites[condition.site]
        counts = values.count(True), values.count(False), values.count(None)
        text = self.written(alternative.action, condition.name) or site.text
        return ConditionTold(condition.name, honour, text, site, *counts, public)

    def written(self, action: str, name: str) -> str | None:
        """A condition as its author wrote it."""
        model = self.state.game.spec.model
        found = model.actions.get(action) if model is not None else None
        conditions = (*found.needs, *found.honour) if found is not None else ()
        return next((" ".join(c.test.span.text.split()) for c in conditions if c.name == name), None)

    def answer(self, test: Test, row: list[int]) -> bool | None:
        """True, false, or neither where the rule cannot be applied."""
        try:
            return bool(test(row, self.machine.locals))
        except RuleFault:
            return None


def _picks(picks: tuple[ir.Pick, ...], counted: list[tuple[set[int], set[int]]]) -> Iterator[PickTold]:
    """Picks by their names: several of one name are picked from the same things."""
    for name in dict.fromkeys(pick.name for pick in picks):
        same = [at for at, pick in enumerate(picks) if pick.name == name]
        least, most = (len(set[int]().union(*(counted[at][side] for at in same))) for side in (0, 1))
        yield PickTold(name, picks[same[0]].sort, len(same), least, most)
