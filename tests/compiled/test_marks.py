"""Marks of emitted engines are those of the interpreter: for each viewer, place by place, after every move."""

from __future__ import annotations

import re
from array import array
from functools import cache
from pathlib import Path

import pytest

import playing
import reglas
import shipped
from reglas.compiled import Mark, Slice
from reglas.compiled.emit import HOWS, emitted
from reglas.compiled.engine import Engine, engine
from reglas.compiled.marks.tracks import Tracks
from reglas.engine.faults import RuleFault
from reglas.engine.rng import Stream
from reglas.knowledge.marks import Marks
from reglas.knowledge.seen import SPECTATOR
from reglas.language.types import NONE
from reglas.play import Game

TESTS = Path(__file__).parents[1]
BASES = sorted({name for name, with_ in shipped.alone() if not with_})
SHIPPED = [
    (name, players, with_)
    for number, (name, with_) in enumerate(shipped.alone())
    if shipped.FULL or not with_ or number % 8 == 0
    for players in shipped.some_seats(name, with_)
]
FEWEST = [case for case in SHIPPED if case[1] == shipped.seats(case[0], case[2])[0]]
LOW = [case for number, case in enumerate(FEWEST) if not case[2] or (shipped.FULL and number % 8 == 0)]
SMALL = sorted([*(TESTS / "knowledge" / "specs").glob("*.yaml"), *(TESTS / "bots" / "specs").glob("*.yaml")])

MANY = """
# More faces than go into a word, hands without order, cards that change places, and much that is told to some only.
game: many
language: 1
players: 3
kinds:
  suit: [ant, bee, cat, dog, elk, fox, gnu, hen]
  rank: 1..9
cards:
  card: {has: [suit, rank], copies: 1}
zones:
  deck: {of: card, layout: pile, seen_by: nobody}
  heap: {of: card, layout: pile, seen_by: everyone}
  rack: {of: card, layout: row, per: player, seen_by: others, most: 9}
  grip: {of: card, layout: hand, per: player, seen_by: owner, most: 9}
  veil: {of: card, layout: hand, per: player, seen_by: nobody, most: 9}
  line: {of: card, layout: row, seen_by: nobody, most: 9}
actions:
  whisper:
    pick: {card: line, to: others}
    do: [{tell: c.suit == card.suit or not c.rank == 3, of: c in line, to: to}]
  hint:
    pick: {whom: others, hint: rank}
    do: [{tell: c.rank == hint, of: c in rack(whom), to: everyone}]
  compare:
    pick: {card: line}
    do: [{tell: c.rank > 4 and not (c.suit == bee), of: c in line where not c == card, to: others}]
  peek:
    pick: {card: line}
    do: [{show: card, to: me}]
  reveal:
    do: [{show: veil(me), to: everyone}]
  swap:
    pick: {mine: veil(me), card: line}
    do: [{swap: mine, with: card}]
  trade:
    pick: {mine: grip(me), card: rack(me)}
    do: [{swap: mine, with: card}]
  order:
    pick: {card: line, other: line}
    do: [{swap: card, with: other}]
  hide:
    pick: {card: line}
    needs: {room: size(veil(me)) < 9}
    do: [{move: card, to: veil(me)}, {deal: 1, from: deck, to: line}]
  lay:
    pick: {card: grip(me)}
    needs: {room: size(line) < 9}
    do: [{move: card, to: line, at: 1}]
  back:
    pick: {card: line}
    do: [{move: card, to: line, at: 1}]
  turn:
    pick: {card: rack(me)}
    do: [{move: card, to: heap}, {deal: 1, from: deck, to: rack(me)}]
  mix:
    needs: {some: size(heap) > 2}
    do: [{move: heap, to: deck}, {shuffle: deck}]
flow:
  - shuffle: deck
  - {deal: 3, from: deck, to: rack}
  - {deal: 3, from: deck, to: grip}
  - {deal: 2, from: deck, to: veil}
  - {deal: 4, from: deck, to: line}
  - turns: forward
    most: 120
    do: [{choose: [whisper, hint, compare, peek, reveal, swap, trade, order, hide, lay, back, turn, mix]}]
end:
  over: {outcome: done}
"""


@cache
def load(name: str, players: int | None = None, with_: tuple[str, ...] = ()) -> Game:
    return reglas.load(name, players, with_)


def compared(game: Game, hows: tuple[str, ...], seed: int, most: int) -> int:
    """Play a random game with a log, and compare what each viewer knows after every move; how much was told of hidden
    cards, or seen of them."""
    engines = [Engine(game.program, how, marks=True) for how in hows]
    choices, state = Stream(seed, 7), game.start(seed)
    viewers = [*range(game.players), SPECTATOR]
    marks = {viewer: Marks(game.program, viewer) for viewer in viewers}
    rows = [(made, made.start(seed)) for made in engines]
    size, taken, found = len(game.program.row), 0, 0
    for moves in range(most):
        assert state.log is not None
        for viewer in viewers:
            seen = (game.eyes.see(viewer, event) for event in state.log[taken:])
            marks[viewer].take_in([event for event in seen if event is not None])
        taken = len(state.log)
        for made, row in rows:
            where = f"{made.how}, seed {seed}, move {moves}"
            assert list(row[:size]) == state.row, where
            found += sum(same(game, made, row, marks[viewer], where) for viewer in viewers)
        if state.over:
            break
        seat = playing.somebody(state, choices)
        raws = state.raw_moves(seat)
        raw = raws[choices.below(len(raws))]
        decision = game.machine.decision(state.row)
        assert decision is not None
        number = game.machine.code(decision, raw)
        try:
            state._play(raw, seat)
        except RuleFault:
            break
        for made, row in rows:
            made.apply(row, number, seat)
    return found


def same(game: Game, made: Engine, row: list[int], marks: Marks, where: str) -> int:
    """The marks of one viewer, of what they do not see; how many cards are not just anything."""
    found = 0
    assert made.tracks is not None
    for number, zone in enumerate(game.program.zones):
        if not game.eyes.sees_zone(marks.viewer, number):
            expected = marks.places[number]
            assert made.tracks.may_be(row, marks.viewer, number) == expected, (where, marks.viewer, number)
            every = frozenset(zone.dice) or marks.every
            found += sum(one != every for one in expected)
    return found


@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: "-".join(map(str, (case[0], case[1], *case[2]))))
def test_marks_are_those_of_the_interpreter(case: tuple[str, int, tuple[str, ...]]) -> None:
    found = sum(compared(load(*case), ("plain",), seed, 60) for seed in range(2 if shipped.FULL else 4))
    assert found or case[0] in ("julenque", "liars-dice")


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_games_with_loose_hands_and_whispers(path: Path) -> None:
    for seed in range(3):
        compared(load(str(path)), ("plain",), seed, 150)


@pytest.mark.parametrize("case", LOW, ids=lambda case: "-".join(map(str, (case[0], case[1], *case[2]))))
def test_llvm_keeps_the_same(case: tuple[str, int, tuple[str, ...]]) -> None:
    pytest.importorskip("llvmlite")
    for seed in range(3):
        compared(load(*case), ("fast",), seed, 100)


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_many_faces_loose_hands_and_whispers(how: str, tmp_path: Path) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")
    (tmp_path / "many.yaml").write_text(MANY, encoding="utf-8")
    game = load(str(tmp_path / "many.yaml"))
    tracks = Tracks(game.program)
    assert (tracks.words, tracks.classes) == (2, 4)
    assert all(compared(game, (how,), seed, 150) for seed in range(4))


def written(game: Game, made: Engine, row: list[int], seat: int) -> list[int]:
    """The integers that are expected, by the names of parts and columns."""
    program, found = game.program, list[int]()
    assert made.tracks is not None
    for part in made.marks_layout:
        whose, name, trait = re.fullmatch(r"(may be|known|public)\((.*)\)(?:\.(.*))?", part.name).groups()  # type: ignore[union-attr]
        names = {
            f"{zone.family}[{(zone.owner - seat) % game.players}]" if zone.owner >= 0 else zone.family: number
            for number, zone in enumerate(program.zones)
        }
        places = made.tracks.may_be(row, SPECTATOR if whose == "public" else seat, names[name])
        if isinstance(part, Mark):
            assert (part.low, part.high, part.count) == (0, 1, program.zones[names[name]].most * len(part.columns))
            found += [int(column in texts(game, faces)) for faces in places for column in part.columns]
        else:
            found += [known(game, part, faces, trait) for faces in places]
        found += [0] * (part.first + part.count - len(found))
    return found


def texts(game: Game, faces: frozenset[int]) -> set[str]:
    """The columns that hold for a card of one of some faces."""
    program = game.program
    kinds = {kind.name: kind for kind in program.kinds}
    traits = [(t.name, kinds[t.name], t.values) for t in program.traits if t.name in kinds]
    values = {f"{n}: {k.names[v[f] - k.low]}" for f in faces for n, k, v in traits if v[f] != NONE}
    return {program.faces[face] for face in faces} | values


def known(game: Game, part: Slice, faces: frozenset[int], trait: str | None) -> int:
    """A card that is known or not."""
    if len(faces) > 1:
        return 1 if trait is None else 0
    (face,) = faces
    if trait is None:
        return part.texts.index(game.program.faces[face])
    values = next(t.values for t in game.program.traits if t.name == trait)
    return values[face] - min(value for value in values if value != NONE) + 1


@pytest.mark.parametrize("how", ["plain", "fast"])
@pytest.mark.parametrize("name", ["hanabi", "golf", "liars-dice", "sabai-sabai"])
def test_marks_are_written_where_the_layout_says(name: str, how: str) -> None:
    if how == "fast":
        pytest.importorskip("llvmlite")
    game, choices = load(name, 3), Stream(3, 7)
    made = engine(game, how, marks=True)
    outs = [made.cells(made.marks_size), [7] * (made.marks_size + 2), array("b", bytes(made.marks_size))]
    for seed in range(3):
        row = made.start(seed)
        for _ in range(40):
            for seat in range(3):
                expected = written(game, made, row, seat)
                for out in outs:
                    made.marks(row, seat, out)
                    assert list(out[: made.marks_size]) == expected
            if made.over(row):
                break
            moves = made.legal(row)
            made.apply(row, moves[choices.below(len(moves))])
    assert outs[1][made.marks_size :] == [7, 7]


def test_a_hint_is_in_the_marks() -> None:
    """What was said of a card, and what was not said, for its owner and for all."""
    game = load("hanabi", 2)
    made, state = engine(game, marks=True), game.start(5)
    row, move = made.start(5), state.parse("clue_rank B 1")
    made.apply(row, move.number)
    faces = state.row[game.program.zones[2].start :][:5]
    expected = [[1, 0, 0, 0, 0] if game.program.faces[face].endswith(" 1") else [0, 1, 1, 1, 1] for face in faces]
    for seat, name in ((1, "may be(hand[0])"), (0, "public(hand[1])")):
        out = made.cells(made.marks_size)
        made.marks(row, seat, out)
        (part,) = (part for part in made.marks_layout if part.name == name)
        assert isinstance(part, Mark)
        places = [out[part.first + n * len(part.columns) :][: len(part.columns)] for n in range(5)]
        assert part.columns[-5:] == tuple(f"rank: {n}" for n in range(1, 6))
        assert [place[-5:] for place in places] == expected
        assert all(place[25:30] == [1] * 5 for place in places)


@pytest.mark.parametrize("how", ["plain", "fast"])
def test_the_rest_of_an_engine_is_the_same(how: str) -> None:
    """Whole games inside, chance that is given or asked for, and a row that is put back."""
    if how == "fast":
        pytest.importorskip("llvmlite")
    game = load("golf", 2)
    plain, made = Engine(game.program, how), Engine(game.program, how, marks=True)
    assert made.playouts(3, 20) == plain.playouts(3, 20)
    row, usual, size = made.start(1), plain.start(1), len(game.program.row)
    assert len(row) == made.row_size > size
    for _ in range(60):
        number, before = made.legal(row)[-1], made.copied(row)
        chances = made.played(row, number, draw=False)
        if chances.wanted:
            assert row == before
            assert made.played(row, number, given=chances.wanted[:1]).came[0] == chances.wanted[0]
            plain.played(usual, number, given=chances.wanted[:1])
        else:
            plain.apply(usual, number)
        assert row[:size] == usual
        if made.over(row):
            break


def test_marks_are_for_who_asks() -> None:
    game = load("hanabi", 2)
    plain = engine(game)
    assert plain.marks_layout == ()
    assert len(plain.start(1)) == len(game.program.row)
    assert not any(
        word in emitted(game.program, how) for word in ("moved(", "mark(", "spread", "Spread") for how in HOWS
    )
    with pytest.raises(ValueError, match="marks=True"):
        plain.marks(plain.start(1), 0, [])
    made = engine(game, marks=True)
    assert made is engine(game, marks=True) is not plain
    with pytest.raises(ValueError, match=str(len(game.program.row))):
        made.marks(plain.start(1), 0, made.cells(made.marks_size))
    for seat, size in ((2, made.marks_size), (0, made.marks_size - 1)):
        with pytest.raises(ValueError, match=str(size)):
            made.marks(made.start(1), seat, [0] * size)


@pytest.mark.parametrize("name", ["hanabi", "sabai-sabai", "liars-dice"])
def test_they_are_what_a_view_shows(name: str) -> None:
    game, choices = load(name, 3), Stream(5, 7)
    made, state = engine(game, marks=True), game.start(4)
    row = made.start(4)
    assert made.tracks is not None
    for _ in range(25):
        for viewer in (0, 1, 2, SPECTATOR):
            for zone in state.view(viewer).zones:
                if zone.follows and not game.eyes.sees_zone(viewer, zone.number):
                    every = frozenset(game.program.zones[zone.number].dice or made.tracks.cards)
                    shown = [every if card.may_be is None else frozenset(card.may_be) for card in zone.cards]
                    assert made.tracks.may_be(row, viewer, zone.number) == shown
        if state.over:
            break
        seat = state.to_act[0]
        moves = state.all_moves(seat)
        move = moves[choices.below(len(moves))]
        state.push(move, seat)
        made.apply(row, move.number, seat)


@pytest.mark.parametrize("with_", [(), ("rainbow",)])
def test_hints_are_told_in_one_go(with_: tuple[str, ...]) -> None:
    """A condition on attributes alone is not tried face by face, which would be slow."""
    assert "heard_of(s, w" not in emitted(load("hanabi", 2, with_).program, "plain", marks=True)
