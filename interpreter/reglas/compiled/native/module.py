"""Emitted text as text of LLVM: the subset of Python in which programs are emitted, statement by statement.

Everything is a 64-bit integer, or where a row or a table begins. What holds is 1 or 0 where a number is asked for. How
long a table is lies in the cell before its first. Names of a function are cells of its own; LLVM makes registers of
them. The way round zero is Python's: quotients are rounded down.
"""

from __future__ import annotations

import ast

from reglas.compiled.native.steps import Function
from reglas.compiled.native.words import OWN, WIDE, WORDS


class Lowered:
    """A module of emitted text as text of LLVM. `entries` are the functions that are called from outside, and for each
    of their parameters whether it is a row."""

    def __init__(self, text: str) -> None:
        self.numbers: dict[str, int] = {}
        self.tables: set[str] = set()
        self.parameters: dict[str, list[bool]] = dict(OWN)
        self.entries: dict[str, list[bool]] = {}
        self.parts = [WORDS]
        tree = ast.parse(text)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._constant(node)
        self._typed(functions)
        for function in functions:
            self.parts.append(Function(self, function, function.name in self.entries).text())

    @property
    def text(self) -> str:
        """The whole."""
        return "\n".join(self.parts)

    def _constant(self, node: ast.Assign) -> None:
        (target,) = node.targets
        assert isinstance(target, ast.Name)
        if isinstance(node.value, ast.Call):
            values = ast.literal_eval(node.value.args[0])
            cells = ", ".join(f"i64 {int(value)}" for value in (len(values), *values, *[0] * WIDE))
            size = 1 + len(values) + WIDE
            self.parts.append(f"@{target.id} = private unnamed_addr constant [{size} x i64] [{cells}]")
            self.tables.add(target.id)
        else:
            self.numbers[target.id] = int(ast.literal_eval(node.value))

    def _typed(self, functions: list[ast.FunctionDef]) -> None:
        """Which parameters are rows or tables: those of which a cell is asked, here or by what they are given to."""
        before: dict[str, list[bool]] = {}
        while before != self.parameters:  # a function may be called before it is defined
            before = dict(self.parameters)
            self._look(functions)

    def _look(self, functions: list[ast.FunctionDef]) -> None:
        for function in functions:
            names = [a.arg for a in function.args.args]
            used = {
                n.value.id for n in ast.walk(function) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)
            }
            used |= {n.iter.id for n in ast.walk(function) if isinstance(n, ast.For) and isinstance(n.iter, ast.Name)}
            for call in (n for n in ast.walk(function) if isinstance(n, ast.Call)):
                assert isinstance(call.func, ast.Name)
                rows = self.parameters.get(call.func.id, [])
                used |= {a.id for a, row in zip(call.args, rows, strict=False) if row and isinstance(a, ast.Name)}
            self.parameters[function.name] = [name in used or name in "sc" for name in names]
            if any(isinstance(mark, ast.Name) and mark.id == "entry" for mark in function.decorator_list):
                self.entries[function.name] = self.parameters[function.name]
