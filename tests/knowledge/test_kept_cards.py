"""A card that is kept in mind: where it lies, as far as a viewer can tell."""

from __future__ import annotations

from pathlib import Path

import reglas

KEPT = """
game: kept
language: 1
players: 2..2
kinds:
  rank: 1..6
cards:
  card: {has: [rank], copies: 1}
zones:
  deck: {of: card, layout: pile, seen_by: nobody}
  hand: {of: card, layout: hand, per: player, seen_by: owner}
memory:
  chosen: {of: card, optional: true}
actions:
  point:
    pick: {c: hand(me)}
    do: [{set: {chosen: c}}]
flow:
  - shuffle: deck
  - {deal: 3, from: deck, to: hand}
  - {turns: forward, most: 4, choose: [point]}
end:
  over: {outcome: done}
"""


def test_nobody_else_learns_where_in_a_loose_hand_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "kept.yaml"
    path.write_text(KEPT, encoding="utf-8")
    state = reglas.load(str(path), 2).start(1)
    state.push("point 2")
    told = {viewer: state.view(viewer).holdings[0].text for viewer in (0, 1)}
    assert told == {0: "A2", 1: "A?"}
