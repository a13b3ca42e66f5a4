"""Playing at length finds what reading cannot, with a short game that comes to it, and leaves sound games alone."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic

import pytest

import reglas
from reglas.cli.main import main
from reglas.deep.findings import Finding
from reglas.deep.search import ENOUGH, Search
from reglas.deep.shrinking import shortened
from reglas.engine.faults import RuleFault
from reglas.records import read_record, replay
from reglas.scenario_games import Games
from reglas.scenarios import run_scenarios

FOLDER = Path(__file__).parent / "deep"
LEAVES = (FOLDER / "leaves.yaml").read_text(encoding="utf-8")
GAIN = "{gain: pot}"
HOLDERS = """do:
      - {choose: [put], by: me}
      - {offer: [put], to: those(p in others where any(x.sheen == bright for x in grip(p)))}"""

LEAKS = {
    "a pick leaves a hidden card out": ("{c: grip(me)}", "{c: grip(me) where c.sheen == bright}"),
    "a counter is set from a secret": (GAIN, "{gain: pot, by: top(deck).height}"),
    "a counter counts hidden cards": (GAIN, "{gain: pot, by: count(x in grip(me) where x.sheen == bright)}"),
    "a branch tells by its silence": (GAIN, "{if: any(x.sheen == bright for x in grip(me)), then: [{gain: pot}]}"),
    "a window asks only holders": ("choose: [put]", HOLDERS),
    "an end is read from a hidden card": ("pot > 80", "top(deck) is not none and top(deck).height == 3"),
    "cards go by what they are": (GAIN, "{move: those(x in grip(me) where x.sheen == bright), to: deck}"),
}

FAULTS = {
    "D102": ("max: 90", "max: 4"),
    "D103": (GAIN, "{until: pot == 1, do: [{clear: pot}]}"),
}


def searched(tmp_path: Path, change: tuple[str, str], seconds: float = 2.0) -> list[Finding]:
    path = tmp_path / "leaves.yaml"
    path.write_text(LEAVES.replace(*change), encoding="utf-8")
    return Search(str(path)).go(seconds).findings


@pytest.mark.parametrize("change", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(change: tuple[str, str], tmp_path: Path) -> None:
    found = [f for f in searched(tmp_path, change) if f.diagnostic.code == "D104"]
    assert found
    assert found[0].diagnostic.span.source.name.endswith("leaves.yaml")
    assert found[0].trace is not None
    assert len(found[0].trace.moves) <= 2


KEPT = {
    "a counter is set from a memory nobody sees": ("{gain: pot}", "{gain: pot, by: mark}"),
    "who is asked is a memory nobody sees": ("by: me}", "by: first(those(p in seats where mark == 3 or p != me))}"),
}


@pytest.mark.parametrize("change", KEPT.values(), ids=KEPT)
def test_a_leak_of_memory_is_found(change: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "kept.yaml"
    path.write_text((FOLDER / "kept.yaml").read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    found = Search(str(path)).go(2).findings
    assert {f.diagnostic.code for f in found if f.diagnostic.severity == "error"} == {"D104"}


def test_memory_and_choices_that_wait_do_not_show() -> None:
    """An `if` on a memory may tell of it; nothing else does."""
    found = Search(str(FOLDER / "kept.yaml")).go(2)
    assert found.pairs > 50
    assert not [f for f in found.findings if f.diagnostic.severity == "error"]


@pytest.mark.parametrize(("code", "change"), FAULTS.items())
def test_a_fault_is_found_and_comes_again(code: str, change: tuple[str, str], tmp_path: Path) -> None:
    found = [f for f in searched(tmp_path, change) if f.diagnostic.code == code]
    assert found
    comes_again(found[0], tmp_path)


def comes_again(finding: Finding, tmp_path: Path) -> None:
    """The record is played up to the fault, and the scenario fails with it."""
    assert finding.trace is not None
    assert finding.title is not None
    record = tmp_path / "found.jsonl"
    record.write_text("\n".join(finding.trace.record()) + "\n", encoding="utf-8")
    with pytest.raises(RuleFault):
        replay(read_record(record))
    scenario = tmp_path / "found.yaml"
    scenario.write_text("\n".join(finding.trace.scenario(finding.title, "en")) + "\n", encoding="utf-8")
    results = run_scenarios(scenario, Games())
    assert len(results) == 1
    assert not results[0].ok
    told = [d.message.text() for d in results[0].differences] + [d.message.text() for d in results[0].diagnostics]
    assert any("fails" in text for text in told), told


def test_a_player_without_a_move(tmp_path: Path) -> None:
    """D101, with the game that comes to it."""
    path = tmp_path / "stuck-janabi.yaml"
    path.write_text((FOLDER / "stuck-janabi.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    search = Search(str(path))
    for seed in range(2_000):
        if search._goal(search.games[seed % 3], seed) == -1:
            search._game(search.games[seed % 3], seed)
        if search.met:
            break
    (key,) = search.met
    before = len(search.met[key].trace.moves)
    search._shorten(key, monotonic() + 1)
    (finding,) = search._report().findings
    assert finding.diagnostic.code == "D101"
    assert finding.trace is not None
    assert len(finding.trace.moves) <= before
    comes_again(finding, tmp_path)


def test_nobody_does_it_and_no_game_ends_so(tmp_path: Path) -> None:
    """W611, W612: only after many games."""
    change = (
        "choose: [put]",
        "choose: [put, never]",
    )
    text = LEAVES.replace(*change).replace("flow:", "  never: {needs: {a_lot: pot > 70}, do: [{gain: pot}]}\nflow:")
    path = tmp_path / "leaves.yaml"
    path.write_text(text, encoding="utf-8")
    search = Search(str(path))
    for seed in range(ENOUGH):
        search._game(search.games[seed % 2], seed)
    assert sorted(f.diagnostic.code for f in search._report().findings) == ["W611", "W612"]
    assert all(f.trace is None for f in search._report().findings)


def test_what_an_option_rules_out_and_what_was_near_is_not_told(tmp_path: Path) -> None:
    text = LEAVES.replace("choose: [put]", "choose: [put, never]").replace(
        "kinds:", "options: {on: {default: false}}\nkinds:"
    )
    text = text.replace("flow:", "  never: {needs: {on_: on}, do: [{gain: pot}]}\nflow:").replace(
        "pot > 80", "pot > 14"
    )
    path = tmp_path / "leaves.yaml"
    path.write_text(text, encoding="utf-8")
    search = Search(str(path))
    for seed in range(ENOUGH):
        search._game(search.games[seed % 2], seed)
    assert search.left["full"] < 0.5
    assert not search.ended["full"]
    assert not search._report().findings


def test_a_small_game_is_seen_whole(tmp_path: Path) -> None:
    path = tmp_path / "leaves.yaml"
    small = LEAVES.replace("sheen, height", "height").replace("height: 1..3", "height: 1..2")
    path.write_text(small.replace("deal: 2", "deal: 1"), encoding="utf-8")
    found = Search(str(path)).go(8)
    assert found.whole
    assert found.states >= 10
    assert [f.diagnostic.code for f in found.findings] == ["W612"]


def test_moves_that_are_not_needed_are_left_out() -> None:
    moves = [(0, str(number)) for number in range(40)]

    def comes(some: object) -> tuple[tuple[int, str], ...] | None:
        assert isinstance(some, tuple)
        return some if {(0, "3"), (0, "30")} <= set(some) else None

    assert shortened(moves, comes, monotonic() + 5) == ((0, "3"), (0, "30"))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, trace = tmp_path / "leaves.yaml", tmp_path / "trace.jsonl"
    path.write_text(LEAVES.replace("max: 90", "max: 2"), encoding="utf-8")
    assert main(["check", str(path), "--deep", "--seconds", "1", "--trace", str(trace), "--json"]) == 1
    out, err = capsys.readouterr()
    assert err == ""  # no progress where nobody looks
    told = json.loads(out)
    assert [f["code"] for f in told["findings"] if f["code"][0] == "D"] == ["D102"]
    assert told["deep"]["traces"][0]["moves"] == 3
    assert told["deep"]["written"] == [str(trace)]
    assert main(["replay", str(trace), "--quiet"]) == 3
    assert main(["check", str(path), "--trace", str(trace)]) == 2
    capsys.readouterr()
    assert main(["check", str(path), "--deep", "--seconds", "1", "--lang", "es"]) == 1
    out = capsys.readouterr().out
    assert "aquí falla una regla" in out
    assert "- scenario: " in out


@pytest.mark.parametrize("name", ["hanabi", "sabai-sabai", "liars-dice"])
def test_shipped_games_have_no_leak(name: str) -> None:
    search = Search(name)
    for seed in range(2 * len(search.games)):
        search._game(search.games[seed % len(search.games)], seed)
        if search.found.moves > 2_000:
            break
    assert search.found.pairs
    assert not search.met
    assert reglas.load(name)
