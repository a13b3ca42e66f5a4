"""A bot for any game: it sees what its seat may see, imagines the rest, and tries its moves there."""

from __future__ import annotations

from reglas.bots.measure import Measure
from reglas.bots.minds import Minds
from reglas.bots.random_bot import STREAM, RandomBot
from reglas.bots.rivals import rival_move
from reglas.bots.seats import Seat
from reglas.bots.together import FAULT, Scene, Together
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.places import bits
from reglas.knowledge.resample import Inconsistent, TooMany
from reglas.play import Game

WORLDS = 2
"""In how many worlds each move is followed, where all win or lose together."""


FOLLOWED = 12
"""How many moves are followed, those that look best at once."""


class CarefulBot:
    """Chooses the move that does best in imagined worlds. The choice depends on the seed, the seat and what the seat
    saw; what is kept from move to move only saves time."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed, self.seat = seed, seat
        self._for: Game | None = None

    def choose(self, seat: Seat) -> str:
        """The canonical text of the move."""
        if len(seat.moves) == 1:
            return seat.moves[0]
        if self._for is not seat.game:
            self._for, self._measure = seat.game, Measure(seat.game)
            self._minds = Minds(seat.game)
        draws = Stream(self.seed, STREAM + (1 << 40) + (len(seat.log) << 6) + self.seat)
        try:
            if self._measure.together and self._measure.one_by_one:
                return self._together(seat, draws)
            return rival_move(seat, self._measure, draws)
        except (TooMany, Inconsistent):
            return RandomBot(self.seed, self.seat).choose(seat)

    def _together(self, seat: Seat, draws: Stream) -> str:
        plays = Together(seat.game, self._measure, self._minds)
        minds = [self._minds.of(seat.log, player) for player in range(seat.game.players)]
        minds[seat.seat] = _own(seat, minds[seat.seat])
        scenes = [plays.scene(seat.sample(draws), minds) for _ in range(WORLDS)]
        values = {
            number: _at_once(plays, scenes[0], number, seat.seat) for number in _apart(plays, scenes[0], seat.seat)
        }
        likely = sorted(values, key=lambda number: -values[number])[:FOLLOWED]
        for number in likely:
            values[number] += sum(_later(plays, scene, number, seat.seat) for scene in scenes) / len(scenes)
        best = max(values[number] for number in likely)
        return seat.moves[min(number for number in likely if values[number] > best - 1e-9)]


def _apart(plays: Together, scene: Scene, me: int) -> list[int]:
    """The moves that differ by what the player knows: of cards of which the same is thought, the first."""
    found, met = [], set()
    for number, move in enumerate(scene.moves):
        card = plays.hidden_pick(scene, me, move)
        if card:
            zone, index = plays.game.machine.place(move[card])
            alike = (move[:card], move[card + 1 :], zone, scene.minds[me][zone][index])
            if alike in met:
                continue
            met.add(alike)
        found.append(number)
    return found


def _at_once(plays: Together, scene: Scene, number: int, me: int) -> float:
    """What a move is worth at once, by what may lie there, and by what the others then know."""
    move = scene.moves[number]
    card = plays.hidden_pick(scene, me, move)
    if card:
        return plays.expected(scene, me, move, card)
    try:
        return plays.gain(scene, move) + plays.insight(scene, plays.step(scene, move), me)
    except RuleFault:
        return FAULT


def _later(plays: Together, scene: Scene, number: int, me: int) -> float:
    """What a move is worth by what the others do next."""
    try:
        return plays.follow(plays.step(scene, scene.moves[number]), me)
    except RuleFault:
        return FAULT


def _own(seat: Seat, mind: dict[int, list[frozenset[int]]]) -> dict[int, list[frozenset[int]]]:
    """What the seat itself knows of hidden places: all that follows, counting included."""
    knowledge = seat.knowledge
    masks = knowledge.counted()
    found = dict(mind)
    for zone, places in enumerate(knowledge.zones):
        if not knowledge.open[zone]:
            found[zone] = [frozenset(bits(masks[place])) for place in places for _ in range(place.size)]
    return found
