"""Random play on other engines, each in the quickest way found that keeps to its public interface.

OpenSpiel through Python: `legal_actions`, a choice, `apply_action`; outcomes of chance are drawn by adding their
probabilities up, which is quicker than the library functions for so few. Whole games in its C++: `evaluate_bots` with
its own uniformly random bots. PettingZoo: `raw_env`, without the wrappers that look for misuse; a game is left when it
is over, without the round of steps that say goodbye to each agent.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from tools.bench.measure import Clocked, Figures, Run, Skipped, clocked, nanoseconds

OBSERVED_HANDS = {2: 5, 3: 5, 4: 4, 5: 4}
"""Cards in a hand of Hanabi, where a peer wants to be told."""


def version(package: str) -> str:
    """Which version of a package is installed."""
    try:
        return version_of(package)
    except PackageNotFoundError:
        return "?"


def module(name: str, package: str) -> Any:
    """A peer's module, if it is installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise Skipped(f"{package} is not installed ({error})") from None


def openspiel_game(game: str, players: int) -> Any:
    """A game of OpenSpiel by its name and parameters; Hanabi with so many players."""
    return module("pyspiel", "open_spiel").load_game(f"hanabi(players={players})" if game == "hanabi" else game)


def drawn(outcomes: list[tuple[int, float]], number: float) -> int:
    """The outcome on which a number between 0 and 1 falls."""
    for outcome, probability in outcomes:
        number -= probability
        if number < 0:
            return outcome
    return outcomes[-1][0]


def openspiel(game: str, players: int, observe: bool = False) -> Clocked:
    """Through Python; with `observe` the tensor of whoever acts is made before each move."""
    loaded = openspiel_game(game, players)
    spiel = import_module("pyspiel")
    chance, terminal = int(spiel.PlayerId.CHANCE), int(spiel.PlayerId.TERMINAL)
    new = loaded.new_initial_state

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        for _ in range(games):
            state = new()
            acting, legal, apply, outcomes = (
                state.current_player, state.legal_actions, state.apply_action, state.chance_outcomes,
            )  # fmt: skip
            tensor = state.observation_tensor
            while (player := acting()) != terminal:
                if player == chance:
                    apply(drawn(outcomes(), number()))
                    continue
                if observe:
                    tensor(player)
                actions = legal()
                apply(actions[int(number() * len(actions))])
                moves += 1
        return moves, games

    return clocked(play)


def openspiel_inside(game: str, players: int) -> Clocked:
    """Whole games in C++, played by its own random bots. Moves are counted from the histories afterwards."""
    loaded = openspiel_game(game, players)
    spiel = import_module("pyspiel")

    def run(games: int, seed: int) -> Run:
        bots = [spiel.make_uniform_random_bot(i, seed * 100 + i) for i in range(loaded.num_players())]
        moves, spent = 0, 0.0
        for first in range(0, games, 500):
            count = min(500, games - first)
            begin = process_time()
            states = [loaded.new_initial_state() for _ in range(count)]
            for number, state in enumerate(states):
                spiel.evaluate_bots(state, bots, seed * 1_000_003 + first + number)
            spent += process_time() - begin
            moves += sum(sum(one.player >= 0 for one in state.full_history()) for state in states)
        return Run(moves, games, spent)

    return run


def pettingzoo(players: int) -> Clocked:
    """Hanabi of PettingZoo, which observes for whoever acts before each move."""
    hanabi = module("pettingzoo.classic.hanabi_v5", "pettingzoo[classic]")
    try:
        env = hanabi.raw_env(players=players, hand_size=OBSERVED_HANDS[players])
    except ImportError as error:
        raise Skipped(f"pettingzoo[classic] is not complete ({error})") from None

    def play(games: int, seed: int) -> tuple[int, int]:
        number, moves = Random(seed).random, 0
        for game in range(games):
            env.reset(seed=seed * 100_003 + game)
            while True:
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    break
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(number() * len(legal))]))
                moves += 1
        return moves, games

    return clocked(play)


def openspiel_memory(game: str, players: int, seconds: float) -> Figures:
    """A state in the middle of a game: what a copy costs, and by how much the process grows with each."""
    state, number = openspiel_game(game, players).new_initial_state(), Random(1).random
    moves = 0
    while not state.is_terminal() and moves < 10:
        if state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), number()))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
            moves += 1
    return {"copy_state_ns": nanoseconds(state.clone, seconds), "state_bytes": grown(state.clone, 50_000)}


def grown(make: Callable[[], object], count: int) -> float | None:
    """By how many bytes the process grows with each of many objects; None where that cannot be read."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return None
    pages = int(status.read_text().split()[1])
    kept = [make() for _ in range(count)]
    more = int(status.read_text().split()[1]) - pages
    return more * 4096 / len(kept)
