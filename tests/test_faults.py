"""Rules that fail while playing: each code from a small spec, told with the rule's own place."""

from __future__ import annotations

from pathlib import Path

import pytest

import reglas
from reglas.program.windows import MOST_POLLS

SPEC = """\
game: small
language: 1
players: 2
kinds:
  height: 1..5
  step: {ladder: {low: 1..3, high: 2..5}}
cards:
  leaf: {has: [height], copies: 2}
dice:
  die: {faces: height, count: 2, seen_by: everyone}
zones:
  deck: {of: leaf, layout: pile, seen_by: nobody}
  grip: {of: leaf, layout: row, per: player, seen_by: owner, most: 3}
  heap: {of: leaf, layout: pile, seen_by: everyone}
tokens:
  pot: {start: 2, max: 3}
  kitty: {start: 2, supply: 3}
memory:
  chosen: {of: height}
  reached: {of: step}
  marks: {of: 0..9, per: height}
  trail: {list: height, most: 2}
  latest: {list: height, newest: 2}
actions:
  go:
    do:
      - DO
flow:
  - shuffle: deck
  - turns: forward
    choose: [go]
    most: 9
end:
  over: {outcome: done}
"""

STEPS = {
    "above its max": ("R801", "{gain: pot, by: 2}", "`pot` would be 4; it is 0..3"),
    "below its min": ("R801", "{lose: pot, by: 3}", "`pot` would be -1; it is 0..3"),
    "a full zone": ("R802", "{deal: 4, from: deck, to: grip(me)}", "`grip` holds 3 cards and no more"),
    "a full list": ("R802", "{for: n in 1..3, do: [{push: n, onto: trail}]}", "`trail` holds 2 and no more"),
    "no card": ("R803", "{set: {chosen: top(heap).height}}", "there is no value here, and one is needed"),
    "no card to compare": ("R803", "{if: top(heap).height > 2, then: [{gain: kitty}]}", "there is no value here"),
    "nobody's card": ("R803", "{gain: kitty, by: count(p in players where p == next(owner(top(deck))))}", "no value"),
    "nothing to swap": ("R803", "{swap: top(deck), with: top(heap)}", "there is no card here"),
    "no end": ("R804", "{until: pot == 9, do: [{clear: pot}]}", "goes round more often"),
    "too large a value": ("R806", "{set: {chosen: size(deck)}}", "10 lies outside 1..5"),
    "too small a value": ("R806", "{set: {chosen: size(heap)}}", "0 lies outside 1..5"),
    "no such place": ("R806", "{move: top(deck), to: grip(me), at: 3}", "place 3 lies outside the zone"),
    "too many dice": ("R806", "{roll: die, by: pot + 1}", "3 dice cannot be rolled: `die` has 2"),
    "fewer than no dice": ("R806", "{roll: die, by: pot - 3}", "-1 dice cannot be rolled: `die` has 2"),
    "a roll from nothing": ("R803", "{roll: chosen, from: trail}", "`chosen` is rolled from an empty list"),
    "a roll outside": ("R806", "{roll: chosen, from: 5..size(deck)}", "10 lies outside 1..5"),
    "a die not rolled": ("R803", "{set: {chosen: first(die).face}}", "there is no value here"),
    "another rung": ("R803", "{set: {chosen: reached.high}}", "there is no value here"),
    "off the rung": ("R806", "{set: {reached: low(size(deck))}}", "10 is not in the table"),
    "by nothing": ("R806", "{gain: kitty, by: 3 / size(heap)}", "division by zero"),
}


def played(text: str, tmp_path: Path, moves: int = 1) -> reglas.State:
    path = tmp_path / "small.yaml"
    path.write_text(text, encoding="utf-8")
    state = reglas.load(str(path)).start(seed=1)
    for _ in range(moves):
        state.apply(0)
    return state


def the_fault(text: str, tmp_path: Path) -> reglas.RuleFault:
    with pytest.raises(reglas.RuleFault) as caught:
        played(text, tmp_path)
    return caught.value


@pytest.mark.parametrize(("code", "step", "said"), STEPS.values(), ids=STEPS.keys())
def test_step(code: str, step: str, said: str, tmp_path: Path) -> None:
    text = SPEC.replace("DO", step)
    fault = the_fault(text, tmp_path)
    assert fault.code == code
    assert said in fault.message.text()
    line = text[: text.index(step)].count("\n") + 1
    assert (fault.site.line, fault.site.text) == (line, "- " + step)
    begin = fault.site.column - 1
    assert text.splitlines()[line - 1][begin:].strip()
    assert Path(fault.site.file).name == "small.yaml"
    for lang in ("en", "es"):
        assert f"small.yaml:{line}:{fault.site.column}: {code}: " in fault.text(lang)


def test_a_player_without_a_move(tmp_path: Path) -> None:
    text = SPEC.replace("    do:\n      - DO", "    needs: {full: pot == 3}")
    fault = the_fault(text, tmp_path)
    assert (fault.code, fault.site.text) == ("R805", "- turns: forward")
    assert "player A has no legal move" in fault.message.text()


def test_a_loop_without_turns_passes_its_bound(tmp_path: Path) -> None:
    turns = "  - turns: forward\n    choose: [go]\n    most: 9\n"
    text = SPEC.replace(turns, "  - {until: pot == 9, do: [{clear: pot}]}\n")
    fault = the_fault(text.replace("actions:\n  go:\n    do:\n      - DO\n", ""), tmp_path)
    assert (fault.code, fault.site.line) == ("R804", 26)


WINDOWS = {
    "in turn, for nothing": ("R804", "{offer: [act], to: players, until: nobody}", "act: {}"),
    "together, for nothing": ("R804", "{offer: [act], to: players, as: together, until: nobody}", "act: {}"),
    "a race for nothing": ("R804", "{offer: [act], to: players, as: race, until: nobody}", "act: {}"),
    "nothing to choose": ("R805", "{choose: [act], by: others}", "act: {needs: {full: pot == 3}}"),
    "nothing to choose together": (
        "R805",
        "{choose: [act], by: others, as: together}",
        "act: {needs: {full: pot == 3}}",
    ),
    "a list in a window": ("R802", "{push: 1, onto: trail}", "act: {do: [{push: 1, onto: trail}]}"),
}
"""What goes wrong in a window: the code, the text it points at, and the action offered."""


@pytest.mark.parametrize(("code", "place", "action"), WINDOWS.values(), ids=WINDOWS.keys())
def test_window(code: str, place: str, action: str, tmp_path: Path) -> None:
    window = "{offer: [act], to: players, until: nobody}" if code == "R802" else place
    text = SPEC.replace("DO", window).replace("actions:\n", f"actions:\n  {action}\n")
    with pytest.raises(reglas.RuleFault) as caught:
        played(text, tmp_path, moves=2 * MOST_POLLS + 2)
    fault = caught.value
    assert fault.code == code
    line = text[: text.index(place)].count("\n") + 1
    assert fault.site.line == line
    assert text.splitlines()[line - 1][fault.site.column - 1 :].strip()


def test_who_always_acts_is_stopped_by_who_declines(tmp_path: Path) -> None:
    text = SPEC.replace("DO", "{offer: [act], to: players, until: nobody}")
    state = played(text.replace("actions:\n", "actions:\n  act: {}\n"), tmp_path)
    for move in ("act", "-", "act", "-", "-"):
        assert len(state.to_act) == 1
        state.push(move)
    assert [m.text for m in state.legal_moves] == ["go"]


def test_a_chain_that_does_not_end(tmp_path: Path) -> None:
    loops = "{until: pot == 9, most: 900, do: [{until: pot == 8, most: 900, do: [{clear: pot}]}]}"
    text = SPEC.replace("DO", loops)
    fault = the_fault(text, tmp_path)
    assert fault.code == "R807"
    assert fault.site.text == "- " + loops


def test_a_move_that_fails_changes_nothing(tmp_path: Path) -> None:
    state = played(SPEC.replace("DO", "{gain: pot}"), tmp_path, moves=1)
    before, log = list(state.row), len(state.seen(0))
    with pytest.raises(reglas.RuleFault):
        state.apply(0)
    assert state.row == before
    assert len(state.seen(0)) == log
    assert [m.text for m in state.legal_moves] == ["go"]


def test_what_stops_quietly(tmp_path: Path) -> None:
    """A supply that is used up, a list that keeps the newest, a written bound, an empty pile: none is a fault."""
    for step in (
        "{gain: kitty, by: 5}", "{lose: kitty, by: 5}", "{for: n in 1..4, do: [{push: n, onto: latest}]}",
        "{until: pot == 9, most: 3, do: [{clear: pot}]}", "{deal: 40, from: deck, to: heap}",
        "{move: top(heap), to: deck}",
    ):  # fmt: skip
        assert not played(SPEC.replace("DO", step), tmp_path).over
