"""Variants stack in any order: two changes clash in both orders or in none, and then give the same rules."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variant_trees import read, unordered

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.source import Source, Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence, plain
from reglas.spec.printing import lines
from reglas.spec.variants import merge, name, order

BASE = """\
game: g
players: 2..5
options: {cap: {default: 5, range: 1..9}, open: {default: true}}
kinds: {suit: [red, blue], rank: 1..5, value: {ladder: {total: 2..12, pair: 1..6}}}
zones: {pond: {of: card, layout: pile, seen_by: nobody}}
tokens: {coins: {max: cap}}
define:
  worth(c): c.rank
actions:
  play:
    pick: {card: hand(me)}
    needs: {rich: coins > 0}
    do: [{gain: coins, by: 2}, {call: land(card)}, {choose: [wait], id: window}]
  wait: {do: [{lose: coins}]}
routines:
  land(c): [{move: c, to: pond}, {set: {lives(me): 1, way: forward}}]
flow:
  - shuffle: pond
  - turns: forward
    choose: [play, wait]
    last_round: {when: size(pond) == 0, owed: everyone}
end: {out: {outcome: done, score: worth(top(pond))}}
"""

CHANGES = {
    "worth": "define: {worth(c): 1}",
    "worth_other": "define: {worth(d): 1}",
    "no_worth": "define: {worth: null}",
    "rank": "kinds: {rank: 1..6}",
    "suits": "kinds: {suit: {add: [rainbow]}}",
    "suits_too": "kinds: {suit: {add: [black, rainbow]}}",
    "fewer": "kinds: {suit: {remove: [red]}}",
    "suits_anew": "kinds: {suit: [red, blue, green]}",
    "ladder": "kinds: {value: {ladder: {pair: 1..7}}}",
    "no_value": "kinds: {value: null}",
    "cap_field": "options: {cap: {default: 4}}",
    "cap_gone": "options: {cap: null}",
    "zone": "zones: {pond: {seen_by: everyone}}",
    "zone_gone": "zones: {pond: null}",
    "new_zone": "zones: {lake: {of: card, layout: pile}}",
    "new_zone_other": "zones: {lake: {of: card, layout: row}}",
    "play_gone": "actions: {play: null}",
    "play_add": "actions: {play: {do: {add: [{clear: coins}]}}}",
    "play_anew": "actions: {play: {do: [{gain: coins}]}}",
    "gain_more": "actions: {play: {do: {gain: {by: 3}}}}",
    "gain_gone": "actions: {play: {do: {gain: null}}}",
    "gain_into": "actions: {play: {do: {gain: [{lose: coins}]}}}",
    "gain_id": "actions: {play: {do: {gain: {id: g}}}}",
    "by_gone": "actions: {play: {do: {gain: {by: null}}}}",
    "before_gain": "actions: {play: {do: {before: {gain: [{show: card, to: me}]}}}}",
    "after_gain": "actions: {play: {do: {after: {gain: [{gain: coins}]}}}}",
    "window": "actions: {play: {do: {window: {stuck: skip, choose: {add: [play]}}}}}",
    "window_list": "actions: {play: {do: {window: {choose: [play]}}}}",
    "needs": "actions: {play: {needs: {poor: coins < 9}}}",
    "needs_gone": "actions: {play: {needs: null}}",
    "new_needs": "actions: {wait: {needs: {poor: coins < 9}}}",
    "land": "routines: {land(d): {add: [{call: end_it}]}}",
    "land_other": "routines: {land(e): {before: {set: [{call: end_it}]}}}",
    "cells": "routines: {land: {set: {set: {lives(me): 2}}}}",
    "cells_other": "routines: {land: {set: {set: {way: backward}}}}",
    "last": "flow: {turns: {last_round: {owed: others}}}",
    "last_gone": "flow: {turns: {last_round: null, stuck: skip}}",
    "choices": "flow: {turns: {choose: {remove: [wait]}}}",
    "flow": "flow: [{call: land(1)}]",
    "score": "end: {out: {score: null}}",
    "score_p": "end: {out: {score(p): 3}}",
}
OWN = {
    "cap": "set: {cap: 3}",
    "cap_other": "set: {cap: 2}",
    "fouls": "set: {fouls: refused}",
    "players": "players: 3",
}


def variants() -> list[Mapping]:
    texts = {key: f"change:\n  {text}" for key, text in CHANGES.items()} | OWN
    return [read(f"variant: {key}\nof: g\n{text}\n", f"{key}.yaml") for key, text in texts.items()]


ALL = variants()
GAME = read(BASE, "g.yaml")


def merged(*stack: Mapping) -> tuple[Mapping, list[str]]:
    diagnostics = Diagnostics()
    tree = merge(GAME, stack, diagnostics)
    return tree, [d.code for d in diagnostics.found]


@pytest.mark.parametrize("variant", ALL, ids=name)
def test_alone_and_twice_over(variant: Mapping) -> None:
    tree, found = merged(variant)
    assert not found
    assert plain(tree) != plain(GAME)
    assert merge(GAME, [], Diagnostics()) == GAME


def test_two_in_either_order() -> None:
    clashing = 0
    for one, other in combinations(ALL, 2):
        there, found = merged(one, other)
        back, too = merged(other, one)
        names = (name(one), name(other))
        assert bool(found) == bool(too), (names, found, too)
        assert set(found) <= {"E502"}, (names, found)
        clashing += bool(found)
        if not found:
            assert unordered(there) == unordered(back), names
    assert 40 < clashing < 150


def test_three_in_any_order() -> None:
    for three in combinations(ALL[::3], 3):
        results = [merged(*stack) for stack in permutations(three)]
        assert len({bool(found) for _, found in results}) == 1
        if not results[0][1]:
            assert len({repr(unordered(tree)) for tree, _ in results}) == 1


def test_after_settles_every_clash() -> None:
    for one, other in permutations(ALL, 2):
        after = read(f"after: [{name(other)}]\n")
        later = Mapping(one.span, (*one.entries, *after.entries))
        diagnostics = Diagnostics()
        merge(GAME, [later, other], diagnostics)
        assert "E502" not in [d.code for d in diagnostics.found], (name(one), name(other))


def test_order_keeps_what_it_may() -> None:
    texts = [
        "variant: a\nof: d",
        "variant: b\nof: g",
        "variant: c\nof: g\nafter: [d, zz]",
        "variant: d\nof: g",
    ]
    stack = order([read(text + "\n") for text in texts], Diagnostics())
    assert [name(variant) for variant in stack] == ["b", "d", "a", "c"]


HERE = Source("any.yaml", "any text")
SPAN = Span(HERE, 0, 3)
WORDS = [
    "add",
    "remove",
    "before",
    "after",
    "do",
    "then",
    "else",
    "if",
    "call",
    "choose",
    "turns",
    "play",
    "wait",
    "gain",
    "window",
    "coins",
    "rank",
    "suit",
    "ladder",
    "pick",
    "needs",
    "set",
    "id",
    "out",
    "score",
    "score(p)",
    "land",
    "land(c)",
    "flow",
    "actions",
    "define",
    "kinds",
    "zones",
    "pond",
    "end",
    "words",
    "options",
    "cap",
    "default",
    "null",
]


def scalar(text: str) -> Scalar:
    return Scalar(SPAN, text, "plain", None if text == "null" else text, (0,) * (len(text) + 1))


def table(pairs: list[tuple[str, Node]]) -> Mapping:
    return Mapping(SPAN, tuple(Entry(scalar(key), value) for key, value in dict(pairs).items()))


ANY = st.recursive(
    st.sampled_from(WORDS).map(scalar),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: Sequence(SPAN, tuple(items))),
        st.lists(st.tuples(st.sampled_from(WORDS), inner), max_size=4).map(table),
    ),
    max_leaves=14,
)
TREES = st.lists(st.tuples(st.sampled_from([*WORDS, "players", "variant", "of", "change"]), ANY)).map(table)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.just(GAME), TREES), st.lists(ANY, max_size=3), st.one_of(st.none(), TREES))
def test_nothing_raises(base: Mapping, changes: list[Node], overrides: Mapping | None) -> None:
    stack = [table([("variant", scalar(f"v{i}")), ("change", node), ("set", node)]) for i, node in enumerate(changes)]
    tree = merge(base, stack, Diagnostics(), overrides)
    assert lines(tree)
