"""The public face in Python: loading, moves and their three errors, states, views, outcomes."""

from __future__ import annotations

import json

import pytest

import reglas
from reglas.knowledge.information import information_digest
from reglas.play import State


@pytest.fixture
def state() -> State:
    return reglas.load("hanabi", players=3).start(seed=7)


def test_an_unreadable_move_says_where_and_what_would_do(state: State) -> None:
    with pytest.raises(reglas.UnreadableMove) as caught:
        state.push("ply 2")
    assert (caught.value.text, caught.value.at) == ("ply 2", 0)
    assert "play" in str(caught.value.help)
    with pytest.raises(reglas.UnreadableMove) as caught:
        state.push("clue_suit B gren")
    assert caught.value.at == len("clue_suit B ")
    assert "green" in str(caught.value.help)
    with pytest.raises(reglas.UnreadableMove):
        state.push("")
    with pytest.raises(reglas.UnreadableMove):
        state.push("play")
    with pytest.raises(reglas.UnreadableMove) as caught:
        state.push("play 1 2")
    assert caught.value.at == len("play 1 ")


def test_an_illegal_move_names_the_condition_or_the_pick(state: State) -> None:
    with pytest.raises(reglas.IllegalMove) as caught:
        state.push("discard 1")
    assert (caught.value.condition, caught.value.pick) == ("a_token_to_regain", None)
    with pytest.raises(reglas.IllegalMove) as caught:
        state.push("clue_suit A red")
    assert (caught.value.condition, caught.value.pick) == (None, "to")
    assert "there is B, C" in str(caught.value)
    for text in ("play 6", "clue_suit D red", "clue_rank B 9"):
        with pytest.raises(reglas.IllegalMove):
            state.push(text)
    with pytest.raises(reglas.IllegalMove, match="turn of B"):
        state.push("play 1", player=1)


def test_a_refused_move_changes_nothing(state: State) -> None:
    before = state.to_json(), list(state.row)
    for text in ("discard 1", "clue_suit A red", "nonsense"):
        with pytest.raises(reglas.MoveError):
            state.push(text)
    assert (state.to_json(), state.row) == before


def test_legal_moves_are_live(state: State) -> None:
    moves = state.legal_moves
    assert len(moves) == len(list(moves))
    first = moves[0]
    assert first in moves
    assert first.text in moves
    assert "discard 1" not in moves
    state.push(first)
    assert state.to_act == (1,)
    assert "discard 1" in moves
    assert all(move.player == 1 for move in moves)
    assert "discard 1" in repr(moves)


def test_copies_go_their_own_way(state: State) -> None:
    other = state.copy()
    other.push("play 1")
    assert [m.text for m in other.played] == ["play 1"]
    assert state.played == []
    assert state.to_act == (0,)


def test_a_state_goes_through_json(state: State) -> None:
    state.push("play 1")
    state.push("clue_rank C 1") if "clue_rank C 1" in state.legal_moves else state.push(state.legal_moves[0])
    kept = json.loads(json.dumps(state.to_json()))
    again = reglas.from_json(kept)
    assert again.row == state.row
    assert again.view(0) == state.view(0)
    kept["digest"] = "0" * 16
    with pytest.raises(reglas.RecordError, match="changed"):
        reglas.from_json(kept)
    with pytest.raises(reglas.RecordError):
        reglas.from_json({})


def test_views_hide_what_is_hidden(state: State) -> None:
    faces = state.game.program.faces
    for viewer in (0, 1, 2, "spectator", "observer"):
        data = json.dumps(state.view(viewer).to_json(faces))
        for seat in range(3):
            hand = state.view(viewer).zone("hand", "ABC"[seat])
            seen = viewer == "observer" or (viewer != "spectator" and viewer != seat)
            assert all((card.face is not None) == seen for card in hand.cards)
        assert len(state.view(viewer).zone("deck").cards) == 35
        assert all(card.face is None for card in state.view(viewer).zone("deck").cards)
        assert "moves" in data
        assert bool(state.view(viewer).moves) == (viewer in (0, "observer"))


def test_outcome_and_end() -> None:
    state = reglas.load("hanabi", players=2).start(seed=3)
    assert state.outcome() is None
    while not state.over:
        state.push(next(m for m in state.legal_moves if m.action == "play"))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.result, outcome.score) == ("struck", "lost", 0)
    assert len(state.legal_moves) == 0
    with pytest.raises(reglas.IllegalMove, match="over"):
        state.push("play 1")


def test_chance_can_be_scripted() -> None:
    game = reglas.load("hanabi", players=2)
    script = [f"{suit} {rank}" for rank in (1, 2) for suit in ("red", "yellow", "green", "blue", "white")]
    state = game.start(seed=1, chance=script)
    assert state.drawn == script
    with pytest.raises(reglas.play.ChanceError, match="there is no card"):
        game.start(chance=["purple 1"])
    with pytest.raises(reglas.play.ChanceError, match="not there"):
        game.start(chance=["red 5", "red 5"])


def test_moves_keep_their_numbers() -> None:
    game = reglas.load("hanabi", players=4)
    numbers: dict[str, int] = {}
    for seed in range(3):
        state = game.start(seed=seed)
        while not state.over:
            for move in state.legal_moves:
                assert numbers.setdefault(move.text, move.number) == move.number
            state.apply(len(state.legal_moves) // 2)
    assert len(set(numbers.values())) == len(numbers)
    assert max(numbers.values()) < game.program.moves


def test_what_cannot_be_loaded_says_so() -> None:
    with pytest.raises(reglas.UnknownName, match="hanaby") as caught:
        reglas.load("hanaby")
    assert "hanabi" in str(caught.value.help)
    with pytest.raises(reglas.UnknownName, match="2 to 5"):
        reglas.load("hanabi", players=6)
    with pytest.raises(reglas.SpecError) as spec:
        reglas.load("hanabi", set={"clue_tokens": 99})
    assert [d.code for d in spec.value.diagnostics] == ["E506"]
    with pytest.raises(reglas.SpecError) as spec:
        reglas.load("hanabi", set={"clue_token": 9})
    assert "clue_tokens" in str(spec.value)
    with pytest.raises(reglas.UnknownName, match="rainbw"):
        reglas.load("hanabi", with_=["rainbw"])


def test_options_and_variants_are_in_force() -> None:
    game = reglas.load("hanabi", 2, ["ten-clues"], {"storm_tokens": 1})
    assert (game.options["clue_tokens"], game.options["storm_tokens"]) == (10, 1)
    assert game.variants == ("ten-clues",)
    assert game.digest != reglas.load("hanabi", 2).digest
    assert game.start().view("spectator").holding("clues").text == "10"


def test_apply_does_not_check_and_push_does(state: State) -> None:
    move = state.legal_moves[3]
    other = state.copy()
    other.apply(3)
    state.push(move)
    assert state.row == other.row
    with pytest.raises(AttributeError):
        reglas.nothing_of_the_kind  # noqa: B018


def test_a_game_of_ones_own_goes_through_json(tmp_path) -> None:
    path = tmp_path / "nine.yaml"
    path.write_text("variant: nine\nof: hanabi\nset: {clue_tokens: 9}\n", encoding="utf-8")
    for game in (reglas.load(str(path), 2), reglas.load("hanabi", 2, [str(path)])):
        state = game.start(seed=2)
        state.apply(0)
        again = reglas.from_json(json.loads(json.dumps(state.to_json())))
        assert again.row == state.row


def test_information_states_are_equal_for_equal_information(state: State) -> None:
    other = state.game.start(seed=7)
    for each in (state, other):
        each.push("play 1")
    for seat in range(3):
        assert state.information(seat) == other.information(seat)
        assert information_digest(state.seen(seat)) == information_digest(other.seen(seat))
    assert len({information_digest(state.seen(seat)) for seat in range(3)}) == 3
    other.push("play 1")
    assert information_digest(state.seen(0)) != information_digest(other.seen(0))
