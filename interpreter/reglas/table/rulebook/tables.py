"""Tables of values, and numbers that depend on how many play, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import Message, say
from reglas.table.rulebook.scope import Scope

if TYPE_CHECKING:
    from reglas.table.rulebook.speech import Speech


def by_players(speech: Speech, expr: ex.Expression, scope: Scope) -> str:
    """A number for each number of players, where it depends on nothing else; else the expression in words."""
    low, high = speech.model.players
    found: dict[int, list[int]] = {}
    for players in range(low, high + 1):
        number = speech.folder.with_players(players).number(expr)
        if number is None:
            return speech.noun(expr, scope)
        found.setdefault(number, []).append(players)
    if len(found) == 1:
        return str(next(iter(found)))
    parts = [
        speech.put(say("{value} with {players} players", value=str(value), players=spans(speech, counts)))
        for value, counts in found.items()
    ]
    return ", ".join(parts)


def spans(speech: Speech, numbers: list[int]) -> str:
    """Numbers in a row shortened: `2 to 4`, `2 or 3`."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return speech.put(say("{low} to {high}", low=numbers[0], high=numbers[-1]))
    return speech.listed([str(number) for number in numbers], either=True)


def in_words(speech: Speech, table: ex.Table, scope: Scope) -> str:
    """A table: each value with the cases it is for."""
    counting = _counts_players(table.subject)
    parts = []
    for value, cases in _by_value(speech, table, scope):
        each = speech.listed(cases, either=True)
        if counting:
            parts.append(speech.put(say("{value} with {players} players", value=value, players=each)))
        else:
            parts.append(speech.put(say("{value} for {cases}", value=value, cases=each)))
    if table.otherwise is not None:
        rest = speech.noun(table.otherwise, scope)
        more = counting and _from_the_lowest(speech, table)
        parts.append(speech.put(say("{value} with more", value=rest) if more else say("{value} otherwise", value=rest)))
    text = ", ".join(parts)
    if counting:
        return text
    return speech.put(say("by {subject}: {cases}", subject=speech.noun(table.subject, scope), cases=text))


def rows(speech: Speech, table: ex.Table, scope: Scope) -> Iterator[Message]:
    """A table line by line; values that are worth what is written on them, in one line."""
    kind = speech.sorts.of(table.subject, scope).name
    written: list[tuple[str, str]] = []
    rest: list[ex.Case] = []
    for case in table.cases:
        value = speech.noun(case.value, scope)
        sign = speech.words.value(kind, case.low.name).sign if isinstance(case.low, ex.Name) else ""
        if case.low == case.high and sign == value:
            written.append((_value(speech, case.low, kind, scope), value))
        else:
            rest.append(case)
    if len(written) < 3:
        written, rest = [], list(table.cases)
    for value, cases in _by_value(speech, replace(table, cases=tuple(rest)), scope):
        yield say("{cases}: {value}", cases=speech.listed(cases, either=True), value=value)
    if written:
        first, last = written[0], written[-1]
        yield say("from {low} to {high}: what is written on them, {least} to {most}", low=first[0], high=last[0],
                  least=first[1], most=last[1])  # fmt: skip
    if table.otherwise is not None:
        yield say("all others: {value}", value=speech.noun(table.otherwise, scope))


def _by_value(speech: Speech, table: ex.Table, scope: Scope) -> list[tuple[str, list[str]]]:
    """The values of a table, each with its cases."""
    found: dict[str, list[str]] = {}
    for case in table.cases:
        found.setdefault(speech.noun(case.value, scope), []).append(_case(speech, case, table, scope))
    return list(found.items())


def _from_the_lowest(speech: Speech, table: ex.Table) -> bool:
    """Do the cases of a table say all numbers of players up to one?"""
    named: set[int] = set()
    for case in table.cases:
        low, high = speech.folder.number(case.low), speech.folder.number(case.high)
        if low is not None and high is not None:
            named |= set(range(low, high + 1))
    return bool(named) and named >= set(range(speech.model.players[0], max(named) + 1))


def _counts_players(subject: ex.Expression) -> bool:
    match subject:
        case ex.Apply(_, "size", _, (ex.Name(_, name),)):
            return name in ("seats", "players")
    return False


def _case(speech: Speech, case: ex.Case, table: ex.Table, scope: Scope) -> str:
    sort = speech.sorts.of(table.subject, scope)
    low, high = (_value(speech, value, sort.name, scope) for value in (case.low, case.high))
    return low if low == high else speech.put(say("{low} to {high}", low=low, high=high))


def _value(speech: Speech, value: ex.Expression, kind: str, scope: Scope) -> str:
    if isinstance(value, ex.Name) and value.name in speech.folder.values:
        return speech.words.value(kind or speech.folder.values[value.name][0], value.name).one
    return speech.noun(value, scope)
