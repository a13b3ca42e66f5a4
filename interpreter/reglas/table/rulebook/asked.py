"""Who is asked, when, and in what order: turns and windows in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
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
    return tuple(Item(steps.speech.sentence(action_name(steps.speech, name))) for name in names)


# -- turns --------------------------------------------------------------------------------------------------------


def order(speech: Speech, step: m.Turns, scope: Scope) -> Iterator[Message]:
    """Sentences about the order of turns and when they are over."""
    way = speech.fold(step.direction, scope)
    forward = isinstance(way, ex.Name) and way.name == "forward"
    backward = isinstance(way, ex.Name) and way.name == "backward"
    if forward:
        yield say("The players take turns, one after another round the table")
    elif backward:
        yield say("The players take turns round the table, against the usual direction")
    else:
        yield say("The players take turns round the table, following {way}", way=speech.noun(way, scope))
    if step.start is not None:
        yield say("The first turn has {player}", player=speech.noun(step.start, scope))
    if step.skips is not None:
        yield say("Who can do nothing is passed over; when nobody can do anything, the turns are over")
    if step.until is not None:
        until = speech.clause(step.until, Scope(scope.things, speech.put(say("whoever has the turn"))))
        yield say("The turns are over when, at the end of one, {condition}", condition=until)
    if step.last_round is not None:
        when = speech.clause(step.last_round.when, scope)
        if step.last_round.others:
            yield say("When {condition} at the end of a turn, all the others have one more turn, and then it is over",
                      condition=when)  # fmt: skip
        else:
            yield say("When {condition} at the end of a turn, everybody has one more turn, the one who has just played "
                      "too, and then it is over", condition=when)  # fmt: skip
    if step.most is not None:
        yield say("After {n} turns it is over in any case", n=speech.noun(step.most, scope))


def turn(steps: Steps, step: m.Turns, scope: Scope) -> Item:
    """What is done in a turn, where it is one choice."""
    if len(step.choose) == 1:
        name = action_name(steps.speech, step.choose[0].name)
        return Item(steps.speech.sentence(say("In a turn the player has to: {action}", action=name)))
    text = say("In a turn the player has to do one of these things:")
    return Item(steps.speech.sentence(text), _actions(steps, step.choose, scope))


# -- windows ------------------------------------------------------------------------------------------------------


def window(steps: Steps, step: m.Choose, scope: Scope) -> Item:
    """A choice or an offer: who, what, how."""
    speech = steps.speech
    who = speech.noun(step.by or ex.Name(step.span, "me"), scope)
    several = step.by is not None and speech.sorts.of(step.by, scope).many
    one = len(step.actions) == 1
    names = action_name(speech, step.actions[0].name)
    under = () if one else _actions(steps, step.actions, scope)
    for action in step.actions:
        steps.parameters(action.name, action.args, scope)
    manner = tuple(Item(speech.sentence(each)) for each in _manner(step, several))
    text = _who(who, names if one else None, several, step.declines)
    return Item(speech.sentence(text), (*under, *manner))


def _who(who: str, what: str | None, several: bool, declines: bool) -> Message:
    """Who may, or has to, do what; None for one of the things that follow."""
    if what is None:
        if several and declines:
            return say("{group} may now do one of these things, or nothing:", group=who)
        if several:
            return say("Each of {group} now has to do one of these things:", group=who)
        if declines:
            return say("{player} may now do one of these things, or nothing:", player=who)
        return say("{player} now has to do one of these things:", player=who)
    if several and declines:
        return say("{group} may now do this, or nothing: {what}", group=who, what=what)
    if several:
        return say("Each of {group} now has to do this: {what}", group=who, what=what)
    if declines:
        return say("{player} may now do this, or nothing: {what}", player=who, what=what)
    return say("{player} now has to do this: {what}", player=who, what=what)


def _manner(step: m.Choose, several: bool) -> Iterator[Message]:
    if step.manner == "together":
        yield say("All decide at the same time, and nobody sees the choice of another before all have chosen")
    elif step.manner == "race":
        yield say("Whoever is quicker comes first")
    elif several:
        yield say("They are asked in order, beginning with whoever has the turn")
    if step.until == "first":
        yield say("Only the first one to act counts")
    elif step.until == "nobody":
        yield say("All are asked again until nobody wants to any more")
    if step.skips:
        yield say("Who cannot is passed over")
