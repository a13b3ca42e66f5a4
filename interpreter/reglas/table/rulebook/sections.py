"""The parts of a rulebook: what players may do, what may be seen, what the words mean, what may be agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook import asked, components, notes, nouns, picks, sentence_check, tables
from reglas.table.rulebook.address import lowered
from reglas.table.rulebook.book import Face, Item, Section
from reglas.table.rulebook.scope import Scope, Thing
from reglas.table.rulebook.speech import Speech
from reglas.table.rulebook.steps import Steps

# -- what may be done ---------------------------------------------------------------------------------------------


def actions(speech: Speech, steps: Steps) -> Section:
    """What may be done: picks, conditions, effects; a paragraph for each action."""
    parts = [_action(speech, steps, action) for action in speech.model.actions.values()
             if not speech.never(action)]  # fmt: skip
    return Section("actions", speech.put(say("What players may do")), (), parts=tuple(parts))


def _action(speech: Speech, steps: Steps, action: m.Action) -> Section:
    things = steps.given.get(action.name, ())
    named = [replace(thing, text=thing.text or steps.named(thing.sort)) for thing in things]
    scope = Scope(dict(zip(action.parameters, named, strict=False)))
    chosen, inner = picks.chosen(speech, action, scope)
    about = speech.words.action(action.name, "about")
    lead = [*([about] if about else []), *chosen, *_conditions(speech, action, inner)]
    asked_for = _asked_for(speech, action, inner)
    if action.secret:
        lead.append(speech.sentence(say("What was chosen stays secret")))
    steps.action = steps.notes.action = asked.action_name(speech, action.name)
    happens = steps.told(action.do, inner)
    steps.action = steps.notes.action = ""
    if not happens and not chosen and not about:
        lead += [speech.sentence(text) for text in notes.marks(speech, action.do)]
    elif (
        not asked_for
        and not any(item.under for item in happens)
        and sum(len(item.text) for item in happens) < PARAGRAPH
    ):
        lead, happens = [*lead, *(item.text for item in happens)], ()
    title = asked.action_name(speech, action.name)
    faces = tuple(pictures(speech, action, scope))
    items = (*asked_for, *happens)
    return Section(f"action-{action.name}", title[:1].upper() + title[1:], items, lead=tuple(lead), faces=faces)


PARAGRAPH = 320
"""What happens is told in a paragraph where it is no longer than this, else in a list."""


def _conditions(speech: Speech, action: m.Action, scope: Scope) -> Iterator[str]:
    """When an action may be done, and what else the rules ask where they may be broken."""
    needs, honour = _clauses(speech, action.needs, scope), _clauses(speech, action.honour, scope)
    if speech.model.fouls_refused:
        needs, honour = needs + honour, []
    if needs:
        yield speech.sentence(say("You may do this only if {condition}", condition=_all_of(speech, needs)))
    if len(honour) == 1:
        text = say("By the rules you may do it only if {condition}; if you do it all the same, it stands, but you have "
                   "broken a rule", condition=honour[0])  # fmt: skip
        yield speech.sentence(text)


def _asked_for(speech: Speech, action: m.Action, scope: Scope) -> tuple[Item, ...]:
    """What the rules ask where they may be broken, if it is several things."""
    honour = _clauses(speech, action.honour, scope)
    if speech.model.fouls_refused or len(honour) < 2:
        return ()
    lead = say("The rules ask for all of this; if you do it all the same, it stands, but you have broken a rule:")
    return (Item(speech.sentence(lead), tuple(Item(speech.sentence(condition)) for condition in honour)),)


def _clauses(speech: Speech, conditions: Sequence[m.Condition], scope: Scope) -> list[str]:
    """Conditions in words, without those that always hold."""
    return [speech.clause(need.test, scope) for need in conditions if not _holds(speech, need, scope)]


def _all_of(speech: Speech, conditions: Sequence[str]) -> str:
    """Conditions that must all hold."""
    text = conditions[0]
    for condition in conditions[1:]:
        text = speech.put(say("{conditions}, and only if {condition}", conditions=text, condition=condition))
    return text


def _holds(speech: Speech, need: m.Condition, scope: Scope) -> bool:
    folded = speech.fold(need.test, scope)
    return isinstance(folded, ex.Truth) and folded.value


def pictures(speech: Speech, action: m.Action, scope: Scope) -> Iterator[Face]:
    """The cards or dice that the conditions of an action name."""
    for need in action.needs:
        for part in nouns.conjuncts(speech.fold(need.test, scope)):
            face = _pictured(speech, part, scope)
            if face is not None:
                yield face


def _pictured(speech: Speech, part: ex.Expression, scope: Scope) -> Face | None:
    """The face that a condition asks for: `what == 1`, `any(d.face == 1 for d in cup(me))`."""
    if isinstance(part, ex.Apply) and part.name in speech.model.definitions:
        definition = speech.model.definitions[part.name]
        body = speech.folder.fold(definition.body, dict(zip(definition.parameters, part.args, strict=False)))
        return _pictured(speech, body, scope)
    if isinstance(part, ex.Quantifier) and part.op == "any":
        thing = Thing(speech.sorts.of(part.binding.group, scope).one)
        return _pictured(speech, part.body, scope.bind({part.binding.variable: thing}))
    if isinstance(part, ex.Compare) and part.op == "==" and speech.folder.rank(part.right) is not None:
        sort = speech.sorts.of(part.left, scope)
        return components.face_of_value(speech, sort.name, part.right) if sort.base == "kind" else None
    return None


# -- what is seen, meant and agreed -------------------------------------------------------------------------------


def sight(speech: Speech) -> Section:
    """Who sees what."""
    items = [Item(speech.sentence(_seen(speech, zone))) for zone in speech.model.zones.values()]
    items += [Item(speech.sentence(_dice_seen(speech, dice))) for dice in speech.model.dice.values()]
    return Section("sight", speech.put(say("Who sees what")), tuple(items))


def _seen(speech: Speech, zone: m.Zone) -> Message:
    """How a zone lies, and who may look."""
    name = speech.grammar.the(speech.words.term("zones", zone.name))
    if zone.per is not None:
        each = speech.put(say("player")) if zone.per.text == "player" else speech.words.term("kinds", zone.per.text).one
        name = speech.put(say("{zone} of each {kind}", zone=name, kind=each))
    looks = {
        "nobody": say("face down, and nobody may look"),
        "owner": say("only its owner may look"),
        "others": say("everybody may look but its owner"),
        "everyone": say("face up, for all to see"),
    }[zone.seen_by]
    if speech.folder.number(zone.most) == 1:
        return say("{zone}: {looks}", zone=name, looks=looks)
    lies = {"pile": say("in a pile"), "row": say("in a row, where the cards keep their places"),
            "hand": say("held in the hand, in any order")}[zone.layout]  # fmt: skip
    return say("{zone}: {lies}; {looks}", zone=name, lies=lies, looks=looks)


def _dice_seen(speech: Speech, dice: m.Dice) -> Message:
    name = speech.grammar.the(speech.words.term("zones", dice.name))
    if dice.per is not None:
        name = speech.put(say("{zone} of each {kind}", zone=name, kind=speech.put(say("player"))))
    looks = {
        "nobody": say("nobody may look"),
        "owner": say("only its owner may look"),
        "others": say("everybody may look but its owner"),
        "everyone": say("for all to see"),
    }[dice.seen_by]
    return say("{zone}: {looks}", zone=name, looks=looks)


def options(speech: Speech) -> Section:
    """What may be played otherwise: every option, how it stands and what else it may be."""
    items = []
    for option in speech.model.options.values():
        label = speech.words.option(option.name)
        parts = {"option": label, "value": _setting(speech, option), "others": _others(speech, option)}
        text = say("{option}: {value} ({others})", **parts) if parts["others"] else say("{option}: {value}", **parts)
        items.append(Item(speech.sentence(text)))
    lead = (speech.sentence(say("So it is played here; in brackets, how else it may be agreed")),)
    return Section("options", speech.put(say("What you may agree on")), tuple(items), lead=lead if items else ())


def _others(speech: Speech, option: m.Option) -> str:
    """What else an option may be."""
    if option.choices is not None:
        return speech.listed([speech.words.value(option.name, word.text).one for word in option.choices], either=True)
    if option.range is not None:
        low, high = speech.folder.number(option.range.low), speech.folder.number(option.range.high)
        return speech.put(say("{low} to {high}", low=low, high=high))
    return ""


def _setting(speech: Speech, option: m.Option) -> str:
    if option.default is None:
        return "?"
    value = speech.folder.fold(option.default)
    if isinstance(value, ex.Name) and option.choices is not None:
        return speech.words.value(option.name, value.name).one
    return tables.by_players(speech, option.default, Scope()) if not isinstance(value, ex.Truth) else speech.noun(
        value, Scope())  # fmt: skip


def passages(speech: Speech, steps: Steps) -> Section:
    """The routines that have a sentence where they are called, each with its steps."""
    parts: dict[str, Section] = {}
    while left := [name for name in speech.owed_routines if name not in parts]:
        for name in left:
            routine = speech.model.routines[name]
            things = speech.owed_routines[name]
            span = routine.span
            args: tuple[ex.Expression, ...] = tuple(ex.Name(span, parameter) for parameter in routine.parameters)
            title = speech.routine(name, args, speech.introduced(routine.parameters, things, first=True)) or name
            title = speech.sentence(title).removesuffix(".")
            steps.notes.time = title
            items = steps.told(routine.steps, speech.introduced(routine.parameters, things, first=False))
            if not any(item.under for item in items):
                parts[name] = Section(f"passage-{name}", title, (), lead=tuple(item.text for item in items))
            else:
                parts[name] = Section(f"passage-{name}", title, items)
    return Section("passages", speech.put(say("What happens then")), (), parts=tuple(parts.values()))


def meanings(speech: Speech) -> Section:
    """The definitions that sentences named, each with what it says; telling one may name others."""
    items: dict[str, Item | None] = {}
    while left := [name for name in speech.owed if name not in items]:
        for name in left:
            definition = speech.model.definitions[name]
            items[name] = _meaning(speech, definition, speech.owed[name])
    told = tuple(item for item in items.values() if item is not None)
    return Section("meanings", speech.put(say("What the words mean")), told)


def _meaning(speech: Speech, definition: m.Definition, things: tuple[Thing, ...]) -> Item | None:
    """What a definition says; None where its sentence says that already."""
    head = sentence_check.head(definition.name, definition)
    scope = speech.introduced(definition.parameters, things, first=True)
    flag = speech.sorts.of(definition.body, scope).base == "flag"
    said = speech.clause if flag else speech.noun
    name = said(head, scope)
    if name == said(definition.body, scope) or _says_itself(definition):
        return None
    inner = speech.introduced(definition.parameters, things, first=False)
    folded = speech.fold(definition.body, inner)
    called = speech.sentence(name).removesuffix(".")
    if isinstance(folded, ex.Table):
        return Item("", tuple(Item(speech.sentence(text)) for text in tables.rows(speech, folded, inner)), called + ":")
    if flag and isinstance(folded, ex.Choice):
        holds = [speech.clause(part, inner) for part in (folded.condition, folded.yes, folded.no)]
        under = (
            say("if {condition}: {what}", condition=holds[0], what=holds[1]),
            say("otherwise: {what}", what=holds[2]),
        )
        return Item(lowered(speech.sentence(say("when, as the case may be:"))),
                    tuple(Item(speech.sentence(text)) for text in under), called)  # fmt: skip
    body = said(definition.body, inner)
    if flag:
        return Item(lowered(speech.sentence(say("when {condition}", condition=body))) + ".", (), called)
    return Item(lowered(speech.sentence(body)) + ".", (), called + ":")


def _says_itself(definition: m.Definition) -> bool:
    """Is a definition no more than that one thing it is given is of another?"""
    match definition.body:
        case ex.Compare(_, "==", ex.Attribute(_, ex.Name(), _, _), ex.Name(_, name)):
            return name in definition.parameters
    return False
