"""Windows: who is asked, in which order, and that it does not matter in which order choices made at once arrive."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import playing
import reglas
from reglas.engine.rng import Stream
from reglas.play import Game, State

WINDOWS = Path(__file__).parents[1] / "scenarios" / "windows" / "windows.yaml"

ASKED = """\
game: asked
language: 1
players: 2..5
kinds:
  rank: 1..3
cards:
  card: {has: [rank], copies: 2}
zones:
  deck: {of: card, layout: pile, seen_by: nobody}
tokens:
  lives: {per: player, start: 1, max: 1}
define:
  playing(p): lives(p) > 0
actions:
  begin: {}
  act: {}
  drop_out:
    pick: {p: others}
    do: [{lose: lives(p)}]
flow:
  - turns: TOWARDS
    from: last(seats)
    most: 8
    do:
      - choose: [begin, drop_out]
      - WINDOW
end:
  over: {outcome: done}
"""

PLAYERS = 4


def asked(window: str, tmp_path: Path, seed: int, towards: str = "forward") -> list[tuple[int, tuple[int, ...], bool]]:
    """Whose turn it is, whom a window then asks one after the other, and whether each acts, in a random game of
    several turns."""
    path = tmp_path / "asked.yaml"
    path.write_text(ASKED.replace("WINDOW", window).replace("TOWARDS", towards), encoding="utf-8")
    state, choices = reglas.load(str(path), players=PLAYERS).start(seed), Stream(seed, 9)
    found: list[tuple[int, tuple[int, ...], bool]] = []
    while not state.over:
        me, *others = state.to_act
        assert not others
        move = playing.any_of(list(state.legal_moves), choices)
        if move.action in ("begin", "drop_out"):
            found.append((me, (), False))
            dropped = move.picks
        else:
            turn, seats, _ = found[-1]
            found[-1] = (turn, (*seats, me), move.action == "act")
        state.push(move)
        assert move.action != "drop_out" or "ABCD".index(dropped[0]) not in state.to_act
    return found


def in_seat_order(seats: tuple[int, ...], first: int) -> bool:
    """Do seats follow one another in seat order, counted from a seat, none of them twice?"""
    ahead = [(seat - first) % PLAYERS for seat in seats]
    return ahead == sorted(set(ahead))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("towards", ["forward", "backward"])
def test_a_window_asks_from_me_on(seed: int, towards: str, tmp_path: Path) -> None:
    """In seat order, also when turns go the other way; who is out is not asked, and everybody else once."""
    turns = asked("{offer: [act], to: players}", tmp_path, seed, towards)
    assert len(turns) == 8
    left = PLAYERS
    for me, seats, _ in turns:
        assert seats[:1] == (me,)
        assert in_seat_order(seats, me)
        assert len(seats) <= left
        left = len(seats)


@pytest.mark.parametrize("seed", range(6))
def test_others_are_asked_from_the_next_on(seed: int, tmp_path: Path) -> None:
    for me, seats, _ in asked("{choose: [act], by: others}", tmp_path, seed):
        assert me not in seats
        assert in_seat_order(seats, me)


@pytest.mark.parametrize("seed", range(6))
def test_the_first_who_acts_closes_it(seed: int, tmp_path: Path) -> None:
    for me, seats, acted in asked("{offer: [act], to: players, until: first}", tmp_path, seed):
        assert in_seat_order(seats, me)
        assert acted or seats


@pytest.mark.parametrize("seed", range(6))
def test_it_goes_round_until_all_have_passed(seed: int, tmp_path: Path) -> None:
    """Each who is asked is the next after the one before, round and round; the last of them all declined."""
    out: set[int] = set()
    for me, seats, acted in asked("{offer: [act], to: players, until: nobody}", tmp_path, seed):
        playing_seats = sorted(set(seats), key=lambda seat: (seat - me) % PLAYERS)
        assert seats == tuple(playing_seats[i % len(playing_seats)] for i in range(len(seats)))
        assert not acted
        assert not out & set(seats)
        out = set(range(PLAYERS)) - set(seats)


# -- all at once ------------------------------------------------------------------------------------------------------

AT_ONCE = ("together", "together_first", "race", "race_first", "choices")


def opened(game: Game, seed: int, chance: list[str]) -> State:
    """A game at its first window."""
    state = game.start(seed, chance)
    state.push("begin")
    return state


@pytest.mark.parametrize("kind", AT_ONCE)
@pytest.mark.parametrize("seed", range(4))
def test_it_does_not_matter_who_chooses_first(kind: str, seed: int) -> None:
    """The same choices in any order of arrival give the same row, drawn from the seed and with a script alike."""
    game = reglas.load(str(WINDOWS), players=3, set={"kind": kind})
    choices = Stream(seed, 4)
    plain = opened(game, seed, [])
    dealt = list(plain.drawn)
    made = {seat: playing.any_of(plain.all_moves(seat), choices).text for seat in plain.to_act}
    orders = [list(order) for order in permutations(made)]
    for script in ([], *(dealt + ["ABC"[seat] for seat in order if made[seat] != "-"] for order in orders)):
        ends = set()
        for arrival in orders:
            state = opened(game, seed, list(script))
            for seat in arrival:
                assert seat in state.to_act
                state.push(made[seat], seat)
                if script and not kind.startswith("race"):
                    state.script.clear()
            ends.add((tuple(state.row), tuple(state.drawn), state.view("spectator").zones))
        assert len(ends) == 1
