"""Replay recorded games through the engine, move by move.

    python tools/replay_corpus.py PATH.. [--with VARIANT].. [--limit N]

PATH is a file of recorded games (`.jsonl` or `.jsonl.xz`, one JSON object a line in the shape that public sites
export) or a folder of them. Every move must be legal when it is made, the game must end where the log ends, and the
score must be the one published. One line for each file; the first move that parts for each game that does not match.
Exit code 1 if any game parts.

In a recorded game `deck` lists the cards in the order dealt, a whole hand at a time; `actions` are plays and discards
of a card by its index in `deck`, clues to a seat, and ends from outside.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import reglas
from reglas.engine.notation import seat_letter
from reglas.play import ChanceError, Game, State

RULES: dict[str, tuple[str, ...]] = {
    "jaxmarl_2p": (),
    "hanabidata_2p": ("discard-at-maximum", "errors-keep-points"),
    "hanabi_challenges_templates": ("early-end",),
}
"""The variants by which each set was played."""

PAST_THE_END: dict[str, frozenset[str]] = {"hanabi_challenges_templates": frozenset({"44", "78"})}
"""Games that are known to run past the end of their rules, with the score unchanged."""

OPTIONS = {"emptyClues": "empty-clues", "deckPlays": "bottom-deck", "oneExtraCard": "one-more-card"}
"""The variants for the options a recorded game may name."""

UNSUPPORTED = {"detrimentalCharacters": "characters"}
PLAY, DISCARD, COLOUR, RANK, ABANDONED, VOTED = range(6)


@dataclass
class Tally:
    """What came of one file."""

    games: int = 0
    matching: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    past: list[str] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)


class Parted(Exception):
    """A recorded game and the engine part here."""


@cache
def game_for(players: int, variants: tuple[str, ...]) -> Game:
    """The game by which a record was played; six at the table play by the variant that allows it."""
    variants = (*variants, "six-players") if players > 5 else variants
    return reglas.load("hanabi", players, variants)


def recorded_games(path: Path) -> Iterator[dict[str, Any]]:
    """The games of a file."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


class Replay:
    """One recorded game played through the engine."""

    def __init__(self, record: dict[str, Any], variants: tuple[str, ...]) -> None:
        self.record = record
        self.game = game_for(len(record["players"]), variants)
        kinds = {kind.name: kind.names for kind in self.game.program.kinds}
        self.colours, self.ranks = kinds["suit"], kinds["rank"]
        self.seats = len(record["players"])
        self.hand = self.game.options["hand_size"]
        self.hands = [[p * self.hand + k for k in range(self.hand)] for p in range(self.seats)]
        self.next = self.seats * self.hand
        self.state = self.start()

    def start(self) -> State:
        """The deal: the engine goes round the table, the record lists a hand at a time."""
        cards = [f"{self.colours[c['suitIndex']]} {c['rank']}" for c in self.record["deck"]]
        dealt = [cards[p * self.hand + k] for k in range(self.hand) for p in range(self.seats)]
        return self.game.start(0, dealt + cards[self.next :], record=False)

    def text(self, action: dict[str, Any]) -> str:
        """An action in canonical notation."""
        player, target = self.state.to_act[0], action["target"]
        if action["type"] == COLOUR:
            return f"clue_suit {seat_letter(target)} {self.colours[action['value']]}"
        if action["type"] == RANK:
            return f"clue_rank {seat_letter(target)} {action['value']}"
        if action["type"] == PLAY and target == self.next:
            return "play_deck"
        if target not in self.hands[player]:
            raise Parted(f"card {target} is not in the hand of {seat_letter(player)}")
        verb = "play" if action["type"] == PLAY else "discard"
        return f"{verb} {self.hands[player].index(target) + 1}"

    def act(self, action: dict[str, Any]) -> None:
        """Play one action, and follow the cards by their index in the deck."""
        player, text = self.state.to_act[0], self.text(action)
        try:
            self.state.push(text)
        except reglas.MoveError as error:
            raise Parted(f"`{text}` is refused: {error.message}") from None
        except (reglas.RuleFault, ChanceError) as error:
            raise Parted(f"`{text}`: {error}") from None
        if action["type"] not in (PLAY, DISCARD):
            return
        if text == "play_deck":
            self.next += 1
            return
        self.hands[player].remove(action["target"])
        if self.next < len(self.record["deck"]):
            self.hands[player].append(self.next)
            self.next += 1

    def run(self) -> int:
        """Play all of it; how many actions were left when the game ended. Raises `Parted`."""
        actions = self.record["actions"]
        for number, action in enumerate(actions):
            outside = action["type"] in (ABANDONED, VOTED)
            if self.state.over:
                self.same_score()
                return 0 if outside else len(actions) - number
            if outside:
                return 0
            try:
                self.act(action)
            except Parted as parted:
                raise Parted(f"move {number + 1}: {parted}") from None
        if not self.state.over:
            raise Parted(f"the log ends after {len(actions)} moves and the game goes on")
        self.same_score()
        return 0

    def same_score(self) -> None:
        """The score must be the published one."""
        outcome = self.state.outcome()
        score, expected = outcome.score if outcome else None, self.record["expected"]["score"]
        if score != expected:
            raise Parted(f"the score is {score}, published is {expected}")


def replay_file(path: Path, variants: tuple[str, ...] | None, limit: int | None) -> Tally:
    """Replay the games of a file."""
    name = path.name.split(".")[0]
    rules = RULES.get(name, ()) if variants is None else variants
    tally = Tally()
    for record in recorded_games(path):
        if limit is not None and tally.games >= limit:
            break
        tally.games += 1
        options = record.get("options") or {}
        reason = next((word for key, word in UNSUPPORTED.items() if options.get(key)), None)
        if reason is not None:
            tally.skipped[reason] = tally.skipped.get(reason, 0) + 1
            continue
        with_ = rules + tuple(v for key, v in OPTIONS.items() if options.get(key))
        identity = str(record.get("id", tally.games))
        try:
            left = Replay(record, with_).run()
        except Parted as parted:
            tally.parted.append(f"{identity}: {parted}")
            continue
        if left and identity not in PAST_THE_END.get(name, frozenset()):
            tally.parted.append(f"{identity}: the game is over {left} moves before the log ends")
            continue
        if left:
            tally.past.append(f"{identity} ({left} moves)")
        tally.matching += 1
    return tally


def report(path: Path, tally: Tally) -> str:
    """The line for a file, and a line for each game that parts."""
    line = f"{path.name.split('.')[0]}: {tally.matching:,} of {tally.games:,} match"
    for reason, count in tally.skipped.items():
        line += f"; {count} skipped ({reason})"
    if tally.past:
        line += f"; running past the end, the score the same: {', '.join(tally.past)}"
    return "\n".join([line, *(f"  parts: {parted}" for parted in tally.parted)])


def main(argv: list[str] | None = None) -> int:
    """Replay each file named; 1 if any game parts, 2 if there is nothing to replay."""
    parser = argparse.ArgumentParser(description="Replay recorded games through the engine.")
    parser.add_argument("path", nargs="+", type=Path, help="a file of recorded games, or a folder of them")
    parser.add_argument("--with", dest="variants", action="append", help="play by these variants instead")
    parser.add_argument("--limit", type=int, help="so many games of each file at most")
    args = parser.parse_args(argv)
    files = [f for p in args.path for f in (sorted(p.glob("*.jsonl*")) if p.is_dir() else [p])]
    missing = [p for p in files if not p.is_file()]
    if missing or not files:
        print(f"there are no recorded games at {', '.join(str(p) for p in missing or args.path)}", file=sys.stderr)
        return 2
    parted = 0
    for path in files:
        variants = tuple(args.variants) if args.variants is not None else None
        tally = replay_file(path, variants, args.limit)
        parted += len(tally.parted)
        print(report(path, tally), flush=True)
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
