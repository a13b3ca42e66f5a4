"""Two games compared by what they mean: layout, comments, quotes and words at the table do not count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from reglas.language.unparse import unparse
from reglas.reading.messages import Message, say
from reglas.reading.source import Span
from reglas.reading.tree import Scalar
from reglas.spec import model as m
from reglas.spec.told_steps import Line, Part, shown, step_lines


@dataclass(frozen=True)
class Difference:
    """What differs, in words, and the lines that only one of both has."""

    section: str
    name: str
    what: Message
    one: tuple[Line, ...]
    other: tuple[Line, ...]


@dataclass
class Thing:
    """A thing of a game: what it is called, and its lines, by their part."""

    section: str
    name: str
    title: Message
    parts: dict[str, list[Line]] = field(default_factory=dict)

    def put(self, part: str, value: Part, span: Span) -> None:
        """A part on a line; none where there is none."""
        if value is not None:
            own = None if isinstance(value, int | str) else getattr(value, "span", None)
            self.parts[part] = [(shown(value), own if isinstance(own, Span) else span)]


def compare(one: m.Game, other: m.Game) -> list[Difference]:
    """The differences of two games, in the order of the first, then what only the second has."""
    first, second = ({(t.section, t.name): t for t in things(game)} for game in (one, other))
    found: list[Difference] = []
    for key in [*first, *(key for key in second if key not in first)]:
        found += _differences(first.get(key), second.get(key))
    return found


def _differences(one: Thing | None, other: Thing | None) -> Iterator[Difference]:
    thing = one or other
    assert thing is not None
    if one is None or other is None:
        lines = tuple((f"{part}: {text}" if len(rows) == 1 and part else text, span)
                      for part, rows in thing.parts.items() for text, span in rows)  # fmt: skip
        if one is None:
            yield Difference(thing.section, thing.name, say("{thing} is added", thing=thing.title), (), lines)
        else:
            yield Difference(thing.section, thing.name, say("{thing} is gone", thing=thing.title), lines, ())
        return
    for part in dict.fromkeys((*one.parts, *other.parts)):
        before, after = one.parts.get(part, []), other.parts.get(part, [])
        gone, come = _apart(before, after)
        if gone or come:
            what = say("{thing}, `{part}`", thing=thing.title, part=part) if part else thing.title
            yield Difference(thing.section, thing.name, what, gone, come)


def _apart(before: list[Line], after: list[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines that only one of both has."""
    texts = [text for text, _ in before], [text for text, _ in after]
    gone: list[Line] = []
    come: list[Line] = []
    for tag, low, high, start, end in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += before[low:high]
            come += after[start:end]
    return tuple(gone), tuple(come)


# -- the things of a game ---------------------------------------------------------------------------------------------


def things(game: m.Game) -> Iterator[Thing]:
    """Everything that a game is made of."""
    players = Thing("players", "", say("the number of players"))
    low, high = game.players
    players.put("", f"{low}..{high}", game.players_span)
    yield players
    yield from _settings(game)
    yield from _components(game)
    yield from _cells(game)
    for definition in game.definitions.values():
        thing = Thing("define", definition.name, say("the definition `{name}`", name=definition.name))
        given = f"({', '.join(definition.parameters)})" if definition.parameters else ""
        thing.put("", f"{definition.name}{given}: {unparse(definition.body)}", definition.span)
        yield thing
    yield from _doings(game)
    yield from _ends(game)


def _settings(game: m.Game) -> Iterator[Thing]:
    for option in game.options.values():
        thing = Thing("options", option.name, say("the option `{name}`", name=option.name))
        thing.put("default", option.default, option.span)
        thing.put("range", option.range, option.span)
        thing.put("choices", None if option.choices is None else _words(option.choices), option.span)
        yield thing
    fouls = Thing("options", "fouls", say("what breaks a rule"))
    fouls.put("", "refused" if game.fouls_refused else "allowed", game.span)
    yield fouls
    for kind in game.kinds.values():
        thing = Thing("kinds", kind.name, say("the kind `{name}`", name=kind.name))
        thing.put("", None if kind.values is None else _words(kind.values), kind.span)
        if kind.range is not None:
            thing.put("", kind.range, kind.span)
        thing.parts.update({"": [(f"{rung.text}: {shown(span)}", rung.span) for rung, span in kind.ladder]}
                           if kind.ladder else {})  # fmt: skip
        yield thing


def _components(game: m.Game) -> Iterator[Thing]:
    for card in game.cards.values():
        thing = Thing("cards", card.name, say("the cards `{name}`", name=card.name))
        thing.put("has", _words(card.has), card.span)
        thing.put("copies", card.copies, card.copies_span)
        yield thing
    for dice in game.dice.values():
        thing = Thing("dice", dice.name, say("the dice `{name}`", name=dice.name))
        thing.put("faces", dice.faces, dice.span)
        thing.put("count", dice.count, dice.span)
        thing.put("per", dice.per, dice.span)
        thing.put("seen_by", dice.seen_by, dice.seen_by_span)
        yield thing
    for zone in game.zones.values():
        thing = Thing("zones", zone.name, say("the zone `{name}`", name=zone.name))
        thing.put("of", zone.of, zone.span)
        thing.put("layout", zone.layout, zone.span)
        thing.put("per", zone.per, zone.span)
        thing.put("seen_by", zone.seen_by, zone.seen_by_span)
        thing.put("most", zone.most, zone.span)
        yield thing


def _cells(game: m.Game) -> Iterator[Thing]:
    for token in game.tokens.values():
        thing = Thing("tokens", token.name, say("the tokens `{name}`", name=token.name))
        for part, value in (("per", token.per), ("start", token.start), ("min", token.low), ("max", token.high),
                            ("supply", token.supply)):  # fmt: skip
            thing.put(part, value, token.span)
        yield thing
    for memory in game.memory.values():
        thing = Thing("memory", memory.name, say("the memory `{name}`", name=memory.name))
        fields = memory.fields
        record = None if fields is None else ", ".join(f"{name.text}: {_scalar(of)}" for name, of in fields)
        parts: tuple[tuple[str, Part], ...] = (
            ("of", _scalar(memory.of)),
            ("list", _scalar(memory.listed)),
            ("list of", record),
            ("per", memory.per),
            ("optional", "true" if memory.optional else None),
            ("start", memory.start),
            ("seen_by", memory.seen_by),
            ("newest" if memory.newest else "most", memory.most),
        )
        for key, said in parts:
            thing.put(key, said, memory.span)
        yield thing


def _doings(game: m.Game) -> Iterator[Thing]:
    for action in game.actions.values():
        thing = Thing("actions", action.name, say("the action `{name}`", name=action.name))
        thing.put("is given", ", ".join(action.parameters) or None, action.span)
        thing.parts["pick"] = [(f"{pick.name}: {shown(pick.domain)}", pick.span) for pick in action.picks]
        for part, conditions in (("needs", action.needs), ("honour", action.honour)):
            thing.parts[part] = [(f"{c.name}: {unparse(c.test)}", c.span) for c in conditions]
        thing.put("seen_by", "owner" if action.secret else None, action.span)
        thing.parts["do"] = list(step_lines(action.do))
        yield thing
    for routine in game.routines.values():
        thing = Thing("routines", routine.name, say("the routine `{name}`", name=routine.name))
        thing.put("is given", ", ".join(routine.parameters) or None, routine.span)
        thing.parts[""] = list(step_lines(routine.steps))
        yield thing
    flow = Thing("flow", "", say("the flow"))
    flow.parts[""] = list(step_lines(game.flow))
    yield flow


def _ends(game: m.Game) -> Iterator[Thing]:
    for end in game.ends.values():
        thing = Thing("end", end.name, say("the end `{name}`", name=end.name))
        for part, value in (("when", end.when), ("outcome", end.outcome or None), ("winners", end.winners),
                            ("best", end.best or None)):  # fmt: skip
            thing.put(part, value, end.span)
        for part, scoring in (("score", end.score), ("rank_by", end.rank_by)):
            if scoring is not None:
                given = f"({scoring.parameter})" if scoring.parameter else ""
                thing.put(part + given, scoring.value, scoring.span)
        yield thing
    order = Thing("end", "", say("which end is looked at first"))
    order.put("", ", ".join(game.ends), next(iter(game.ends.values())).span if game.ends else game.span)
    yield order


def _words(words: tuple[m.Word, ...]) -> str:
    return f"[{', '.join(word.text for word in words)}]"


def _scalar(node: Scalar | None) -> str | None:
    return None if node is None else " ".join(node.text.split())
