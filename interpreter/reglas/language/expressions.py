"""The expression tree: what the parser makes of an expression, before any name has a meaning.

Every node knows its span. Trees are frozen and compare by value, spans left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from reglas.reading.source import Span


def place() -> Any:
    """A field that holds where a node stands; it does not take part in comparison."""
    return field(compare=False, repr=False)


CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
ArithmeticOp: TypeAlias = Literal["+", "-", "*", "/"]
QuantifierOp: TypeAlias = Literal["any", "all", "sum", "min", "max"]
SelectionOp: TypeAlias = Literal["count", "first", "those", "highest", "lowest"]

QUANTIFIERS: tuple[QuantifierOp, ...] = ("any", "all", "sum", "min", "max")
SELECTIONS: tuple[SelectionOp, ...] = ("count", "first", "those", "highest", "lowest")


@dataclass(frozen=True)
class Number:
    """A whole number."""

    span: Span = place()
    value: int


@dataclass(frozen=True)
class Truth:
    """`true` or `false`."""

    span: Span = place()
    value: bool


@dataclass(frozen=True)
class Nothing:
    """`none`."""

    span: Span = place()


@dataclass(frozen=True)
class Name:
    """A name."""

    span: Span = place()
    name: str


@dataclass(frozen=True)
class Apply:
    """A name applied to arguments: a zone, a table, a definition, a built-in."""

    span: Span = place()
    name: str
    name_span: Span = place()
    args: tuple[Expression, ...]


@dataclass(frozen=True)
class Attribute:
    """`value.name`."""

    span: Span = place()
    value: Expression
    name: str
    name_span: Span = place()


@dataclass(frozen=True)
class Negative:
    """`-value`."""

    span: Span = place()
    value: Expression


@dataclass(frozen=True)
class Arithmetic:
    """`left op right`; `/` is floor division."""

    span: Span = place()
    op: ArithmeticOp
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Compare:
    """`left op right`."""

    span: Span = place()
    op: CompareOp
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Member:
    """`item in group`, or `not in`."""

    span: Span = place()
    item: Expression
    group: Expression
    negated: bool


@dataclass(frozen=True)
class IsNone:
    """`value is none`, or `is not none`."""

    span: Span = place()
    value: Expression
    negated: bool


@dataclass(frozen=True)
class IsRung:
    """`value is rung`: is a ladder's value on that part of it?"""

    span: Span = place()
    value: Expression
    rung: str


@dataclass(frozen=True)
class Not:
    """`not value`."""

    span: Span = place()
    value: Expression


@dataclass(frozen=True)
class Both:
    """`left and right`."""

    span: Span = place()
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Either:
    """`left or right`."""

    span: Span = place()
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Choice:
    """`yes if condition else no`."""

    span: Span = place()
    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class Range:
    """`low..high`, both ends included."""

    span: Span = place()
    low: Expression
    high: Expression


@dataclass(frozen=True)
class Binding:
    """`variable in group [where condition]`."""

    span: Span = place()
    variable: str
    variable_span: Span = place()
    group: Expression
    where: Expression | None


@dataclass(frozen=True)
class Quantifier:
    """`op(body for variable in group where condition)`."""

    span: Span = place()
    op: QuantifierOp
    body: Expression
    binding: Binding


@dataclass(frozen=True)
class Selection:
    """`op(variable in group where condition by key)`."""

    span: Span = place()
    op: SelectionOp
    binding: Binding
    key: Expression | None


@dataclass(frozen=True)
class Case:
    """One case of a table: the values it is for, and its value. `low is high` for a single value."""

    span: Span = place()
    low: Expression
    high: Expression
    value: Expression


@dataclass(frozen=True)
class Table:
    """`{subject: {case: value, .., else: value}}`."""

    span: Span = place()
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Expression | None


@dataclass(frozen=True)
class Domain:
    """What a pick chooses from: `[count of] group [where condition]`."""

    span: Span = place()
    count: Expression | None
    group: Expression
    where: Expression | None


@dataclass(frozen=True)
class Signature:
    """`name` or `name(parameter, ..)`."""

    span: Span = place()
    name: str
    parameters: tuple[str, ...]
    spans: tuple[Span, ...] = place()


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
)
