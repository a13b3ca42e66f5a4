"""How long the shipped specs are: rules a household reads have to stay short, and the pages say how short they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reglas.paths import shipped_games, specs_folder

DOCS = Path(__file__).parents[1] / "docs" / "games"

GAMES = {"hanabi": 90, "janabi": 18, "julenque": 130, "sabai-sabai": 185, "liars-dice": 120, "golf": 120}
"""Lines of rules at most, by game."""

VARIANT = 8
"""Lines of a variant at most, after its two head lines and without its words."""

LONGER = {"three-rounds": 14}


def lines(path: Path, words: bool = False) -> int:
    """Lines that are neither blank nor comment; those of `words` only if asked for."""
    count, counts = 0, True
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            if not line.startswith(" "):
                counts = words or not line.startswith("words:")
            count += counts
    return count


def test_games() -> None:
    assert {path.stem for path in shipped_games()} == set(GAMES)
    found = {path.stem: lines(path, words=True) for path in shipped_games()}
    assert {name: count for name, count in found.items() if count > GAMES[name]} == {}


def test_variants() -> None:
    found = {path: lines(path) - 2 for path in specs_folder().glob("*/variants/*.yaml")}
    assert {str(path): n for path, n in found.items() if n > LONGER.get(path.stem, VARIANT)} == {}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_the_pages_count_right(page: Path) -> None:
    """`| `NAME` | LINES |` of a variant, and `specs/GAME/GAME.yaml`, LINES lines."""
    text = page.read_text(encoding="utf-8")
    variants = specs_folder() / page.stem / "variants"
    for name, count in re.findall(r"(?m)^\| `([\w-]+)` \| (\d+) \|", text):
        if (variants / f"{name}.yaml").is_file():
            assert int(count) == lines(variants / f"{name}.yaml"), name
    for name, count in re.findall(r"`specs/([\w-]+)/\1\.yaml`, (?:a variant of Hanabi of )?(\d+) lines", text):
        assert int(count) == lines(specs_folder() / name / f"{name}.yaml", words=True), name
