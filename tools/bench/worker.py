"""One row in a process of its own: `python -m tools.bench.worker ROW`, where ROW is JSON. Answers are JSON, one a line.

The first answer is either the figures of the row, or why it is skipped, or that it is warmed up: then each line of
input is the seed of a run, and the answer what was played in it. So rows that are compared can take turns.

Peers may live in another environment than ours, so nothing of ours is imported for them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from tools.bench import limit, peers
from tools.bench.measure import Clocked, Figures, Skipped, warmed_up

PEERS = ("openspiel", "openspiel-inside", "pettingzoo")
"""Engines of others."""


def peer(row: dict[str, Any], seconds: float) -> Clocked | Figures:
    """A row of another engine: what plays it, or its figures."""
    game, players, task = row["game"], row["players"], row["task"]
    if task == "memory":
        return peers.openspiel_memory(game, players, seconds / 10)
    if row["engine"] == "pettingzoo":
        return peers.pettingzoo(players)
    if row["engine"] == "openspiel-inside":
        return peers.openspiel_inside(game, players)
    return peers.openspiel(game, players, task == "observation")


def own(row: dict[str, Any], seconds: float, about: Figures) -> Clocked | Figures:
    """A row of ours: what plays it, or its figures. What it takes to get there is told beside it."""
    from tools.bench import ours, sizes

    name, players, settings = row["game"], row["players"], dict(row["settings"])
    if row["task"] in ("start", "cached"):
        return sizes.starting(name, players, settings, row["engine"])
    begin = process_time()
    game = ours.load(name, players, settings, row["with_"])
    about |= {"cells": len(game.program.row), "load": process_time() - begin}
    if row["task"] == "memory":
        return sizes.memory(game, seconds / 10)
    if row["engine"] == "interpreter":
        return ours.interpreter(game, row["task"])
    engine = ours.emitted(game, row["engine"], row["task"] in ("marks", "informed", "vector-informed"), row["without"])
    about["engine"] = process_time() - begin - about["load"]
    return ours.compiled(engine, row["task"])


def versions(engine: str) -> dict[str, str]:
    """What had a part in a row."""
    if engine == "c":
        return {"cc": limit.version()}
    if engine.startswith("openspiel"):
        return {"open_spiel": peers.version("open_spiel")}
    if engine == "pettingzoo":
        return {"pettingzoo": peers.version("pettingzoo")}
    return {"llvmlite": peers.version("llvmlite")} if engine == "fast" else {}


def tell(answer: dict[str, Any]) -> None:
    """Answer with a line."""
    print(json.dumps(answer), flush=True)


def serve(row: dict[str, Any], seconds: float, folder: Path) -> None:
    """Get a row ready, then play for as long as seeds come."""
    about: Figures = {}
    found: Clocked | Figures
    try:
        if row["engine"] == "c":
            found = limit.play(limit.build(folder), row["players"])
        elif row["engine"] in PEERS:
            found = peer(row, seconds)
        else:
            found = own(row, seconds, about)
        if isinstance(found, dict):
            tell({"figures": found, "versions": versions(row["engine"])})
            return
        games = warmed_up(found, seconds)
    except Skipped as why:
        tell({"skipped": str(why)})
        return
    tell({"ready": games, "about": about, "versions": versions(row["engine"])})
    for line in sys.stdin:
        begin = perf_counter()
        run = found(games, int(line))
        tell({"moves": run.moves, "games": run.games, "seconds": run.seconds, "passed": perf_counter() - begin})


def main() -> int:
    """Serve the row that the argument says."""
    job = json.loads(sys.argv[1])
    with TemporaryDirectory() as folder:
        serve(job["row"], job["seconds"], Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
