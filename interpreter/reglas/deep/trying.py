"""Changes to rules, tried by several processes at once."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic

from reglas.deep.changes import Change
from reglas.deep.noticing import Noticing

FORK = "fork"
"""How processes begin that know all that this one knows. Where that is not safe, one process does it all."""

Shown = Callable[[float, int], None]


@dataclass
class Tried:
    """The changes that nobody noticed, in the order of the text; how many were tried, and for how many there was no
    time."""

    unnoticed: list[Change] = field(default_factory=list)
    tried: int = 0
    left: int = 0


def forks() -> bool:
    """Can several processes be had?"""
    return FORK in multiprocessing.get_all_start_methods() and sys.platform != "darwin"


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tried(noticing: Noticing, until: float, jobs: int, show: Shown) -> Tried:
    """Try the changes until a time."""
    work = _Work(noticing, until)
    found = Tried()
    gc.collect()
    gc.freeze()  # the rules and scenarios as they stand are looked through no more for what can be thrown away
    for count, (number, left, noticed) in enumerate(_results(work, jobs)):
        found.left += left
        found.tried += noticed is not None
        if noticed is False:
            found.unnoticed.append(noticing.changes[number])
        show(count / len(noticing.changes), len(found.unnoticed))
    gc.unfreeze()
    found.unnoticed.sort(key=lambda c: (c.span.source.name, c.span.start, c.name))
    return found


@dataclass(frozen=True)
class _Work:
    noticing: Noticing
    until: float

    def one(self, number: int) -> tuple[int, bool, bool | None]:
        """Try a change: its number, whether there was no time, and whether it was noticed."""
        if monotonic() > self.until:
            return number, True, None
        return number, False, self.noticing.noticed(self.noticing.changes[number])


_work: list[_Work] = []
"""What a process that was begun for it works at."""


def _begin(work: _Work) -> None:
    _work.append(work)


def _one(number: int) -> tuple[int, bool, bool | None]:
    return _work[0].one(number)


def _results(work: _Work, jobs: int) -> Iterator[tuple[int, bool, bool | None]]:
    numbers = range(len(work.noticing.changes))
    if jobs < 2 or len(numbers) < 2 or not forks():
        yield from map(work.one, numbers)
        return
    with multiprocessing.get_context(FORK).Pool(jobs, _begin, (work,)) as pool:
        yield from pool.imap_unordered(_one, numbers)
