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
    """Keep a list in the row from `cell` on (length, then items, at most `most`). Of records, `width` cells each,
    the contents are kept."""

    cell: int
    most: int
    items: Expr
    site: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Push:
    """Append to a kept list; a full one drops its oldest if `newest`, else it is a fault. A record has several
    values, one for each of its fields."""

    cell: int
    most: int
    newest: int
    values: tuple[Expr, ...]
    component: str
    site: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Chance: draw what the next unsettled of these cards is, one at a time, until all are settled."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class SettleTop:
    """`Settle` of the last card of a zone in which nothing lies unsettled above a settled card. Only passes make it."""

    family: str
    zone: Expr


@dataclass(frozen=True, slots=True)
class MoveTop:
    """`Move` of the last card of a zone, if it has one, to the end of another. Only passes make it."""

    family: str
    source: Expr
    zone: Expr
    held: tuple[int, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards from the top of a zone, one by one while it has some, each settled if it is open and moved to the end of
    the next of some zones; `cell` counts them. Only passes make it."""

    family: str
    zone: int
    to: tuple[int, ...]
    cell: int
    site: int


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
class Roll:
    """Dice are taken up: `by` of them, or all; until chance settles them their faces are `UNROLLED`. The `Settle`
    and `Rolled` that follow settle them one at a time and tell of it."""

    zone: Expr
    by: Expr | None
    site: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice have been rolled: who sees them sees how they fell."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: one of these values, each as likely, goes into a cell. `stream` is the first cell of the random stream;
    `sort` how the value is written."""

    target: Target
    items: Expr
    low: int
    high: int
    component: str
    sort: str
    stream: int
    site: int


@dataclass(frozen=True, slots=True)
class Line:
    """Keep in what order players of a list are asked, from `cell` on (length, then seats, at most `most`): as they sit
    from `first` on, or from the list's first on when nobody acts."""

    cell: int
    most: int
    players: Expr
    first: Expr | None


@dataclass(frozen=True, slots=True)
class Gather:
    """A decision of several at once: stop until everybody asked has chosen or declined. When nobody can be asked,
    go on at `to`."""

    decision: int
    to: int


@dataclass(frozen=True, slots=True)
class Next:
    """Carry out the next choice that was gathered, in the order in which players are asked or, in a race, in an order
    of chance; each is tried again, and a stale one is void. When none is left, go on at `to`."""

    decision: int
    to: int


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
    | SettleTop
    | Move
    | MoveTop
    | Deal
    | Swap
    | Shuffle
    | Show
    | Tell
    | Roll
    | Rolled
    | Draw
    | Line
    | Gather
    | Next
    | Check
    | Ask
    | Fail
    | Finish
)
