"""A game made by numbers, to see how cost grows with players, suits, ranks and hands."""

from __future__ import annotations

from pathlib import Path

TEMPLATE = """\
game: follow
language: 1
players: 2..12
kinds:
  suit: [{suits}]
  rank: 1..{ranks}
cards:
  card: {{has: [suit, rank], copies: 2}}
zones:
  deck: {{of: card, layout: pile, seen_by: nobody}}
  hand: {{of: card, layout: hand, per: player, seen_by: owner}}
  open: {{of: card, layout: pile, seen_by: everyone}}
define:
  points(p): count(c in hand(p) where c.suit == top(open).suit)
actions:
  lay:
    pick: {{c: hand(me)}}
    needs: {{follows: c.suit == top(open).suit or c.rank == top(open).rank}}
    do:
      - {{move: c, to: open}}
      - {{deal: 1, from: deck, to: hand(me)}}
  exchange:
    pick: {{c: hand(me)}}
    needs: {{cannot_follow: not any(d.suit == top(open).suit or d.rank == top(open).rank for d in hand(me))}}
    do:
      - {{move: c, to: open}}
      - {{deal: 1, from: deck, to: hand(me)}}
flow:
  - shuffle: deck
  - {{deal: {hand}, from: deck, to: hand}}
  - {{move: top(deck), to: open}}
  - {{turns: forward, choose: [lay, exchange]}}
end:
  out:  {{when: size(deck) == 0, score(p): points(p), best: high}}
  over: {{score(p): points(p), best: high}}
"""


def written(folder: Path, suits: int, ranks: int, hand: int) -> Path:
    """The spec of a game with so many suits and ranks (two cards of each), and cards in a hand."""
    path = folder / "follow.yaml"
    names = ", ".join(f"s{number}" for number in range(suits))
    path.write_text(TEMPLATE.format(suits=names, ranks=ranks, hand=hand), encoding="utf-8")
    return path
