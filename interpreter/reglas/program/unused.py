"""Definitions that nothing uses yet: judged as if they were called with what suits them best."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

from reglas.language.types import Card, Flag, Number, Player, Type, Unknown
from reglas.program import ir
from reglas.program.scope import Scope, Typed
from reglas.reading.diagnostics import Diagnostic, Diagnostics
from reglas.spec import model as m

if TYPE_CHECKING:
    from reglas.program.translate import Translator

MOST_TRIALS = 200


def judge_unused(translator: Translator, definition: m.Definition) -> None:
    """Report what is wrong with a definition whatever its parameters are: of all types that they may have, those with
    the fewest findings count."""
    best: list[Diagnostic] | None = None
    for types in islice(product(_types(translator), repeat=len(definition.parameters)), MOST_TRIALS):
        found = _tried(translator, definition, types)
        if best is None or len(found) < len(best):
            best = found
        if not best:
            break
    if best is None or len(_types(translator)) ** len(definition.parameters) > MOST_TRIALS:
        best = _tried(translator, definition, (Unknown(),) * len(definition.parameters))
    translator.diagnostics.extend(best)


def _types(translator: Translator) -> list[Type]:
    """What a parameter may be, what it mostly is first."""
    kinds = dict.fromkeys(kind.type for kind in translator.instance.kinds.values())
    dice = [family.item for family in translator.instance.families.values() if family.dice]
    return [Card(), Player(), *kinds, *dice, Number(0, 1000), Flag()]


def _tried(translator: Translator, definition: m.Definition, types: tuple[Type, ...]) -> list[Diagnostic]:
    """The findings with parameters of these types; the translator is left as it was."""
    found = Diagnostics()
    instance, definitions = translator.instance, translator.definitions
    kept = translator.diagnostics, translator.slots, list(definitions.functions), dict(definitions.keys)
    sites = len(instance.sites)
    translator.diagnostics = instance.diagnostics = found
    args = tuple(Typed(ir.Local(translator.slot()), kind) for kind in types)
    definitions.define(definition.name, args, definition.span, Scope())
    translator.diagnostics, translator.slots, definitions.functions[:], definitions.keys = kept
    instance.diagnostics = translator.diagnostics
    instance.forget_sites(sites)
    return [d for d in found.found if d.severity == "error"]
