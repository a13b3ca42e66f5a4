"""Words of LLVM that are written by hand: divisions rounded down, and blocks of cells that are moved as a whole."""

from __future__ import annotations

from itertools import count
from sys import byteorder

from reglas.compiled.text import MORE

WORDS = """
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
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.vectorize.enable", i1 true}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
define internal void @.closed(ptr %s, i64 %start, i64 %gap, i64 %last) {
    %g0 = insertelement <8 x i64> poison, i64 %gap, i64 0
    %gaps = shufflevector <8 x i64> %g0, <8 x i64> poison, <8 x i32> zeroinitializer
    %l0 = insertelement <8 x i64> poison, i64 %last, i64 0
    %lasts = shufflevector <8 x i64> %l0, <8 x i64> poison, <8 x i32> zeroinitializer
    %s0 = insertelement <8 x i64> poison, i64 %start, i64 0
    %starts = shufflevector <8 x i64> %s0, <8 x i64> poison, <8 x i32> zeroinitializer
    %first = add <8 x i64> %starts, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
    br label %again
again:
    %at = phi i64 [%start, %0], [%further, %again]
    %places = phi <8 x i64> [%first, %0], [%next, %again]
    %cells = getelementptr inbounds i64, ptr %s, i64 %at
    %behind = getelementptr inbounds i64, ptr %cells, i64 1
    %here = load <8 x i64>, ptr %cells, align 8
    %there = load <8 x i64>, ptr %behind, align 8
    %from = icmp sge <8 x i64> %places, %gaps
    %to = icmp slt <8 x i64> %places, %lasts
    %some = and <8 x i1> %from, %to
    %new = select <8 x i1> %some, <8 x i64> %there, <8 x i64> %here
    store <8 x i64> %new, ptr %cells, align 8
    %next = add <8 x i64> %places, <i64 8, i64 8, i64 8, i64 8, i64 8, i64 8, i64 8, i64 8>
    %further = add i64 %at, 8
    %more = icmp slt i64 %further, %last
    br i1 %more, label %again, label %end
end:
    ret void
}
"""
NTH = """
declare i64 @llvm.cttz.i64(i64, i1)
define internal i64 @.nth(i64 %bits, i64 %at) alwaysinline {
    br label %again
again:
    %left = phi i64 [%bits, %0], [%fewer, %further]
    %ahead = phi i64 [%at, %0], [%less, %further]
    %some = icmp sgt i64 %ahead, 0
    br i1 %some, label %further, label %found
further:
    %under = sub i64 %left, 1
    %fewer = and i64 %left, %under
    %less = sub i64 %ahead, 1
    br label %again
found:
    %place = call i64 @llvm.cttz.i64(i64 %left, i1 false)
    ret i64 %place
}
"""
"""The place of a bit, of which `at` others are set below it; and the same where the machine has a word for it."""
NTH_AT_ONCE = """
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @.nth(i64 %bits, i64 %at) alwaysinline {
    %one = shl i64 1, %at
    %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %bits)
    %place = call i64 @llvm.cttz.i64(i64 %bit, i1 false)
    ret i64 %place
}
"""
OWN = {
    "shift": [True, False, False, False],
    "copied": [True, True],
    "paste": [True, False, True, False, False, False],
    "remainder": [False, False],
    "part": [True, False],
    "block": [True, True, False],
    "wipe": [True, False, False],
    "flag": [True, False, False],
    "flagged": [True, False],
    "nth": [False, False],
    "ones": [False],
    "octet": [True, False, False],
    "closed": [True, False, False, False],
}
"""What is written here instead of in `blocks`, and which parameters are rows or tables."""
WIDE = MORE
"""So many moves are put down at once, if there may be no more; what is too much is written over, or lies behind all."""


def plain(value: str) -> bool:
    """Is it a number as such?"""
    return value.lstrip("-").isdigit()


class Words:
    """Lines of a function: values, blocks, names, and what is done with blocks of cells."""

    def __init__(self) -> None:
        self.head: list[str] = []
        self.lines: list[str] = []
        self.rows: dict[str, bool] = {}  # names, and whether they are rows
        self.number = count()
        self.open = True

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

    # -- blocks ----------------------------------------------------------------------------------------------------

    def _at(self, row: str, at: str) -> str:
        return self.new(f"getelementptr inbounds i64, ptr {row}, i64 {at}")

    def _load(self, row: str, at: str) -> str:
        cell = self.new(f"getelementptr inbounds i64, ptr {row}, i64 {at}")
        return self.new(f"load i64, ptr {cell}")

    def _length(self, row: str) -> str:
        return self._load(row, "-1")

    def _shift(self, row: str, first: str, last: str, to: str) -> int:
        size = self.new(f"shl i64 {self.new(f'sub i64 {last}, {first}')}, 3")
        self.add(
            f"call void @llvm.memmove.p0.p0.i64(ptr {self._at(row, to)}, ptr {self._at(row, first)}, i64 {size}, i1 0)"
        )
        return 0

    def _remainder(self, number: str, by: str) -> str:
        number, by = self.new(f"trunc i64 {number} to i32"), self.new(f"trunc i64 {by} to i32")
        return self.new(f"zext i32 {self.new(f'urem i32 {number}, {by}')} to i64")

    def _nth(self, bits: str, at: str) -> str:
        return self.new(f"call i64 @.nth(i64 {bits}, i64 {at})")

    def _closed(self, row: str, start: str, gap: str, last: str) -> int:
        self.add(f"call void @.closed(ptr {row}, i64 {start}, i64 {gap}, i64 {last})")
        return 0

    def _ones(self, bits: str) -> str:
        return self.new(f"call i64 @llvm.ctpop.i64(i64 {bits})")

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
        return plain(first) and plain(last) and 0 < int(last) - int(first) <= WIDE

    def _fill(self, row: str, first: str, last: str, value: str) -> int:
        """A few cells at once."""
        count = int(last) - int(first)
        if plain(value):
            cells = ", ".join([f"i64 {value}"] * count)
            self.add(f"store <{count} x i64> <{cells}>, ptr {self._at(row, first)}, align 8")
        else:
            for at in range(int(first), int(last)):
                self.add(f"store i64 {value}, ptr {self._at(row, str(at))}")
        return 0

    def _part(self, row: str, at: str) -> str:
        return self._at(row, at)

    def _block(self, to: str, row: str, count: str) -> int:
        size = self.new(f"shl i64 {count}, 3")
        self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {row}, i64 {size}, i1 0)")
        return 0

    # Cells of a byte each.

    def _byte(self, cells: str, at: str) -> str:
        return self.new(f"getelementptr inbounds i8, ptr {cells}, i64 {at}")

    def _wipe(self, cells: str, first: str, count: str) -> int:
        self.add(f"call void @llvm.memset.p0.i64(ptr {self._byte(cells, first)}, i8 0, i64 {count}, i1 0)")
        return 0

    def _flag(self, cells: str, at: str, value: str) -> int:
        value = self.new(f"trunc i64 {value} to i8")
        self.add(f"store i8 {value}, ptr {self._byte(cells, at)}")
        return 0

    def _octet(self, cells: str, at: str, bits: str) -> int:
        if byteorder != "little":
            for n in range(8):
                bit = self.new(f"and i64 {self.new(f'lshr i64 {bits}, {n}')}, 1")
                self._flag(self._byte(cells, at), str(n), bit)
            return 0
        each = self.new(f"mul i64 {bits}, {0x0101010101010101}")
        own = self.new(f"and i64 {each}, {0x8040201008040201}")
        high = self.new(f"lshr i64 {self.new(f'add i64 {own}, {0x7F7F7F7F7F7F7F7F}')}, 7")
        self.add(f"store i64 {self.new(f'and i64 {high}, {0x0101010101010101}')}, ptr {self._byte(cells, at)}, align 1")
        return 0

    def _flagged(self, cells: str, at: str) -> str:
        return self.new(f"zext i8 {self.new(f'load i8, ptr {self._byte(cells, at)}')} to i64")
