"""The parts of a rulebook: what is on the table, what players may do, what may be seen, how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.rulebook import asked, picks, sentence_check, tables
from reglas.table.rulebook.book import Face, Item, Section
from reglas.table.rulebook.scope import Scope, Thing
from reglas.table.rulebook.speech import Speech
from reglas.table.rulebook.steps import Steps
from reglas.table.words import filled

PLAYER = "me"


# -- components ---------------------------------------------------------------------------------------------------


def components(speech: Speech) -> Section:
    """Cards, dice and tokens, with how many there are."""
    items: list[Item] = []
    faces: list[Face] = []
    for card in speech.model.cards.values():
        told, drawn = _cards(speech, card)
        items += told
        faces += drawn
    for dice in speech.model.dice.values():
        items.append(Item(speech.sentence(_dice(speech, dice))))
        faces += _die_faces(speech, dice)
    items += [Item(speech.sentence(text)) for token in speech.model.tokens.values() for text in _token(speech, token)]
    for kind in speech.model.kinds.values():
        if kind.ladder is not None:
            items.append(_ladder(speech, kind))
    return Section("components", speech.put(say("What you need")), tuple(items), faces=tuple(faces))


def faces_of(speech: Speech, card: m.CardType) -> Iterator[tuple[dict[str, ex.Expression], str]]:
    """Every face of a type of card and how many there are of it, in words."""
    kinds = [speech.model.kinds[word.text] for word in card.has]
    for values in product(*(_values(speech, kind) for kind in kinds)):
        env = {kind.name: value for kind, value in zip(kinds, values, strict=True)}
        yield env, _copies(speech, card, env)


def _values(speech: Speech, kind: m.Kind) -> list[ex.Expression]:
    span = kind.span
    if kind.values is not None:
        return [ex.Name(word.span, word.text) for word in kind.values]
    low = speech.folder.number(kind.range.low) if kind.range else None
    high = speech.folder.number(kind.range.high) if kind.range else None
    return [ex.Number(span, n) for n in range(low or 0, (high or 0) + 1)]


def _copies(speech: Speech, card: m.CardType, env: dict[str, ex.Expression]) -> str:
    if card.copies is None:
        return "1"
    folded = speech.folder.fold(card.copies, env)
    if isinstance(folded, ex.Number):
        return str(folded.value)
    return tables.by_players(speech, folded, Scope())


def _cards(speech: Speech, card: m.CardType) -> tuple[list[Item], list[Face]]:
    counts: dict[str, list[dict[str, ex.Expression]]] = {}
    drawn = []
    total: int | None = 0
    for env, copies in faces_of(speech, card):
        if copies == "0":
            continue
        counts.setdefault(copies, []).append(env)
        total = total + int(copies) if total is not None and copies.isdigit() else None
        drawn.append(_face(speech, card, env, copies))
    if total is None:
        lead = say("Cards:")
    else:
        lead = say("{n} cards:", n=total)
    under = tuple(Item(speech.sentence(text)) for text in _by_count(speech, counts))
    return [Item(speech.sentence(lead), under)], drawn


def _by_count(speech: Speech, counts: dict[str, list[dict[str, ex.Expression]]]) -> Iterator[Message]:
    """Of which faces there are how many: whole products of values at once where that says all."""
    for copies, envs in counts.items():
        columns = {kind: list(dict.fromkeys(_value(speech, kind, env[kind]) for env in envs)) for kind in envs[0]}
        size = 1
        for values in columns.values():
            size *= len(values)
        if size == len(envs):
            parts = [
                speech.put(say("{kind}: {values}", kind=speech.words.term("kinds", kind).one,
                               values=speech.listed(values))) if len(columns) > 1 else speech.listed(values)
                for kind, values in columns.items()
            ]  # fmt: skip
            what = "; ".join(parts)
        else:
            what = speech.listed([" ".join(_value(speech, kind, env[kind]) for kind in env) for env in envs])
        if copies.isdigit():
            yield say("{n} of each ({what})", n=copies, what=what)
        else:
            yield say("of each, {n} ({what})", n=copies, what=what)


def _value(speech: Speech, kind: str, value: ex.Expression) -> str:
    key = value.name if isinstance(value, ex.Name) else str(getattr(value, "value", ""))
    return speech.words.value(kind, key).one


def _face(speech: Speech, card: m.CardType, env: dict[str, ex.Expression], copies: str) -> Face:
    texts = {kind: _value(speech, kind, value) for kind, value in env.items()}
    terms = [speech.words.value(kind, value.name) for kind, value in env.items() if isinstance(value, ex.Name)]
    template = speech.words.card(card.name)
    text = filled(template, texts) if template else " ".join(texts.values())
    return Face(text, next((term.color for term in terms if term.color), ""), copies)


def _dice(speech: Speech, dice: m.Dice) -> Message:
    term = speech.words.term("zones", dice.name)
    count = "1" if dice.count is None else speech.noun(dice.count, Scope())
    values = _values(speech, speech.model.kinds[dice.faces.text])
    low, high = (_value(speech, dice.faces.text, value) for value in (values[0], values[-1]))
    parts = {"name": term.one, "n": count, "low": low, "high": high}
    if dice.per is not None:
        return say("For each player {n} dice with the faces {low} to {high} ({name})", **parts)
    if count == "1":
        return say("One die with the faces {low} to {high} ({name})", **parts)
    return say("{n} dice with the faces {low} to {high} ({name})", **parts)


def _die_faces(speech: Speech, dice: m.Dice) -> list[Face]:
    kind = speech.model.kinds[dice.faces.text]
    return [Face(_value(speech, kind.name, value), die=True) for value in _values(speech, kind)]


def _token(speech: Speech, token: m.Token) -> Iterator[Message]:
    term = speech.words.term("tokens", token.name)
    start = "0" if token.start is None else speech.noun(token.start, Scope())
    parts = {"things": term.many, "n": start}
    if token.per is None:
        text = say("{things}: {n} to begin with", **parts)
    elif token.per.text == "player":
        text = say("{things}: {n} for each player to begin with", **parts)
    else:
        kind = speech.words.term("kinds", token.per.text)
        text = say("{things}: {n} for each {kind} to begin with", kind=kind.one, **parts)
    limit = token.supply if token.supply is not None else token.high
    number = None if limit is None else speech.folder.number(limit)
    if token.supply is not None:
        supply = speech.noun(token.supply, Scope())
        if speech.folder.number(token.start) == number and number is not None:
            yield say("{text}, and never more", text=text)
        else:
            yield say("{text}; there are {n} in all", text=text, n=supply)
    elif number is not None and token.per is not None and number < 1000:
        yield say("{text}, and never more than {n}", text=text, n=str(number))
    else:
        yield text


def _ladder(speech: Speech, kind: m.Kind) -> Item:
    term = speech.words.term("kinds", kind.name)
    under = []
    for rung, range_ in kind.ladder or ():
        low, high = speech.folder.number(range_.low), speech.folder.number(range_.high)
        values = [speech.words.value(kind.name, f"{rung.text}-{n}").one for n in range(low or 0, (high or 0) + 1)]
        under.append(Item(speech.sentence(speech.listed(values))))
    name = term.many if term.many != kind.name else speech.put(say("values"))
    return Item(speech.sentence(say("The {things}, from the lowest to the highest:", things=name)), tuple(under))


# -- play ---------------------------------------------------------------------------------------------------------


def flow(speech: Speech, steps: Steps) -> list[Section]:
    """Setup, and the order of play."""
    before, after = _parted(speech.model, list(speech.model.flow))
    scope = Scope()
    setup = steps.told(before, scope)
    low, high = speech.model.players
    if speech.players is not None:
        players = say("{n} players", n=speech.players)
    else:
        players = say("{low} to {high} players", low=low, high=high) if low != high else say("{n} players", n=low)
    lead = speech.sentence(say("{players} can play", players=players))
    return [
        Section("setup", speech.put(say("Setting up")), setup, lead=(lead,)),
        Section("play", speech.put(say("How it is played")), steps.told(after, scope)),
    ]


def _parted(model: m.Game, steps: list[m.Step]) -> tuple[list[m.Step], list[m.Step]]:
    """What comes before the turns, and the rest; a routine called without arguments that has turns is opened."""
    for at, step in enumerate(steps):
        if isinstance(step, m.Call) and not step.routine.args and _has_turns(model, [step]):
            inner = list(model.routines[step.routine.name].steps)
            before, after = _parted(model, inner)
            return [*steps[:at], *before], [*after, *steps[at + 1 :]]
        if _has_turns(model, [step]):
            return steps[:at], steps[at:]
    return steps, []


def _has_turns(model: m.Game, steps: list[m.Step] | tuple[m.Step, ...]) -> bool:
    for step in steps:
        if isinstance(step, m.Turns | m.Until):
            return True
        if isinstance(step, m.Call) and _has_turns(model, model.routines[step.routine.name].steps):
            return True
        if any(_has_turns(model, getattr(step, part, ())) for part in ("then", "otherwise", "do")):
            return True
    return False


def actions(speech: Speech, steps: Steps) -> Section:
    """What may be done: picks, conditions, effects; a paragraph for each action."""
    parts = [_action(speech, steps, action) for action in speech.model.actions.values()
             if not speech.never(action)]  # fmt: skip
    return Section("actions", speech.put(say("What players may do")), (), parts=tuple(parts))


def _action(speech: Speech, steps: Steps, action: m.Action) -> Section:
    things = steps.given.get(action.name, ())
    named = [replace(thing, text=thing.text or steps.named(thing.sort)) for thing in things]
    scope = Scope(dict(zip(action.parameters, named, strict=False)))
    items: list[Item] = []
    chosen, inner = picks.chosen(speech, action, scope)
    items += [Item(text) for text in chosen]
    for needs, honoured in ((action.needs, False), (action.honour, not speech.model.fouls_refused)):
        items += [Item(text) for need in needs for text in _need(speech, need, inner, honoured)]
    if action.secret:
        items.append(Item(speech.sentence(say("What was chosen stays secret"))))
    steps.action = action.name
    happens = steps.told(action.do, inner)
    steps.action = ""
    items += happens or (Item(speech.sentence(say("Nothing else happens"))),)
    title = asked.action_name(speech, action.name)
    return Section(f"action-{action.name}", title[:1].upper() + title[1:], tuple(items))


def _need(speech: Speech, need: m.Condition, scope: Scope, honoured: bool) -> Iterator[str]:
    folded = speech.fold(need.test, scope)
    if isinstance(folded, ex.Truth) and folded.value:
        return
    condition = speech.clause(need.test, scope)
    if honoured:
        text = say("By the rules only if {condition}; who does it all the same breaks a rule", condition=condition)
    else:
        text = say("Only if {condition}", condition=condition)
    yield speech.sentence(text)


# -- seeing and ending --------------------------------------------------------------------------------------------


def sight(speech: Speech) -> Section:
    """Who sees what."""
    items = []
    for zone in speech.model.zones.values():
        items.append(Item(speech.sentence(_seen(speech, zone.name, zone.seen_by, zone.layout))))
    for dice in speech.model.dice.values():
        items.append(Item(speech.sentence(_seen(speech, dice.name, dice.seen_by, ""))))
    items += [Item(speech.sentence(text)) for text in _remembered(speech)]
    return Section("sight", speech.put(say("Who sees what")), tuple(items))


def _remembered(speech: Speech) -> Iterator[Message]:
    """What is kept in mind during the game, and by whom."""
    seen: dict[str, list[str]] = {}
    for memory in speech.model.memory.values():
        name = ex.Name(memory.span, memory.name)
        told = memory.seen_by != "everyone" or speech.words.has("memory", memory.name) or speech.phrased(name)
        if told:
            seen.setdefault(memory.seen_by, []).append(speech.remembered(name))
    for by, things in seen.items():
        listed = speech.listed(things)
        if by == "everyone":
            yield say("Everybody may know: {things}", things=listed)
        elif by == "owner":
            yield say("Only the player concerned knows: {things}", things=listed)
        elif by == "others":
            yield say("All but the player concerned know: {things}", things=listed)
        else:
            yield say("Nobody is told: {things}", things=listed)


def _seen(speech: Speech, name: str, by: str, layout: str) -> Message:
    term = speech.words.term("zones", name)
    seen = {"nobody": say("nobody may look"), "owner": say("only their owner may look"),
            "others": say("in sight of all but their owner"), "everyone": say("in sight of everybody")}[by]  # fmt: skip
    if name in speech.model.dice:
        return say("{zone}: {seen}", zone=term.one, seen=seen)
    name_told = term.one
    per = speech.model.per(name)
    if per is not None:
        each = speech.put(say("player")) if per.text == "player" else speech.words.term("kinds", per.text).one
        name_told = speech.put(say("{zone} of each {kind}", zone=term.one, kind=each))
    lies = {"pile": say("cards in a pile"), "row": say("cards in a row, which keep their places"),
            "hand": say("cards held in the hand, in any order")}[layout]  # fmt: skip
    return say("{zone}: {lies}; {seen}", zone=name_told, lies=lies, seen=seen)


def ends(speech: Speech) -> Section:
    """When the game is over, and who has won."""
    items = []
    found = sorted(speech.model.ends.values(), key=lambda end: end.when is None)
    for end in found:
        items.append(Item(speech.sentence(_end_when(speech, end)), tuple(_outcome(speech, end))))
    several = sum(end.when is not None for end in found) > 1
    lead = (speech.sentence(say("Where two of these come at once, the one written first counts")),) if several else ()
    return Section("ends", speech.put(say("The end")), tuple(items), lead=lead)


def _end_when(speech: Speech, end: m.End) -> Message:
    if end.when is None:
        return say("When the game has run its course ({reason}):", reason=speech.words.end(end.name))
    condition, reason = speech.clause(end.when, Scope()), speech.words.end(end.name)
    if condition == reason:
        return say("As soon as {condition}:", condition=condition)
    return say("As soon as {condition} ({reason}):", condition=condition, reason=reason)


def _outcome(speech: Speech, end: m.End) -> Iterator[Item]:
    results = {"won": say("All win together"), "lost": say("All lose together"), "done": say("The game is over")}
    if end.winners is not None:
        yield Item(speech.sentence(say("Winners: {players}", players=speech.noun(end.winners, Scope()))))
    elif end.outcome in results and not (end.score is not None and end.score.parameter):
        yield Item(speech.sentence(results[end.outcome]))
    for scoring, ranks in ((end.score, False), (end.rank_by, True)):
        if scoring is not None:
            yield Item(speech.sentence(_score(speech, scoring, ranks)))
    best = end.rank_by or end.score
    if best is not None and best.parameter and end.winners is None:
        text = say("The lowest number wins") if end.best == "low" else say("The highest number wins")
        yield Item(speech.sentence(text))


def _score(speech: Speech, scoring: m.Scoring, ranks: bool) -> Message:
    scope = Scope()
    if scoring.parameter is not None:
        player = Thing(speech.sorts.of(ex.Name(scoring.span, "me"), scope), speech.put(say("each player")))
        scope = scope.bind({scoring.parameter: player})
    value = speech.noun(scoring.value, scope)
    if ranks:
        return say("What counts for winning: {value}", value=value)
    return say("Points: {value}", value=value)


def options(speech: Speech) -> Section:
    """The options in force."""
    items = []
    for option in speech.model.options.values():
        label = speech.words.option(option.name)
        items.append(Item(speech.sentence(say("{option}: {value}", option=label, value=_setting(speech, option)))))
    return Section("options", speech.put(say("Options in force")), tuple(items))


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
            items = steps.told(routine.steps, speech.introduced(routine.parameters, things, first=False))
            parts[name] = Section(f"passage-{name}", title[:1].upper() + title[1:], items)
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
    if name == said(definition.body, scope):
        return None
    body = said(definition.body, speech.introduced(definition.parameters, things, first=False))
    return Item(speech.sentence(say("\u201c{name}\u201d means: {body}", name=name, body=body)))
