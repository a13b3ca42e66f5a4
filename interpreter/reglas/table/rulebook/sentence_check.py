"""The check of the sentences under `rules` in words: each stands for an expression that the game has."""

from __future__ import annotations

import re

from reglas.language import expressions as ex
from reglas.language.parser import parse_expression
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.reading.tree import Mapping, Scalar
from reglas.spec.model import Game
from reglas.table.rulebook.phrasebook import expressions_in, known, matches

_PART = re.compile(r"\{([^{}]*)\}")


def check_sentences(words: Mapping, model: Game, diagnostics: Diagnostics) -> None:
    """The findings in the section `rules` of words."""
    section = words.get("rules")
    if not isinstance(section, Mapping):
        return
    fixed = known(model)
    shown = [*expressions_in(model), *heads(model)]
    for entry in section:
        pattern = parse_expression(entry.key, diagnostics)
        if pattern is None:
            continue
        if not any(matches(pattern, expr, fixed, {}) for expr in shown):
            diagnostics.report(
                "E301", entry.key.span, say("no rule of the game has the expression `{text}`", text=entry.key.text),
                help=say("write it as the game does; a name of your own stands for anything"),
            )  # fmt: skip
        elif isinstance(entry.value, Scalar):
            _parts(entry.value, pattern, fixed, model, diagnostics)


def heads(model: Game) -> list[ex.Expression]:
    """Definitions as they are named, and memory by itself, which steps name without an expression."""
    found: list[ex.Expression] = [ex.Name(model.span, name) for name in model.memory]
    for name, definition in model.definitions.items():
        args = tuple(ex.Name(definition.span, parameter) for parameter in definition.parameters)
        named = ex.Apply(definition.span, name, definition.span, args) if args else ex.Name(definition.span, name)
        found += [named, ex.Not(definition.span, named)]
    return found


def _parts(text: Scalar, pattern: ex.Expression, fixed: frozenset[str], model: Game, diagnostics: Diagnostics) -> None:
    """Every part is a name of the expression; an option in it is a part, so that its value is told."""
    names = set(ex.names_in(pattern))
    allowed = sorted(name for name in names if name not in fixed or name in model.options)
    found = list(_PART.finditer(text.text))
    for match in found:
        if match[1] not in allowed:
            which = ", ".join("`{" + name + "}`" for name in allowed)
            help = say("its parts are {parts}", parts=which) if allowed else say("it has no parts")
            span = text.part(match.start(), match.end())
            diagnostics.report("E301", span, say("this sentence has no part `{part}`", part=match[1]), help=help)
    for name in sorted(names & set(model.options)):
        if name not in {match[1] for match in found}:
            diagnostics.report(
                "E301", text.span, say("this sentence leaves out what the option `{option}` says", option=name),
                help=say("put `{part}` in", part="{" + name + "}"),
            )  # fmt: skip
