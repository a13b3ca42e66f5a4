"""The check of the sentences under `rules` in words: each stands for an expression that the game has."""

from __future__ import annotations

import re

from reglas.language import expressions as ex
from reglas.language.parser import parse_expression
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import say
from reglas.reading.tree import Mapping, Scalar
from reglas.spec.model import Definition, Game, Routine
from reglas.table.rulebook.folding import Folder
from reglas.table.rulebook.phrasebook import expressions_in, known, matches

_PART = re.compile(r"\{([^{}]*)\}")


def check_sentences(words: Mapping, model: Game, diagnostics: Diagnostics) -> None:
    """The findings in the section `rules` of words."""
    section = words.get("rules")
    if not isinstance(section, Mapping):
        return
    fixed = known(model)
    folder = Folder(model)
    written = [*expressions_in(model), *heads(model)]
    shown = [*written, *(folder.fold(expr) for expr in written)]
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
            _named(entry.key, pattern, section, model, diagnostics)


def _named(key: Scalar, pattern: ex.Expression, section: Mapping, model: Game, diagnostics: Diagnostics) -> None:
    """What a sentence names of the definitions is explained by their own sentences, so they need one."""
    own = [parse_expression(entry.key, Diagnostics()) for entry in section]
    sentences = {part.name for part in own if isinstance(part, ex.Apply | ex.Name)}
    for name in sorted(set(ex.names_in(pattern)) & set(model.definitions) - sentences):
        diagnostics.report(
            "E301", key.span, say("the definition `{name}` in this expression has no sentence of its own", name=name),
            help=say("give it one under `rules`, so that the rulebook can say what it means"),
        )  # fmt: skip


def heads(model: Game) -> list[ex.Expression]:
    """Definitions as they are named, and memory by itself, which steps name without an expression."""
    found: list[ex.Expression] = [ex.Name(model.span, name) for name in model.memory]
    named_parts: list[tuple[str, Definition | Routine]] = [*model.definitions.items(), *model.routines.items()]
    for name, definition in named_parts:
        named = head(name, definition)
        found += [named, ex.Not(definition.span, named)]
    return found


def head(name: str, definition: Definition | Routine) -> ex.Expression:
    """A definition or routine applied to its own parameters."""
    span = definition.span
    args = tuple(ex.Name(span, parameter) for parameter in definition.parameters)
    return ex.Apply(span, name, span, args) if args else ex.Name(span, name)


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
