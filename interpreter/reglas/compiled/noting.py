"""What text begins with that also tells what happens, where a row cannot grow: room for events in `c`.

It is written in the subset, like `prelude`. `c[TOLD]` is where the next event goes and `c[TOLD + 1]` where there is no
more room: then `s[3]` is set, what is told is of no use, and it goes on being written over what lies there.
"""

from __future__ import annotations

from reglas.compiled.plain import Row, routine

TOLD = 0

# -- from here on it is emitted ----------------------------------------------------------------------------------------

OVERFULL = 3
"""In `s[3]`: more happened than there is room for."""


@routine
def noted(s: Row, c: Row, kind: int, count: int) -> int:
    """Begin an event of so many integers; where they go."""
    at = c[TOLD]
    if at + count + 2 > c[TOLD + 1]:
        s[3] = OVERFULL
        at = TOLD + 2
    c[at] = kind
    c[at + 1] = count
    c[TOLD] = at + count + 2
    return at + 2


@routine
def more(s: Row, c: Row, value: int) -> None:
    """One integer more."""
    at = c[TOLD]
    if at >= c[TOLD + 1]:
        s[3] = OVERFULL
        at = TOLD + 4
    c[at] = value
    c[TOLD] = at + 1
