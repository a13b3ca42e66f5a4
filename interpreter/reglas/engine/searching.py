"""The search for legal moves: the picks of an alternative, tried one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from reglas.engine.comparing import Value
from reglas.engine.evaluate import Evaluator
from reglas.program import ir

Move: TypeAlias = tuple[int, ...]
"""A move at a decision: the number of the alternative, then a value for each pick (a card as its cell)."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is illegal: the name of the condition that does not hold, or what is wrong with a pick."""

    reason: str
    condition: str | None = None
    pick: str | None = None


def together(tests: list[Value]) -> Value:
    """One condition that holds if all of these do; each is looked at only if those before it hold."""
    match tests:
        case []:
            return lambda s, f: True
        case [test]:
            return test
    first, rest = tests[0], together(tests[1:])
    return lambda s, f: first(s, f) and rest(s, f)


def sooner(pick: ir.Pick, value: Callable[[ir.Expr], Value]) -> tuple[Value, Value | None]:
    """What a pick may be, and the condition on it. Where the condition begins with "is not in this kept list", the list
    is read once and what is in it left out, instead of looking into it for each."""
    domain = value(pick.domain)
    match pick.where:
        case ir.And(ir.Not(ir.In(ir.Local(slot), ir.Stored() as kept)), rest) if slot == pick.slot:
            items = value(kept)

            def others(s: list[int], f: list[int]) -> list[int]:
                out = set(items(s, f))
                return [x for x in domain(s, f) if x not in out]

            return others, value(rest)
        case None:
            return domain, None
    return domain, value(pick.where)


class Search:
    """The legal moves of one alternative: picks one after the other, conditions as early as they can be told."""

    def __init__(self, evaluator: Evaluator, f: list[int], number: int, alternative: ir.Alternative) -> None:
        value = evaluator.value
        self.f, self.number = f, number
        self.picks = [
            (p.name, p.slot, value(p.domain), value(p.where) if p.where is not None else None)
            for p in alternative.picks
        ]
        self.needs = [(n.name, value(n.test)) for n in alternative.needs]
        self.honours = [(n.name, value(n.test)) for n in alternative.honours]
        self.open_picks = [p.open for p in alternative.picks]
        self.open_at = [
            together([value(n.test) for n in alternative.needs if n.depth == depth and n.open])
            for depth in range(len(self.picks) + 1)
        ]
        self.begins = together([value(n.test) for n in alternative.needs if n.depth == 0])
        # each pick's slot, what it may be, and what has to hold as soon as it is bound
        self.tried: list[tuple[int, Value, Value]] = []
        # the same, where what reads a secret is taken to hold
        self.maybe: list[tuple[int, Value, Value]] = []
        for depth, pick in enumerate(alternative.picks, 1):
            domain, where = sooner(pick, value)
            if pick.open:
                self.maybe.append((pick.slot, domain, together([where] if where is not None else [])))
            else:
                self.maybe.append((pick.slot, value(pick.domain), together([])))
            tests = [value(n.test) for n in alternative.needs if n.depth == depth]
            self.tried.append((pick.slot, domain, together(tests if where is None else [where, *tests])))

    def moves(self, row: list[int], found: list[Move]) -> None:
        """Add each legal move to those found."""
        if not self.begins(row, self.f):
            return
        if self.tried:
            self._deeper(row, 0, (self.number,), found)
        else:
            found.append((self.number,))

    def _deeper(self, row: list[int], depth: int, move: Move, found: list[Move]) -> None:
        """Add the legal moves that begin with these picks."""
        f, (slot, domain, fits), last = self.f, self.tried[depth], depth + 1 == len(self.tried)
        for value in domain(row, f):
            f[slot] = value
            if fits(row, f):
                if last:
                    found.append((*move, value))
                else:
                    self._deeper(row, depth + 1, (*move, value), found)

    def any(self, row: list[int]) -> bool:
        """Is there a legal move?"""
        return self.begins(row, self.f) and self._some(row, 0)

    def _some(self, row: list[int], depth: int) -> bool:
        """Is there a legal move that begins with the picks in the slots?"""
        if depth == len(self.tried):
            return True
        f, (slot, domain, fits) = self.f, self.tried[depth]
        for value in domain(row, f):
            f[slot] = value
            if fits(row, f) and self._some(row, depth + 1):
                return True
        return False

    def may(self, row: list[int], depth: int = 0) -> bool:
        """Could there be a move, for all that everybody knows? What reads a secret is taken to hold."""
        f = self.f
        if not self.open_at[depth](row, f):
            return False
        if depth == len(self.picks) or self.open_picks[depth] < 0:
            return True
        slot, domain, fits = self.maybe[depth]
        for value in domain(row, f):
            f[slot] = value
            if fits(row, f) and self.may(row, depth + 1):
                return True
        return False

    def broken(self, row: list[int], values: tuple[int, ...]) -> tuple[str, ...]:
        """The names of the conditions that a move should honour and breaks."""
        f = self.f
        for (_, slot, _, _), value in zip(self.picks, values, strict=True):
            f[slot] = value
        return tuple(name for name, test in self.honours if not test(row, f))

    def refusal(self, row: list[int], values: tuple[int, ...]) -> Refusal | None:
        """The first pick outside its domain, or the first condition that does not hold."""
        f = self.f
        for (name, slot, domain, where), value in zip(self.picks, values, strict=True):
            found = value in domain(row, f)
            f[slot] = value
            if not found or (where is not None and not where(row, f)):
                return Refusal("not_offered", pick=name)
        for name, test in self.needs:
            if not test(row, f):
                return Refusal("condition", condition=name)
        return None

    def domain(self, row: list[int], values: tuple[int, ...], pick: int) -> list[int]:
        """The values a pick may take when the picks before it have theirs; conditions are left out."""
        f = self.f
        for (_, slot, _, _), value in zip(self.picks[:pick], values, strict=False):
            f[slot] = value
        _, slot, domain, where = self.picks[pick]
        found = []
        for value in domain(row, f):
            f[slot] = value
            if where is None or where(row, f):
                found.append(value)
        return found
