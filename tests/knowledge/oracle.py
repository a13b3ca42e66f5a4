"""What a viewer could know at best, by trying everything: an oracle for specs small enough.

A world is a row that some history of chance and of hidden choices leads to, in which the viewer saw the same events.
All worlds are kept, from one decision to the next: two histories that lead to one row are one world from there on, so
the worlds of a toy game stay few while its histories do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod

from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.knowledge.imagine import laid, orderly
from reglas.knowledge.places import Knowledge, Place, bits
from reglas.knowledge.resample import Resampler
from reglas.knowledge.seen import Seen
from reglas.knowledge.waiting import fresh, possible
from reglas.language.types import NONE
from reglas.play import Game, State
from reglas.program import ir

Row = tuple[int, ...]
Raw = tuple[int, ...]

MOST_WORLDS = 20_000


class TooManyWorlds(Exception):
    """The oracle gives up: the spec is not small enough."""


def present(game: Game, viewer: int, row: Sequence[int]) -> Row:
    """What a row is to a viewer who would see all faces: chance to come left out, loose hands of others sorted, and
    choices of their cards, which wait, with them."""
    found = list(row)
    for _, cell in game.program.streams:
        found[cell : cell + 4] = [0] * 4
    for number, zone in enumerate(game.program.zones):
        if not game.eyes.follows(viewer, number):
            size = found[zone.start - 1]
            found[zone.start : zone.start + size] = sorted(found[zone.start : zone.start + size])
    for number in game.windows.at(row[ir.POINT]):
        decision = game.program.decisions[number]
        for first in range(decision.waiting, decision.waiting + game.players * decision.width, decision.width):
            if 0 <= row[first] < len(decision.alternatives):
                _along(game, viewer, row, found, decision.alternatives[row[first]], first)
    return tuple(found)


def _along(
    game: Game, viewer: int, row: Sequence[int], found: list[int], alternative: ir.Alternative, first: int
) -> None:
    """Let picks of a choice that waits point to where the cards lie after sorting."""
    kept: dict[str, list[int]] = {}
    used: set[int] = set()
    for pick, at in zip(alternative.picks, alternative.kept, strict=True):
        value = row[first + at]
        number = game.machine.place(value)[0] if pick.sort == "card" else -1
        if number >= 0 and not game.eyes.follows(viewer, number):
            zone = game.program.zones[number]
            cells = range(zone.start, zone.start + found[zone.start - 1])
            value = next(c for c in cells if c not in used and found[c] == row[row[first + at]])
            used.add(value)
        kept.setdefault(pick.name, []).append(value)
    values = [value for some in kept.values() for value in sorted(some)]
    for at, value in zip(alternative.kept, values, strict=True):
        found[first + at] = value


class Oracle:
    """All worlds of one viewer, as a game goes on."""

    def __init__(self, state: State, viewer: int) -> None:
        self.game, self.viewer = state.game, viewer
        self.machine = state.game.machine
        self.taken = 0
        self.worlds: set[Row] = set()
        self._begin(state)

    def _begin(self, state: State) -> None:
        events = self._new(state)
        row = list(self.game.program.row)
        self._go_on(row, events, 0, self.worlds)

    def _new(self, state: State) -> list[Seen]:
        seen = state.seen(self.viewer)
        events = list(seen[self.taken :])
        self.taken = len(seen)
        return events

    def follow(self, state: State, player: int, raw: Raw) -> None:
        """A move was made, `raw` as the machine has it; it is looked at only if it is the viewer's own."""
        events, found = self._new(state), set[Row]()
        for world in self.worlds:
            if self.machine.over(list(world)):
                continue
            if player not in self.machine.acting(list(world)):
                continue
            legal = self.machine.moves(list(world), player)
            for move in [raw] if player == self.viewer else legal:
                if move in legal:
                    self._step(list(world), events, 0, found, (player, move))
        self.worlds = found

    def _step(self, row: list[int], events: list[Seen], at: int, found: set[Row], move: tuple[int, Raw] | None) -> None:
        """One stretch of the flow; on it goes where the viewer saw just what he saw."""
        machine = self.machine
        machine.log = []
        try:
            if move is not None:
                machine.commit(row, *move)
            elif machine.decision(row) is None and not machine.over(row):
                machine.run(row)
        except RuleFault:
            return
        finally:
            log, machine.log = machine.log, None
        for event in log:
            seen = self.game.eyes.see(self.viewer, event)
            if seen is not None:
                if at == len(events) or events[at] != seen:
                    return
                at += 1
        self._chance(row, events, at, found)

    def _go_on(self, row: list[int], events: list[Seen], at: int, found: set[Row]) -> None:
        self._step(row, events, at, found, None)

    def _chance(self, row: list[int], events: list[Seen], at: int, found: set[Row]) -> None:
        chance = self.machine.chance_at(row)
        if chance is None:
            if at == len(events):
                found.add(present(self.game, self.viewer, row))
                if len(found) > MOST_WORLDS:
                    raise TooManyWorlds
            return
        for face, _ in chance.outcomes():
            after = list(row)
            self.machine.settle(after, chance, face)
            self._go_on(after, events, at, found)


# -- what knowledge allows --------------------------------------------------------------------------------------------


def arrangements(knowledge: Knowledge) -> Iterator[dict[Place, tuple[int, ...]]]:
    """Every way of putting the hidden cards into places that fits sets and clauses, by plain trying."""
    places = sorted((p for zone in knowledge.zones for p in zone if p.size), key=lambda p: p.size)
    yield from _filled(knowledge, places, knowledge.hidden(), {})


def _filled(
    knowledge: Knowledge, places: list[Place], left: list[int], faces: dict[Place, tuple[int, ...]]
) -> Iterator[dict[Place, tuple[int, ...]]]:
    if not places:
        if all(_met(clause.places, clause.mask, faces) >= clause.least for clause in knowledge.clauses):
            yield dict(faces)
        return
    place, rest = places[0], places[1:]
    for some in _multisets(bits(place.mask), place.size, left):
        for face in some:
            left[face] -= 1
        faces[place] = some
        yield from _filled(knowledge, rest, left, faces)
        for face in some:
            left[face] += 1
        del faces[place]


def _multisets(faces: list[int], size: int, left: list[int]) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    if not faces or sum(left[f] for f in faces) < size:
        return
    face, rest = faces[0], faces[1:]
    for count in range(min(size, left[face]) + 1):
        for others in _multisets(rest, size - count, left):
            yield (face,) * count + others


def _met(places: set[Place], mask: int, faces: dict[Place, tuple[int, ...]]) -> int:
    return sum(1 for place in places for face in faces.get(place, ()) if mask >> face & 1)


def _lies(dice: list[Place], faces: dict[Place, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(faces[die][0] for die in dice)


def thrown(knowledge: Knowledge) -> Iterator[dict[Place, tuple[int, ...]]]:
    """Every way in which the hidden dice may lie, by plain trying."""
    zones = list(knowledge.dice.zones.items())
    dice = [die for _, some in zones for die in some]
    clauses = [clause for some in knowledge.dice.clauses.values() for clause in some]
    for faces in product(*(bits(die.mask) for die in dice)):
        found = {die: (face,) for die, face in zip(dice, faces, strict=True)}
        told = all(
            _lies(some, found) in knowledge.dice.throws[zone] for zone, some in zones if zone in knowledge.dice.throws
        )
        if told and all(_met(clause.places, clause.mask, found) >= clause.least for clause in clauses):
            yield found


def chosen(state: State, viewer: int, world: list[int]) -> Iterator[tuple[list[int], Fraction]]:
    """A world with every choice that others may have made who wait, and how likely it is."""
    game, worlds = state.game, [(world, Fraction(1))]
    for number in game.windows.at(world[ir.POINT]):
        decision = game.program.decisions[number]
        asked = list(game.machine.evaluator.value(decision.asked)(world, game.machine.locals))
        gone = game.windows.declined(world, asked, number)
        gathering = world[ir.POINT] == game.windows.open[number][0]
        came = fresh(state.log or [], number) if not gathering else set[ev.Place]()
        for seat in game.windows.waiting(world, state.log or [], number):
            if seat == viewer:
                continue
            after = []
            for row, part in worlds:
                moves = possible(game.machine, row, number, seat, came) if seat not in gone else []
                for move in moves or [(len(decision.alternatives),)]:
                    other = list(row)
                    _keep(other, decision, seat, move, gathering)
                    after.append((other, part / max(1, len(moves))))
            worlds = after
    return iter(worlds)


def _keep(row: list[int], decision: ir.Decision, seat: int, move: Raw, gathering: bool) -> None:
    """Let a choice wait; one that declines does not wait any more once all are in."""
    first = decision.waiting + seat * decision.width
    row[first : first + decision.width] = [NONE] * decision.width
    if move[0] < len(decision.alternatives):
        for at, value in zip(decision.alternatives[move[0]].kept, move[1:], strict=True):
            row[first + at] = value
    elif not gathering:
        return
    row[first] = move[0]


def weights(state: State, viewer: int) -> Counter[Row]:
    """The worlds that knowledge allows, and in how many ways the cells of places can be filled to make each; where
    others' choices wait, each is a part of that. In a loose hand, and in an unordered part, cells are told apart;
    copies of a card are not."""
    game, row, knowledge, found = state.game, state.row, state.knowledge(viewer), Counter[Row]()
    throws = list(thrown(knowledge))
    order = [
        p
        for p in orderly(game.program, row, knowledge)
        if any(p in knowledge.zones[n] for n in range(len(knowledge.zones)) if game.eyes.follows(viewer, n))
    ]
    for faces in arrangements(knowledge):
        orders = prod(_orders(cards) for place, cards in faces.items() if place not in order)
        for some in product(*(set(permutations(faces[p])) for p in order)):
            for dice in throws:
                world = laid(game.program, row, knowledge, {**faces, **dict(zip(order, some, strict=True)), **dice})
                for other, part in chosen(state, viewer, world):
                    found[present(game, viewer, other)] += orders * part  # type: ignore[assignment]
    return found


def support(state: State, viewer: int) -> set[Row]:
    """The worlds that knowledge allows."""
    return set(weights(state, viewer))


def _orders(cards: Sequence[int]) -> int:
    return factorial(len(cards)) // prod(factorial(n) for n in Counter(cards).values())


def counts_right(resampler: Resampler, arranged: int) -> bool:
    """Does the resampler count as many arrangements as there are? It counts by classes, whose faces are mixed after."""
    mixed = prod(factorial(c.count) // prod(factorial(n) for _, n in c.faces) for c in resampler.classes)
    thrown = prod(throw.count for throw in resampler.thrower.throws)
    return resampler.worlds * mixed * thrown == arranged
