"""Expressions of emitted text as text of LLVM."""

from __future__ import annotations

import ast
from typing import Protocol

from reglas.compiled.native.words import OWN, Words, plain

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "add nsw",
    ast.Sub: "sub nsw",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_TESTS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


class Known(Protocol):
    """What there is outside a function."""

    numbers: dict[str, int]
    tables: set[str]
    parameters: dict[str, list[bool]]
    stretches: set[str]


class Values(Words):
    """A function's expressions."""

    def __init__(self, module: Known) -> None:
        super().__init__()
        self.module = module

    def name(self, name: str) -> str:
        """The value of a name."""
        if name in self.rows:
            return self.new(f"load {'ptr' if self.rows[name] else 'i64'}, ptr %{name}")
        return str(self.module.numbers[name])

    def row(self, node: ast.expr) -> str:
        """Where a row or table begins."""
        assert isinstance(node, ast.Name)
        if node.id in self.module.tables and node.id not in self.rows:
            return f"getelementptr inbounds (i64, ptr @{node.id}, i64 1)"
        return self.name(node.id)

    def cell(self, node: ast.Subscript) -> str:
        """Where a cell lies."""
        row, at = self.row(node.value), self.value(node.slice)
        return self.new(f"getelementptr inbounds i64, ptr {row}, i64 {at}")

    def operation(self, op: ast.operator, left: str, right: str) -> str:
        """A calculation."""
        if isinstance(op, ast.Add | ast.Sub) and plain(left) and plain(right):
            return str(int(left) + int(right) if isinstance(op, ast.Add) else int(left) - int(right))
        if isinstance(op, ast.FloorDiv | ast.Mod):
            name = "floor" if isinstance(op, ast.FloorDiv) else "rest"
            return self.new(f"call i64 @.{name}(i64 {left}, i64 {right})")
        return self.new(f"{_SIGNS[type(op)]} i64 {left}, {right}")

    def value(self, node: ast.expr) -> str:
        """A number, or where a row begins."""
        match node:
            case ast.Constant(bool() | int() as value):
                return str(int(value))
            case ast.Name(name):
                return self.row(node) if name in self.module.tables else self.name(name)
            case ast.Subscript():
                return self.new(f"load i64, ptr {self.cell(node)}")
            case ast.BinOp(left, op, right):
                return self.operation(op, self.value(left), self.value(right))
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)):
                return str(-value)
            case ast.UnaryOp(ast.USub(), value):
                return self.new(f"sub i64 0, {self.value(value)}")
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test, yes, no):
                return self._one_of(test, yes, no)
        return self._one_of(node, ast.Constant(1), ast.Constant(0))

    def _one_of(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> str:
        name, first, second, after = f".one{next(self.number)}", self.label(), self.label(), self.label()
        self.truth(test, first, second)
        for label, value in ((first, yes), (second, no)):
            self.begin(label)
            self.put(name, self.value(value))
            self.leave(f"br label %{after}")
        self.begin(after)
        return self.name(name)

    def truth(self, node: ast.expr, yes: str, no: str) -> None:
        """Go to one label if something holds, else to the other."""
        match node:
            case ast.Constant(value):
                self.leave(f"br label %{yes if value else no}")
            case ast.BoolOp(op, parts):
                for part in parts[:-1]:
                    further = self.label()
                    self.truth(part, *((further, no) if isinstance(op, ast.And) else (yes, further)))
                    self.begin(further)
                self.truth(parts[-1], yes, no)
            case ast.UnaryOp(ast.Not(), inner):
                self.truth(inner, no, yes)
            case ast.Compare(left, ops, others):
                self._compare(self.value(left), ops, others, yes, no)
            case _:
                test = self.new(f"icmp ne i64 {self.value(node)}, 0")
                self.leave(f"br i1 {test}, label %{yes}, label %{no}")

    def _compare(self, left: str, ops: list[ast.cmpop], others: list[ast.expr], yes: str, no: str) -> None:
        for at, (op, other) in enumerate(zip(ops, others, strict=True)):
            right = self.value(other)
            further = yes if at == len(ops) - 1 else self.label()
            test = self.new(f"icmp {_TESTS[type(op)]} i64 {left}, {right}")
            self.leave(f"br i1 {test}, label %{further}, label %{no}")
            if further != yes:
                self.begin(further)
            left = right

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "len":
            return self._length(self.row(node.args[0]))
        values = [self.value(argument) for argument in node.args]
        if name in ("max", "min"):
            found = values[0]
            for value in values[1:]:
                found = self.new(f"call i64 @llvm.s{name}.i64(i64 {found}, i64 {value})")
            return found
        if name in OWN or (name == "fill" and self._short(values)):
            return str(getattr(self, "_" + name)(*values))
        if name == "abs":
            return self.new(f"call i64 @llvm.abs.i64(i64 {values[0]}, i1 false)")
        rows = self.module.parameters[name]
        given = (f"{'ptr' if row else 'i64'} {value}" for row, value in zip(rows, values, strict=True))
        return self.new(f"call i64 @{name}({', '.join(given)})")
