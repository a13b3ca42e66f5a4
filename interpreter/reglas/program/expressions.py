"""Expressions of the intermediate form. They read the row and a few local slots, and change nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Const:
    """A constant."""

    value: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the row."""

    cell: int


@dataclass(frozen=True, slots=True)
class Local:
    """A local slot: a variable of a search, a parameter of a function, a pick being tried."""

    slot: int


@dataclass(frozen=True, slots=True)
class Element:
    """Cell `base + index - low` of a family; an index outside `low .. low + size - 1` is a fault at `site`."""

    base: int
    low: int
    size: int
    index: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Lookup:
    """Constant `table[index - low]`; outside the table a fault at `site`."""

    table: tuple[int, ...]
    low: int
    index: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Trait:
    """An attribute of a card: `traits[trait][face]`; of none it is none."""

    trait: int
    card: Expr


@dataclass(frozen=True, slots=True)
class Where:
    """Where a card lies: `what` is owner, index (from 1) or zone; of none, and of no owner, it is none."""

    what: str
    card: Expr


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: the cell `offset` after the record's first; none of none."""

    record: Expr
    offset: int


@dataclass(frozen=True, slots=True)
class OnRung:
    """Is a ladder's value on the rung whose values are `low..high`?"""

    value: Expr
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rung:
    """The number of a ladder's value on a rung, or none when it is on another; the rung's first number is `first`."""

    value: Expr
    low: int
    high: int
    first: int


@dataclass(frozen=True, slots=True)
class Saw:
    """Did a player ever see a card?"""

    player: Expr
    card: Expr


@dataclass(frozen=True, slots=True)
class Need:
    """The value; none is a fault at `site`."""

    value: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+ - * /` (floor division; by zero a fault at `site`)."""

    op: str
    left: Expr
    right: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Compare:
    """`== != < <= > >=`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And:
    """Both; the right side is looked at only if the left holds."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or:
    """Either; the right side is looked at only if the left does not hold."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Select:
    """`yes` if the condition holds, else `no`."""

    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Invoke:
    """A function of the program, applied."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """The seat `steps` playing seats after (before, if negative) a seat; `playing` is a function or -1."""

    player: Expr
    steps: Expr
    playing: int


@dataclass(frozen=True, slots=True)
class Size:
    """How many cards lie in a zone."""

    family: str
    zone: Expr


@dataclass(frozen=True, slots=True)
class Top:
    """The last card of a zone, or none."""

    family: str
    zone: Expr


# Lists: sequences of values, never stored unless an operation stores them.


@dataclass(frozen=True, slots=True)
class Contents:
    """The cards of a zone, from place 1 on."""

    family: str
    zone: Expr


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards of several zones of a family, zone by zone."""

    family: str
    zones: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers `low .. high`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Stored:
    """A list kept in the row: its length at `cell`, then its items, of `width` cells each. An item of several cells
    (a record) is held as its first cell."""

    cell: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of the values of these expressions; none is left out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Only:
    """A list of one value; empty if it is none."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Filter:
    """The items for which a condition holds."""

    slot: int
    items: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class Slice:
    """The first (`last` 0) or the last (`last` 1) `count` items."""

    items: Expr
    count: Expr
    last: int


@dataclass(frozen=True, slots=True)
class Extreme:
    """All items with the highest (`sign` 1) or lowest (`sign` -1) key."""

    sign: int
    slot: int
    items: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Among:
    """The numbers of `low .. high`, in order, that an attribute has among these cards. Only passes make it."""

    low: int
    high: int
    trait: int
    cards: Expr


# From lists to values.


@dataclass(frozen=True, slots=True)
class Length:
    """How many items a list has."""

    items: Expr


@dataclass(frozen=True, slots=True)
class Item:
    """The first (`last` 0) or last (`last` 1) item, or none."""

    items: Expr
    last: int


@dataclass(frozen=True, slots=True)
class In:
    """Is a value among the items?"""

    value: Expr
    items: Expr


@dataclass(frozen=True, slots=True)
class Quantify:
    """`any all sum min max` of a body over a list; min and max of nothing are none."""

    op: str
    slot: int
    items: Expr
    body: Expr


Expr: TypeAlias = (
    Const
    | Cell
    | Local
    | Element
    | Lookup
    | Trait
    | Where
    | Need
    | Arithmetic
    | Compare
    | And
    | Or
    | Not
    | Select
    | Invoke
    | Ahead
    | Size
    | Top
    | Contents
    | Spread
    | Span
    | Stored
    | Listing
    | Field
    | OnRung
    | Rung
    | Saw
    | Only
    | Filter
    | Slice
    | Extreme
    | Among
    | Length
    | Item
    | In
    | Quantify
)
