"""Questions from outside: expressions that no spec holds, asked of a state of its program.

Scenarios state what is true after some moves. Their expressions are judged as if they stood in the spec, with the seats
as names, A, B and so on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reglas.engine.evaluate import Evaluator
from reglas.language import expressions as ex
from reglas.language.types import Player, Unknown
from reglas.program import ir
from reglas.program.compile import prepare
from reglas.program.scope import Scope, Typed
from reglas.program.translate import Translator
from reglas.reading.diagnostics import Diagnostics
from reglas.spec import model as m


class Questions:
    """Expressions about the states of one program; `translator` is the one that it was made with, if it is kept."""

    def __init__(self, program: ir.Program, game: m.Game, translator: Translator | None = None) -> None:
        self.program = program
        self.translator = translator or prepare(game, program.seats, Diagnostics())
        self.instance = self.translator.instance
        self.scope = Scope()
        for seat in range(min(26, program.seats)):
            self.scope = self.scope.bind(chr(ord("A") + seat), Typed(ir.Const(seat), Player()))

    def ask(self, expr: ex.Expression, diagnostics: Diagnostics) -> Typed | None:
        """The typed expression, or None after a finding."""
        before = len(diagnostics.errors)
        self.translator.diagnostics = self.instance.diagnostics = diagnostics
        found = self.translator.translate(expr, self.scope)
        failed = len(diagnostics.errors) > before or isinstance(found.type, Unknown)
        return None if failed else found

    def answer(self, question: Typed, row: list[int]) -> Any:
        """The value in a state; a list for a list. Raises `engine.faults.RuleFault`."""
        translator = self.translator
        program = replace(
            self.program,
            functions=tuple(translator.functions),
            slots=translator.slots,
            sites=tuple(self.instance.sites),
        )
        value = Evaluator(program).value(question.node)
        return value(row, [0] * max(1, program.slots))
