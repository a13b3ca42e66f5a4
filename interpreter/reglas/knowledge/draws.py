"""Random numbers for drawing what a viewer does not know."""

from __future__ import annotations

from typing import Protocol


class Draws(Protocol):
    """Where random numbers come from: `engine.rng.Stream` is one."""

    def below(self, bound: int) -> int:
        """A number in 0 .. bound - 1, each equally likely."""


def draws_below(draws: Draws, bound: int) -> int:
    """A number below a bound of any size, from draws of 30 bits; those beyond the last whole stretch are drawn anew."""
    if bound <= 1 << 30:
        return draws.below(bound)
    chunks = (bound.bit_length() + 29) // 30
    whole = 1 << (30 * chunks)
    limit = whole - whole % bound
    while True:
        number = 0
        for _ in range(chunks):
            number = number << 30 | draws.below(1 << 30)
        if number < limit:
            return number % bound
