"""Whole random games as text, kept under `tests/playthroughs/`, so that a change in a rule shows in review.

    python tools/playthroughs.py            compare; exit 1 and say which differ
    python tools/playthroughs.py --write    write them anew

They are *recorded*: what the engine printed once, not what somebody else says is right. Right and wrong are held by
scenarios, oracles and recorded games.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import reglas
from reglas.engine.notation import seat_letter
from reglas.engine.rng import Stream
from reglas.knowledge.views import View
from reglas.play import State

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"

GAMES: tuple[tuple[str, tuple[str, ...], int, int], ...] = (
    ("hanabi", (), 2, 1),
    ("hanabi", (), 4, 2),
    ("hanabi", ("black-powder", "no-last-round"), 3, 3),
    ("hanabi", ("rainbow", "bottom-deck", "empty-clues"), 5, 4),
    ("hanabi", ("starter-clues", "early-end"), 2, 5),
    ("hanabi", ("six-players", "dirty-suit"), 6, 6),
    ("janabi", (), 3, 7),
    ("janabi", ("hint-cap",), 5, 8),
)
"""Name, variants, players and seed of each."""


def file_name(name: str, with_: tuple[str, ...], players: int, seed: int) -> str:
    """The file of a playthrough."""
    return "_".join(["+".join((name, *with_)), f"{players}p", f"seed{seed}.txt"])


def playthrough(name: str, with_: tuple[str, ...], players: int, seed: int) -> str:
    """A random game as text: every decision with the table before it, the legal moves counted, the move, chance."""
    game = reglas.load(name, players, with_)
    state, choices = game.start(seed), Stream(seed, 9)
    lines = [f"{name} with {', '.join(with_) or 'nothing'}, {players} players, seed {seed}"]
    drawn = 0
    while not state.over:
        lines += table(state, state.view("observer"))
        moves = list(state.legal_moves)
        move = moves[choices.below(len(moves))]
        state.push(move)
        lines.append(f"{seat_letter(move.player)} {move.text} (#{move.number}, one of {len(moves)})")
        lines += [f"  drawn: {', '.join(state.drawn[drawn:])}"] if len(state.drawn) > drawn else []
        drawn = len(state.drawn)
    lines += table(state, state.view("observer"))
    lines.append(str(state.outcome()))
    return "\n".join(lines) + "\n"


def table(state: State, view: View) -> list[str]:
    """The table as an observer sees it, a line each for zones and for tokens and memory."""
    faces = state.game.program.faces
    zones = [
        f"{zone.family}{f'({zone.key})' if zone.key else ''} "
        + ("|".join(faces[c.face] if c.face is not None else "?" for c in zone.cards) or "-")
        for zone in view.zones
        if any(c.face is not None for c in zone.cards)
    ]
    counts = [f"{h.name}{f'({h.key})' if h.key else ''}={h.text or '-'}" for h in view.holdings]
    return ["", "; ".join(zones), ", ".join(counts)]


def main(argv: list[str] | None = None) -> int:
    """Compare or write all playthroughs."""
    parser = argparse.ArgumentParser(description="Compare recorded random games, or write them anew.")
    parser.add_argument("--write", action="store_true", help="write them anew")
    args = parser.parse_args(argv)
    FOLDER.mkdir(parents=True, exist_ok=True)
    differing = 0
    for entry in GAMES:
        path, text = FOLDER / file_name(*entry), playthrough(*entry)
        if args.write:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            differing += 1
            print(f"differs: {path.name}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
