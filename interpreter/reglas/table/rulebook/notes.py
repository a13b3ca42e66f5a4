"""What has to be kept in mind while playing: when it changes, and to what.

Steps that only keep books, such as noting who acted last, are not told where they stand but gathered here by what they
change, so that the order of play reads as it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook.book import Item, Section
from reglas.table.rulebook.scope import Scope

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech


@dataclass(frozen=True)
class Change:
    """One change: what becomes of it, on what conditions, and in which action or else at what time of the game."""

    what: str
    conditions: tuple[str, ...]
    action: str
    time: str


@dataclass
class Notes:
    """The changes to be kept in mind, by memory, and the limits that keep a game from going on for ever."""

    changes: dict[str, list[Change]] = field(default_factory=dict)
    limits: list[str] = field(default_factory=list)
    action: str = ""
    time: str = ""
    conditions: tuple[str, ...] = ()

    def add(self, memory: str, what: str) -> None:
        """Note a change where one is now."""
        change = Change(what, self.conditions, self.action, "" if self.action else self.time)
        found = self.changes.setdefault(memory, [])
        if change not in found:
            found.append(change)

    def limit(self, sentence: str) -> None:
        """Note a limit, once."""
        if sentence not in self.limits:
            self.limits.append(sentence)


def plain(speech: Speech, value: ex.Expression, scope: Scope) -> bool:
    """Is a value nothing but what was just done: who acts, what was chosen, a yes or no?"""
    match value:
        case ex.Truth() | ex.Nothing():
            return True
        case ex.Name(_, name) if name in scope.things:
            thing = scope.things[name]
            return thing.expr is None or plain(speech, thing.expr, thing.scope or Scope())
        case ex.Name(_, name):
            return name in ("me", "foul")
        case ex.Not(_, inner):
            return plain(speech, inner, scope)
    return False


def keeps_books(speech: Speech, cell: ex.Expression, value: ex.Expression, scope: Scope) -> bool:
    """Does setting a cell only note what was done?"""
    memory = isinstance(cell, ex.Name | ex.Apply) and cell.name in speech.model.memory
    return memory and plain(speech, value, scope)


def becomes(speech: Speech, cell: ex.Expression, value: ex.Expression, scope: Scope) -> str:
    """What a cell is set to, said where the cell is named already."""
    folded = speech.fold(value, scope)
    if speech.sorts.of(cell, scope).base == "flag":
        if isinstance(folded, ex.Truth):
            return speech.clause(cell, scope) if folded.value else speech.denied(cell, scope)
        return speech.put(say("it is noted whether {condition}", condition=speech.clause(value, scope)))
    if speech.noun(value, scope) == speech.noun(ex.Name(value.span, "me"), Scope()):
        return speech.put(say("it is whoever has done so"))
    return speech.put(say("it is {value}", value=speech.noun(value, scope)))


# -- the section --------------------------------------------------------------------------------------------------


def section(speech: Speech, notes: Notes) -> Section:
    """What to keep in mind, and the limits."""
    items = [_item(speech, name, changes) for name, changes in notes.changes.items()]
    lead = speech.sentence(say("While the game is played, this has to be kept in mind"))
    if notes.limits:
        lead_in = speech.sentence(say("So that it does not go on for ever:"))
        items.append(Item(lead_in, tuple(Item(text) for text in notes.limits)))
    return Section("notes", speech.put(say("To keep in mind")), tuple(items), lead=(lead,) if notes.changes else ())


def _item(speech: Speech, name: str, changes: list[Change]) -> Item:
    memory = speech.model.memory[name]
    title = speech.remembered(ex.Name(memory.span, name))
    under = tuple(Item(speech.sentence(text)) for text in _told(speech, changes))
    hidden = {
        "nobody": say("{thing} (nobody says it)", thing=title),
        "owner": say("{thing} (each for themselves)", thing=title),
        "others": say("{thing} (all but the player concerned)", thing=title),
    }.get(memory.seen_by)
    return Item(speech.sentence(speech.put(hidden) if hidden is not None else title).removesuffix(".") + ":", under)


def _told(speech: Speech, changes: list[Change]) -> Iterator[Message]:
    """The changes; the same one after several actions is told once."""
    together: dict[tuple[str, tuple[str, ...], str], list[str]] = {}
    for change in changes:
        together.setdefault((change.what, change.conditions, change.time), []).append(change.action)
    for (what, conditions, time), actions in together.items():
        when = time
        if actions[0]:
            named = [quoted(speech, action) for action in actions]
            when = speech.put(say("after {actions}", actions=speech.listed(named, either=True)))
        if conditions:
            such = speech.listed(list(conditions))
            yield say("{when}, if {condition}: {what}", when=when, condition=such, what=what)
        else:
            yield say("{when}: {what}", when=when, what=what)


def marks(speech: Speech, steps: Sequence[m.Step]) -> Iterator[Message]:
    """What an action makes of the one who chose it, where it does nothing else."""
    for step in steps:
        if isinstance(step, m.Assign):
            for cell, value in step.cells:
                if isinstance(value, ex.Name) and value.name == "me":
                    yield say("From then on you are {thing}", thing=speech.noun(cell, Scope()))
        elif isinstance(step, m.Push) and isinstance(step.value, ex.Name) and step.value.name == "me":
            group = speech.noun(ex.Name(step.span, step.onto.text), Scope())
            yield say("You are then one of {group}", group=group)


def quoted(speech: Speech, action: str) -> str:
    """The name of an action as it is spoken of; quotes within it are others than those around it."""
    inner = action.translate(str.maketrans("\u201c\u201d\u00ab\u00bb", "\u2018\u2019\u201c\u201d"))
    return speech.put(say("\u201c{action}\u201d", action=inner))


def cleared(speech: Speech, step: m.Clear) -> Iterator[tuple[str, str]]:
    """The memories that a step empties, and what is said of it."""
    for word in step.names:
        memory = speech.model.memory.get(word.text)
        if memory is not None:
            many = memory.of is None or memory.per is not None
            yield word.text, speech.put(say("all is forgotten") if many else say("it is forgotten"))
