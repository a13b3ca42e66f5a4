"""The reference interpreter: the definition of what a program means.

A machine holds no state of a game. It works on rows: it runs the flow from one decision, chance or end to the next,
lists legal moves, and says which condition forbids one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import compress

from reglas.engine import events as ev
from reglas.engine.asking import STOP
from reglas.engine.cards import Cards
from reglas.engine.chance import Chance
from reglas.engine.comparing import Value
from reglas.engine.evaluate import Evaluator
from reglas.engine.execute import Executor
from reglas.engine.faults import RuleFault
from reglas.engine.implied import Implications, Told
from reglas.engine.searching import Move, Refusal, Search
from reglas.language.types import NONE
from reglas.program import ir
from reglas.reading.messages import say

MOST_STEPS = 200_000
"""How many operations may follow one another without a decision, chance or end."""


class Machine:
    """Interprets one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.locals = [0] * max(1, program.slots)
        self.log: list[ev.Event] | None = None
        self.chance: Chance | None = None
        self._seats = range(program.seats)
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
        reads_secret = self.implications.reads_secret
        self._secret_ends = [(i, test) for i, test in self._ends if reads_secret(program.ends[i].when)]
        self._searches = [self._decision(d) for d in program.decisions]
        # is there any move? What has fewest picks is tried first
        self._easiest = [sorted(searches, key=lambda search: len(search.picks)) for searches in self._searches]
        self.implied: list[tuple[int, list[Told]]] = []
        self._asks = {i: op.decision for i, op in enumerate(program.ops) if isinstance(op, ir.Ask | ir.Gather)}
        self._chances = {
            i
            for i, op in enumerate(program.ops)
            if isinstance(op, ir.Settle | ir.SettleTop | ir.Deal | ir.Draw | ir.Next)
        }
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

    def run(self, row: list[int]) -> Chance | None:
        """Go on until the flow rests at a decision, a chance or the end. The chance, if it is one."""
        steps, point = self._steps, row[ir.POINT]
        self.chance = None
        for _ in range(MOST_STEPS):
            to = steps[point](row)
            if to == STOP:
                row[ir.POINT] = point
                if self.implied:
                    self.tell()
                return self.chance
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

    def ends_fit(self, row: list[int]) -> bool:
        """Do the ends that read what not everybody sees agree with a row, which goes on or is over for one of them?"""
        ended = row[ir.ENDED] - 1
        if row[ir.BEGUN] != 1 or not self._secret_ends:
            return True
        for number, test in self._secret_ends:
            if bool(test(row, self.locals)) != (number == ended) and not 0 <= ended < number:
                return False
        return True

    def acting(self, row: list[int]) -> tuple[int, ...]:
        """The seats that are to act."""
        first = self.program.pending
        return tuple(compress(self._seats, row[first : first + self.program.seats]))

    @contextmanager
    def as_seat(self, row: list[int], seat: int) -> Iterator[None]:
        """Within, `me` is a seat where several choose at once; elsewhere the row says who chooses."""
        number = self._asks.get(row[ir.POINT])
        decision = self.program.decisions[number] if number is not None else None
        if decision is None or decision.waiting < 0:
            yield
            return
        row[decision.me] = seat
        try:
            yield
        finally:
            row[decision.me] = NONE

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

    def _decision(self, decision: ir.Decision) -> list[Search]:
        return [Search(self.evaluator, self.locals, number, a) for number, a in enumerate(decision.alternatives)]

    def any_move(self, row: list[int], decision: int) -> bool:
        """Is there a legal move?"""
        return any(search.any(row) for search in self._easiest[decision])

    def may_move(self, row: list[int], decision: int) -> bool:
        """Is there a move that could be legal for all that everybody knows?"""
        return any(search.may(row) for search in self._searches[decision])

    def moves(self, row: list[int], seat: int | None = None) -> list[Move]:
        """The legal moves of a seat that is to act (the first such, unless given), in order of the actions offered
        and of their picks; to decline comes last."""
        number = self.decision(row)
        if number is None or row[ir.ENDED]:
            return []
        if self.program.decisions[number].waiting >= 0 and seat is None:
            seat = self.acting(row)[0]
        return self.offered(row, number, seat)

    def offered(self, row: list[int], number: int, seat: int | None) -> list[Move]:
        """The legal moves at a decision; where several choose at once, those of a seat, wherever the flow rests."""
        decision, found = self.program.decisions[number], list[Move]()
        before = row[decision.me]
        if decision.waiting >= 0 and seat is not None:
            row[decision.me] = seat
        for search in self._searches[number]:
            search.moves(row, found)
        row[decision.me] = before
        if decision.declined >= 0:
            found.append((len(decision.alternatives),))
        return found

    def refusal(self, row: list[int], move: Move, seat: int | None = None) -> Refusal | None:
        """Why a move is illegal, or None when it is legal."""
        number = self.decision(row)
        if number is None or row[ir.ENDED]:
            return Refusal("over")
        if move[0] == len(self._searches[number]):
            return None  # to decline
        with self.as_seat(row, self.acting(row)[0] if seat is None else seat):
            return self._searches[number][move[0]].refusal(row, move[1:])

    def stale(self, row: list[int], decision: int, move: Move) -> bool:
        """Can a choice that was made before not be carried out any more?"""
        return self._searches[decision][move[0]].refusal(row, move[1:]) is not None

    def broken(self, row: list[int], move: Move, seat: int | None = None) -> tuple[str, ...]:
        """The conditions that a move should honour and breaks: then it is a foul."""
        number = self.decision(row)
        if number is None or move[0] == len(self._searches[number]):
            return ()
        with self.as_seat(row, self.acting(row)[0] if seat is None else seat):
            return self._searches[number][move[0]].broken(row, move[1:])

    def domain(self, row: list[int], move: Move, pick: int, seat: int | None = None) -> list[int]:
        """What a pick of a move could be, given the picks before it."""
        decision = self.decision(row)
        assert decision is not None
        with self.as_seat(row, self.acting(row)[0] if seat is None else seat):
            return self._searches[decision][move[0]].domain(row, move[1:], pick)

    def commit(self, row: list[int], actor: int, move: Move) -> Chance | None:
        """Carry out a move of a player, up to the next decision, chance or end, as `run` does. It is not checked. Where
        several choose at once it is kept until all have chosen."""
        self.implied.clear()  # what is left of a move that failed
        point = row[ir.POINT]
        number = self._asks[point]
        decision, first = self.program.decisions[number], self.program.pending
        if decision.waiting >= 0:
            self._keep(row, actor, number, move)
            row[first + actor] = 0
            if any(row[first : first + self.program.seats]):
                return None
            row[ir.POINT] = point + 1
        else:
            row[first : first + self.program.seats] = [0] * self.program.seats
            if move[0] == len(decision.alternatives):
                self.note(ev.Declined(actor, number))
                row[ir.POINT] = decision.decline
            else:
                row[ir.POINT] = self.carry_out(row, actor, number, move)
        return self.run(row)

    def _keep(self, row: list[int], actor: int, number: int, move: Move) -> None:
        """Keep a choice that is made together with others."""
        decision = self.program.decisions[number]
        first = decision.waiting + actor * decision.width
        row[first] = move[0]
        values: tuple[int | ev.Place, ...] = ()
        if move[0] < len(decision.alternatives):
            alternative = decision.alternatives[move[0]]
            for at, value in zip(alternative.kept, move[1:], strict=True):
                row[first + at] = value
            values = self.places(alternative, move)
        self.note(ev.Committed(actor, number, move[0], values))

    def places(self, alternative: ir.Alternative, move: Move) -> tuple[int | ev.Place, ...]:
        """The picks of a move, cards as places."""
        return tuple(self.place(v) if p.sort == "card" else v for p, v in zip(alternative.picks, move[1:], strict=True))

    def carry_out(self, row: list[int], actor: int, number: int, move: Move) -> int:
        """Begin to carry out a move: the point of its effects."""
        alternative = self.program.decisions[number].alternatives[move[0]]
        if self.log is not None:
            self.log.append(ev.Chosen(actor, number, move[0], self.places(alternative, move)))
            told = self.implications.of_move(row, alternative, move[1:])
            if told:
                self.implied.append((len(self.log), told))
        if alternative.foul >= 0:
            row[alternative.foul] = int(bool(self._searches[number][move[0]].broken(row, move[1:])))
        for pick, value in zip(alternative.picks, move[1:], strict=True):
            row[pick.cell] = value
        return alternative.entry

    def tell(self) -> None:
        """Put in what moves tell, where they were made: some of it only holds once a card has become public."""
        log = self.log
        for begin, told in reversed(self.implied if log is not None else []):
            assert log is not None
            log[begin:begin] = [t.event for t in told if all(self._opened(c, log[begin:]) for c in t.cards)]
        self.implied.clear()

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
        if move[0] == len(self.program.decisions[decision].alternatives):
            return self.program.decisions[decision].declined
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


__all__ = ["MOST_STEPS", "Machine", "Move", "Refusal"]
