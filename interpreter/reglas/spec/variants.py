"""Variants laid over a game: a game's tree again, each node where it was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Sequence as Several

from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Diagnostics, Label
from reglas.reading.messages import say
from reglas.reading.source import Span
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec.drafts import Leaf, Ledger, Slot, Table, freeze, remedy, thaw
from reglas.spec.patches import Addition, Patcher, is_null
from reglas.spec.places import BUILT_IN_OPTIONS, CHANGE, GAME, VALUE, inside, nulls

KEYS = ("variant", "of", "language", "players", "set", "change", "after", "words")
_NAME = re.compile(r"[A-Za-z_]\w*")


def merge(
    base: Mapping,
    variants: Several[Mapping],
    diagnostics: Diagnostics,
    overrides: Mapping | None = None,
) -> Mapping:
    """The game `base` with variants laid over it.

    `variants` are whole variant files, a variant's own base before it; otherwise their order decides only the
    order of what they add to one list, and of words. `overrides` are options as a command line sets them:
    they beat a variant's `set`. Findings: E201, E202, E204, E209, E501, E502, E503, E505, E508, W501; a patch
    with a finding is left out of the result. The result still has to pass all checks of a game written by
    hand.
    """
    stack = order(variants, diagnostics)
    root = thaw(base, GAME)
    if not isinstance(root, Table):
        return base
    every = frozenset(range(len(stack)))
    ledger = Ledger([*map(name, stack), "--set"], [*_before(stack), every], diagnostics)
    patcher = Patcher(ledger)
    for ledger.by, variant in enumerate(stack):
        _lay(patcher, root, variant)
    ledger.by = len(stack)
    _set(patcher, root, overrides)
    _drop_unused(patcher, root)
    merged = freeze(root)
    assert isinstance(merged, Mapping)
    return _with_words(merged, stack, diagnostics)


def name(variant: Mapping) -> str:
    """The name of a variant."""
    return _text(variant.get("variant")) or variant.span.source.name


def order(variants: Several[Mapping], diagnostics: Diagnostics) -> list[Mapping]:
    """Variants in the order given, except that each comes after those it is `of` or `after`."""
    waiting, done = list(variants), list[Mapping]()
    while waiting:
        ready = next((v for v in waiting if not _unmet(v, waiting)), None)
        if ready is None:
            _circle(waiting, diagnostics)
            return [*done, *waiting]
        waiting.remove(ready)
        done.append(ready)
    return done


def _unmet(variant: Mapping, waiting: list[Mapping]) -> list[Mapping]:
    wanted = _follows(variant)
    return [other for other in waiting if other is not variant and name(other) in wanted]


def _follows(variant: Mapping) -> set[str]:
    return {_text(variant.get("of")), *(word.text for word in _words(variant.get("after")))}


def _before(stack: list[Mapping]) -> list[frozenset[int]]:
    before: list[frozenset[int]] = []
    for place, variant in enumerate(stack):
        wanted = _follows(variant)
        direct = {i for i in range(place) if name(stack[i]) in wanted}
        before.append(frozenset(direct.union(*(before[i] for i in direct))))
    return before


def _circle(waiting: list[Mapping], diagnostics: Diagnostics) -> None:
    path = [waiting[0]]
    while (following := _unmet(path[-1], waiting)[0]) not in path:
        path.append(following)
    circle = path[path.index(following) :]
    names = " -> ".join(f"`{name(variant)}`" for variant in [*circle, circle[0]])
    labels = [Label(_after_span(variant), say("here")) for variant in circle[1:]]
    diagnostics.report(
        "E508",
        _after_span(circle[0]),
        say("variants come after one another in a circle: {names}", names=names),
        *labels,
        help=say("take one of them out of an `after`"),
    )


def _after_span(variant: Mapping) -> Span:
    node = variant.get("after") or variant.get("of")
    return node.span if node is not None else variant.span


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _words(node: Node | None) -> list[Scalar]:
    items = node.items if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar)]


def _lay(patcher: Patcher, root: Table, variant: Mapping) -> None:
    for entry in variant:
        if entry.key.text not in KEYS:
            _unknown(patcher, entry.key, KEYS)
    players = variant.by_key.get("players")
    if players is not None:
        patcher.entry(root, players, ())
    _change(patcher, root, variant.get("change"))
    _set(patcher, root, variant.get("set"))


def _change(patcher: Patcher, root: Table, change: Node | None) -> None:
    if change is not None and not isinstance(change, Mapping):
        patcher.shape(change.span, ("change",))
        return
    for entry in change or ():
        if entry.key.text in CHANGE.keys or entry.key.text == "players":
            patcher.entry(root, entry, ())
        elif entry.key.text == "words":
            continue  # laid at the end, with the variant's own
        elif entry.key.text in KEYS:
            patcher.ledger.diagnostics.report(
                "E202",
                entry.key.span,
                say("`{key}` is a key of a variant itself, not of its `change`", key=entry.key.text),
                help=say("write it beside `change`"),
            )
        else:
            _unknown(patcher, entry.key, tuple(CHANGE.keys))


def _unknown(patcher: Patcher, key: Scalar, known: tuple[str, ...]) -> None:
    message = say("unknown key `{key}`", key=key.text)
    patcher.ledger.diagnostics.report("E201", key.span, message, help=remedy(key.text, known))


def _set(patcher: Patcher, root: Table, options: Node | None) -> None:
    if options is not None and not isinstance(options, Mapping):
        patcher.shape(options.span, ("set",))
        return
    for entry in options or ():
        _set_option(patcher, root, entry)


def _set_option(patcher: Patcher, root: Table, entry: Entry) -> None:
    table = _options(root, entry)
    word = entry.key.text
    slot = patcher.find(table, word)
    if slot is None and word in BUILT_IN_OPTIONS:
        slot = _built_in(table, entry.key)
    if slot is None:
        patcher.ledger.diagnostics.report(
            "E505",
            entry.key.span,
            say("there is no option `{name}`", name=word),
            help=remedy(word, [*patcher.labels(table), *BUILT_IN_OPTIONS]),
        )
    elif not patcher.ledger.knows(slot.origin):
        patcher.ledger.stranger(entry.key.span, word, slot)
    elif slot.gone:
        patcher.ledger.clash(entry.key.span, ("options", word), slot.removals[0])
    elif isinstance(slot.value, Table) and patcher.enter(slot, entry, ("options", word)):
        _fill(patcher, slot.value, entry)


def _fill(patcher: Patcher, option: Table, entry: Entry) -> None:
    number = isinstance(entry.value, Scalar) and type(entry.value.value) is int
    if number and patcher.find(option, "range") is None and patcher.find(option, "choices") is None:
        patcher.ledger.diagnostics.report(
            "E401",
            entry.value.span,
            say("`{option}` is true or false; this is a number", option=entry.key.text),
            help=say("write `{word}`", word="true" if _text(entry.value) != "0" else "false"),
        )
        return
    key = _written("default", entry.key.span)
    default = patcher.find(option, "default")
    if default is None:
        default = Slot(key, Leaf(entry.value))
        option.slots.append(default)
    filled = Entry(default.key or key, entry.value)
    patcher.whole(default, VALUE, filled, ("options", entry.key.text), at=entry.key.span)


def _options(root: Table, entry: Entry) -> Table:
    """The table of options; a game may have none."""
    for slot in root.slots:
        if slot.key is not None and slot.key.text == "options" and isinstance(slot.value, Table):
            return slot.value
    table = Table(Mapping(entry.key.span, ()), [], inside(GAME, "options"))
    root.slots.append(Slot(_written("options", entry.key.span), table, made=True))
    return table


def _built_in(table: Table, key: Scalar) -> Slot:
    """A built-in option written out, so that the tree says how it is set."""
    choices = BUILT_IN_OPTIONS[key.text]
    default = Entry(_written("default", key.span), _written(choices[0], key.span))
    listed = Sequence(key.span, tuple(_written(choice, key.span) for choice in choices), flow=True)
    option = Mapping(key.span, (default, Entry(_written("choices", key.span), listed)), flow=True)
    slot = Slot(key, thaw(option, inside(table.place, key.text)))
    table.slots.append(slot)
    return slot


def _written(text: str, span: Span) -> Scalar:
    """A word nobody wrote, as if it stood at a span."""
    return Scalar(span, text, "plain", text, (span.start,) * len(text) + (span.end,))


def _drop_unused(patcher: Patcher, root: Table) -> None:
    """A misspelt name makes a new thing that nothing refers to; what was meant stays as it is."""
    near = [(each, nearest(each.path[-1], each.known)) for each in patcher.additions if not each.slot.gone]
    suspects = [(addition, word) for addition, word in near if word is not None]
    used = Counter(_names(freeze(root))) if suspects else Counter()
    for addition, word in suspects:
        if used[addition.path[-1]] < 2 and not addition.slot.gone:
            _report_unused(patcher, addition, word)


def _report_unused(patcher: Patcher, addition: Addition, word: str) -> None:
    touch = addition.slot.touches[0]
    addition.slot.removals.append(touch)
    patcher.ledger.diagnostics.report(
        "E501",
        touch.span,
        say("nothing refers to `{name}`, so adding it changes nothing", name=addition.path[-1]),
        help=say("did you mean `{word}`?", word=word),
    )


def _names(node: Node, top: bool = True) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from _NAME.findall(node.text)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _names(item, False)
    else:
        for entry in node:
            if not (top and entry.key.text == "words"):
                yield from _NAME.findall(entry.key.text)
                yield from _names(entry.value, False)


def _with_words(game: Mapping, stack: list[Mapping], diagnostics: Diagnostics) -> Mapping:
    for variant in stack:
        change = variant.get("change")
        for holder in (change, variant):
            entry = holder.by_key.get("words") if isinstance(holder, Mapping) else None
            if entry is None:
                continue
            for null in nulls(entry.value):
                message = say("words can be replaced, not removed")
                diagnostics.report("E209", null.span, message, help=say("leave the key out"))
            game = _over(game, Mapping(variant.span, (entry,)))
    return game


def _over(below: Mapping, above: Mapping) -> Mapping:
    """One mapping of words laid over another, deeply; the upper one's words count."""
    entries = {entry.key.text: entry for entry in below}
    for entry in above:
        old = entries.get(entry.key.text)
        if is_null(entry.value):
            continue
        if old is not None and isinstance(old.value, Mapping) and isinstance(entry.value, Mapping):
            entry = Entry(old.key, _over(old.value, entry.value))
        entries[entry.key.text] = entry
    return Mapping(below.span, tuple(entries.values()), below.flow)
