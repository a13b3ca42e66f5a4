"""Shorter games that come to the same: moves are left out, many at once and then each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from reglas.deep.traces import Made

Comes = Callable[[Sequence[Made]], tuple[Made, ...] | None]
"""Plays moves: those that were played up to the fault, or None if it does not come."""


def shortened(moves: Sequence[Made], comes: Comes, until: float) -> tuple[Made, ...]:
    """The shortest list of moves found before the clock says `until` that still comes to the same."""
    best = tuple(moves)
    size = max(1, len(best) // 2)
    while size and best and monotonic() < until:
        for shorter in _without(best, size):
            if monotonic() >= until:
                break
            found = comes(shorter)
            if found is not None and len(found) < len(best):
                best = found
                break
        else:
            size //= 2
            continue
        size = min(size, max(1, len(best) // 2))
    return best


def _without(moves: Sequence[Made], size: int) -> Iterator[tuple[Made, ...]]:
    """The moves without each stretch of a size, the last ones first."""
    for end in range(len(moves), 0, -size):
        yield (*moves[: max(0, end - size)], *moves[end:])
