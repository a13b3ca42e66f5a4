"""Rows in processes of their own that take turns: each is warmed up, then every round is one run of each.

Whatever else the machine does in a round it does to all rows that are compared, so ratios are steadier than speeds.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import Any

from tools.bench.measure import Run, summary
from tools.bench.rows import Row
from tools.bench.worker import PEERS

ROOT = Path(__file__).resolve().parents[2]

LONGEST = 3600
"""Seconds that a process may live."""

KEPT_IN = ("XDG_CACHE_HOME", "REGLAS_CACHE", "NUMBA_CACHE_DIR")
"""What names the folder of emitted code."""


@dataclass
class Settings:
    """How to measure: which Python for ours and which for peers, how long, how often; where emitted code is kept."""

    python: str
    peers: str
    seconds: float
    runs: int
    kept: Path
    versions: dict[str, str] = field(default_factory=dict)


class Worker:
    """A row and its process. `result` is `figures`, or `skipped` or `failed` with the reason."""

    def __init__(self, row: Row, settings: Settings, kept: Path) -> None:
        self.row, self.runs, self.passed = row, list[Run](), 0.0
        self.result: dict[str, Any] | None = None
        self._errors = TemporaryFile("w+")  # noqa: SIM115 - open as long as the process
        path = os.pathsep.join([str(ROOT / "interpreter"), str(ROOT)])
        environment = dict(os.environ) | dict.fromkeys(KEPT_IN, str(kept)) | {"PYTHONPATH": path}
        job = json.dumps({"row": row.plain(), "seconds": settings.seconds})
        python = settings.peers if row.engine in PEERS else settings.python
        self._process = subprocess.Popen(
            [python, "-m", "tools.bench.worker", job], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._errors, text=True, cwd=ROOT, env=environment,
        )  # fmt: skip
        self._timer = Timer(LONGEST, self._process.kill)
        self._timer.start()
        first = self._answer()
        settings.versions.update(first.pop("versions", {}))
        self.about = first.pop("about", {})
        if "ready" not in first:
            self.finish(first)

    def _answer(self) -> dict[str, Any]:
        """The next answer; when there is none, that the row failed. Lines that are no answers are passed over."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                return dict(json.loads(line))
        self._errors.seek(0)
        lines = self._errors.read().strip().splitlines() or [f"ended with {self._process.wait()}, saying nothing"]
        return {"failed": lines[-1]}

    def play(self, seed: int) -> None:
        """A run, unless it is known already what comes of the row."""
        if self.result is not None:
            return
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{seed}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # there is no answer then, and it says why
        answer = self._answer()
        if "failed" in answer:
            self.finish(answer)
            return
        self.passed += answer.pop("passed")
        self.runs.append(Run(**answer))

    def finish(self, result: dict[str, Any] | None = None) -> dict[str, Any]:
        """The result; the process ends."""
        if self.result is None:
            played = {"figures": summary(self.runs, self.passed) | self.about} if result is None else result
            self.result = {"row": self.row.plain(), **played}
        self._timer.cancel()
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
        self._errors.close()
        return self.result


def compared(row: Row) -> tuple[object, ...]:
    """Rows of which this is the same take turns."""
    return row.group, row.game, row.players, row.settings, row.with_, row.task if row.group == "passes" else ""


def measure(rows: Sequence[Row], settings: Settings, tell: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    """All rows, in order; each is told of when it is known."""
    found = []
    for number, (_, batch) in enumerate(groupby(rows, compared)):
        for result in _together(list(batch), settings, number):
            tell(result)
            found.append(result)
    return found


def _together(rows: Sequence[Row], settings: Settings, number: int) -> Iterator[dict[str, Any]]:
    """Rows that are compared. What starts afresh has an empty folder for emitted code, which `cached` finds as left."""
    workers = []
    for row in rows:
        afresh = row.task in ("start", "cached")
        kept = settings.kept / (f"start-{number}-{row.engine}" if afresh else "kept")
        kept.mkdir(exist_ok=True)
        workers.append(Worker(row, settings, kept))
    for seed in range(1, settings.runs + 1):
        for worker in workers:
            worker.play(seed)
    for worker in workers:
        yield worker.finish()
