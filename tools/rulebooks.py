"""The rulebooks of the shipped games as Markdown: `python tools/rulebooks.py [--write]`.

Each game has one in every language under `tests/rulebooks`; without `--write` those that are not as the specs make
them are named, and the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "rulebooks"


def books() -> Iterator[tuple[Path, str]]:
    """Every rulebook: where it lies, and its text."""
    from reglas.paths import shipped_games
    from reglas.reading.messages import LANGUAGES
    from reglas.spec.loading import Loader
    from reglas.table.rulebook.forms import markdown
    from reglas.table.rulebook.write import base_of, rulebook

    for game in shipped_games():
        spec = Loader().load(game.stem)
        assert spec is not None
        assert spec.ok, game
        for lang in LANGUAGES:
            yield FOLDER / f"{game.stem}.{lang}.md", markdown(rulebook(spec, lang, base=base_of(spec)))


def main() -> int:
    """Compare the rulebooks, or write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write them anew")
    write = parser.parse_args().write
    different = [(path, text) for path, text in books() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in different:
        print(path.relative_to(ROOT), "written" if write else "is different")
        if write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if different and not write else 0


if __name__ == "__main__":
    sys.exit(main())
