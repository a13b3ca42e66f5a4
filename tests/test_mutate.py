"""Changes to rules, one place at a time: each can be made, and those that no scenario notices are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import reglas
from reglas.cli.main import main
from reglas.deep.changes import Change, changes
from reglas.deep.noticing import Noticing
from reglas.deep.trying import cores
from reglas.paths import shipped_games
from reglas.spec.model import Game as Model
from shipped import FULL

SPEC = """\
game: small
language: 1
players: 2
options:
  most: {default: 3, range: 1..5}
tokens:
  pot: {start: 1, max: most}
define:
  full: pot == most and true
actions:
  add:
    needs: {room: pot < most}
    do:
      - gain: pot
      - if: full
        then: [{lose: pot, by: 2}]
flow:
  - turns: forward
    choose: [add]
    stuck: skip
    most: 4
end:
  over: {outcome: done, score: pot}
"""

WEAK = """\
- scenario: somebody adds
  of: small
  players: 2
  moves: [A add]
  then: {turn: B}
"""

STRONG = """\
- scenario: the second is one too many
  of: small
  players: 2
  moves: [A add, B add]
  then: {pot: 1, turn: A}
- scenario: the first is one more
  of: small
  players: 2
  moves: [A add]
  then: {pot: 2, turn: B}
- scenario: it begins with one
  of: small
  players: 2
  then: {pot: 1, turn: A}
"""


def model_of(tmp_path: Path) -> Model:
    path = tmp_path / "small.yaml"
    path.write_text(SPEC, encoding="utf-8")
    model = reglas.load(str(path)).spec.model
    assert model is not None
    return model


def told(found: list[Change]) -> set[str]:
    return {change.told.text() for change in found}


def test_each_sort_of_change_is_made(tmp_path: Path) -> None:
    model = model_of(tmp_path)
    found = changes(model)
    assert {
        "`3` becomes `4`",
        "`==` becomes `!=` in `pot == most`",
        "`and` becomes `or` in `pot == most and true`",
        "`<` becomes `<=` in `pot < most`",
        "the condition `room` is left out",
        "`stuck: skip` is left out",
        "`true` becomes `false`",
    } <= told(found)
    assert any(text.startswith("`then` and `else` change places") for text in told(found))
    assert any(text.startswith("`gain: pot") and "left out" in text for text in told(found))
    for change in found:
        assert change.made(model) != model, change.told.text()
        assert change.told.text("es") != change.told.text("en")


def test_a_change_touches_one_place(tmp_path: Path) -> None:
    model = model_of(tmp_path)
    (change,) = [c for c in changes(model) if c.told.text() == "the condition `room` is left out"]
    made = change.made(model)
    assert made.actions["add"].needs == ()
    assert made.actions["add"].do is model.actions["add"].do
    assert made.flow is model.flow


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("scenarios", "some"), [(WEAK, True), (STRONG, False)], ids=["weak", "strong"])
def test_what_no_scenario_notices(
    scenarios: str, some: bool, jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model_of(tmp_path)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "small.yaml").write_text(scenarios, encoding="utf-8")
    assert main(["test", str(tmp_path / "small.yaml"), "--mutate", "--json", "--jobs", jobs]) == 0
    (report,) = json.loads(capsys.readouterr().out)["games"]
    assert report["changes"] > 10
    assert report["left"] == 0
    told = [place["change"] for place in report["places"]]
    assert ("`gain: pot` is left out" in told) == some
    assert ("`2` becomes `3`" in told) == some
    assert report["unnoticed"] == len(told)


def test_what_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model_of(tmp_path)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "small.yaml").write_text(WEAK, encoding="utf-8")
    assert main(["test", str(tmp_path / "small.yaml"), "--mutate", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "small.yaml:9:" in out
    assert "(full): `==` becomes `!=` in `pot == most`" in out
    assert "changes unnoticed by 1 scenarios" in out
    assert main(["test", str(tmp_path), "--mutate"]) == 2


def test_how_far_a_counter_can_go_is_no_rule_but_where_it_stops_is_one(tmp_path: Path) -> None:
    for bound, is_rule in (("max", False), ("supply", True)):
        path = tmp_path / "small.yaml"
        path.write_text(SPEC.replace("max: most", f"{bound}: 9"), encoding="utf-8")
        model = reglas.load(str(path)).spec.model
        assert model is not None
        assert ("`9` becomes `8`" in told(changes(model))) == is_rule


VARIANT = """\
variant: early
of: small
change:
  end: {early: {when: pot > spare, outcome: done, score: pot}}
"""

NAMED = """\
- scenario: one is left
  of: small
  players: 2
  moves: [A add]
  then: {spare: 1}
- scenario: one is added
  of: small
  players: 2
  with: [early]
  then: {pot: 1}
"""


def test_what_a_scenario_asks_is_noticed_also_where_nothing_is_played_otherwise(tmp_path: Path) -> None:
    path, scenarios = tmp_path / "small.yaml", tmp_path / "scenarios" / "small.yaml"
    path.write_text(SPEC.replace("define:\n", "define:\n  spare: most - pot\n"), encoding="utf-8")
    for folder, text in (("variants/early", VARIANT), ("scenarios/small", NAMED)):
        (tmp_path / folder).parent.mkdir()
        (tmp_path / f"{folder}.yaml").write_text(text, encoding="utf-8")
    noticing = Noticing(str(path), [scenarios])
    assert len(noticing.cases) == 2
    (change,) = [c for c in noticing.changes if c.inside == "spare"]
    assert noticing.noticed(change) is True
    scenarios.write_text(NAMED.replace("spare: 1", "pot: 2"), encoding="utf-8")
    noticing = Noticing(str(path), [scenarios])
    assert noticing.noticed(change) is False
    noticing = Noticing(str(path), [scenarios])
    noticing.cases = noticing.cases[:1]
    assert noticing.noticed(change) is None


def test_what_only_more_players_would_notice(tmp_path: Path) -> None:
    path, scenarios = tmp_path / "small.yaml", tmp_path / "scenarios.yaml"
    more = SPEC.replace("players: 2", "players: 2..3").replace("default: 3", "default: {size(seats): {2: 3, else: 4}}")
    path.write_text(more, encoding="utf-8")
    scenarios.write_text(STRONG, encoding="utf-8")
    noticing = Noticing(str(path), [scenarios])
    (change,) = [c for c in noticing.changes if c.told.text() == "`4` becomes `5`" and c.inside == "most"]
    assert noticing.noticed(change) is False


def test_as_many_processes_as_cores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cores() >= 1
    assert main(["test", str(tmp_path), "--mutate", "--jobs", "0"]) == 2
    assert "`0` is no number of processes" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(path.stem for path in shipped_games()) if FULL else ["liars-dice"])
def test_the_shipped_scenarios_notice_what_the_page_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", name, "--mutate", "--json", "--jobs", "1", "--seconds", "3600"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["games"]
    assert report["left"] == report["failing"] == 0
    assert 10 * report["unnoticed"] < report["changes"]
    page = (Path(__file__).parents[1] / "docs" / "workshop.md").read_text(encoding="utf-8")
    assert f"| {name} | {report['unnoticed']} of {report['changes']} |" in page
