"""The tables of `docs/speed.md`, made from the figures of `docs/speed.json`: `python -m tools.bench.page [--write]`.

A table stands between `<!-- figures: GROUP -->` and `<!-- end of figures -->`. Without `--write` it is only said
whether the page is as the figures make it; the exit code is 1 if it is not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from tools.bench.tables import as_markdown

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, FIGURES = DOCS / "speed.md", DOCS / "speed.json"

BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def made() -> str:
    """The page with its tables made anew. A group that was not measured yet says so."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))

    def block(found: re.Match[str]) -> str:
        name = found[2]
        text = as_markdown(name, figures[name]) if name in figures else "Not measured yet."
        return f"{found[1]}\n{text}\n\n{found[3]}"

    return BLOCK.sub(block, PAGE.read_text(encoding="utf-8"))


def main() -> int:
    """Compare the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write it anew")
    write, text = parser.parse_args().write, made()
    if text == PAGE.read_text(encoding="utf-8"):
        return 0
    if write:
        PAGE.write_text(text, encoding="utf-8")
    print(PAGE.name, "written" if write else "is different")
    return 0 if write else 1


if __name__ == "__main__":
    sys.exit(main())
