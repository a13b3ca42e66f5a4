"""What is certain at a point of the flow: cards that were shown, conditions that were told, what cells stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from reglas.judging.canon import Atom
from reglas.program import ir


@dataclass(frozen=True)
class Shown:
    """A card or list of cards that was shown: to one player, or to all (None)."""

    cards: ir.Expr
    to: ir.Expr | None


@dataclass(frozen=True)
class Perhaps:
    """Something of a zone family was shown or told, and it is not plain what: to one player, or to all (None)."""

    family: str
    to: ir.Expr | None


@dataclass(frozen=True)
class Holds:
    """Everybody knows whether a condition holds."""

    condition: ir.Expr
    truth: bool


@dataclass(frozen=True)
class Lies:
    """The card in a cell is one of a list."""

    cell: ir.Cell
    items: ir.Expr


@dataclass(frozen=True)
class Is:
    """A cell was given the value of an expression."""

    cell: ir.Cell
    value: ir.Expr


Fact: TypeAlias = Shown | Perhaps | Holds | Lies | Is


@dataclass(frozen=True)
class Facts:
    """All that is certain at a point."""

    all: frozenset[Fact] = field(default_factory=frozenset)

    @cached_property
    def conditions(self) -> frozenset[ir.Expr]:
        """Conditions of which everybody knows whether they hold."""
        return frozenset(fact.condition for fact in self.all if isinstance(fact, Holds))

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """The same, with whether they do."""
        return frozenset((fact.condition, fact.truth) for fact in self.all if isinstance(fact, Holds))

    def shown(self, cards: ir.Expr, viewer: ir.Expr | None) -> bool:
        """Were just these cards shown to a viewer?"""
        return Shown(cards, None) in self.all or (viewer is not None and Shown(cards, viewer) in self.all)

    def maybe_shown(self, family: str, viewer: ir.Expr | None) -> bool:
        """Was something of a zone family shown or told to a viewer?"""
        return Perhaps(family, None) in self.all or (viewer is not None and Perhaps(family, viewer) in self.all)

    def lies(self, cell: int) -> Iterator[ir.Expr]:
        """The lists in which the card of a cell is."""
        return (fact.items for fact in self.all if isinstance(fact, Lies) and fact.cell.cell == cell)

    def stands_for(self, cell: int) -> Iterator[ir.Expr]:
        """What a cell was given."""
        return (fact.value for fact in self.all if isinstance(fact, Is) and fact.cell.cell == cell)


NONE_KNOWN = Facts()
