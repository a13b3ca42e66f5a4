"""Offers, races and rules that may be broken, as people at one screen meet them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import reglas
from reglas.bots.kinds import made
from reglas.cli.console import Console
from reglas.cli.session import Session
from reglas.cli.windows import Ahead
from reglas.knowledge.seen import SPECTATOR
from reglas.play import State
from reglas.table.phrases import Phrases
from reglas.table.screen import Screen
from reglas.table.sentences import Teller
from reglas.table.told import forgotten
from reglas.table.voice import Voice

MARKET = Path(__file__).parent / "toy" / "market.yaml"
Typed = Callable[..., tuple[Session, str]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """A session of people at one screen who type some lines, with what it put out."""

    def types(state: State, names: Sequence[str], *lines: str, aid: bool = False) -> tuple[Session, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
        voice = Voice(state.game, "en", names)
        people, seats = range(len(names)), range(state.game.players)
        bots = {seat: made("random", 1, seat) for seat in seats if seat not in people}
        session = Session(state, voice, Console("en"), list(people), bots, memory_aid=aid)
        session.run()
        return session, capsys.readouterr().out

    return types


def market(players: int = 2, seed: int = 1) -> State:
    return reglas.load(str(MARKET), players).start(seed)


def julenque(*chance: str, players: int = 3) -> State:
    return reglas.load("julenque", players).start(1, chance)


def peeked(players: int = 2) -> State:
    state = market(players)
    for seat in range(players):
        state.push("peek 1 3", seat)
    return state


# -- dice -------------------------------------------------------------------------------------------------------------


def test_dice_are_drawn_and_told_as_dice() -> None:
    state = julenque("B", "1", "2", "3", "4", "5", "6")
    screen = Screen(Voice(state.game, "en"))
    drawn = [line.text for line in screen.draw(state.view(0))]
    assert drawn[-4:] == ["cups:", "  A, you  [1] [2]", "> B       [?] [?]", "  C       [?] [?]"]
    assert not any("card" in line or "life die" in line for line in drawn)
    assert Teller(screen.voice, 0).news(state.seen(0)) == [
        "Begins the round: B. The dice are rolled; yours show 1 and 2."
    ]
    assert Teller(screen.voice, SPECTATOR).news(state.seen(SPECTATOR)) == ["Begins the round: B. The dice are rolled."]


def test_a_log_without_what_only_repeats_the_move() -> None:
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    teller = Teller(Voice(state.game, "es"), SPECTATOR)
    teller.skip(state.seen(SPECTATOR))
    for move in ("-", "-", "-", "open total-9 backward", "-", "-", "-", "doubt A"):
        state.push(move)
    first, second = teller.news(state.seen(SPECTATOR))
    assert first == "A abre con suma 9 y se juega hacia atrás."
    assert second == (
        "C duda del valor de A. Todos ven los dados de A (1 y 2). A tiene ahora 5 vidas. Se tiran los dados."
    )


# -- offers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "es"])
def test_declining_in_words(lang: str) -> None:
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    phrases = Phrases(Voice(state.game, lang))
    for text in ("-", "pass", "Paso", "nada", "nothing", "NO", phrases.declining):
        assert phrases.read(state, text).text == "-"
    assert phrases.write("-") == {"en": "nothing", "es": "nada"}[lang]  # `pass` is a move of this game


def test_enter_declines_nothing_and_people_may_pass_without_looking(typed: Typed) -> None:
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    session, out = typed(state, ("Ana", "Luis", "Eva"), "", "", "", "nothing", "nothing", "pass", "", "open 4 forward")
    assert [str(move) for move in session.state.played] == ["-", "-", "-"]
    assert "Luis (B), you may act now (call a julenque, call an aleatorio)." in out
    assert "Enter alone decides nothing." in out
    assert "[3]" not in out
    assert "[5]" not in out  # who passed without looking has seen nothing


def test_nobody_wants_to_act(typed: Typed) -> None:
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    moves = ("nobody", "", "open total 4 forward", "1", "nobody")
    session, out = typed(state, ("Ana", "Luis", "Eva"), *moves)
    assert [str(move) for move in session.state.played] == ["-", "-", "-", "open total-4 forward"]
    assert out.count("you may act now") == 2  # the first window, and Luis in the second: Ana holds the keyboard


def test_who_can_only_decline_is_asked_all_the_same(typed: Typed) -> None:
    """The page comes, whatever the dice are; who sits at the keyboard already is not asked."""
    pages = []
    for dice in (("1", "2"), ("4", "4")):
        state = julenque("A", "5", "5", *dice, "6", "6")
        pages.append(typed(state, ("Ana", "Luis", "Eva"), "pass", "", "")[1].split("Luis (B), you may act")[0])
    assert pages[0] == pages[1]
    state = julenque("A", "5", "5", "1", "2", "6", "6")
    session, out = typed(state, ("Ana",), "open 4 forward")
    assert "There is nothing" not in out
    assert [move.text for move in session.state.played[:1]] == ["-"]


def test_passing_ahead_until_something_changes() -> None:
    state, ahead = julenque("A", "1", "2", "1", "2", "1", "2"), Ahead()
    assert not ahead.declines(state, 2)
    ahead.seats.add(2)
    for move in ("-", "-"):
        state.push(move)
    assert ahead.declines(state, 2)
    for move in ("-", "open total-4 forward", "-", "-"):
        state.push(move)
    assert ahead.declines(state, 2)  # a move whose turn it was is no change for who waits
    state.push("-")
    state.push("say total-5")
    state.push("-")
    assert ahead.declines(state, 2)
    state.push("julenque B")  # an offer is taken up
    assert not ahead.declines(state, 1)
    assert not ahead.seats


def test_passing_ahead_ends_when_one_has_to_choose() -> None:
    state, ahead = julenque("A", "1", "2", "1", "2", "1", "2"), Ahead()
    assert not ahead.declines(state, 0)
    ahead.seats.add(0)
    assert ahead.declines(state, 0)
    for move in ("-", "-", "-"):
        state.push(move)
    assert not ahead.declines(state, 0)
    assert not ahead.seats


def test_passing_ahead_is_typed_and_told_to_nobody(typed: Typed) -> None:
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    session, out = typed(
        state, ("Ana", "Luis", "Eva"), "", "pass on", "", "pass on", "pass", "", "open total 4 forward", "pass"
    )
    assert [str(move) for move in session.state.played[-3:]] == ["open total-4 forward", "-", "-"]
    assert "ahead" not in out


def test_undo_goes_over_passes(typed: Typed) -> None:
    state = julenque("A", "1", "2", "4", "4", "5", "6")
    state.push("-")
    lines = ("pass", "pass", "", "open total 4 forward", "pass on", "pass", "", "undo", "q")
    session, out = typed(state, ("Ana", "Luis", "Eva"), *lines)
    assert "The last move of Ana is taken back." in out
    assert [str(move) for move in session.state.played] == ["-", "-", "-"]


# -- rules that may be broken -----------------------------------------------------------------------------------------


def test_a_foul_is_told_to_its_player_alone(typed: Typed) -> None:
    state = julenque("A", "4", "4", "4", "4", "5", "6")
    for move in ("-", "-", "-", "open total-9 forward", "-", "-", "-"):
        state.push(move)
    lines = ("", "why say total 3", "say total 3", "no", "say total 3", "yes", "nobody", "")
    session, out = typed(state, ("Ana", "Luis", "Eva"), *lines)
    assert session.state.played[7].text == "say total-3"
    assert out.count("This breaks a rule: the value is lower than the one before.") == 3
    assert "2) say total 3!" in out
    assert "! breaks a rule" in out
    last = out.rpartition("Pass the keyboard")[2]
    assert "Luis says total 3." in last
    assert "breaks a rule: the value" not in last


# -- races, and choices made together ---------------------------------------------------------------------------------


def test_a_race_is_told_in_order() -> None:
    state = reglas.load(str(MARKET), 3).start(1)
    for seat in range(3):
        state.push("peek 1 2", seat)
    state.push("sell 1")
    teller = Teller(Voice(state.game, "en"), SPECTATOR)
    teller.skip(state.seen(SPECTATOR))
    state.script += ["B", "C"]
    for seat, move in ((0, "snatch A1"), (1, "snatch C2"), (2, "snatch B1")):
        state.push(move, seat)
    first, then, last = (line.split(":")[0] for line in teller.news(state.seen(SPECTATOR))[:3])
    assert (first, then, last) == ("First", "Then", "Then")


def test_a_choice_that_comes_too_late() -> None:
    state = peeked()
    state.push("sell 1")
    teller = Teller(Voice(state.game, "en"), SPECTATOR)
    teller.skip(state.seen(SPECTATOR))
    state.script.append("B")
    state.push("snatch A1", 0)
    state.push("snatch A1", 1)
    lines = teller.news(state.seen(SPECTATOR))
    assert lines[0].startswith("First: B snatches card 1 of A: ")
    assert lines[1] == "Then: A comes too late (snatch)."


def test_what_others_chose_cannot_be_taken_back(typed: Typed) -> None:
    lines = ("", "peek 1 2", "", "undo", "", "peek 1 3", "", "peek 2 3", "", "undo", "q")
    session, out = typed(market(), ("Ana", "Luis"), *lines)
    assert out.count("The last move of Ana is taken back.") == 1
    assert "It cannot be taken back" in out
    assert [str(move) for move in session.state.played] == ["peek 1 3", "peek 2 3"]
    assert "Your choice is kept until everybody has chosen." in out


def test_memory_without_a_word_and_quiet_memory() -> None:
    state = peeked()
    state.push("sell 1")
    state.push("snatch B1", 0)
    state.push("-", 1)
    voice = Voice(state.game, "en")
    told = " ".join(Teller(voice, 0).news(state.seen(0)))
    drawn = "\n".join(line.text for line in Screen(voice).draw(state.view(0)))
    assert "counted" not in told + drawn
    assert "has snatched" not in told
    assert "has snatched: A" in drawn


# -- rows face down ---------------------------------------------------------------------------------------------------


def test_a_card_once_seen_is_drawn_again_only_with_the_aid() -> None:
    state = peeked()
    screen = Screen(Voice(state.game, "en"))
    bare = [line.text for line in screen.draw(state.view(0, remember=False))]
    aided = [line.text for line in screen.draw(state.view(0))]
    assert "> A, you  A1  A2  A3" in bare
    (row,) = (line for line in aided if line.startswith("> A, you"))
    face = state.view(0).zone("stall", "A").cards[0].may_be
    assert face is not None
    assert f"A1:{state.game.program.faces[face[0]]}" in row
    counted = [line.text for line in screen.draw(state.view(0, True, False), "counted")]
    assert "> A, you  A1  A2  A3" in counted
    assert state.information(0) == state.information(0)


def test_the_log_forgets_what_lies_face_down() -> None:
    state = peeked()
    voice, seen = Voice(state.game, "en"), state.seen(0)
    assert any(line.startswith("A peeks: ") for line in Teller(voice, 0).news(seen))
    assert "A peeks." in Teller(voice, 0).news(forgotten(state.game.eyes, 0, seen))


def test_rows_of_twelve_players_fit() -> None:
    state = peeked(12)
    screen = Screen(Voice(state.game, "en", [f"Name {chr(97 + n) * 12}" for n in range(12)]))
    lines = screen.draw(state.view(11, remember=False))
    assert max(line.wide for line in lines) <= 80
    assert any("L1  L2  L3" in line.text for line in lines)
    assert len(lines) < 30


def test_picks_of_several_are_typed() -> None:
    state = market()
    phrases = Phrases(Voice(state.game, "en"))
    assert phrases.read(state, "peek 3 1").text == "peek 1 3"
    assert phrases.write("peek 1 3") == "peek 1 3"


def test_a_table_is_opened_behind_a_page_only(typed: Typed) -> None:
    """Ana has looked; Luis passes on his page for all; it is Ana's turn, and the keyboard is Luis's still."""
    state = julenque("A", "1", "2", "3", "4", "5", "6")
    _, out = typed(state, ("Ana", "Luis", "Eva"), "", "nothing", "nobody", "", "q")
    pages = out.split("Pass the keyboard to ")[1:]
    assert [page.split(" ")[0] for page in pages] == ["Ana", "Luis", "Ana"]
    assert "[1]" not in pages[1]
