"""Count the sequences of moves of a game, to a depth, on several engines, and find where they differ.

    python tools/perft.py GAME [--with VARIANT..] [--set OPTION=VALUE..] [--players P] [--depth D]
                          [--how interpreter,plain,fast] [--draws N] [--deal] [--seed S]

Each move and each different outcome of chance leads to a position of its own; where several seats are to act, the moves
of each count. What chance may do is gone through for the first N draws after a move (2), and falls by the seed beyond
them: with `--draws 0` as in a game with this seed. Before the first move it falls by the seed too, unless `--deal`.

For each depth it prints how many positions there are, how many of them are ends or rules that fail (nothing follows
those), and what share of random games come there, each move as likely: it has to be 1 in all, together with the games
that are over sooner. If engines differ, it goes down, with what each of them counts below each move, to the first
position that tells them apart, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import reglas
from reglas.compiled import engine as emitted
from reglas.compiled.engine import Engine, RuleFailed
from reglas.engine import rng
from reglas.engine.faults import RuleFault
from reglas.engine.notation import seat_letter
from reglas.play import Game
from reglas.program import ir

HOWS = ("interpreter", "plain", "fast")
DRAWS = 2
"""How many draws after a move are gone through: a new deal would be too much."""


class Reached(NamedTuple):
    """A position after a move: the outcomes of chance that led there where there were several, how likely they are,
    and the row, or None if a rule fails."""

    outcomes: tuple[int, ...]
    share: Fraction
    row: Any


class Walker(Protocol):
    """An engine as it is walked."""

    def begin(self) -> Iterator[Reached]:
        """The positions a game may begin in."""

    def moves(self, row: Any, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat."""

    def play(self, row: Any, seat: int, number: int) -> Iterator[Reached]:
        """The positions a move may lead to."""


@dataclass
class Interpreted:
    """The reference interpreter."""

    game: Game
    draws: int = DRAWS
    seed: int = 0
    deal: bool = False

    def begin(self) -> Iterator[Reached]:
        """The positions a game may begin in."""
        if not self.deal:
            yield Reached((), Fraction(1), self.game.start(self.seed, record=False).row)
            return
        row = begun_row(self.game.program, self.seed)
        self.game.machine.run(row)
        yield from self._on(row, (), Fraction(1))

    def moves(self, row: Any, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat."""
        return list(self._moves(row, seat))

    def _moves(self, row: list[int], seat: int) -> dict[int, tuple[int, ...]]:
        machine = self.game.machine
        decision = machine.decision(row)
        assert decision is not None
        return {machine.code(decision, raw): raw for raw in machine.moves(row, seat)}

    def play(self, row: Any, seat: int, number: int) -> Iterator[Reached]:
        """The positions a move may lead to."""
        raw, after = self._moves(row, seat)[number], list(row)
        try:
            self.game.machine.commit(after, seat, raw)
        except RuleFault:
            yield Reached((), Fraction(1), None)
            return
        yield from self._on(after, (), Fraction(1))

    def _on(self, row: list[int], outcomes: tuple[int, ...], share: Fraction) -> Iterator[Reached]:
        """Go on from where the flow rests, through all that chance may do, or as it falls."""
        machine = self.game.machine
        chance = machine.chance_at(row)
        if chance is None:
            yield Reached(outcomes, share, row)
            return
        bag = list(chance.bag)
        several = bag[0] != bag[-1]
        drawn = bag[rng.below(row, chance.stream, len(bag))] if several else bag[0]  # also where it is not used
        if several and len(outcomes) >= self.draws:
            bag, several = [drawn], False
        for value, count in sorted(Counter(bag).items()):
            after = list(row)
            came = (*outcomes, value) if several else outcomes
            part = share * Fraction(count, len(bag))
            try:
                machine.settle(after, chance, value)
                machine.run(after)
            except RuleFault:
                yield Reached(came, part, None)
                continue
            yield from self._on(after, came, part)


@dataclass
class Emitted:
    """An emitted engine."""

    engine: Engine
    draws: int = DRAWS
    seed: int = 0
    deal: bool = False

    def begin(self) -> Iterator[Reached]:
        """The positions a game may begin in."""
        if not self.deal:
            yield Reached((), Fraction(1), self.engine.start(self.seed))
            return
        row = self.engine.cells(len(self.engine.program.row))
        for cell, number in enumerate(begun_row(self.engine.program, self.seed)):
            row[cell] = number
        yield from self._on(row, None, (), (), Fraction(1))

    def moves(self, row: Any, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat."""
        return self.engine.legal(row, seat)

    def play(self, row: Any, seat: int, number: int) -> Iterator[Reached]:
        """The positions a move may lead to."""
        yield from self._on(row, (seat, number), (), (), Fraction(1))

    def _on(
        self,
        row: Any,
        move: tuple[int, int] | None,
        given: tuple[int, ...],
        outcomes: tuple[int, ...],
        share: Fraction,
    ) -> Iterator[Reached]:
        """Make a move with outcomes given, and ask for those that follow."""
        after, draw = self.engine.copied(row), len(outcomes) >= self.draws
        try:
            if move is None:
                found = self.engine.begun(after, given, draw)
            else:
                found = self.engine.played(after, move[1], move[0], given, draw)
        except RuleFailed:
            yield Reached(outcomes, share, None)
            return
        if not found.wanted:
            yield Reached(outcomes, share, after)
        for value, count in sorted(Counter(found.wanted).items()):
            part = share * Fraction(count, len(found.wanted))
            yield from self._on(row, move, (*found.came, value), (*outcomes, value), part)


@dataclass
class Tally:
    """What was counted at each depth: positions, those at which the game is over, rules that failed, and the share of
    random games that come so far, or were over sooner."""

    positions: list[int]
    over: list[int]
    failed: list[int]
    share: list[Fraction] = field(compare=False)

    @classmethod
    def empty(cls, depth: int) -> Tally:
        """Nothing, down to a depth."""
        size = depth + 1
        return cls([0] * size, [0] * size, [0] * size, [Fraction(0)] * size)

    def counted(self) -> str:
        """Its positions, depth by depth."""
        return " ".join(f"{count:,}" for count in self.positions)


def begun_row(program: ir.Program, seed: int) -> list[int]:
    """The row before anything has happened."""
    row = list(program.row)
    for number, (_, cell) in enumerate(program.streams):
        rng.start(row, cell, seed, number)
    return row


def walker(game: Game, how: str, draws: int = DRAWS, seed: int = 0, deal: bool = False) -> Walker:
    """An engine of a game."""
    if how == "interpreter":
        return Interpreted(game, draws, seed, deal)
    return Emitted(emitted(game, how), draws, seed, deal)


def acting(program: ir.Program, row: Any) -> list[int]:
    """The seats that are to act in a position."""
    return [seat for seat in range(program.seats) if row[program.pending + seat]]


def choices(program: ir.Program, walk: Walker, row: Any) -> list[tuple[int, int]]:
    """Each seat that is to act with each of its legal moves."""
    return [(seat, number) for seat in acting(program, row) for number in walk.moves(row, seat)]


def count(program: ir.Program, walk: Walker, reached: Reached, depth: int) -> Tally:
    """What lies below a position, and itself, so many moves deep."""
    tally = Tally.empty(depth)
    _count(program, walk, reached, Fraction(1), 0, tally)
    return tally


def _count(program: ir.Program, walk: Walker, reached: Reached, share: Fraction, depth: int, tally: Tally) -> None:
    row, last = reached.row, len(tally.positions) - 1
    tally.positions[depth] += 1
    tally.share[depth] += share
    if row is None or row[ir.ENDED]:
        (tally.failed if row is None else tally.over)[depth] += 1
        for deeper in range(depth + 1, last + 1):
            tally.share[deeper] += share
        return
    if depth == last:
        return
    try:
        found = choices(program, walk, row)
    except (RuleFault, RuleFailed):  # while looking for moves
        tally.failed[depth] += 1
        found = []
    for seat, number in found:
        for after in walk.play(row, seat, number):
            _count(program, walk, after, share / len(found) * after.share, depth + 1, tally)


def begun(program: ir.Program, walk: Walker, depth: int) -> Tally:
    """What there is from the beginning of a game on."""
    tally = Tally.empty(depth)
    for reached in walk.begin():
        _count(program, walk, reached, reached.share, 0, tally)
    return tally


# -- where two of them differ -----------------------------------------------------------------------------------------


@dataclass
class Descent:
    """Two engines side by side, from the beginning down to the first position that tells them apart."""

    game: Game
    first: Walker
    second: Walker
    names: tuple[str, str]
    lines: list[str] = field(default_factory=list)

    def go(self, depth: int) -> list[str]:
        """What is seen on the way."""
        ways = [{reached.outcomes: reached for reached in walk.begin()} for walk in (self.first, self.second)]
        self._below("the beginning", {("begin", *key): way for key, way in ways[0].items()},
                    {("begin", *key): way for key, way in ways[1].items()}, depth)  # fmt: skip
        return self.lines

    def _below(self, where: str, one: dict[Any, Reached], other: dict[Any, Reached], depth: int) -> None:
        """Positions reached in two ways by the same moves and outcomes: which of them differ, and on below that."""
        self.lines.append(f"{where}: {', '.join(self.names)} count, {depth} deep")
        program, wrong = self.game.program, None
        for key in sorted({*one, *other}, key=str):
            if key not in one or key not in other:
                self.lines.append(f"  {self._text(key)}: only {self.names[key not in one]} has it   <-- differs")
                return
            a, b = (count(program, *pair, depth) for pair in ((self.first, one[key]), (self.second, other[key])))
            self.lines.append(f"  {self._text(key)}: {a.counted()} | {b.counted()}{'' if a == b else '   <-- differs'}")
            if a != b and wrong is None:
                wrong = key
        if wrong is not None:
            self._into(self._text(wrong), one[wrong], other[wrong], depth)

    def _into(self, where: str, one: Reached, other: Reached, depth: int) -> None:
        """A position below which the counts differ."""
        ends = [reached.row is None or bool(reached.row[ir.ENDED]) for reached in (one, other)]
        if any(ends) or not depth:
            told = [_state(reached) for reached in (one, other)]
            self.lines.append(f"{where}: {self.names[0]}: {told[0]}; {self.names[1]}: {told[1]}")
            self._rows(one, other)
            return
        try:
            found = [
                choices(self.game.program, self.first, one.row),
                choices(self.game.program, self.second, other.row),
            ]
        except (RuleFault, RuleFailed) as error:
            self.lines.append(f"{where}: looking for moves fails: {error}")
            return
        if found[0] != found[1]:
            for name, moves in zip(self.names, found, strict=True):
                texts = ", ".join(self._move(one.row, *move) for move in moves)
                self.lines.append(f"{where}: {name} offers {len(moves)}: {texts}")
            self._rows(one, other)
            return
        below: list[dict[Any, Reached]] = []
        for walk, reached in ((self.first, one), (self.second, other)):
            ways = {}
            for seat, number in found[0]:
                text = self._move(one.row, seat, number)
                ways.update({(text, *after.outcomes): after for after in walk.play(reached.row, seat, number)})
            below.append(ways)
        self._below(where, below[0], below[1], depth - 1)

    def _rows(self, one: Reached, other: Reached) -> None:
        """The cells that differ."""
        if one.row is not None and other.row is not None:
            pairs = enumerate(zip(one.row, other.row, strict=True))
            cells = [f"{cell}: {int(a)} | {int(b)}" for cell, (a, b) in pairs if a != b]
            self.lines.append(f"  cells: {', '.join(cells) or 'all are the same'}")

    def _move(self, row: Any, seat: int, number: int) -> str:
        """A move as text, where it is one by the rules."""
        machine, plain = self.game.machine, [int(value) for value in row]
        decision = machine.decision(plain)
        for raw in machine.moves(plain, seat) if decision is not None else ():
            if machine.code(decision or 0, raw) == number:
                return f"{seat_letter(seat)} {self.game.notation.write(decision or 0, raw)}"
        return f"{seat_letter(seat)} number {number}"

    def _text(self, key: tuple[Any, ...]) -> str:
        return f"{key[0]}, then chance {', '.join(map(str, key[1:]))}" if key[1:] else str(key[0])


def _state(reached: Reached) -> str:
    if reached.row is None:
        return "a rule fails"
    return "over" if reached.row[ir.ENDED] else "goes on"


# -- the command ------------------------------------------------------------------------------------------------------


def compare(game: Game, walks: dict[str, Walker], depth: int) -> tuple[Tally, list[str]]:
    """What the first of some engines counts, and where another differs, if one does."""
    hows = list(walks)
    tallies = [begun(game.program, walk, depth) for walk in walks.values()]
    for how, tally in zip(hows[1:], tallies[1:], strict=True):
        if tally != tallies[0]:
            deep = next(n for n in range(depth + 1) if _at(tally, n) != _at(tallies[0], n))
            return tallies[0], Descent(game, walks[hows[0]], walks[how], (hows[0], how)).go(deep)
    return tallies[0], []


def _at(tally: Tally, depth: int) -> tuple[int, int, int]:
    return tally.positions[depth], tally.over[depth], tally.failed[depth]


def value(text: str) -> object:
    """An option's value."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def main(argv: list[str] | None = None) -> int:
    """Count, compare and print."""
    parser = argparse.ArgumentParser(description="Count the sequences of moves of a game, on several engines.")
    parser.add_argument("game")
    parser.add_argument("--with", dest="with_", action="append", default=[], metavar="VARIANT")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--players", type=int)
    parser.add_argument("--depth", type=int, default=2, help="how many moves deep (2)")
    parser.add_argument("--how", default="interpreter,plain", help="engines, with commas (interpreter,plain)")
    parser.add_argument("--draws", type=int, default=DRAWS, help="gone through after each move (2)")
    parser.add_argument("--deal", action="store_true", help="go through those before the first move too")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    hows = args.how.split(",")
    if unknown := [how for how in hows if how not in HOWS]:
        parser.error(f"--how: {', '.join(unknown)} is none of {', '.join(HOWS)}")
    options = {name: value(text) for name, _, text in (item.partition("=") for item in args.set)}
    try:
        game = reglas.load(args.game, args.players, args.with_, options)
    except (reglas.SpecError, reglas.UnknownName) as error:
        parser.error(str(error))
    walks = {how: walker(game, how, args.draws, args.seed, args.deal) for how in hows}
    tally, differs = compare(game, walks, args.depth)
    print(f"{'depth':>5} {'positions':>15} {'over':>12} {'failed':>10}  share")
    for depth in range(args.depth + 1):
        positions, over, failed = _at(tally, depth)
        print(f"{depth:>5} {positions:>15,} {over:>12,} {failed:>10,}  {tally.share[depth]}")
    print("\n".join(differs) if differs else f"{', '.join(hows)}: the same" if len(hows) > 1 else hows[0])
    wrong = any(share != 1 for share in tally.share)
    return 1 if differs or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
