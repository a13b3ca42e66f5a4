"""Every step of a game, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

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
