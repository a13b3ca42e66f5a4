"""The limit in C plays Hanabi by the spec: the same games by the same random numbers, and clues tell the same."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import fmean, stdev

import pytest

import reglas
from reglas.engine.rng import Stream
from reglas.paths import specs_folder
from reglas.play import Game, State

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.bench import limit
from tools.bench.measure import Skipped

GAMES = 12


@pytest.fixture(scope="session")
def in_order(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory, True)


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory, False)


def built(factory: pytest.TempPathFactory, in_order: bool) -> Path:
    try:
        return limit.build(factory.mktemp("limit"), in_order)
    except Skipped as why:
        pytest.skip(str(why))


def cards(state: State) -> list[str]:
    """Every card in a hand: its face, and what its owner was told of it, as the limit writes it."""
    found = []
    for number, zone in enumerate(state.game.program.zones):
        if zone.family == "hand":
            faces = state.row[zone.start : zone.start + state.row[zone.start - 1]]
            places = state.knowledge(zone.owner).zones[number]
            found += [f"{face}/{told(place.mask)}" for face, place in zip(faces, places, strict=True)]
    return found


def told(mask: int) -> int:
    """A set of faces as suits and ranks."""
    faces = {face for face in range(25) if mask >> face & 1}
    return sum({1 << face // 5 for face in faces}) + sum({32 << face % 5 for face in faces})


def counts(state: State) -> str:
    """Clue tokens, storm tokens, and how many cards are left."""
    program = state.game.program
    cells = {holding.name: holding.cell for holding in program.holdings}
    deck = next(zone for zone in program.zones if zone.family == "deck")
    return " ".join(str(state.row[cell]) for cell in (cells["clues"], cells["storms"], deck.start - 1))


def traced(game: Game, games: int, seed: int) -> list[str]:
    """Random games on the interpreter, as the limit traces them."""
    choices, lines = Stream(seed, 1), list[str]()
    for number in range(games):
        state = game.start(seed * 1_000_003 + number)
        while not state.over:
            count = len(state.legal_moves)
            index = choices.below(count)
            lines.append(f"{state.to_act[0]} {count} {index} {counts(state)} : {' '.join(cards(state))}")
            state.apply(index)
        outcome = state.outcome()
        assert outcome is not None
        lines.append(f"over {outcome.score}")
    return lines


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_equal_seeds_give_equal_games(in_order: Path, players: int) -> None:
    """Who acts, how many legal moves there are, which is taken, tokens, the deck, every hand and what clues told."""
    for seed in (1, 2):
        ours = traced(reglas.load("hanabi", players), GAMES // 2, seed)
        theirs = limit.trace(in_order, players, GAMES // 2, seed)
        assert theirs == ours


def test_games_that_come_to_the_last_round(tmp_path: Path) -> None:
    """Random players soon lose three lives. With sixty, games come to the last round, and their scores count."""
    written = limit.SOURCE.read_text(encoding="utf-8").replace("LIVES = 3", "LIVES = 60")
    (tmp_path / "hanabi.c").write_text(written, encoding="utf-8")
    try:
        program = limit.build(tmp_path, True, tmp_path / "hanabi.c")
    except Skipped as why:
        pytest.skip(str(why))
    spec = (specs_folder() / "hanabi" / "hanabi.yaml").read_text(encoding="utf-8")
    tokens = "storm_tokens: {default: 3, range: 1..9}"
    assert tokens in spec
    (tmp_path / "long.yaml").write_text(spec.replace(tokens, "storm_tokens: {default: 60, range: 1..60}"))
    for players in (2, 5):
        ours = traced(reglas.load(str(tmp_path / "long.yaml"), players), 4, 3)
        assert "over 0" not in ours
        assert limit.trace(program, players, 4, 3) == ours


@pytest.mark.parametrize("players", [2, 5])
def test_the_quick_deck_plays_the_same_game(quick: Path, in_order: Path, players: int) -> None:
    """Drawn in another order, the cards are as likely: the mean length agrees, within four standard errors."""
    batches = [
        [moves / games for moves, games, _, _ in (limit.numbers(p, players, 2_000, seed) for seed in range(20))]
        for p in (quick, in_order)
    ]
    first, second = batches
    error = (stdev(first) ** 2 / 20 + stdev(second) ** 2 / 20) ** 0.5
    assert abs(fmean(first) - fmean(second)) < 4 * error
