"""Which changes to the rules do the scenarios of a game notice?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reglas.api import load
from reglas.deep.changes import Change, changes
from reglas.play import Game
from reglas.program.compile import compile_program
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.reading.tree import Sequence as Items
from reglas.scenario_games import Games
from reglas.scenario_tables import Table
from reglas.scenarios import run
from reglas.spec.loading import read_file


@dataclass(frozen=True)
class Case:
    """A scenario: its file, what is written, and the actions that are played in it."""

    path: Path
    scenario: Mapping
    actions: frozenset[str]
    table: Table


@dataclass
class Changed(Games):
    """The games of scenarios with a change made in each."""

    change: Change
    made: dict[int, Table | None] = field(default_factory=dict)
    now: Table | None = None

    def table(self, path: Path, scenario: Mapping, diagnostics: Diagnostics) -> Table | None:
        """The game of the scenario that is looked at, changed."""
        return self.now

    def look_at(self, case: Case) -> bool:
        """Is there anything changed in the game of a case that still checks?"""
        if id(case.table) not in self.made:
            self.made[id(case.table)] = changed(case.table.game, self.change)
        self.now = self.made[id(case.table)]
        return self.now is not None and self.now.game is not case.table.game


def changed(game: Game, change: Change) -> Table | None:
    """A game with a change, the game as it was where that makes no difference; None where it does not check."""
    model = game.spec.model
    assert model is not None
    other = change.made(model)
    if other is model:
        return Table(game)
    try:
        program = compile_program(other, game.players, Diagnostics())
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # what no text could have said
        return None
    if program is None:
        return None
    if replace(program, sites=game.program.sites) == game.program:
        return Table(game)
    return Table(Game(replace(game.spec, model=other), program, game.requested))


class Noticing:
    """The scenarios of a spec that hold, and the changes to try on them."""

    def __init__(self, name: str, files: Sequence[Path], only: str | None = None) -> None:
        self.games = Games()
        self.cases = [case for path in files for case in self._cases(path, only)]
        self.failing = [case for case in self.cases if not run(case.path, case.scenario, self.games).ok]
        self.cases = [case for case in self.cases if case not in self.failing]
        self.game = load(name)
        assert self.game.spec.model is not None
        self.changes = spread(changes(self.game.spec.model))
        self.kills: Counter[int] = Counter()
        self.last = 0

    def _cases(self, path: Path, only: str | None) -> Iterator[Case]:
        root = read_file(path, Diagnostics())
        for item in root.items if isinstance(root, Items) else ():
            if isinstance(item, Mapping) and (only is None or _with(item, only)):
                table = self.games.table(path, item, Diagnostics())
                if table is not None:
                    yield Case(path, item, frozenset(_actions(item.get("moves"))), table)

    def noticed(self, change: Change) -> bool | None:
        """Does a scenario fail with a change? None where the change makes no game that checks, or none that differs."""
        alone = changed(self.game, change)
        if alone is None:
            return None
        games = Changed(change)
        tried = alone.game is not self.game
        for number in self._order(change):
            if games.look_at(self.cases[number]):
                tried = True
                if not run(self.cases[number].path, self.cases[number].scenario, games).ok:
                    self.kills[number] += 1
                    self.last = number
                    return True
        return False if tried else None

    def _order(self, change: Change) -> list[int]:
        """First the scenario that noticed the last change, then those that play the action, then those that notice
        much, games that are there already before others."""
        seen = Counter(id(case.table) for case in self.cases)

        def rank(number: int) -> tuple[bool, bool, int, int]:
            case = self.cases[number]
            return (number != self.last, change.inside not in case.actions, -self.kills[number], -seen[id(case.table)])

        return sorted(range(len(self.cases)), key=rank)


def spread(found: list[Change]) -> list[Change]:
    """The changes in an order in which the first ones are from everywhere."""
    stride = next((n for n in (37, 41, 43, 47, 53) if len(found) % n), 1)
    return [found[number * stride % len(found)] for number in range(len(found))]


def _with(scenario: Mapping, variant: str) -> bool:
    listed = scenario.get("with")
    names = [*(listed.items if isinstance(listed, Items) else ()), scenario.get("of")]
    return any(isinstance(name, Scalar) and name.text == variant for name in names)


def _actions(moves: Node | None) -> Iterator[str]:
    for item in moves.items if isinstance(moves, Items) else ():
        words = item.text.split() if isinstance(item, Scalar) else []
        if len(words) > 1:
            yield words[1]
