"""A bot that chooses any of its legal moves, each as likely as the others; of what is offered it takes half."""

from __future__ import annotations

from reglas.bots.seats import Sees
from reglas.engine.notation import DECLINE
from reglas.engine.rng import Stream

STREAM = 0x426F7400
"""Bots draw from streams far from the game's own."""


class RandomBot:
    """Chooses at random. What it chooses depends on the seed, its seat and how far the game is, and on nothing it
    keeps, so a game that is taken up again goes on as it would have gone."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed, self.seat = seed, seat

    def choose(self, seat: Sees) -> str:
        """The canonical text of one of the legal moves."""
        stream = Stream(self.seed, STREAM + (len(seat.log) << 6) + self.seat)
        moves = list(seat.moves)
        if DECLINE in moves and len(moves) > 1:
            if stream.below(2):
                return DECLINE
            moves.remove(DECLINE)
        return moves[stream.below(len(moves))]
