"""What a viewer knows of the cards they cannot see: a fold over the viewer's own events.

Knowledge is of places, not of cards. A place of a row, or of a settled pile, holds one card and can be followed; a
loose hand of somebody else, or the unordered part of a pile, is one place of several cards. Each place has the set of
faces it may hold, as a bit mask; beside them stand clauses of one form: at least `n` of the cards in these places
have a face in that set. The changes are those of the knowledge rules that were tried against an exact oracle; see
`docs/knowledge.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reglas.engine import events as ev
from reglas.knowledge.clauses import Clause, Clauses, Place, bits
from reglas.knowledge.dice import Dice
from reglas.knowledge.seen import Choice, Eyes, Look, Move, Roll, Seen, Swap, Viewer
from reglas.program import ir


class Knowledge(Clauses):
    """One viewer's knowledge. `zones[z]` lists the places of a zone the viewer cannot see, from place 1 on; of zones
    the viewer sees only the faces are counted, in `visible`."""

    def __init__(self, program: ir.Program, viewer: Viewer) -> None:
        self.program, self.viewer, self.eyes = program, viewer, Eyes(program)
        self._untidy = False
        self._following: dict[type, Callable[[Any], None]] = {
            Move: self._moved,
            Swap: self._swapped,
            Look: self._looked,
            ev.Told: self._told,
            ev.Shuffled: self._shuffled,
            ev.Implied: self._implied,
            ev.ImpliedThrow: self._implied_throw,
            Roll: self._rolled,
        }
        self.every = sum(1 << face for face, count in enumerate(program.copies) if count)
        self.visible = [0] * len(program.copies)
        self.clauses: list[Clause] = []
        self.dice = Dice()
        self._apart: dict[int, int] = {}
        self._acting: int | None = None
        if any(d.waiting >= 0 for d in program.decisions) and any(z.layout == "hand" for z in program.zones):
            self._following |= {
                ev.Committed: self._committed,
                Choice: self._carried_out,
                ev.Voided: self._carried_out,
                ev.Declined: self._carried_out,
            }
        # dice are no cards: those that are hidden are kept apart
        self.open = [self.eyes.sees_zone(viewer, z) or bool(zone.dice) for z, zone in enumerate(program.zones)]
        self.zones: list[list[Place]] = []
        for number, zone in enumerate(program.zones):
            size = program.row[zone.start - 1]
            faces = program.row[zone.start : zone.start + size]
            if zone.dice:
                self.zones.append([])
                if not self.eyes.sees_zone(viewer, number):
                    self.dice.rolled(number, zone.dice, size)
            elif self.open[number]:
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
            follow = self._following.get(type(event))
            if follow is not None:
                follow(event)
        if self._untidy:
            self._tidy()
            self._untidy = False
        return self

    def lies(self, zone: int, index: int) -> Place:
        """The place at an index of a zone, or the die."""
        return self.dice.zones[zone][index] if zone in self.dice.zones else self.place(zone, index)

    def left(self) -> dict[Place, int]:
        """The mask of each place after counting, and of each die."""
        return {**self.counted(), **dict(self.dice.masks())}

    # -- moves -----------------------------------------------------------------------------------------------------

    def _moved(self, event: Move) -> None:
        (source, index), (target, at) = event.source, event.target
        face = event.face
        if self._apart and index is None and source in self._apart and not event.picked:
            self._rejoin(source)
        if at is None and not self.open[target]:
            self._explicit(target, None)
            if face is None:
                self._explicit(source, index)
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

    def _enter(self, zone: int, at: int | None, face: int | None, moved: Place | None) -> None:
        """Put a card into a hidden zone: into a place of its own, or among several."""
        place = moved if moved is not None and face is None else Place(1 << face if face is not None else 0)
        if at is None:
            self._merge(place, self._beside_hand(zone) if zone in self._apart else self.zones[zone][0])
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

    def _swapped(self, event: Swap) -> None:
        (a, i), (b, j) = event.first, event.second
        if self._apart:
            self._rejoin(*(zone for zone in (a, b) if zone in self._apart))
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

    # -- choices made together -------------------------------------------------------------------------------------

    # Between choosing and its turn a hand may get cards. They are none of those that were chosen, so until these have
    # gone what came lies in a place of its own.

    def _committed(self, event: ev.Committed) -> None:
        """Cards may have been chosen out of the loose hands of a player."""
        self._turn_over()
        hands = [z for z, info in enumerate(self.program.zones) if info.owner == event.actor and self._loose(z)]
        self._rejoin(*(zone for zone in hands if zone in self._apart))
        self._apart |= dict.fromkeys(hands, event.actor)

    def _carried_out(self, event: Choice | ev.Voided | ev.Declined) -> None:
        """Somebody's choice has its turn; that of whoever had it before is over."""
        self._turn_over()
        if event.actor in self._apart.values():
            self._acting = event.actor

    def _turn_over(self) -> None:
        if self._acting is not None:
            self._rejoin(*[zone for zone, actor in self._apart.items() if actor == self._acting])
            self._acting = None

    def _loose(self, zone: int) -> bool:
        return self.program.zones[zone].layout == "hand" and bool(self.zones[zone]) and self.zones[zone][0].bag

    def _beside_hand(self, zone: int) -> Place:
        """The place of the cards that came since cards were chosen."""
        if len(self.zones[zone]) == 1:
            self.zones[zone].append(Place(0, 0, bag=True))
        return self.zones[zone][1]

    def _rejoin(self, *zones: int) -> None:
        """Hands of which nothing chosen is left to come are one place again."""
        for zone in dict.fromkeys(zones):
            self._apart.pop(zone, None)
            if len(self.zones[zone]) > 1:
                self._merge(self.zones[zone].pop(), self.zones[zone][0])

    # -- looks, tells, shuffles ------------------------------------------------------------------------------------

    def _looked(self, event: Look) -> None:
        loose: dict[tuple[int, int], int] = {}
        for (zone, index), face in zip(event.places, event.faces, strict=True):
            if self.open[zone]:
                if zone in self.dice.zones and index is not None and face is not None:
                    self.dice.narrow(zone, index, 1 << face)
                continue
            if index is not None:
                place = self._alone(zone, index)  # also where the face is not seen: this card is settled now
                place.mask = place.mask if face is None else 1 << face
            elif face is not None:
                loose[(zone, face)] = loose.get((zone, face), 0) + 1
        if self._apart:
            self._rejoin(*(zone for zone, _ in loose if zone in self._apart))
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

    def _told(self, event: ev.Told) -> None:
        told = sum(1 << face for face in event.faces)
        counts: dict[int, list[int]] = {}
        for (zone, index), holds in zip(event.places, event.holds, strict=True):
            if self.open[zone]:
                if zone in self.dice.zones and index is not None:
                    self.dice.narrow(zone, index, told if holds else ~told)
                continue
            if index is None:
                counts.setdefault(zone, [0, 0])[0 if holds else 1] += 1
                continue
            self._alone(zone, index).mask &= told if holds else ~told
        if self._apart:
            self._rejoin(*(zone for zone in counts if zone in self._apart))
        for zone, (yes, no) in counts.items():
            self._explicit(zone, None)
            self._at_least(self.zones[zone][0], told, yes)
            self._at_least(self.zones[zone][0], self.every & ~told, no)
        self._tidy()

    def _implied(self, event: ev.Implied) -> None:
        """A legal move told everybody that so many cards of a zone have a face in a set."""
        mask = sum(1 << face for face in event.faces)
        if self.open[event.zone]:
            if event.zone in self.dice.zones:
                self.dice.at_least(event.zone, mask, event.least)
            return
        places = set(self.zones[event.zone])
        if places:
            self.clauses.append(Clause(places, mask, event.least))
            self._untidy = True  # what comes next often says more, so wait for it

    def _implied_throw(self, event: ev.ImpliedThrow) -> None:
        if event.zone in self.dice.zones:
            self.dice.among(event.zone, event.throws)

    def _rolled(self, event: Roll) -> None:
        if event.zone in self.dice.zones:
            self.dice.rolled(event.zone, self.program.zones[event.zone].dice, event.count)

    def _shuffled(self, event: ev.Shuffled) -> None:
        if not self.open[event.zone]:
            self._mix(event.zone)
            self._tidy()

    def _mix(self, zone: int) -> None:
        """All cards of a zone become one unordered part; what was known of single ones becomes clauses."""
        bag = Place(0, 0, bag=True)
        if not self.clauses and all(not p.bag and p.mask & (p.mask - 1) == 0 for p in self.zones[zone]):
            self._mix_known(zone, bag)
            return
        masks = self.counted()
        for place in self.zones[zone]:
            place.mask = masks.get(place, place.mask)
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
        if bag.size < sum(self.hidden()):
            self.clauses = [Clause({bag}, mask, count) for mask, count in counts.items()]


__all__ = ["Clause", "Knowledge", "Place", "bits"]
