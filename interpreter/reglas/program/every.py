"""Every step of a game, and every reference in it, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

from reglas.language import expressions as ex
from reglas.program.walk import field_names
from reglas.reading.source import Span
from reglas.reading.tree import Scalar
from reglas.spec import model as m


def every_step(steps: tuple[m.Step, ...]) -> Iterator[m.Step]:
    """Steps and all steps inside them."""
    for step in steps:
        yield step
        match step:
            case m.If(_, _, _, then, otherwise):
                yield from every_step(then)
                yield from every_step(otherwise)
            case m.For() | m.Until() | m.Turns():
                yield from every_step(step.do)


def all_steps(game: m.Game) -> Iterator[m.Step]:
    """Every step of a game."""
    yield from every_step(game.flow)
    for routine in game.routines.values():
        yield from every_step(routine.steps)
    for action in game.actions.values():
        yield from every_step(action.do)


def references(part: object) -> Iterator[str]:
    """The names to which a game, or a part of one, refers."""
    match part:
        case dict():
            for item in part.values():
                yield from references(item)
        case tuple():
            for item in part:
                yield from references(item)
        case m.Word(text, _) | Scalar(_, text):
            yield text
        case Span():
            return
        case m.Reference(name, _, args) | ex.Apply(_, name, _, args):
            yield name
            yield from references(args)
        case ex.Name(_, name):
            yield name
        case ex.Attribute(_, value, name, _):
            yield name
            yield from references(value)
        case m.Kind(_, _, _, bounds, ladder):
            yield from references((bounds, tuple(numbers for _, numbers in ladder or ())))
        case ex.IsRung(_, value, rung):
            yield rung
            yield from references(value)
        case m.Option(_, _, default, bounds, _):
            yield from references((default, bounds))
        case None | str() | int():
            return
        case _:
            for name in field_names(type(part)):
                yield from references(getattr(part, name))
