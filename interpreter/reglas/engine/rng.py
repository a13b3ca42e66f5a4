"""sfc32: a small, documented generator that gives the same numbers everywhere.

Chris Doty-Humphrey's "small fast counting" generator with 32-bit words, as in PractRand. Its four words lie in four
cells of the row, one stream for each purpose, so a change in one rule does not shift another's numbers.
"""

from __future__ import annotations

MASK = 0xFFFFFFFF


def start(row: list[int], cell: int, seed: int, stream: int) -> None:
    """Begin a stream: words from the seed (64 bits) and the stream's number, then 15 numbers thrown away."""
    row[cell] = seed & MASK
    row[cell + 1] = (seed >> 32) & MASK
    row[cell + 2] = stream & MASK
    row[cell + 3] = 1
    for _ in range(15):
        draw(row, cell)


def draw(row: list[int], cell: int) -> int:
    """The next number of a stream, 0 .. 2**32 - 1."""
    a, b, c, counter = row[cell : cell + 4]
    result = (a + b + counter) & MASK
    row[cell + 3] = (counter + 1) & MASK
    row[cell] = b ^ (b >> 9)
    row[cell + 1] = (c + (c << 3)) & MASK
    row[cell + 2] = (((c << 21) | (c >> 11)) + result) & MASK
    return result


def below(row: list[int], cell: int, bound: int) -> int:
    """A number in 0 .. bound - 1, each equally likely: numbers of the last, incomplete stretch are drawn again."""
    limit = (1 << 32) - (1 << 32) % bound
    while True:
        number = draw(row, cell)
        if number < limit:
            return number % bound


class Stream:
    """A stream of its own, for players that choose at random."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._row = [0, 0, 0, 0]
        start(self._row, 0, seed, stream)

    def below(self, bound: int) -> int:
        """A number in 0 .. bound - 1."""
        return below(self._row, 0, bound)
