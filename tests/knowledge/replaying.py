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
from reglas.knowledge.places import Knowledge
from reglas.language.types import NONE
from reglas.play import ChanceError, Game, State
from reglas.program import ir

Raw = tuple[int, ...]

TRIES = 400
"""How often a past is tried where cards might have come from several places."""


class Dead(Exception):
    """This past leads nowhere."""


@dataclass(frozen=True)
class Draw:
    """An outcome of chance: of which sort, when (a place in the log), where a card or die lies, and what it was."""

    sort: str
    when: int
    place: ev.Place
    value: int


class Traced(State):
    """A state that keeps what was drawn when."""

    draws: list[Draw]
    emitted = False

    def _draw(self, chance: Chance) -> None:
        lies = chance.sort in ("card", "die")
        place = self.game.machine.place(chance.cell) if lies else (-1, chance.cell)
        when = len(self.log or ())
        super()._draw(chance)
        self.draws.append(Draw(chance.sort, when, place, self._drawn[-1][1]))


class Again(State):
    """A state in which chance gives what a past wants, and a race the order in which choices were carried out."""

    outcomes: list[int]
    carried: list[int]
    emitted = False
    read = told = 0
    """How much of the log has been read, and how many choices it says were carried out."""

    def _draw(self, chance: Chance) -> None:
        if chance.sort == "race":
            log = self.log or []
            self.told += sum(1 for event in log[self.read :] if _of_window(self.game, event))
            self.read = len(log)
            value = self.carried[self.told] if self.told < len(self.carried) else chance.bag[0]
        elif self.outcomes:
            value = self.outcomes.pop(0)
        else:
            raise Dead
        if value not in chance.bag:
            raise Dead
        self._drawn.append((chance.of, value))
        self.game.machine.settle(self.row, chance, value)


def _of_window(game: Game, event: ev.Event) -> bool:
    """Is a choice carried out here, or void, that was made together with others?"""
    return isinstance(event, ev.Chosen | ev.Voided) and game.program.decisions[event.decision].waiting >= 0


def start(game: Game, seed: int, chance: Sequence[str] = ()) -> Traced:
    """A new game that keeps its draws."""
    row = list(game.program.row)
    for stream, (_, cell) in enumerate(game.program.streams):
        rng.start(row, cell, seed, stream)
    state = Traced(game, row, [], list(chance), seed=seed)
    state.draws = []
    state.go_on()
    return state


def again(game: Game, seed: int, outcomes: list[int], carried: list[int]) -> Again:
    """A new game in which chance is known beforehand."""
    state = Again(game, list(game.program.row), [], [], seed=seed)
    state.outcomes, state.carried = outcomes, carried
    state.go_on()
    return state


def traced(state: State) -> Traced:
    """The same game, played again to keep its draws."""
    if isinstance(state, Traced):
        return state
    found = start(state.game, state.seed, state.drawn)
    for player, _, raw in state._played:
        found._play(raw, player)
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
    known: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The faces that cards may have had that moved unseen, by the place of the event in the log: see `known`."""

    def begin(self, row: Sequence[int]) -> None:
        """The present."""
        for number, zone in enumerate(self.game.program.zones):
            cells: list[int | None] = []
            pool: Counter[int] = Counter()
            for cell in range(zone.start, zone.start + row[zone.start - 1]) if not zone.dice else ():
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
                mask = self.known.get(number, (-1,))[0]
                found = self.settle(target, lambda f: f == face if seen else mask >> f & 1 == 1)
                del self.cells[target[0]][target[1]]
                self.cells[source[0]].insert(source[1], found)
                self.moved[number] = found
                self.forget(source)
            case ev.Swapped(first, a, second, b):
                seen = eyes.sees_zone(viewer, first[0]) or eyes.sees_zone(viewer, second[0])
                x, y = self.known.get(number, (-1, -1))
                one = self.settle(second, lambda f: f == a if seen else x >> f & 1 == 1)
                other = self.settle(first, lambda f: f == b if seen else y >> f & 1 == 1)
                self.cells[first[0]][first[1]], self.cells[second[0]][second[1]] = one, other
                self.forget(first)
                self.forget(second)
            case ev.Shuffled(zone):
                for index in range(len(self.cells[zone])):
                    self.open((zone, index))
            case ev.Shown(places, faces, to) if eyes.told(viewer, to) and not self.dice(places):
                self.shown(places, faces)
            case ev.Told(places, holds, faces, to) if eyes.told(viewer, to) and not self.dice(places):
                self.told([(z, i or 0) for z, i in places], holds, faces)
            case ev.Implied(zone, faces, least) if not self.dice([(zone, 0)]) and self.count(zone, faces) < least:
                raise Dead

    def dice(self, places: Sequence[tuple[int, int | None]]) -> bool:
        """Is it dice that lie there? Those are played anew as they fell last."""
        return any(self.game.program.zones[zone].dice for zone, _ in places)

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
            if zone.dice:
                continue
            row = self.game.program.row
            faces = row[zone.start : zone.start + row[zone.start - 1]]
            if len(faces) != len(cells) or any(c not in (None, f) for c, f in zip(cells, faces, strict=True)):
                return False
            if Counter(f for c, f in zip(cells, faces, strict=True) if c is None) != +pool:
                return False
        return True


def known(state: State, viewer: int) -> dict[int, tuple[int, ...]]:
    """What a viewer knew of cards that moved, as masks of faces: without it a past would have to guess what had been
    seen of a card before it was lost among others."""
    game, found = state.game, dict[int, tuple[int, ...]]()
    knowledge = Knowledge(game.program, viewer)

    def mask(place: ev.Place) -> int:
        follows = game.eyes.follows(viewer, place[0]) and not knowledge.open[place[0]]
        return knowledge.lies(*place).mask if follows else -1

    for number, event in enumerate(state.log or []):
        match event:
            case ev.Moved(_, source, _):
                found[number] = (mask(source),)
            case ev.Swapped(first, _, second, _):
                found[number] = (mask(first), mask(second))
        seen = game.eyes.see(viewer, event)
        knowledge.take_in([seen] if seen is not None else [])
    return found


def past(
    state: Traced, viewer: int, row: Sequence[int], choices: Stream, known: dict[int, tuple[int, ...]] | None = None
) -> Past:
    """A past of a sampled present. Raises `Dead`."""
    found = Past(state.game, viewer, choices, known=known or {})
    found.begin(row)
    log, draws = state.log or [], [draw for draw in state.draws if draw.sort == "card"]
    for number in range(len(log), -1, -1):
        if number < len(log):
            found.undo(number, log[number])
        while draws and draws[-1].when == number:
            found.draw(draws.pop().place)
    if not found.at_start():
        raise Dead
    found.chance.reverse()
    return found


def outcomes(state: Traced, viewer: int, row: Sequence[int], before: Past) -> list[int]:
    """All that chance gives in a past: hidden dice as they lie in the sampled present, if they were not rolled since,
    cards as they were drawn there, everything else as it was."""
    last = {event.zone: number for number, event in enumerate(state.log or []) if isinstance(event, ev.Rolled)}
    cards, found = list(before.chance), list[int]()
    for draw in state.draws:
        zone, index = draw.place
        if draw.sort == "card":
            found.append(cards.pop(0))
        elif draw.sort == "die" and last.get(zone) == draw.when and not state.game.eyes.sees_zone(viewer, zone):
            found.append(row[state.game.program.zones[zone].start + index])
        elif draw.sort != "race":
            found.append(draw.value)
    return found


def forward(state: Traced, viewer: int, before: Past, row: Sequence[int]) -> State:
    """The game with this past, played anew. Raises `Dead` where a move of others is not legal."""
    game, log = state.game, state.log or []
    carried = [event.actor for event in log if isinstance(event, ev.Chosen | ev.Voided) and _of_window(game, event)]
    replay = again(game, state.seed, outcomes(state, viewer, row, before), carried)
    number = 0
    for player, decision, raw in state._played:
        while not _made(game, log[number]):
            number += 1
        if player not in replay.to_act or game.machine.decision(replay.row) != decision:
            raise Dead
        move = raw
        if player != viewer:
            move = _moved(state, viewer, before, replay, row, (player, decision, raw), number)
        if move not in replay.raw_moves(player):
            raise Dead
        replay._play(move, player)
        number += 1
    return replay


def _made(game: Game, event: ev.Event) -> bool:
    """Did a player choose here?"""
    return isinstance(event, ev.Committed | ev.Declined) or (
        isinstance(event, ev.Chosen) and not _of_window(game, event)
    )


def _moved(
    state: Traced, viewer: int, before: Past, replay: State, row: Sequence[int], made: tuple[int, int, Raw], number: int
) -> Raw:
    """A move of somebody else, as it has to be in the replay. What waits was drawn with the sampled present; what
    nobody ever saw may have been anything."""
    game, log, (player, decision, raw) = state.game, state.log or [], made
    if not isinstance(log[number], ev.Committed):
        return _mapped(state, viewer, before, replay, (decision, raw), number)
    for later in range(number + 1, len(log)):
        match log[later]:
            case ev.Chosen(actor, of, _, values) if (actor, of) == (player, decision):
                cells = (game.program.zones[v[0]].start + v[1] if isinstance(v, tuple) else v for v in values)
                return _mapped(state, viewer, before, replay, (decision, raw), later, tuple(cells))
            case ev.Voided(actor, of, _) if (actor, of) == (player, decision):
                return raw
            case ev.Committed(actor, of) if (actor, of) == (player, decision):
                break
    if decision in game.windows.at(row[ir.POINT]) and _last(log, player, decision) == number:
        return _waiting(state, viewer, replay, row, (player, decision), number)
    moves = replay.raw_moves(player)
    return raw if raw in moves or not moves else moves[before.choices.below(len(moves))]


def _last(log: Sequence[ev.Event], player: int, decision: int) -> int:
    """When a player chose last at a decision of several at once."""
    return max(
        number
        for number, event in enumerate(log)
        if isinstance(event, ev.Committed) and (event.actor, event.decision) == (player, decision)
    )


def _waiting(state: Traced, viewer: int, replay: State, row: Sequence[int], made: tuple[int, int], number: int) -> Raw:
    """The choice of a seat that waits in the sampled present, its cards where they lay when it was made; whoever has
    nothing waiting declined."""
    player, decision = made[0], state.game.program.decisions[made[1]]
    first = decision.waiting + player * decision.width
    if row[first] in (NONE, len(decision.alternatives)):
        return (len(decision.alternatives),)
    alternative = decision.alternatives[row[first]]
    values = [row[first + at] for at in alternative.kept]
    faces = [row[v] if p.sort == "card" and _loose(state, viewer, v) else None
             for p, v in zip(alternative.picks, values, strict=True)]  # fmt: skip
    before = [
        _back(state, number, v) if p.sort == "card" else v for p, v in zip(alternative.picks, values, strict=True)
    ]
    return (row[first], *_placed(state, replay, alternative, before, faces))


def _loose(state: State, viewer: int, card: int) -> bool:
    """Does a card lie where a viewer cannot tell the places apart?"""
    return not state.game.eyes.follows(viewer, state.game.machine.place(card)[0])


def _back(state: Traced, number: int, card: int) -> int:
    """Where a card lay at a point of the log."""
    zone, index = state.game.machine.place(card)
    for event in reversed((state.log or [])[number + 1 :]):
        match event:
            case ev.Moved(_, source, target):
                if (zone, index) == target:
                    zone, index = source
                else:
                    index -= zone == target[0] and index > target[1]
                    index += zone == source[0] and index >= source[1]
            case ev.Swapped(first, _, second, _) if (zone, index) in (first, second):
                zone, index = second if (zone, index) == first else first
    return state.game.program.zones[zone].start + index


def _mapped(
    state: Traced, viewer: int, before: Past, replay: State, made: tuple[int, Raw], number: int, later: Raw = ()
) -> Raw:
    """A move with the cards that it takes out of loose hands where they lie in the replay; they lay at `later` when it
    was carried out, at a point of the log."""
    decision, raw = made
    if raw[0] == len(state.game.program.decisions[decision].alternatives):
        return raw
    alternative = state.game.program.decisions[decision].alternatives[raw[0]]
    faces: list[int | None] = []
    for pick, value in zip(alternative.picks, later or raw[1:], strict=True):
        place = state.game.machine.place(value) if pick.sort == "card" else None
        loose = place is not None and not state.game.eyes.follows(viewer, place[0])
        faces.append(_face(state.log or [], number, place, before) if place is not None and loose else None)
    return (raw[0], *_placed(state, replay, alternative, raw[1:], faces))


def _placed(
    state: Traced, replay: State, alternative: ir.Alternative, values: Sequence[int], faces: Sequence[int | None]
) -> tuple[int, ...]:
    """Picks, those of which a face is known put where such a card lies in the same zone; in the order of places."""
    found, used = list(values), set[int]()
    for at, (pick, value, face) in enumerate(zip(alternative.picks, values, faces, strict=True)):
        if pick.sort == "card" and face is not None:
            zone = state.game.program.zones[state.game.machine.place(value)[0]]
            cells = range(zone.start, zone.start + replay.row[zone.start - 1])
            fitting = [c for c in cells if c not in used and replay.row[c] == face]
            if not fitting:
                raise Dead
            found[at] = fitting[0]
            used.add(found[at])
    picks = list(zip(alternative.picks, found, strict=True))
    names = list(dict.fromkeys(pick.name for pick, _ in picks))
    return tuple(value for name in names for value in sorted(v for pick, v in picks if pick.name == name))


def _face(log: Sequence[ev.Event], number: int, place: ev.Place, before: Past) -> int | None:
    """The face that a picked card has in a past: that of the card, when it leaves its place."""
    zone, index = place
    for later in range(number + 1, len(log)):
        match log[later]:
            case ev.Chosen() | ev.Committed() | ev.Declined():
                return None
            case ev.Moved(_, source, target):
                if source == (zone, index):
                    return before.moved[later]
                index -= source[0] == zone and source[1] < index
                index += target[0] == zone and target[1] <= index
    return None


def replayed(state: State, viewer: int, row: Sequence[int], choices: Stream) -> State:
    """A whole game that leads to a sampled present, in which the viewer saw the same. Raises AssertionError."""
    origin, wanted, before = traced(state), state.seen(viewer), known(state, viewer)
    for _ in range(TRIES):
        found: Past | None = None
        try:
            found = past(origin, viewer, row, choices, before)
            replay = forward(origin, viewer, found, row)
        except (Dead, ChanceError):
            if found is not None and not found.chosen:
                break
            continue
        if replay.seen(viewer) == wanted:
            return replay
        if not found.chosen:
            break
    raise AssertionError(f"no game leads here in which viewer {viewer} saw the same")
