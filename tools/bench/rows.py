"""What is measured: groups of rows, each row one engine at one task in one game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from tools.bench.ours import TOY

import reglas
from reglas.compiled.passes import PASSES
from reglas.paths import shipped_games

Settings = tuple[tuple[str, int], ...]

GROUPS = {
    "hanabi": "Hanabi with 2, 4 and 5 players, beside others and the limit",
    "games": "every shipped game on our engines",
    "start": "from a spec to the first game: each engine, with nothing kept and with the emitted code kept",
    "memory": "what a state takes and what a copy costs",
    "passes": "what each pass gains: emitted Python with all of them, and without each",
    "growth": "the same with more players, larger hands, larger decks",
    "neighbours": "card and dice games of OpenSpiel: other games, for the order of size",
}

OURS = ("interpreter", "plain", "fast")
EMITTED = ("moves", "playouts", "marks", "observation", "informed")
TASKS = {"interpreter": ("moves", "marks", "knowledge", "observation"), "plain": EMITTED, "fast": EMITTED}
VECTORS = (("plain", "vector"), ("fast", "vector"), ("fast", "vector-informed"), ("fast", "vector-python"))
"""Many environments at once, with marks or without, their moves chosen inside or in Python."""

NEIGHBOURS = (
    ("liars_dice(players=2,numdice=5)", 2),
    ("crazy_eights(players=4)", 4),
    ("go_fish(players=4)", 4),
    ("hearts", 4),
    ("gin_rummy", 2),
)


@dataclass(frozen=True)
class Row:
    """A row: `task` is moves (one by one from Python), playouts (whole games inside), marks, knowledge, observation,
    informed (an observation and its marks), vector (many environments at once), memory, start, or cached (start with
    what was kept). `without` is a pass that is left out, or `all`."""

    group: str
    engine: str
    task: str
    game: str
    players: int
    settings: Settings = ()
    with_: tuple[str, ...] = ()
    without: str = ""

    @property
    def label(self) -> str:
        """The row in words."""
        more = "".join(f" {key}={value}" for key, value in self.settings) + "".join(f" +{v}" for v in self.with_)
        left = f" without {self.without}" if self.without else ""
        return f"{self.game}{more}, {self.players} players: {self.engine} {self.task}{left}"

    def plain(self) -> dict[str, Any]:
        """As data."""
        return asdict(self)


def from_plain(data: dict[str, Any]) -> Row:
    """From data."""
    settings = tuple((str(key), int(value)) for key, value in data["settings"])
    return Row(**{**data, "settings": settings, "with_": tuple(data["with_"])})


@cache
def usual(game: str) -> int:
    """Four players, or the number nearest to it that the game allows."""
    model = reglas.load(game).spec.model
    assert model is not None
    return min(max(4, model.players[0]), model.players[1])


def rows(group: str) -> Iterator[Row]:
    """The rows of a group."""
    yield from {
        "hanabi": _hanabi,
        "games": _games,
        "start": _start,
        "memory": _memory,
        "passes": _passes,
        "growth": _growth,
        "neighbours": _neighbours,
    }[group]()


def _hanabi() -> Iterator[Row]:
    for players in (2, 4, 5):
        for engine in OURS:
            for task in TASKS[engine]:
                yield Row("hanabi", engine, task, "hanabi", players)
        for engine, task in VECTORS:
            yield Row("hanabi", engine, task, "hanabi", players)
        yield Row("hanabi", "c", "playouts", "hanabi", players)
        yield Row("hanabi", "openspiel", "moves", "hanabi", players)
        yield Row("hanabi", "openspiel", "observation", "hanabi", players)
        yield Row("hanabi", "openspiel-inside", "playouts", "hanabi", players)
        yield Row("hanabi", "pettingzoo", "observation", "hanabi", players)


def _games() -> Iterator[Row]:
    for path in shipped_games():
        for engine in OURS:
            for task in TASKS[engine]:
                yield Row("games", engine, task, path.stem, usual(path.stem))


def _start() -> Iterator[Row]:
    for path in shipped_games():
        players = usual(path.stem)
        yield Row("start", "interpreter", "start", path.stem, players)
        for engine in ("plain", "fast"):
            yield Row("start", engine, "start", path.stem, players)
            yield Row("start", engine, "cached", path.stem, players)


def _memory() -> Iterator[Row]:
    for players in (2, 4, 5):
        yield Row("memory", "interpreter", "memory", "hanabi", players)
    yield Row("memory", "openspiel", "memory", "hanabi", 4)
    for path in shipped_games():
        if path.stem != "hanabi":
            yield Row("memory", "interpreter", "memory", path.stem, usual(path.stem))


def _passes() -> Iterator[Row]:
    for path in shipped_games():
        for task in ("playouts", "moves"):
            for without in ("", *PASSES, "all"):
                yield Row("passes", "plain", task, path.stem, usual(path.stem), without=without)


def _growth() -> Iterator[Row]:
    for game, players, settings, with_ in growing():
        yield Row("growth", "interpreter", "moves", game, players, settings, with_)
        yield Row("growth", "plain", "playouts", game, players, settings, with_)
        yield Row("growth", "fast", "playouts", game, players, settings, with_)


def growing() -> Iterator[tuple[str, int, Settings, tuple[str, ...]]]:
    """Game, players, settings and variants: one thing grows at a time."""
    for players in range(2, 7):
        yield "hanabi", players, (("hand_size", 4),), ("six-players",)
    for hand in (2, 6, 9):
        yield "hanabi", 4, (("hand_size", hand),), ("six-players",)
    for players in (2, 4, 8, 12):
        yield TOY, players, toy(4, 13, 5), ()
    for hand in (3, 10, 20):
        yield TOY, 4, toy(4, 13, hand), ()
    for suits in (8, 16, 32):
        yield TOY, 4, toy(suits, 13, 5), ()


def toy(suits: int, ranks: int, hand: int) -> Settings:
    """What the toy is made from."""
    return (("suits", suits), ("ranks", ranks), ("hand", hand))


def _neighbours() -> Iterator[Row]:
    for game, players in NEIGHBOURS:
        yield Row("neighbours", "openspiel", "moves", game, players)
        yield Row("neighbours", "openspiel-inside", "playouts", game, players)
