"""What a legal move tells everybody: where a condition of it read its actor's hidden cards, it held.

Conditions that say how many cards of a zone are of some kind fit: `any`, `all`, `count` compared with a number, and
their negations, joined by `and`; of an `or` whose other side does not hold, the side that must. Of a few dice any
condition fits (`throws`). Whether it holds may be asked only on public grounds, else what is told would itself tell of
hidden cards. A side that reads the card that is picked becomes public if the card does: what follows from it is told
on that condition.

A player who is passed over tells likewise that no move was legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from reglas.engine import events as ev
from reglas.engine.comparing import Value
from reglas.engine.throws import Throws
from reglas.language.types import NONE
from reglas.program import ir
from reglas.program.walk import nodes

if TYPE_CHECKING:
    from reglas.engine.machine import Machine

_FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_COMPLEMENT = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class Told:
    """What is told, and the cards whose faces have to become public first, as their cells."""

    event: ev.Implied | ev.ImpliedThrow
    cards: frozenset[int]


_Tests = tuple[tuple[int, ir.Expr], ...]
"""Conditions on one card, each with the slot in which it looks for it."""


def reads_secret(program: ir.Program, secret: Collection[str], test: ir.Expr | None) -> bool:
    """Does a condition read what cards of some families of zones are?"""
    parts = list(nodes(test, program.functions))
    traits = any(isinstance(p, ir.Trait) for p in parts)
    families = (ir.Contents, ir.Spread, ir.Top)
    return traits and any(isinstance(p, families) and p.family in secret for p in parts)


class Implications:
    """The conditions of one program's moves that may tell of hidden cards."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self._conditions: dict[int, tuple[ir.Expr, ...]] = {}
        self._static: dict[int, frozenset[int] | Literal[False] | None] = {}
        self._places: dict[int, bool] = {}
        self._given: dict[int, set[int]] = {}
        self._values: dict[int, tuple[ir.Expr, Value]] = {}
        self.secret = {z.family for z in self.program.zones if z.seen_by != "everyone"}
        self.hidden_cells = {
            cell
            for h in self.program.holdings
            if h.seen_by != "everyone"
            for cell in range(h.cell, h.cell + h.count * (len(h.fields) or 1) + h.listed)
        }
        self.throws = Throws(
            self.program, self.value, lambda row, part: self._reads(row, part) == frozenset(), self._open
        )
        self._picked: dict[tuple[int, ...], tuple[int, ...] | None] = {}  # the tests are kept by `_values`
        self._fit: dict[object, frozenset[int]] = {}
        self._cards: dict[int, int] = {}  # slots that hold a card, and which
        self._found: list[Told] = []
        self._needed: frozenset[int] = frozenset()

    def value(self, node: ir.Expr) -> Value:
        """The function of an expression of the program, made once."""
        found = self._values.get(id(node))
        if found is None:
            found = self._values[id(node)] = (node, self.machine.evaluator.value(node))
        return found[1]

    def conditions(self, alternative: ir.Alternative) -> tuple[ir.Expr, ...]:
        """The conditions of an alternative that read cards of zones not everybody sees."""
        found = self._conditions.get(id(alternative))
        if found is None:
            tests = [p.where for p in alternative.picks if p.where is not None] + [n.test for n in alternative.needs]
            found = self._conditions[id(alternative)] = tuple(t for t in tests if self.reads_secret(t))
        return found

    def reads_secret(self, test: ir.Expr | None) -> bool:
        """Does a condition read cards of zones that not everybody sees?"""
        return reads_secret(self.program, self.secret, test)

    # -- what moves tell -------------------------------------------------------------------------------------------

    def of_move(self, row: list[int], alternative: ir.Alternative, values: Sequence[int]) -> list[Told]:
        """What a move tells that is about to be made."""
        conditions = self.conditions(alternative)
        if conditions:
            self._begin(alternative, values)
            for condition in conditions:
                self._holds(row, condition, True)
        return self._told()

    def of_none(self, row: list[int], decision: ir.Decision) -> list[ev.Implied | ev.ImpliedThrow]:
        """What it tells that a player has no legal move: of each alternative of at most one pick."""
        found: list[Told] = []
        for alternative in decision.alternatives:
            if len(alternative.picks) > 1 or (not self.conditions(alternative) and not self._of_a_card(alternative)):
                continue
            tests = [n.test for n in alternative.needs] + [p.where for p in alternative.picks if p.where is not None]
            self._begin(alternative, ())
            if self._of_a_card(alternative):
                self._no_card(row, alternative.picks[0], tests)
            else:
                self._no_value(row, alternative, tests)
            found += self._told()
        return [told.event for told in found if not told.cards]

    def of_some(self, row: list[int], decision: ir.Decision) -> list[ev.Implied]:
        """What it tells that a player is not passed over, where all that is offered are cards of one zone."""
        faces: dict[int, frozenset[int]] = {}
        for alternative in decision.alternatives:
            if not self._of_a_card(alternative):
                return []
            pick, contents = alternative.picks[0], _source(alternative.picks[0].domain)
            tests = [n.test for n in alternative.needs] + [t for t in (pick.where,) if t is not None]
            self._begin(alternative, ())
            if contents[0] is None or contents[0].family not in self.secret:
                return []
            found = list(self._faces(row, contents[0], (*contents[1], *((pick.slot, t) for t in tests))))
            if not found or self._needed:
                return []
            faces[found[0][0]] = faces.get(found[0][0], frozenset()) | found[0][1]
        return [ev.Implied(zone, fitting, 1) for zone, fitting in faces.items()] if len(faces) == 1 else []

    def _of_a_card(self, alternative: ir.Alternative) -> bool:
        return len(alternative.picks) == 1 and alternative.picks[0].sort == "card"

    def _no_card(self, row: list[int], pick: ir.Pick, tests: list[ir.Expr]) -> None:
        """No card of a zone meets the conditions of a pick."""
        contents, inner = _source(pick.domain)
        if contents is not None and contents.family in self.secret:
            self._quantified(row, contents, (*inner, *((pick.slot, t) for t in tests)), exists=False)

    def _no_value(self, row: list[int], alternative: ir.Alternative, tests: list[ir.Expr]) -> None:
        if not tests:
            return
        whole = tests[0]
        for test in tests[1:]:
            whole = ir.And(whole, test)
        f = self.machine.locals
        for pick in alternative.picks:
            for value in self.value(pick.domain)(row, f):
                f[pick.slot] = value
                self._holds(row, whole, False)
        if not alternative.picks:
            self._holds(row, whole, False)

    def _begin(self, alternative: ir.Alternative, values: Sequence[int]) -> None:
        self._cards, self._needed = {}, frozenset()
        for pick, value in zip(alternative.picks, values, strict=False):
            self.machine.locals[pick.slot] = value
            if pick.sort == "card" and value != NONE:
                self._cards[pick.slot] = value

    def _told(self) -> list[Told]:
        found, self._found = self._found, []
        return [t for t in dict.fromkeys(found) if isinstance(t.event, ev.ImpliedThrow) or t.event.least > 0]

    # -- conditions ------------------------------------------------------------------------------------------------

    def _holds(self, row: list[int], test: ir.Expr, truth: bool) -> None:
        """What follows from a condition having this truth."""
        before = len(self._found)
        self._in_parts(row, test, truth)
        if len(self._found) == before:
            throw = self.throws.told(row, self.machine.locals, test, truth)
            if throw is not None:
                self._found.append(Told(throw, self._needed))

    def _in_parts(self, row: list[int], test: ir.Expr, truth: bool) -> None:
        match test:
            case ir.Not(value):
                self._holds(row, value, not truth)
            case ir.And(left, right) | ir.Or(left, right):
                self._joined(row, left, right, isinstance(test, ir.And) == truth, truth)
            case ir.Invoke(function, args):
                self._called(row, function, args, truth)
            case ir.Select(condition, yes, no):
                self._where(row, condition, lambda holds: self._holds(row, yes if holds else no, truth))
            case ir.Quantify(op, slot, items, body) if op in ("any", "all"):
                contents, inner = _source(items)
                last = body if op == "any" else ir.Not(body)
                if contents is not None:
                    self._quantified(row, contents, (*inner, (slot, last)), (op == "any") == truth)
            case ir.Compare(op, ir.Length(items), number):
                self._compared(row, items, op if truth else _COMPLEMENT[op], number)
            case ir.Compare(op, number, ir.Length(items)):
                self._compared(row, items, _FLIPPED[op] if truth else _COMPLEMENT[_FLIPPED[op]], number)

    def _joined(self, row: list[int], left: ir.Expr, right: ir.Expr, both: bool, truth: bool) -> None:
        """Both sides have this truth; or one of them, which is known where the other has not."""
        if both:
            self._holds(row, left, truth)
            self._holds(row, right, truth)
            return
        self._otherwise(row, left, right, truth)
        self._otherwise(row, right, left, truth)

    def _otherwise(self, row: list[int], side: ir.Expr, other: ir.Expr, truth: bool) -> None:
        def then(holds: bool) -> None:
            if holds != truth:
                self._holds(row, other, truth)

        self._where(row, side, then)

    def _called(self, row: list[int], function: int, args: tuple[ir.Expr, ...], truth: bool) -> None:
        f, called = self.machine.locals, self.program.functions[function]
        if any(self._reads(row, a) is None for a in args):
            return
        values = [self.value(a)(row, f) for a in args]
        cards = dict(self._cards)
        for slot, arg, value in zip(called.slots, args, values, strict=True):
            f[slot] = value
            if slot in self._cards_given(function) or (isinstance(arg, ir.Local) and arg.slot in cards):
                self._cards[slot] = value
        self._holds(row, called.body, truth)
        self._cards = cards

    def _cards_given(self, function: int) -> set[int]:
        """The parameters of a function that are cards of which it asks what they are."""
        found = self._given.get(function)
        if found is None:
            body = nodes(self.program.functions[function].body, self.program.functions)
            cards = {n.card.slot for n in body if isinstance(n, ir.Trait) and isinstance(n.card, ir.Local)}
            found = self._given[function] = cards
        return found

    def _public(self, row: list[int], part: ir.Expr) -> bool:
        return self._reads(row, part) == frozenset()

    def _open(self, card: int) -> bool:
        return self.program.zones[self.machine.evaluator.zone_of[card]].seen_by == "everyone"

    def _where(self, row: list[int], test: ir.Expr, then: Callable[[bool], None]) -> None:
        """Go on by what a condition is, if that is public, or will be when a picked card is."""
        cards = self._reads(row, test)
        if cards is None:
            return
        before = self._needed
        self._needed = before | cards
        then(bool(self.value(test)(row, self.machine.locals)))
        self._needed = before

    def _reads(self, row: list[int], part: ir.Expr) -> frozenset[int] | None:
        """The picked cards whose hidden faces an expression reads; None if it reads anything else that is hidden."""
        slots = self._static.get(id(part), False)
        if slots is False:
            slots = self._static[id(part)] = self._slots(part)
        if slots is None:
            return None
        cards = {self._cards[slot] for slot in slots if self._cards.get(slot, NONE) != NONE}
        zones, zone_of = self.program.zones, self.machine.evaluator.zone_of
        return frozenset(c for c in cards if zones[zone_of[c]].seen_by != "everyone")

    def _slots(self, part: ir.Expr) -> frozenset[int] | None:
        """The local slots an expression reads, if it reads nothing in the row that is hidden."""
        slots: set[int] = set()
        for node in nodes(part, self.program.functions):
            match node:
                case ir.Contents(family, _) | ir.Spread(family, _) | ir.Top(family, _) if family in self.secret:
                    return None
                case ir.Cell(cell) | ir.Stored(cell) if cell in self.hidden_cells:
                    return None
                case ir.Element(base, _, size, _, _) if self.hidden_cells & set(range(base, base + size)):
                    return None
                case ir.Trait(_, ir.Cell() | ir.Element() | ir.Field() | ir.Item(ir.Stored())):
                    return None
                case ir.Local(slot):
                    slots.add(slot)
        return frozenset(slots)

    def _placed(self, test: ir.Expr) -> bool:
        """Does an expression ask where a card lies, or who saw it?"""
        found = self._places.get(id(test))
        if found is None:
            parts = nodes(test, self.program.functions)
            found = self._places[id(test)] = any(isinstance(n, ir.Where | ir.Saw) for n in parts)
        return found

    # -- zones -----------------------------------------------------------------------------------------------------

    def _quantified(self, row: list[int], contents: ir.Contents, tests: _Tests, exists: bool) -> None:
        """Some card of a zone meets all tests, or none does."""
        for zone, faces, others in self._faces(row, contents, tests):
            if exists:
                self._say(zone, faces, 1)
            else:
                self._say(zone, others, row[self.program.zones[zone].start - 1])

    def _compared(self, row: list[int], items: ir.Expr, op: str, number: ir.Expr) -> None:
        """The number of cards of a zone that meet some tests, compared with a number."""
        contents, tests = _source(items)
        if contents is None or not tests or self._reads(row, number) != frozenset():
            return
        count = int(self.value(number)(row, self.machine.locals))
        for zone, faces, others in self._faces(row, contents, tests):
            size = row[self.program.zones[zone].start - 1]
            least = {">": count + 1, ">=": count, "==": count}.get(op, 0)
            most = {"<": count - 1, "<=": count, "==": count}.get(op, size)
            self._say(zone, faces, 1 if op == "!=" and count == 0 else least)
            self._say(zone, others, size - most)

    def _say(self, zone: int, faces: frozenset[int], least: int) -> None:
        self._found.append(Told(ev.Implied(zone, faces, least), self._needed))

    def _faces(
        self, row: list[int], contents: ir.Contents, tests: _Tests
    ) -> Iterator[tuple[int, frozenset[int], frozenset[int]]]:
        """The zone, the faces with which a card in it would meet the tests, and those with which it would not."""
        f = self.machine.locals
        if self._reads(row, contents.zone) != frozenset():
            return
        zone = int(self.value(contents.zone)(row, f))
        if self.program.zones[zone].seen_by == "everyone" or row[self.program.zones[zone].start - 1] == 0:
            return
        needed = self._needed
        for _, test in tests:
            cards = self._reads(row, test)
            if cards is None or self._placed(test):
                return
            self._needed |= cards
        every = frozenset(self.machine.faces_of[zone])
        fitting = self._known_fitting(row, tests, zone)
        yield zone, fitting, every - fitting
        self._needed = needed

    def _known_fitting(self, row: list[int], tests: _Tests, zone: int) -> frozenset[int]:
        """The same as a set, which is kept where it goes by nothing but the card and what was picked."""
        apart = tuple(id(test) for _, test in tests)
        if apart not in self._picked:
            self._picked[apart] = _only_picks(tests)
        slots = self._picked[apart]
        if slots is None:
            return frozenset(self._fitting(row, tests, zone))
        f = self.machine.locals
        key = (apart, zone, tuple(f[slot] for slot in slots))
        if key not in self._fit:
            self._fit[key] = frozenset(self._fitting(row, tests, zone))
        return self._fit[key]

    def _fitting(self, row: list[int], tests: _Tests, zone: int) -> Iterator[int]:
        """The faces with which a card of a zone meets all tests: tried on a card that lies nowhere."""
        f, trial, card = self.machine.locals, [*row, 0], len(row)
        values = [(slot, self.value(test)) for slot, test in tests]
        for face in self.machine.faces_of[zone]:
            trial[card] = face
            for slot, _ in values:
                f[slot] = card
            for _, test in values:
                if not test(trial, f):
                    break
            else:
                yield face


def _only_picks(tests: _Tests) -> tuple[int, ...] | None:
    """The slots that some conditions read beside those of their cards, if they read nothing else."""
    cards, slots = {slot for slot, _ in tests}, set[int]()
    for node in nodes(tests):
        match node:
            case ir.Trait(_, ir.Local(slot)) if slot in cards:
                pass
            case ir.Local(slot):
                slots.add(slot)
            case ir.Const() | ir.Compare() | ir.And() | ir.Or() | ir.Not() | ir.Arithmetic():
                pass
            case _:
                return None
    return tuple(sorted(slots - cards))


def _source(items: ir.Expr) -> tuple[ir.Contents | None, _Tests]:
    """The zone whose cards a list is of, and the conditions by which it is narrowed."""
    match items:
        case ir.Contents():
            return items, ()
        case ir.Filter(slot, inner, where):
            contents, tests = _source(inner)
            return contents, (*tests, (slot, where))
    return None, ()
