"""Types of the rule language, each with its range, so that every value fits a cell of known size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

NONE = -(1 << 20)
"""The cell value that stands for none; outside the range of every number a spec can state."""

LIMIT = 1 << 19
"""No number is larger than this, or smaller than its negative."""


@dataclass(frozen=True)
class Number:
    """A whole number in `low..high`; `kind` names the range kind it belongs to, if any."""

    low: int
    high: int
    kind: str | None = None


@dataclass(frozen=True)
class Flag:
    """True or false, held as 1 or 0."""


@dataclass(frozen=True)
class Value:
    """A value of a kind with named values, held as its index from 0."""

    kind: str
    size: int


@dataclass(frozen=True)
class Player:
    """A seat, from 0."""


@dataclass(frozen=True)
class Card:
    """A card, or a die of a family of dice, held as the place where it lies. `families`: the families it may lie in;
    empty: any of cards."""

    families: frozenset[str] = frozenset()
    dice: bool = False


@dataclass(frozen=True)
class Zone:
    """One zone of a family, held as its number. `dice`: a set of dice."""

    family: str
    dice: bool = False


@dataclass(frozen=True)
class Record:
    """A record of a list: its fields' names and types, held as its first cell. `name` is the list's."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class ListOf:
    """A list of at most `most` items."""

    item: Type
    most: int


@dataclass(frozen=True)
class Maybe:
    """A value or none. `declared` when an author declared it so: then it must be asked before use."""

    of: Type
    declared: bool = False


@dataclass(frozen=True)
class NoneType:
    """The type of `none` itself."""


@dataclass(frozen=True)
class Unknown:
    """The type of what could not be understood; fits everywhere, so that one mistake gives one finding."""


Type: TypeAlias = Number | Flag | Value | Player | Card | Zone | Record | ListOf | Maybe | NoneType | Unknown


def bare(kind: Type) -> Type:
    """The type without its `maybe`."""
    return kind.of if isinstance(kind, Maybe) else kind


def maybe(kind: Type) -> Type:
    """A type, or none; what is unknown stays so."""
    return kind if isinstance(kind, Maybe | Unknown | NoneType) else Maybe(kind)


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds both, or None when they have nothing in common."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return Unknown()
    if isinstance(a, NoneType) or isinstance(b, NoneType):
        other = b if isinstance(a, NoneType) else a
        return other if isinstance(other, NoneType | Maybe) else Maybe(other)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = join(bare(a), bare(b))
        declared = any(isinstance(t, Maybe) and t.declared for t in (a, b))
        return None if inner is None else Maybe(inner, declared)
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(min(a.low, b.low), max(a.high, b.high), a.kind if a.kind == b.kind else None)
    if isinstance(a, Card) and isinstance(b, Card):
        if a.dice != b.dice:
            return None
        return Card(a.families | b.families if a.families and b.families else frozenset(), a.dice)
    if isinstance(a, ListOf) and isinstance(b, ListOf):
        inner = join(a.item, b.item)
        return None if inner is None else ListOf(inner, max(a.most, b.most))
    return a if a == b else None


def comparable(a: Type, b: Type) -> bool:
    """May two values be compared for equality?"""
    return join(bare(a), bare(b)) is not None
