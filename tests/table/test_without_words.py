"""Without its words files a game is played by its keys: nothing of its Spanish or English is in the program."""

from __future__ import annotations

import io
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from reglas.cli.main import main
from reglas.paths import specs_folder

HANABI = specs_folder() / "hanabi"
KEYS = ("clues", "storms", "a_token_to_regain", "struck", "red", "stack", "clue_suit", "storm_tokens")


def texts(node: object) -> Iterator[str]:
    """The texts of a words file, templates in the parts between the braces; what is a key of the game is left out."""
    if isinstance(node, dict):
        for value in node.values():
            yield from texts(value)
    elif isinstance(node, str):
        for part in re.split(r"\{\w+\}", " ".join(node.split())):
            if len(part.strip()) > 3:
                yield part.strip()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_only_keys_are_left(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(HANABI / "hanabi.yaml", tmp_path / "copy.yaml")
    typed = "?\n? short\nhelp\nwhy discard 1\nplay 1\nh\nm\n" + "play 1\n" * 20

    def played(name: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        main(["play", name, "--lang", lang, "--seed", "4", "--no-record", "--bots", "random"])
        return " ".join(capsys.readouterr().out.split())

    bare, worded = played(str(tmp_path / "copy.yaml")), played("hanabi")
    source = (HANABI / "hanabi.yaml").read_text(encoding="utf-8")
    words = yaml.safe_load((HANABI / f"words.{lang}.yaml").read_text(encoding="utf-8"))
    own = {text for text in texts(words) if not re.search(rf"\b{re.escape(text)}\b", source)}
    assert len([text for text in own if text in worded]) > 10
    left = {text for text in own if re.search(rf"\b{re.escape(text)}\b", bare)}
    assert not left - {
        "number",
        "número",
        "jugar",
        "juega",
        "cuenta",
    }  # which the program says itself, of what can be typed
    assert all(key in bare for key in KEYS)
