"""Drawing what the hidden cards may be: exact, uniform over the arrangements that fit a viewer's knowledge.

Known single cards are put in first. The rest is counted by classes: places that may hold the same faces and stand in
the same clauses form a group, faces that lie in the same sets and clauses a class. How many cards of a class go to
which group is counted, class by class, with the number of arrangements of each choice; drawing walks the same counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

from reglas.knowledge.dice import Thrower
from reglas.knowledge.draws import Draws, draws_below
from reglas.knowledge.places import Knowledge, Place

Progress: TypeAlias = tuple[int, ...]
_Node: TypeAlias = tuple[int, list[int], list[tuple[Progress, Progress, tuple[int, ...]]]]


BUDGET = 20_000
"""How many steps counting may take."""


class Inconsistent(Exception):
    """Nothing fits what is known: a fault of the knowledge rules, never of a game."""


class TooMany(Exception):
    """The classes are more than can be counted within the budget."""


@dataclass(frozen=True)
class _Group:
    """Places alike: the faces they may hold, the clauses they stand in, and which they are."""

    mask: int
    clauses: frozenset[int]
    places: tuple[Place, ...]

    @property
    def capacity(self) -> int:
        return sum(place.size for place in self.places)


@dataclass(frozen=True)
class _Class:
    """Faces alike: with how many cards each, which groups may hold them, and which clauses they count for."""

    faces: tuple[tuple[int, int], ...]
    groups: tuple[int, ...]
    clauses: frozenset[int]

    @property
    def count(self) -> int:
        return sum(n for _, n in self.faces)


class Resampler:
    """Draws arrangements for one viewer's knowledge, as it was when this was made."""

    def __init__(self, knowledge: Knowledge, budget: int = BUDGET) -> None:
        self.knowledge, self.budget, self.steps = knowledge, budget, 0
        self.fixed: dict[Place, list[int]] = {}
        self.groups, self.classes, self.least = self._model()
        self.closing = self._closing()
        self.coming = self._coming()
        self.nodes: dict[tuple[int, Progress, Progress], _Node] = {}
        self.start = tuple(group.capacity for group in self.groups), tuple(0 for _ in self.least)
        self.worlds, self.thrower = self._count(0, *self.start), Thrower(knowledge.dice)
        if not self.worlds or not self.thrower.possible:
            raise Inconsistent

    # -- classes ---------------------------------------------------------------------------------------------------

    def _model(self) -> tuple[list[_Group], list[_Class], list[int]]:
        knowledge = self.knowledge
        hidden = knowledge.hidden()
        masks = knowledge.counted()
        free: list[Place] = []
        for place in masks:
            mask = masks[place]
            if not place.bag and mask and mask & (mask - 1) == 0:
                face = mask.bit_length() - 1
                self.fixed[place] = [face]
                hidden[face] -= 1
            else:
                free.append(place)
        least, clause_masks, memberships = [], [], []
        for clause in knowledge.clauses:
            met = sum(1 for p in clause.places if p in self.fixed and clause.mask >> self.fixed[p][0] & 1)
            places = frozenset(p for p in clause.places if p not in self.fixed)
            if clause.least - met > 0:
                least.append(clause.least - met)
                clause_masks.append(clause.mask)
                memberships.append(places)
        grouped: dict[tuple[int, frozenset[int], bool], list[Place]] = {}
        for place in free:
            stands = frozenset(i for i, places in enumerate(memberships) if place in places)
            grouped.setdefault((masks[place], stands, place.bag), []).append(place)
        groups = [_Group(mask, stands, tuple(places)) for (mask, stands, _), places in grouped.items()]
        classes: dict[tuple[tuple[int, ...], frozenset[int]], list[tuple[int, int]]] = {}
        for face, count in enumerate(hidden):
            if count > 0:
                fitting = tuple(i for i, g in enumerate(groups) if g.mask >> face & 1)
                counts_for = frozenset(i for i, m in enumerate(clause_masks) if m >> face & 1)
                classes.setdefault((fitting, counts_for), []).append((face, count))
            elif count < 0:
                raise Inconsistent
        made = [_Class(tuple(faces), fitting, counts_for) for (fitting, counts_for), faces in classes.items()]
        made.sort(key=lambda c: (len(c.groups), c.groups))
        return groups, made, least

    def _closing(self) -> list[list[int]]:
        """For each class the clauses for which it is the last to count."""
        last = {clause: number for number, cards in enumerate(self.classes) for clause in cards.clauses}
        found: list[list[int]] = [[] for _ in self.classes]
        for clause, number in last.items():
            found[number].append(clause)
        return found

    def _coming(self) -> list[list[int]]:
        """How many cards the classes after each one have for each group."""
        found, left = [], [0] * len(self.groups)
        for cards in reversed(self.classes):
            found.append(list(left))
            for group in cards.groups:
                left[group] += cards.count
        return found[::-1]

    # -- counting --------------------------------------------------------------------------------------------------

    def _count(self, number: int, room: Progress, met: Progress) -> int:
        """In how many ways the classes from this one on fill the room that is left."""
        return self._node(number, room, met)[0]

    def _node(self, number: int, room: Progress, met: Progress) -> _Node:
        """The same, with the choices that lead on: running sums of their weights, and what each leads to."""
        key = (number, room, met)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = self._made(number, room, met)
        return node

    def _made(self, number: int, room: Progress, met: Progress) -> _Node:
        if number == len(self.classes):
            whole = not any(room) and all(m >= n for m, n in zip(met, self.least, strict=True))
            return (int(whole), [], [])
        sums: list[int] = []
        choices: list[tuple[Progress, Progress, tuple[int, ...]]] = []
        total = 0
        for ways, after, then, given in self._splits(number, room, met):
            if any(then[clause] < self.least[clause] for clause in self.closing[number]):
                continue  # no card still to come counts for it
            weight = ways * self._node(number + 1, after, then)[0]
            if weight:
                total += weight
                sums.append(total)
                choices.append((after, then, given))
        return total, sums, choices

    def _splits(
        self, number: int, room: Progress, met: Progress
    ) -> Iterator[tuple[int, Progress, Progress, tuple[int, ...]]]:
        """The ways of giving a class's cards to groups: weight, room left, clauses met, cards for each group."""
        cards, coming = self.classes[number], self.coming[number]
        least = [max(0, room[g] - coming[g]) for g in cards.groups]
        for given in _shares(cards.count, least, [room[g] for g in cards.groups]):
            self.steps += 1
            if self.steps > self.budget:
                raise TooMany
            ways, after, then = 1, list(room), list(met)
            for group, n in zip(cards.groups, given, strict=True):
                ways *= comb(room[group], n)
                after[group] -= n
                for clause in self.groups[group].clauses & cards.clauses:
                    then[clause] = min(self.least[clause], then[clause] + n)
            yield ways, tuple(after), tuple(then), given

    # -- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, draws: Draws) -> dict[Place, list[int]]:
        """The faces of every hidden place in one arrangement, each arrangement equally likely."""
        room, met = self.start
        cells: list[list[Place]] = [[p for p in g.places for _ in range(p.size)] for g in self.groups]
        found: dict[Place, list[int]] = {place: list(faces) for place, faces in self.fixed.items()}
        for group in self.groups:
            for place in group.places:
                found[place] = []
        for number, cards in enumerate(self.classes):
            room, met, given = self._drawn(number, room, met, draws)
            faces = [face for face, count in cards.faces for _ in range(count)]
            mix(faces, draws)
            for at, n in zip(cards.groups, given, strict=True):
                for _ in range(n):
                    place = _take(cells[at], draws)
                    found[place].append(faces.pop())
        self.thrower.draw(draws, found)
        return found

    def _drawn(
        self, number: int, room: Progress, met: Progress, draws: Draws
    ) -> tuple[Progress, Progress, tuple[int, ...]]:
        total, sums, choices = self._node(number, room, met)
        return choices[bisect_right(sums, draws_below(draws, total)) if len(choices) > 1 else 0]

    def support(self) -> dict[Place, int]:
        """For each hidden place the faces it has in some arrangement, as a mask: exact."""
        found = {place: 1 << faces[0] for place, faces in self.fixed.items()}
        reached: set[tuple[int, Progress, Progress]] = {(0, *self.start)}
        used: set[tuple[int, int]] = set()
        for number in range(len(self.classes)):
            ahead: set[tuple[int, Progress, Progress]] = set()
            for _, room, met in reached:
                for after, then, given in self._node(number, room, met)[2]:
                    ahead.add((number + 1, after, then))
                    groups = self.classes[number].groups
                    used |= {(number, g) for g, n in zip(groups, given, strict=True) if n}
            reached = ahead
        for number, group in used:
            mask = sum(1 << face for face, _ in self.classes[number].faces)
            for place in self.groups[group].places:
                found[place] = found.get(place, 0) | mask
        return found


def _shares(total: int, least: Sequence[int], most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ways of sharing out a number of cards, to each no less and no more than so many."""
    last = len(least) - 1
    if last < 0:
        if total == 0:
            yield ()
        return
    below, above = [0] * (last + 1), [0] * (last + 1)  # what those after each take, at least and at most
    for i in range(last, 0, -1):
        below[i - 1], above[i - 1] = below[i] + least[i], above[i] + most[i]
    given = [0] * (last + 1)

    def share(i: int, left: int) -> Iterator[tuple[int, ...]]:
        for n in range(max(least[i], left - above[i]), min(most[i], left - below[i]) + 1):
            given[i] = n
            if i == last:
                yield tuple(given)
            else:
                yield from share(i + 1, left - n)

    yield from share(0, total)


def mix(items: list[int], draws: Draws) -> None:
    """Put a list in an order that is as likely as any other."""
    for last in range(len(items) - 1, 0, -1):
        other = draws.below(last + 1)
        items[last], items[other] = items[other], items[last]


def _take(cells: list[Place], draws: Draws) -> Place:
    at = draws.below(len(cells))
    cells[at], cells[-1] = cells[-1], cells[at]
    return cells.pop()


__all__ = ["BUDGET", "Draws", "Inconsistent", "Resampler", "TooMany", "draws_below", "mix"]
