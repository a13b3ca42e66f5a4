"""One legal move taken at random, without a list of them: the legal moves as the bits of one number.

It is for LLVM alone, and for decisions whose numbers lie close together and are listed in rising order: the bit `n` is
the move that is `n` after the first. So how many there are is how many bits are set, and the one that is taken is found
by its place among them. It gains where moves come out of a table, by what some cards have; for others a list is as
quick, or quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from reglas.compiled.listing import Listing
from reglas.compiled.lists import MOST_AT_ONCE
from reglas.compiled.text import Lines
from reglas.compiled.values import plus
from reglas.program import ir

BITS = 63
"""So many numbers are the bits of one."""


class Picking(Listing):
    """Text that takes one of the legal moves."""

    def bits_of(self, number: int) -> tuple[str, int] | None:
        """The name of a function that has the legal moves of a decision as bits, and which move the first bit is; None
        where a list is made."""
        decision = self.program.decisions[number]
        first = _first(decision)
        if first is None or all(self._made_legal([a], first) is None for a in decision.alternatives):
            return None
        lines = Lines()
        lines.add("w = 0")
        for _, same in groupby(decision.alternatives, key=self._scan):
            together = list(same)
            for one in [together] if self._made_legal(together, first) is not None else [[a] for a in together]:
                self._put_down(lines, one, first)
        if decision.declined >= 0:
            lines.add(f"w |= 1 << {decision.declined - first}")
        lines.add("return w")
        self.module.function(f"bits_{number}", ["s"], lines)
        return f"bits_{number}", first

    def _put_down(self, lines: Lines, alternatives: Sequence[ir.Alternative], first: int) -> None:
        """The moves of an alternative, or of several that look at the same cards."""
        one, table = alternatives[0], self._made_legal(alternatives, first)
        last = self._plain_last(one)
        found: Callable[[Lines], None]
        if last is not None and table is not None:
            cards, way, by = last.domain, self._ways(one)[1], last.radix
            assert isinstance(cards, ir.Among)

            def found(lines: Lines) -> None:
                bits = self._whole_hand(lines, cards.cards, table)
                lines.add(f"w |= {bits}" if way == "0" else f"w |= {bits} << {way} * {by}")

        elif last is not None and len(one.picks) == 1 and isinstance(last.domain, ir.Contents) and not last.zones:
            zone = last.domain.zone

            def found(lines: Lines) -> None:
                lines.add(f"w |= ((1 << {self.size(zone)}) - 1) << {one.base - first}")

        else:
            self._search(lines, one, lambda lines: lines.add(f"w |= 1 << {plus(self.code(one), -first)}"))
            return
        self._search(lines, replace(one, picks=one.picks[:-1]), found)

    def _made_legal(self, alternatives: Sequence[ir.Alternative], first: int) -> list[int] | None:
        """For each face what a card that shows it makes legal, as bits, in the first of the ways in which the picks
        before the last may be; None if that is not how it comes about."""
        bits = [0] * len(self.program.faces)
        for alternative in alternatives:
            last = self._plain_last(alternative)
            if last is None or not isinstance(last.domain, ir.Among) or last.radix != alternatives[0].picks[-1].radix:
                return None
            domain, base = last.domain, alternative.base - first - last.low
            for face, value in enumerate(self.program.traits[domain.trait].values):
                if domain.low <= value <= domain.high:
                    bits[face] |= 1 << base + value
        return bits

    def _whole_hand(self, lines: Lines, cards: ir.Expr, bits: list[int]) -> str:
        """A name for the bits of all cards of a list, joined: a full hand is looked at without a loop."""
        most = self._room(cards) if isinstance(cards, ir.Contents) else 0
        if not isinstance(cards, ir.Contents) or not 0 < most <= MOST_AT_ONCE:
            return self.joined(lines, cards, bits)
        table, k, z, y = self.module.table(bits), *(f"{letter}{self.spare()}" for letter in "kzy")
        lines.add(f"{z} = {self.start(cards.zone)}")
        with lines.under(f"if s[{z} - 1] == {most}:"):
            lines.add(f"{k} = {' | '.join(f'{table}[s[{z} + {n}]]' for n in range(most))}")
        with lines.under("else:"):
            lines.add(f"{k} = 0")
            with lines.under(f"for {y} in range({z}, {z} + s[{z} - 1]):"):
                lines.add(f"{k} |= {table}[s[{y}]]")
        return k


def _first(decision: ir.Decision) -> int | None:
    """The first number of a decision's moves, if they are listed in rising order and are close together."""
    blocks = [(a.base, _count(a)) for a in decision.alternatives]
    if decision.declined >= 0:
        blocks.append((decision.declined, 1))
    if not blocks or not all(rising(pick.domain) for a in decision.alternatives for pick in a.picks):
        return None
    if any(base + count > further for (base, count), (further, _) in pairwise(blocks)):
        return None
    return blocks[0][0] if sum(blocks[-1]) - blocks[0][0] <= BITS else None


def _count(alternative: ir.Alternative) -> int:
    """How many moves an alternative has a number for."""
    count = 1
    for pick in alternative.picks:
        count *= pick.radix
    return count


def rising(items: ir.Expr) -> bool:
    """Does each item of a list have a number above those before it?"""
    match items:
        case ir.Contents() | ir.Span() | ir.Among() | ir.Only():
            return True
        case ir.Filter(_, inner) | ir.Slice(inner) | ir.Extreme(_, _, inner):
            return rising(inner)
    return False
