"""Diagnostics are values: stages collect them, only the public face raises."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from reglas.reading.messages import Message, say
from reglas.reading.source import Span

USUAL: dict[str, Message] = {
    "E117": say("give the inner parts names under `define`"),
    "E302": say("between two things stands `and`, `or`, `==`, `+` or the like"),
    "E309": say("write as many as it takes"),
    "E310": say("write the name alone"),
    "E404": say("take one of the two out"),
    "E504": say("take a variant of this game"),
    "E506": say("write one of these, or a value inside"),
    "E508": say("`of` names another game or variant"),
    "W402": say("pick fewer, or let there be more"),
    "E203": say("write it, or take out the whole entry"),
    "E306": say("take another name for one of the two"),
    "E308": say("nothing can use itself, not even by way of others: take one of them out of the circle"),
    "E402": say("write a value inside, or widen the range where it is declared"),
    "E406": say("put the numbers right: here, or where they come from"),
    "E601": say("use it, or take it out"),
    "W401": say("leave it out, or put right what is compared"),
    "W403": say("leave one of them out, or put it right"),
    "W404": say("pick from where there is something, or take the pick out"),
    "W405": say("change it by less, or widen the range where it is declared"),
}
"""What to do about findings of some codes where nothing more can be said."""

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True)
class Label:
    """Another place that belongs to a finding, and why."""

    span: Span
    message: Message


@dataclass(frozen=True)
class Diagnostic:
    """One finding: a code (`E301`, `W401`), what is wrong, where, further places, and what to write instead."""

    code: str
    message: Message
    span: Span
    labels: tuple[Label, ...] = ()
    help: Message | None = None

    @property
    def severity(self) -> Severity:
        """`warning` for codes that begin with W, else `error`."""
        return "warning" if self.code.startswith("W") else "error"

    @property
    def key(self) -> tuple[str, str, int]:
        """Findings with equal keys are the same finding met twice."""
        return (self.code, self.span.source.name, self.span.start)


@dataclass
class Diagnostics:
    """Findings collected by a stage; one finding for each code and place."""

    found: list[Diagnostic] = field(default_factory=list)
    _keys: set[tuple[str, str, int]] = field(default_factory=set)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding unless the same code was already given for the same place."""
        if diagnostic.key not in self._keys:
            self._keys.add(diagnostic.key)
            usual = USUAL.get(diagnostic.code) if diagnostic.help is None else None
            self.found.append(replace(diagnostic, help=usual) if usual is not None else diagnostic)

    def report(
        self,
        code: str,
        span: Span,
        message: Message | str,
        *labels: Label,
        help: Message | str | None = None,
    ) -> None:
        """Build a finding and keep it; plain text stands for a message without parts."""
        text = say(message) if isinstance(message, str) else message
        remedy = say(help) if isinstance(help, str) else help
        self.add(Diagnostic(code, text, span, labels, remedy))

    def extend(self, others: list[Diagnostic]) -> None:
        """Keep each of several findings."""
        for diagnostic in others:
            self.add(diagnostic)

    @property
    def errors(self) -> list[Diagnostic]:
        """Findings that are errors."""
        return [d for d in self.found if d.severity == "error"]
