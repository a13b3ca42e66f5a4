"""The reference interpreter: the definition of what a program means.

A machine holds no state of a game. It works on rows: it runs the flow from one decision, chance or end to the next,
lists legal moves, and says which condition forbids one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from reglas.engine import events as ev
from reglas.engine.cards import Cards
from reglas.engine.chance import Chance
from reglas.engine.evaluate import Evaluator, Value
from reglas.engine.execute import STOP, Executor
from reglas.engine.faults import RuleFault
from reglas.engine.implied import Implications, Told
from reglas.program import ir
from reglas.reading.messages import say

MOST_STEPS = 200_000
"""How many operations may follow one another without a decision, chance or end."""

Move: TypeAlias = tuple[int, ...]
"""A move at a decision: the number of the alternative, then a value for each pick (a card as its cell)."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is illegal: the name of the condition that does not hold, or what is wrong with a pick."""

    reason: str
    condition: str | None = None
    pick: str | None = None


class Machine:
    """Interprets one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.locals = [0] * max(1, program.slots)
        self.log: list[ev.Event] | None = None
        self.chance: Chance | None = None
        self.evaluator = Evaluator(program)
        self.cards = Cards(program, self.evaluator.zone_of)
        self.cell_names: dict[int, int] = {
            holding.cell + i: i for holding in program.holdings if not holding.listed for i in range(holding.count)
        }
        cards = tuple(face for face, copies in enumerate(program.copies) if copies)
        self.faces_of = [zone.dice or cards for zone in program.zones]
        value = self.evaluator.value
        self._ends = [(i, value(e.when)) for i, e in enumerate(program.ends) if e.when is not None]
        self.implications = Implications(self)
        self._searches = [self._decision(d) for d in program.decisions]
        self._asks = {i: op.decision for i, op in enumerate(program.ops) if isinstance(op, ir.Ask)}
        self._chances = {i for i, op in enumerate(program.ops) if isinstance(op, ir.Settle | ir.Draw | ir.Next)}
        # a zone's own stream stands before that of the rolled cells, whatever the zone is called
        self.stream_of = dict(reversed(program.streams))
        executor = Executor(self)
        self._steps = [executor.step(i, op) for i, op in enumerate(program.ops)]

    # -- for the executor ------------------------------------------------------------------------------------------

    def fault(self, code: str, site: int, template: str, **args: object) -> RuleFault:
        """A fault at a place of the author's text."""
        return RuleFault(code, self.program.sites[site], say(template, **args))

    def note(self, event: ev.Event) -> None:
        """Keep an event, if somebody asked for them."""
        if self.log is not None:
            self.log.append(event)

    def changed(self, s: list[int], component: str, cell: int, value: int) -> None:
        """Change a cell, and tell of it if it is a component's."""
        if self.log is not None and component and s[cell] != value:
            self.log.append(ev.Changed(component, self.cell_names.get(cell, 0), s[cell], value))
        s[cell] = value

    def end_tests(self, ends: tuple[int, ...]) -> list[tuple[int, Value]]:
        """The conditions of ends, with the points where the game is then over."""
        return [(number, test) for number, test in self._ends if number in ends]

    def place(self, card: int) -> ev.Place:
        """A card's zone and place, from 0."""
        return self.evaluator.zone_of[card], self.evaluator.index_of[card] - 1

    # -- running ---------------------------------------------------------------------------------------------------

    def run(self, row: list[int]) -> None:
        """Go on until the flow rests at a decision, a chance or the end."""
        steps, point = self._steps, row[ir.POINT]
        for _ in range(MOST_STEPS):
            to = steps[point](row)
            if to == STOP:
                row[ir.POINT] = point
                return
            point = to
        raise self.fault(
            "R807", self._round(row, point), "the rules go on for {steps} steps without a decision", steps=MOST_STEPS
        )

    def _round(self, row: list[int], point: int) -> int:
        """Where a chain of operations that does not end goes round: the first place of the text that it comes by."""
        for _ in range(len(self._steps)):
            site = getattr(self.program.ops[point], "site", 0)
            if site:
                return int(site)
            point = self._steps[point](row)
        return 0

    def decision(self, row: list[int]) -> int | None:
        """The decision at which the flow rests, or None."""
        return self._asks.get(row[ir.POINT])

    def over(self, row: list[int]) -> bool:
        """Is the game over?"""
        return row[ir.ENDED] != 0

    def acting(self, row: list[int]) -> tuple[int, ...]:
        """The seats that are to act."""
        first = self.program.pending
        return tuple(p for p in range(self.program.seats) if row[first + p])

    # -- chance ----------------------------------------------------------------------------------------------------

    def chance_at(self, row: list[int]) -> Chance | None:
        """The chance at which the flow rests, or None when it rests elsewhere."""
        point = row[ir.POINT]
        if row[ir.ENDED] or point not in self._chances:
            return None
        self.chance = None
        self._steps[point](row)
        return self.chance

    def settle(self, row: list[int], chance: Chance, value: int) -> None:
        """Let one of the outcomes of a chance come about; `run` then goes on."""
        op = self.program.ops[row[ir.POINT]]
        if chance.sort == "card":
            self.cards.settle(row, chance.cell, value)
        elif isinstance(op, ir.Draw):
            self.changed(row, op.component, chance.cell, value)
            row[ir.POINT] += 1
        else:
            row[chance.cell] = value

    # -- moves -----------------------------------------------------------------------------------------------------

    def _decision(self, decision: ir.Decision) -> list[_Search]:
        return [_Search(self, number, a) for number, a in enumerate(decision.alternatives)]

    def any_move(self, row: list[int], decision: int) -> bool:
        """Is there a legal move?"""
        return any(search.moves(row, [], one=True) for search in self._searches[decision])

    def moves(self, row: list[int]) -> list[Move]:
        """The legal moves of whoever is to act, in order of the actions offered and of their picks."""
        decision = self.decision(row)
        if decision is None or row[ir.ENDED]:
            return []
        found: list[Move] = []
        for search in self._searches[decision]:
            search.moves(row, found)
        return found

    def refusal(self, row: list[int], move: Move) -> Refusal | None:
        """Why a move is illegal, or None when it is legal."""
        decision = self.decision(row)
        if decision is None or row[ir.ENDED]:
            return Refusal("over")
        return self._searches[decision][move[0]].refusal(row, move[1:])

    def domain(self, row: list[int], move: Move, pick: int) -> list[int]:
        """What a pick of a move could be, given the picks before it."""
        decision = self.decision(row)
        assert decision is not None
        return self._searches[decision][move[0]].domain(row, move[1:], pick)

    def commit(self, row: list[int], actor: int, move: Move) -> None:
        """Carry out a move of a player, up to the next decision, chance or end. It is not checked."""
        number = self._asks[row[ir.POINT]]
        alternative = self.program.decisions[number].alternatives[move[0]]
        log, told = self.log, list[Told]()
        if log is not None:
            values = tuple(
                self.place(v) if p.sort == "card" else v for p, v in zip(alternative.picks, move[1:], strict=True)
            )
            log.append(ev.Chosen(actor, number, move[0], values))
            told = self.implications.of_move(row, alternative, move[1:])
        begin = len(log or ())
        for pick, value in zip(alternative.picks, move[1:], strict=True):
            row[pick.cell] = value
        first = self.program.pending
        row[first : first + self.program.seats] = [0] * self.program.seats
        row[ir.POINT] = alternative.entry
        self.run(row)
        if log is not None and told:
            log[begin:begin] = [t.event for t in told if all(self._opened(c, log[begin:]) for c in t.cards)]

    def _opened(self, card: int, log: list[ev.Event]) -> bool:
        """Was a card that was picked shown to everybody at once, or moved to where everybody sees it?"""
        place = self.place(card)
        for event in log:
            match event:
                case ev.Moved(_, source, (target, _)) if source[0] == place[0]:
                    return source == place and self.program.zones[target].seen_by == "everyone"
                case ev.Shown(places, _, to) if place in places:
                    return len(to) == self.program.seats
                case ev.Moved(_, _, (target, _)) if target == place[0]:
                    return False
        return False

    # -- numbers of moves ------------------------------------------------------------------------------------------

    def code(self, decision: int, move: Move) -> int:
        """The number of a move, the same all game: mixed radix over the action and its picks."""
        alternative = self.program.decisions[decision].alternatives[move[0]]
        code = 0
        for pick, value in zip(alternative.picks, move[1:], strict=True):
            code = code * pick.radix + self._digit(pick, value)
        return alternative.base + code

    def _digit(self, pick: ir.Pick, value: int) -> int:
        if pick.sort != "card":
            return value - pick.low
        index = self.evaluator.index_of[value] - 1
        if not pick.zones:
            return index
        zone = self.evaluator.zone_of[value]
        return pick.zones.index(zone) * (pick.radix // len(pick.zones)) + index


class _Search:
    """The legal moves of one alternative: picks one after the other, conditions as early as they can be told."""

    def __init__(self, machine: Machine, number: int, alternative: ir.Alternative) -> None:
        value = machine.evaluator.value
        self.f, self.number = machine.locals, number
        self.picks = [
            (p.name, p.slot, value(p.domain), value(p.where) if p.where is not None else None)
            for p in alternative.picks
        ]
        self.needs = [(n.name, value(n.test)) for n in alternative.needs]
        self.at_depth = [
            [value(n.test) for n in alternative.needs if n.depth == depth] for depth in range(len(self.picks) + 1)
        ]

    def moves(self, row: list[int], found: list[Move], one: bool = False) -> bool:
        """Add each legal move to those found; with `one`, only the first. Is there any?"""
        f = self.f
        for need in self.at_depth[0]:
            if not need(row, f):
                return False
        if not self.picks:
            found.append((self.number,))
            return True
        return self._deeper(row, 0, (self.number,), found, one)

    def _deeper(self, row: list[int], depth: int, move: Move, found: list[Move], one: bool) -> bool:
        f, (_, slot, domain, where), needs = self.f, self.picks[depth], self.at_depth[depth + 1]
        last, before = depth + 1 == len(self.picks), len(found)
        for value in domain(row, f):
            f[slot] = value
            if where is not None and not where(row, f):
                continue
            for need in needs:
                if not need(row, f):
                    break
            else:
                if last:
                    found.append((*move, value))
                else:
                    self._deeper(row, depth + 1, (*move, value), found, one)
                if one and len(found) > before:
                    return True
        return len(found) > before

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
