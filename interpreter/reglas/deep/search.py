"""The search: a small instance whole if it is small enough, then games at random, for as long as there is time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from reglas.api import load
from reglas.deep import findings
from reglas.deep.findings import Finding, Key, key_of
from reglas.deep.pairs import Leak, leak
from reglas.deep.players import Player, actions
from reglas.deep.shrinking import shortened
from reglas.deep.small import Walk, smallest
from reglas.deep.traces import Made, Trace, run
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.seen import SPECTATOR, Viewer
from reglas.play import Game, State
from reglas.program import fold, ir

MOST_MOVES = 5_000
"""A game of more moves is left: every loop of a game has a bound, but many of them may take long to reach."""

ENOUGH = 100
"""Games after which it says something that nobody did a thing."""

NEAR = 0.5
"""An end is not called out of reach if a game came so near to it, measured by how far it is at the beginning."""

LOOKS = 3
"""At about how many decisions of a game pairs are tried."""

Progress = Callable[[float, int], None]
"""Is told how much of the time has gone, and how many games were played."""


@dataclass
class Found:
    """What a search did and found."""

    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    pairs: int = 0
    states: int = 0
    whole: bool = False
    """Was every state of the small instance seen?"""


@dataclass
class Met:
    """A fault that a game came to: the shortest game so far."""

    fault: RuleFault | None
    leak: tuple[Leak, Viewer] | None
    trace: Trace


class Search:
    """One spec with its variants and options."""

    def __init__(self, name: str, with_: Sequence[str] = (), options: dict[str, object] | None = None) -> None:
        first = load(name, None, with_, options)
        assert first.spec.model is not None
        low, high = first.spec.model.players
        others = [load(name, seats, with_, options) for seats in range(low + 1, high + 1)]
        self.games: list[Game] = [first, *others]
        self.met: dict[Key, Met] = {}
        self.chosen: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.left: dict[str, float] = {}
        """How much of the way to an end was left at the nearest, of the ends that players went towards."""
        self.found = Found()
        self.until = float("inf")
        """When no game goes on any more."""
        self.length = 20.0
        """How many moves a game has, on average."""

    def go(self, seconds: float, progress: Progress | None = None) -> Found:
        """Search for so long."""
        begin = monotonic()
        self._walk(begin + seconds * 0.15)
        seed, self.until = 0, begin + seconds * 0.8
        while monotonic() < self.until:
            if progress is not None:
                progress((monotonic() - begin) / seconds, self.found.games)
            self._game(self.games[seed % len(self.games)], seed)
            seed += 1
        until = begin + seconds
        for number, key in enumerate(list(self.met)):
            self._shorten(key, monotonic() + max(0.5, until - monotonic()) / (len(self.met) - number))
        if progress is not None:
            progress(1.0, self.found.games)
        return self._report()

    def _walk(self, until: float) -> None:
        walk = Walk(smallest(self.games[0])).go(until)
        for key, (fault, trace) in walk.faults.items():
            self.met[key] = Met(fault, None, trace)
        self.chosen.update(walk.chosen)
        self.ended.update(walk.ended)
        self.found.states, self.found.whole = len(walk.rows), walk.whole

    # -- a game ------------------------------------------------------------------------------------------------------

    def _game(self, game: Game, seed: int) -> None:
        """A random game; every other one is looked at for leaks."""
        choices, turn = Stream(seed, 7), seed // len(self.games)
        self.found.games += 1
        player = Player(game, choices, self.chosen if turn % 3 == 0 else None, self._goal(game, seed))
        made: list[Made] = []
        try:
            state = game.start(seed, record=turn % 2 == 0)
            way = player.way(state)
            while not state.over and len(made) < MOST_MOVES and monotonic() < self.until:
                self._move(state, player, choices, made)
                if way:
                    self._nears(player, state, way)
        except RuleFault as fault:
            self._meets(key_of(fault), Met(fault, None, Trace(game, seed, tuple(made))))
        else:
            if state.over:
                self.ended[game.program.ends[state.row[ir.ENDED] - 1].name] += 1
        self.found.moves += len(made)
        self.length += (len(made) - self.length) / min(self.found.games, 50)

    def _goal(self, game: Game, seed: int) -> int | None:
        """Most games go anywhere; in some the players keep the game going, or go towards an end not come to yet."""
        sort = seed // len(self.games) % 4
        if sort in (1, 2):
            return -1
        missing = [n for n, end in enumerate(game.program.ends) if end.when is not None and not self.ended[end.name]]
        return missing[seed % len(missing)] if sort == 3 and missing else None

    def _move(self, state: State, player: Player, choices: Stream, made: list[Made]) -> None:
        seat, raw, action = player.choose(state)
        decision = state.game.machine.decision(state.row)
        assert decision is not None
        if state.log is not None and choices.below(max(1, int(self.length) // LOOKS)) == 0:
            viewer = SPECTATOR if choices.below(8) == 0 else choices.below(state.game.players)
            self._look(state, viewer, choices, (seat, raw), made)
        made.append((seat, state.game.notation.write(decision, raw)))
        self.chosen[action] += 1
        state._play(raw, seat)

    def _nears(self, player: Player, state: State, way: float) -> None:
        """Keep how near players came to the end that they go towards."""
        assert player.goal is not None
        name = state.game.program.ends[player.goal].name
        self.left[name] = min(self.left.get(name, 1.0), player.way(state) / way)

    def _look(
        self, state: State, viewer: Viewer, choices: Stream, move: tuple[int, tuple[int, ...]], made: list[Made]
    ) -> None:
        self.found.pairs += 1
        found = leak(state, viewer, choices, move)
        if found is not None:
            after = [(move[0], state.game.notation.write(found.decision, move[1]))] if found.by_move else []
            trace = Trace(state.game, state.seed, (*made, *after))
            self._meets(("leak", found.action, found.decision), Met(None, (found, viewer), trace))

    def _meets(self, key: Key, met: Met) -> None:
        """Keep the shortest game that comes to a fault."""
        known = self.met.get(key)
        if known is None or len(met.trace.moves) < len(known.trace.moves):
            self.met[key] = met

    # -- shorter games -------------------------------------------------------------------------------------------------

    def _shorten(self, key: Key, until: float) -> None:
        """Leave out what is not needed to come to a fault, then tell what chance brought."""
        met = self.met[key]
        trace = met.trace
        if trace.scripted:
            return
        game, seed = trace.game, trace.seed

        def comes(moves: Sequence[Made]) -> tuple[Made, ...] | None:
            ran = run(game, seed, moves, record=met.leak is not None)
            if met.leak is not None:
                return ran.moves if ran.state is not None and self._leaks(ran.state, ran.moves, met.leak) else None
            return ran.moves if ran.fault is not None and key_of(ran.fault) == key else None

        moves = shortened(trace.moves, comes, until)
        met.trace = Trace(game, seed, moves, run(game, seed, moves).chance)

    def _leaks(self, state: State, moves: Sequence[Made], known: tuple[Leak, Viewer]) -> bool:
        """Does the same leak come at the end of these moves?"""
        found, viewer = known
        if found.by_move:
            if not moves:
                return False
            last = moves[-1]
            ran = run(state.game, state.seed, moves[:-1], record=True)
            if (
                ran.state is None
                or ran.state.over
                or len(ran.moves) < len(moves) - 1
                or last[0] not in ran.state.to_act
            ):
                return False
            state, move = ran.state, (last[0], ran.state._read(last[1], last[0]))
        elif state.over:
            return False
        else:
            move = (state.to_act[0], state.raw_moves()[0])
        for seed in range(6):
            again = leak(state, viewer, Stream(seed, 9), move)
            if again is not None and (again.action, again.decision) == (found.action, found.decision):
                return True
        return False

    # -- the report ----------------------------------------------------------------------------------------------------

    def _report(self) -> Found:
        for met in self.met.values():
            if met.fault is not None:
                self.found.findings.append(findings.of_fault(met.fault, met.trace))
            elif met.leak is not None:
                self.found.findings.append(findings.of_leak(*met.leak, met.trace))
        if self.found.games >= ENOUGH and not self.met:
            self.found.findings += self._unreached()
        return self.found

    def _unreached(self) -> list[Finding]:
        offered = dict.fromkeys(name for game in self.games for name in actions(game))
        ends = dict.fromkeys(end.name for game in self.games for end in game.program.ends)
        return findings.unreached(
            self.games[0],
            [name for name in offered if not self.chosen[name] and not self._switched_off(name)],
            [
                name
                for name in ends
                if not (self.ended[name] or self.left.get(name, 1.0) < NEAR or self._never_asked(name))
            ],
            self.found.games,
        )

    def _switched_off(self, name: str) -> bool:
        """Does an option rule an action out, wherever it is offered?"""
        offers = [a for game in self.games for d in game.program.decisions for a in d.alternatives if a.action == name]
        return all(any(need.test == fold.FALSE for need in offer.needs) for offer in offers)

    def _never_asked(self, name: str) -> bool:
        """Is this the end of a flow that ran off its end (every spec has one, whether or not the flow does), or one
        that an option rules out?"""
        whens = [end.when for game in self.games for end in game.program.ends if end.name == name]
        return all(when is None or when == fold.FALSE for when in whens)
