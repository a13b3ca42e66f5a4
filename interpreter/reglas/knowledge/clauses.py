"""Places of cards that a viewer cannot see, and what is known of them: sets of faces, and clauses.

A place has the set of faces its cards may have. A clause says that at least so many of the cards in some places have
a face in some set. Everything here is about what holds now; `places` follows what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.program import ir


class Place:
    """A place: the faces its cards may have (each of them), and how many cards it holds."""

    __slots__ = ("bag", "mask", "size")

    def __init__(self, mask: int, size: int = 1, bag: bool = False) -> None:
        self.mask, self.size, self.bag = mask, size, bag


@dataclass
class Clause:
    """At least `least` of the cards in `places` have a face in `mask`."""

    places: set[Place]
    mask: int
    least: int


def bits(mask: int) -> list[int]:
    """The faces of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _apart(clauses: list[Clause], hidden: list[int]) -> list[tuple[int, int]]:
    """At least so many of a face in a mask, by masks that have no face in common, the narrowest first. Of a clause
    that shares faces with those before, what is left when all hidden cards with these faces are taken off."""
    found, used = [], 0
    for clause in sorted(clauses, key=lambda c: (c.mask.bit_count(), -c.least)):
        least = clause.least - sum(hidden[face] for face in bits(clause.mask & used))
        if least > 0:
            found.append((clause.mask & ~used, least))
            used |= clause.mask
    return found


def _elsewhere(pools: Sequence[tuple[set[Place], int]], place: Place) -> int:
    """How many cards lie in pools apart from one another that a place is not in; the same card counts once."""
    most, apart, used = 0, 0, set[Place]()
    for held, least in pools:
        if place not in held:
            most = max(most, least)
            if used.isdisjoint(held):
                apart, used = apart + least, used | held
    return max(most, apart)


class Clauses:
    """Places, clauses, and how many cards of each face the viewer sees elsewhere.

    `zones[z]` lists the places of a zone the viewer cannot see, from place 1 on; of zones the viewer sees only the
    faces are counted, in `visible`.
    """

    program: ir.Program
    every: int
    visible: list[int]
    clauses: list[Clause]
    zones: list[list[Place]]

    # -- asking ----------------------------------------------------------------------------------------------------

    def place(self, zone: int, index: int) -> Place:
        """The place at an index of a zone, from 0: a place of several cards is at each of theirs."""
        for place in self.zones[zone]:
            if index < place.size:
                return place
            index -= place.size
        raise IndexError(index)

    def hidden(self) -> list[int]:
        """How many cards of each face the viewer cannot see."""
        return [count - seen for count, seen in zip(self.program.copies, self.visible, strict=True)]

    def counted(self) -> dict[Place, int]:
        """The mask of each place after counting: faces whose hidden copies are all known to lie elsewhere drop out,
        and so on until nothing changes. Cards known to lie in a place of several are taken out as a pool."""
        masks = {place: place.mask for places in self.zones for place in places if place.size}
        changed = True
        while changed:
            changed = False
            left = self.hidden()
            for place, mask in masks.items():
                if not place.bag and mask & (mask - 1) == 0 and mask:
                    left[mask.bit_length() - 1] -= 1
            pools = self._pools(masks)
            for place, mask in masks.items():
                if not place.bag and mask & (mask - 1) == 0:
                    continue
                free = sum(1 << face for face in bits(mask) if left[face] - _elsewhere(pools.get(face, ()), place) > 0)
                if free != mask:
                    masks[place], changed = free, True
        return masks

    def _pools(self, masks: dict[Place, int]) -> dict[int, list[tuple[set[Place], int]]]:
        """By face, clauses on this face alone: in these places lie at least so many, beyond pinned places."""
        found: dict[int, list[tuple[set[Place], int]]] = {}
        for clause in self.clauses:
            if clause.mask & (clause.mask - 1) == 0 and clause.mask:
                pinned = sum(1 for p in clause.places if not p.bag and masks.get(p) == clause.mask)
                if clause.least > pinned:
                    pools = found.setdefault(clause.mask.bit_length() - 1, [])
                    pools.append((clause.places, clause.least - pinned))
        for pools in found.values():
            pools.sort(key=lambda pool: len(pool[0]))
        return found

    # -- cards that go, come and are mixed ------------------------------------------------------------------------

    def _gone(self, place: Place, face: int) -> None:
        """A card with a known face leaves a place."""
        for clause in self.clauses:
            if place in clause.places and clause.mask >> face & 1:
                clause.least -= 1

    def _forget(self, place: Place) -> None:
        for clause in self.clauses:
            clause.places.discard(place)

    def _beside(self, place: Place, *parts: Place) -> None:
        """Places made of part of the cards of another stand in its clauses beside it."""
        for clause in self.clauses:
            if place in clause.places:
                clause.places.update(parts)

    def _merge(self, place: Place, bag: Place) -> None:
        """The cards of a place go among others, where they cannot be followed; what is known of all stays."""
        self._tighten()
        self._bound(place, bag)
        mask, size, added = place.mask, place.size, []
        if mask != self.every:
            added.append(Clause({bag}, mask, size + self._surely(bag, mask)))
        if bag.size and mask & ~bag.mask:
            added.append(Clause({bag}, bag.mask, bag.size + self._surely(place, bag.mask)))
        sure = [self._surely(bag if place in c.places else place, c.mask) for c in self.clauses]
        for clause, more in zip(self.clauses, sure, strict=True):
            if place in clause.places and bag not in clause.places:
                added.append(Clause((clause.places - {place}) | {bag}, clause.mask, clause.least + more))
                clause.least -= size
            elif bag in clause.places and place not in clause.places:
                clause.least += more
            clause.places.discard(place)
        self.clauses += added
        bag.size += size
        bag.mask |= mask

    def _surely(self, place: Place, mask: int) -> int:
        """How many cards of a place have a face in a mask, at least, by its set and by clauses on it alone."""
        if place.mask & ~mask == 0:
            return place.size
        inside = [c for c in self.clauses if c.mask & ~mask == 0 and c.places == {place}]
        best = max((c.least for c in inside), default=0)
        return max(best, sum(n for _, n in _apart(inside, self.hidden()))) if len(inside) > 1 else best

    def _bound(self, place: Place, bag: Place) -> None:
        """Of places whose cards are all accounted for, some are to be lost from sight: what is said of single faces
        is no longer enough then, so say also how many there are at most."""
        for places, parts in self._whole():
            if place in places and bag not in places and len(parts) > 1:
                size, union = sum(p.size for p in places), sum(mask for mask, _ in parts)
                self.clauses += [Clause(set(places), union & ~mask, size - n) for mask, n in parts]

    def _whole(self) -> list[tuple[frozenset[Place], list[tuple[int, int]]]]:
        """Places whose cards are all accounted for by what has no face in common, and this."""
        stands: dict[frozenset[Place], list[Clause]] = {}
        for clause in self.clauses if len(self.clauses) > 1 else ():
            stands.setdefault(frozenset(clause.places), []).append(clause)
        several = [(places, clauses) for places, clauses in stands.items() if len(clauses) > 1]
        if not several:
            return []
        hidden = self.hidden()
        found = [(places, _apart(clauses, hidden)) for places, clauses in several]
        return [(z, parts) for z, parts in found if sum(n for _, n in parts) == sum(p.size for p in z)]

    def _explicit(self, zone: int, index: int | None) -> None:
        """Say of the place of several cards that is here what only follows by counting: it will not any more when
        cards come to it or leave it unseen."""
        place = self.zones[zone][0] if index is None else self.place(zone, index)
        if not place.bag or not place.size:
            return
        place.mask = self.counted()[place]
        hidden = self.hidden()
        others = [p for places in self.zones for p in places if p is not place]
        for face in bits(place.mask):
            least = hidden[face] - sum(p.size for p in others if p.mask >> face & 1)
            if least > 0:
                self._at_least(place, 1 << face, least)

    def _tighten(self) -> None:
        """Take out of clauses every face whose hidden copies are all known to lie elsewhere."""
        hidden = self.hidden()
        pinned = [p for places in self.zones for p in places if not p.bag and p.mask & (p.mask - 1) == 0]
        pools = [c for c in self.clauses if c.mask & (c.mask - 1) == 0 and c.least > 0]
        for clause in self.clauses:
            left = list(hidden)
            for place in pinned:
                if place not in clause.places and place.mask:
                    left[place.mask.bit_length() - 1] -= 1
            pool: dict[int, int] = {}
            for other in pools:
                if other.mask & clause.mask and clause.places.isdisjoint(other.places):
                    beside = other.least - sum(1 for p in pinned if p in other.places and p.mask == other.mask)
                    pool[other.mask] = max(pool.get(other.mask, 0), beside)
            for face in bits(clause.mask):
                if left[face] - pool.get(1 << face, 0) <= 0:
                    clause.mask &= ~(1 << face)

    def _at_least(self, bag: Place, mask: int, count: int) -> None:
        for clause in self.clauses:
            if clause.places == {bag} and clause.mask == mask:
                clause.least = max(clause.least, count)
                return
        self.clauses.append(Clause({bag}, mask, count))

    # -- keeping clauses few ---------------------------------------------------------------------------------------

    def _tidy(self) -> None:
        """Known single places leave clauses; a clause that all cards must meet narrows its places; what says nothing,
        is said by another or by counting alone goes."""
        if not self.clauses:
            return
        while True:
            changed = sum(self._settle(clause) for clause in self.clauses)
            self.clauses = [c for c in self.clauses if c.least > 0 and c.places]
            if not changed and not self._narrow():
                break
        if not self.clauses:
            return
        kept: list[Clause] = []
        hidden = self.hidden()
        for clause in sorted(self.clauses, key=lambda c: -c.least):
            if any(k.places == clause.places and k.mask & ~clause.mask == 0 for k in kept):
                continue
            if not self._by_counting(clause, hidden):
                kept.append(clause)
        self.clauses = kept

    def _narrow(self) -> bool:
        """Places whose cards are all accounted for hold no other faces."""
        changed = False
        for places, parts in self._whole():
            union = sum(mask for mask, _ in parts)
            for place in places:
                changed |= place.mask & ~union != 0
                place.mask &= union
        return changed

    def _by_counting(self, clause: Clause, hidden: list[int]) -> bool:
        """Must so many lie in these places because there is no room for them elsewhere?"""
        cards = sum(hidden[face] for face in bits(clause.mask))
        for places in self.zones:
            for place in places:
                if place not in clause.places:
                    cards -= place.size
                    if cards < clause.least:
                        return False
        return cards >= clause.least

    def _settle(self, clause: Clause) -> bool:
        changed = False
        for place in list(clause.places):
            if place.size == 0:
                clause.places.discard(place)
            elif place.mask & ~clause.mask == 0 and (not place.bag or len(clause.places) > 1):
                clause.places.discard(place)  # certainly those
                clause.least -= place.size
            elif place.mask & clause.mask == 0:
                clause.places.discard(place)  # certainly none of those
        union = 0
        for place in clause.places:
            union |= place.mask
        clause.mask &= union
        if clause.least > 0 and clause.least == sum(place.size for place in clause.places):
            for place in clause.places:
                changed |= place.mask & ~clause.mask != 0
                place.mask &= clause.mask
            clause.least = 0
        return changed
