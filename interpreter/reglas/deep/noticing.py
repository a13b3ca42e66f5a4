"""Which changes to the rules do the scenarios of a game notice?"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reglas.api import load
from reglas.deep.changes import Change, Places, changes
from reglas.play import Game
from reglas.program.compile import compile_judged
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.reading.tree import Sequence as Items
from reglas.scenario_games import Games
from reglas.scenario_tables import Table
from reglas.scenarios import run
from reglas.spec.loading import read_file


class Base:
    """A game as its rules stand, in which changes are made; one for all scenarios that are played in it."""

    def __init__(self, table: Table) -> None:
        model = table.game.spec.model
        assert model is not None
        self.table, self.model = table, model
        self.places = Places(model)

    def changed(self, change: Change) -> Table | None:
        """The game with a change; None where it does not check. What is played may be the same game with it, and only
        what is asked about it another."""
        other = change.made(self.model, self.places)
        if other is self.model:
            return self.table
        game = self.table.game
        try:
            compiled = compile_judged(other, game.players, Diagnostics())
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):  # what no text could have said
            return None
        if compiled is None:
            return None
        if replace(compiled.program, sites=game.program.sites) == game.program:
            return Table(game, compiled.translator)
        return Table(Game(replace(game.spec, model=other), compiled.program, game.requested), compiled.translator)


@dataclass(frozen=True)
class Case:
    """A scenario: its file, what is written, the words of that, and the game as its rules stand."""

    path: Path
    scenario: Mapping
    words: frozenset[str]
    base: Base


@dataclass
class Changed(Games):
    """The games of scenarios with a change made in each."""

    change: Change
    made: dict[int, Table | None] = field(default_factory=dict)
    now: Table | None = None

    def table(self, path: Path, scenario: Mapping, diagnostics: Diagnostics) -> Table | None:
        """The game of the scenario that is looked at, changed."""
        return self.now

    def look_at(self, base: Base) -> None:
        """Change a game, if it still checks then."""
        if id(base) not in self.made:
            self.made[id(base)] = base.changed(self.change)
        self.now = self.made[id(base)]

    def is_other(self, base: Base) -> bool:
        """Is it another game that is played?"""
        return self.now is not None and self.now.game is not base.table.game

    def may_fail(self, case: Case, named: set[str]) -> bool:
        """Can a scenario fail, in another game or since it names what is said otherwise?"""
        return self.is_other(case.base) or (self.now not in (None, case.base.table) and bool(case.words & named))


class Noticing:
    """The scenarios of a spec that hold, and the changes to try on them."""

    def __init__(self, name: str, files: Sequence[Path], only: str | None = None) -> None:
        self.name, self.games = name, Games()
        self.bases: dict[int, Base] = {}
        self.cases = [case for path in files for case in self._cases(path, only)]
        self.failing = [case for case in self.cases if not run(case.path, case.scenario, self.games).ok]
        self.cases = [case for case in self.cases if case not in self.failing]
        self.played = Counter(id(case.base) for case in self.cases)
        self.alone = self._base_of(load(name))
        self.others: dict[int, Base] = {}
        self.changes = spread(changes(self.alone.model))
        self.kills: Counter[int] = Counter()
        self.kills_in: dict[str, Counter[int]] = defaultdict(Counter)

    def _cases(self, path: Path, only: str | None) -> Iterator[Case]:
        root = read_file(path, Diagnostics())
        for item in root.items if isinstance(root, Items) else ():
            if isinstance(item, Mapping) and (only is None or _with(item, only)):
                table = self.games.table(path, item, Diagnostics())
                if table is not None:
                    base = self.bases.get(id(table)) or self.bases.setdefault(id(table), Base(table))
                    yield Case(path, item, _words(item), base)

    def _base_of(self, game: Game) -> Base:
        """That of a scenario if it is the same game."""
        for base in self.bases.values():
            known = base.table.game
            if (known.digest, known.players, known.program) == (game.digest, game.players, game.program):
                return base
        return Base(Table(game))

    def noticed(self, change: Change) -> bool | None:
        """Does a scenario fail with a change? None where the change makes no game that checks, or none that differs."""
        games = Changed(change)
        games.look_at(self.alone)
        if games.now is None:
            return None
        other, failed = games.is_other(self.alone), False
        named = self._named(change.inside)
        for number in self._order(change, named):
            case = self.cases[number]
            games.look_at(case.base)
            other = other or games.is_other(case.base)
            if not failed and games.may_fail(case, named) and not run(case.path, case.scenario, games).ok:
                self.kills[number] += 1
                self.kills_in[change.inside][number] += 1
                failed = True
            if failed and other:
                return True
        return False if other or self._is_other_for_more(change) else None

    def _is_other_for_more(self, change: Change) -> bool:
        """Does a change make another game for some number of players?"""
        low, high = self.alone.model.players
        for seats in range(low + 1, high + 1):
            if seats not in self.others:
                self.others[seats] = self._base_of(load(self.name, seats))
            games = Changed(change)
            games.look_at(self.others[seats])
            if games.is_other(self.others[seats]):
                return True
        return False

    def _named(self, name: str) -> set[str]:
        """A name, and those of the definitions that say something by it."""
        known = {name}
        texts = {n: set(re.findall(r"\w+", d.body.span.text)) for n, d in self.alone.model.definitions.items()}
        while more := {n for n, words in texts.items() if n not in known and words & known}:
            known |= more
        return known

    def _order(self, change: Change, named: set[str]) -> list[int]:
        """First the scenarios that noticed most in the same part of the rules, then those that name it, then those that
        notice much elsewhere, games of many scenarios before others."""
        there = self.kills_in[change.inside]

        def rank(number: int) -> tuple[int, bool, int, int]:
            case = self.cases[number]
            return (-there[number], not named & case.words, -self.kills[number], -self.played[id(case.base)])

        return sorted(range(len(self.cases)), key=rank)


def spread(found: list[Change]) -> list[Change]:
    """The changes in an order in which the first ones are from everywhere."""
    stride = next((n for n in (37, 41, 43, 47, 53) if len(found) % n), 1)
    return [found[number * stride % len(found)] for number in range(len(found))]


def _with(scenario: Mapping, variant: str) -> bool:
    listed = scenario.get("with")
    names = [*(listed.items if isinstance(listed, Items) else ()), scenario.get("of")]
    return any(isinstance(name, Scalar) and name.text == variant for name in names)


def _words(node: Node) -> frozenset[str]:
    """The words of what is played and claimed in a scenario, keys as well."""
    if isinstance(node, Mapping):
        inside = [entry.value for entry in node.entries]
        return frozenset().union(*(_words(each.key) for each in node.entries), *map(_words, inside))
    if isinstance(node, Items):
        return frozenset().union(*map(_words, node.items))
    return frozenset(re.findall(r"\w+", node.text)) if isinstance(node, Scalar) else frozenset()
