"""What each pass does, before and after, in the program's own text; what it leaves alone."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import reglas
from reglas.compiled.passes import PASSES, passed
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
    """A card that is discarded comes from a hand, one that is drawn from the deck, whichever way the flow came: whether
    all stacks are full is not asked."""
    hanabi = reglas.load("hanabi", 2).program
    assert hanabi.ends[1].name == "perfect"
    assert changed(hanabi, "checks") == [("(Check [1])", "(Check [])")] * 4
    discard = next(a for a in hanabi.decisions[0].alternatives if a.action == "discard")
    after = PASSES["checks"](hanabi)
    assert after.ops[discard.entry + 1] == ir.Check(())
    shuffle = next(point for point, op in enumerate(hanabi.ops) if isinstance(op, ir.Shuffle))
    assert after.ops[shuffle + 1] == hanabi.ops[shuffle + 1], "what was before the game begins is not known"


def test_holding_tells_only_what_may_hold_the_card(program: ir.Program) -> None:
    """The pick of a card of one's hand never holds a card of the deck."""
    throw = program.decisions[0].alternatives[1].picks[0].cell
    every = [op.held for op in PASSES["tops"](program).ops if isinstance(op, ir.MoveTop)]
    assert every == [(), (throw,)]
    found = PASSES["holding"](PASSES["tops"](program)).ops
    assert [op.held for op in found if isinstance(op, ir.MoveTop)] == [(), ()]
    assert [op.held for op in found if isinstance(op, ir.Move)] == [(throw,)]


def test_a_round_of_dealing_is_one_operation(program: ir.Program) -> None:
    pairs = changed(passed(program, ("fold", "tops", "holding")), "deals")
    assert len(pairs) == 2
    assert pairs[0][0].startswith("(Unless (Compare")
    assert re.match(r'\(Deal "deck" 0 \[1 2 1 2\] \d+ \d+\)', pairs[0][1])
    out = re.findall(r"\d+", pairs[0][0])[-1]  # where the loop is left
    assert pairs[1] == (f'(Unless (Compare ">" (Size "deck" (Const 0)) (Const 0)) {out})', f"(Jump {out})")


def test_dealing_stays_a_loop_where_more_is_done_in_it(program: ir.Program) -> None:
    """Something else in the loop, or another way into it."""
    before = passed(program, ("fold", "tops", "holding"))
    (point,) = [p for p, op in enumerate(PASSES["deals"](before).ops) if isinstance(op, ir.Deal)]
    into = replace(before, ops=(*before.ops, ir.Jump(point + 2)))
    assert changed(into, "deals") == []
    kept = list(before.ops)
    kept[point + 4] = ir.Fill(before.holdings[0].cell, 1, 0, "left")
    assert changed(replace(before, ops=tuple(kept)), "deals") == []


def test_inline_puts_short_definitions_in_place(program: ir.Program) -> None:
    card, number = ir.Function("of_card", (50,), ir.Trait(0, ir.Local(50))), len(program.functions)
    twice = ir.Function("twice", (51,), ir.Arithmetic("+", ir.Local(51), ir.Local(51), 0))
    may_fail = ir.Need(ir.Cell(12), 0)
    calls = (
        ir.Invoke(number, (ir.Cell(12),)),
        ir.Invoke(number + 1, (ir.Cell(12),)),
        ir.Invoke(number + 1, (ir.Size("deck", ir.Const(0)),)),
        ir.Invoke(number, (may_fail,)),
    )
    ops = (*program.ops, *(ir.Unless(call, 0) for call in calls))
    found = PASSES["inline"](replace(program, functions=(*program.functions, card, twice), ops=ops)).ops[-4:]
    assert found == (
        ir.Unless(ir.Trait(0, ir.Cell(12)), 0),
        ir.Unless(ir.Arithmetic("+", ir.Cell(12), ir.Cell(12), 0), 0),
        ops[-2],  # it would be asked twice
        ops[-1],  # whether it fails would depend on the rest
    )


def test_opening_begins_with_the_pile_shuffled(program: ir.Program) -> None:
    after = PASSES["opening"](program)
    shuffle = program.ops[program.row[ir.POINT]]
    assert isinstance(shuffle, ir.Shuffle)
    assert after.row[ir.POINT] == program.row[ir.POINT] + 1
    deck = program.zones[0]
    assert after.row[deck.start + deck.most : deck.start + 2 * deck.most] == (1,) * 8
    assert writing(replace(after, row=program.row)) == writing(program)


def test_order_asks_first_what_looks_at_no_list(program: ir.Program) -> None:
    seen, mine = ir.In(ir.Cell(4), ir.Stored(5)), ir.Compare("==", ir.Cell(4), ir.Const(1))
    other, fails = ir.Compare("==", ir.Cell(4), ir.Const(2)), ir.Compare("==", ir.Need(ir.Cell(4), 0), ir.Const(1))
    for before, after in (
        (ir.And(seen, mine), ir.And(mine, seen)),
        (ir.Or(seen, mine), ir.Or(mine, seen)),
        (ir.And(ir.And(mine, seen), other), ir.And(mine, ir.And(other, seen))),
        (ir.And(seen, fails), ir.And(seen, fails)),
        (ir.And(mine, seen), ir.And(mine, seen)),
    ):
        found = PASSES["order"](replace(program, ops=(*program.ops, ir.Unless(before, 0))))
        assert found.ops[-1] == ir.Unless(after, 0)
