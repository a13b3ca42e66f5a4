"""What a player chooses in an action, and what the choices are called afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec.model import Action, Pick
from reglas.table.rulebook import nouns
from reglas.table.rulebook.scope import Scope, Sort, Thing

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech


def chosen(speech: Speech, action: Action, scope: Scope) -> tuple[list[str], Scope]:
    """The sentences about the picks of an action, and the scope in which they are named."""
    sentences: list[str] = []
    plain: list[str] = []
    sorts = [_sort(speech, pick, scope) for pick in action.picks]
    for pick, sort in zip(action.picks, sorts, strict=True):
        if pick.domain.where is None and not sort.many:
            plain.append(_from(speech, pick.domain, sort, scope))
        else:
            sentences.append(speech.sentence(_choose(speech, pick, sort, scope)))
        same = sum(other == sort for other in sorts) > 1
        scope = scope.bind({pick.name: Thing(sort, _afterwards(speech, sort, pick, same, scope))})
    if plain:
        sentences.insert(0, speech.sentence(say("Choose {what}", what=speech.listed(plain))))
    return sentences, scope


def _sort(speech: Speech, pick: Pick, scope: Scope) -> Sort:
    domain = pick.domain
    sort = speech.sorts.of(domain.group, scope)
    return sort.listed if domain.count is not None else sort.one


def _choose(speech: Speech, pick: Pick, sort: Sort, scope: Scope) -> Message:
    domain = pick.domain
    what = _from(speech, domain, sort, scope)
    if domain.count is not None:
        number, group = speech.spelled(speech.noun(domain.count, scope)), speech.noun(domain.group, scope)
        what = speech.put(say("{n} cards from {group}", n=number, group=group))
        if domain.where is None:
            return say("Choose {what}", what=what)
        inner = scope.bind({pick.name: Thing(sort, speech.of_sort(sort))})
        return say("Choose {what}, such that {condition}", what=what, condition=speech.clause(domain.where, inner))
    assert domain.where is not None
    which = nouns.such(speech, domain.where, pick.name, sort.one, scope, sought=True)
    if which is not None:
        return say("Choose {what} {which}", what=what, which=which)
    inner = scope.bind({pick.name: Thing(sort, speech.that(sort.one))})
    return say("Choose {what}, such that {condition}", what=what, condition=speech.clause(domain.where, inner))


def _from(speech: Speech, domain: ex.Domain, sort: Sort, scope: Scope) -> str:
    group = domain.group
    if isinstance(group, ex.Range):
        low, high = speech.noun(group.low, scope), speech.noun(group.high, scope)
        return speech.put(say("a number from {low} to {high}", low=low, high=high))
    named = {"others": say("another player"), "players": say("any player, perhaps yourself"),
             "seats": say("any player, perhaps yourself"), "direction": say("the direction of play")}  # fmt: skip
    if isinstance(group, ex.Name) and group.name in named:
        return speech.put(named[group.name])
    if isinstance(group, ex.Name) and group.name in speech.model.kinds:
        return speech.put(speech.a(speech.words.term("kinds", group.name)))
    if isinstance(group, ex.Name) and speech.family(group):
        return speech.put(say("a card from anybody's {zone}", zone=speech.words.term("zones", group.name).one))
    whole = speech.noun(group, scope)
    if sort.base == "card":
        return speech.put(say("a card from {group}", group=whole))
    if sort.base == "player":
        return speech.put(say("a player among {group}", group=whole))
    return speech.put(say("one of {group}", group=whole))


def _afterwards(speech: Speech, sort: Sort, pick: Pick, same: bool, scope: Scope) -> str:
    """`the chosen card`; told apart by whose it is where two of a sort are chosen."""
    if sort.many:
        return speech.put(say("the chosen cards"))
    if sort.base == "card":
        group = pick.domain.group
        if same and speech.family(group):
            return speech.put(say("the other card"))
        if same:
            return speech.put(say("the card from {group}", group=speech.noun(group, scope)))
        return speech.put(say("the chosen card"))
    if sort.base == "player":
        return speech.put(say("the chosen player"))
    if sort.name == "direction":
        return speech.put(say("the chosen direction"))
    if sort.base == "kind":
        term = speech.words.term("kinds", sort.name)
        if term.gender == "f":
            return speech.put(say("the chosen {feminine}", feminine=term.one))
        return speech.put(say("the chosen {thing}", thing=nouns.bare(speech, sort)))
    return speech.put(say("the chosen number"))
