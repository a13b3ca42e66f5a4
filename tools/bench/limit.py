"""The limit: Hanabi written in C for the purpose (`hanabi.c`), compiled here and now with the system's compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tools.bench.measure import Clocked, Run, Skipped

SOURCE = Path(__file__).with_name("hanabi.c")


def compiler() -> str:
    """The system's compiler."""
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if found is None:
        raise Skipped("there is no C compiler (cc)")
    return found


def version() -> str:
    """What the compiler says it is, in its first line."""
    return subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def build(folder: Path, in_order: bool = False, source: Path = SOURCE) -> Path:
    """The program, compiled into a folder. With `in_order` equal seeds give the interpreter's games."""
    program = folder / ("hanabi-in-order" if in_order else "hanabi")
    command = [compiler(), "-O3", *(["-DIN_ORDER"] if in_order else []), "-o", str(program), str(source)]
    native = subprocess.run([*command, "-march=native"], capture_output=True, text=True)
    if native.returncode:  # not every compiler knows it
        subprocess.run(command, check=True, capture_output=True, text=True)
    return program


def play(program: Path, players: int) -> Clocked:
    """Random games in the program, which takes its own time."""

    def run(games: int, seed: int) -> Run:
        moves, played, _, spent = numbers(program, players, games, seed)
        return Run(moves, played, spent / 1e9)

    return run


def numbers(program: Path, players: int, games: int, seed: int) -> tuple[int, int, int, int]:
    """Moves, games, the sum of all scores, and nanoseconds."""
    command = [str(program), str(players), str(games), str(seed)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    moves, played, scores, spent = map(int, out.split())
    return moves, played, scores, spent


def trace(program: Path, players: int, games: int, seed: int) -> list[str]:
    """Every decision and every end of some games. A decision: seat, legal moves, the number taken, clues, lives, cards
    left, and of every card in the hands its face and what was told of it; an end: `over` and the score."""
    command = [str(program), str(players), str(games), str(seed), "trace"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
