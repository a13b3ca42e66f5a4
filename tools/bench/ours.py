"""Random play on our own engines: the reference interpreter, and what is emitted from a program (`plain`, `fast`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tools.bench import toys
from tools.bench.measure import Clocked, Skipped, clocked

import reglas
from reglas.knowledge.memory import Memory
from reglas.play import Game

TOY = "follow"
"""The name of the game made by numbers."""
MANY = 256
"""Environments of a vector."""


def load(game: str, players: int, settings: Mapping[str, int], with_: Sequence[str] = ()) -> Game:
    """A game by its name; the toy is written first, from what it is set to."""
    if game != TOY:
        return reglas.load(game, players, list(with_), dict(settings))
    with TemporaryDirectory() as folder:
        return reglas.load(str(toys.written(Path(folder), **settings)), players)


def emitted(game: Game, how: str, marks: bool = False, without: str = "") -> Any:
    """The engine that is emitted for a game, or the one that keeps marks, by all passes but one, or by none; where that
    cannot be, the row is left out."""
    try:
        make, passes = import_module("reglas.compiled").Engine, import_module("reglas.compiled.passes").PASSES
    except ImportError as error:
        raise Skipped(f"there is no emitter here ({error})") from None
    if how == "fast" and find_spec("llvmlite") is None:
        raise Skipped("llvmlite is not installed")
    return make(game.program, how, [name for name in passes if without not in (name, "all")], marks)


def interpreter(game: Game, task: str) -> Clocked:
    """The reference interpreter: `moves` without a log; `marks` and `knowledge` with those of every seat folded after
    each move; `observation` with the view of whoever acts made before each."""
    record = task != "moves"
    game.quick.used = False  # else it would be emitted, after a while

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        for played in range(games):
            state = game.start(seed * 1_000_003 + played, record=record)
            memories = [Memory(game.program, seat) for seat in range(game.players)]
            while not state.over:
                if task == "observation":
                    state.view(state.to_act[0])
                state.apply(int(number() * len(state.raw_moves())))
                moves += 1
                if task == "knowledge":
                    for seat in range(game.players):
                        state.knowledge(seat)
                elif task == "marks":
                    for memory in memories:
                        memory.take_in(game.eyes, state.log or [])
                        memory.marks()
        return moves, games

    return clocked(play)


def compiled(engine: Any, task: str) -> Clocked:
    """An emitted engine, move by move from Python, whole games inside (`playouts`), or many at once (`vector`)."""
    if task == "playouts":
        return clocked(lambda games, seed: _whole_games(engine, games, seed))
    if task == "observation":
        return clocked(_observing(engine))
    if task == "informed":
        return clocked(_informed(engine))
    if task == "marks":
        return clocked(_marking(engine))
    if task.startswith("vector"):
        return clocked(_many(engine, inside=task != "vector-python"))
    return clocked(lambda games, seed: _by_move(engine, games, seed))


def _whole_games(engine: Any, games: int, seed: int) -> tuple[int, int]:
    moves, played = engine.playouts(seed * 1_000_003, games)
    return int(moves), int(played)


def _by_move(engine: Any, games: int, seed: int) -> tuple[int, int]:
    number, moves = Random(seed).random, 0
    legal, apply = engine.legal, engine.apply
    for played in range(games):
        row = engine.start(seed * 1_000_003 + played)
        while numbers := legal(row):
            apply(row, numbers[int(number() * len(numbers))])
            moves += 1
    return moves, games


def _observing(engine: Any) -> Any:
    if not hasattr(engine, "observe"):
        raise Skipped("the emitted engine does not observe yet")
    out = room(engine)

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        over, acting, legal, apply, observe = engine.over, engine.acting, engine.legal, engine.apply, engine.observe
        for played in range(games):
            row = engine.start(seed * 1_000_003 + played)
            while not over(row):
                observe(row, acting(row)[0], out)
                numbers = legal(row)
                apply(row, numbers[int(number() * len(numbers))])
                moves += 1
        return moves, games

    return play


def _many(engine: Any, inside: bool) -> Any:
    """Environments that are stepped together: what is legal and an observation of each before every step. They go on
    from run to run, so that games are over at all times alike. Moves are chosen `inside`, or here."""
    try:
        vector = import_module("reglas.compiled").Vector(engine, MANY)
    except AttributeError:
        raise Skipped("the emitted engine has no vectors yet") from None
    vector.reset(1)
    number, every = Random(1).random, range(MANY)

    def play(games: int, seed: int) -> tuple[int, int]:
        steps, over = 0, 0
        while over < games:
            vector.observe()
            if engine.marks_size:
                vector.marks()
            moves = None
            if not inside:
                legal = [vector.legal_moves(one) for one in every]
                moves = [numbers[int(number() * len(numbers))] for numbers in legal]
            over += sum(vector.step(moves)[1])
            steps += 1
        return steps * MANY, over

    return play


def _informed(engine: Any) -> Any:
    seen, known = room(engine), engine.cells(engine.marks_size)

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        over, acting, legal, apply, observe = engine.over, engine.acting, engine.legal, engine.apply, engine.observe
        for played in range(games):
            row = engine.start(seed * 1_000_003 + played)
            while not over(row):
                seat = acting(row)[0]
                observe(row, seat, seen)
                engine.marks(row, seat, known)
                numbers = legal(row)
                apply(row, numbers[int(number() * len(numbers))])
                moves += 1
        return moves, games

    return play


def _marking(engine: Any) -> Any:
    out, seats = engine.cells(engine.marks_size), range(engine.program.seats)

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        over, legal, apply, marks = engine.over, engine.legal, engine.apply, engine.marks
        for played in range(games):
            row = engine.start(seed * 1_000_003 + played)
            while not over(row):
                numbers = legal(row)
                apply(row, numbers[int(number() * len(numbers))])
                moves += 1
                for seat in seats:
                    marks(row, seat, out)
        return moves, games

    return play


def room(engine: Any) -> Any:
    """What an observation is written to: of the kind that the rows are."""
    return engine.cells(engine.observation_size)
