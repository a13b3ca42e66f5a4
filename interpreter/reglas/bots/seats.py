"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from reglas.bots.random_bot import RandomBot
from reglas.knowledge.views import View


class Bot(Protocol):
    """Who plays a seat: gets a view, gives the canonical text of a legal move."""

    def choose(self, view: View) -> str:
        """The move to be played."""
        ...


BOTS: dict[str, Callable[[int, int], Bot]] = {"random": RandomBot}
"""Makers of bots, from the game's seed and the seat."""
