"""The sentences that words may give for expressions: each is for one expression and no other.

A sentence stands under the expression that it says. Where a variant changes the expression, the sentence is not
found any more and the rule is told in general words, so a sentence never says what the spec does not. Names in a key
that mean nothing in the game stand for whatever is written there, and `{name}` puts it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from reglas.language import expressions as ex
from reglas.language.parser import parse_expression
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Span
from reglas.reading.tree import Mapping as Tree
from reglas.reading.tree import Scalar
from reglas.spec.model import Game

BUILT_IN = frozenset({"me", "others", "players", "seats", "everyone", "foul", "direction", "forward", "backward"})


@dataclass(frozen=True)
class Phrase:
    """A sentence for an expression."""

    key: Scalar
    pattern: ex.Expression
    text: str

    @property
    def parts(self) -> list[str]:
        """The names that the sentence puts in."""
        return re.findall(r"\{(\w+)\}", self.text)


def known(model: Game) -> frozenset[str]:
    """The names that mean something everywhere in a game."""
    names = set(BUILT_IN)
    names |= set(model.routines)
    for section in (model.options, model.kinds, model.dice, model.zones, model.tokens, model.memory, model.definitions):
        names |= set(section)
    for kind in model.kinds.values():
        names |= {word.text for word in (*(kind.values or ()), *(rung for rung, _ in kind.ladder or ()))}
    for option in model.options.values():
        names |= {word.text for word in option.choices or ()}
    return frozenset(names)


def phrases(words: Tree | None) -> list[Phrase]:
    """The sentences under `rules` in the words of a language; keys that cannot be read are left out."""
    section = words.get("rules") if words is not None else None
    found = []
    for entry in section if isinstance(section, Tree) else ():
        pattern = parse_expression(entry.key, Diagnostics())
        if pattern is not None and isinstance(entry.value, Scalar):
            found.append(Phrase(entry.key, pattern, " ".join(entry.value.text.split())))
    return found


class Phrasebook:
    """Looks up the sentence for an expression."""

    def __init__(self, model: Game, words: Tree | None) -> None:
        self.known = known(model)
        self.phrases = phrases(words)

    def find(self, expr: ex.Expression) -> tuple[Phrase, dict[str, ex.Expression]] | None:
        """The sentence for an expression and what its names stand for."""
        for phrase in self.phrases:
            bound: dict[str, ex.Expression] = {}
            if matches(phrase.pattern, expr, self.known, bound):
                return phrase, bound
        return None


def matches(pattern: object, part: object, fixed: frozenset[str], bound: dict[str, ex.Expression]) -> bool:
    """Does a part of an expression look like a pattern? `bound` takes what its free names stand for."""
    if isinstance(pattern, ex.Name) and pattern.name not in fixed:
        if not is_dataclass(part) or isinstance(part, ex.Binding | ex.Case):
            return False
        return bound.setdefault(pattern.name, part) == part  # type: ignore[arg-type]
    if isinstance(pattern, ex.Binding) and isinstance(part, ex.Binding):
        bound[pattern.variable] = ex.Name(part.variable_span, part.variable)
        both = ((pattern.group, part.group), (pattern.where, part.where))
        return all(matches(a, b, fixed, bound) for a, b in both)
    if type(pattern) is not type(part):
        return False
    if isinstance(pattern, tuple) and isinstance(part, tuple):
        return len(pattern) == len(part) and all(
            matches(a, b, fixed, bound) for a, b in zip(pattern, part, strict=True)
        )
    if not is_dataclass(pattern) or isinstance(pattern, Span):
        return isinstance(pattern, Span) or pattern == part
    # A binding comes before what is said of it, so that its name is known there.
    names = sorted((each.name for each in fields(pattern)), key=lambda name: name != "binding")
    return all(matches(getattr(pattern, name), getattr(part, name), fixed, bound) for name in names)


def expressions_in(part: object) -> Iterator[ex.Expression]:
    """Every expression anywhere in a part of a model, whole ones before their parts."""
    if isinstance(part, Mapping):
        part = tuple(part.values())
    if isinstance(part, tuple):
        for item in part:
            yield from expressions_in(item)
    elif is_dataclass(part) and not isinstance(part, Span | Scalar):
        if type(part).__module__ == ex.__name__ and not isinstance(part, ex.Binding | ex.Case | ex.Domain | ex.Range):
            yield part  # type: ignore[misc]
        for each in fields(part):
            yield from expressions_in(getattr(part, each.name))
