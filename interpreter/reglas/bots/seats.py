"""What a bot gets to choose by: a seat, and nothing that the seat may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from reglas.knowledge.places import Knowledge
from reglas.knowledge.resample import Draws, Resampler
from reglas.knowledge.seen import Seen
from reglas.knowledge.swaps import Swapper
from reglas.knowledge.views import View
from reglas.play import Game, State
from reglas.worlds import World


class Sees(Protocol):
    """What the simplest bots look at: a `Seat` has it, and so has a `View`."""

    @property
    def moves(self) -> Sequence[str]:
        """The legal moves, in canonical text."""
        ...

    @property
    def log(self) -> Sequence[Seen]:
        """What the seat saw happen."""
        ...


class Seat:
    """A seat at the table as its player has it: the rules, which are public, the view, what was seen, what follows
    from it, and worlds drawn from what is known. The state itself is not to be had here."""

    def __init__(self, state: State, seat: int) -> None:
        self.game: Game = state.game
        self.seat = seat
        self.view: View = state.view(seat)
        self.__state = state
        self.__resampler: Resampler | Swapper | None = None

    @property
    def moves(self) -> Sequence[str]:
        """The legal moves, in canonical text."""
        return self.view.moves

    @property
    def log(self) -> Sequence[Seen]:
        """What the seat saw happen, from the start."""
        return self.view.log

    @property
    def knowledge(self) -> Knowledge:
        """What follows from it for the cards the seat cannot see."""
        return self.__state.knowledge(self.seat)

    def information(self) -> str:
        """The seat's own events as text: equal for states the seat cannot tell apart."""
        return self.__state.information(self.seat)

    def sample(self, draws: Draws) -> World:
        """A world as the seat may imagine it, hidden cards drawn uniformly from all that fits.

        Raises `knowledge.resample.TooMany`.
        """
        if self.__resampler is None:
            self.__resampler = self.__state.resampler(self.seat)
        return World.of(self.__state.resample(self.seat, draws, self.__resampler))


class Bot(Protocol):
    """Who plays a seat: gets what the seat has, gives the canonical text of a legal move."""

    def choose(self, seat: Seat) -> str:
        """The move to be played."""
        ...


Maker = Callable[[int, int], Bot]
"""Makes a bot, from the game's seed and the seat."""
