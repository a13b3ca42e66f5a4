"""Legal moves as text: their numbers, one after the other, in the order of the actions and of their picks.

Where nothing more is asked of a last pick, its moves come out of a table at once. Actions that follow one another and
look at the same cards for different attributes (a hint of a colour, a hint of a number) do so together.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import groupby, product
from typing import TypeVar

from reglas.compiled.moves import Found, Moves
from reglas.compiled.passes.rewriting import rewritten
from reglas.compiled.text import Lines
from reglas.program import ir
from reglas.program.walk import nodes

Part = TypeVar("Part")

MOST_WAYS = 64
"""For how many ways in which the picks before it may be the moves of a last pick are kept in a table."""


MOST_WRITTEN_OUT = 8
"""For so many values of a first pick each has text of its own, in plain Python."""


class Listing(Moves):
    """Text that lists moves."""

    def legal(self, number: int) -> str:
        """The name of the function that lists the legal moves of a decision."""
        decision, lines, plain = self.program.decisions[number], Lines(), self.module.how == "plain"
        self.module.begin_moves(lines)
        for _, same in groupby(decision.alternatives, key=self._scan):
            together = list(same)
            if len(together) > 1 and plain:
                self._together(lines, together)
            elif len(together) > 1:
                self._once(lines, together)
            else:
                for alternative in together:
                    self._one(lines, alternative)
        if decision.declined >= 0:
            self.module.move(lines, str(decision.declined))
        self.module.end_moves(lines)
        self.module.function(f"legal_{number}", ["s"] if plain else ["s", "m"], lines)
        return f"legal_{number}"

    def raw(self, number: int) -> str:
        """The name of the function that lists them as the interpreter has them: the alternative, then the picks. It is
        for plain Python alone."""
        lines = Lines()
        for at, alternative in enumerate(self.program.decisions[number].alternatives):
            picks = "".join(f" x{pick.slot}," for pick in alternative.picks)

            def found(lines: Lines, move: str = f"({at},{picks})") -> None:
                lines.add(f"m.append({move})")

            self._search(lines, alternative, found)
        if self.program.decisions[number].declined >= 0:
            lines.add(f"m.append(({len(self.program.decisions[number].alternatives)},))")
        lines.add("return")
        self.module.function(f"raw_{number}", ["s", "m"], lines)
        return f"raw_{number}"

    def _one(self, lines: Lines, alternative: ir.Alternative) -> None:
        several = self._several_at_once(alternative)
        if several is None:
            self._search(lines, alternative, lambda lines: self.module.move(lines, self.code(alternative)))
        else:
            self._search(lines, replace(alternative, picks=alternative.picks[:-1]), several)

    def _plain_last(self, alternative: ir.Alternative) -> ir.Pick | None:
        """The last pick, if nothing but its list says what it may be."""
        depth = len(alternative.picks)
        if not depth or alternative.picks[-1].where is not None or any(n.depth == depth for n in alternative.needs):
            return None
        return alternative.picks[-1]

    def _ways(self, alternative: ir.Alternative) -> tuple[int, str]:
        """In how many ways the picks before the last may be, and text for which of them it is."""
        ways, text = 1, "0"
        for pick in alternative.picks[:-1]:
            text = self._digit(pick) if ways == 1 else f"({text} * {pick.radix} + {self._digit(pick)})"
            ways *= pick.radix
        return ways, text

    def _several_at_once(self, alternative: ir.Alternative) -> Found | None:
        """Text that puts down the numbers for all that a last pick may be; None where there is no table for it."""
        last = self._plain_last(alternative)
        ways, way = self._ways(alternative)
        if last is None or ways > MOST_WAYS:
            return None
        match last.domain:
            case ir.Among() as domain:
                groups = self._groups(alternative, domain)

                def found(lines: Lines) -> None:
                    k = self.bits(lines, domain)
                    if ways > 1:
                        lines.add(f"{k} += {way} * {1 << (domain.high - domain.low + 1)}")
                    self.module.group_of_moves(lines, groups, k)

                return found
            case ir.Contents(_, zone) if last.sort == "card" and not last.zones and ways == 1:
                numbers = tuple(range(alternative.base, alternative.base + last.radix))
                return lambda lines: self.module.some_moves(lines, numbers, self.size(zone))
        return None

    def _groups(self, alternative: ir.Alternative, domain: ir.Among) -> list[tuple[int, ...]]:
        """The moves for each way the picks before may be and each set of what cards have."""
        last, width = alternative.picks[-1], domain.high - domain.low + 1
        first = domain.low - last.low
        return [
            tuple(alternative.base + way * last.radix + first + n for n in range(width) if bits >> n & 1)
            for way, bits in product(range(self._ways(alternative)[0]), range(1 << width))
        ]

    # -- actions that look at the same cards -----------------------------------------------------------------------

    def _scan(self, alternative: ir.Alternative) -> object:
        """The same for actions that look at the same cards under the same conditions; of others their own name."""
        last = self._plain_last(alternative)
        if last is None or not isinstance(last.domain, ir.Among) or self._ways(alternative)[0] > MOST_WAYS:
            return alternative.action
        needs = [(need.depth, need.test) for need in alternative.needs]
        return alike((alternative.picks[:-1], tuple(needs), last.domain.cards))

    def _once(self, lines: Lines, alternatives: list[ir.Alternative]) -> None:
        """The first of them looks at the cards, for each way its other picks may be; what it saw the others read."""
        domains = [a.picks[-1].domain for a in alternatives]
        widths = [d.high - d.low + 1 for d in domains if isinstance(d, ir.Among)]
        ways, kept = self._ways(alternatives[0])[0], f"b{self.spare()}"
        table = self.module.table(self._bits(domains, widths))
        lines.add(f"{kept} = scratch({ways})")
        for number, (alternative, domain) in enumerate(zip(alternatives, domains, strict=True)):
            assert isinstance(domain, ir.Among)

            def found(lines: Lines, number: int = number, domain: ir.Among = domain) -> None:
                lines.add(f"way = {self._ways(alternatives[number])[1]}")
                if number == 0:
                    lines.add("bits = 0")
                    self.faces(lines, domain.cards, lambda face: lines.add(f"bits |= {table}[{face}]"))
                    lines.add(f"{kept}[way] = bits")
                else:
                    lines.add(f"bits = {kept}[way] >> {sum(widths[:number])}")
                lines.add(f"group = (bits & {(1 << widths[number]) - 1}) + way * {1 << widths[number]}")
                self.module.group_of_moves(lines, self._groups(alternatives[number], domain), "group")

            self._search(lines, replace(alternative, picks=alternative.picks[:-1]), found)

    def _bits(self, domains: list[ir.Expr], widths: list[int]) -> list[int]:
        """For each face its attributes as bits, one after the other."""
        bits = [0] * len(self.program.faces)
        for number, domain in enumerate(domains):
            assert isinstance(domain, ir.Among)
            for face, value in enumerate(self.program.traits[domain.trait].values):
                if domain.low <= value <= domain.high:
                    bits[face] |= 1 << (value - domain.low + sum(widths[:number]))
        return bits

    def _together(self, lines: Lines, alternatives: list[ir.Alternative]) -> None:
        """What the first of them puts down is followed by what the others do: it waits in lists of their own."""
        lists = ["m", *(f"m{self.spare()}" for _ in alternatives[1:])]
        for name in lists[1:]:
            lines.add(f"{name} = []")
        first, others = alternatives[0], self._seat_by_seat(alternatives[0])
        depth = lines.depth
        if others:
            tests = [self.truth(need.test) for need in first.needs if need.depth == 0]
            if tests:
                lines.add(f"if {' and '.join(tests)}:")
                lines.depth += 1
            for way, value in enumerate(others):
                slot = first.picks[0].slot
                self._all_of_a_way(lines, [put(a, slot, ir.Const(value)) for a in alternatives], lists, way)
        else:
            self._search(
                lines,
                replace(first, picks=first.picks[:-1]),
                lambda lines: self._bits_and_moves(lines, alternatives, lists, None),
            )
        lines.depth = depth
        for name in lists[1:]:
            lines.add(f"m += {name}")

    def _seat_by_seat(self, alternative: ir.Alternative) -> range:
        """What the one pick before the last may be, if there are few and nothing about it takes long to tell: then
        each has text of its own."""
        if len(alternative.picks) != 2:
            return range(0)
        first = alternative.picks[0]
        domain = first.domain.items if isinstance(first.domain, ir.Filter) else first.domain
        match domain:
            case ir.Span(ir.Const(low), ir.Const(high)) if low == first.low and high - low < MOST_WRITTEN_OUT:
                heavy = (ir.Extreme, ir.Quantify, ir.Invoke, ir.Stored, ir.Ahead)
                parts = (alternative.needs, first.where, first.domain, alternative.picks[-1].domain)
                if not any(isinstance(node, heavy) for node in nodes(parts)):
                    return range(low, high + 1)
        return range(0)

    def _all_of_a_way(self, lines: Lines, alternatives: list[ir.Alternative], lists: list[str], way: int) -> None:
        """The moves in which the first pick has one value."""
        first, depth = alternatives[0].picks[0], lines.depth
        tests = [self.truth(need.test) for need in alternatives[0].needs if need.depth == 1]
        if first.where is not None:
            tests.insert(0, self.truth(first.where))
        if isinstance(first.domain, ir.Filter):
            value = ir.Const(first.low + way)
            tests.insert(0, self.truth(put(first.domain.where, first.domain.slot, value)))
        if tests:
            lines.add(f"if {' and '.join(tests)}:")
            lines.depth += 1
        self._bits_and_moves(lines, alternatives, lists, way)
        lines.depth = depth

    def _bits_and_moves(
        self, lines: Lines, alternatives: list[ir.Alternative], lists: list[str], known: int | None
    ) -> None:
        """What the cards have, and the moves there are for it: with a known way of the picks before, or any."""
        domains = [a.picks[-1].domain for a in alternatives]
        widths = [d.high - d.low + 1 for d in domains if isinstance(d, ir.Among)]
        ways, way = self._ways(alternatives[0])
        assert isinstance(domains[0], ir.Among)
        k = self.joined(lines, domains[0].cards, self._bits(domains, widths))
        if ways > 1 and known is None:
            lines.add(f"way = {way}")
        for number, alternative in enumerate(alternatives):
            domain, width, before = domains[number], widths[number], sum(widths[:number])
            assert isinstance(domain, ir.Among)
            at = k if not before else f"{k} >> {before}"
            at = at if number == len(domains) - 1 else f"{at} & {(1 << width) - 1}"
            groups = self._groups(alternative, domain)
            if known is not None:
                groups = groups[known << width : known + 1 << width]
            elif ways > 1:
                at = f"({at}) + way * {1 << width}"
            lines.add(f"{lists[number]} += {self.module.groups(groups)}[{at}]")


def put(part: Part, slot: int, value: ir.Const) -> Part:
    """A part of a program in which a slot is known."""

    def change(node: object) -> object:
        match node:
            case ir.Local(found) if found == slot:
                return value
            case ir.Arithmetic("+", ir.Const(left), ir.Const(right)):
                return ir.Const(left + right)
        return node

    found: Part = rewritten(part, change)
    return found


LEFT_OUT = ("name", "cell", "site")


def alike(part: object, slots: dict[int, int] | None = None) -> object:
    """A part of a program without what it is called and where its picks are kept, slots numbered as they come."""
    slots = {} if slots is None else slots
    if isinstance(part, tuple):
        return tuple(alike(item, slots) for item in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    found: list[object] = [type(part).__name__]
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name == "slot":
            found.append(slots.setdefault(value, len(slots)))
        elif field.name not in LEFT_OUT or isinstance(part, ir.Cell):
            found.append(alike(value, slots))
    return tuple(found)
