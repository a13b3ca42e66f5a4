"""Recorded games of people and programs come out as they did (a part here; `tools/replay_corpus.py` does them all)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import replay_corpus


@pytest.mark.parametrize(
    ("name", "limit", "matching"),
    [("jaxmarl_2p", 250, 250), ("hanabidata_2p", 250, 250), ("hanabi_challenges_templates", None, 49)],
)
def test_recorded_games_match(corpus: Path, name: str, limit: int | None, matching: int) -> None:
    tally = replay_corpus.replay_file(corpus / f"{name}.jsonl.xz", None, limit)
    assert tally.parted == []
    assert tally.matching == matching


def test_games_past_the_end_are_named(corpus: Path) -> None:
    tally = replay_corpus.replay_file(corpus / "hanabi_challenges_templates.jsonl.xz", None, None)
    assert [past.split()[0] for past in tally.past] == ["44", "78"]
    assert tally.skipped == {"characters": 1}


def test_other_rules_part(corpus: Path) -> None:
    tally = replay_corpus.replay_file(corpus / "hanabidata_2p.jsonl.xz", (), 60)
    assert tally.parted
    assert all("refused" in parted or "score" in parted for parted in tally.parted)


def test_nothing_to_replay_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_corpus.main(["nowhere.jsonl"]) == 2
    assert "nowhere.jsonl" in capsys.readouterr().err
