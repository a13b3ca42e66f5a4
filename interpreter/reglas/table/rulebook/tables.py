"""Tables of values, and numbers that depend on how many play, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language import expressions as ex
from reglas.reading.messages import say
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
    return speech.listed(parts, either=True)


def spans(speech: Speech, numbers: list[int]) -> str:
    """Numbers in a row shortened: `2 to 4`, `2 or 3`."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return speech.put(say("{low} to {high}", low=numbers[0], high=numbers[-1]))
    return speech.listed([str(number) for number in numbers], either=True)


def in_words(speech: Speech, table: ex.Table, scope: Scope) -> str:
    """A table: each value with the cases it is for."""
    rows: dict[str, list[str]] = {}
    counting = _counts_players(table.subject)
    for case in table.cases:
        rows.setdefault(speech.noun(case.value, scope), []).append(_case(speech, case, table, scope))
    parts = []
    for value, cases in rows.items():
        each = speech.listed(cases, either=True)
        if counting:
            parts.append(speech.put(say("{value} with {players} players", value=value, players=each)))
        else:
            parts.append(speech.put(say("{value} for {cases}", value=value, cases=each)))
    if table.otherwise is not None:
        parts.append(speech.put(say("{value} otherwise", value=speech.noun(table.otherwise, scope))))
    text = ", ".join(parts)
    if counting:
        return text
    return speech.put(say("by {subject}: {cases}", subject=speech.noun(table.subject, scope), cases=text))


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
