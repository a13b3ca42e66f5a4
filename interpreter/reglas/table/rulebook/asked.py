"""Who is asked, when, and in what order: turns and windows in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook.address import deed
from reglas.table.rulebook.book import Item
from reglas.table.rulebook.scope import Scope

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech
    from reglas.table.rulebook.steps import Steps


def action_name(speech: Speech, name: str) -> str:
    """What an action is called."""
    return speech.words.action(name, "name") or name


def _actions(steps: Steps, actions: Sequence[m.Reference], scope: Scope) -> tuple[Item, ...]:
    for action in actions:
        steps.parameters(action.name, action.args, scope)
    names = [action.name for action in actions if not steps.speech.never(steps.speech.model.actions[action.name])]
    speech = steps.speech
    return tuple(Item(speech.sentence(action_name(speech, name)), to=f"action-{name}") for name in names)


def _deed(speech: Speech, name: str) -> str:
    """An action as what somebody may, or has to, do."""
    return deed(name, speech.lang) or speech.put(say("do this: {what}", what=name))


# -- turns --------------------------------------------------------------------------------------------------------


def order(speech: Speech, step: m.Turns, scope: Scope) -> Iterator[Message]:
    """Sentences about the order of turns and when they are over."""
    way = speech.fold(step.direction, scope)
    if speech.phrased(way) and isinstance(way, ex.Name) and way.name in ("forward", "backward"):
        yield say("The players take turns, {way}", way=speech.noun(way, scope))
    elif isinstance(way, ex.Name) and way.name == "forward":
        yield say("The players take turns, one after another round the table")
    elif isinstance(way, ex.Name) and way.name == "backward":
        yield say("The players take turns round the table, against the usual direction")
    else:
        yield say("The players take turns round the table, following {way}", way=speech.noun(way, scope))
    if step.start is None:
        yield say("Agree on who goes first")
    else:
        yield say("The first turn goes to {player}", player=speech.noun(step.start, scope))
    if step.skips is not None:
        yield say("Whoever can do nothing is passed over; when nobody can do anything, the turns are over")
    someone = Scope(scope.things, speech.put(say("whoever has the turn")))
    if step.until is not None:
        yield say(
            "If {condition} at the end of a turn, the turns are over", condition=speech.clause(step.until, someone)
        )
    if step.last_round is not None:
        when = speech.clause(step.last_round.when, someone)
        if step.last_round.others:
            yield say("If {condition} at the end of a turn, all the others have one more turn, and then it is over",
                      condition=when)  # fmt: skip
        else:
            yield say("If {condition} at the end of a turn, everybody has exactly one more turn, the one who has just "
                      "played too, and then it is over", condition=when)  # fmt: skip


def turn(steps: Steps, step: m.Turns, scope: Scope) -> Item:
    """What is done in a turn, where it is one choice."""
    if len(step.choose) == 1:
        name = action_name(steps.speech, step.choose[0].name)
        return Item(steps.speech.sentence(say("You have to {what}", what=_deed(steps.speech, name))))
    text = say("Do exactly one of these things:")
    return Item(steps.speech.sentence(text), _actions(steps, step.choose, scope))


# -- windows ------------------------------------------------------------------------------------------------------


def window(steps: Steps, step: m.Choose, scope: Scope) -> Item:
    """A choice or an offer: who, what, how."""
    speech = steps.speech
    by = step.by or ex.Name(step.span, "me")
    several = step.by is not None and speech.sorts.of(step.by, scope).many
    possible = [a for a in step.actions if not speech.never(speech.model.actions[a.name])]
    one = len(possible) == 1
    under = () if one else _actions(steps, step.actions, scope)
    for action in step.actions:
        steps.parameters(action.name, action.args, scope)
    reader = isinstance(by, ex.Name) and by.name == "me" and "me" not in scope.things and scope.me is None
    what = _deed(speech, action_name(speech, possible[0].name)) if one else None
    text = _you(what, step.declines) if reader else _who(speech.noun(by, scope), what, several, step.declines)
    manner = [speech.sentence(each) for each in _manner(step, several)]
    if one:
        return Item(" ".join([speech.sentence(text), *manner]), to=f"action-{possible[0].name}")
    lead = speech.sentence(text)
    return Item(lead, (*under, *(Item(each) for each in manner)))


def _you(what: str | None, declines: bool) -> Message:
    """What the reader may do, or has to; None for one of the things that follow."""
    if what is None:
        return say("You may do one of these things, or nothing:") if declines else say("Do one of these things:")
    return say("If you like, you may {what}", what=what) if declines else say("Now you have to {what}", what=what)


def _who(who: str, what: str | None, several: bool, declines: bool) -> Message:
    """Who may, or has to, do what; None for one of the things that follow."""
    if what is None:
        if several and declines:
            return say("Any of {group} may do one of these things:", group=who)
        if several:
            return say("Each of {group} has to do one of these things:", group=who)
        if declines:
            return say("{player} may do one of these things, or nothing:", player=who)
        return say("{player} has to do one of these things:", player=who)
    if several:
        return say("Any of {group} may {what}", group=who, what=what) if declines else say(
            "Each of {group} has to {what}", group=who, what=what)  # fmt: skip
    if declines:
        return say("{player} may, but need not, {what}", player=who, what=what)
    return say("{player} has to {what}", player=who, what=what)


def _manner(step: m.Choose, several: bool) -> Iterator[Message]:
    if step.manner == "together":
        yield say("All choose at the same time, without knowing what the others choose")
    elif step.manner == "race":
        yield say("The quickest comes first")
    elif several:
        yield say("If two want to, the one whose turn comes sooner goes first, beginning with whoever has the turn")
    if step.until == "first":
        yield say("Only the first one to do it counts")
    elif step.until == "nobody":
        yield say("This goes on until nobody wants to any more")
    if step.skips:
        yield say("Whoever cannot do it does nothing")
