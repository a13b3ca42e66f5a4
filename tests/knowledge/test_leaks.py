"""Leaks put in on purpose, each caught by the check named for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toys
from likely import drawn_as_likely
from test_oracle import held
from test_replay import attempts

import pairs
import reglas
from reglas import play
from reglas.compiled.quick import Quick
from reglas.engine import events as ev
from reglas.engine.cards import Cards
from reglas.engine.machine import Machine
from reglas.engine.rng import Stream
from reglas.knowledge import resample, waiting
from reglas.knowledge.dice import Dice
from reglas.knowledge.imagine import imagined
from reglas.knowledge.marks import Marks
from reglas.knowledge.places import Knowledge
from reglas.knowledge.resample import Resampler
from reglas.knowledge.seen import Eyes, Move, Roll
from reglas.knowledge.views import CardView, ZoneView
from reglas.play import Game
from reglas.viewing import Face

Patch = pytest.MonkeyPatch


def all_pairs(game: Game, games: int = 4) -> None:
    """The checks of `test_pairs`, on some games."""
    for seed in range(games):
        state, choices = game.start(seed), Stream(seed, 5)
        for _ in toys.decisions(state, choices):
            for viewer in pairs.viewers(state):
                pairs.true_to_all(state, viewer)
                pairs.hold(state, viewer, choices)
        for viewer in pairs.viewers(state):
            pairs.tells_no_more(game, state.log or [], viewer)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: Patch) -> None:
    """Faults are put into the interpreter, so no game is to be emitted meanwhile."""
    monkeypatch.setattr(Quick, "used", False)


def all_replays(game: Game, games: int = 8) -> None:
    """The check of `test_replay`, on some games."""
    for seed in range(games):
        assert not attempts(game, seed)[1], "a resampled game does not come again"


def by_the_oracle(name: str, players: int, games: int = 4) -> None:
    """The check of `test_oracle`, on some games."""
    for seed in range(games):
        held(name, players, seed)


def wrapped(patch: Patch, owner: type, name: str, change: Callable[..., Any]) -> None:
    """Replace a method by one that is given the old one first."""
    old = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **kwargs: change(old, *args, **kwargs))


def test_nothing_is_caught_where_nothing_leaks() -> None:
    for case in (("lights", 2), ("peek", 2), ("whisper", 3)):
        all_pairs(toys.load(*case), 2)
    all_replays(toys.load("lights", 2), 3)


# -- caught by pairs --------------------------------------------------------------------------------------------------


def test_pairs_catch_a_legal_list_that_omits_a_slot(monkeypatch: Patch) -> None:
    """A card that is not worth playing is not offered, though its owner does not see it."""
    game = toys.load("lights", 2)

    def leaky(old: Any, machine: Machine, row: list[int], *seat: int) -> list[tuple[int, ...]]:
        return [
            m for m in old(machine, row, *seat) if not (m[0] == 3 and machine.program.faces[row[m[1]]].endswith("3"))
        ]

    wrapped(monkeypatch, Machine, "moves", leaky)
    with pytest.raises(AssertionError, match=r"other moves are offered|another view"):
        all_pairs(game)


def test_pairs_catch_a_refusal_that_tells(monkeypatch: Patch) -> None:
    """A move is refused, with a reason, because of a card its player does not see."""
    game = toys.load("lights", 2)

    def leaky(old: Any, machine: Machine, row: list[int], move: tuple[int, ...], *seat: int) -> Any:
        if move[0] == 3 and machine.program.faces[row[move[1]]].endswith("3"):
            return play.Refusal("condition", condition="worthless")
        return old(machine, row, move, *seat)

    wrapped(monkeypatch, Machine, "refusal", leaky)
    with pytest.raises(AssertionError, match="the answer is"):
        all_pairs(game, 12)


def test_pairs_catch_a_view_that_carries_the_order_of_the_deck(monkeypatch: Patch) -> None:
    def leaky(old: Any, face: Face, number: int, *rest: Any) -> ZoneView:
        view: ZoneView = old(face, number, *rest)
        start = face.notation.machine.program.zones[number].start
        if view.family != "deck":
            return view
        return replace(view, cards=tuple(CardView(face.row[start + i]) for i in range(len(view.cards))))

    wrapped(monkeypatch, Face, "_zone", leaky)
    with pytest.raises(AssertionError, match="another view"):
        all_pairs(toys.load("lights", 2))


def test_pairs_catch_a_list_whose_length_tells(monkeypatch: Patch) -> None:
    """A hand that holds a certain card is shown one card longer."""

    def leaky(old: Any, face: Face, number: int, *rest: Any) -> ZoneView:
        view: ZoneView = old(face, number, *rest)
        zone = face.notation.machine.program.zones[number]
        if view.family == "hand" and 0 in face.row[zone.start : zone.start + len(view.cards)]:
            return replace(view, cards=(*view.cards, CardView(None)))
        return view

    wrapped(monkeypatch, Face, "_zone", leaky)
    with pytest.raises(AssertionError, match="another view"):
        all_pairs(toys.load("peek", 2))


def test_events_catch_a_log_that_names_a_drawn_card(monkeypatch: Patch) -> None:
    def leaky(old: Any, eyes: Eyes, viewer: int, event: Any) -> Any:
        seen = old(eyes, viewer, event)
        return replace(seen, face=event.face) if isinstance(seen, Move) else seen

    wrapped(monkeypatch, Eyes, "see", leaky)
    state = toys.played(toys.load("lights", 2), 1)
    with pytest.raises(AssertionError, match="is told of"):
        pairs.tells_no_more(state.game, state.log or [], 0)


def test_events_catch_a_whisper_that_all_hear(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Eyes, "told", lambda eyes, viewer, to: True)
    with pytest.raises(AssertionError, match="is told of"):
        all_pairs(toys.load("whisper", 3))


def test_events_catch_places_in_a_loose_hand(monkeypatch: Patch) -> None:
    """It is seen which card of a hand is red, and so which is passed on."""
    monkeypatch.setattr(Eyes, "_tell", lambda eyes, viewer, event: event)
    state = toys.played(toys.load("passing", 3), 1)
    with pytest.raises(AssertionError, match="is told of"):
        pairs.tells_no_more(state.game, state.log or [], 0)


def test_truth_catches_a_mark_that_outlives_its_card(monkeypatch: Patch) -> None:
    """A mark stays on its place when another card comes to lie there."""

    def leaky(old: Any, marks: Marks, event: Move) -> None:
        before = list(marks.places[event.source[0]])
        old(marks, event)
        marks.places[event.source[0]][:] = before[: len(marks.places[event.source[0]])]

    wrapped(monkeypatch, Marks, "_moved", leaky)
    with pytest.raises(AssertionError, match="a mark of viewer"):
        all_pairs(toys.load("lights", 2))


def test_truth_catches_a_set_that_outlives_a_shuffle(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Knowledge, "_shuffled", lambda self, event: None)
    with pytest.raises(AssertionError, match="knows what is not so"):
        all_pairs(toys.load("peek", 2), 12)


def test_pairs_catch_a_window_that_asks_only_holders(monkeypatch: Patch, tmp_path: Path) -> None:
    """Who is offered something holds the dice for it."""
    monkeypatch.setattr(Machine, "may_move", Machine.any_move)
    with pytest.raises(AssertionError, match="others are to act"):
        all_pairs(changed(tmp_path, "bluff", 3, ("offer: [hint, one_die]", "offer: [hint]")), 8)


def test_events_catch_a_race_that_shows_choices_early(monkeypatch: Patch) -> None:
    def leaky(old: Any, eyes: Eyes, viewer: int, event: Any) -> Any:
        return event if isinstance(event, ev.Committed) else old(eyes, viewer, event)

    wrapped(monkeypatch, Eyes, "see", leaky)
    with pytest.raises(AssertionError, match="is told of"):
        all_pairs(toys.load("rowrace", 2))


def test_pairs_catch_a_choice_that_others_see(monkeypatch: Patch) -> None:
    """The card that somebody is about to throw in lies crooked."""

    def leaky(old: Any, face: Face, number: int, *rest: Any) -> ZoneView:
        view: ZoneView = old(face, number, *rest)
        program = face.notation.machine.program
        start = program.zones[number].start
        chosen = [c for d in program.decisions if d.waiting >= 0
                  for c in face.row[d.waiting : d.waiting + program.seats * d.width]]  # fmt: skip
        cards = [replace(c, counted=(0,)) if start + i in chosen else c for i, c in enumerate(view.cards)]
        return replace(view, cards=tuple(cards))

    wrapped(monkeypatch, Face, "_zone", leaky)
    with pytest.raises(AssertionError, match="another view"):
        all_pairs(toys.load("rowrace", 2))


def test_events_catch_a_roll_that_names_hidden_dice(monkeypatch: Patch) -> None:
    def leaky(old: Any, eyes: Eyes, viewer: int, event: Any) -> Any:
        seen = old(eyes, viewer, event)
        return replace(seen, faces=event.faces) if isinstance(seen, Roll) else seen

    wrapped(monkeypatch, Eyes, "see", leaky)
    with pytest.raises(AssertionError, match="is told of"):
        all_pairs(toys.load("bluff", 2))


def test_truth_catches_knowledge_that_outlives_a_roll(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Knowledge, "_rolled", lambda self, event: None)
    with pytest.raises(AssertionError, match=r"knows what is not so|other dice|does not hold"):
        all_pairs(toys.load("bluff", 2), 12)


# -- caught by the oracle and the sampler's checks --------------------------------------------------------------------


def test_chances_catch_a_sampler_that_returns_the_truth(monkeypatch: Patch) -> None:
    monkeypatch.setattr(play, "imagined", lambda program, row, *rest: list(row))
    with pytest.raises(AssertionError, match="chi-square"):
        drawn_as_likely(toys.played(toys.load("lights", 2), 1, 4), 0, Stream(1, 3), 500)


def test_chances_catch_a_biased_sampler(monkeypatch: Patch) -> None:
    """Which of some like places gets a card is no longer drawn."""
    monkeypatch.setattr(resample, "_take", lambda cells, draws: cells.pop())
    monkeypatch.setattr(resample, "mix", lambda items, draws: None)
    with pytest.raises(AssertionError, match="chi-square"):
        drawn_as_likely(toys.played(toys.load("lights", 2), 1, 4), 0, Stream(1, 3), 500)


def test_the_oracle_catches_a_sampler_that_ignores_clauses(monkeypatch: Patch) -> None:
    def leaky(old: Any, sampler: Resampler) -> Any:
        groups, classes, least = old(sampler)
        return groups, classes, [0] * len(least)

    wrapped(monkeypatch, Resampler, "_model", leaky)
    with pytest.raises(AssertionError, match="the sampler counts otherwise"):
        by_the_oracle("asking", 2)


def test_the_oracle_catches_knowledge_that_does_not_listen(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Knowledge, "_told", lambda self, event: None)
    with pytest.raises(AssertionError, match="what is allowed is not possible"):
        by_the_oracle("lights", 2)


def test_the_oracle_catches_knowledge_that_concludes_too_much(monkeypatch: Patch) -> None:
    """A card passed on in secret is taken to be none of those that are known to lie in the hand."""
    monkeypatch.setattr(Knowledge, "_beside", lambda self, place, *parts: None)
    with pytest.raises(AssertionError, match="what is possible is not allowed"):
        by_the_oracle("passing", 3)


def test_chances_catch_a_sampler_that_keeps_the_true_dice(monkeypatch: Patch) -> None:
    def leaky(program: Any, row: list[int], *rest: Any) -> list[int]:
        found = imagined(program, row, *rest)
        for zone in program.zones:
            if zone.dice:
                found[zone.start : zone.start + zone.most] = row[zone.start : zone.start + zone.most]
        return found

    monkeypatch.setattr(play, "imagined", leaky)
    with pytest.raises(AssertionError, match="chi-square"):
        drawn_as_likely(toys.played(toys.load("bluff", 2), 1, 1), 0, Stream(1, 3), 500)


def test_chances_catch_a_sampler_that_keeps_what_others_chose(monkeypatch: Patch) -> None:
    monkeypatch.setattr(waiting, "redrawn", lambda *args: None)
    state = toys.load("rowrace", 2).start(1)
    state.push("look_at_one 2", 0)
    with pytest.raises(AssertionError, match="chi-square"):
        drawn_as_likely(state, 1, Stream(1, 3), 2_000)


def test_the_oracle_catches_a_card_passed_on_at_once(monkeypatch: Patch) -> None:
    """A card that just came is taken to be among those that were chosen before."""
    monkeypatch.setattr(Knowledge, "_committed", lambda self, event: None)
    with pytest.raises(AssertionError, match="what is allowed is not possible"):
        by_the_oracle("escrow", 3, 8)


def test_the_oracle_catches_dice_whose_moves_tell_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Dice, "at_least", lambda self, zone, mask, least: None)
    with pytest.raises(AssertionError, match="what is allowed is not possible"):
        by_the_oracle("bluff", 2, 12)


def test_the_oracle_catches_dice_whose_sums_tell_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Dice, "among", lambda self, zone, throws: None)
    with pytest.raises(AssertionError, match="what is allowed is not possible"):
        by_the_oracle("sums", 2, 12)


def test_hidden_memory_is_drawn_anew(tmp_path: Path) -> None:
    """What somebody else keeps in mind is anything in its range in a resampled state."""
    memory = "memory:\n  mood: {of: 1..4, per: player, seen_by: owner}\nactions:\n"
    game = changed(tmp_path, "peek", 2, ("actions:\n", memory))
    state, draws = game.start(1), Stream(2, 3)
    mood = next(h for h in game.program.holdings if h.name == "mood")
    rows = [state.resample(0, draws).row for _ in range(100)]
    assert {row[mood.cell] for row in rows} == {state.row[mood.cell]}
    assert {row[mood.cell + 1] for row in rows} == {1, 2, 3, 4}


# -- caught by replay: rules that tell of a card without saying so ----------------------------------------------------


def changed(folder: Path, name: str, players: int, *changes: tuple[str, str]) -> Game:
    """A toy game with its spec changed."""
    text = (toys.SPECS / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return reglas.load(str(folder / f"{name}.yaml"), players)


def test_replay_catches_a_rule_that_counts_a_hidden_card(tmp_path: Path) -> None:
    """A token that all see goes up when a red card is drawn, which nobody else should know."""
    game = changed(
        tmp_path,
        "peek",
        2,
        ("actions:\n", "tokens:\n  reds: {start: 0, max: 99}\nactions:\n"),
        (
            "  draw:     {do: [{deal: 1, from: deck, to: hand(me)}]}\n",
            "  draw:\n    do:\n      - {deal: 1, from: deck, to: hand(me)}\n"
            "      - if: any(c.suit == red for c in hand(me))\n        then: [{gain: reds}]\n",
        ),
    )
    with pytest.raises(AssertionError, match="does not come again"):
        all_replays(game, 20)


def test_replay_catches_a_rule_that_moves_by_a_hidden_card(tmp_path: Path) -> None:
    """Who lies lower in rank goes on, though nobody sees these cards."""
    game = changed(
        tmp_path,
        "swaps",
        2,
        ("    do: [{show: card, to: me}]\n  exchange", "    do: [{if: card.rank > 2, then: [{move: card, to: heap}, "
         "{deal: 1, from: deck, to: row(to)}]}]\n  exchange"),
    )  # fmt: skip
    with pytest.raises(AssertionError, match="does not come again"):
        all_replays(game, 20)


def test_replay_catches_a_look_that_is_kept_by_what_was_seen(monkeypatch: Patch) -> None:
    """Whether it counts as seen, which others go by, depends on a face that they do not see."""

    def leaky(old: Any, cards: Cards, s: list[int], card: int, seats: int) -> None:
        old(cards, s, card, seats if s[card] else 0)

    wrapped(monkeypatch, Cards, "look", leaky)
    with pytest.raises(AssertionError, match=r"does not come again|At index"):
        all_replays(toys.load("rowrace", 2), 40)
