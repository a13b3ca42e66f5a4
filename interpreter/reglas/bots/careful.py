"""A bot for any game: it sees what its seat may see, imagines the rest, and tries its moves there."""

from __future__ import annotations

from reglas.bots.measure import Measure
from reglas.bots.minds import Minds
from reglas.bots.random_bot import STREAM, RandomBot
from reglas.bots.seats import Seat
from reglas.bots.together import FAULT, Scene, Together
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.places import bits
from reglas.knowledge.resample import Inconsistent, TooMany
from reglas.play import Game
from reglas.worlds import Raw, World

WORLDS = 2
"""In how many worlds each move is followed, where all win or lose together."""


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
            return self._together_move(seat, draws)
        except (TooMany, Inconsistent):
            return RandomBot(self.seed, self.seat).choose(seat)

    def _together_move(self, seat: Seat, draws: Stream) -> str:
        plays = Together(seat.game, self._measure, self._minds)
        scenes: list[Scene] = []
        minds = [plays.minds.of(seat.log, player) for player in range(seat.game.players)]
        minds[seat.seat] = _own(seat, minds[seat.seat])
        for _ in range(WORLDS):
            world = World.of(seat.sample(draws))
            scenes.append(plays.scene(world, minds))
        best, chosen = float("-inf"), 0
        for number, move in enumerate(scenes[0].moves):
            value = sum(_value(plays, scene, move, seat.seat) for scene in scenes) / len(scenes)
            if value > best + 1e-9:
                best, chosen = value, number
        return seat.moves[chosen]


def _value(plays: Together, scene: Scene, move: Raw, me: int) -> float:
    """What a move is worth: at once, by what may lie there; by what others then know; and by what they do next."""
    card = plays.hidden_pick(scene, me, move)
    try:
        after = plays.step(scene, move)
        value = plays.expected(scene, me, move, card) if card else plays.gain(scene, move)
        return value + plays.insight(scene, after, me) + plays.follow(after, me)
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
