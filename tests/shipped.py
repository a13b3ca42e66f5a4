"""The shipped specs as test parameters: every game and variant, alone and in pairs, with every number of players."""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations, islice

import reglas
from reglas.paths import shipped_file, shipped_games, shipped_variants, specs_folder
from reglas.play import Game
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.tree import Mapping
from reglas.spec import libraries
from reglas.spec.build import build
from reglas.spec.loading import Loader, read_file
from reglas.spec.variants import merge

Name = tuple[str, tuple[str, ...]]

FULL = bool(os.environ.get("REGLAS_FULL"))
"""Is this the long run, or the everyday one?"""

MOST_PAIRS = 24 if FULL else 12
"""About how many pairs of variants of one game are tried."""


def games() -> list[str]:
    """The names of the shipped games."""
    return [path.stem for path in shipped_games()]


@cache
def chain(game: str) -> tuple[str, ...]:
    """A game and what it is a variant of."""
    spec = Loader().load(game)
    assert spec is not None
    return spec.chain


def variants(game: str) -> list[str]:
    """The variants that can be laid over a game: its own and those of what it is a variant of."""
    return [path.stem for name in chain(game) for path in shipped_variants(name) if path.stem != game]


@cache
def tree(name: str) -> Mapping:
    """The tree of a shipped game or variant, read once."""
    path = shipped_file(name)
    assert path is not None
    root = read_file(path, Diagnostics())
    assert isinstance(root, Mapping)
    return root


@cache
def library(name: str) -> Mapping:
    """The tree of a shipped library, read once."""
    root = read_file(specs_folder() / "library" / f"{name}.yaml", Diagnostics())
    assert isinstance(root, Mapping)
    return root


@cache
def merges(game: str, with_: tuple[str, ...]) -> bool:
    """Do these variants go together? Two that touch one place differently do not."""
    base, *above = chain(game)
    laid = [tree(name) for name in (*above, *with_)]
    used = [library(name.text) for name in libraries.used(tree(base), laid)]
    found = Diagnostics()
    merge(libraries.put_in(tree(base), used, found), laid, found)
    return not found.errors


def alone() -> list[Name]:
    """Every game, and every game with one variant that goes with it."""
    return [(g, ()) for g in games()] + [(g, (v,)) for g in games() for v in variants(g) if merges(g, (v,))]


def pairs() -> list[Name]:
    """Every game with every pair of variants that go together; of a game with very many, evenly chosen ones."""
    found = []
    for game in games():
        every = [*combinations(variants(game), 2)]
        step = max(1, len(every) // MOST_PAIRS)
        for first in range(0, len(every), step):
            together = (pair for pair in every[first : first + step] if merges(game, pair))
            found += [(game, pair) for pair in islice(together, 1)]
    return found


@cache
def seats(game: str, with_: tuple[str, ...]) -> range:
    """The numbers of players."""
    spec = Loader().load(game, with_)
    assert spec is not None
    low, high = build(spec.root, spec.diagnostics).players
    return range(low, high + 1)


def some_seats(game: str, with_: tuple[str, ...] = ()) -> list[int]:
    """Everyday the fewest players, and of a game as it stands the most too; in the long run the fewest and the most,
    and of a game as it stands every number."""
    counts = seats(game, with_)
    if FULL and not with_:
        return list(counts)
    return [counts[0]] if with_ and not FULL else sorted({counts[0], counts[-1]})


def a_share(names: list[Name], one_in: int) -> list[Name]:
    """Everyday every game as it stands, and of what has variants one in so many; in the long run all."""
    varied = [name for name in names if name[1]]
    return names if FULL else [name for name in names if not name[1]] + varied[::one_in]


@cache
def load(game: str, players: int, with_: tuple[str, ...] = ()) -> Game:
    """A game, compiled once."""
    return reglas.load(game, players, with_)


def label(name: Name) -> str:
    """A name for a test."""
    return "+".join((name[0], *name[1]))
