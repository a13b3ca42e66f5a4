"""Which options decide a value, to tell an author who did not write the number that is wrong."""

from __future__ import annotations

from reglas.language import expressions as ex
from reglas.language.types import Flag
from reglas.program.instance import Instance
from reglas.reading.messages import Message, say


def involved(instance: Instance, expr: ex.Expression | None) -> Message | None:
    """The options that decide a value, as a remedy, or None when none do."""
    options = options_in(instance, expr)
    return say("this is so with {options}", options=options) if options else None


def options_in(instance: Instance, expr: ex.Expression | None) -> str:
    """The options that an expression speaks of, definitions included, with their values."""
    game, waiting, seen = instance.game, [expr] if expr is not None else [], set[str]()
    while waiting:
        for name in ex.names_in(waiting.pop()):
            if name in game.definitions and name not in seen:
                waiting.append(game.definitions[name].body)
            seen.add(name)
    return ", ".join(f"{name}={option_text(instance, name)}" for name in instance.options if name in seen)


def option_text(instance: Instance, name: str) -> str:
    """An option's value as an author writes it."""
    value, kind = instance.options[name], instance.option_types[name]
    if isinstance(kind, Flag):
        return "true" if value else "false"
    choices = instance.kinds.get(f"option {name}")
    return choices.text(value) if choices is not None else str(value)
