"""The game after a game: what is kept, what can be changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from reglas.cli.again import Setting
from reglas.cli.common import Usage
from reglas.cli.typed import Typed, read_line

SETTING = Setting("hanabi", 3, ("rainbow",), {"clue_tokens": 6}, ("Ana", "Luis"), 2, ("random",), 7)


def test_the_same_again() -> None:
    following = SETTING.next("")
    assert following == Setting("hanabi", 3, ("rainbow",), {"clue_tokens": 6}, ("Ana", "Luis"), 2, ("random",), 8)
    assert Setting("hanabi", 2).next("").seed is None


def test_changes() -> None:
    following = SETTING.next("clue_tokens=9 empty_clues=sí +black-powder -rainbow players=4")
    assert following.options == {"clue_tokens": 9, "empty_clues": True}
    assert following.variants == ("black-powder",)
    assert (following.players, following.bots) == (4, ("random",))


@pytest.mark.parametrize("text", ["clue_tokens", "+rainbow", "-black-powder", "players=1", "+", "=3"])
def test_what_is_no_change(text: str) -> None:
    with pytest.raises(Usage):
        SETTING.next(text)


def test_a_named_record_gets_a_number(tmp_path: Path) -> None:
    first = Setting("hanabi", 2, record=tmp_path / "game.jsonl")
    second = first.next("")
    assert second.record == tmp_path / "game-2.jsonl"
    second.record.write_text("")
    assert second.next("").record == tmp_path / "game-3.jsonl"


@pytest.mark.parametrize(("text", "typed"), [
    ("¿?", Typed("", "¿?")), ("?", Typed("rules", "")), ("?3", Typed("rules", "3")),
    ("Reglas FINAL", Typed("rules", "FINAL")), ("ayuda", Typed("help", "")),
    ("POR QUÉ jugar 1", Typed("why", "jugar 1")),
    ("porque  play 1", Typed("why", "play 1")), ("why", Typed("why", "")), ("Deshacer", Typed("undo", "")),
    ("t 1", Typed("", "t 1")), ("otra +x", Typed("again", "+x")), ("  ", Typed("", "")),
])  # fmt: skip
def test_what_is_typed(text: str, typed: Typed) -> None:
    assert read_line(text) == typed


def test_a_move_of_the_game_goes_first() -> None:
    assert read_line("Undo", ["undo", "log"]) == Typed("", "Undo")
