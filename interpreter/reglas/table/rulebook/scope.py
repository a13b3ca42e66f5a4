"""What names mean where a rule is told: the sort of a thing and what it is called there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reglas.language import expressions as ex


@dataclass(frozen=True)
class Sort:
    """What a thing is: `player`, `card`, `die`, `number`, `flag`, `record`, `zone` or `kind`; `name` is the kind's,
    `many` a list of it."""

    base: str
    name: str = ""
    many: bool = False

    @property
    def one(self) -> Sort:
        """Of a list, its element."""
        return Sort(self.base, self.name)

    @property
    def listed(self) -> Sort:
        """A list of it."""
        return Sort(self.base, self.name, many=True)


@dataclass(frozen=True)
class Thing:
    """What a name stands for: words of its own, or an expression in the scope it was written in."""

    sort: Sort
    text: str | None = None
    expr: ex.Expression | None = None
    scope: Scope | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Scope:
    """The names in force; `me` is what the player who acts is called."""

    things: Mapping[str, Thing] = field(default_factory=dict)
    me: str | None = None
    own: str | None = None

    def bind(self, things: Mapping[str, Thing]) -> Scope:
        """With more names."""
        return Scope({**self.things, **things}, self.me, self.own)
