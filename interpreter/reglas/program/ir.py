"""The intermediate form: a small frozen program over one flat row of integers.

Options and the number of players are folded in. Expressions read the row (`s` below) and a few local slots;
operations stand at numbered points and change the row. Nothing here holds an object, a string that is computed
with, or a reference to a spec, so a program can be printed, read back and compared.

Values: numbers as they are; flags 0 and 1; named values and seats by index from 0; a zone by its number; a card by
the cell in which its face lies; none as `types.NONE`. `site` is an index into `Program.sites`, the author's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# -- expressions ------------------------------------------------------------------------------------------------------


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
    """A list kept in the row: its length at `cell`, then its items."""

    cell: int


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
    | Only
    | Filter
    | Slice
    | Extreme
    | Length
    | Item
    | In
    | Quantify
)

# -- operations -------------------------------------------------------------------------------------------------------


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

# -- the program ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Function:
    """A definition for given argument types: parameters lie in local slots."""

    name: str
    slots: tuple[int, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of cards: its kind, the kind's values as written, and a value for each face."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KindInfo:
    """A kind: its lowest value and how each value is written."""

    name: str
    low: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone. Its length lies at `start - 1`, its faces from `start` on, and, if it is ever shuffled, from
    `start + most` on for each place whether it is unsettled. `key` is its index in the family (a kind's value or
    a seat), or none."""

    family: str
    key: int
    owner: int
    start: int
    most: int
    layout: str
    seen_by: str
    shuffled: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A token or memory: `count` cells from `cell` on; `per` is a kind, `player` or empty; `of` a type in words."""

    name: str
    sort: str
    cell: int
    count: int
    per: str
    of: str
    low: int
    high: int
    seen_by: str
    listed: int
    optional: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A pick: tried in a local slot, committed to a cell. `sort` is card, player, number, flag or a kind's name;
    `radix` how many values its code may take; `zones` the zones a card may be picked from (numbering places)."""

    name: str
    sort: str
    slot: int
    cell: int
    domain: Expr
    where: Expr | None
    low: int
    radix: int
    zones: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition of an action; looked at as soon as `depth` picks are bound."""

    name: str
    depth: int
    test: Expr
    site: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action offered at a decision: `entry` is the point of its effects, `base` the number of its first move."""

    action: str
    picks: tuple[Pick, ...]
    needs: tuple[Condition, ...]
    entry: int
    base: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where players choose: who is asked (a list), the cell of `me`, and what is offered. Without a legal
    move the flow goes on at `skip`, or it is a fault if `skip` is -1."""

    asked: Expr
    me: int
    alternatives: tuple[Alternative, ...]
    skip: int
    site: int


@dataclass(frozen=True, slots=True)
class End:
    """An end: its condition (or none: the flow ran off its end) and how it is told.

    `outcome` is won, lost, done or empty; `score` is for all, `scores` for each seat, `ranks` what ranks the seats
    (`best` 1: high is good, -1: low is good, 0: not ranked); `winners` a list of seats."""

    name: str
    when: Expr | None
    outcome: str
    score: Expr | None
    scores: tuple[Expr, ...]
    ranks: tuple[Expr, ...]
    best: int
    winners: Expr | None
    site: int


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the author's files."""

    file: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Program:
    """A game for given options and number of players, ready to be run. See the module's text for the row.

    `row`: the row at the start. `pending`: first of the cells that say, for each seat, whether it is asked.
    `streams`: first cell of each random stream, with its name. `faces`: how each face is written, attribute by
    attribute in `traits`; `copies`: how many cards have each face. `moves`: how many move numbers there are.
    """

    game: str
    seats: int
    options: tuple[tuple[str, int], ...]
    row: tuple[int, ...]
    slots: int
    pending: int
    streams: tuple[tuple[str, int], ...]
    kinds: tuple[KindInfo, ...]
    faces: tuple[str, ...]
    copies: tuple[int, ...]
    traits: tuple[Attribute, ...]
    zones: tuple[ZoneInfo, ...]
    holdings: tuple[Holding, ...]
    functions: tuple[Function, ...]
    decisions: tuple[Decision, ...]
    ends: tuple[End, ...]
    ops: tuple[Op, ...]
    sites: tuple[Site, ...]
    moves: int


POINT, BEGUN, ENDED, HEADER = 0, 1, 2, 3
"""Cells of the row's head: the point of the flow, whether ends are looked at yet (0 no, 1 yes, 2 after the next
decision), the end reached plus one; and how many cells the head has."""
