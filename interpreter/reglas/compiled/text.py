"""Emitted text while it is being written: lines, functions and tables, each of which is there once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

MOST_PADDED = 4_096
"""Cells of a table in which each group of moves takes as much room as the largest."""
MOST_SINGLY = 5
"""Cells of a block that are written one by one in plain Python."""
MORE = 16
"""Cells behind a list of moves that may be written over."""


class Lines:
    """Lines of a function, with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1

    def add(self, line: str) -> None:
        """One line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """What is added meanwhile stands under a line that ends with a colon."""
        self.add(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1


class Module:
    """The functions and tables of one emitted text. Where Python has its own way with blocks of cells, that is written
    in place of a call if the text is for plain Python."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.functions: list[str] = []
        self.constants: list[str] = []
        self._names: dict[object, str] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._groups: dict[tuple[tuple[int, ...], ...], str] = {}

    def table(self, values: Sequence[int]) -> str:
        """The name of a constant table."""
        return self._tables.setdefault(tuple(values), f"T{len(self._tables)}")

    def tables(self) -> list[str]:
        """The lines that define the tables."""
        groups = [f"{name} = {values!r}" for values, name in self._groups.items()]
        return [*(f"{name} = table({values!r})" for values, name in self._tables.items()), *groups]

    def known(self, key: object) -> str | None:
        """The name of a function that was made for something."""
        return self._names.get(key)

    def name(self, key: object, stem: str) -> str:
        """A new name for a function."""
        self._names[key] = f"{stem}{len(self._names)}"
        return self._names[key]

    def fill(self, lines: Lines, row: str, first: int, count: int, value: int) -> None:
        """Put one value into a block."""
        if self.how == "plain":
            if count <= MOST_SINGLY:  # quicker than a slice
                for cell in range(first, first + count):
                    lines.add(f"{row}[{cell}] = {value}")
            else:
                lines.add(f"{row}[{first}:{first + count}] = {self.table([value] * count)}")
        else:
            lines.add(f"fill({row}, {first}, {first + count}, {value})")

    def taken(self, lines: Lines, face: str, card: str, last: str, ahead: bool) -> None:
        """Take a card out: those behind it, up to a last, close up; `ahead` if cells behind these may be looked at."""
        lines.add(f"{face} = s[{card}]" if self.how != "plain" else f"{face} = s.pop({card})")
        if self.how == "plain":
            lines.add(f"s.insert({last}, 0)")
        else:
            lines.add(f"closed(s, {card}, {card}, {last})" if ahead else f"close(s, {card}, {last})")
            lines.add(f"s[{last}] = 0")

    def mapped(
        self, lines: Lines, to: str, row: str, start: str, firsts: Sequence[int], tables: list[list[int]], most: int
    ) -> None:
        """Put into several blocks, from each first cell on, what tables make of each of `n` cells, which are at most so
        many."""
        if self.how != "plain":
            with lines.under("for i in range(n):"):
                lines.add(f"x = {row}[{start} + i]")
                for first, values in zip(firsts, tables, strict=True):
                    lines.add(f"{to}[{first} + i] = {self.table(values)}[x]")
            return
        one = len(tables) == 1
        group = tuple(zip(*tables, strict=True))
        name = self.table(tables[0]) if one else self._groups.setdefault(group, f"G{len(self._groups)}")
        depth, begin = lines.depth, int(start) if start.isdigit() else 0
        if most <= MOST_SINGLY:  # quicker than a loop
            with lines.under(f"if n == {most}:"):
                for at in range(most):
                    cell = f"{row}[{begin + at}]" if start.isdigit() else f"{row}[{start}{f' + {at}' * (at > 0)}]"
                    lines.add(f"{', '.join(f'{to}[{first + at}]' for first in firsts)} = {name}[{cell}]")
            lines.add("elif n:")
            lines.depth += 1
        else:
            lines.add("if n:")
            lines.depth += 1
        targets = [f"{to}[i]", *(f"{to}[i + {first - firsts[0]}]" for first in firsts[1:])]
        lines.add(f"i = {firsts[0]}")
        with lines.under(f"for x in {row}[{start}:{start} + n]:"):
            lines.add(f"{', '.join(targets)} = {name}[x]")
            lines.add("i += 1")
        lines.depth = depth

    # Legal moves are put one after the other into `m`: in plain Python a new list, else cells of which `n` are filled.

    def begin_moves(self, lines: Lines) -> None:
        """There is no move so far."""
        lines.add("m = []" if self.how == "plain" else "n = 0")

    def move(self, lines: Lines, number: str) -> None:
        """One move."""
        if self.how == "plain":
            lines.add(f"m.append({number})")
        else:
            lines.add(f"m[n] = {number}")
            lines.add("n += 1")

    def some_moves(self, lines: Lines, numbers: tuple[int, ...], count: str) -> None:
        """The first so many of some moves."""
        if self.how == "plain":
            groups = [numbers[:n] for n in range(len(numbers) + 1)]
            lines.add(f"m += {self.groups(groups)}[{count}]")
        else:
            lines.add(f"n = paste(m, n, {self.table(numbers)}, 0, {count}, {len(numbers)})")

    def group_of_moves(self, lines: Lines, groups: Sequence[tuple[int, ...]], number: str) -> None:
        """The moves of one of several groups."""
        if self.how == "plain":
            lines.add(f"m += {self.groups(groups)}[{number}]")
            return
        most = max(map(len, groups))
        if len(groups) * most <= MOST_PADDED:  # one step less to where a group lies
            sizes = self.table([len(group) for group in groups])
            every = self.table([move for group in groups for move in (*group, *[0] * (most - len(group)))])
            lines.add(f"n = paste(m, n, {every}, {number} * {most}, {number} * {most} + {sizes}[{number}], {most})")
            return
        first = self.table([sum(map(len, groups[:n])) for n in range(len(groups) + 1)])
        every = self.table([move for group in groups for move in group])
        lines.add(f"n = paste(m, n, {every}, {first}[{number}], {first}[{number} + 1], {most})")

    def groups(self, groups: Sequence[tuple[int, ...]]) -> str:
        """The name of a table of groups of moves: in plain Python only."""
        return self._groups.setdefault(tuple(groups), f"G{len(self._groups)}")

    def end_moves(self, lines: Lines) -> None:
        """How many there are."""
        lines.add("return m" if self.how == "plain" else "return n")

    def function(self, name: str, parameters: Sequence[str], lines: Lines, entry: bool = False) -> None:
        """Define a function; those it calls stand before it."""
        mark = "@entry" if entry else "@routine"
        self.functions.append("\n".join([mark, f"def {name}({', '.join(parameters)}):", *lines.lines]))

    def fails(self, name: str, others: str) -> bool:
        """May a function, or one that it calls, set the cell that says a rule failed? `others` is the text of those
        that are not emitted."""
        texts = {text.split("(", 1)[0].split()[-1]: text for text in [*self.functions, *_FUNCTION.findall(others)]}
        waiting, seen = [name], {name}
        while waiting:
            text = texts[waiting.pop()]
            if "s[3] =" in text:
                return True
            called = set(_CALL.findall(text.split("\n", 2)[-1])) & texts.keys() - seen
            seen |= called
            waiting += called
        return False


_FUNCTION = re.compile(r"(?ms)^def .*?(?=^@|\Z)")
_CALL = re.compile(r"\b([a-z_]+\d*)\(")
