"""What a viewer knows of dice they cannot see, and drawing how they may lie.

Dice are no cards: nobody counts them, and each falls without regard to any other. So a die has the faces that were left
to it since it was rolled, and clauses stand only between dice that were rolled together, those of one zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reglas.knowledge.clauses import Clause, Place, bits
from reglas.knowledge.draws import Draws, draws_below
from reglas.program import ir

Met = tuple[int, ...]
"""How far each clause is met."""


class Dice:
    """Dice a viewer cannot see, zone by zone, and the clauses about them."""

    def __init__(self) -> None:
        self.zones: dict[int, list[Place]] = {}
        self.clauses: dict[int, list[Clause]] = {}
        self.throws: dict[int, frozenset[tuple[int, ...]]] = {}

    def rolled(self, zone: int, faces: Sequence[int], count: int) -> None:
        """So many dice were rolled: each may show any face, and nothing that was known counts any more."""
        every = sum(1 << face for face in faces)
        self.zones[zone] = [Place(every) for _ in range(count)]
        self.clauses.pop(zone, None)
        self.throws.pop(zone, None)

    def narrow(self, zone: int, index: int, mask: int) -> None:
        """A die shows one of these faces."""
        self.zones[zone][index].mask &= mask

    def at_least(self, zone: int, mask: int, least: int) -> None:
        """So many dice of a zone show one of these faces."""
        clauses = self.clauses.setdefault(zone, [])
        if not any(c.mask & ~mask == 0 and c.least >= least for c in clauses):
            clauses[:] = [c for c in clauses if mask & ~c.mask or c.least > least]
            clauses.append(Clause(set(self.zones[zone]), mask, least))

    def among(self, zone: int, throws: frozenset[tuple[int, ...]]) -> None:
        """The dice of a zone lie in one of these ways."""
        self.throws[zone] = self.throws.get(zone, throws) & throws

    def throw(self, zone: int) -> Throw | Listed:
        """All ways in which the dice of a zone may lie."""
        places, clauses = self.zones[zone], self.clauses.get(zone, ())
        if zone in self.throws:
            return Listed(places, clauses, self.throws[zone])
        return Throw(places, clauses)

    def masks(self) -> Iterator[tuple[Place, int]]:
        """Each die with the faces it can show, clauses and all: exact."""
        for number, places in self.zones.items():
            yield from zip(places, self.throw(number).masks(), strict=True)


class Throw:
    """All ways in which dice that were rolled together may lie. Die by die it is counted how many ways are left for
    the rest, by how far the clauses are met; drawing walks the same counts."""

    def __init__(self, places: Sequence[Place], clauses: Sequence[Clause]) -> None:
        self.places, self.least = list(places), tuple(c.least for c in clauses)
        self.faces = [bits(place.mask) for place in places]
        self.adds = {f: tuple(c.mask >> f & 1 for c in clauses) for faces in self.faces for f in faces}
        self._ways: list[dict[Met, int]] = [{} for _ in places]

    @property
    def count(self) -> int:
        """In how many ways all of them may lie."""
        return self.ways(0, (0,) * len(self.least))

    def ways(self, number: int, met: Met) -> int:
        """In how many ways the dice from this one on may lie."""
        if number == len(self.places):
            return int(met == self.least)
        known = self._ways[number]
        if met not in known:
            known[met] = sum(self.ways(number + 1, self.then(met, face)) for face in self.faces[number])
        return known[met]

    def then(self, met: Met, face: int) -> Met:
        """How far clauses are met with one die more."""
        return tuple(min(n, m + a) for n, m, a in zip(self.least, met, self.adds[face], strict=True))

    def draw(self, draws: Draws) -> Iterator[int]:
        """Faces for the dice, each way as likely as any other."""
        met: Met = (0,) * len(self.least)
        for number, faces in enumerate(self.faces):
            if not self.least:
                yield faces[draws.below(len(faces))]
                continue
            at, face = draws_below(draws, self.ways(number, met)), faces[0]
            for face in faces:
                at -= self.ways(number + 1, self.then(met, face))
                if at < 0:
                    break
            met = self.then(met, face)
            yield face

    def masks(self) -> Iterator[int]:
        """For each die the faces it shows in some way."""
        reached = {(0,) * len(self.least)}
        for number, faces in enumerate(self.faces):
            fitting = [f for f in faces if any(self.ways(number + 1, self.then(met, f)) for met in reached)]
            reached = {self.then(met, f) for met in reached for f in fitting}
            yield sum(1 << face for face in fitting)


class Listed:
    """The same where the ways were told one by one: those of them that fit the rest."""

    def __init__(self, places: Sequence[Place], clauses: Sequence[Clause], throws: frozenset[tuple[int, ...]]) -> None:
        self.places, self.clauses = list(places), clauses
        self.throws = sorted(throw for throw in throws if self._fits(throw))

    def _fits(self, throw: tuple[int, ...]) -> bool:
        return all(place.mask >> face & 1 for place, face in zip(self.places, throw, strict=True)) and all(
            sum(clause.mask >> face & 1 for face in throw) >= clause.least for clause in self.clauses
        )

    @property
    def count(self) -> int:
        """In how many ways all of them may lie."""
        return len(self.throws)

    def draw(self, draws: Draws) -> Iterator[int]:
        """Faces for the dice, each way as likely as any other."""
        yield from self.throws[draws.below(len(self.throws))]

    def masks(self) -> Iterator[int]:
        """For each die the faces it shows in some way."""
        for faces in zip(*self.throws, strict=True):
            yield sum(1 << face for face in set(faces))


class Thrower:
    """Draws all hidden dice of a viewer, as they were known when this was made."""

    def __init__(self, dice: Dice) -> None:
        self.throws = [dice.throw(zone) for zone in dice.zones]
        self.possible = all(throw.count for throw in self.throws)

    def draw(self, draws: Draws, found: dict[Place, list[int]]) -> None:
        """Add the face of every hidden die."""
        for throw in self.throws:
            found.update((place, [face]) for place, face in zip(throw.places, throw.draw(draws), strict=True))


def lay(row: list[int], zones: Sequence[ir.ZoneInfo], dice: Dice, faces: Mapping[Place, Sequence[int]]) -> None:
    """Put faces of hidden dice into a row."""
    for zone, places in dice.zones.items():
        first = zones[zone].start
        row[first : first + len(places)] = [faces[place][0] for place in places]
