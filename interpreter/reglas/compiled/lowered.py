"""Emitted text as text of LLVM: the subset of Python in which programs are emitted, statement by statement.

Everything is a 64-bit integer, or where a row or a table begins. What holds is 1 or 0 where a number is asked for. How
long a table is lies in the cell before its first. Names of a function are cells of its own; LLVM makes registers of
them. The way round zero is Python's: quotients are rounded down.
"""

from __future__ import annotations

import ast
from itertools import count

from reglas.compiled.text import MORE

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
_WORDS = """
define internal i64 @.floor(i64 %a, i64 %b) alwaysinline {
    %q = sdiv i64 %a, %b
    %r = srem i64 %a, %b
    %x = xor i64 %r, %b
    %apart = icmp slt i64 %x, 0
    %some = icmp ne i64 %r, 0
    %less = and i1 %apart, %some
    %by = sext i1 %less to i64
    %found = add i64 %q, %by
    ret i64 %found
}
define internal i64 @.rest(i64 %a, i64 %b) alwaysinline {
    %r = srem i64 %a, %b
    %x = xor i64 %r, %b
    %apart = icmp slt i64 %x, 0
    %some = icmp ne i64 %r, 0
    %less = and i1 %apart, %some
    %by = select i1 %less, i64 %b, i64 0
    %found = add i64 %r, %by
    ret i64 %found
}
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.vectorize.enable", i1 true}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
"""
OWN = {
    "shift": [True, False, False, False],
    "copied": [True, True],
    "paste": [True, False, True, False, False, False],
    "remainder": [False, False],
}
"""What is written here instead of with the words for numba, and which parameters are rows or tables."""
MOST_ROUNDS, MOST_TEXT = 8, 400
"""A loop of so few rounds, and so little text in all, is written out."""
WIDE = MORE
"""So many moves are put down at once, if there may be no more; what is too much is written over, or lies behind all."""


class Lowered:
    """A module of emitted text as text of LLVM. `entries` are the functions that are called from outside, and for each
    of their parameters whether it is a row."""

    def __init__(self, text: str) -> None:
        self.numbers: dict[str, int] = {}
        self.tables: set[str] = set()
        self.parameters: dict[str, list[bool]] = dict(OWN)
        self.entries: dict[str, list[bool]] = {}
        self.parts = [_WORDS]
        tree = ast.parse(text)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._constant(node)
        self._typed(functions)
        for function in functions:
            self.parts.append(_Function(self, function).text())

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


class _Function:
    """One function."""

    def __init__(self, module: Lowered, node: ast.FunctionDef) -> None:
        self.module, self.node = module, node
        self.head: list[str] = []
        self.lines: list[str] = []
        self.rows: dict[str, bool] = {}  # names, and whether they are rows
        self.number = count()
        self.loops: list[tuple[str, str]] = []
        self.open = True

    def text(self) -> str:
        """The whole."""
        node, rows = self.node, self.module.parameters[self.node.name]
        given = []
        for argument, row in zip(node.args.args, rows, strict=True):
            kind = "ptr" if row else "i64"
            given.append(f"{kind} %{argument.arg}.given")
            self._name(argument.arg, row)
            self.head.append(f"store {kind} %{argument.arg}.given, ptr %{argument.arg}")
        self.body(node.body)
        if self.open:
            self.add("ret i64 0")
        entry = node.name in self.module.entries
        head = f"define {'dso_local' if entry else 'internal'} i64 @{node.name}({', '.join(given)})"
        manner = " noinline" if node.name in ("came", "scattered") else ""
        begin = [f'{head} nounwind{manner} "no-builtins" {{', ".begin:", *self.head, "br label %.first", ".first:"]
        return "\n".join([*begin, *self.lines, "}"])

    # -- lines -----------------------------------------------------------------------------------------------------

    def add(self, line: str) -> None:
        """A line."""
        self.lines.append(line)

    def new(self, line: str) -> str:
        """A new value."""
        name = f"%.v{next(self.number)}"
        self.lines.append(f"{name} = {line}")
        return name

    def label(self) -> str:
        """A new name for a block."""
        return f".l{next(self.number)}"

    def begin(self, label: str) -> None:
        """A new block."""
        if self.open:
            self.add(f"br label %{label}")
        self.add(f"{label}:")
        self.open = True

    def leave(self, line: str) -> None:
        """The last line of a block."""
        self.add(line)
        self.open = False

    def _name(self, name: str, row: bool) -> None:
        if name not in self.rows:
            self.rows[name] = row
            self.head.insert(0, f"%{name} = alloca {'ptr' if row else 'i64'}")

    def put(self, name: str, value: str, row: bool = False) -> None:
        """Give a name a value."""
        self._name(name, row)
        self.add(f"store {'ptr' if row else 'i64'} {value}, ptr %{name}")

    # -- statements ------------------------------------------------------------------------------------------------

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
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "scratch":
            return self._scratch(node.args[0]), True
        return self.value(node), False

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
        if self.node.name == "fill":
            return ", !llvm.loop !2"
        if not (_plain(low) and _plain(high)):
            return ""
        rounds, size = int(high) - int(low), sum(1 for _ in ast.walk(node))
        return ", !llvm.loop !0" if 0 < rounds <= MOST_ROUNDS and rounds * size <= MOST_TEXT else ""

    # -- expressions -----------------------------------------------------------------------------------------------

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

    def _load(self, row: str, at: str) -> str:
        cell = self.new(f"getelementptr inbounds i64, ptr {row}, i64 {at}")
        return self.new(f"load i64, ptr {cell}")

    def _length(self, row: str) -> str:
        return self._load(row, "-1")

    def operation(self, op: ast.operator, left: str, right: str) -> str:
        """A calculation."""
        if isinstance(op, ast.Add | ast.Sub) and _plain(left) and _plain(right):
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

    # -- blocks ----------------------------------------------------------------------------------------------------

    def _at(self, row: str, at: str) -> str:
        return self.new(f"getelementptr inbounds i64, ptr {row}, i64 {at}")

    def _shift(self, row: str, first: str, last: str, to: str) -> int:
        size = self.new(f"shl i64 {self.new(f'sub i64 {last}, {first}')}, 3")
        self.add(
            f"call void @llvm.memmove.p0.p0.i64(ptr {self._at(row, to)}, ptr {self._at(row, first)}, i64 {size}, i1 0)"
        )
        return 0

    def _remainder(self, number: str, by: str) -> str:
        number, by = self.new(f"trunc i64 {number} to i32"), self.new(f"trunc i64 {by} to i32")
        return self.new(f"zext i32 {self.new(f'urem i32 {number}, {by}')} to i64")

    def _copied(self, row: str, values: str) -> int:
        size = self.new(f"shl i64 {self._length(values)}, 3")
        self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr {row}, ptr {values}, i64 {size}, i1 0)")
        return 0

    def _paste(self, row: str, n: str, values: str, first: str, last: str, most: str) -> str:
        """A few at once, however many there are; more of them by a loop of LLVM's own."""
        count, source, target = self.new(f"sub i64 {last}, {first}"), self._at(values, first), self._at(row, n)
        if int(most) <= WIDE:
            wide = f"<{most} x i64>"
            self.add(f"store {wide} {self.new(f'load {wide}, ptr {source}, align 8')}, ptr {target}, align 8")
        else:
            size = self.new(f"shl i64 {count}, 3")
            self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 0)")
        return self.new(f"add i64 {n}, {count}")

    def _short(self, values: list[str]) -> bool:
        _, first, last, _ = values
        return _plain(first) and _plain(last) and 0 < int(last) - int(first) <= WIDE

    def _fill(self, row: str, first: str, last: str, value: str) -> int:
        """A few cells at once."""
        count = int(last) - int(first)
        if _plain(value):
            cells = ", ".join([f"i64 {value}"] * count)
            self.add(f"store <{count} x i64> <{cells}>, ptr {self._at(row, first)}, align 8")
        else:
            for at in range(int(first), int(last)):
                self.add(f"store i64 {value}, ptr {self._at(row, str(at))}")
        return 0


def _plain(value: str) -> bool:
    """Is it a number as such?"""
    return value.lstrip("-").isdigit()
