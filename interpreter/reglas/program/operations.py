"""Operations of the intermediate form. They stand at numbered points and change the row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from reglas.program.expressions import Expr


@dataclass(frozen=True, slots=True)
class Target:
    """A cell to be changed: `base`, or `base + index - low` within `size`."""

    base: int
    low: int = 0
    size: int = 1
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at a point."""

    to: int


@dataclass(frozen=True, slots=True)
class Unless:
    """Go on at `to` unless the condition holds."""

    condition: Expr
    to: int


@dataclass(frozen=True, slots=True)
class Assign:
    """Put a value into a cell. `component` names what everybody reads there, or is empty for the flow's own cells."""

    target: Target
    value: Expr
    low: int
    high: int
    component: str
    site: int


@dataclass(frozen=True, slots=True)
class Fill:
    """Put one value into `count` cells from `cell` on."""

    cell: int
    count: int
    value: int
    component: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """Add to a counter. With `supply` the counter stops at its bounds, else passing one is a fault."""

    target: Target
    by: Expr
    low: int
    high: int
    supply: int
    component: str
    site: int


@dataclass(frozen=True, slots=True)
class Store:
    """Keep a list in the row from `cell` on (length, then items, at most `most`)."""

    cell: int
    most: int
    items: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Push:
    """Append to a kept list; a full one drops its oldest if `newest`, else it is a fault."""

    cell: int
    most: int
    newest: int
    value: Expr
    component: str
    site: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Chance: draw what the next unsettled of these cards is, one at a time, until all are settled."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Move:
    """Move cards, one by one, to a zone: to its end, or to place `at`. `held` are cells that hold cards."""

    cards: Expr
    zone: Expr
    at: Expr | None
    held: tuple[int, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two cards change places."""

    card: Expr
    other: Expr
    held: tuple[int, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Make the cards of a zone an unordered bag."""

    zone: Expr
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """Let players look at cards, once."""

    cards: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Tell:
    """State for each of some cards whether a condition holds; the condition reads the card from `slot`."""

    cards: Expr
    slot: int
    condition: Expr
    to: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Check:
    """Look at these end conditions, in the order written."""

    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: stop until who is asked has chosen."""

    decision: int


@dataclass(frozen=True, slots=True)
class Fail:
    """A fault of the spec: `code`, at `site`."""

    code: str
    site: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over, for the end with this number."""

    end: int


Op: TypeAlias = (
    Jump
    | Unless
    | Assign
    | Fill
    | Adjust
    | Store
    | Push
    | Settle
    | Move
    | Swap
    | Shuffle
    | Show
    | Tell
    | Check
    | Ask
    | Fail
    | Finish
)
