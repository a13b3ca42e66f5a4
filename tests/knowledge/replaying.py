"""A state that was resampled, turned back into a whole game.

The log of the true game is gone through backwards, with the sampled cards in place of the true ones: where each card
came from is known by its place, or, out of a loose hand or a shuffled pile, chosen among the cards that may have. That
gives the outcomes of chance in their order, and which card everybody picked. Then the game is played anew with them:
every move has to be legal, and the viewer has to see what they saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reglas.engine import events as ev
from reglas.engine import rng
from reglas.engine.chance import Chance
from reglas.engine.rng import Stream
from reglas.play import ChanceError, Game, State
from reglas.program import ir

TRIES = 400
"""How often a past is tried where cards might have come from several places."""


class Dead(Exception):
    """This past leads nowhere."""


class Traced(State):
    """A state that keeps which card was drawn when: pairs of a place in the log and a place of a card."""

    draws: list[tuple[int, ev.Place]]

    def _draw(self, chance: Chance) -> None:
        if chance.sort == "card":
            self.draws.append((len(self.log or ()), self.game.machine.place(chance.cell)))
        super()._draw(chance)


def start(game: Game, seed: int, chance: Sequence[str] = ()) -> Traced:
    """A new game that keeps its draws."""
    row = list(game.program.row)
    for stream, (_, cell) in enumerate(game.program.streams):
        rng.start(row, cell, seed, stream)
    state = Traced(game, row, [], list(chance), seed=seed)
    state.draws = []
    state.go_on()
    return state


def traced(state: State) -> Traced:
    """The same game, played again to keep its draws."""
    if isinstance(state, Traced):
        return state
    found = start(state.game, state.seed, state.drawn)
    for _, _, raw in state._played:
        found._play(raw)
    assert found.log == state.log
    return found


@dataclass
class Past:
    """The zones at some point of a sampled past. A cell is a face, or None: one of the zone's `pools`."""

    game: Game
    viewer: int
    choices: Stream
    cells: list[list[int | None]] = field(default_factory=list)
    pools: list[Counter[int]] = field(default_factory=list)
    chance: list[int] = field(default_factory=list)
    moved: dict[int, int] = field(default_factory=dict)
    """The face of the card that moved, by the place of the event in the log."""
    chosen: bool = False
    """Was anything chosen among several?"""

    def begin(self, row: Sequence[int]) -> None:
        """The present."""
        for number, zone in enumerate(self.game.program.zones):
            cells: list[int | None] = []
            pool: Counter[int] = Counter()
            for cell in range(zone.start, zone.start + row[zone.start - 1]):
                hidden = zone.shuffled and row[cell + zone.most]
                if hidden or not self.game.eyes.follows(self.viewer, number):
                    cells.append(None)
                    pool[row[cell]] += 1
                else:
                    cells.append(row[cell])
            self.cells.append(cells)
            self.pools.append(pool)

    def settle(self, place: ev.Place, fits: Callable[[int], bool]) -> int:
        """Which card lies at a place, chosen if that is open."""
        zone, index = place
        face = self.cells[zone][index]
        if face is None:
            pool = self.pools[zone]
            faces = [f for f in sorted(pool) if pool[f] > 0 and fits(f)]
            if not faces:
                raise Dead
            self.chosen |= len(faces) > 1
            face = faces[self.choices.below(len(faces))]
            pool[face] -= 1
            self.cells[zone][index] = face
        if not fits(face):
            raise Dead
        return face

    def open(self, place: ev.Place) -> None:
        """What lies at a place is one of the pool's again."""
        zone, index = place
        face = self.cells[zone][index]
        if face is not None:
            self.cells[zone][index] = None
            self.pools[zone][face] += 1

    def count(self, zone: int, faces: frozenset[int]) -> int:
        """How many cards of a zone have one of these faces."""
        known = sum(1 for face in self.cells[zone] if face is not None and face in faces)
        return known + sum(n for face, n in self.pools[zone].items() if face in faces)

    # -- events, undone --------------------------------------------------------------------------------------------

    def draw(self, place: ev.Place) -> None:
        """Before it was drawn a card was any of those that lay there."""
        self.chance.append(self.settle(place, lambda face: True))
        self.open(place)

    def undo(self, number: int, event: ev.Event) -> None:
        """Go back to before an event."""
        eyes, viewer = self.game.eyes, self.viewer
        match event:
            case ev.Moved(face, source, target):
                seen = eyes.sees_zone(viewer, source[0]) or eyes.sees_zone(viewer, target[0])
                found = self.settle(target, lambda f: not seen or f == face)
                del self.cells[target[0]][target[1]]
                self.cells[source[0]].insert(source[1], found)
                self.moved[number] = found
                self.forget(source)
            case ev.Swapped(first, a, second, b):
                seen = eyes.sees_zone(viewer, first[0]) or eyes.sees_zone(viewer, second[0])
                one = self.settle(second, lambda f: not seen or f == a)
                other = self.settle(first, lambda f: not seen or f == b)
                self.cells[first[0]][first[1]], self.cells[second[0]][second[1]] = one, other
                self.forget(first)
                self.forget(second)
            case ev.Shuffled(zone):
                for index in range(len(self.cells[zone])):
                    self.open((zone, index))
            case ev.Shown(places, faces, to) if eyes.told(viewer, to):
                self.shown(places, faces)
            case ev.Told(places, holds, faces, to) if eyes.told(viewer, to):
                self.told([(z, i or 0) for z, i in places], holds, faces)
            case ev.Implied(zone, faces, least) if self.count(zone, faces) < least:
                raise Dead

    def forget(self, place: ev.Place) -> None:
        """In a loose hand nobody else knows where a card lies."""
        if not self.game.eyes.follows(self.viewer, place[0]):
            self.open(place)

    def shown(self, places: Sequence[ev.Place], faces: Sequence[int]) -> None:
        """These cards had these faces."""
        loose: dict[int, Counter[int]] = {}
        for place, face in zip(places, faces, strict=True):
            if self.game.eyes.follows(self.viewer, place[0]):
                self.settle(place, lambda f, face=face: f == face)
            else:
                loose.setdefault(place[0], Counter())[face] += 1
        if any(self.pools[zone][face] < n for zone, counts in loose.items() for face, n in counts.items()):
            raise Dead

    def told(self, places: Sequence[ev.Place], holds: Sequence[bool], faces: frozenset[int]) -> None:
        """Of these cards a condition held or not."""
        loose: dict[int, list[int]] = {}
        for place, held in zip(places, holds, strict=True):
            if self.game.eyes.follows(self.viewer, place[0]):
                self.settle(place, lambda f, held=held: (f in faces) == held)
            else:
                loose.setdefault(place[0], [0, 0])[held] += 1
        for zone, (no, yes) in loose.items():
            fitting = self.count(zone, faces)
            if fitting < yes or len(self.cells[zone]) - fitting < no:
                raise Dead

    def at_start(self) -> bool:
        """Is this how every game begins?"""
        for zone, cells, pool in zip(self.game.program.zones, self.cells, self.pools, strict=True):
            row = self.game.program.row
            faces = row[zone.start : zone.start + row[zone.start - 1]]
            if len(faces) != len(cells) or any(c not in (None, f) for c, f in zip(cells, faces, strict=True)):
                return False
            if Counter(f for c, f in zip(cells, faces, strict=True) if c is None) != +pool:
                return False
        return True


def past(state: Traced, viewer: int, row: Sequence[int], choices: Stream) -> Past:
    """A past of a sampled present. Raises `Dead`."""
    found = Past(state.game, viewer, choices)
    found.begin(row)
    log, draws = state.log or [], list(state.draws)
    for number in range(len(log), -1, -1):
        if number < len(log):
            found.undo(number, log[number])
        while draws and draws[-1][0] == number:
            found.draw(draws.pop()[1])
    if not found.at_start():
        raise Dead
    found.chance.reverse()
    return found


def forward(state: Traced, viewer: int, before: Past) -> State:
    """The game with this past, played anew. Raises `Dead` where a move of others is not legal."""
    game = state.game
    replay = game.start(state.seed, [game.program.faces[f] for f in before.chance])
    number = 0
    for player, decision, raw in state._played:
        while not isinstance((state.log or [])[number], ev.Chosen):
            number += 1
        if replay.over or replay.to_act[0] != player or game.machine.decision(replay.row) != decision:
            raise Dead
        move = _mapped(state, viewer, before, replay, (decision, raw), number)
        if move not in replay.raw_moves():
            raise Dead
        replay._play(move)
        number += 1
    return replay


def _mapped(
    state: Traced, viewer: int, before: Past, replay: State, made: tuple[int, tuple[int, ...]], number: int
) -> tuple[int, ...]:
    """A move with the cards that it takes out of loose hands where they lie in the replay."""
    decision, raw = made
    picks = state.game.program.decisions[decision].alternatives[raw[0]].picks
    values = list(raw[1:])
    for at, pick in enumerate(picks):
        if pick.sort != "card":
            continue
        place = state.game.machine.place(values[at])
        if not state.game.eyes.follows(viewer, place[0]):
            face = _face(state.log or [], number, place, before)
            zone: ir.ZoneInfo = state.game.program.zones[place[0]]
            cells = range(zone.start, zone.start + replay.row[zone.start - 1])
            values[at] = next((c for c in cells if face in (None, replay.row[c])), values[at])
    return (raw[0], *values)


def _face(log: Sequence[ev.Event], number: int, place: ev.Place, before: Past) -> int | None:
    """The face that a picked card has in a past: that of the first card to leave its place."""
    for later in range(number + 1, len(log)):
        match log[later]:
            case ev.Chosen():
                return None
            case ev.Moved(_, source, _) if source == place:
                return before.moved[later]
    return None


def replayed(state: State, viewer: int, row: Sequence[int], choices: Stream) -> State:
    """A whole game that leads to a sampled present, in which the viewer saw the same. Raises AssertionError."""
    origin, wanted = traced(state), state.seen(viewer)
    for _ in range(TRIES):
        found: Past | None = None
        try:
            found = past(origin, viewer, row, choices)
            replay = forward(origin, viewer, found)
        except (Dead, ChanceError):
            if found is not None and not found.chosen:
                break
            continue
        if replay.seen(viewer) == wanted:
            return replay
        if not found.chosen:
            break
    raise AssertionError(f"no game leads here in which viewer {viewer} saw the same")
