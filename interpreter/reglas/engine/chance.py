"""Points of the flow where an outcome is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Chance(NamedTuple):
    """A point where an outcome is drawn: `sort` is card, die, cell or race.

    `cell` takes the outcome; `bag` are the outcomes, each as often as it is likely; `stream` is the first cell of the
    random stream; `of` is how an outcome is written: a kind, player, number, flag, or card (a face).
    """

    sort: str
    cell: int
    bag: Sequence[int]
    stream: int
    of: str

    def outcomes(self) -> list[tuple[int, int]]:
        """The outcomes in order, each with its weight."""
        counts: dict[int, int] = {}
        for value in self.bag:
            counts[value] = counts.get(value, 0) + 1
        return list(counts.items())
