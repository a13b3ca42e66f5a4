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


def _apart(clauses: list[Clause]) -> list[Clause]:
    """Clauses that have no face in common, the narrowest first."""
    found, used = [], 0
    for clause in sorted(clauses, key=lambda c: (c.mask.bit_count(), -c.least)):
        if clause.mask & used == 0 and clause.least > 0:
            found.append(clause)
            used |= clause.mask
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
            moved = self._leave(source, index, face)
        if self.open[target]:
            assert face is not None
            self.visible[face] += 1
        else:
            self._enter(target, at, face, moved)
        self._tidy()

    def _leave(self, zone: int, index: int | None, face: int | None) -> Place:
        """Take a card out of a hidden zone; the place it had, or, out of several, a place of its own."""
        place = self.zones[zone][0] if index is None else self.place(zone, index)
        if face is not None:
            self._gone(place, face)
        if not place.bag:
            self.zones[zone].remove(place)
            if face is not None:
                self._forget(place)
        else:
            place.size -= 1
        if face is not None:
            return Place(1 << face)
        if not place.bag:
            return place
        single = Place(place.mask)
        self._beside(place, single)
        return single

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

    def _enter(self, zone: int, at: int | None, face: int | None, moved: Place | None) -> None:
        """Put a card into a hidden zone: into a place of its own, or among several."""
        place = moved if moved is not None and face is None else Place(1 << face if face is not None else 0)
        if at is None:
            self._merge(place, self.zones[zone][0])
            return
        self.zones[zone].insert(self._cut(zone, at), place)

    def _cut(self, zone: int, at: int) -> int:
        """The number of the place that begins at an index; several in whose midst it lies become two parts of which
        nobody knows what lies in which."""
        places, before = self.zones[zone], 0
        for number, place in enumerate(places):
            if before >= at:
                return number
            if at < before + place.size:
                upper = Place(place.mask, before + place.size - at, bag=True)
                place.size -= upper.size
                places.insert(number + 1, upper)
                self._beside(place, upper)
                return number + 1
            before += place.size
        return len(places)

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
        return max(best, sum(c.least for c in _apart(inside))) if len(inside) > 1 else best

    def _bound(self, place: Place, bag: Place) -> None:
        """Of places whose cards are all accounted for, some are to be lost from sight: what is said of single faces
        is no longer enough then, so say also how many there are at most."""
        for places, parts in self._whole():
            if place in places and bag not in places and len(parts) > 1:
                size = sum(p.size for p in places)
                self.clauses += [Clause(set(places), self.every & ~c.mask, size - c.least) for c in parts]

    def _whole(self) -> list[tuple[frozenset[Place], list[Clause]]]:
        """Places whose cards are all accounted for by clauses that have no face in common, and these clauses."""
        stands: dict[frozenset[Place], list[Clause]] = {}
        for clause in self.clauses:
            stands.setdefault(frozenset(clause.places), []).append(clause)
        found = [(places, _apart(clauses)) for places, clauses in stands.items()]
        return [(z, parts) for z, parts in found if sum(c.least for c in parts) == sum(p.size for p in z)]

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
        if i is not None and j is not None and event.first_face is None:
            one, other = self._alone(a, i), self._alone(b, j)
            x, y = self.zones[a].index(one), self.zones[b].index(other)
            self.zones[a][x], self.zones[b][y] = other, one
        elif a != b or i is not None:
            first, second = self._lift(event.first, event.first_face), self._lift(event.second, event.second_face)
            self._lay(event.first, event.second_face, second)
            self._lay(event.second, event.first_face, first)
        self._tidy()

    def _lift(self, place: tuple[int, int | None], face: int | None) -> Place | None:
        """Take up one of two cards that change places; where it can be followed, an empty place stays."""
        zone, index = place
        if self.open[zone]:
            self.visible[face or 0] -= 1
            return None
        if index is None:
            return self._leave(zone, None, face)
        old = self._alone(zone, index)
        if face is not None:
            self._gone(old, face)
            self._forget(old)
        self.zones[zone][self.zones[zone].index(old)] = Place(0)
        return old

    def _lay(self, place: tuple[int, int | None], face: int | None, lifted: Place | None) -> None:
        zone, index = place
        if self.open[zone]:
            self.visible[face or 0] += 1
            return
        laid = lifted if lifted is not None and face is None else Place(1 << (face or 0))
        if index is None:
            self._merge(laid, self.zones[zone][0])
        else:
            self.zones[zone][self.zones[zone].index(self.place(zone, index))] = laid

    # -- looks, tells, shuffles ------------------------------------------------------------------------------------

    def _looked(self, event: Look) -> None:
        loose: dict[tuple[int, int], int] = {}
        for (zone, index), face in zip(event.places, event.faces, strict=True):
            if self.open[zone]:
                continue
            if index is not None:
                place = self._alone(zone, index)  # also where the face is not seen: this card is settled now
                place.mask = place.mask if face is None else 1 << face
            elif face is not None:
                loose[(zone, face)] = loose.get((zone, face), 0) + 1
        for (zone, face), count in loose.items():
            self._at_least(self.zones[zone][0], 1 << face, count)
        self._tidy()

    def _alone(self, zone: int, index: int) -> Place:
        """A place of its own for a card that is looked at or pointed at in the unordered part of a pile."""
        place = self.place(zone, index)
        if not place.bag:
            return place
        self._cut(zone, index + 1)
        single = Place(place.mask)
        place = self.place(zone, index)
        place.size -= 1
        self.zones[zone].insert(self.zones[zone].index(place) + 1, single)
        self._beside(place, single)
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
            if index is None:
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
        waiting = sorted((p for p in self.zones[zone] if p.size), key=lambda p: -p.size)
        self.zones[zone] = [bag, *waiting]
        for place in waiting:
            self.zones[zone].remove(place)
            self._merge(place, bag)

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
        while sum(self._settle(clause) for clause in self.clauses) or self._narrow():
            pass
        kept: list[Clause] = []
        hidden = self.hidden()
        for clause in sorted((c for c in self.clauses if c.least > 0 and c.places), key=lambda c: -c.least):
            if any(k.places == clause.places and k.mask & ~clause.mask == 0 for k in kept):
                continue
            if not self._by_counting(clause, hidden):
                kept.append(clause)
        self.clauses = kept

    def _narrow(self) -> bool:
        """Places whose cards are all accounted for hold no other faces."""
        changed = False
        for places, parts in self._whole():
            union = 0
            for clause in parts:
                union |= clause.mask
            for place in places:
                changed |= place.mask & ~union != 0
                place.mask &= union
        return changed

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
