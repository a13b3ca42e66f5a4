"""The benchmarks run, say what they leave out, and the page shows what was measured."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.bench import cli, page
from tools.bench.measure import Run, summary
from tools.bench.rows import GROUPS, Row, rows
from tools.bench.tables import as_markdown, short


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = cli.main(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_page_shows_the_figures() -> None:
    """`python -m tools.bench.page --write` makes the tables of the page."""
    assert page.made() == page.PAGE.read_text(encoding="utf-8")


def test_the_page_has_every_group() -> None:
    assert re.findall(r"<!-- figures: (\w+) -->", page.PAGE.read_text(encoding="utf-8")) == list(GROUPS)


def test_figures_carry_their_circumstances() -> None:
    for name, group in json.loads(page.FIGURES.read_text(encoding="utf-8")).items():
        assert name in GROUPS
        assert group["machine"]["cores"]
        assert group["versions"]["python"].startswith("CPython 3.")
        assert group["command"].startswith("python tools/bench")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", group["date"])
        assert not [row for row in group["rows"] if "failed" in row]


@pytest.mark.parametrize("name", GROUPS)
def test_rows_differ(name: str) -> None:
    found = list(rows(name))
    assert len(set(found)) == len(found) > 0


def test_what_a_run_comes_to() -> None:
    found = summary([Run(100, 10, 1.0), Run(300, 10, 1.0), Run(150, 10, 1.0)], 6.0)
    assert (found["moves_per_second"], found["least"], found["most"]) == (150.0, 100.0, 300.0)
    assert (found["games_per_second"], found["games"], found["share"]) == (10.0, 30, 0.5)
    assert found["moves_per_game"] == pytest.approx(550 / 30)


def test_numbers_are_short() -> None:
    assert [short(n) for n in (None, 0.0512, 3.6, 812, 9_812, 41_234, 999_600, 26_712_345)] == [
        "–", "0.0512", "3.6", "812", "9,812", "41.2 k", "1000 k", "26.7 M",
    ]  # fmt: skip


def test_ours_in_a_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    code, out, err = run(capsys, "hanabi", "--quick", "--only", "2 interpreter moves", "--json", str(file))
    assert (code, err.count("\n")) == (0, 1), err
    (row,) = json.loads(file.read_text(encoding="utf-8"))["hanabi"]["rows"]
    assert row["figures"]["moves_per_second"] > 0
    assert row["figures"]["games"] > 0
    assert "interpreter" in out


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_limit_in_a_process(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hanabi", "--quick", "--only", "2 c")
    assert code == 0
    assert "C written for the purpose" in out


def test_what_is_not_installed_is_left_out_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hanabi", "--quick", "--only", "2 openspiel moves")
    assert code == 0
    assert "OpenSpiel through Python" in out
    assert "left out" in out or "times OpenSpiel" in out


def test_a_row_that_fails_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Row("neighbours", "interpreter", "moves", "no-such-game", 4)
    monkeypatch.setattr(cli, "wanted", lambda group, only: [broken])
    code, out, err = run(capsys, "neighbours", "--quick")
    assert code == 1
    assert "FAILED" in err
    assert "left out" in out


def test_groups_already_measured_stay(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    cli.keep(file, {"growth": {"rows": []}})
    cli.keep(file, {"hanabi": {"rows": []}})
    assert list(json.loads(file.read_text(encoding="utf-8"))) == ["hanabi", "growth"]


def test_a_table_says_what_was_left_out() -> None:
    group = {
        "machine": {"processor": "P", "cores": 2, "system": "S", "load": 0.0},
        "versions": {"python": "CPython 3.11.7"},
        "date": "2026-01-01 00:00", "command": "python tools/bench", "seconds": 1.0, "runs": 5,
        "rows": [{"row": next(rows("neighbours")).plain(), "skipped": "it is not here"}],
    }  # fmt: skip
    text = as_markdown("neighbours", group)
    assert "Left out: OpenSpiel through Python: it is not here." in text
    assert text.endswith("P, 2 cores, S; CPython 3.11.7; 2026-01-01 00:00; `python tools/bench`.")
