"""What may stand where in a game's tree, as far as a variant's `change` must know it.

A position holds either a value, which a variant replaces whole, or structure, into which a variant reaches.
This table says which is which; how a patch is laid over each is in `patches`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from reglas.reading.tree import Mapping as Tree
from reglas.reading.tree import Node, Scalar, Sequence


@dataclass(frozen=True)
class Value:
    """An expression, a table, a range, a name: replaced whole."""


@dataclass(frozen=True)
class Words:
    """A list of words: replaced whole by a list, edited by `add` and `remove`.

    `single`: one bare word may stand for a list of one.
    """

    single: bool = False


@dataclass(frozen=True)
class Steps:
    """A list of steps: replaced whole by a list, edited by a mapping of addresses."""


@dataclass(frozen=True)
class Fields:
    """A mapping with known keys.

    `needs` says what a new one cannot do without: of each group, one key; all but one of its like also need
    `all_but_one`.
    """

    keys: Mapping[str, Place] = field(hash=False)
    needs: tuple[tuple[str, ...], ...] = ()
    all_but_one: str | None = None


@dataclass(frozen=True)
class Names:
    """A mapping whose keys are names that the author chose.

    `read`: expressions or steps refer to them, so a new one that nothing refers to changes nothing. `whole`:
    a key is itself whole, `lives(me)`, and not a name with its parameters, `lost(c)`.
    """

    each: Place
    read: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Kind:
    """The values of a kind: words, a range, or a ladder."""


@dataclass(frozen=True)
class Record:
    """One value, or fields with a value each."""


Place: TypeAlias = Value | Words | Steps | Fields | Names | Kind | Record

VALUE = Value()
STEPS = Steps()
WORDS = Words()
RECORD_FIELDS = Names(VALUE, whole=True)
LADDER = Fields({"ladder": Names(VALUE)}, (("ladder",),))


def _values(*keys: str, needs: tuple[tuple[str, ...], ...] = ()) -> Fields:
    return Fields(dict.fromkeys(keys, VALUE), needs)


STEP = Fields(
    {
        **dict.fromkeys(("move", "to", "at", "swap", "with", "deal", "from", "shuffle", "roll", "by"), VALUE),
        **dict.fromkeys(("gain", "lose", "onto", "show", "tell", "of", "if", "for", "until", "most"), VALUE),
        **dict.fromkeys(("turns", "stuck", "as", "call", "leave", "id"), VALUE),
        **dict.fromkeys(("then", "else", "do"), STEPS),
        "set": Names(VALUE, whole=True),
        "push": Record(),
        "clear": Words(single=True),
        "choose": WORDS,
        "offer": WORDS,
        "last_round": _values("when", "owed", needs=(("when",),)),
    }
)

ACTION = Fields(
    {
        "pick": Names(VALUE, read=True),
        "needs": Names(VALUE),
        "honour": Names(VALUE),
        "seen_by": VALUE,
        "do": STEPS,
    }
)

CHANGE = Fields(
    {
        "use": WORDS,
        "options": Names(_values("default", "range", "choices", needs=(("default",),)), read=True),
        "kinds": Names(Kind(), read=True),
        "cards": Names(Fields({"has": WORDS, "copies": VALUE}, (("has",),)), read=True),
        "dice": Names(_values("faces", "count", "per", "seen_by", needs=(("faces",), ("count",))), read=True),
        "zones": Names(_values("of", "layout", "per", "seen_by", "most", needs=(("of",), ("layout",))), read=True),
        "tokens": Names(_values("per", "start", "min", "max", "supply", needs=(("max", "supply"),)), read=True),
        "memory": Names(
            Fields(
                {
                    **_values("of", "per", "optional", "start", "seen_by", "most", "newest").keys,
                    "list": Record(),
                },
                (("of", "list"),),
            ),
            read=True,
        ),
        "define": Names(VALUE, read=True),
        "actions": Names(ACTION, read=True),
        "routines": Names(STEPS, read=True),
        "flow": STEPS,
        "end": Names(
            Fields(
                _values("when", "outcome", "winners", "best", "score", "rank_by", "known").keys,
                needs=(("outcome", "winners", "best"),),
                all_but_one="when",
            )
        ),
    }
)

GAME = Fields({**CHANGE.keys, "players": VALUE})

# In order of precedence: `turns` may hold `choose` and `until`, `offer` may hold `until`.
VERBS = (
    *("turns", "offer", "choose", "move", "swap", "deal", "shuffle", "roll", "set", "gain", "lose", "push"),
    *("clear", "show", "tell", "if", "for", "call", "leave", "until"),
)


def verb(keys: set[str]) -> str | None:
    """The verb among the keys of a step."""
    return next((word for word in VERBS if word in keys), None)


def name_of(key: str) -> str:
    """The name by which a key is known: what stands before its parameters."""
    return key.split("(", 1)[0].strip()


def settled(place: Place, node: Node) -> Place:
    """The place, where several shapes may stand in it, by the shape that does."""
    if isinstance(place, Kind):
        return WORDS if isinstance(node, Sequence) else LADDER if isinstance(node, Tree) else VALUE
    if isinstance(place, Record):
        return RECORD_FIELDS if isinstance(node, Tree) else VALUE
    return place


def inside(place: Place, key: str) -> Place:
    """The place of a key's value in a mapping; a value where the key is unknown."""
    if isinstance(place, Names):
        return place.each
    if isinstance(place, Fields):
        return place.keys.get(name_of(key), VALUE)
    return VALUE


def missing(place: Place, node: Node) -> list[str]:
    """The keys, written `a` or `a or b`, that a new thing at a place needs and that a node lacks."""
    if not isinstance(place, Fields) or not isinstance(node, Tree):
        return []
    names = {name_of(entry.key.text) for entry in node}
    return ["/".join(group) for group in place.needs if not names.intersection(group)]


def nulls(node: Node) -> Iterator[Scalar]:
    """Every null in a tree."""
    if isinstance(node, Scalar):
        if node.value is None:
            yield node
        return
    for child in node.items if isinstance(node, Sequence) else [entry.value for entry in node]:
        yield from nulls(child)


def same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same; unlike Python, 1 and true differ."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return type(one.value) is type(other.value) and one.value == other.value
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Tree) and isinstance(other, Tree):
        return one.by_key.keys() == other.by_key.keys() and all(
            same(entry.value, other.by_key[entry.key.text].value) for entry in one
        )
    return False


FOULS = "fouls"
"""The option of every game that says whether a move may break a rule and stand."""

# Options that every game has: their choices, the default first.
BUILT_IN_OPTIONS: Mapping[str, tuple[str, ...]] = {FOULS: ("allowed", "refused")}
