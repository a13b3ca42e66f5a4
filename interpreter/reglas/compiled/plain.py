"""What emitted text is written in, for plain Python: blocks of a row, and tables.

For `fast` the same names are in `native`. Everything is an integer: a row is a list of them (there: an array), a
table a tuple. Blocks are cells `first .. last - 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

Row: TypeAlias = list[int]
Table: TypeAlias = Sequence[int]
F = TypeVar("F", bound=Callable[..., object])


def routine(function: F) -> F:
    """A function of emitted text."""
    return function


entry = routine
"""A function that is called from outside."""


def table(values: tuple[int, ...]) -> Table:
    """A constant table."""
    return values


def scratch(size: int) -> Row:
    """Cells for a list that is worked with and forgotten."""
    return [0] * size


def fill(s: Row, first: int, last: int, value: int) -> None:
    """Put one value into a block."""
    s[first:last] = [value] * (last - first)


def shift(s: Row, first: int, last: int, to: int) -> None:
    """Move a block to where it may overlap itself."""
    s[to : to + last - first] = s[first:last]


def copied(s: Row, values: Table) -> None:
    """Put a table into a row, from its first cell on."""
    s[: len(values)] = values


def paste(m: Row, n: int, values: Table, first: int, last: int, most: int) -> int:
    """Put a block of a table, of at most so many cells, into a row from `n` on; where it ends there."""
    m[n : n + last - first] = values[first:last]
    return n + last - first


def total(s: Row, first: int, last: int) -> int:
    """The sum of a block."""
    return sum(s[first:last])


def find(s: Row, first: int, last: int, value: int) -> int:
    """The first cell of a block with a value that is in it."""
    return s.index(value, first, last)


def arrange(s: Row, first: int, last: int) -> None:
    """Sort a block."""
    s[first:last] = sorted(s[first:last])


# Random numbers: `engine.rng` in fewer steps, for they are a good part of the time of a random game.

_MASK = 0xFFFFFFFF


def stream(s: Row, at: int, seed: int, number: int) -> None:
    """Begin a stream of random numbers in four cells."""
    a, b, c, n = seed & _MASK, (seed >> 32) & _MASK, number & _MASK, 1
    for n in range(1, 16):
        found = (a + b + n) & _MASK
        a, b, c = b ^ (b >> 9), (c * 9) & _MASK, (((c << 21) | (c >> 11)) + found) & _MASK
    s[at : at + 4] = [a, b, c, n + 1]


def below(s: Row, at: int, bound: int) -> int:
    """A number below a bound, each as likely, from the stream in the cells from `at` on."""
    limit = 0x100000000 - 0x100000000 % bound
    a, b, c, n = s[at : at + 4]
    while True:
        found = (a + b + n) & _MASK
        n = (n + 1) & _MASK
        a, b, c = b ^ (b >> 9), (c * 9) & _MASK, (((c << 21) | (c >> 11)) + found) & _MASK
        if found < limit:
            s[at : at + 4] = [a, b, c, n]
            return found % bound
