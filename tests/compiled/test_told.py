"""Text that tells what happens tells what the interpreter does, event by event, and whoever plays notices nothing."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import pairwise
from pathlib import Path

import lockstep
import pytest

import reglas
import shipped
from reglas.compiled import quick, telling, told
from reglas.compiled.emit import emitted
from reglas.compiled.told import Told
from reglas.engine import events as ev
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.play import Game, State

BASES = shipped.games()
SOME = [case for number, case in enumerate(shipped.alone()) if shipped.FULL or number % 5 == 1]
BY_LLVM = [(name, with_) for number, (name, with_) in enumerate(shipped.alone()) if not with_ or number % 8 == 0]
SEEN: Counter[str] = Counter()


@pytest.mark.parametrize("case", SOME, ids=shipped.label)
def test_the_same_events(case: shipped.Name) -> None:
    """With one of the numbers of players; `tools/equality.py --events` goes through all."""
    seats = list(shipped.seats(*case))
    for players in shipped.some_seats(*case) if shipped.FULL else [seats[len("".join(case[1])) % len(seats)]]:
        game = reglas.load(case[0], players, case[1])
        assert lockstep.together(game, [], 1, 150, [Told(game.machine)])


@pytest.mark.parametrize("name", BASES)
def test_without_passes_too(name: str) -> None:
    game = reglas.load(name, shipped.seats(name, ())[0])
    assert lockstep.together(game, [], 2, 100, [Told(game.machine, "plain", passes) for passes in ((), ("fold",))])


@pytest.mark.parametrize("case", BY_LLVM if shipped.FULL else [(name, ()) for name in BASES], ids=shipped.label)
def test_the_same_events_by_llvm(case: shipped.Name) -> None:
    pytest.importorskip("llvmlite")
    game = reglas.load(case[0], shipped.seats(*case)[-1], case[1])
    assert lockstep.together(game, [], 3, 150, [Told(game.machine, "fast")])


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("how", ["plain", "fast"])
def test_text_that_does_not_tell_has_nothing_of_it(name: str, how: str) -> None:
    game = reglas.load(name, shipped.seats(name, ())[0])
    text, telling = emitted(game.program, how), emitted(game.program, how, events=True)
    for words in ("c += (", "c.append", "noted(", "more(", "TOLD", "tell_", "OVERFULL"):
        assert words not in text
    assert ("c += (" if how == "plain" else "noted(s, c, ") in telling


def whole(game: Game, seed: int, record: bool = True) -> State:
    """A random game to its end, or for a while."""
    state, choices = game.start(seed, record=record), Stream(seed, 7)
    for _ in range(200):
        if not state.over:
            moves = state.all_moves(state.to_act[-1])
            state.push(moves[choices.below(len(moves))], state.to_act[-1])
    SEEN.update(type(event).__name__ for event in state.log or ())
    return state


@pytest.mark.parametrize("name", BASES)
def test_whoever_plays_notices_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """States of a game that is emitted are the same as those that the interpreter makes, with their logs and views."""
    monkeypatch.setattr(quick, "WARM_TO_TELL", 3)
    game, slow = (reglas.load(name, shipped.seats(name, ())[-1]) for _ in range(2))
    slow.quick.used = False
    for seed in range(3):
        state, other = whole(game, seed), whole(slow, seed)
        assert state.log == other.log
        assert (state.row, state.drawn, state.played, state.to_json()) == (
            other.row, other.drawn, other.played, other.to_json(),
        )  # fmt: skip
        for viewer in range(game.players):
            assert state.view(viewer) == other.view(viewer)
            assert state.information(viewer) == other.information(viewer)
        assert whole(game, seed, record=False).drawn == state.drawn
        played = reglas.from_json(state.to_json())
        assert (played.row, played.log) == (state.row, state.log)
    assert game.quick.tells


TOYS = sorted((Path(__file__).parents[1] / "knowledge" / "specs").glob("*.yaml"))


@pytest.mark.parametrize("path", TOYS, ids=lambda path: path.stem)
def test_toys(path: Path) -> None:
    """They are there for what is told: by what is implied, by who is passed over, by what is shown and swapped."""
    game = reglas.load(str(path))
    for seed in range(6):
        assert lockstep.together(game, [], seed, 80, [Told(game.machine)])


DUTIES = """
game: duties
language: 1
players: 3
kinds:
  suit: [red, blue]
  rank: 1..6
cards:
  card: {has: [suit, rank]}
zones:
  deck: {of: card, layout: pile, seen_by: nobody}
  hand: {of: card, layout: hand, per: player, seen_by: owner}
  open: {of: card, layout: pile, seen_by: everyone}
memory:
  chosen: {per: player, of: suit}
define:
  due(p, c): c.suit == red or not any(d.suit == red for d in hand(p))
actions:
  give:
    pick:
      card: hand(me) where due(me, card)
    do: [{move: card, to: hand(next(me))}]
  lay:
    pick:
      card: hand(me) where due(me, card)
    do: [{move: card, to: open}]
  lay_red:
    pick:
      card: hand(me) where card.suit == red
    do: [{move: card, to: open}]
flow:
  - shuffle: deck
  - {deal: 2, from: deck, to: hand}
  - turns: forward
    most: 4
    do:
      - {choose: [give, lay], by: players, as: together, stuck: skip}
      - {choose: [lay_red], by: players, as: together, stuck: skip}
      - {deal: 1, from: deck, to: hand}
end:
  over: {outcome: done, score: size(open)}
"""


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_what_choices_made_together_imply(tmp_path: Path, how: str) -> None:
    """It is worked out when they are carried out: on the row as it is then, which others have changed."""
    if how == "fast":
        pytest.importorskip("llvmlite")
    path = tmp_path / "duties.yaml"
    path.write_text(DUTIES, encoding="utf-8")
    game, found = reglas.load(str(path), 3), Counter[tuple[str, str]]()
    teller = Told(game.machine, how)
    for seed in range(20):
        assert lockstep.together(game, [], seed, 80, [teller])
        state = whole(game, seed)
        names = [type(event).__name__ for event in state.log or ()]
        found.update(pairwise(names))
    assert found["Chosen", "Implied"]
    assert found["Implied", "Skipped"]
    assert sum(count for (name, _), count in found.items() if name == "Voided")


def test_every_sort_of_event_is_seen() -> None:
    for name in BASES:
        game = reglas.load(name, shipped.seats(name, ())[-1])
        game.quick.used = False
        for seed in range(2):
            whole(game, seed)
    missing = {"Chosen", "Declined", "Committed", "Voided", "Rolled", "Moved", "Changed", "Pushed", "Told", "Shown",
               "Shuffled", "Swapped", "Implied", "Ended"} - set(SEEN)  # fmt: skip
    assert not missing


def test_what_has_no_room_is_left_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    game = reglas.load("hanabi", 2)
    monkeypatch.setattr(told, "ROOM", 24)
    small = Told(game.machine, "fast")
    assert small.start(1, []) is None
    state = game.start(1)
    row, log = array("q", state.row), list(state.log or ())
    play = next(raw for raw in state.raw_moves() if game.written(0, 0, raw).action == "play")
    hint = state.raw_moves()[0]
    assert small.play(row, 0, hint, log) is None
    assert (list(row), log) == (state.row, state.log)
    assert small.play(row, 0, play, log) is not None
    assert len(log) > len(state.log or ())


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_so_are_more_outcomes_than_are_kept(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")
    monkeypatch.setattr(telling, "OUTCOMES", 9)
    log: list[ev.Event] = []
    assert Told(reglas.load("hanabi", 2).machine, how).start(1, log) is None
    assert log == []


FAILS = """
game: counts
language: 1
players: 2..2
tokens:
  left: {start: 8, max: 8}
actions:
  take:
    do: [{lose: left}]
flow:
  - turns: forward
    most: 20
    do: [{choose: [take]}]
end:
  over: {outcome: done}
"""


def test_a_rule_that_fails_is_said_by_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "WARM_TO_TELL", 2)
    path = tmp_path / "counts.yaml"
    path.write_text(FAILS, encoding="utf-8")
    state = reglas.load(str(path), 2).start(1)
    for _ in range(8):
        state.push("take")
    before = list(state.row), list(state.log or ())
    with pytest.raises(RuleFault, match="left"):
        state.push("take")
    assert before == (state.row, state.log)


def test_scripted_chance_is_left_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "WARM_TO_TELL", 1)
    game = reglas.load("hanabi", 2)
    state = whole(game, 4)
    again = game.start(9, state.drawn)
    for move in state.played:
        again.push(move)
    assert again.log == state.log
    assert again.drawn == state.drawn
