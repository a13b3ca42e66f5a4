"""Statements of emitted text as text of LLVM: whole functions."""

from __future__ import annotations

import ast

from reglas.compiled.native.values import Known, Values
from reglas.compiled.native.words import plain

MOST_ROUNDS, MOST_TEXT = 8, 800
"""A loop of so few rounds, and so little text in all, is written out."""
APART = ("came", "scattered")
"""What is seldom called and would make long what calls it."""
ALONE = ("c", "m", "r", "o")
"""Rows that no other name of a function leads to: lists of moves, chance, results, observations."""
RARE = ("result", "go")
"""What is called once a game, if ever: short is better than fast."""


class Function(Values):
    """One function."""

    def __init__(self, module: Known, node: ast.FunctionDef, entry: bool) -> None:
        super().__init__(module)
        self.node, self.entry = node, entry
        self.loops: list[tuple[str, str]] = []

    def text(self) -> str:
        """The whole."""
        node, rows = self.node, self.module.parameters[self.node.name]
        given = []
        for argument, row in zip(node.args.args, rows, strict=True):
            kind = "ptr" if row else "i64"
            given.append(f"{kind}{' noalias' if argument.arg in ALONE else ''} %{argument.arg}.given")
            self._name(argument.arg, row)
            self.head.append(f"store {kind} %{argument.arg}.given, ptr %{argument.arg}")
        self.body(node.body)
        if self.open:
            self.add("ret i64 0")
        head = f"define {'dso_local' if self.entry else 'internal'} i64 @{node.name}({', '.join(given)})"
        manner = " noinline" if node.name in APART else " minsize optsize" if node.name in RARE else ""
        begin = [f'{head} nounwind{manner} "no-builtins" {{', ".begin:", *self.head, "br label %.first", ".first:"]
        return "\n".join([*begin, *self.lines, "}"])

    def body(self, statements: list[ast.stmt]) -> None:
        """Statements, one after the other."""
        for statement in statements:
            if not self.open:
                return  # nothing gets there
            getattr(self, "_" + type(statement).__name__.lower())(statement)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if not isinstance(target, ast.Tuple):
            self._set(target, *self._either(node.value))
            return
        assert isinstance(node.value, ast.Tuple)
        values = [self._either(value) for value in node.value.elts]
        for one, (value, row) in zip(target.elts, values, strict=True):
            self._set(one, value, row)

    def _either(self, node: ast.expr) -> tuple[str, bool]:
        """The value of an expression, and whether it is a row."""
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and called == "scratch":
            return self._scratch(node.args[0]), True
        return self.value(node), called == "part"

    def _scratch(self, size: ast.expr) -> str:
        name = f"%.v{next(self.number)}"
        if isinstance(size, ast.Constant):
            self.head.insert(0, f"{name} = alloca [{size.value!r} x i64], align 16")
        else:
            self.add(f"{name} = alloca i64, i64 {self.value(size)}, align 16")
        return name

    def _set(self, target: ast.expr, value: str, row: bool = False) -> None:
        if isinstance(target, ast.Name):
            self.put(target.id, value, row)
        else:
            assert isinstance(target, ast.Subscript)
            self.add(f"store i64 {value}, ptr {self.cell(target)}")

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            value = self.operation(node.op, self.name(node.target.id), self.value(node.value))
            self.put(node.target.id, value)
            return
        assert isinstance(node.target, ast.Subscript)
        cell = self.cell(node.target)
        value = self.operation(node.op, self.new(f"load i64, ptr {cell}"), self.value(node.value))
        self.add(f"store i64 {value}, ptr {cell}")

    def _return(self, node: ast.Return) -> None:
        match node.value:
            case ast.Call(ast.Name(name)) if {name, self.node.name} <= self.module.stretches:
                found = self.value(node.value)
                self.lines[-1] = self.lines[-1].replace(" = call", " = musttail call")
                self.leave(f"ret i64 {found}")
                return
        self.leave(f"ret i64 {self.value(node.value) if node.value is not None else 0}")

    def _continue(self, node: ast.Continue) -> None:
        self.leave(f"br label %{self.loops[-1][0]}")

    def _break(self, node: ast.Break) -> None:
        self.leave(f"br label %{self.loops[-1][1]}")

    def _if(self, node: ast.If) -> None:
        yes, no, after = self.label(), self.label(), self.label()
        self.truth(node.test, yes, no)
        self.begin(yes)
        self.body(node.body)
        reached = self.open
        if node.orelse:
            if self.open:
                self.leave(f"br label %{after}")
            self.begin(no)
            self.body(node.orelse)
            if reached or self.open:
                self.begin(after)
        else:
            if self.open:
                self.leave(f"br label %{no}")
            self.begin(no)

    def _while(self, node: ast.While) -> None:
        again, inside, after = self.label(), self.label(), self.label()
        self.begin(again)
        self.truth(node.test, inside, after)
        self.begin(inside)
        self._round(node.body, again, after)
        if self.open:
            self.leave(f"br label %{again}")
        if not (isinstance(node.test, ast.Constant) and not any(isinstance(n, ast.Break) for n in ast.walk(node))):
            self.begin(after)

    def _round(self, body: list[ast.stmt], again: str, after: str) -> None:
        """What a loop does each time."""
        self.loops.append((again, after))
        self.body(body)
        self.loops.pop()

    def _for(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name)
        step, rows = 1, ""
        match node.iter:
            case ast.Call(args=[last]):
                low, high = "0", self.value(last)
            case ast.Call(args=[first, last]):
                low, high = self.value(first), self.value(last)
            case ast.Call(args=[first, last, by]):
                low, high, step = self.value(first), self.value(last), ast.literal_eval(by)
            case ast.Subscript(value=table, slice=ast.Slice(lower=ast.expr() as first, upper=ast.expr() as last)):
                rows, low, high = self.row(table), self.value(first), self.value(last)
            case ast.Tuple(elts):
                values = [self.value(value) for value in elts]
                rows, low, high = self._scratch(ast.Constant(len(values))), "0", str(len(values))
                for at, value in enumerate(values):
                    self.add(f"store i64 {value}, ptr {self.new(f'getelementptr inbounds i64, ptr {rows}, i64 {at}')}")
            case table:
                rows = self.row(table)
                low, high = "0", self._length(rows)
        index, test = f".at{next(self.number)}", "slt" if step > 0 else "sgt"
        again, inside, further, after = self.label(), self.label(), self.label(), self.label()
        self.put(index, low)
        self.begin(again)
        now = self.name(index)
        self.leave(f"br i1 {self.new(f'icmp {test} i64 {now}, {high}')}, label %{inside}, label %{after}")
        self.begin(inside)
        self.put(node.target.id, self._load(rows, now) if rows else now)
        self._round(node.body, further, after)
        self.begin(further)
        self.put(index, self.new(f"add nsw i64 {self.name(index)}, {step}"))
        self.leave(f"br label %{again}{self._manner(node, low, high)}")
        self.begin(after)

    def _manner(self, node: ast.For, low: str, high: str) -> str:
        """A few rounds are written one after the other, and cells are filled several at once."""
        if self.node.name in ("fill", "total"):
            return ", !llvm.loop !2"
        if not (plain(low) and plain(high)):
            return ""
        rounds, size = int(high) - int(low), sum(1 for _ in ast.walk(node))
        return ", !llvm.loop !0" if 0 < rounds <= MOST_ROUNDS and rounds * size <= MOST_TEXT else ""
