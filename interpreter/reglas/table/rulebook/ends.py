"""When a game is over, what it is worth, and who has won."""

from __future__ import annotations

from collections.abc import Iterator

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook.address import SOMEONE, lowered, relative, whoever
from reglas.table.rulebook.book import Item, Section
from reglas.table.rulebook.bounds import bounds
from reglas.table.rulebook.scope import Scope, Sort, Thing
from reglas.table.rulebook.speech import Speech

PLAYER = Sort("player")


def ends(speech: Speech) -> Section:
    """When the game is over, and who has won."""
    found = sorted(speech.model.ends.values(), key=lambda end: end.when is None)
    items = [_end(speech, end, alone=len(found) == 1) for end in found]
    several = sum(end.when is not None for end in found) > 1
    lead = (speech.sentence(say("If two of these happen at once, the one written first counts")),) if several else ()
    return Section("ends", speech.put(say("The end")), tuple(items), lead=lead)


def _end(speech: Speech, end: m.End, alone: bool) -> Item:
    told = [lowered(speech.sentence(text)) for text in _outcome(speech, end)]
    what = speech.listed(told)
    standing = [speech.sentence(text) for text in _standing(speech, end)]
    if end.when is not None:
        lead = say("As soon as {condition}, {what}", condition=speech.clause(end.when, Scope()), what=what)
    elif alone:
        lead = say("The game ends when {reason}; {what}", reason=speech.words.end(end.name), what=what)
    else:
        lead = say("Otherwise it ends when {reason}; {what}", reason=speech.words.end(end.name), what=what)
    return Item(" ".join([speech.sentence(lead), *standing]))


def _outcome(speech: Speech, end: m.End) -> Iterator[Message]:
    results = {"won": say("all win together"), "lost": say("all lose together")}
    if end.winners is not None:
        yield say("{players} win", players=speech.noun(end.winners, Scope()))
    elif end.outcome in results and not (end.score is not None and end.score.parameter):
        yield results[end.outcome]
    elif end.score is None:
        yield say("nobody has won or lost")
    if end.score is not None:
        value = speech.noun(end.score.value, _each(speech, end.score))
        yield say("what counts for each player is {value}", value=value) if end.score.parameter else say(
            "the score is {value}", value=value)  # fmt: skip


def _each(speech: Speech, scoring: m.Scoring) -> Scope:
    if scoring.parameter is None:
        return Scope()
    return Scope({scoring.parameter: Thing(PLAYER, speech.that(PLAYER))})


# -- who comes first ----------------------------------------------------------------------------------------------


def _standing(speech: Speech, end: m.End) -> Iterator[Message]:
    """Who comes first: those whom a number beyond all others is for, and then by the number."""
    best = end.rank_by or end.score
    if best is None or not best.parameter or end.winners is not None:
        return
    low, name = end.best == "low", best.parameter or ""
    value, scope = best.value, Scope({name: Thing(PLAYER, SOMEONE)})
    special = False
    while (found := _exception(speech, value, scope, low)) is not None:
        text, value, scope = found
        special = True
        yield text
    tie = _tie(speech, value, scope, low)
    if tie is not None:
        told_first, value, scope = tie
    told = speech.noun(value, _calling(scope, speech.that(PLAYER)))
    score = "" if end.score is None else speech.noun(end.score.value, _each(speech, end.score))
    if told != score:
        yield say("What counts for winning is {value}", value=told)
    if special:
        yield say("Among the others the lowest number wins") if low else say("Among the others the highest number wins")
    else:
        yield say("The lowest number wins") if low else say("The highest number wins")
    if tie is not None:
        yield told_first


def _tie(speech: Speech, value: ex.Expression, scope: Scope, low: bool) -> tuple[Message, ex.Expression, Scope] | None:
    """A number that only tells apart those who have the same, `2 * n - (1 if ..)`: who comes first of them, and n."""
    opened, inner = _opened(speech, value, scope)
    if not isinstance(opened, ex.Arithmetic) or opened.op not in ("+", "-") or not isinstance(opened.right, ex.Choice):
        return None
    times, less = opened.left, opened.right
    one, zero = speech.folder.number(less.yes), speech.folder.number(less.no)
    if not isinstance(times, ex.Arithmetic) or times.op != "*" or (one, zero) != (1, 0):
        return None
    factor, number = speech.folder.number(times.left), times.right
    clause = speech.clause(less.condition, inner)
    if factor is None or factor < 2 or not clause.startswith(SOMEONE + " ") or clause.count(SOMEONE) != 1:
        return None
    which = whoever(clause, speech.lang)
    if (opened.op == "-") == low:
        return say("Of those with the same number, whoever {which} comes first", which=which), number, inner
    return say("Of those with the same number, whoever {which} comes last", which=which), number, inner


def _exception(
    speech: Speech, value: ex.Expression, scope: Scope, low: bool
) -> tuple[Message, ex.Expression, Scope] | None:
    """Those who come first or last whatever the numbers are, and what counts for the others."""
    opened, inner = _opened(speech, value, scope)
    if not isinstance(opened, ex.Choice):
        return None
    place = _beyond(speech, opened)
    clause = speech.clause(opened.condition, inner)
    if place is None or not clause.startswith(SOMEONE + " ") or relative(clause, speech.lang) is None:
        return None
    which = whoever(clause, speech.lang)
    if (place < 0) == low:
        return say("Whoever {which} comes first, whatever the others have", which=which), opened.no, inner
    return say("Whoever {which} comes last", which=which), opened.no, inner


def _opened(speech: Speech, value: ex.Expression, scope: Scope) -> tuple[ex.Expression, Scope]:
    """A number with the definitions it is given by written out."""
    folded = speech.fold(value, scope)
    definition = speech.model.definitions.get(folded.name) if isinstance(folded, ex.Apply | ex.Name) else None
    if definition is None:
        return folded, scope
    args = folded.args if isinstance(folded, ex.Apply) else ()
    return _opened(speech, definition.body, speech.called(definition.parameters, args, scope))


def _beyond(speech: Speech, choice: ex.Choice) -> int | None:
    """Is a number below (-1) or above (1) whatever it may be otherwise?"""
    number = speech.folder.number(choice.yes)
    reach = _rest(speech, choice.no)
    if number is None or reach is None:
        return None
    return -1 if number <= reach[0] else 1 if number >= reach[1] else None


def _rest(speech: Speech, value: ex.Expression) -> tuple[int, int] | None:
    """The bounds of what is left, without numbers that stand for being last or first themselves."""
    folded = speech.folder.fold(value)
    if isinstance(folded, ex.Choice) and speech.folder.number(folded.yes) is not None:
        return _rest(speech, folded.no)
    return bounds(speech, folded)


def _calling(scope: Scope, text: str) -> Scope:
    """The same scope with the player of whom it is told called otherwise."""
    things = {}
    for name, thing in scope.things.items():
        inner = None if thing.scope is None else _calling(thing.scope, text)
        things[name] = Thing(thing.sort, text if thing.text == SOMEONE else thing.text, thing.expr, inner)
    return Scope(things, scope.me)
