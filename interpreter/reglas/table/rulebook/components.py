"""What a game is played with: cards, dice and tokens, how many there are of each, and what they look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.spec import model as m
from reglas.table.grammar import Term
from reglas.table.rulebook import tables
from reglas.table.rulebook.address import lowered
from reglas.table.rulebook.book import Face, Item, Section
from reglas.table.rulebook.scope import Scope
from reglas.table.rulebook.speech import Speech
from reglas.table.words import filled

Env: TypeAlias = "dict[str, ex.Expression]"
"""A face of a card: the value of each of its kinds."""

Copies: TypeAlias = "list[tuple[Env, str]]"
"""Faces of cards with how many there are of each."""


def components(speech: Speech) -> Section:
    """Cards, dice and tokens, with how many there are."""
    items: list[Item] = []
    faces: list[Face] = []
    across = 0
    for card in speech.model.cards.values():
        found = [(env, copies) for env, copies in faces_of(speech, card) if copies != "0"]
        items.append(_cards(speech, found))
        found, across = _in_rows(found)
        faces += [_face(speech, card, env, copies) for env, copies in found]
    for dice in speech.model.dice.values():
        items.append(Item(speech.sentence(_dice(speech, dice))))
    for dice in {each.faces.text: each for each in speech.model.dice.values()}.values():
        faces += _die_faces(speech, dice)
    items += [Item(speech.sentence(text)) for text in _tokens(speech)]
    for kind in speech.model.kinds.values():
        if kind.ladder is not None:
            items.append(_ladder(speech, kind))
    return Section("components", speech.put(say("What you need")), tuple(items), faces=tuple(faces), across=across)


def _in_rows(found: Copies) -> tuple[Copies, int]:
    """Cards of two kinds in rows, a row for each value of the kind that has fewer, and how long a row is."""
    if not found or len(found[0][0]) != 2 or not _whole(found):
        return found, 0
    sizes = {kind: len({_key(env[kind]) for env, _ in found}) for kind in found[0][0]}
    outer = min(sizes, key=lambda kind: sizes[kind])
    values = list(dict.fromkeys(_key(env[outer]) for env, _ in found))
    rows = sorted(found, key=lambda each: values.index(_key(each[0][outer])))
    return rows, len(found) // len(values)


# -- cards --------------------------------------------------------------------------------------------------------


def faces_of(speech: Speech, card: m.CardType) -> Iterator[tuple[Env, str]]:
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


def _copies(speech: Speech, card: m.CardType, env: Env) -> str:
    if card.copies is None:
        return "1"
    folded = speech.folder.fold(card.copies, env)
    if isinstance(folded, ex.Number):
        return str(folded.value)
    return tables.by_players(speech, folded, Scope())


def _cards(speech: Speech, found: Copies) -> Item:
    """The cards of one type: how many in all, and of which faces how many."""
    counts = [copies for _, copies in found]
    settled = all(copies.isdigit() for copies in counts)
    lead = say("{n} cards", n=sum(map(int, counts))) if settled else say("Cards")
    kinds = list(found[0][0]) if found else []
    if len(kinds) > 1 and len(set(counts)) == 1 and _whole(found):
        if not settled:
            return Item(speech.sentence(say("{cards}: {what}; of each, {n}", cards=lead, what=_product(speech, found),
                                            n=counts[0])))  # fmt: skip
        return Item(speech.sentence(say("{cards}, {n} of each: {what}", cards=lead, what=_product(speech, found),
                                        n=_number(speech, counts[0]))))  # fmt: skip
    if len(kinds) < 2 or len(set(counts)) == 1:
        told = list(_by_count(speech, found))
        if len(told) == 1:
            return Item(speech.sentence(say("{cards}: {what}", cards=lead, what=told[0])))
        return Item(speech.sentence(say("{cards}:", cards=lead)), tuple(Item(speech.sentence(text)) for text in told))
    groups = tuple(_grouped(speech, found, kinds))
    if len(groups) == 1:
        text = say("{cards}, {these}", cards=lead, these=lowered(groups[0].text))
        return Item(speech.sentence(text), groups[0].under)
    return Item(speech.sentence(say("{cards}:", cards=lead)), groups)


def _number(speech: Speech, copies: str) -> str:
    """How many of each."""
    return speech.put(say("one")) if copies == "1" else speech.spelled(copies)


def _columns(speech: Speech, envs: Sequence[Env]) -> dict[str, list[str]]:
    """The values that there are of each kind."""
    return {kind: list(dict.fromkeys(value_name(speech, kind, env[kind]) for env in envs)) for kind in envs[0]}


def _whole(found: Copies) -> bool:
    """Is there a card for each combination of the values?"""
    size = 1
    for kind in found[0][0]:
        size *= len({_key(env[kind]) for env, _ in found})
    return size == len(found)


def _product(speech: Speech, found: Copies) -> str:
    """Every combination of values: `in each kind (this, that), one and another`."""
    columns = _columns(speech, [env for env, _ in found])
    first, *others = columns
    in_each = [speech.put(say("in each {kind} ({values})", kind=speech.words.term("kinds", kind).one,
                              values=speech.listed(columns[kind]))) for kind in others]  # fmt: skip
    return ", ".join([*in_each, speech.listed(columns[first])])


def _grouped(speech: Speech, found: Copies, kinds: Sequence[str]) -> Iterator[Item]:
    """Cards by the kind by whose values they differ least: `in each kind (this, that): three with the number 1`."""
    profiles = {kind: _profiles(speech, found, kind) for kind in kinds}
    kind = min(kinds, key=lambda each: len(profiles[each]))
    term = speech.words.term("kinds", kind)
    for values, rest in profiles[kind]:
        listed = speech.listed(values)
        lead = say("In each {kind} ({values}):", kind=term.one, values=listed)
        if len(profiles[kind]) > 1:
            lead = say("In {values}, each:", values=listed) if len(values) > 1 else say("In {values}:", values=listed)
        yield Item(speech.sentence(lead), tuple(Item(speech.sentence(text)) for text in _by_count(speech, rest)))


def _profiles(speech: Speech, found: Copies, kind: str) -> list[tuple[list[str], Copies]]:
    """The values of a kind, those together of which there are the same cards otherwise."""
    by_value: dict[str, Copies] = {}
    for env, copies in found:
        rest = {name: value for name, value in env.items() if name != kind}
        by_value.setdefault(value_name(speech, kind, env[kind]), []).append((rest, copies))
    profiles: list[tuple[list[str], Copies]] = []
    for value, rest_of in by_value.items():
        same = next((values for values, other in profiles if other == rest_of), None)
        if same is not None:
            same.append(value)
        else:
            profiles.append(([value], rest_of))
    return profiles


def _by_count(speech: Speech, found: Copies) -> Iterator[Message]:
    """Of which faces there are how many: whole products of values at once where that says all."""
    counts: dict[str, list[Env]] = {}
    for env, copies in found:
        counts.setdefault(copies, []).append(env)
    for copies, envs in counts.items():
        kinds = list(envs[0])
        if len(envs) == 1 and len(kinds) == 1 and isinstance(envs[0][kinds[0]], ex.Name) and copies.isdigit():
            yield say("{things}", things=speech.counted(copies, _value(speech, kinds[0], envs[0][kinds[0]])))
        elif len(kinds) == 1:
            values = _columns(speech, envs)[kinds[0]]
            yield _of_kind(speech, copies, kinds[0], values, isinstance(envs[0][kinds[0]], ex.Number))
        elif _whole([(env, copies) for env in envs]):
            yield _so_many(speech, copies, _product(speech, [(env, copies) for env in envs]), one=False)
        else:
            what = speech.listed([" ".join(value_name(speech, kind, env[kind]) for kind in env) for env in envs])
            yield _so_many(speech, copies, what, one=False)


def _of_kind(speech: Speech, copies: str, kind: str, values: Sequence[str], numbers: bool) -> Message:
    """So many with these values of a kind."""
    one = len(values) == 1
    if not numbers:
        return _so_many(speech, copies, speech.listed(values), one)
    the = speech.grammar.the(speech.words.term("kinds", kind), many=not one)
    if copies == "1" and one:
        return say("one with {the_number} {value}", the_number=the, value=values[0])
    parts = {"n": _number(speech, copies), "the_number": the, "value": speech.listed(values)}
    if one:
        return say("{n} with {the_number} {value}", **parts)
    return say("{n} each with {the_number} {value}", **parts)


def _so_many(speech: Speech, copies: str, what: str, one: bool) -> Message:
    if copies == "1":
        return say("one of {what}", what=what) if one else say("one each of {what}", what=what)
    if copies.isdigit():
        parts = {"n": speech.spelled(copies), "what": what}
        return say("{n} of {what}", **parts) if one else say("{n} each of {what}", **parts)
    return say("of {what}, each {n}", n=copies, what=what)


def _key(value: ex.Expression) -> str:
    """A value as words have it."""
    return value.name if isinstance(value, ex.Name) else str(getattr(value, "value", ""))


def _value(speech: Speech, kind: str, value: ex.Expression) -> Term:
    return speech.words.value(kind, _key(value))


def value_name(speech: Speech, kind: str, value: ex.Expression) -> str:
    """What a value is called."""
    return _value(speech, kind, value).one


def _face(speech: Speech, card: m.CardType, env: Env, copies: str) -> Face:
    terms = {kind: _value(speech, kind, value) for kind, value in env.items()}
    template = speech.words.card(card.name)
    texts = {kind: term.one for kind, term in terms.items()}
    text = filled(template, texts) if template else " ".join(texts.values())
    order = sorted(terms, key=lambda kind: (template or "").find("{" + kind + "}"))
    signs = tuple(terms[kind].sign or (terms[kind].one if len(terms[kind].one) < 3 else "") for kind in order)
    return Face(text, next((term.color for term in terms.values() if term.color), ""), copies,
                signs=tuple(sign for sign in signs if sign))  # fmt: skip


def face_of_value(speech: Speech, kind: str, value: ex.Expression) -> Face | None:
    """The card or the die that shows a value, where a value is all that one shows."""
    for card in speech.model.cards.values():
        if [word.text for word in card.has] == [kind]:
            return _face(speech, card, {kind: value}, "")
    if any(dice.faces.text == kind for dice in speech.model.dice.values()):
        return Face(value_name(speech, kind, value), die=True)
    return None


# -- dice and tokens ----------------------------------------------------------------------------------------------


def _dice(speech: Speech, dice: m.Dice) -> Message:
    term = speech.words.term("zones", dice.name)
    count = "1" if dice.count is None else speech.noun(dice.count, Scope())
    values = _values(speech, speech.model.kinds[dice.faces.text])
    low, high = (value_name(speech, dice.faces.text, value) for value in (values[0], values[-1]))
    parts = {"name": term.one, "n": speech.spelled(count), "low": low, "high": high}
    if not count.isdigit():
        return say("Dice with faces from {low} to {high} (the {name}): {n}", **parts) if dice.per is None else say(
            "Dice for each player, with faces from {low} to {high} (the {name}): {n}", **parts)  # fmt: skip
    if dice.per is not None:
        if count == "1":
            return say("One die for each player, with faces from {low} to {high} (the {name})", **parts)
        return say("{n} dice for each player, with faces from {low} to {high} (the {name})", **parts)
    if count == "1":
        return say("One more die, with faces from {low} to {high} (the {name})", **parts)
    return say("{n} dice with faces from {low} to {high} (the {name})", **parts)


def _die_faces(speech: Speech, dice: m.Dice) -> list[Face]:
    kind = speech.model.kinds[dice.faces.text]
    return [Face(value_name(speech, kind.name, value), die=True) for value in _values(speech, kind)]


def _tokens(speech: Speech) -> Iterator[Message]:
    """Tokens by their number; what begins at nothing without a limit is counted on paper."""
    counted: list[str] = []
    for token in speech.model.tokens.values():
        if on_paper(speech, token):
            counted.append(speech.grammar.the(speech.words.term("tokens", token.name), many=True))
        else:
            yield _token(speech, token)
    if counted:
        yield say("Pencil and paper, to keep count of {things}", things=speech.listed(counted))


def on_paper(speech: Speech, token: m.Token) -> bool:
    """Is a token no thing on the table, but a number that grows?"""
    start = speech.folder.number(token.start) if token.start is not None else 0
    return start == 0 and token.supply is None


def _token(speech: Speech, token: m.Token) -> Message:
    term = speech.words.term("tokens", token.name)
    start = "0" if token.start is None else speech.noun(token.start, Scope())
    settled = start.isdigit()
    text = speech.counted(start, term) if settled else f"{term.many}: {start}"
    if token.per is not None:
        each = say("player") if token.per.text == "player" else speech.words.term("kinds", token.per.text).one
        text = speech.put(say("{things} for each {kind}", things=text, kind=each))
    limit = token.supply if token.supply is not None else token.high
    number = None if limit is None else speech.folder.number(limit)
    if token.supply is not None:
        if str(number) == start:
            return say("{text}, and there are never more", text=text)
        return say("{text} to begin with; there are {n} in all", text=text, n=speech.noun(token.supply, Scope()))
    if number is not None and token.per is not None and number < MANY:
        return say("{text}, and never more than {n}", text=text, n=str(number))
    return say("{text}", text=text)


MANY = 1000
"""A limit from here on is no limit at a table."""


def _ladder(speech: Speech, kind: m.Kind) -> Item:
    term = speech.words.term("kinds", kind.name)
    under = []
    for rung, range_ in kind.ladder or ():
        low, high = speech.folder.number(range_.low), speech.folder.number(range_.high)
        values = [speech.words.value(kind.name, f"{rung.text}-{n}").one for n in range(low or 0, (high or 0) + 1)]
        under.append(Item(speech.sentence(speech.listed(values))))
    name = term.many if term.many != kind.name else speech.put(say("values"))
    return Item(speech.sentence(say("The {things}, from the lowest to the highest:", things=name)), tuple(under))
