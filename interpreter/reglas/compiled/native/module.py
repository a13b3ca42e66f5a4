"""Emitted text as text of LLVM: the subset of Python in which programs are emitted, statement by statement.

Everything is a 64-bit integer, or where a row or a table begins. What holds is 1 or 0 where a number is asked for. How
long a table is lies in the cell before its first. Names of a function are cells of its own; LLVM makes registers of
them. The way round zero is Python's: quotients are rounded down.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from reglas.compiled.native.steps import Function
from reglas.compiled.native.words import OWN, WIDE, WORDS


class Lowered:
    """A module of emitted text as text of LLVM. `entries` are the functions that are called from outside, and for each
    of their parameters whether it is a row; `outside` are functions of another module, likewise."""

    def __init__(self, text: str, outside: Mapping[str, list[bool]] | None = None) -> None:
        self.numbers: dict[str, int] = {}
        self.tables: set[str] = set()
        self.parameters: dict[str, list[bool]] = {**OWN, **(outside or {})}
        self.entries: dict[str, list[bool]] = {}
        self.stretches: set[str] = set()
        self.reached: set[str] = set()
        self.parts = [WORDS]
        for name, rows in (outside or {}).items():
            self.parts.append(f"declare i64 @{name}({', '.join('ptr' if row else 'i64' for row in rows)})")
        tree = ast.parse(text)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._constant(node)
        self._typed(functions)
        for function in functions:
            if function.name in self.reached:
                self.parts.append(Function(self, function, function.name in self.entries).text())

    @property
    def text(self) -> str:
        """The whole."""
        return "\n".join(self.parts)

    def _constant(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Tuple):
            self.numbers |= zip((ast.unparse(name) for name in target.elts), ast.literal_eval(node.value), strict=True)
            return
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
        used = {function.name: self._looked(function) for function in functions}
        before: dict[str, list[bool]] = {}
        while before != self.parameters:  # a function may be called before it is defined
            before = dict(self.parameters)
            for function in functions:
                names, calls = used[function.name]
                for call in calls:
                    assert isinstance(call.func, ast.Name)
                    rows = self.parameters.get(call.func.id, [])
                    names |= {a.id for a, row in zip(call.args, rows, strict=False) if row and isinstance(a, ast.Name)}
                self.parameters[function.name] = [a.arg in names or a.arg in "sc" for a in function.args.args]
        self.entries = {name: self.parameters[name] for name in self.entries}
        self._reach({name: calls for name, (_, calls) in used.items()})

    def _reach(self, calls: dict[str, list[ast.Call]]) -> None:
        """Which functions are called at all, from outside or by one that is."""
        ahead = list(self.entries)
        while ahead:
            name = ahead.pop()
            if name not in self.reached:
                self.reached.add(name)
                ahead += {c.func.id for c in calls.get(name, []) if isinstance(c.func, ast.Name)}

    def _looked(self, function: ast.FunctionDef) -> tuple[set[str], list[ast.Call]]:
        """The names of which a cell is asked in a function, and what it calls; what sort of function it is is noted."""
        names, calls = set[str](), list[ast.Call]()
        for node in ast.walk(function):
            match node:
                case ast.Subscript(ast.Name(name)) | ast.For(iter=ast.Name(name)):
                    names.add(name)
                case ast.Call():
                    calls.append(node)
        marks = {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}
        if "entry" in marks:
            self.entries[function.name] = []
        if "stretch" in marks:
            self.stretches.add(function.name)
        return names, calls
