"""The expression tree: what the parser makes of an expression, before any name has a meaning.

Every node knows its span. Trees are frozen and compare by value, spans left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal, TypeAlias

from reglas.reading.source import Span

CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
ArithmeticOp: TypeAlias = Literal["+", "-", "*", "/"]
QuantifierOp: TypeAlias = Literal["any", "all", "sum", "min", "max"]
SelectionOp: TypeAlias = Literal["count", "first", "those", "highest", "lowest"]

QUANTIFIERS: tuple[QuantifierOp, ...] = ("any", "all", "sum", "min", "max")
SELECTIONS: tuple[SelectionOp, ...] = ("count", "first", "those", "highest", "lowest")


@dataclass(frozen=True)
class Number:
    """A whole number."""

    span: Span = field(compare=False, repr=False)
    value: int


@dataclass(frozen=True)
class Truth:
    """`true` or `false`."""

    span: Span = field(compare=False, repr=False)
    value: bool


@dataclass(frozen=True)
class Nothing:
    """`none`."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Name:
    """A name."""

    span: Span = field(compare=False, repr=False)
    name: str


@dataclass(frozen=True)
class Apply:
    """A name applied to arguments: a zone, a table, a definition, a built-in."""

    span: Span = field(compare=False, repr=False)
    name: str
    name_span: Span = field(compare=False, repr=False)
    args: tuple[Expression, ...]


@dataclass(frozen=True)
class Attribute:
    """`value.name`."""

    span: Span = field(compare=False, repr=False)
    value: Expression
    name: str
    name_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Negative:
    """`-value`."""

    span: Span = field(compare=False, repr=False)
    value: Expression


@dataclass(frozen=True)
class Arithmetic:
    """`left op right`; `/` is floor division."""

    span: Span = field(compare=False, repr=False)
    op: ArithmeticOp
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Compare:
    """`left op right`."""

    span: Span = field(compare=False, repr=False)
    op: CompareOp
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Member:
    """`item in group`, or `not in`."""

    span: Span = field(compare=False, repr=False)
    item: Expression
    group: Expression
    negated: bool


@dataclass(frozen=True)
class IsNone:
    """`value is none`, or `is not none`."""

    span: Span = field(compare=False, repr=False)
    value: Expression
    negated: bool


@dataclass(frozen=True)
class IsRung:
    """`value is rung`: is a ladder's value on that part of it?"""

    span: Span = field(compare=False, repr=False)
    value: Expression
    rung: str
    rung_span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Not:
    """`not value`."""

    span: Span = field(compare=False, repr=False)
    value: Expression


@dataclass(frozen=True)
class Both:
    """`left and right`."""

    span: Span = field(compare=False, repr=False)
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Either:
    """`left or right`."""

    span: Span = field(compare=False, repr=False)
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Choice:
    """`yes if condition else no`."""

    span: Span = field(compare=False, repr=False)
    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class Range:
    """`low..high`, both ends included."""

    span: Span = field(compare=False, repr=False)
    low: Expression
    high: Expression


@dataclass(frozen=True)
class Binding:
    """`variable in group [where condition]`."""

    span: Span = field(compare=False, repr=False)
    variable: str
    variable_span: Span = field(compare=False, repr=False)
    group: Expression
    where: Expression | None


@dataclass(frozen=True)
class Quantifier:
    """`op(body for variable in group where condition)`."""

    span: Span = field(compare=False, repr=False)
    op: QuantifierOp
    body: Expression
    binding: Binding


@dataclass(frozen=True)
class Selection:
    """`op(variable in group where condition by key)`."""

    span: Span = field(compare=False, repr=False)
    op: SelectionOp
    binding: Binding
    key: Expression | None


@dataclass(frozen=True)
class Case:
    """One case of a table: the values it is for, and its value. `low is high` for a single value."""

    span: Span = field(compare=False, repr=False)
    low: Expression
    high: Expression
    value: Expression


@dataclass(frozen=True)
class Table:
    """`{subject: {case: value, .., else: value}}`."""

    span: Span = field(compare=False, repr=False)
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Expression | None


@dataclass(frozen=True)
class Unread:
    """Stands for a text that is no expression, after the finding about it."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Domain:
    """What a pick chooses from: `[count of] group [where condition]`."""

    span: Span = field(compare=False, repr=False)
    count: Expression | None
    group: Expression
    where: Expression | None


@dataclass(frozen=True)
class Signature:
    """`name` or `name(parameter, ..)`."""

    span: Span = field(compare=False, repr=False)
    name: str
    parameters: tuple[str, ...]
    spans: tuple[Span, ...] = field(compare=False, repr=False)


Expression: TypeAlias = (
    Number
    | Truth
    | Nothing
    | Name
    | Apply
    | Attribute
    | Negative
    | Arithmetic
    | Compare
    | Member
    | IsNone
    | IsRung
    | Not
    | Both
    | Either
    | Choice
    | Range
    | Quantifier
    | Selection
    | Table
    | Unread
)


def names_in(part: object) -> Iterator[str]:
    """The names in an expression, or in any part of one; attributes and bound names included."""
    if isinstance(part, tuple):
        for item in part:
            yield from names_in(item)
    elif is_dataclass(part) and not isinstance(part, Span):
        for each in fields(part):
            if each.name in ("name", "variable"):
                yield getattr(part, each.name)
            else:
                yield from names_in(getattr(part, each.name))
