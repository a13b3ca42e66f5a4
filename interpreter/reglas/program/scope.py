"""What a name means at a place, and typed expressions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from reglas.language.types import Card, Maybe, Type, Unknown
from reglas.program.ir import Const, Expr
from reglas.reading.messages import Message
from reglas.reading.source import Span


@dataclass(frozen=True)
class Typed:
    """An expression of the program and its type. `literal` when an author wrote it as a constant."""

    node: Expr
    type: Type
    literal: bool = False


UNKNOWN = Typed(Const(0), Unknown())


@dataclass(frozen=True)
class Scope:
    """Names bound at a place, who `me` is, whether the move was a `foul`, and what is known not to be none."""

    names: dict[str, Typed] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    sorts: dict[str, Message] = field(default_factory=dict)
    me: Typed | None = None
    foul: Typed | None = None
    known: frozenset[Expr] = frozenset()

    def bind(self, name: str, value: Typed, span: Span | None = None, sort: Message | None = None) -> Scope:
        """The scope with one more name; `sort` says what it is: a pick, a parameter, a variable."""
        spans = {**self.spans, name: span} if span is not None else self.spans
        sorts = {**self.sorts, name: sort} if sort is not None else self.sorts
        return Scope({**self.names, name: value}, spans, sorts, self.me, self.foul, self.known)

    def knowing(self, facts: frozenset[Expr]) -> Scope:
        """The scope where more is known not to be none."""
        return replace(self, known=self.known | facts) if facts else self

    def forgetting(self, nodes: frozenset[Expr]) -> Scope:
        """The scope after something was changed."""
        return replace(self, known=self.known - nodes) if nodes & self.known else self

    def outside(self) -> Scope:
        """The scope of a definition: no names of the caller, no `me`."""
        return Scope(known=self.known)

    def narrow(self, value: Typed) -> Typed:
        """A value known not to be none loses its `maybe`."""
        if isinstance(value.type, Maybe) and value.node in self.known:
            return replace(value, type=value.type.of)
        return value


def card_families(value: Typed) -> frozenset[str]:
    """The zone families a card may lie in; empty when it may lie anywhere."""
    kind = value.type.of if isinstance(value.type, Maybe) else value.type
    return kind.families if isinstance(kind, Card) else frozenset()
