"""What all tests share."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
gc.set_threshold(100_000)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded games: `REGLAS_CORPUS`, else `../shared/corpus` beside the checkout."""
    folder = Path(os.environ.get("REGLAS_CORPUS", HERE.parent / "../shared/corpus"))
    if not folder.is_dir():
        pytest.skip(f"there are no recorded games at {folder}; set REGLAS_CORPUS to their folder")
    return folder


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the number of games played to the process that reports."""
    from playing import GAMES

    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["games"] = dict(GAMES)


def pytest_testnodedown(node: object) -> None:
    """Gather the games of the processes that played them."""
    from playing import GAMES

    GAMES.update(getattr(node, "workeroutput", {}).get("games", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many random games each spec got."""
    from playing import GAMES

    if not GAMES:
        return
    single = {name: count for name, count in sorted(GAMES.items()) if name.count("+") < 2}
    pairs = sum(count for name, count in GAMES.items() if name.count("+") >= 2)
    terminalreporter.write_sep("-", "random games held to the laws")
    terminalreporter.write_line(", ".join(f"{name} {count}" for name, count in single.items()))
    terminalreporter.write_line(f"pairs of variants: {pairs}; in all: {sum(GAMES.values())}")
