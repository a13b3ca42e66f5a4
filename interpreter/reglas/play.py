"""Games and states: how a program is played from Python.

A `Game` is a spec with its variants, options and number of players. A `State` is a game in progress: it lists legal
moves, takes moves as text or as values, and gives each viewer a view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from reglas.compiled.quick import Quick
from reglas.engine import events as ev
from reglas.engine import rng
from reglas.engine.chance import Chance
from reglas.engine.machine import Machine, Refusal
from reglas.engine.notation import Notation, Outside, Unreadable, seat_letter
from reglas.knowledge import holdings, waiting
from reglas.knowledge.imagine import imagined, sampler
from reglas.knowledge.information import information_text
from reglas.knowledge.memory import Memory
from reglas.knowledge.places import Knowledge
from reglas.knowledge.resample import BUDGET, Draws, Resampler
from reglas.knowledge.seen import OBSERVER, SPECTATOR, Eyes, Seen, Viewer
from reglas.knowledge.swaps import Swapper
from reglas.knowledge.views import View
from reglas.moves import AmbiguousMove, ChanceError, IllegalMove, Move, MoveError, Outcome, UnreadableMove
from reglas.paths import shipped_file
from reglas.program import ir
from reglas.reading.messages import say
from reglas.spec.loading import Spec
from reglas.viewing import Face

MOST_TRIES = 500
"""How often a state is imagined anew in which an end would have come, or would not, that whoever counts knows of: who
sees fewer cards than the players, and cannot count, learns of it as the game goes on or is over."""


@dataclass(frozen=True)
class Game:
    """A game ready to be played: a merged spec, compiled for a number of seats.

    `players`: the number of seats; `options`: their values as numbers of the program; `digest`: of the rules;
    `fouls`: may a move break a rule and stand? `secrets`: are there tokens or memory that somebody does not see?
    """

    spec: Spec
    program: ir.Program
    requested: tuple[tuple[str, object], ...] = ()
    machine: Machine = field(init=False, repr=False, compare=False)
    notation: Notation = field(init=False, repr=False, compare=False)
    eyes: Eyes = field(init=False, repr=False, compare=False)
    fouls: bool = field(init=False, repr=False, compare=False)
    secrets: bool = field(init=False, repr=False, compare=False)
    windows: waiting.Windows = field(init=False, repr=False, compare=False)
    quick: Quick = field(init=False, repr=False, compare=False)
    written: Callable[[int, int, tuple[int, ...]], Move] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        machine = Machine(self.program)
        object.__setattr__(self, "machine", machine)
        object.__setattr__(self, "notation", Notation(machine))
        object.__setattr__(self, "eyes", Eyes(self.program))
        fouls = any(a.honours for d in self.program.decisions for a in d.alternatives)
        object.__setattr__(self, "fouls", fouls)
        object.__setattr__(self, "secrets", bool(holdings.hidden(self.program)))
        object.__setattr__(self, "windows", waiting.Windows(self.program))
        object.__setattr__(self, "quick", Quick(machine))
        object.__setattr__(self, "written", lru_cache(maxsize=1 << 15)(self._written))

    def _written(self, player: int, decision: int, raw: tuple[int, ...]) -> Move:
        """A move as people and bots have it. It is the same all game, so `written` keeps those made before."""
        text = self.notation.write(decision, raw)
        action, *picks = text.split(" ")
        return Move(player, action, tuple(picks), text, self.machine.code(decision, raw))

    @property
    def name(self) -> str:
        """The name under which it was loaded."""
        return self.spec.name

    @property
    def players(self) -> int:
        """How many seats."""
        return self.program.seats

    def findable(self, name: str) -> str:
        """The name of the game or of one of its variants, or its path where the name alone would not lead to it."""
        files = [f for f in self.spec.files if f.name == name and f.sort in ("game", "variant")]
        paths = [f.path for f in files if f.path is not None]
        shipped = shipped_file(name)
        if not paths or (shipped is not None and shipped.resolve() == paths[-1].resolve()):
            return name
        return str(paths[-1].resolve())

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants laid over it."""
        return self.spec.variants

    @property
    def options(self) -> dict[str, int]:
        """The options in force."""
        return dict(self.program.options)

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that are the same for the same rules, words left out."""
        return self.spec.digest

    def start(self, seed: int = 0, chance: Sequence[str] | None = None, record: bool = True) -> State:
        """A new game. The same seed gives the same game; `chance` scripts outcomes (faces as text) in the order of
        drawing, and the seed goes on after it. Without `record` no log is kept (for speed; views have no log)."""
        row = list(self.program.row)
        for stream, (_, cell) in enumerate(self.program.streams):
            rng.start(row, cell, seed, stream)
        state = State(self, row, [] if record else None, list(chance or ()), seed=seed)
        drawn = self.quick.begun(row, state.log) if not chance else None
        if drawn is None:
            state.go_on()
        else:
            state._drawn += drawn
        return state

    def face(self, text: str) -> int | None:
        """The number of a face by its text, words in any order; None when there is none."""
        wanted = sorted(str(text).split())
        for number, face in enumerate(self.program.faces):
            if sorted(face.split()) == wanted and self.program.copies[number]:
                return number
        return None


class LegalMoves(Sequence[Move]):
    """A live view of a state's legal moves: iterate, count, index, and ask whether a move or text is in it."""

    def __init__(self, state: State) -> None:
        self._state = state

    def _moves(self) -> list[Move]:
        return self._state.all_moves()

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves())

    def __len__(self) -> int:
        return len(self._state.raw_moves())

    def __getitem__(self, index: Any) -> Any:
        return self._moves()[index]

    def __contains__(self, move: object) -> bool:
        text = move.text if isinstance(move, Move) else move
        return isinstance(text, str) and any(m.text == text for m in self._moves())

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(m.text for m in self._moves())})>"


class State:
    """A game in progress.

    `row` is the state itself, a flat list of integers; `last_foul` the conditions that the last move made by `push`
    should have honoured. Moves may be made by `emitted` text, which draws outcomes of chance by itself, unless a state
    has another way to draw them.
    """

    emitted = True

    def __init__(
        self,
        game: Game,
        row: list[int],
        log: list[ev.Event] | None,
        script: list[str],
        played: list[tuple[int, int, tuple[int, ...]]] | None = None,
        drawn: list[tuple[str, int]] | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.row, self.log, self.script, self.seed = game, row, log, script, seed
        self._played = played or []  # player, decision, move as the machine has it
        self._drawn = drawn or []
        self.last_foul: tuple[str, ...] = ()
        self._raw: dict[int, list[tuple[int, ...]]] = {}
        self._memories: dict[Viewer, Memory] = {}

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.game.machine.over(self.row)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act; empty when the game is over."""
        return () if self.row[ir.ENDED] else self.game.machine.acting(self.row)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of whoever is to act: a live view."""
        return LegalMoves(self)

    def raw_moves(self, player: int | None = None) -> list[tuple[int, ...]]:
        """The legal moves of a seat as the machine has them."""
        acting = self.to_act
        if not acting:
            return []
        seat = acting[0] if player is None else player
        if seat not in self._raw:
            self._raw[seat] = self.game.quick.moves(self.row, seat) if seat in acting else []
        return self._raw[seat]

    def all_moves(self, player: int | None = None) -> list[Move]:
        """The legal moves as a list: of a seat, or of the first that is to act."""
        return [self._move(raw, player) for raw in self.raw_moves(player)]

    @property
    def played(self) -> list[Move]:
        """The moves so far."""
        return [self.game.written(*move) for move in self._played]

    @property
    def drawn(self) -> list[str]:
        """The outcomes of chance so far."""
        return [self.game.notation.outcome(of, value) for of, value in self._drawn]

    def _move(self, raw: tuple[int, ...], player: int | None = None) -> Move:
        decision = self.game.machine.decision(self.row)
        assert decision is not None
        seat = self.to_act[0] if player is None else player
        foul = self.game.machine.broken(self.row, raw, seat) if self.game.fouls else ()
        move = self.game.written(seat, decision, raw)
        return replace(move, foul=foul) if foul else move

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.over:
            return None
        program, evaluator, f = self.game.program, self.game.machine.evaluator, self.game.machine.locals
        end = program.ends[self.row[ir.ENDED] - 1]

        def number(expr: ir.Expr) -> int:
            return int(evaluator.value(expr)(self.row, f))

        score = number(end.score) if end.score is not None else None
        scores = tuple(number(s) for s in end.scores)
        winners: tuple[int, ...] = ()
        if end.winners is not None:
            winners = tuple(evaluator.value(end.winners)(self.row, f))
        elif end.best:
            ranks = [number(r) * end.best for r in end.ranks]
            winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
        return Outcome(end.name, end.outcome, score, scores, winners)

    # -- playing ---------------------------------------------------------------------------------------------------

    def parse(self, text: str, player: int | None = None) -> Move:
        """The legal move a canonical text means, of a seat or of the first that is to act. Raises `UnreadableMove`,
        `IllegalMove`."""
        return self._move(self._read(text, player), player)

    def _read(self, text: str, player: int | None = None) -> tuple[int, ...]:
        machine = self.game.machine
        if self.over:
            raise IllegalMove(text, say("the game is over"))
        seat = self.to_act[0] if player is None else player
        if seat not in self.to_act:
            raise IllegalMove(text, say("it is not the turn of {player}", player=seat_letter(seat)))
        try:
            with machine.as_seat(self.row, seat):
                raw = self.game.notation.read(self.row, text)
        except Unreadable as error:
            raise UnreadableMove(text, error.message, error.at, error.help) from None
        except Outside as error:
            raise IllegalMove(text, error.message, None, error.pick) from None
        refusal = machine.refusal(self.row, raw, seat)
        if refusal is not None:
            raise self._illegal(text, raw, refusal, seat)
        return raw

    def _illegal(self, text: str, raw: tuple[int, ...], refusal: Refusal, seat: int) -> IllegalMove:
        if refusal.condition is not None:
            return IllegalMove(text, say("the rule `{rule}` forbids it", rule=refusal.condition), refusal.condition)
        machine = self.game.machine
        decision = machine.decision(self.row)
        assert decision is not None
        alternative = self.game.program.decisions[decision].alternatives[raw[0]]
        same = [i for i, p in enumerate(alternative.picks) if p.name == refusal.pick]
        write = self.game.notation.value
        number = next((i for i in same if raw[1 + i] not in machine.domain(self.row, raw, i, seat)), same[-1])
        pick = alternative.picks[number]
        if number > same[0] and raw[1 + number] == raw[number]:
            message = say("{value} stands there twice; {count} different ones are wanted", count=len(same),
                          value=write(pick, raw[1 + number]))  # fmt: skip
            return IllegalMove(text, message, None, refusal.pick)
        allowed = ", ".join(write(pick, v) for v in machine.domain(self.row, raw, number, seat))
        message = say("{value} cannot be chosen here; there is {allowed}", value=write(pick, raw[1 + number]),
                      allowed=allowed)  # fmt: skip
        if not allowed:
            message = say("there is nothing here that `{action}` could take", action=alternative.action)
        return IllegalMove(text, message, None, refusal.pick)

    def push(self, move: Move | str, player: int | None = None) -> Move:
        """Play a move, checked. Nothing changes when it is refused, or when a rule fails while it is carried out.

        Raises `UnreadableMove`, `IllegalMove`, and `engine.faults.RuleFault` for a fault of the spec.
        """
        text = move.text if isinstance(move, Move) else move
        if player is None and isinstance(move, Move):
            player = move.player
        raw = self._read(text, player)
        made = self._move(raw, player)
        self._play(raw, made.player)
        self.last_foul = made.foul
        return made

    def apply(self, move: Move | int) -> None:
        """Play one of the legal moves, or its index among those of who acts first, without checking it again."""
        if isinstance(move, int):
            self._play(self.raw_moves()[move])
            return
        with self.game.machine.as_seat(self.row, move.player):
            raw = self.game.notation.read(self.row, move.text)
        self._play(raw, move.player)

    def _play(self, raw: tuple[int, ...], seat: int | None = None) -> None:
        machine, decision = self.game.machine, self.game.machine.decision(self.row)
        player = self.to_act[0] if seat is None else seat
        assert decision is not None
        before = (list(self.row), len(self.log) if self.log is not None else 0, len(self._drawn))
        machine.log = self.log
        try:
            drawn = None
            if self.emitted and not self.script:
                drawn = self.game.quick.told(self.row, player, raw, self.log)
            if drawn is None:
                self._settle(machine.commit(self.row, player, raw))
            else:
                self._drawn += drawn
        except Exception:
            self.row[:] = before[0]
            if self.log is not None:
                del self.log[before[1] :]
            del self._drawn[before[2] :]
            raise
        finally:
            machine.log = None
            self._raw.clear()
        self._played.append((player, decision, raw))

    def begin(self) -> None:
        """Let the flow run from the point where a state was set up, to the next decision or the end."""
        self.game.machine.log = self.log
        try:
            self.game.machine.run(self.row)
        finally:
            self.game.machine.log = None
        self.go_on()

    def go_on(self) -> None:
        """Let the flow run, chance included, to the next decision or the end."""
        machine = self.game.machine
        machine.log = self.log
        try:
            if machine.decision(self.row) is None and not self.over:
                self._settle(machine.chance_at(self.row) or machine.run(self.row))
        finally:
            machine.log = None
            self._raw.clear()

    def _settle(self, chance: Chance | None) -> None:
        """Let chance, at which the flow may rest, come about, up to the next decision or the end."""
        while chance is not None:
            self._draw(chance)
            chance = self.game.machine.run(self.row)

    def _draw(self, chance: Chance) -> None:
        """Let an outcome come about: by the script while it lasts, then by the seed. One outcome only is no chance."""
        bag = chance.bag
        value = bag[0]
        if value != bag[-1]:
            # drawn also when scripted, so that the stream goes on the same
            value = bag[rng.below(self.row, chance.stream, len(bag))]
        if self.script:
            value = self._scripted(chance)
        self._drawn.append((chance.of, value))
        self.game.machine.settle(self.row, chance, value)

    def _scripted(self, chance: Chance) -> int:
        text = self.script[0]
        value = self.game.notation.outcome_named(chance, text)
        if value is None and chance.sort == "card":
            raise ChanceError(say("there is no card `{card}`", card=text))
        if value is None or value not in chance.bag:
            allowed = ", ".join(self.game.notation.outcome(chance.of, v) for v, _ in chance.outcomes())
            if chance.sort == "card":
                raise ChanceError(say("`{card}` is not there to be drawn", card=text))
            raise ChanceError(say("chance cannot give `{text}` here; it gives one of {allowed}", text=text,
                                  allowed=allowed))  # fmt: skip
        self.script.pop(0)
        return value

    # -- views -----------------------------------------------------------------------------------------------------

    def seen(self, viewer: Viewer) -> tuple[Seen, ...]:
        """What a viewer saw happen, from the start."""
        return tuple(self._memory(viewer).seen)

    def _memory(self, viewer: Viewer) -> Memory:
        """A viewer's own events and what is folded from them, taken up where they were left."""
        memory = self._memories.setdefault(viewer, Memory(self.game.program, viewer))
        memory.take_in(self.game.eyes, self.log or [])
        return memory

    def knowledge(self, viewer: Viewer) -> Knowledge:
        """What a viewer knows of the cards they cannot see, folded from their own events."""
        return self._memory(viewer).knowledge()

    def information(self, viewer: Viewer) -> str:
        """A viewer's information state: their own events as text, with perfect recall."""
        return information_text(self._memory(viewer).seen)

    def resampler(self, viewer: Viewer, budget: int = BUDGET) -> Resampler | Swapper:
        """Draws what the hidden cards may be, for a viewer as of now: exactly, or by swaps where counting would take
        more than `budget` steps."""
        return sampler(self.game.program, self.row, self.knowledge(viewer), budget)

    def resample(self, viewer: Viewer, draws: Draws, resampler: Resampler | Swapper | None = None) -> State:
        """A state as a viewer may imagine it: hidden cards drawn uniformly from all arrangements that fit what the
        viewer knows, what they do not see of tokens and memory from its range, choices of others that wait from
        their legal moves, and chance to come begun anew. It keeps no log, so views of it have none."""
        drawer = resampler or self.resampler(viewer)
        game, log = self.game, self.log or []
        row = imagined(game.program, self.row, self.knowledge(viewer), drawer, draws)
        for _ in range(MOST_TRIES):
            if game.machine.ends_fit(row):
                break
            row = imagined(game.program, self.row, self.knowledge(viewer), drawer, draws)
        if game.secrets:
            holdings.redrawn(game.program, game.eyes, row, viewer, draws)
        if game.windows.open:
            waiting.redrawn(game.machine, game.windows, row, log, viewer, draws)
        return State(self.game, row, None, [], list(self._played), [], self.seed)

    def view(
        self, player: int | Literal["spectator", "observer"], counted: bool = False, remember: bool = True
    ) -> View:
        """What a player may see: a seat from 0, `spectator` (no seat), or `observer` (everything). With `counted`
        hidden cards also tell what counting the cards that lie elsewhere leaves. Without `remember` a card that lies
        face down does not tell what was seen of it before, only what was told."""
        viewer = {"spectator": SPECTATOR, "observer": OBSERVER}.get(str(player), player)
        assert isinstance(viewer, int)
        acting = self.to_act
        mine = viewer in acting or (viewer == OBSERVER and bool(acting))
        moves = self.all_moves(None if viewer == OBSERVER else viewer) if mine else []
        face = Face(self.game.spec.model, self.game.notation, self.game.eyes, self.row, self._memory(viewer))
        return face.view(acting, tuple(m.text for m in moves), self.log is not None, counted, remember)

    # -- keeping ---------------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """A state of its own, equal to this one."""
        log = list(self.log) if self.log is not None else None
        other = State(
            self.game, list(self.row), log, list(self.script), list(self._played), list(self._drawn), self.seed
        )
        other.last_foul = self.last_foul
        return other

    def to_json(self) -> dict[str, Any]:
        """The whole game so far as plain data: what `reglas.from_json` needs to go on. It holds secrets."""
        return {
            "reglas": 1,
            "game": self.game.findable(self.game.name),
            "with": [self.game.findable(variant) for variant in self.game.variants],
            "set": dict(self.game.requested),
            "players": self.game.players,
            "digest": self.game.digest,
            "seed": self.seed,
            "chance": list(self.drawn),
            "moves": [f"{seat_letter(m.player)} {m.text}" for m in self.played],
        }


__all__ = [
    "AmbiguousMove",
    "ChanceError",
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "MoveError",
    "Outcome",
    "State",
    "UnreadableMove",
]
