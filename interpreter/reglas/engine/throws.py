"""What a condition on hidden dice tells: dice that were rolled together are few, so each way they may lie is tried.

A condition on how many dice show some faces is told as such (`implied`). Of any other, of a sum, of the lowest die, of
two that are alike, everybody can tell with which faces it holds; that is told here, as the faces themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from reglas.engine import events as ev
from reglas.engine.comparing import Value
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import field_names

MOST = 10_000
"""With more ways than this nothing is told, and knowledge is less than there is to know."""


class Throws:
    """Conditions of one program that read dice not everybody sees.

    `public` says whether everybody knows what a part of a condition is that reads no zone, `open_card` whether
    everybody sees a card.
    """

    def __init__(
        self,
        program: ir.Program,
        value: Callable[[ir.Expr], Value],
        public: Callable[[list[int], ir.Expr], bool],
        open_card: Callable[[int], bool],
    ) -> None:
        self.program, self.value, self.public, self.open_card = program, value, public, open_card
        self.secret = {z.family for z in program.zones if z.seen_by != "everyone"}
        self.hidden_dice = {z.family for z in program.zones if z.dice and z.family in self.secret}

    def told(self, row: list[int], slots: list[int], test: ir.Expr, truth: bool) -> ev.ImpliedThrow | None:
        """How the dice of the one hidden zone that a condition reads may lie, for it to have this truth. `slots` are
        the local slots it is worked out with. None if it reads anything else that is hidden, or if nothing follows."""
        kept, reading = list(slots), _Reading(self, row, slots)
        if not reading.public(test, frozenset()) or len(reading.zones) != 1:
            slots[:] = kept
            return None
        (zone,) = reading.zones
        info = self.program.zones[zone]
        count = row[info.start - 1]
        ways = len(info.dice) ** count
        if not count or ways > MOST:
            return None
        holds, trial = self.value(test), list(row)
        throws = set()
        for faces in product(info.dice, repeat=count):
            trial[info.start : info.start + count] = faces
            slots[:] = kept
            if bool(holds(trial, slots)) == truth:
                throws.add(faces)
        slots[:] = kept
        return ev.ImpliedThrow(zone, frozenset(throws)) if len(throws) < ways else None


class _Reading:
    """What a condition reads: the zones of hidden dice, if everything else is public."""

    def __init__(self, throws: Throws, row: list[int], slots: list[int]) -> None:
        self.throws, self.row, self.slots = throws, row, slots
        self.zones: set[int] = set()

    def public(self, part: object, bound: frozenset[int]) -> bool:
        """Is all that a part reads public, but for hidden dice of zones that everybody can tell? `bound` are slots
        that have no value here: each item of a list in turn, or something that goes by the dice."""
        throws = self.throws
        match part:
            case ir.Contents(family, zone) | ir.Spread(family, zone) | ir.Top(family, zone) if family in throws.secret:
                return self._zone(family, zone, bound)
            case ir.Trait(_, ir.Local(slot)) if slot not in bound:
                return self.slots[slot] == NONE or throws.open_card(self.slots[slot])
            case ir.Trait(_, ir.Cell() | ir.Element() | ir.Field()) | ir.Stored():
                return False  # cards that lie anywhere
            case ir.Local(slot):
                return slot in bound or throws.public(self.row, part)
            case ir.Cell() | ir.Element() | ir.Where() | ir.Saw() | ir.Ahead():
                return not _slots(part) & bound and throws.public(self.row, part)
            case ir.Invoke(function, args):
                return self._called(function, args, bound)
            case ir.Quantify(_, slot) | ir.Filter(slot) | ir.Extreme(_, slot):
                bound |= {slot}
        return all(self.public(p, bound) for p in _inside(part))

    def _zone(self, family: str, zone: ir.Expr | tuple[int, ...], bound: frozenset[int]) -> bool:
        throws = self.throws
        if family not in throws.hidden_dice or isinstance(zone, tuple):
            return False
        if _slots(zone) & bound or not throws.public(self.row, zone):
            return False
        number = int(throws.value(zone)(self.row, self.slots))
        if throws.program.zones[number].seen_by != "everyone":
            self.zones.add(number)
        return True

    def _called(self, function: int, args: tuple[ir.Expr, ...], bound: frozenset[int]) -> bool:
        """What a function reads, with what it is given here."""
        called, given = self.throws.program.functions[function], set(bound)
        for slot, arg in zip(called.slots, args, strict=True):
            before = len(self.zones)
            if not self.public(arg, bound):
                return False
            if _slots(arg) & bound or len(self.zones) > before or not self.throws.public(self.row, arg):
                given.add(slot)
            else:
                self.slots[slot] = int(self.throws.value(arg)(self.row, self.slots))
                given.discard(slot)
        return self.public(called.body, frozenset(given))


def _inside(part: object) -> list[object]:
    """The parts of an expression."""
    parts = part if isinstance(part, tuple) else [getattr(part, name) for name in field_names(type(part))]
    return [p for p in parts if not isinstance(p, int | str)]


def _slots(part: object) -> set[int]:
    """The slots an expression reads."""
    if isinstance(part, ir.Local):
        return {part.slot}
    return {slot for p in _inside(part) for slot in _slots(p)}
