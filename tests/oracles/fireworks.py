"""Hanabi and Janabi written by hand, straight from the rules, as an oracle for the engine.

It shares no code with the package: plain lists and strings, one method for each thing a player can do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ("red", "yellow", "green", "blue", "white")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
Card = tuple[str, int]


@dataclass
class Table:
    """A game: `strict` is Janabi (ten clues, no last round, a lost card loses, clues only while the deck lasts)."""

    players: int
    deck: list[Card]
    strict: bool = False
    hands: list[list[Card]] = field(default_factory=list)
    stacks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITS, 0))
    discard: list[Card] = field(default_factory=list)
    clues: int = 8
    lives: int = 3
    turn: int = 0
    turns_left: int | None = None
    result: str | None = None

    def __post_init__(self) -> None:
        size = 5 if self.strict or self.players <= 3 else 4
        self.clues = 10 if self.strict else 8
        self.hands = [[] for _ in range(self.players)]
        for _ in range(size):
            for hand in self.hands:
                hand.append(self.deck.pop(0))

    @property
    def score(self) -> int:
        return sum(self.stacks.values())

    def moves(self) -> set[str]:
        """What the player whose turn it is may do."""
        if self.result:
            return set()
        mine = range(1, len(self.hands[self.turn]) + 1)
        found = {f"play {i}" for i in mine}
        if self.strict or self.clues < 8:
            found |= {f"discard {i}" for i in mine}
        if self.clues:
            for other in range(self.players):
                if other != self.turn:
                    letter = "ABCDEFGHIJ"[other]
                    found |= {f"clue_suit {letter} {suit}" for suit, _ in self.hands[other]}
                    found |= {f"clue_rank {letter} {rank}" for _, rank in self.hands[other]}
        return found

    def play(self, move: str) -> None:
        """Carry out a move, and the end of the turn."""
        action, *rest = move.split()
        drew_last = False
        if action.startswith("clue"):
            self.clues -= 1
        else:
            card = self.hands[self.turn].pop(int(rest[0]) - 1)
            self.put_down(card) if action == "play" else self.throw_away(card)
            if not self.result and self.deck:
                self.hands[self.turn].append(self.deck.pop(0))
                drew_last = not self.deck
        if not self.result:
            self.end_of_turn(drew_last)

    def put_down(self, card: Card) -> None:
        suit, rank = card
        if rank != self.stacks[suit] + 1:
            self.lives -= 1
            self.discard.append(card)
            if self.lives == 0:
                self.result = "struck"
            else:
                self.lost(card)
            return
        self.stacks[suit] = rank
        if rank == 5 and (not self.deck if self.strict else self.clues < 8):
            self.clues += 1
        if self.score == 25:
            self.result = "perfect"

    def throw_away(self, card: Card) -> None:
        if not self.strict or self.deck:
            self.clues += 1
        self.discard.append(card)
        self.lost(card)

    def lost(self, card: Card) -> None:
        """In Janabi, losing the last copy of a card that is still needed loses the game."""
        suit, rank = card
        if self.strict and rank > self.stacks[suit] and self.discard.count(card) == COPIES[rank]:
            self.result = "critical_lost"

    def end_of_turn(self, drew_last: bool) -> None:
        if self.turns_left is not None:
            self.turns_left -= 1
        elif drew_last and not self.strict:
            self.turns_left = self.players
        if self.turns_left == 0:
            self.result = "played_out"
            return
        for _ in range(self.players):
            self.turn = (self.turn + 1) % self.players
            if self.moves():
                return
        self.result = "played_out"
