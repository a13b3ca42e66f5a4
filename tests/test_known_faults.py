"""Faults that programs for such games have had: each is tried where `docs/games/known-faults.md` says."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

import reglas
from reglas.engine.rng import Stream
from reglas.knowledge.seen import Choice, Roll
from reglas.paths import specs_folder

PAGE = Path(__file__).parents[1] / "docs" / "games" / "known-faults.md"
GAMES = ("julenque", "sabai-sabai", "liars-dice", "golf")
ROW = re.compile(r"\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
ABOVE = re.compile(r"((?:^#.*\n)+)^- scenario: ", re.M)
FAULT = re.compile(r"^# fault (\d+)$", re.M)


def rows() -> dict[int, list[str]]:
    """By number of the fault: where the page says it is tried. Empty where it cannot occur."""
    found = [match.groups() for match in map(ROW.fullmatch, PAGE.read_text(encoding="utf-8").splitlines()) if match]
    assert all(what.strip() and why.strip() for _, what, _, why in found)
    return {int(number): [w for w in where.split(", ") if w != "-"] for number, _, where, _ in found}


def tagged() -> dict[int, set[str]]:
    """By number of the fault: the games with a scenario right below it, and `test` for this file."""
    found: dict[int, set[str]] = defaultdict(set)
    for game in GAMES:
        for path in (specs_folder() / game / "scenarios").glob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            above = [number for block in ABOVE.findall(text) for number in FAULT.findall(block)]
            assert len(above) == len(FAULT.findall(text)), f"{path}: a fault without a scenario below it"
            for number in above:
                found[int(number)].add(game)
    for number in FAULT.findall(Path(__file__).read_text(encoding="utf-8")):
        found[int(number)].add("test")
    return found


def test_every_fault_is_decided() -> None:
    assert list(rows()) == list(range(1, 72))


def test_what_is_tried_is_tried() -> None:
    assert {number: set(where) for number, where in rows().items() if where} == dict(tagged())


# fault 11
def test_a_view_has_the_whole_history() -> None:
    state = reglas.load("liars-dice", 3, [], {}).start(seed=4)
    for amount in range(1, 6):
        state.push(f"bid {amount} 3")
        for viewer in (0, 1, 2, -1):
            seen = [s for s in state.seen(viewer) if isinstance(s, Choice)]
            assert [str(s.picks[0][2]) for s in seen] == [str(n) for n in range(1, amount + 1)]


# fault 47
@pytest.mark.parametrize("game", GAMES)
def test_there_is_always_a_move_and_each_is_accepted(game: str) -> None:
    state = reglas.load(game, 3, [], {}).start(seed=7)
    choices = Stream(7, 3)
    for _ in range(150):
        if state.over:
            break
        moves = [move.text for move in state.legal_moves]
        assert moves
        for text in moves:
            state.copy().push(text)
        state.push(moves[choices.below(len(moves))])


# fault 56
def test_the_history_of_a_player_has_no_dice_of_others() -> None:
    state = reglas.load("julenque", 3, [], {}).start(seed=2)
    zones = state.game.program.zones
    own = {viewer: {z for z, zone in enumerate(zones) if zone.owner == viewer and zone.dice} for viewer in range(3)}
    for viewer in range(3):
        rolls = [seen for seen in state.seen(viewer) if isinstance(seen, Roll)]
        assert {roll.zone for roll in rolls if roll.faces is not None} == own[viewer]
    assert not any(roll.faces for roll in state.seen(-1) if isinstance(roll, Roll))


# fault 70
def test_every_face_and_every_seat_comes_up() -> None:
    game = reglas.load("julenque", 3, [], {})
    faces, starters = set(), set()
    for seed in range(40):
        state = game.start(seed)
        starters.add(state.to_act[0])
        for seat in range(3):
            cards = state.view(seat).zone("cup", "ABC"[seat]).cards
            faces |= {game.program.faces[card.face] for card in cards if card.face is not None}
    assert faces == set("123456")
    assert starters == {0, 1, 2}
