"""What is compiled for calls from outside, with each program: a move is carried out only if it is legal.

Nothing else is checked in what LLVM compiles, so a number that is no legal move must never get there.
"""

from __future__ import annotations

from reglas.compiled.plain import Row, entry

PENDING = 0
SEATS = 0
TOGETHER = False
"""Is there a decision at which several choose at once? Else a move is of whoever is asked."""
FAILED = 1


def legal(s: Row, seat: int, m: Row) -> int:
    """Emitted by `moves`."""
    return 0


def make(s: Row, c: Row, seat: int, number: int) -> None:
    """Emitted by `moves`."""


# -- from here on it is compiled ---------------------------------------------------------------------------------------


@entry
def listed(s: Row, seat: int, m: Row) -> int:
    """The legal moves of a seat: none if there is no such seat."""
    if TOGETHER and not 0 <= seat < SEATS:
        return 0
    return legal(s, seat, m)


@entry
def chosen(s: Row, c: Row, m: Row, seat: int, number: int) -> None:
    """Carry out a move of a seat, of which the legal ones are looked for in `m`; any other counts as a rule that
    fails, and changes nothing."""
    if not s[2] and not s[3] and (not TOGETHER or (0 <= seat < SEATS and s[PENDING + seat])):
        for at in range(legal(s, seat, m)):
            if m[at] == number:
                make(s, c, seat, number)
                return
    s[3] = FAILED
