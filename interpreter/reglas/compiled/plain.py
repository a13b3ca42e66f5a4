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


def closed(s: Row, start: int, card: int, last: int) -> None:
    """Move the cells behind one, up to a last, forward by one; `start` is it, or one before it. For LLVM it takes about
    as long however few they are; some cells after the last are looked at, and stay as they are."""
    s[card:last] = s[card + 1 : last + 1]


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


def spread(o: Row, at: int, word: int, parts: Table) -> None:
    """For each part of a word in turn 1 or 0 into a row, from a cell on: has the word any of it?"""
    o[at : at + len(parts)] = [1 if word & part else 0 for part in parts]


MOST_SPREAD = 2_000_000
"""Cells of what is kept of one `Spread`."""


class Spread(dict[tuple[int, ...], Row]):
    """The same for several words, one after the other, with 0 behind them up to so many words; what was made is kept,
    as far as there is room."""

    def __init__(self, parts: Table, most: int) -> None:
        super().__init__()
        self.parts, self.most, self.single = parts, most, dict[int, Row]()

    def __missing__(self, words: tuple[int, ...]) -> Row:
        if (len(self) * self.most + len(self.single)) * len(self.parts) > MOST_SPREAD:
            self.clear()
            self.single.clear()
        found: Row = []
        for word in words:
            one = self.single.get(word)
            if one is None:
                one = self.single[word] = [1 if word & part else 0 for part in self.parts]
            found += one
        self[words] = found = found + [0] * (len(self.parts) * (self.most - len(words)))
        return found


# Random numbers: `engine.rng` in fewer steps, for they are a good part of the time of a random game.

_MASK = 0xFFFFFFFF


def stream(s: Row, at: int, seed: int, number: int) -> None:
    """Begin a stream of random numbers in four cells."""
    a, b, c = seed & _MASK, (seed >> 32) & _MASK, number & _MASK
    for n in range(1, 16):
        found = a + b + n & 0xFFFFFFFF
        a = b ^ b >> 9
        b = c * 9 & 0xFFFFFFFF
        c = (c << 21) + (c >> 11) + found & 0xFFFFFFFF
    s[at], s[at + 1], s[at + 2], s[at + 3] = a, b, c, 16


def below(s: Row, at: int, bound: int) -> int:
    """A number below a bound, each as likely, from the stream in the cells from `at` on."""
    a = s[at]
    b = s[at + 1]
    c = s[at + 2]
    n = s[at + 3]
    found = a + b + n & 0xFFFFFFFF
    s[at] = b ^ b >> 9
    s[at + 1] = c * 9 & 0xFFFFFFFF
    s[at + 2] = (c << 21) + (c >> 11) + found & 0xFFFFFFFF
    s[at + 3] = n + 1 & 0xFFFFFFFF
    rest = found % bound
    return rest if found - rest <= 0x100000000 - bound else below(s, at, bound)


# Cards from the top of a shuffled pile, in one step each. All of them are unsettled, and sorted.


def drawn(s: Row, start: int, count: int, at: int) -> int:
    """Take one of the cards of a pile of so many; its face. `at` is where its stream lies. The generator is written out
    here and below: a call for each number would take a third longer."""
    last = start + count - 1
    face = s[last]
    if s[start] == face:
        s[last] = 0
        return face
    a = s[at]
    b = s[at + 1]
    c = s[at + 2]
    n = s[at + 3]
    found = a + b + n & 0xFFFFFFFF
    s[at] = b ^ b >> 9
    s[at + 1] = c * 9 & 0xFFFFFFFF
    s[at + 2] = (c << 21) + (c >> 11) + found & 0xFFFFFFFF
    s[at + 3] = n + 1 & 0xFFFFFFFF
    rest = found % count
    if found - rest > 0x100000000 - count:
        rest = below(s, at, count)
    face = s.pop(start + rest)
    s.insert(last, 0)
    return face


def handed(s: Row, start: int, marks: int, at: int, to: Table) -> None:
    """Cards of a pile, one to the end of each of some zones, which are told by their first cells. `marks` is how far
    after a card it says that it is unsettled. There are as many and more."""
    count = s[start - 1]
    bag = s[start : start + count]
    a, b, c, n = s[at : at + 4]
    left = count
    for zone in to:
        face = bag[0]
        if face == bag[-1]:
            bag.pop()
        else:
            while True:
                found = a + b + n & 0xFFFFFFFF
                a = b ^ b >> 9
                b = c * 9 & 0xFFFFFFFF
                c = (c << 21) + (c >> 11) + found & 0xFFFFFFFF
                n = n + 1 & 0xFFFFFFFF
                rest = found % left
                if found - rest <= 0x100000000 - left:
                    break
            face = bag.pop(rest)
        left -= 1
        s[zone + s[zone - 1]] = face
        s[zone - 1] += 1
    none = [0] * (count - left)
    s[at : at + 4] = a, b, c, n
    s[start : start + count] = bag + none
    s[start + marks + left : start + marks + count] = none
    s[start - 1] = left
