"""Types in words, for findings."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.language import types as t
from reglas.reading.messages import Message, say
from reglas.reading.source import Span


def describe(kind: t.Type) -> Message:
    """What a value of a type is, as an author would say it."""
    match kind:
        case t.Number(low, high, None) if low == high:
            return say("a number")
        case t.Number(low, high, None):
            return say("a number {low}..{high}", low=low, high=high)
        case t.Number(low, high, name):
            return say("a {kind} ({low}..{high})", kind=name, low=low, high=high)
        case t.Flag():
            return say("true or false")
        case t.Value(name, _):
            return say("a {kind}", kind=name)
        case t.Player():
            return say("a player")
        case t.Card(_, dice):
            return say("a die") if dice else say("a card")
        case t.Zone(_, dice):
            return say("a set of dice") if dice else say("a zone")
        case t.Record():
            return say("a record")
        case t.ListOf(item, _):
            return say("a list, each {item}", item=describe(item))
        case t.Maybe(of, _):
            return say("{item}, or none", item=describe(of))
        case t.NoneType():
            return say("`none`")
        case _:
            return say("something unknown")


def arity(name: str, wanted: tuple[int, ...], found: int) -> Message:
    """That something takes another number of arguments than it was given."""
    if wanted == (0,):
        return say("`{name}` takes no arguments", name=name)
    if wanted == (1,):
        return say("`{name}` takes 1 argument, not {found}", name=name, found=found)
    if len(wanted) == 2:
        return say("`{name}` takes {few} or {many} arguments, not {found}", name=name, few=wanted[0], many=wanted[1],
                   found=found)  # fmt: skip
    return say("`{name}` takes {count} arguments, not {found}", name=name, count=wanted[0], found=found)


def already(name: str, sort: Message, span: Span, other: Span) -> Message:
    """That a name has another meaning where it stands."""
    if span.source.name == other.source.name:
        return say("`{name}` is {sort} already (line {line})", name=name, sort=sort, line=other.line)
    return say("`{name}` is {sort} already ({place})", name=name, sort=sort, place=other)


def listed(values: Sequence[str]) -> Message:
    """One, two or more values in words; of many only the first ones."""
    *rest, last = values
    if not rest:
        return say("{value}", value=last)
    if len(values) > 6:
        return say("{values} and {count} more", values=", ".join(values[:5]), count=len(values) - 5)
    return say("{values} or {last}", values=", ".join(rest), last=last)
