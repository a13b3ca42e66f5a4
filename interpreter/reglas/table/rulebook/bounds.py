"""How low and how high a number of a game can be, as far as that is plain from its spec."""

from __future__ import annotations

from typing import TypeAlias

from reglas.language import expressions as ex
from reglas.spec import model as m
from reglas.table.rulebook.components import faces_of
from reglas.table.rulebook.speech import Speech

Range: TypeAlias = "tuple[int, int] | None"


def bounds(speech: Speech, expr: ex.Expression) -> Range:
    """The lowest and the highest value of an expression; None where that is not plain."""
    match speech.folder.fold(expr):
        case ex.Number(_, value):
            return value, value
        case ex.Negative(_, value):
            inner = bounds(speech, value)
            return None if inner is None else (-inner[1], -inner[0])
        case ex.Arithmetic(_, op, left, right):
            return _arithmetic(op, bounds(speech, left), bounds(speech, right))
        case ex.Choice(_, _, yes, no):
            return _either([bounds(speech, yes), bounds(speech, no)])
        case ex.Table(_, _, cases, otherwise):
            others = [] if otherwise is None else [bounds(speech, otherwise)]
            return _either([*(bounds(speech, case.value) for case in cases), *others])
        case ex.Quantifier(_, "sum", body, binding):
            return _sum(speech, body, binding)
        case ex.Apply(_, name, _, _) | ex.Name(_, name) if name in speech.model.definitions:
            return bounds(speech, speech.model.definitions[name].body)
        case ex.Apply(_, name, _, _) | ex.Name(_, name) if name in speech.model.tokens:
            return _token(speech, speech.model.tokens[name])
    return None


def _token(speech: Speech, token: m.Token) -> Range:
    limit = token.supply if token.supply is not None else token.high
    low = 0 if token.low is None else speech.folder.number(token.low)
    high = None if limit is None else speech.folder.number(limit)
    return None if low is None or high is None else (low, high)


def _sum(speech: Speech, body: ex.Expression, binding: ex.Binding) -> Range:
    """A sum over cards of a zone: as many as there are in all."""
    group = binding.group
    zone = speech.model.zones.get(group.name) if isinstance(group, ex.Name | ex.Apply) else None
    each = bounds(speech, body)
    if zone is None or each is None:
        return None
    copies = [copies for _, copies in faces_of(speech, speech.model.cards[zone.of.text])]
    if not all(number.isdigit() for number in copies):
        return None
    most = sum(map(int, copies))
    return min(0, most * each[0]), max(0, most * each[1])


def _either(found: list[Range]) -> Range:
    known = [each for each in found if each is not None]
    if len(known) < len(found) or not known:
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _arithmetic(op: str, left: Range, right: Range) -> Range:
    if left is None or right is None:
        return None
    if op == "+":
        return left[0] + right[0], left[1] + right[1]
    if op == "-":
        return left[0] - right[1], left[1] - right[0]
    if op == "*":
        products = [a * b for a in left for b in right]
        return min(products), max(products)
    return None
