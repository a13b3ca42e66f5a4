"""Text that also tells what happens: the events of `engine.events` as integers, which `told` reads.

Each is its kind, how many integers follow, and these. They lie in `c`, behind the outcomes of chance: in plain Python
at its end, which grows; else where `noting` has room for them. Cards are the cells in which they lie, components the
numbers they have in `components`.

What a move implies is worked out by the interpreter, which reads the conditions as they are written: it is given the
row as it was then.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from reglas.compiled.pieces import Pieces
from reglas.compiled.stretches import Stretches
from reglas.compiled.text import Lines, Module
from reglas.engine.execute import taken_by_choice
from reglas.engine.implied import reads_secret
from reglas.language.types import NONE
from reglas.program import ir

OUTCOMES = 1_024
"""How many outcomes of chance there may be from one move to the next."""
ROOM = 1 << 16
"""How many integers of events there is room for, where a row cannot grow."""


class Kind(IntEnum):
    """The kinds of events, and what their integers are."""

    RESTED = 1
    """Chance: how many outcomes came so far, and how those are written that came last (`written`)."""
    CHOSEN = 2
    """The player, the decision, the alternative and its picks; where something may follow from it, the row before."""
    SKIPPED = 3
    """The player and the decision; where something may follow from it, the row."""
    ASKED = 4
    """The decision, and the row: a player has a move."""
    MOVED = 5
    """The face, where it lay, where it lies, and whether it was picked together with others."""
    CHANGED = 6
    """The component, the cell, before and after."""
    PUSHED = 7
    """The component, and the values."""
    ROLLED = 8
    """The zone, and the faces."""
    SWAPPED = 9
    """The first card, its face before, the second, its face before."""
    SHUFFLED = 10
    """The zone."""
    SHOWN = 11
    """To whom, as bits; then each card with its face."""
    TOLD = 12
    """To whom, as bits; how many cards; each with whether it holds; then the faces for which it holds."""
    VOIDED = 13
    """The player, the decision, the alternative."""


PLAIN = Kind.MOVED
"""From this on the integers of an event are all that it is."""


def components(program: ir.Program) -> tuple[str, ...]:
    """The names of components that change."""
    return tuple(dict.fromkeys(name for op in program.ops if (name := getattr(op, "component", ""))))


def written(program: ir.Program) -> tuple[str, ...]:
    """How outcomes of chance are written."""
    return tuple(dict.fromkeys(["card", "player", *(op.sort for op in program.ops if isinstance(op, ir.Draw))]))


def first(program: ir.Program, head: int) -> int:
    """Where in `c` what is told begins: behind the outcomes, of which the last operation may have had some too many."""
    return head + OUTCOMES + len(program.row)


class Telling(Pieces):
    """Text of all operations of a program that also tells what happens; `original` is the program before passes."""

    def __init__(self, program: ir.Program, module: Module, original: ir.Program) -> None:
        super().__init__(program, module)
        self.original = original
        self.numbers = {name: number for number, name in enumerate(components(original))}
        self.written = written(original)
        self.secret = {z.family for z in original.zones if z.seen_by != "everyone"}
        self._taking = 0  # were the cards that are being moved picked in a choice made with others?

    # -- events ----------------------------------------------------------------------------------------------------

    def event(self, lines: Lines, kind: Kind, *values: object) -> None:
        """An event of a known number of integers."""
        if self.module.how == "plain":
            lines.add(f"c += ({', '.join(map(str, (int(kind), len(values), *values)))})")
            return
        at = f"e{self.spare()}"
        lines.add(f"{at} = noted(s, c, {int(kind)}, {len(values)})")
        for number, value in enumerate(values):
            lines.add(f"c[{at} + {number}] = {value}")

    def begin(self, lines: Lines, kind: Kind, *values: object) -> str:
        """Begin an event of more; where its integers begin."""
        at = f"e{self.spare()}"
        if self.module.how == "plain":
            lines.add(f"{at} = len(c) + 2")
        else:
            lines.add(f"{at} = c[TOLD] + 2")
        self.event(lines, kind, *values)
        return at

    def put(self, lines: Lines, value: str) -> None:
        """One integer more."""
        lines.add(f"c.append({value})" if self.module.how == "plain" else f"more(s, c, {value})")

    def put_row(self, lines: Lines) -> None:
        """The whole row."""
        if self.module.how == "plain":
            lines.add("c += s")
            return
        with lines.under(f"for cell in range({len(self.program.row)}):"):
            lines.add("more(s, c, s[cell])")

    def end(self, lines: Lines, at: str) -> None:
        """The end of an event that was begun."""
        if self.module.how == "plain":
            lines.add(f"c[{at} - 1] = len(c) - {at}")
            return
        with lines.under("if not s[3]:"):
            lines.add(f"c[{at} - 1] = c[TOLD] - {at}")

    def seats(self, lines: Lines, seats: ir.Expr) -> str:
        """Seats as bits: a name for them."""
        to, x = f"k{self.spare()}", self.spare()
        lines.add(f"{to} = 0")
        self.each(lines, seats, x, lambda: lines.add(f"{to} |= 1 << x{x}"))
        return to

    # -- chance ----------------------------------------------------------------------------------------------------

    def rested(self, lines: Lines, of: str) -> None:
        """Chance has drawn: there the flow rested, as the interpreter has it."""
        with lines.under(f"if c[0] > {OUTCOMES}:"):
            lines.add("s[3] = OVERFULL")
            lines.add("return")
        self.event(lines, Kind.RESTED, "c[0]", self.written.index(of))

    def _draws(self, lines: Lines, point: int) -> bool:
        return False  # that a card is drawn, and that it moves, is told of each

    def _op_settle(self, lines: Lines, point: int, op: ir.Settle) -> bool:
        return self._settling(lines, lambda: super(Telling, self)._op_settle(lines, point, op))

    def _op_settletop(self, lines: Lines, point: int, op: ir.SettleTop) -> bool:
        return self._settling(lines, lambda: super(Telling, self)._op_settletop(lines, point, op))

    def _settling(self, lines: Lines, settle: Callable[[], object]) -> bool:
        before = f"k{self.spare()}"
        lines.add(f"{before} = c[0]")
        settle()
        with lines.under(f"if c[0] != {before}:"):
            self.rested(lines, "card")
        return True

    def _op_draw(self, lines: Lines, point: int, op: ir.Draw) -> bool:
        at, before = self._cell_before(lines, op.target)
        super()._op_draw(lines, point, op)
        self.rested(lines, op.sort)
        self._changed(lines, op.component, at, before)
        return True

    def tell_raced(self, lines: Lines) -> None:
        """There the flow rested."""
        self.rested(lines, "player")

    # -- cells -----------------------------------------------------------------------------------------------------

    def _cell_before(self, lines: Lines, target: ir.Target) -> tuple[str, str]:
        """A cell, and a name for what is in it now."""
        at, before = self.target(target), f"b{self.spare()}"
        if not at.isdigit():
            lines.add(f"a{before} = {at}")
            at = f"a{before}"
        lines.add(f"{before} = s[{at}]")
        return at, before

    def _changed(self, lines: Lines, component: str, at: str, before: str) -> None:
        if component:
            with lines.under(f"if s[{at}] != {before}:"):
                self.event(lines, Kind.CHANGED, self.numbers[component], at, before, f"s[{at}]")

    def _op_assign(self, lines: Lines, point: int, op: ir.Assign) -> bool:
        if not op.component:
            return super()._op_assign(lines, point, op)
        at, before = self._cell_before(lines, op.target)
        super()._op_assign(lines, point, op)
        self._changed(lines, op.component, at, before)
        return True

    def _op_adjust(self, lines: Lines, point: int, op: ir.Adjust) -> bool:
        if not op.component:
            return super()._op_adjust(lines, point, op)
        at, before = self._cell_before(lines, op.target)
        super()._op_adjust(lines, point, op)
        self._changed(lines, op.component, at, before)
        return True

    def _op_fill(self, lines: Lines, point: int, op: ir.Fill) -> bool:
        if op.component:
            with (
                lines.under(f"for cell in range({op.cell}, {op.cell + op.count}):"),
                lines.under(f"if s[cell] != {op.value}:"),
            ):
                self.event(lines, Kind.CHANGED, self.numbers[op.component], "cell", "s[cell]", op.value)
        return super()._op_fill(lines, point, op)

    def _op_push(self, lines: Lines, point: int, op: ir.Push) -> bool:
        super()._op_push(lines, point, op)
        at, width = f"k{self.spare()}", len(op.values)
        lines.add(f"{at} = {op.cell + 1} + (s[{op.cell}] - 1) * {width}")
        values = [f"s[{at} + {number}]" for number in range(width)]
        self.event(lines, Kind.PUSHED, self.numbers[op.component], *values)
        return True

    # -- cards -----------------------------------------------------------------------------------------------------

    def _taken(self, point: int) -> int:
        """Are the cards that are moved at a point those of a choice made together with others?"""
        op = self.original.ops[point]
        return int(isinstance(op, ir.Move) and taken_by_choice(self.original, point, op.cards))

    def _op_movetop(self, lines: Lines, point: int, op: ir.MoveTop) -> bool:
        zone, card = f"z{self.spare()}", f"k{self.spare()}"
        lines.add(f"{zone} = {self.start(op.source)}")
        with lines.under(f"if s[{zone} - 1]:"):
            lines.add(f"{card} = {zone} + s[{zone} - 1] - 1")
            self._to_end(lines, op.zone, card, zone, self._taken(point))
        return super()._op_movetop(lines, point, op)

    def _to_end(self, lines: Lines, zone: ir.Expr, card: str, source: str, taken: int) -> None:
        """A card is about to go from the zone that begins at `source` to the end of one."""
        target = f"z{self.spare()}"
        lines.add(f"{target} = {self.start(zone)}")
        end = f"{target} + s[{target} - 1] - (1 if {target} == {source} else 0)"
        self.event(lines, Kind.MOVED, f"s[{card}]", card, end, taken)

    def _op_move(self, lines: Lines, point: int, op: ir.Move) -> bool:
        taken = self._taken(point)
        match op.cards:
            case ir.Only(value) | ir.Listing((value,)):
                card = f"k{self.spare()}"
                lines.add(f"{card} = {self.value(value)}")
                with lines.under(f"if {card} != {NONE}:"):
                    if op.at is None and self._plainly(value):
                        self._to_end(lines, op.zone, card, f"START[ZONE[{card}]]", taken)
                    else:
                        self._carry(lines, op, card, self.value(op.zone), self._at(op), taken)
                        return True
                return super()._op_move(lines, point, op)
        self._taking = taken
        return super()._op_move(lines, point, op)

    def _moved(self, lines: Lines, card: str, new: str) -> None:
        self.event(lines, Kind.MOVED, f"s[{new}]", card, new, self._taking)

    def _carry(self, lines: Lines, op: ir.Move, card: str, zone: str, place: str, taken: int) -> None:
        """Move one card."""
        new = f"n{self.spare()}"
        lines.add(f"{new} = carry(s, {card}, {zone}, {place}, {self._follows(op.held)})")
        self._failing(lines)
        self.event(lines, Kind.MOVED, f"s[{new}]", card, new, taken)

    def _op_swap(self, lines: Lines, point: int, op: ir.Swap) -> bool:
        a, b = f"k{self.spare()}", f"k{self.spare()}"
        lines.add(f"{a} = {self.value(op.card)}")
        lines.add(f"{b} = {self.value(op.other)}")
        with lines.under(f"if {a} != {NONE} and {b} != {NONE}:"):
            self.event(lines, Kind.SWAPPED, a, f"s[{a}]", b, f"s[{b}]")
        return super()._op_swap(lines, point, op)

    def _op_shuffle(self, lines: Lines, point: int, op: ir.Shuffle) -> bool:
        super()._op_shuffle(lines, point, op)
        self.event(lines, Kind.SHUFFLED, self.value(op.zone))
        return True

    def _op_rolled(self, lines: Lines, point: int, op: ir.Rolled) -> bool:
        zone, die = f"z{self.spare()}", f"k{self.spare()}"
        lines.add(f"{zone} = {self.value(op.zone)}")
        at = self.begin(lines, Kind.ROLLED, zone)
        with lines.under(f"for {die} in range(START[{zone}], START[{zone}] + s[START[{zone}] - 1]):"):
            self.put(lines, f"s[{die}]")
        self.end(lines, at)
        return True

    def _op_show(self, lines: Lines, point: int, op: ir.Show) -> bool:
        at, x = self.begin(lines, Kind.SHOWN, self.seats(lines, op.to)), self.spare()

        def card() -> None:
            self.put(lines, f"x{x}")
            self.put(lines, f"s[x{x}]")

        self.each(lines, op.cards, x, card)
        self.end(lines, at)
        return super()._op_show(lines, point, op)

    def _op_tell(self, lines: Lines, point: int, op: ir.Tell) -> bool:
        """The condition is tried on each card, and on the first with every face that it might have."""
        name, given = self.module.known(("tell", op)), [n for n in self.names(op) if n != f"x{op.slot}"]
        if name is None:
            inner = Lines()
            self._tried(inner, op)
            name = self.module.name(("tell", op), "tell_")
            self.module.function(name, ["s", "c", *given], inner)
        lines.add(f"{name}({', '.join(['s', 'c', *given])})")
        return True

    def _tried(self, lines: Lines, op: ir.Tell) -> None:
        at, x, holds = self.begin(lines, Kind.TOLD, self.seats(lines, op.to), 0), f"x{op.slot}", op.condition
        lines.add(f"one, count = {NONE}, 0")

        def card() -> None:
            lines.add(f"one = {x} if count == 0 else one")
            lines.add("count += 1")
            self.put(lines, x)
            self.put(lines, self.value(holds) if self.is_truth(holds) else f"(1 if {self.truth(holds)} else 0)")

        def face() -> None:
            lines.add("s[one] = face")
            with lines.under(f"if {self.truth(holds)}:"):
                self.put(lines, "face")

        self.each(lines, op.cards, op.slot, card)
        with lines.under("if not s[3]:"):
            lines.add(f"c[{at} + 1] = count")
        with lines.under(f"if one != {NONE}:"):
            lines.add(f"{x} = one")
            lines.add("before = s[one]")
            cards = self.module.table([face for face, copies in enumerate(self.program.copies) if copies])
            with lines.under("if DICE[ZONE[one]] < 0:"), lines.under(f"for face in {cards}:"):
                face()
            if any(zone.dice for zone in self.program.zones):
                with lines.under("else:"), lines.under("for side in range(SIDES[ZONE[one]]):"):
                    lines.add("face = FACES[DICE[ZONE[one]] + side]")
                    face()
            lines.add("s[one] = before")
        self.end(lines, at)

    # -- players ---------------------------------------------------------------------------------------------------

    def tell_passed_over(self, lines: Lines, number: int) -> None:
        """The player, and the row if something may follow from it."""
        if number < 0:
            return
        decision = self.original.decisions[number]
        values = f"s[{decision.me}]", number
        if not any(self._of_none(alternative) for alternative in decision.alternatives):
            self.event(lines, Kind.SKIPPED, *values)
            return
        at = self.begin(lines, Kind.SKIPPED, *values)
        self.put_row(lines)
        self.end(lines, at)

    def tell_asked(self, lines: Lines, number: int) -> None:
        """The row, where something may follow from a player's having a card that can be chosen."""
        decision = self.original.decisions[number]
        if decision.decline >= 0 or decision.skip < 0:
            return
        alternatives = decision.alternatives
        if all(len(a.picks) == 1 and a.picks[0].sort == "card" for a in alternatives):
            at = self.begin(lines, Kind.ASKED, number)
            self.put_row(lines)
            self.end(lines, at)

    def tell_unable(self, lines: Lines, number: int) -> None:
        """In place of a choice."""
        with lines.under("else:"):
            self.tell_passed_over(lines, number)

    def tell_chosen(self, lines: Lines, number: int, at: int) -> None:
        """The choice, and the row if something may follow from it."""
        decision, alternative = self.original.decisions[number], self.original.decisions[number].alternatives[at]
        values = f"s[{decision.me}]", number, at, *(f"x{pick.slot}" for pick in alternative.picks)
        if not self._of_move(alternative):
            self.event(lines, Kind.CHOSEN, *values)
            return
        begin = self.begin(lines, Kind.CHOSEN, *values)
        self.put_row(lines)
        self.end(lines, begin)

    def tell_voided(self, lines: Lines, number: int, at: int) -> None:
        """The choice."""
        self.event(lines, Kind.VOIDED, f"s[{self.original.decisions[number].me}]", number, at)

    def _of_move(self, alternative: ir.Alternative) -> bool:
        """May it tell something of hidden cards that an action is taken?"""
        tests = [pick.where for pick in alternative.picks] + [need.test for need in alternative.needs]
        return any(reads_secret(self.original, self.secret, test) for test in tests)

    def _of_none(self, alternative: ir.Alternative) -> bool:
        """May it tell something that it cannot be taken?"""
        picks = alternative.picks
        return len(picks) <= 1 and (self._of_move(alternative) or any(pick.sort == "card" for pick in picks))


class TellingStretches(Telling, Stretches):
    """The same for LLVM."""
