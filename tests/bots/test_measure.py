"""What careful bots read from a program's ends: what counts, what can be reached, how near an end is that is lost."""

from __future__ import annotations

import reglas
from reglas.bots.measure import Measure
from reglas.bots.minds import Minds
from reglas.bots.outlook import Outlooks
from reglas.engine.rng import Stream
from reglas.knowledge.marks import Marks
from reglas.play import State
from reglas.worlds import World


def world(state: State) -> World:
    return World.of(state.resample(state.to_act[0], Stream(1)))


def test_what_can_be_reached_falls_when_the_last_card_goes() -> None:
    game = reglas.load("hanabi", 2)
    state = game.start(1, ["red 5", "blue 1", "green 4"])
    measure = Measure(game)
    outlooks = Outlooks(measure)
    before = outlooks.first(world(state))
    assert (before.score, before.reach, before.near) == (0, 25, (3,))
    state.push("clue_rank B 1")
    state.push("play 1")
    state.push("discard 1")
    now = world(state)
    again = outlooks.first(now)
    assert (again.score, again.reach) == (1, 24)
    assert measure.value(now, again) < 1 + 24 / 2


def test_an_end_that_is_lost_comes_nearer() -> None:
    game = reglas.load("janabi", 3)
    state = game.start(1, ["red 4", "blue 4", "green 4", "red 4"])
    measure = Measure(game)
    assert measure.together
    assert measure.nearness(world(state))[1] > 2
    state.push("discard 1")
    near, lives = sorted(measure.nearness(world(state)))
    assert (near, lives) == (1, 3)


def test_steps_towards_winning_where_no_score_is() -> None:
    game = reglas.load("janabi", 3)
    state = game.start(1, ["red 1"])
    measure = Measure(game)
    assert measure.score(world(state)) == 0
    state.push("play 1")
    assert measure.score(world(state)) == 1


def test_others_are_thought_to_know_no_more_than_they_do() -> None:
    """What a viewer takes another to have been told is what that other was told, of the cards that they hold."""
    for name, players in (("hanabi", 3), ("janabi", 4)):
        state = reglas.load(name, players).start(6)
        minds, draws = Minds(state.game), Stream(3)
        while not state.over and len(state.played) < 30:
            state.push(state.legal_moves[draws.below(len(state.legal_moves))])
        for viewer in range(players):
            for other in range(players):
                own = Marks(state.game.program, other).take_in(state.seen(other)).places
                thought = minds.of(state.seen(viewer), other)
                zone = next(z for z, info in enumerate(state.game.program.zones) if info.owner == other)
                assert thought[zone] == own[zone]
