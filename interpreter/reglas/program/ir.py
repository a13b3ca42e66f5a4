"""The intermediate form: a small frozen program over one flat row of integers.

Options and the number of players are folded in. Expressions read the row (`s` below) and a few local slots;
operations stand at numbered points and change the row. Nothing here holds an object, a string that is computed
with, or a reference to a spec, so a program can be printed, read back and compared.

Values: numbers as they are; flags 0 and 1; named values and seats by index from 0; a zone by its number; a card by
the cell in which its face lies; none as `types.NONE`. `site` is an index into `Program.sites`, the author's text.
"""

from __future__ import annotations

from dataclasses import dataclass

from reglas.program.expressions import (
    Ahead,
    Among,
    And,
    Arithmetic,
    Cell,
    Compare,
    Const,
    Contents,
    Element,
    Expr,
    Extreme,
    Field,
    Filter,
    In,
    Invoke,
    Item,
    Length,
    Listing,
    Local,
    Lookup,
    Need,
    Not,
    Only,
    OnRung,
    Or,
    Quantify,
    Rung,
    Saw,
    Select,
    Size,
    Slice,
    Span,
    Spread,
    Stored,
    Top,
    Trait,
    Where,
)
from reglas.program.operations import (
    Adjust,
    Ask,
    Assign,
    Check,
    Deal,
    Draw,
    Fail,
    Fill,
    Finish,
    Gather,
    Jump,
    Line,
    Move,
    MoveTop,
    Next,
    Op,
    Push,
    Roll,
    Rolled,
    Settle,
    SettleTop,
    Show,
    Shuffle,
    Store,
    Swap,
    Target,
    Tell,
    Unless,
)


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
    a seat), or none. `saw`, unless 0, is how far after a card's cell lies the set of seats that ever saw it, as bits.
    Dice lie in a zone of their own, which `dice`, the faces they may show, tells from a zone of cards: its length is
    how many of them were rolled last."""

    family: str
    key: int
    owner: int
    start: int
    most: int
    layout: str
    seen_by: str
    shuffled: int
    dice: tuple[int, ...] = ()
    saw: int = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """A token or memory: `count` cells from `cell` on; `per` is a kind, `player` or empty; `of` a type in words. A
    list of records has the names and types of its `fields`, in the order of their cells, and the lowest and highest
    value of each."""

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
    fields: tuple[tuple[str, str], ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """A pick: tried in a local slot, committed to a cell. `sort` is card, player, number, flag or a kind's name;
    `radix` how many values its code may take; `zones` the zones a card may be picked from (numbering places); `open`
    when `where` reads only what everybody knows."""

    name: str
    sort: str
    slot: int
    cell: int
    domain: Expr
    where: Expr | None
    low: int
    radix: int
    zones: tuple[int, ...]
    open: int = 1


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition of an action; looked at as soon as `depth` picks are bound. `open` when it reads only what
    everybody knows."""

    name: str
    depth: int
    test: Expr
    site: int
    open: int = 1


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action offered at a decision: `entry` is the point of its effects, `base` the number of its first move.

    A breach of `honours` is a foul, which is noted in the cell `foul` (-1: nothing asks). `kept` are the cells, from a
    seat's first on, in which a choice waits that is made together with others. The picks of a `secret` action are
    never shown to others."""

    action: str
    picks: tuple[Pick, ...]
    needs: tuple[Condition, ...]
    entry: int
    base: int
    honours: tuple[Condition, ...] = ()
    foul: int = -1
    kept: tuple[int, ...] = ()
    secret: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where players choose: who is asked (a list), the cell of `me`, and what is offered. Without a legal
    move the flow goes on at `skip`, or it is a fault if `skip` is -1.

    Who may decline goes on at `decline` (-1: must act), a move with the number `declined`; then only who could act,
    for all that everybody knows, is asked. When several choose at once, each one's choice waits in `width` cells,
    from `waiting` on by seat: the alternative, then its picks. `stream` is the first cell of the random stream that
    orders a race, or -1."""

    asked: Expr
    me: int
    alternatives: tuple[Alternative, ...]
    skip: int
    site: int
    decline: int = -1
    declined: int = -1
    waiting: int = -1
    width: int = 0
    stream: int = -1


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
class TurnsInfo:
    """The own cells of a `turns`: whose turn it is, how many turns were taken and how many passed over since, whether
    the last round runs, the first of the cells that say for each seat whether it owes a turn (-1: none do), and the
    points at which each turn begins and behind the turns."""

    player: int
    count: int
    skips: int
    last: int
    owed: int
    begin: int
    end: int


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
    `turns`: the cells of each `turns`, in the order of the flow (for setting up a state in the middle of a game).
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
    turns: tuple[TurnsInfo, ...] = ()


UNROLLED = -1
"""The face of a die that was taken up and has not fallen yet."""

POINT, BEGUN, ENDED, FAILED, HEADER = 0, 1, 2, 3, 4
"""Cells of the row's head: the point of the flow, whether ends are looked at yet (0 no, 1 yes, 2 after the next
decision, 3 after the one after it), the end reached plus one, whether a rule failed (in compiled code only: in the
interpreter that is an exception); and how many cells the head has."""


__all__ = [
    "BEGUN",
    "ENDED",
    "FAILED",
    "HEADER",
    "POINT",
    "UNROLLED",
    "Adjust",
    "Ahead",
    "Alternative",
    "Among",
    "And",
    "Arithmetic",
    "Ask",
    "Assign",
    "Attribute",
    "Cell",
    "Check",
    "Compare",
    "Condition",
    "Const",
    "Contents",
    "Deal",
    "Decision",
    "Draw",
    "Element",
    "End",
    "Expr",
    "Extreme",
    "Fail",
    "Field",
    "Fill",
    "Filter",
    "Finish",
    "Function",
    "Gather",
    "Holding",
    "In",
    "Invoke",
    "Item",
    "Jump",
    "KindInfo",
    "Length",
    "Line",
    "Listing",
    "Local",
    "Lookup",
    "Move",
    "MoveTop",
    "Need",
    "Next",
    "Not",
    "OnRung",
    "Only",
    "Op",
    "Or",
    "Pick",
    "Program",
    "Push",
    "Quantify",
    "Roll",
    "Rolled",
    "Rung",
    "Saw",
    "Select",
    "Settle",
    "SettleTop",
    "Show",
    "Shuffle",
    "Site",
    "Size",
    "Slice",
    "Span",
    "Spread",
    "Store",
    "Stored",
    "Swap",
    "Target",
    "Tell",
    "Top",
    "Trait",
    "TurnsInfo",
    "Unless",
    "Where",
    "ZoneInfo",
]
