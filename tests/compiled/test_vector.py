"""Vectors of environments: each of them plays as an engine does, and nothing happens where something is wrong."""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import reglas
import shipped
from reglas.compiled import Vector, engine, vector
from reglas.compiled.engine import Engine, RuleFailed
from reglas.compiled.plain import below, stream
from reglas.language.types import NONE
from reglas.play import Game

BASES = sorted({name for name, with_ in shipped.alone() if not with_})
HOWS = ("plain", "fast")
SIZE = 3

FALLS = """
game: falls
language: 1
players: 2..2
tokens:
  left: {start: 2, max: 2}
  rounds: {start: 0, max: 30}
actions:
  take:
    do: [{lose: left}]
  wait:
    do: [{gain: rounds}]
flow:
  - turns: forward
    most: 40
    do: [{choose: [take, wait]}]
end:
  long: {when: rounds == 30, outcome: won}
  over: {outcome: lost}
"""
"""To take a third time fails."""

EMPTY = """
game: empty
language: 1
players: 2..2
tokens:
  left: {start: 1, max: 1}
actions:
  take:
    do: [{lose: left}]
flow:
  - if: left == 0
    then: [{turns: forward, most: 1, do: [{choose: [take]}]}]
end:
  over: {outcome: done}
"""
"""It is over before anybody moves."""


def need(how: str) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")


def written(folder: Path, text: str) -> Game:
    path = folder / f"{text.split()[1]}.yaml"
    path.write_text(text, encoding="utf-8")
    return reglas.load(str(path), 2)


def paid(engine: Engine, row: Any) -> list[int]:
    """What each seat gets, from the result alone."""
    found, seats = engine.result(row), engine.program.seats
    end = engine.program.ends[row[2] - 1]
    if end.scores:
        return [score * (-1 if end.best < 0 else 1) for score in found[1 : 1 + seats]]
    if end.score is not None:
        return [found[0]] * seats
    everybody = end.outcome == "won" and end.winners is None and not end.best
    return [1] * seats if everybody else found[1 + seats :]


class Beside:
    """A vector, and its environments one by one on an engine."""

    def __init__(self, game: Game, how: str, size: int, seed: int) -> None:
        self.vector, self.engine = vector(game, size, how), Engine(game.program)
        self.vector.reset(seed)
        self.seeds = [seed + n for n in range(size)]
        self.rows = [self.engine.start(one) for one in self.seeds]
        self.seen = self.engine.cells(self.engine.observation_size)

    def same(self) -> None:
        """All that is told of each environment."""
        v, observed = self.vector, self.vector.observe().tolist()
        assert v.seeds().tolist() == self.seeds
        legal = v.legal().tolist()
        for n, row in enumerate(self.rows):
            seat = self.engine.acting(row)[0]
            assert v.acting()[n] == seat
            numbers = self.engine.legal(row, seat)
            assert v.legal_moves(n) == sorted(numbers)
            assert [move for move, one in enumerate(legal[n]) if one] == sorted(numbers)
            assert v.random()[n] in numbers
            self.engine.observe(row, seat, self.seen)
            assert observed[n] == self.seen
            assert list(v.row(n)) == list(row)

    def step(self, moves: list[int]) -> int:
        """A move in each; how many were over."""
        rewards, done = self.vector.step(moves)
        for n, move in enumerate(moves):
            row = self.rows[n]
            self.engine.apply(row, move)
            assert done[n] == self.engine.over(row)
            got = rewards.tolist()[n]
            if done[n]:
                assert got == paid(self.engine, row)
                self.seeds[n] += len(moves)
                self.rows[n] = self.engine.start(self.seeds[n])
            else:
                assert got == [0] * self.engine.program.seats
                assert not any(self.vector.won().tolist()[n])
        return sum(done)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("name", BASES)
def test_every_environment_plays_as_an_engine_does(name: str, how: str) -> None:
    need(how)
    beside = Beside(reglas.load(name, 3 if name != "julenque" else 2), how, SIZE, 7)
    over = 0
    for steps in count():
        if steps % 10 == 0 or steps < 40:
            beside.same()
        over += beside.step(beside.vector.random().tolist())
        if (over >= 2 and steps > 60) or steps > 2_000:
            break
    beside.same()
    assert over >= 2


@pytest.mark.parametrize("name", BASES)
def test_both_hows_tell_the_same_with_any_number_of_players(name: str) -> None:
    pytest.importorskip("llvmlite")
    for players in list(shipped.seats(name, ()))[: None if shipped.FULL else 1]:
        game = reglas.load(name, players)
        plain, fast = (vector(game, 4, how) for how in HOWS)
        for one in (plain, fast):
            one.reset([5, 1 << 40, 0, -3])
        for _ in range(120):
            for what in (Vector.acting, Vector.legal, Vector.random, Vector.seeds, Vector.won):
                assert what(plain).tobytes() == what(fast).tobytes()
            assert plain.observe([players - 1] * 4).tobytes() == fast.observe([players - 1] * 4).tobytes()
            assert [one.tobytes() for one in plain.step()] == [one.tobytes() for one in fast.step()]
        a, b = (one.rollout(plain.row(1), 4, 9) for one in (plain, fast))
        assert (a.rewards, a.won, a.moves) == (b.rewards, b.won, b.moves)


@pytest.mark.parametrize("how", HOWS)
def test_a_game_of_random_moves_is_that_of_playouts(how: str) -> None:
    need(how)
    one = vector(reglas.load("hanabi", 3), 1, how)
    one.reset(12)
    for moves in count(1):
        _, done = one.step()
        if done[0]:
            assert one.engine.playouts(12, 1) == (moves, 1)
            return


@pytest.mark.parametrize("how", HOWS)
def test_a_move_that_is_not_legal_is_refused_and_nothing_happens(how: str) -> None:
    need(how)
    beside = Beside(reglas.load("liars-dice", 3), how, 4, 1)
    v = beside.vector
    good = v.random().tolist()
    illegal = next(move for move in range(v.moves) if move not in v.legal_moves(2))
    for move in (illegal, -1, v.moves, 1 << 62, -(1 << 62)):
        with pytest.raises(ValueError, match=rf"environment 2: move {move} is not legal for seat \d; legal: \d+, "):
            v.step([*good[:2], move, good[3]])
        beside.same()
        assert v.random().tolist() == good
    for moves in (good[:3], [*good, 0], []):
        with pytest.raises(ValueError, match=f"{len(moves)} moves for 4 environments"):
            v.step(moves)
    with pytest.raises(ValueError, match="4 seats"):
        v.observe([0, 1, 2, 3])
    with pytest.raises(TypeError):
        v.legal()[2, illegal] = 1  # type: ignore[index]
    beside.step(good)
    beside.same()


def test_a_vector_is_begun_first() -> None:
    v = vector(reglas.load("hanabi", 2), 2, "plain")
    for call in (v.step, v.observe, lambda: v.row(0)):
        with pytest.raises(ValueError, match="`reset` comes first"):
            call()
    with pytest.raises(ValueError, match="3 seeds for 2"):
        v.reset([1, 2, 3])
    with pytest.raises(ValueError, match="0"):
        vector(reglas.load("hanabi", 2), 0, "plain")


@pytest.mark.parametrize("how", HOWS)
def test_where_a_rule_fails_nothing_happens_in_any_environment(how: str, tmp_path: Path) -> None:
    need(how)
    beside = Beside(written(tmp_path, FALLS), how, 3, 1)
    take, wait = 0, 1
    for moves in ([wait, take, wait], [take, take, wait]):
        beside.step(moves)
    before = beside.vector.random().tolist()
    with pytest.raises(RuleFailed, match="environment 1: a rule failed"):
        beside.vector.step([wait, take, take])
    beside.same()
    assert beside.vector.random().tolist() == before
    with pytest.raises(RuleFailed, match=r"game \d"):
        beside.vector.rollout(beside.vector.row(1), 20, 1)
    beside.same()
    for _ in range(40):
        beside.step([wait, wait, wait])
    beside.same()


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("steps", [0, 27, 57, 60, 61, 62, 63, 64, 87, 125])
def test_a_rule_fails_after_however_many_steps(how: str, steps: int, tmp_path: Path) -> None:
    """All is as it was, also what the last step told: with 27, 57 and 87 games were over with it."""
    need(how)
    beside = Beside(written(tmp_path, FALLS), how, 3, 1)
    v, take, wait = beside.vector, 0, 1
    for _ in range(steps):
        beside.step([wait, wait, wait])
    beside.step([wait, take, wait])
    beside.step([wait, take, wait])
    rewards, done = v.step([wait, wait, take])
    told = [one.tobytes() for one in (rewards, done, v.won(), v.random(), v.legal(), v.seeds(), v.observe())]
    with pytest.raises(RuleFailed, match="environment 1"):
        v.step([wait, take, wait])
    assert told == [one.tobytes() for one in (rewards, done, v.won(), v.random(), v.legal(), v.seeds(), v.observe())]
    with pytest.raises(RuleFailed, match="environment 1"):
        v.step([wait, take, wait])
    v.step([wait, wait, wait])


def test_threads_have_a_vector_each() -> None:
    pytest.importorskip("llvmlite")
    vectors = [vector(reglas.load("liars-dice", 3), 64) for _ in range(4)]

    def played(one: Vector) -> bytes:
        one.reset(3)
        return b"".join(one.step()[0].tobytes() + one.observe().tobytes() for _ in range(300))

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(played, vectors))) == 1


@pytest.mark.parametrize("how", HOWS)
def test_marks_are_those_of_an_engine(how: str) -> None:
    need(how)
    game = reglas.load("hanabi", 3)
    v, plain = vector(game, 2, how, marks=True), Engine(game.program, marks=True)
    v.reset(8)
    rows, known = [plain.start(seed) for seed in (8, 9)], plain.cells(plain.marks_size)
    for _ in range(12):
        for n, seat in enumerate(v.acting().tolist()):
            plain.marks(rows[n], seat, known)
            assert v.marks().tolist()[n] == known
            plain.marks(rows[n], 2, known)
            assert v.marks([2, 2]).tolist()[n] == known
            assert list(v.row(n)) == rows[n]
            plain.apply(rows[n], v.random()[n])
        if any(v.step()[1]):
            break
    assert v.rollout(rows[0], 2, 1).moves > 0
    with pytest.raises(ValueError, match="marks=True"):
        vector(game, 2, how).marks()


@pytest.mark.parametrize("how", HOWS)
def test_who_wins_together_is_paid(how: str, tmp_path: Path) -> None:
    need(how)
    v = vector(written(tmp_path, FALLS), 2, how)
    v.reset()
    for _ in range(29):
        rewards, done = v.step([1, 1])
        assert (rewards.tolist(), done.tolist()) == ([[0, 0]] * 2, [0, 0])
    rewards, done = v.step([1, 1])
    assert (rewards.tolist(), done.tolist(), v.won().tolist()) == ([[1, 1]] * 2, [1, 1], [[1, 1]] * 2)
    assert v.seeds().tolist() == [2, 3]
    v.reset(5)
    assert (rewards.tolist(), done.tolist(), v.won().tolist()) == ([[0, 0]] * 2, [0, 0], [[0, 0]] * 2)


@pytest.mark.parametrize("how", HOWS)
def test_games_that_nobody_plays(how: str, tmp_path: Path) -> None:
    need(how)
    v = vector(written(tmp_path, EMPTY), 2, how)
    with pytest.raises(RuleFailed, match="environment 0: game after game"):
        v.reset()
    with pytest.raises(ValueError, match="`reset`"):
        v.step()


@pytest.mark.parametrize("how", HOWS)
def test_games_imagined_from_a_row(how: str) -> None:
    need(how)
    game = reglas.load("golf", 3)
    v, plain = vector(game, 2, how), Engine(game.program)
    v.reset(4)
    for _ in range(9):
        v.step()
    row = v.row(0)
    found = v.rollout(row, 5, 30)
    assert list(row) == list(v.row(0))
    rewards, moves = [], 0
    for seed in range(30, 35):
        s, own = list(row), [0] * 4
        for number, (_, cell) in enumerate(game.program.streams):
            stream(s, cell, seed, number)
        stream(own, 0, seed, 7)
        while not plain.over(s):
            numbers = plain.legal(s)
            plain.apply(s, numbers[below(own, 0, len(numbers))])
            moves += 1
        rewards.append(paid(plain, s))
    assert (found.rewards.tolist(), found.moves) == (rewards, moves)
    assert len({tuple(one) for one in rewards}) > 1
    over = v.rollout(s, 2, 1)
    assert (over.rewards.tolist(), over.moves) == ([rewards[-1]] * 2, 0)
    assert sum(over.won.tolist()[0]) >= 1
    with pytest.raises(ValueError, match="3"):
        v.rollout(row[:3], 2, 1)


@pytest.mark.parametrize("how", HOWS)
def test_memory_is_numpy_s_as_it_is(how: str) -> None:
    need(how)
    numpy = pytest.importorskip("numpy")
    v = vector(reglas.load("hanabi", 2), 3, how)
    v.reset()
    legal, seen, acting = numpy.asarray(v.legal()), numpy.asarray(v.observe()), numpy.asarray(v.acting())
    assert (legal.shape, legal.dtype) == ((3, v.moves), numpy.uint8)
    assert (seen.shape, seen.dtype) == ((3, v.observation_size), numpy.int64)
    assert acting.tolist() == [0, 0, 0]
    assert numpy.frombuffer(v.legal(), numpy.uint8).sum() == legal.sum()
    moves = legal.argmax(axis=1)
    for given in (moves, moves.astype(numpy.int32), moves.tolist(), array("q", moves.tolist())):
        v.reset()
        v.step(given)
        assert acting.tolist() == [1, 1, 1]
        assert numpy.asarray(v.legal()).tolist() == legal.tolist()


def test_a_score_of_nothing_is_no_reward() -> None:
    """None is a number of the row's own: it is never paid."""
    v = vector(reglas.load("hanabi", 2), 1, "plain")
    assert NONE not in (*v._room.ends,)


def test_the_example_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    part = page.split("## Vectors of environments", 1)[1].split("\n## ", 1)[0]
    code = "\n".join(line[4:] for line in part.splitlines() if line.startswith("    "))
    pytest.importorskip("llvmlite")
    names: dict[str, Any] = {"reglas": reglas, "engine": engine}
    exec(code, names)
    assert names["games"] > 0
