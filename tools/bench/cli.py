"""How fast our engines are: every shipped game, Hanabi beside others and beside a limit written in C.

    python tools/bench [GROUP..] [--json FILE] [--seconds S] [--runs R] [--quick] [--peers PYTHON] [--python PYTHON]
                       [--only TEXT] [--list]

GROUP is one or more of those that `--list` names, all of them by default. Each row is measured in a process of its
own: warm-up, then runs of about so many seconds of processor time, of which the median is the figure. Rows that are
compared take turns, a run each, so that what disturbs one disturbs all. Peers (OpenSpiel, PettingZoo) are measured in
the same run where they are installed: in this Python, or in the one that `--peers` names. `--python` names the one for
our own engines, where llvmlite is in another. What cannot be measured is left out, and why is said. `--json` writes the
groups measured into a file, whose other groups stay as they are. `--only` takes the rows that have all words of TEXT.
Emitted code is kept in a folder made for the run, so nothing old is measured.

Exit code 1 if a row failed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.bench.rounds import Settings, measure
from tools.bench.rows import GROUPS, Row, rows
from tools.bench.tables import Group, as_text


def machine() -> dict[str, Any]:
    """What was measured on."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def processor() -> str:
    """The processor's name, as far as it is told."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def python_version(python: str) -> str:
    """Which Python an executable is."""
    code = "import platform; print(platform.python_implementation(), platform.python_version())"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def measured_group(name: str, settings: Settings, only: str, command: str) -> Group:
    """A group: its rows, and on what and how they were measured. Rows are told of as they come."""
    begun = datetime.now().astimezone()
    before = machine()
    settings.versions = {"python": python_version(settings.python)}
    found = measure(wanted(name, only), settings, lambda result: print(told(result), file=sys.stderr, flush=True))
    versions = dict(sorted(settings.versions.items()))
    return {
        "machine": before,
        "versions": versions,
        "date": begun.strftime("%Y-%m-%d %H:%M"),
        "command": command,
        "seconds": settings.seconds,
        "runs": settings.runs,
        "rows": found,
    }


def told(result: dict[str, Any]) -> str:
    """A row in a line."""
    label = Row(**result["row"]).label
    if "figures" not in result:
        return (
            f"{label}: {'skipped' if 'skipped' in result else 'FAILED'}: {result.get('skipped', result.get('failed'))}"
        )
    figures = result["figures"]
    if "moves_per_second" in figures:
        least, most = figures["least"], figures["most"]
        return f"{label}: {figures['moves_per_second']:,.0f} moves/s ({least:,.0f} to {most:,.0f})"
    return f"{label}: " + ", ".join(f"{k} {v:.4g}" for k, v in figures.items() if isinstance(v, (int, float)))


def wanted(group: str, only: str) -> list[Row]:
    """The rows of a group that have all words."""
    return [row for row in rows(group) if all(word in f"{group} {row.label}".split(" ") for word in only.split())]


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python tools/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a run (1)")
    parser.add_argument("--runs", type=int, default=5, help="runs of a row (5)")
    parser.add_argument("--quick", action="store_true", help="one short run of each row, to see that all work")
    parser.add_argument("--python", default=sys.executable, help="the Python for our own engines")
    parser.add_argument("--peers", default=None, metavar="PYTHON", help="the Python in which peers are installed")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--list", action="store_true", help="name the groups and their rows")
    args = parser.parse_args(argv)
    unknown = [name for name in args.groups if name not in GROUPS]
    if unknown:
        parser.error(f"there is no group `{unknown[0]}`; there are {', '.join(GROUPS)}")
    args.groups = args.groups or list(GROUPS)
    args.groups = [name for name in args.groups if wanted(name, args.only)]
    if not args.groups:
        parser.error(f"no row has all of these words: {args.only}")
    args.peers = args.peers or args.python
    if args.quick:
        args.seconds, args.runs = 0.02, 1
    return args


def command_of(argv: Sequence[str] | None) -> str:
    """The command as it was typed, without the folders that executables lie in."""
    words = list(sys.argv[1:] if argv is None else argv)
    short = [Path(word).name if "/" in word and before in ("--python", "--peers", "--json") else word
             for before, word in zip(["", *words], words, strict=False)]  # fmt: skip
    return shlex.join(["python", "tools/bench", *short])


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the tables, keep the figures."""
    args = arguments(argv)
    if args.list:
        for name in args.groups:
            print(f"{name}: {GROUPS[name]}")
            print("".join(f"  {row.label}\n" for row in wanted(name, args.only)), end="")
        return 0
    failed, found = False, dict[str, Group]()
    with TemporaryDirectory() as folder:
        settings = Settings(args.python, args.peers, args.seconds, args.runs, Path(folder))
        for name in args.groups:
            found[name] = measured_group(name, settings, args.only, command_of(argv))
            failed |= any("failed" in row for row in found[name]["rows"])
            print(as_text(name, found[name]), flush=True)
            if args.json is not None:
                keep(args.json, found)
    return 1 if failed else 0


def keep(path: Path, found: dict[str, Group]) -> None:
    """Write groups into a file, whose other groups stay."""
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    merged = {name: (old | found)[name] for name in GROUPS if name in old | found}
    path.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8")
