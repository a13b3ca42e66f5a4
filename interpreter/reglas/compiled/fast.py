"""The names of `plain` for numba: rows are arrays of 64-bit integers, and functions are compiled.

Only what is called from outside is kept in numba's cache; what it calls is compiled into it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from numba import njit

Row: TypeAlias = Any
Table: TypeAlias = Any

routine = njit(inline="never", error_model="numpy")
entry = njit(cache=True, error_model="numpy")


def table(values: tuple[int, ...]) -> Table:
    """A constant table."""
    return numpy.array(values, dtype=numpy.int64)


@routine
def scratch(size):  # type: ignore[no-untyped-def]
    """Cells for a list that is worked with and forgotten."""
    return numpy.empty(size, dtype=numpy.int64)


@routine
def fill(s, first, last, value):  # type: ignore[no-untyped-def]
    """Put one value into a block."""
    for at in range(first, last):
        s[at] = value


@routine
def shift(s, first, last, to):  # type: ignore[no-untyped-def]
    """Move a block to where it may overlap itself."""
    if to < first:
        for at in range(last - first):
            s[to + at] = s[first + at]
    else:
        for at in range(last - first - 1, -1, -1):
            s[to + at] = s[first + at]


@routine
def close(s, first, last):  # type: ignore[no-untyped-def]
    """Move the cells behind one forward by one, up to a last: few cells."""
    for at in range(first, last):
        s[at] = s[at + 1]


@routine
def copied(s, values):  # type: ignore[no-untyped-def]
    """Put a table into a row, from its first cell on."""
    for at in range(len(values)):
        s[at] = values[at]


@routine
def paste(m, n, values, first, last, most):  # type: ignore[no-untyped-def]
    """Put a block of a table, of at most so many cells, into a row from `n` on; where it ends there."""
    for at in range(first, last):
        m[n + at - first] = values[at]
    return n + last - first


@routine
def total(s, first, last):  # type: ignore[no-untyped-def]
    """The sum of a block."""
    found = 0
    for at in range(first, last):
        found += s[at]
    return found


@routine
def find(s, first, last, value):  # type: ignore[no-untyped-def]
    """The first cell of a block with a value that is in it."""
    for at in range(first, last):
        if s[at] == value:
            return at
    return first


@routine
def arrange(s, first, last):  # type: ignore[no-untyped-def]
    """Sort a block: by insertion, since blocks are short and mostly sorted."""
    for at in range(first + 1, last):
        value, to = s[at], at
        if s[at - 1] <= value:
            continue
        while to > first and s[to - 1] > value:
            s[to] = s[to - 1]
            to -= 1
        s[to] = value


@routine
def remainder(number, by):  # type: ignore[no-untyped-def]
    """What a division leaves; of numbers below 2**32."""
    return number % by


@routine
def stream(s, at, seed, number):  # type: ignore[no-untyped-def]
    """Begin a stream of random numbers in four cells."""
    a, b, c = seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF, number & 0xFFFFFFFF
    for n in range(1, 16):
        found = (a + b + n) & 0xFFFFFFFF
        a, b, c = b ^ (b >> 9), (c * 9) & 0xFFFFFFFF, (((c << 21) | (c >> 11)) + found) & 0xFFFFFFFF
    s[at], s[at + 1], s[at + 2], s[at + 3] = a, b, c, 16


@routine
def below(s, at, bound):  # type: ignore[no-untyped-def]
    """A number below a bound, each as likely, from the stream in the cells from `at` on."""
    a, b, c, n = s[at], s[at + 1], s[at + 2], s[at + 3]
    while True:
        found = (a + b + n) & 0xFFFFFFFF
        n = (n + 1) & 0xFFFFFFFF
        a, b, c = b ^ (b >> 9), (c * 9) & 0xFFFFFFFF, (((c << 21) | (c >> 11)) + found) & 0xFFFFFFFF
        if found < 0x100000000 - bound or found < 0x100000000 - 0x100000000 % bound:
            s[at], s[at + 1], s[at + 2], s[at + 3] = a, b, c, n
            return remainder(found, bound)
