"""A claim about a state, and what is wrong when it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from reglas.play import State
from reglas.reading.messages import Message, say
from reglas.reading.source import Span


@dataclass(frozen=True)
class Difference:
    """Something that is not as the scenario says, and where it says so."""

    span: Span
    message: Message


Test: TypeAlias = Callable[[State], Iterator[Difference]]
"""What is wrong with a state, as far as one claim goes."""


def differs(span: Span, what: str, expected: str | Message, found: str | Message) -> Difference:
    """One claim that does not hold."""
    message = say("`{what}`: expected {expected}, found {found}", what=what, expected=expected, found=found)
    return Difference(span, message)


def together(tests: list[Test | None]) -> Test:
    """Several claims as one."""
    kept = [test for test in tests if test is not None]

    def test(state: State) -> Iterator[Difference]:
        for one in kept:
            yield from one(state)

    return test
