"""How much longer `reglas --help` takes than an empty Python, in milliseconds.

    python tools/bench_help.py [--runs R]

The two are run in turn; the median of the differences is the figure, since a shared machine drifts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter


def milliseconds(*args: str) -> float:
    """How long a Python with these arguments takes."""
    begin = perf_counter()
    subprocess.run([sys.executable, *args], stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - begin) * 1000


def main(argv: list[str] | None = None) -> int:
    """Print the median difference, and the shortest of each."""
    parser = argparse.ArgumentParser(description="How much longer `reglas --help` takes than an empty Python.")
    parser.add_argument("--runs", type=int, default=15)
    args = parser.parse_args(argv)
    pairs = [(milliseconds("-m", "reglas.cli.main", "--help"), milliseconds("-c", "pass")) for _ in range(args.runs)]
    print(
        f"reglas --help takes {median(a - b for a, b in pairs):.0f} ms more than an empty Python"
        f" (shortest: {min(a for a, _ in pairs):.0f} and {min(b for _, b in pairs):.0f} ms)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
