"""Sentences' parts for the shape check: what a place of the schema is called, and lists of words."""

from __future__ import annotations

from collections.abc import Iterable

from reglas.reading.messages import Message, say
from reglas.reading.tree import Mapping, Node, Sequence

# The `x-what` of the schema; those in backticks are words of the language and stay as they are.
WHAT: dict[str, Message] = {
    "a card type": say("a card type"),
    "a choice": say("a choice"),
    "a condition": say("a condition"),
    "a domain": say("a domain"),
    "a file of words": say("a file of words"),
    "a game": say("a game"),
    "a kind": say("a kind"),
    "a language": say("a language"),
    "a last round": say("a last round"),
    "a library": say("a library"),
    "a list in memory": say("a list in memory"),
    "a list of actions": say("a list of actions"),
    "a list of choices": say("a list of choices"),
    "a list of kinds": say("a list of kinds"),
    "a list of moves": say("a list of moves"),
    "a list of names": say("a list of names"),
    "a list of outcomes": say("a list of outcomes"),
    "a list of scenarios": say("a list of scenarios"),
    "a list of seats": say("a list of seats"),
    "a list of places": say("a list of places"),
    "a list of steps": say("a list of steps"),
    "a list of words": say("a list of words"),
    "a mapping of options to their values": say("a mapping of options to their values"),
    "a memory": say("a memory"),
    "a move": say("a move"),
    "a name": say("a name"),
    "a name or a list of names": say("a name or a list of names"),
    "a name, with arguments where it takes any": say("a name, with arguments where it takes any"),
    "a number": say("a number"),
    "a number of players or a range of them": say("a number of players or a range of them"),
    "a pattern of faces": say("a pattern of faces"),
    "a range": say("a range"),
    "a scenario": say("a scenario"),
    "a score": say("a score"),
    "a seat": say("a seat"),
    "a place": say("a place"),
    "who saw what": say("who saw what"),
    "a section of actions": say("a section of actions"),
    "a section of card types": say("a section of card types"),
    "a section of definitions": say("a section of definitions"),
    "a section of dice": say("a section of dice"),
    "a section of ends": say("a section of ends"),
    "a section of kinds": say("a section of kinds"),
    "a section of memory": say("a section of memory"),
    "a section of options": say("a section of options"),
    "a section of routines": say("a section of routines"),
    "a section of tokens": say("a section of tokens"),
    "a section of zones": say("a section of zones"),
    "a set of dice": say("a set of dice"),
    "a step": say("a step"),
    "a text": say("a text"),
    "a text or its forms": say("a word with forms"),
    "a token": say("a token"),
    "a type": say("a type"),
    "a type or a record of types": say("a type or a record of types"),
    "a value": say("a value"),
    "a value of an option": say("a value of an option"),
    "a variant": say("a variant"),
    "a view by place": say("a view by place"),
    "a zone": say("a zone"),
    "an action": say("an action"),
    "an end": say("an end"),
    "an end with `best`": say("an end with `best`"),
    "an expression": say("an expression"),
    "an expression or a record": say("an expression or a record"),
    "an expression or a table": say("an expression or a table"),
    "an option": say("an option"),
    "an outcome": say("an outcome"),
    "cells and their values": say("cells and their values"),
    "knowledge by place": say("knowledge by place"),
    "knowledge by seat": say("knowledge by seat"),
    "the cases of a table": say("the cases of a table"),
    "the conditions of an action": say("the conditions of an action"),
    "the picks of an action": say("the picks of an action"),
    "the rungs of a ladder": say("the rungs of a ladder"),
    "views by seat": say("views by seat"),
    "what is expected": say("what is expected"),
    "what is given": say("what is given"),
    "sentences by expression": say("sentences by expression"),
    "words by language": say("words by language"),
    "words by name": say("words by name"),
    "words for an action": say("words for an action"),
}

# What is said where something of another shape stands; for the others `WHAT` says enough.
_SHAPE: dict[str, Message] = {
    "`change`": say("a mapping of the sections it changes"),
    "`offered`": say("a mapping with `exactly`, `includes` or `excludes`"),
    "`refused`": say("a mapping with `move` and `because`"),
    "a kind": say("a kind: a list of names, a range or a ladder"),
    "a scenario": say("a scenario: a mapping that begins with `scenario`"),
    "a text or its forms": say("a text, or its forms under `one`, `many`, `gender`, `sign`, `color`"),
}


def shape_is(what: str) -> Message | str:
    """A place of the schema, and how what belongs there is written."""
    return _SHAPE.get(what) or what_is(what)


def what_is(what: str) -> Message | str:
    """A place of the schema as a part of a sentence."""
    return what if what.startswith("`") else WHAT[what]


def found_is(node: Node) -> Message:
    """What stands there, as a part of a sentence."""
    if isinstance(node, Mapping):
        return say("a mapping")
    if isinstance(node, Sequence):
        return say("a list")
    if isinstance(node.value, bool):
        return say("a truth value")
    return say("a text") if isinstance(node.value, str) else say("a number")


def quoted(words: Iterable[str]) -> str:
    """Words of the language in a row, each in backticks."""
    return ", ".join(f"`{word}`" for word in words)


def listed(whats: tuple[str, ...]) -> Message | str:
    """Places in a row, joined by `and`; of many only the first three."""
    if len(whats) == 1:
        return what_is(whats[0])
    if len(whats) > 4:
        return say("{first} and others", first=listed_plainly(whats[:3]))
    return say("{first} and {last}", first=listed_plainly(whats[:-1]), last=what_is(whats[-1]))


def listed_plainly(whats: tuple[str, ...]) -> Message | str:
    """Places in a row, joined by commas."""
    if len(whats) == 1:
        return what_is(whats[0])
    return say("{first}, {last}", first=listed_plainly(whats[:-1]), last=what_is(whats[-1]))
