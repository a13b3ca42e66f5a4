"""Observations: what a view shows, in the places that the layout names, and nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pairs
import playing
import reglas
import shipped
from reglas.compiled import Slice, engine, one_hot
from reglas.compiled.engine import Engine
from reglas.engine.notation import seat_letter, seat_number
from reglas.engine.rng import Stream
from reglas.knowledge.views import HoldingView, View
from reglas.language.types import NONE
from reglas.play import Game, State
from reglas.program import ir

TESTS = Path(__file__).parents[1]
BASES = sorted({name for name, with_ in shipped.alone() if not with_})
SHIPPED = [(name, players) for name in BASES for players in shipped.some_seats(name)]
SMALL = sorted([*(TESTS / "knowledge" / "specs").glob("*.yaml"), *(TESTS / "bots" / "specs").glob("*.yaml")])

TOY = """
game: motley
language: 1
players: 3..3
kinds:
  hue: [ash, bay]
  worth: 3..5
  badge: [sun, moon, star]
cards:
  leaf: {has: [hue, worth], copies: 2}
dice:
  bone: {faces: worth, count: 2, per: player, seen_by: others}
zones:
  store: {of: leaf, layout: pile, seen_by: nobody}
  grip: {of: leaf, layout: hand, per: player, seen_by: everyone, most: 4}
  heap: {of: leaf, layout: pile, seen_by: everyone}
tokens:
  coins: {per: badge, start: 2, max: 7}
memory:
  luck: {of: 0..9, per: player, start: 1, seen_by: others}
  wit: {of: 3..9, per: player, start: 3, seen_by: owner}
  doubt: {of: flag, seen_by: nobody}
  newest: {of: leaf, optional: true}
  friend: {of: player, per: badge, optional: true}
  list_of: {list: worth, most: 6}
actions:
  drop:
    pick: {card: grip(me), whom: players}
    do:
      - {move: card, to: heap}
      - {set: {newest: card, friend(sun): whom}}
      - {set: {luck(me): luck(me) + 1}}
      - {push: card.worth, onto: list_of}
  mix:
    pick: {card: grip(me)}
    needs: {something: size(heap) > 0}
    do:
      - {set: {newest: card}}
      - shuffle: heap
      - {roll: bone(me)}
flow:
  - shuffle: store
  - {deal: 3, from: store, to: grip}
  - turns: forward
    most: 6
    do: [{choose: [drop, mix]}]
end:
  over: {outcome: done}
"""


@cache
def load(name: str, players: int) -> Game:
    return reglas.load(name, players)


# -- what is expected -------------------------------------------------------------------------------------------------


def expected(state: State, seat: int, texts: dict[str, tuple[str, ...]]) -> dict[str, list[int]]:
    """The integers by the names of their slices, out of the view alone (but for cards that memory holds)."""
    view, seats, program = state.view(seat), state.game.players, state.game.program
    decision = state.game.machine.decision(state.row)
    found = {
        "the decision": [0 if state.over or decision is None else decision + 1],
        "to act": [int((seat + n) % seats in view.to_act) for n in range(seats)],
    }
    for holding in program.holdings:
        shown = [h for h in view.holdings if h.name == holding.name]
        if holding.listed:
            found |= dict(listed(state, seat, holding, shown))
        elif shown:
            found |= dict(cells(state, seat, holding, shown))
    for zone in view.zones:
        found |= dict(zones(state, seat, view, zone.number, texts))
    return found


def cells(state: State, seat: int, holding: ir.Holding, shown: list[HoldingView]) -> Iterator[tuple[str, list[int]]]:
    """A token or memory: of players in the order from the viewer on."""
    seats, name = state.game.players, holding.name
    if holding.per == "player":
        shown.sort(key=lambda h: (number(h.key) - seat) % seats)
        first = (number(shown[0].key) - seat) % seats
        name += f"[{first}:{first + len(shown)}]"
    elif holding.per:
        low = next(kind.low for kind in state.game.program.kinds if kind.name == holding.per)
        name += f"[{low}:{low + len(shown)}]"
    if holding.optional or holding.of == "card":
        yield f"{name} is none", [int(h.text == "none") for h in shown]
    if holding.of == "card":
        cards = [state.row[holding.cell + n] for n in range(holding.count)]
        yield f"{name}.zone", [place(state, seat, card)[0] for card in cards]
        yield f"{name}.place", [place(state, seat, card)[1] for card in cards]
    else:
        yield name, [valued(state, seat, holding.of, h.text) for h in shown]


def listed(state: State, seat: int, holding: ir.Holding, shown: list[HoldingView]) -> Iterator[tuple[str, list[int]]]:
    """A list, field by field, with 0 behind its end."""
    if not shown:
        return
    items = [text.strip("()").split("; ") for text in shown[0].text.replace("), (", "|").replace(", ", "; ").split("|")]
    if not holding.fields:
        items = [[text] for text in shown[0].text.split(", ")]
    if not shown[0].text:
        items = []
    yield f"size({holding.name})", [len(items)]
    rest = [0] * (holding.count - len(items))
    if holding.of == "card":
        cards = state.row[holding.cell + 1 : holding.cell + 1 + len(items)]
        yield f"{holding.name}.zone", [place(state, seat, card)[0] for card in cards] + rest
        yield f"{holding.name}.place", [place(state, seat, card)[1] for card in cards] + rest
        return
    for at, (field, of) in enumerate(holding.fields or (("", holding.of),)):
        name = f"{holding.name}.{field}" if field else holding.name
        yield name, [valued(state, seat, of, item[at]) for item in items] + rest


def zones(
    state: State, seat: int, view: View, at: int, texts: dict[str, tuple[str, ...]]
) -> Iterator[tuple[str, list[int]]]:
    """A zone: its size, and where faces are seen each with its attributes."""
    program, shown = state.game.program, view.zones[at]
    info = program.zones[at]
    key = (info.owner - seat) % state.game.players if info.owner >= 0 else info.key
    name = f"{info.family}[{key}]" if key >= 0 else info.family
    yield f"size({name})", [len(shown.cards)]
    if not state.game.eyes.sees_zone(seat, at):
        assert all(card.face is None for card in shown.cards)
        return
    faces, rest = [card.face for card in shown.cards], [0] * (info.most - len(shown.cards))
    codes = texts[name]
    assert codes[:2] == ("", "?")
    yield name, [1 if f is None else codes.index(program.faces[f]) for f in faces] + rest
    for trait in program.traits:
        if f"{name}.{trait.name}" in texts:
            low = min(v for f, v in enumerate(trait.values) if v != NONE and bool(info.dice) == (f in info.dice))
            yield f"{name}.{trait.name}", [0 if f is None else 1 + trait.values[f] - low for f in faces] + rest


def number(letter: str) -> int:
    """The seat of a letter."""
    found = seat_number(letter)
    assert found is not None
    return found


def valued(state: State, seat: int, of: str, text: str) -> int:
    """The integer of a value as a view writes it."""
    if text == "none":
        return 0
    if of == "player":
        return (number(text) - seat) % state.game.players
    if of == "flag":
        return int(text == "true")
    kind = next((kind for kind in state.game.program.kinds if kind.name == of), None)
    return kind.low + kind.names.index(text) if kind else int(text)


def place(state: State, seat: int, card: int) -> tuple[int, int]:
    """A card as the zone, those of the viewer's seat before others, and the place, if it can be told."""
    if card == NONE:
        return 0, 0
    zone, index = state.game.machine.place(card)
    infos = state.game.program.zones
    owner = infos[zone].owner
    if owner >= 0:
        letter = seat_letter((owner - seat) % state.game.players)
        place_ = next(
            n for n, z in enumerate(infos) if z.family == infos[zone].family and seat_letter(z.owner) == letter
        )
    else:
        place_ = zone
    return 1 + place_, index + 1 if state.game.eyes.follows(seat, zone) else 0


# -- held to it -------------------------------------------------------------------------------------------------------


def observed(engine_: Engine, row: list[int], seat: int) -> list[int]:
    """An observation, written over what is left of another."""
    out, given = engine_.cells(engine_.observation_size), engine_.cells(len(row))
    for at, value in enumerate(row):
        given[at] = value
    for at in range(len(out)):
        out[at] = 77
    engine_.observe(given, seat, out)
    assert list(given) == row
    return [int(value) for value in out]


def hold(game: Game, engines: list[Engine], seed: int, most: int, every: int) -> int:
    """Play at random, and look at every so many-th row for each seat."""
    state, choices, looked = game.start(seed, record=False), Stream(seed, 7), 0
    layout = engines[0].observation_layout
    texts = {part.name: part.texts for part in layout}
    for moves in range(most + 1):
        if moves % every == 0 or state.over:
            for seat in range(game.players):
                wanted = expected(state, seat, texts)
                for one in engines:
                    found = observed(one, state.row, seat)
                    parts = {part.name: found[part.first : part.first + part.count] for part in layout}
                    assert parts == wanted
                    for part in layout:
                        assert all(part.low <= value <= part.high for value in parts[part.name]), part
                        assert not part.texts or len(part.texts) == part.high - part.low + 1, part
                looked += 1
        if state.over:
            break
        seat = playing.somebody(state, choices)
        raws = state.raw_moves(seat)
        state._play(raws[choices.below(len(raws))], seat)
    return looked


@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: f"{case[0]}-{case[1]}")
def test_it_is_what_the_view_shows(case: tuple[str, int]) -> None:
    game = load(*case)
    assert hold(game, [engine(game)], 1, 120, 3)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_it_is_so_in_other_games(path: Path) -> None:
    game = reglas.load(str(path))
    assert hold(game, [engine(game)], 2, 40, 1)


def motley(folder: Path) -> Game:
    path = folder / "motley.yaml"
    path.write_text(TOY, encoding="utf-8")
    return reglas.load(str(path), 3)


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_piles_shuffled_openly_dice_loose_hands_and_memory_of_all_sorts(tmp_path: Path, how: str) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")
    game = motley(tmp_path)
    for seed in range(4):
        assert hold(game, [Engine(game.program, how)], seed, 30, 1)


@pytest.mark.parametrize("name", ["hanabi", "sabai-sabai"])
def test_llvm_observes_the_same(name: str) -> None:
    pytest.importorskip("llvmlite")
    game = load(name, 3)
    assert hold(game, [engine(game), Engine(game.program, "fast")], 3, 60, 5)


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_an_array_of_other_numbers_will_do(how: str) -> None:
    pytest.importorskip("llvmlite")
    numpy = pytest.importorskip("numpy")
    hanabi = Engine(load("hanabi", 3).program, how)
    row, out = hanabi.start(1), numpy.zeros(hanabi.observation_size, numpy.float32)
    hanabi.observe(row, 2, out)
    assert out.tolist() == observed(hanabi, list(row), 2)


# -- what is hidden ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BASES)
def test_what_is_hidden_changes_no_integer(name: str) -> None:
    """Cards, dice and memory that a seat does not see are put otherwise: any, and such as fit what it knows."""
    game = load(name, 3)
    one, choices, state, changed = engine(game), Stream(5, 7), game.start(5), 0
    for moves in range(40):
        if state.over:
            break
        for viewer in range(3) if moves % 4 == 0 else ():
            before = observed(one, state.row, viewer)
            others = [pairs.permuted(state, viewer, choices), state.resample(viewer, choices).row]
            for row in others:
                changed += row != state.row
                assert observed(one, row, viewer) == before
        seat = playing.somebody(state, choices)
        state.push(playing.any_of(state.all_moves(seat), choices), seat)
    assert changed > 10


# -- the layout -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BASES)
def test_the_layout_leaves_no_gap(name: str) -> None:
    found = engine(load(name, 3))
    at = 0
    for part in found.observation_layout:
        assert part.first == at
        assert part.count > 0
        assert part.meaning
        at += part.count
    assert at == found.observation_size
    assert len({part.name for part in found.observation_layout}) == len(found.observation_layout)


def test_what_has_no_room_or_no_seat_is_refused() -> None:
    hanabi = engine(load("hanabi", 3))
    row = hanabi.start(1)
    with pytest.raises(ValueError, match=str(hanabi.observation_size - 1)):
        hanabi.observe(row, 0, [0] * (hanabi.observation_size - 1))
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=str(seat)):
            hanabi.observe(row, seat, [0] * hanabi.observation_size)


def test_one_of_several_becomes_a_one_among_noughts() -> None:
    layout = [Slice("worth", 0, 2, "as it is", 3, 5), Slice("coins", 2, 1, "as it is", 0, 100)]
    assert one_hot(layout, [5, 3, 77]) == [0, 0, 1, 1, 0, 0, 77]
    assert len(one_hot(layout, [5, 3, 77], most=200)) == 107
    hanabi = engine(load("hanabi", 3))
    found = one_hot(hanabi.observation_layout, observed(hanabi, hanabi.start(1), 0))
    parts = hanabi.observation_layout
    assert len(found) == sum(part.count * (part.high - part.low + 1) for part in parts)
    assert sum(found) == hanabi.observation_size
