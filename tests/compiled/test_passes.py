"""What each pass does, before and after, in the program's own text; what it leaves alone."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import reglas
from reglas.compiled.passes import PASSES
from reglas.program import ir
from reglas.program.dump import points, writing

TOY = """
game: toy
language: 1
players: 2..2
options:
  kind: {default: true}
kinds:
  suit: [red, blue]
cards:
  card: {has: [suit], copies: 4}
zones:
  deck: {of: card, layout: pile, seen_by: nobody}
  hand: {of: card, layout: row, per: player, seen_by: others}
  spent: {of: card, layout: pile, seen_by: everyone}
tokens:
  left: {start: 9, max: 9, min: -9}
actions:
  hint:
    pick: {hue: suit}
    needs: {seen: any(c.suit == hue for c in hand(next(me)))}
    do: [{lose: left}]
  throw:
    pick: {c: hand(me)}
    do:
      - {move: c, to: spent}
      - {deal: 1, from: deck, to: hand(me)}
flow:
  - shuffle: deck
  - {deal: 2, from: deck, to: hand}
  - {turns: forward, most: 20, choose: [hint, throw], stuck: skip}
end:
  few: {when: left == 0, outcome: lost}
  done: {outcome: done}
"""


@pytest.fixture
def program(tmp_path: Path) -> ir.Program:
    path = tmp_path / "toy.yaml"
    path.write_text(TOY, encoding="utf-8")
    return reglas.load(str(path), 2).program


def changed(program: ir.Program, name: str) -> list[tuple[str, str]]:
    """The operations that a pass changes, each before and after; cells and sites are left out."""
    pairs = zip(points(program).splitlines(), points(PASSES[name](program)).splitlines(), strict=True)
    return [(before[6:], after[6:]) for before, after in pairs if before != after]


def test_fold_settles_what_is_certain(program: ir.Program) -> None:
    first = len(program.ops)
    added = (
        ir.Unless(ir.Const(1), 0),
        ir.Unless(ir.Const(0), 3),
        ir.Settle(ir.Only(ir.Top("spent", ir.Const(3)))),
        ir.Settle(ir.Only(ir.Top("deck", ir.Const(0)))),
        ir.Jump(first + 1),
    )
    folded = PASSES["fold"](replace(program, ops=program.ops + added)).ops[first:]
    three = folded[1]  # where the third operation leads
    assert isinstance(three, ir.Jump)
    assert folded == (three, three, ir.Jump(first + 3), added[3], three)


def test_among_goes_through_what_cards_have(program: ir.Program) -> None:
    before, after = program.decisions[0].alternatives[0], PASSES["among"](program).decisions[0].alternatives[0]
    assert before.picks[0].domain == ir.Span(ir.Const(0), ir.Const(1))
    assert [need.name for need in before.needs] == ["seen"]
    assert isinstance(after.picks[0].domain, ir.Among)
    assert (after.picks[0].domain.low, after.picks[0].domain.high, after.needs) == (0, 1, ())
    assert PASSES["among"](program).decisions[0].alternatives[1] == program.decisions[0].alternatives[1]


def test_tops_are_dealt_without_looking(program: ir.Program) -> None:
    found = changed(program, "tops")
    assert ('(Settle (Only (Top "deck" (Const 0))))', '(SettleTop "deck" (Const 0))') in found
    moves = [(a, b) for a, b in found if a.startswith("(Move ")]
    assert len(moves) == 2
    assert all(re.match(r'\(MoveTop "deck" \(Const 0\) ', after) for _, after in moves)


def test_tops_are_left_where_a_card_below_may_be_settled(program: ir.Program) -> None:
    below = ir.Settle(ir.Contents("deck", ir.Const(0)))
    found = changed(replace(program, ops=(*program.ops, below)), "tops")
    assert not [before for before, _ in found if before.startswith("(Settle ")]


def test_checks_are_left_out_where_nothing_has_changed() -> None:
    """A card that is discarded comes from a hand: whether all stacks are full is not asked."""
    hanabi = reglas.load("hanabi", 2).program
    assert hanabi.ends[1].name == "perfect"
    assert changed(hanabi, "checks") == [("(Check [1])", "(Check [])")]
    discard = next(a for a in hanabi.decisions[0].alternatives if a.action == "discard")
    assert PASSES["checks"](hanabi).ops[discard.entry + 1] == ir.Check(())


def test_opening_begins_with_the_pile_shuffled(program: ir.Program) -> None:
    after = PASSES["opening"](program)
    shuffle = program.ops[program.row[ir.POINT]]
    assert isinstance(shuffle, ir.Shuffle)
    assert after.row[ir.POINT] == program.row[ir.POINT] + 1
    deck = program.zones[0]
    assert after.row[deck.start + deck.most : deck.start + 2 * deck.most] == (1,) * 8
    assert writing(replace(after, row=program.row)) == writing(program)
