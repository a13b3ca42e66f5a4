"""What conditions and public effects of a program read, and where: noted while steps are lowered, judged afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from reglas.language import expressions as ex
from reglas.program.expressions import Expr
from reglas.reading.messages import Message, say
from reglas.reading.source import Span

Bound: TypeAlias = tuple[tuple[int, Expr], ...]
"""What is put into local slots: each slot with the list from which it comes."""


@dataclass
class Reading:
    """An expression that somebody has to know.

    `sort`: needs, honour, pick, where, if, for, until, last_round, from, when, playing, asked, moved or
    effect. `name` is the
    condition's, the pick's, the end's, or that of what an effect changes. `me` is whoever acts, or sees the effect, or
    None where everybody has to know. `given` are conditions that hold whenever this is read. `at` is the operation
    before which it is read, `end` the one behind what hangs on it, `skips` whether a player is passed over by it.
    """

    sort: str
    name: str
    node: Expr
    expr: ex.Expression | ex.Binding
    span: Span
    me: Expr | None = None
    bound: Bound = ()
    given: tuple[Expr, ...] = ()
    at: int = -1
    end: int = -1
    skips: bool = False


def who_is_asked(secret: str) -> Message:
    """What is wrong with a window whose audience depends on a secret."""
    return say("who is asked depends on `{name}`, which not everybody sees, so being asked would tell", name=secret)


def ask_all() -> Message:
    """What to write instead of such an audience."""
    return say("ask everybody who could be meant, or keep who is meant in a memory that everybody sees")


@dataclass
class Readings:
    """All readings of a program, in the order in which they are met."""

    all: list[Reading] = field(default_factory=list)
    _open: list[Reading] = field(default_factory=list)

    def note(
        self, sort: str, node: Expr, expr: ex.Expression | ex.Binding, at: int, name: str = "", me: Expr | None = None
    ) -> Reading:
        """What everybody has to know at an operation, or one player who sees what comes of it."""
        reading = Reading(sort, name, node, expr, expr.span, me, at=at)
        self.all.append(reading)
        return reading

    def acting(self, reading: Reading) -> None:
        """What whoever acts has to know, at a decision that is still to come."""
        self.all.append(reading)
        self._open.append(reading)

    def decided(self, at: int, skips: bool) -> None:
        """The decision stands at this operation."""
        for reading in self._open:
            reading.at, reading.skips = at, skips
        self._open.clear()
