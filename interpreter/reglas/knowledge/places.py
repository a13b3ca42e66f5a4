"""What a viewer knows of the cards they cannot see: a fold over the viewer's own events.

Knowledge is of places, not of cards. A place of a row, or of a settled pile, holds one card and can be followed; a
loose hand of somebody else, or the unordered part of a pile, is one place of several cards. Each place has the set of
faces it may hold, as a bit mask; beside them stand clauses of one form: at least `n` of the cards in these places
have a face in that set. The changes are those of the knowledge rules that were tried against an exact oracle; see
`docs/knowledge.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reglas.engine import events as ev
from reglas.knowledge.seen import Eyes, Look, Move, Seen, Swap, Viewer
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


class Knowledge:
    """One viewer's knowledge. `zones[z]` lists the places of a zone the viewer cannot see, from place 1 on; of zones
    the viewer sees only the faces are counted, in `visible`."""

    def __init__(self, program: ir.Program, viewer: Viewer) -> None:
        self.program, self.viewer, self.eyes = program, viewer, Eyes(program)
        self.every = sum(1 << face for face, count in enumerate(program.copies) if count)
        self.visible = [0] * len(program.copies)
        self.clauses: list[Clause] = []
        self.open = [self.eyes.sees_zone(viewer, z) for z in range(len(program.zones))]
        self.zones: list[list[Place]] = []
        for number, zone in enumerate(program.zones):
            size = program.row[zone.start - 1]
            faces = program.row[zone.start : zone.start + size]
            if self.open[number]:
                for face in faces:
                    self.visible[face] += 1
                self.zones.append([])
            elif not self.eyes.follows(viewer, number):
                self.zones.append([Place(self.every, size, bag=True)])
            else:  # the order before the first shuffle is no secret
                self.zones.append([Place(1 << face) for face in faces])

    def take_in(self, events: Iterable[Seen]) -> Knowledge:
        """Fold events, in order."""
        for event in events:
            match event:
                case Move():
                    self._moved(event)
                case Swap():
                    self._swapped(event)
                case Look():
                    self._looked(event)
                case ev.Told():
                    self._told(event)
                case ev.Shuffled(zone):
                    self._shuffled(zone)
                case ev.Implied():
                    self._implied(event)
        return self

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
                free = sum(
                    1 << face
                    for face in bits(mask)
                    if left[face] - sum(n for held, f, n in pools if f == face and place not in held) > 0
                )
                if free != mask:
                    masks[place], changed = free, True
        return masks

    def _pools(self, masks: dict[Place, int]) -> list[tuple[set[Place], int, int]]:
        """Clauses on single faces: in these places lie at least so many of this face, beyond pinned places."""
        found = []
        for clause in self.clauses:
            if clause.mask & (clause.mask - 1) == 0 and clause.mask:
                pinned = sum(1 for p in clause.places if not p.bag and masks.get(p) == clause.mask)
                if clause.least > pinned:
                    found.append((clause.places, clause.mask.bit_length() - 1, clause.least - pinned))
        return found

    # -- moves -----------------------------------------------------------------------------------------------------

    def _moved(self, event: Move) -> None:
        (source, index), (target, at) = event.source, event.target
        face = event.face
        if self.open[source]:
            assert face is not None
            self.visible[face] -= 1
            moved: Place | None = None
        else:
            moved = self._leave(source, index, face, target)
        if self.open[target]:
            assert face is not None
            self.visible[face] += 1
        else:
            self._enter(target, at, face, moved)
        self._tidy()

    def _leave(self, zone: int, index: int | None, face: int | None, target: int) -> Place:
        """Take a card out of a hidden zone; the place it had, or, out of several, a place of its own."""
        place = self.zones[zone][0] if index is None else self.place(zone, index)
        if face is not None:
            self._gone(place, face)
            if place.bag:
                place.size -= 1
            else:
                self.zones[zone].remove(place)
                for clause in self.clauses:
                    clause.places.discard(place)
            return Place(1 << face)
        if not place.bag:
            self.zones[zone].remove(place)
            return place
        place.size -= 1
        single = Place(place.mask)
        for clause in self.clauses:
            if place in clause.places:
                clause.places.add(single)
        return single

    def _gone(self, place: Place, face: int) -> None:
        """A card with a known face leaves a place."""
        for clause in self.clauses:
            if place in clause.places and clause.mask >> face & 1:
                clause.least -= 1

    def _enter(self, zone: int, at: int | None, face: int | None, moved: Place | None) -> None:
        """Put a card into a hidden zone: into a place of its own, or among several."""
        places = self.zones[zone]
        bag = self._bag_at(zone, at)
        if bag is None:
            place = moved if moved is not None and face is None else Place(1 << face if face is not None else 0)
            places.insert(self._number(zone, at or 0), place)
            return
        if face is not None:
            self._enter_known(bag, face)
        elif moved is not None:
            self._dissolve(moved, bag)

    def _bag_at(self, zone: int, at: int | None) -> Place | None:
        """The place of several cards that a card enters, or None when it gets a place of its own."""
        if at is None:
            return self.zones[zone][0]
        before = 0
        for place in self.zones[zone]:
            if place.bag and before < at < before + place.size:
                self._mix(zone)  # into the middle of an unordered part: its order is not followed any further
                return self.zones[zone][0]
            before += place.size
        return None

    def _number(self, zone: int, at: int) -> int:
        before = 0
        for number, place in enumerate(self.zones[zone]):
            if before >= at:
                return number
            before += place.size
        return len(self.zones[zone])

    def _enter_known(self, bag: Place, face: int) -> None:
        bit = 1 << face
        stands = False
        for clause in self.clauses:
            if bag in clause.places and clause.mask & bit:
                clause.least += 1
                stands |= clause.places == {bag} and clause.mask == bit
        if not stands:
            self.clauses.append(Clause({bag}, bit, 1))
        self._widen(bag, bit)

    def _dissolve(self, single: Place, bag: Place) -> None:
        """A card of which a set is known goes among others, where it cannot be followed."""
        self._tighten()
        mask, joint = single.mask, []
        for clause in self.clauses:
            if single in clause.places and bag not in clause.places:
                best = max(
                    (c.least for c in self.clauses if c.places == {bag} and c.mask & ~clause.mask == 0), default=0
                )
                joint.append(Clause((clause.places - {single}) | {bag}, clause.mask, clause.least + best))
        for clause in self.clauses:
            both = single in clause.places and bag in clause.places
            if single in clause.places:
                clause.places.discard(single)
                clause.least -= 0 if both else 1
            elif bag in clause.places and mask & ~clause.mask == 0:
                clause.least += 1
        if mask != self.every:
            self.clauses.append(Clause({bag}, mask, 1))
        self.clauses += joint
        self._widen(bag, mask)

    def _widen(self, bag: Place, mask: int) -> None:
        """A card that may have these faces joins others; what held for all of those stays as a clause."""
        if mask & ~bag.mask and bag.size:
            self._at_least(bag, bag.mask, bag.size)
        bag.size += 1
        bag.mask |= mask

    def _tighten(self) -> None:
        """Take out of clauses every face whose hidden copies are all known to lie elsewhere."""
        hidden = self.hidden()
        for clause in self.clauses:
            left = list(hidden)
            for places in self.zones:
                for place in places:
                    if place not in clause.places and not place.bag and place.mask & (place.mask - 1) == 0:
                        left[place.mask.bit_length() - 1] -= 1
            for face in bits(clause.mask):
                if left[face] <= 0:
                    clause.mask &= ~(1 << face)

    def _swapped(self, event: Swap) -> None:
        (a, i), (b, j) = event.first, event.second
        if event.first_face is None or event.second_face is None:
            first, second = self.place(a, i), self.place(b, j)
            x, y = self.zones[a].index(first), self.zones[b].index(second)
            self.zones[a][x], self.zones[b][y] = second, first
            return
        self._put(a, i, event.first_face, event.second_face)
        self._put(b, j, event.second_face, event.first_face)
        self._tidy()

    def _put(self, zone: int, index: int, old: int, new: int) -> None:
        if self.open[zone]:
            self.visible[old] -= 1
            self.visible[new] += 1
            return
        place = self.place(zone, index)
        self._gone(place, old)
        for clause in self.clauses:
            clause.places.discard(place)
        self.zones[zone][self.zones[zone].index(place)] = Place(1 << new)

    # -- looks, tells, shuffles ------------------------------------------------------------------------------------

    def _looked(self, event: Look) -> None:
        loose: dict[tuple[int, int], int] = {}
        for (zone, index), face in zip(event.places, event.faces, strict=True):
            if face is None or self.open[zone]:
                continue
            place = self.zones[zone][0] if index is None else self._alone(zone, index)
            if place.bag:
                loose[(zone, face)] = loose.get((zone, face), 0) + 1
            else:
                place.mask = 1 << face
        for (zone, face), count in loose.items():
            self._at_least(self.zones[zone][0], 1 << face, count)
        self._tidy()

    def _alone(self, zone: int, index: int) -> Place:
        """A place of its own for a card of the unordered part of a pile that is looked at, if it lies at its top."""
        place = self.place(zone, index)
        if not place.bag or not self.eyes.follows(self.viewer, zone):
            return place
        number, before = self.zones[zone].index(place), 0
        before = sum(p.size for p in self.zones[zone][:number])
        single, above = Place(place.mask), before + place.size - 1 - index
        place.size -= 1 + above
        rest = [Place(place.mask) for _ in range(above)]
        self.zones[zone][number + 1 : number + 1] = [single, *rest]
        for clause in self.clauses:
            if place in clause.places:
                clause.places |= {single, *rest}
        return single

    def _at_least(self, bag: Place, mask: int, count: int) -> None:
        for clause in self.clauses:
            if clause.places == {bag} and clause.mask == mask:
                clause.least = max(clause.least, count)
                return
        self.clauses.append(Clause({bag}, mask, count))

    def _told(self, event: ev.Told) -> None:
        told = sum(1 << face for face in event.faces)
        counts: dict[int, list[int]] = {}
        for (zone, index), holds in zip(event.places, event.holds, strict=True):
            if self.open[zone]:
                continue
            if not self.eyes.follows(self.viewer, zone):
                counts.setdefault(zone, [0, 0])[0 if holds else 1] += 1
                continue
            self._alone(zone, index).mask &= told if holds else ~told
        for zone, (yes, no) in counts.items():
            self._at_least(self.zones[zone][0], told, yes)
            self._at_least(self.zones[zone][0], self.every & ~told, no)
        self._tidy()

    def _implied(self, event: ev.Implied) -> None:
        """A legal move told everybody that so many cards of a zone have a face in a set."""
        if self.open[event.zone]:
            return
        mask = sum(1 << face for face in event.faces)
        places = set(self.zones[event.zone])
        if places:
            self.clauses.append(Clause(places, mask, event.least))
        self._tidy()

    def _shuffled(self, zone: int) -> None:
        if not self.open[zone]:
            self._mix(zone)
            self._tidy()

    def _mix(self, zone: int) -> None:
        """All cards of a zone become one unordered part; what was known of single ones becomes clauses."""
        bag = Place(0, 0, bag=True)
        if not self.clauses and all(not p.bag and p.mask & (p.mask - 1) == 0 for p in self.zones[zone]):
            self._mix_known(zone, bag)
            return
        for place in list(self.zones[zone]):
            if place.bag:
                for clause in self.clauses:
                    if place in clause.places:
                        clause.places = (clause.places - {place}) | {bag}
                if place.size and place.mask != self.every:
                    self._at_least(bag, place.mask, place.size)
                bag.size += place.size
                bag.mask |= place.mask
            elif place.mask & (place.mask - 1) == 0 and place.mask:
                face = place.mask.bit_length() - 1
                self._gone(place, face)
                for clause in self.clauses:
                    clause.places.discard(place)
                self._enter_known(bag, face)
            else:
                self._dissolve(place, bag)
        self.zones[zone] = [bag]

    def _mix_known(self, zone: int, bag: Place) -> None:
        """The same where every card is known and no clause stands, as before a deal: at once."""
        counts: dict[int, int] = {}
        for place in self.zones[zone]:
            counts[place.mask] = counts.get(place.mask, 0) + 1
            bag.mask |= place.mask
        bag.size = len(self.zones[zone])
        self.zones[zone] = [bag]
        self.clauses = [Clause({bag}, mask, count) for mask, count in counts.items()]

    # -- keeping clauses few ---------------------------------------------------------------------------------------

    def _tidy(self) -> None:
        """Known single places leave clauses; a clause that all cards must meet narrows its places; what says nothing,
        is said by another or by counting alone goes."""
        if not self.clauses:
            return
        while sum(self._settle(clause) for clause in self.clauses):
            pass
        kept: list[Clause] = []
        hidden = self.hidden()
        for clause in sorted((c for c in self.clauses if c.least > 0 and c.places), key=lambda c: -c.least):
            if any(k.places == clause.places and k.mask & ~clause.mask == 0 for k in kept):
                continue
            if not self._by_counting(clause, hidden):
                kept.append(clause)
        self.clauses = kept

    def _by_counting(self, clause: Clause, hidden: list[int]) -> bool:
        """Must so many lie in these places because there is no room for them elsewhere?"""
        cards = sum(hidden[face] for face in bits(clause.mask))
        for places in self.zones:
            for place in places:
                if place not in clause.places and place.mask & clause.mask:
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
        if clause.least > 0 and clause.least == sum(place.size for place in clause.places):
            for place in clause.places:
                changed |= place.mask & ~clause.mask != 0
                place.mask &= clause.mask
            clause.least = 0
        return changed
