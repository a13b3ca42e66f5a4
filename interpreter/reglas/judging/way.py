"""The way by which an expression reads a secret, as labels for an author."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from reglas.language import expressions as ex
from reglas.reading.diagnostics import Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.spec import model as m


def uses(part: object) -> Iterator[tuple[str, Span]]:
    """The names that an expression uses, and where."""
    if isinstance(part, tuple):
        for item in part:
            yield from uses(item)
        return
    if not is_dataclass(part) or isinstance(part, Span):
        return
    if isinstance(part, ex.Name):
        yield part.name, part.span
    if isinstance(part, ex.Apply):
        yield part.name, part.name_span
    for each in fields(part):
        yield from uses(getattr(part, each.name))


def labels(game: m.Game, expr: ex.Expression | ex.Binding, secret: str) -> list[Label]:
    """From the expression through definitions to where the secret is named, and where it is declared."""
    found = [
        Label(
            span, say("`{name}` leads there", name=name) if name != secret else say("`{name}` is read here", name=name)
        )
        for name, span in way(game, expr, secret, frozenset()) or ()
    ]
    declared = game.zones.get(secret) or game.dice.get(secret)
    memory = game.memory.get(secret)
    if declared is not None:
        who = say("`{name}` is seen by: {who}", name=secret, who=declared.seen_by)
        found.append(Label(declared.seen_by_span, who))
    elif memory is not None:
        found.append(Label(memory.span, say("`{name}` is seen by: {who}", name=secret, who=memory.seen_by)))
    return found


def way(game: m.Game, part: object, secret: str, seen: frozenset[str]) -> list[tuple[str, Span]] | None:
    """The names that lead to a secret, one after the other."""
    for name, span in uses(part):
        if name == secret:
            return [(name, span)]
    for name, span in uses(part):
        definition = game.definitions.get(name)
        if definition is None or name in seen:
            continue
        rest = way(game, definition.body, secret, seen | {name})
        if rest is not None:
            return [(name, span), *rest]
    return None
