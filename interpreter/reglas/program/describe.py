"""Types in words, for findings."""

from __future__ import annotations

from reglas.language import types as t
from reglas.reading.messages import Message, say


def describe(kind: t.Type) -> Message:
    """What a value of a type is, as an author would say it."""
    match kind:
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
        case t.Card(_):
            return say("a card")
        case t.Zone(_):
            return say("a zone")
        case t.ListOf(item, _):
            return say("a list, each {item}", item=describe(item))
        case t.Maybe(of, _):
            return say("{item}, or none", item=describe(of))
        case t.NoneType():
            return say("none")
        case _:
            return say("something unknown")
