"""Words of emitted text that are compiled with each program, in the same subset of Python as the text itself."""

from __future__ import annotations

from reglas.compiled.plain import Row, Table, scratch

DRAW = 2
"""As in `prelude`."""


def fill(s: Row, first: int, last: int, value: int) -> None:
    """Put one value into a block."""
    for at in range(first, last):
        s[at] = value


def close(s: Row, first: int, last: int) -> None:
    """Move the cells behind one forward by one, up to a last: few cells."""
    for at in range(first, last):
        s[at] = s[at + 1]


def total(s: Row, first: int, last: int) -> int:
    """The sum of a block."""
    found = 0
    for at in range(first, last):
        found += s[at]
    return found


def find(s: Row, first: int, last: int, value: int) -> int:
    """The first cell of a block with a value that is in it."""
    for at in range(first, last):
        if s[at] == value:
            return at
    return first


def arrange(s: Row, first: int, last: int) -> None:
    """Sort a block: a long one by counting, if it is of small numbers; a short one by insertion."""
    if last - first > 12 and counted(s, first, last):
        return
    for at in range(first + 1, last):
        value, to = s[at], at
        if s[at - 1] <= value:
            continue
        while to > first and s[to - 1] > value:
            s[to] = s[to - 1]
            to -= 1
        s[to] = value


def spread(o: Row, at: int, word: int, parts: Table) -> None:
    """For each part of a word in turn 1 or 0 into a row, from a cell on: has the word any of it?"""
    for number in range(len(parts)):
        o[at + number] = 1 if word & parts[number] else 0


def counted(s: Row, first: int, last: int) -> int:
    """Sort a block of numbers from 0 to 127 by counting; if there are others, nothing is done."""
    counts = scratch(128)
    fill(counts, 0, 128, 0)
    for at in range(first, last):
        if not 0 <= s[at] < 128:
            return 0
        counts[s[at]] += 1
    at = first
    for value in range(128):
        for _ in range(counts[value]):
            s[at] = value
            at += 1
    return 1


def remainder(number: int, by: int) -> int:
    """What a division leaves; of numbers below 2**32."""
    return number % by


def nth(bits: int, at: int) -> int:
    """The place of a bit, of which `at` others are set below it."""
    for _ in range(at):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def handed(s: Row, c: Row, start: int, marks: int, at: int, to: Table, count: int, most: int) -> int:
    """Cards from the top of a pile to the ends of zones, as `dealt` does it, where all are unsettled and there are few
    enough for the bits of a number: those left close up once, when all are dealt."""
    size = s[start - 1]
    if c[2] != DRAW or size < 2 or size > 62 or total(s, start + marks, start + marks + size) != size:
        return count
    bits, low, high, left = (1 << size) - 1, 0, size - 1, size
    while count < len(to) and left > 0:
        zone = to[count]
        if s[zone - 1] >= most:
            break
        place = high
        if s[start + low] != s[start + high]:
            place = nth(bits, below(s, at, left))
        s[zone + s[zone - 1]] = s[start + place]
        s[zone - 1] += 1
        bits ^= 1 << place
        left -= 1
        count += 1
        while high > 0 and not bits >> high & 1:
            high -= 1
        while low < high and not bits >> low & 1:
            low += 1
    end = start
    for place in range(size):
        s[end] = s[start + place]  # what is gone is written over by the next
        end += bits >> place & 1
    fill(s, end, start + size, 0)
    fill(s, end + marks, start + size + marks, 0)
    s[start - 1] = left
    return count


def stream(s: Row, at: int, seed: int, number: int) -> None:
    """Begin a stream of random numbers in four cells."""
    a, b, c = seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF, number & 0xFFFFFFFF
    for n in range(1, 16):
        found = (a + b + n) & 0xFFFFFFFF
        a, b, c = b ^ (b >> 9), (c * 9) & 0xFFFFFFFF, (((c << 21) | (c >> 11)) + found) & 0xFFFFFFFF
    s[at], s[at + 1], s[at + 2], s[at + 3] = a, b, c, 16


def below(s: Row, at: int, bound: int) -> int:
    """A number below a bound, each as likely, from the stream in the cells from `at` on."""
    a, b, c, n = s[at], s[at + 1], s[at + 2], s[at + 3]
    while True:
        found = (a + b + n) & 0xFFFFFFFF
        n = (n + 1) & 0xFFFFFFFF
        a, b, c = b ^ (b >> 9), (c * 9) & 0xFFFFFFFF, (((c << 21) | (c >> 11)) + found) & 0xFFFFFFFF
        if found < 0x100000000 - bound or found < 0x100000000 - 0x100000000 % bound:
            s[at], s[at + 1], s[at + 2], s[at + 3] = a, b, c, n
            return remainder(found, bound)
