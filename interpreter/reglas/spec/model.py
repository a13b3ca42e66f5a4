"""The typed model of a spec: what the merged tree says, with expressions parsed and names not yet resolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from reglas.language.expressions import Binding, Domain, Expression, Range
from reglas.reading.source import Span
from reglas.reading.tree import Scalar


@dataclass(frozen=True)
class Word:
    """A name in the text, and where."""

    text: str
    span: Span


@dataclass(frozen=True)
class Option:
    """A named hole: a number with a range, one of several choices, or a flag."""

    name: str
    span: Span
    default: Expression | None
    range: Range | None
    choices: tuple[Word, ...] | None


@dataclass(frozen=True)
class Kind:
    """An ordered kind: named values, or a range of numbers, or a ladder."""

    name: str
    span: Span
    values: tuple[Word, ...] | None = None
    range: Range | None = None
    ladder: tuple[tuple[Word, Range], ...] | None = None


@dataclass(frozen=True)
class CardType:
    """Cards: their attributes, and how many of each face."""

    name: str
    span: Span
    has: tuple[Word, ...]
    copies: Expression | None
    copies_span: Span


@dataclass(frozen=True)
class Dice:
    """A set of dice, or one for each player."""

    name: str
    span: Span
    faces: Word
    count: Expression | None
    per: Word | None
    seen_by: str
    seen_by_span: Span


@dataclass(frozen=True)
class Zone:
    """A zone or a family of zones."""

    name: str
    span: Span
    of: Word
    layout: str
    per: Word | None
    seen_by: str
    most: Expression | None
    seen_by_span: Span


@dataclass(frozen=True)
class Token:
    """A counter, or one for each of a kind or player."""

    name: str
    span: Span
    per: Word | None
    start: Expression | None
    low: Expression | None
    high: Expression | None
    supply: Expression | None


@dataclass(frozen=True)
class Memory:
    """A remembered value, or a bounded list of them or of records; `fields` are a record's names and types."""

    name: str
    span: Span
    of: Scalar | None
    listed: Scalar | None
    fields: tuple[tuple[Word, Scalar], ...] | None
    per: Word | None
    optional: bool
    start: Expression | None
    seen_by: str
    most: Expression | None
    newest: bool


@dataclass(frozen=True)
class Definition:
    """A named expression, perhaps with parameters."""

    name: str
    span: Span
    parameters: tuple[str, ...]
    body: Expression
    parameter_spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Pick:
    """What a player picks: a name and its domain."""

    name: str
    span: Span
    domain: Domain


@dataclass(frozen=True)
class Condition:
    """A named condition."""

    name: str
    span: Span
    test: Expression


@dataclass(frozen=True)
class Reference:
    """An action or routine, with arguments, where it is offered or called."""

    name: str
    span: Span
    args: tuple[Expression, ...]


# -- steps ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """`move: CARDS to: ZONE at: N`."""

    span: Span
    id: str | None
    cards: Expression
    to: Expression
    at: Expression | None


@dataclass(frozen=True)
class Swap:
    """`swap: CARD with: CARD`."""

    span: Span
    id: str | None
    card: Expression
    other: Expression


@dataclass(frozen=True)
class Deal:
    """`deal: N from: PILE to: ZONE | FAMILY`."""

    span: Span
    id: str | None
    count: Expression
    source: Expression
    to: Expression


@dataclass(frozen=True)
class Shuffle:
    """`shuffle: PILE`."""

    span: Span
    id: str | None
    zone: Expression


@dataclass(frozen=True)
class Roll:
    """`roll: DICE by: N` or `roll: CELL from: LIST`."""

    span: Span
    id: str | None
    what: Expression
    by: Expression | None
    source: Expression | None


@dataclass(frozen=True)
class Assign:
    """`set: {CELL: E}`."""

    span: Span
    id: str | None
    cells: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True)
class Adjust:
    """`gain` (`sign` 1) or `lose` (-1): `TOKEN by: N`."""

    span: Span
    id: str | None
    token: Expression
    by: Expression | None
    sign: int


@dataclass(frozen=True)
class Push:
    """`push: E | {F: E} onto: LIST`; `fields` for a record, else `value`."""

    span: Span
    id: str | None
    value: Expression
    onto: Word
    fields: tuple[tuple[Word, Expression], ...] | None = None


@dataclass(frozen=True)
class Clear:
    """`clear: NAME | [..]`: back to the start."""

    span: Span
    id: str | None
    names: tuple[Word, ...]


@dataclass(frozen=True)
class Show:
    """`show: CARDS to: P | LIST`."""

    span: Span
    id: str | None
    cards: Expression
    to: Expression


@dataclass(frozen=True)
class Tell:
    """`tell: C of: x in CARDS to: P | LIST`."""

    span: Span
    id: str | None
    condition: Expression
    of: Binding
    to: Expression


@dataclass(frozen=True)
class If:
    """`if: C then: [..] else: [..]`."""

    span: Span
    id: str | None
    condition: Expression
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]


@dataclass(frozen=True)
class For:
    """`for: x in L do: [..]`."""

    span: Span
    id: str | None
    binding: Binding
    do: tuple[Step, ...]


@dataclass(frozen=True)
class Until:
    """`until: C do: [..] most: N`."""

    span: Span
    id: str | None
    condition: Expression
    do: tuple[Step, ...]
    most: Expression | None


@dataclass(frozen=True)
class LastRound:
    """`last_round: {when: C, owed: everyone | others}`."""

    span: Span
    when: Expression
    others: bool


@dataclass(frozen=True)
class Turns:
    """`turns: DIRECTION` with `choose` or `do`."""

    span: Span
    id: str | None
    direction: Expression
    start: Expression | None
    choose: tuple[Reference, ...]
    do: tuple[Step, ...]
    until: Expression | None
    last_round: LastRound | None
    skips: Span | None
    most: Expression | None


@dataclass(frozen=True)
class Choose:
    """`choose: [ACTION(args)..] by: P | LIST`, or `offer: .. to: ..`, where `declines`.

    `manner`: in_turn, together or race; `until`: once, first or nobody."""

    span: Span
    id: str | None
    actions: tuple[Reference, ...]
    by: Expression | None
    skips: bool
    declines: bool = False
    manner: str = "in_turn"
    until: str = "once"


@dataclass(frozen=True)
class Call:
    """`call: ROUTINE(args)`."""

    span: Span
    id: str | None
    routine: Reference


@dataclass(frozen=True)
class Leave:
    """`leave: NAME`."""

    span: Span
    id: str | None
    name: Word


Step: TypeAlias = (
    Move
    | Swap
    | Deal
    | Shuffle
    | Roll
    | Assign
    | Adjust
    | Push
    | Clear
    | Show
    | Tell
    | If
    | For
    | Until
    | Turns
    | Choose
    | Call
    | Leave
)


@dataclass(frozen=True)
class Action:
    """What a player may choose: picks, conditions, conditions whose breach is a foul, effects. The picks of a
    `secret` one are never shown to others."""

    name: str
    span: Span
    parameters: tuple[str, ...]
    picks: tuple[Pick, ...]
    needs: tuple[Condition, ...]
    do: tuple[Step, ...]
    parameter_spans: tuple[Span, ...] = ()
    honour: tuple[Condition, ...] = ()
    secret: bool = False


@dataclass(frozen=True)
class Routine:
    """Named steps."""

    name: str
    span: Span
    parameters: tuple[str, ...]
    steps: tuple[Step, ...]
    parameter_spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Scoring:
    """`score: E` (for all) or `score(p): E` (for each seat)."""

    parameter: str | None
    value: Expression
    span: Span
    parameter_span: Span


@dataclass(frozen=True)
class End:
    """An end condition and how the game is then told; `counted` when everybody can know by counting that it holds."""

    name: str
    span: Span
    when: Expression | None
    outcome: str
    winners: Expression | None
    best: str
    score: Scoring | None
    rank_by: Scoring | None
    counted: bool = False


@dataclass(frozen=True)
class Game:
    """A whole spec, variants merged in. Mappings keep the order of the text. `fouls_refused`: what would be a foul
    is refused instead."""

    name: str
    span: Span
    players: tuple[int, int]
    players_span: Span
    options: dict[str, Option]
    kinds: dict[str, Kind]
    cards: dict[str, CardType]
    dice: dict[str, Dice]
    zones: dict[str, Zone]
    tokens: dict[str, Token]
    memory: dict[str, Memory]
    definitions: dict[str, Definition]
    actions: dict[str, Action]
    routines: dict[str, Routine]
    flow: tuple[Step, ...]
    ends: dict[str, End]
    fouls_refused: bool = False

    def per(self, family: str) -> Word | None:
        """What a family of zones or dice is one for each of."""
        return (self.zones.get(family) or self.dice[family]).per
