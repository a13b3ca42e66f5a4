"""Edits of lists: of steps by address, of words by `add` and `remove`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.language.spelling import nearest
from reglas.reading.diagnostics import Label
from reglas.reading.messages import Message, say
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence
from reglas.spec.drafts import Leaf, Path, Rows, Slot, Table, label_of, remedy, shown, thaw
from reglas.spec.places import STEP, STEPS, VALUE, Place, Steps, name_of, nulls, verb

if TYPE_CHECKING:
    from reglas.spec.patches import Patcher


EDITS = ("add", "before", "after")


def steps(patcher: Patcher, slot: Slot, entry: Entry, path: Path) -> None:
    """Lay a mapping of addresses over a list of steps."""
    patch = entry.value
    if not isinstance(patch, Mapping):
        patcher.shape(patch.span, path)
    elif not isinstance(slot.value, Rows):
        misplaced(patcher, (patch, STEPS), path)
    elif patcher.enter(slot, entry, path):
        patcher.rename(slot, entry, path)
        for edit in patch:
            _edit(patcher, slot.value, edit, path)


def _edit(patcher: Patcher, rows: Rows, edit: Entry, path: Path) -> None:
    word = edit.key.text
    if word == "add":
        _insert(patcher, rows, len(rows.slots), edit.value, path)
    elif word in ("before", "after"):
        if not isinstance(edit.value, Mapping):
            _wants_addresses(patcher, edit)
            return
        for beside in edit.value:
            _beside(patcher, rows, word, beside, path)
    else:
        _addressed(patcher, rows, edit, path)


def _addressed(patcher: Patcher, rows: Rows, edit: Entry, path: Path) -> None:
    slot = resolve(patcher, rows, edit.key, path)
    if slot is None:
        return
    path = (*path, edit.key.text)
    if isinstance(edit.value, Sequence) and not slot.gone:
        _replace(patcher, rows, slot, edit, path)
    elif isinstance(edit.value, Sequence):
        _replace_again(patcher, slot, edit, path)
    else:
        patcher.present(slot, STEP, edit, path)


def _replace(patcher: Patcher, rows: Rows, slot: Slot, edit: Entry, path: Path) -> None:
    touch = patcher.ledger.touch("replace", edit.value, edit.key.span)
    if not patcher.admit(edit.value, STEPS, path) or patcher.clashes(slot, touch, path):
        return
    slot.touches.append(touch)
    slot.removals.append(touch)
    _insert(patcher, rows, rows.slots.index(slot) + 1, edit.value, path, slot)


def _replace_again(patcher: Patcher, slot: Slot, edit: Entry, path: Path) -> None:
    """A step that a stranger took away: no clash if it was replaced by the same steps."""
    touch = patcher.ledger.touch("replace", edit.value, edit.key.span)
    if not patcher.clashes(slot, touch, path):
        slot.touches.append(touch)
        slot.removals.append(touch)


def _beside(patcher: Patcher, rows: Rows, word: str, edit: Entry, path: Path) -> None:
    slot = resolve(patcher, rows, edit.key, path)
    if slot is None:
        return
    lost = [touch for touch in patcher.ledger.strangers(slot.removals) if touch.deed == "remove"]
    if lost:
        patcher.ledger.clash(edit.key.span, (*path, edit.key.text), lost[0])
        return
    slot.beside.append(patcher.ledger.touch("beside", edit.value, edit.key.span))
    place = rows.slots.index(slot)
    if word == "after":
        # After what others have put after it already: insertions follow the order of the command line.
        place += 1
        while place < len(rows.slots) and rows.slots[place].anchor is slot:
            place += 1
    _insert(patcher, rows, place, edit.value, path, slot if word == "after" else None)


def _insert(patcher: Patcher, rows: Rows, place: int, node: Node, path: Path, anchor: Slot | None = None) -> None:
    if not isinstance(node, Sequence):
        patcher.ledger.diagnostics.report(
            "E204",
            node.span,
            say("a list of steps is wanted"),
            help=say("new steps are a list: each begins with `- `"),
        )
        return
    if not patcher.admit(node, STEPS, path):
        return
    by = patcher.ledger.by
    added = [
        Slot(None, thaw(item, STEP, by), by, [patcher.ledger.touch("set", item, item.span)], anchor=anchor)
        for item in node
    ]
    rows.slots[place:place] = added


def resolve(patcher: Patcher, rows: Rows, key: Scalar, path: Path) -> Slot | None:
    """The step an address means: by `id`, else by verb where one step without `id` has it; reports others."""
    seen = [slot for slot in rows.slots if patcher.ledger.sees(slot)]
    hits = [slot for slot in seen if address(patcher, slot) == key.text]
    if len(hits) == 1:
        return hits[0]
    if hits:
        _several(patcher, key, hits)
        return None
    strange = [
        slot
        for slot in rows.slots
        if not slot.gone and not patcher.ledger.knows(slot.origin) and _own_address(slot) == key.text
    ]
    if strange:
        patcher.ledger.stranger(key.span, key.text, strange[0])
    else:
        _nowhere(patcher, key, seen, path)
    return None


def address(patcher: Patcher, slot: Slot) -> str | None:
    """A step's address as the variant being laid knows it."""
    if not isinstance(slot.value, Table):
        return None
    return _address([inner for inner in slot.value.slots if patcher.ledger.sees(inner)])


def _own_address(slot: Slot) -> str | None:
    return _address(slot.value.slots) if isinstance(slot.value, Table) else None


def _address(slots: list[Slot]) -> str | None:
    keys = {label_of(slot): slot.value for slot in slots}
    named = keys.get("id")
    if isinstance(named, Leaf) and isinstance(named.node, Scalar):
        return named.node.text
    return verb(set(keys))


def _several(patcher: Patcher, key: Scalar, hits: list[Slot]) -> None:
    labels = [Label(slot.value.node.span, say("here is one")) for slot in hits if isinstance(slot.value, Table)]
    patcher.ledger.diagnostics.report(
        "E503",
        key.span,
        say("several steps have the address `{name}`", name=key.text),
        *labels,
        help=say("give the step that is meant an `id`, and write that here"),
    )


def _nowhere(patcher: Patcher, key: Scalar, seen: list[Slot], path: Path) -> None:
    known = [word for slot in seen if (word := address(patcher, slot))]
    message = say("no step in `{path}` has the address `{name}`", path=shown(path), name=key.text)
    ids = [word for slot in seen if (word := _id_of_verb(patcher, slot, key.text))]
    edit = None if nearest(key.text, known) else nearest(key.text, EDITS)
    if not ids and edit:
        hint = say("did you mean `{word}`?", word=edit)
        patcher.ledger.diagnostics.report("E501", key.span, message, help=hint)
    elif not ids:
        patcher.ledger.nothing(key.span, message, key.text, known)
    else:
        hint = say("a step with an `id` goes by it: {names}", names=", ".join(f"`{word}`" for word in ids))
        patcher.ledger.diagnostics.report("E501", key.span, message, help=hint)


def _id_of_verb(patcher: Patcher, slot: Slot, word: str) -> str | None:
    """The id of a step that has an id and this verb."""
    found = address(patcher, slot)
    if not isinstance(slot.value, Table) or found == word:
        return None
    keys = {label_of(inner) for inner in slot.value.slots if patcher.ledger.sees(inner)}
    return found if verb(keys) == word else None


def _wants_addresses(patcher: Patcher, edit: Entry) -> None:
    patcher.ledger.diagnostics.report(
        "E204",
        edit.value.span,
        say("`{word}` is a mapping of addresses to lists of steps", word=edit.key.text),
        help=say("write `{word}: {{ADDRESS: [..]}}`", word=edit.key.text),
    )


def words(patcher: Patcher, slot: Slot, entry: Entry, path: Path) -> None:
    """Lay `add` and `remove` over a list of words."""
    patch = entry.value
    assert isinstance(patch, Mapping)
    rows = _as_list(slot)
    if rows is None:
        misplaced(patcher, (patch, VALUE), path, slot)
        return
    if not patcher.enter(slot, entry, path):
        return
    slot.value = rows
    for edit in patch:
        if edit.key.text not in ("add", "remove"):
            _unknown_edit(patcher, edit.key)
            continue
        for word in _listed(patcher, edit):
            (_add if edit.key.text == "add" else _remove)(patcher, rows, word, path)


def _as_list(slot: Slot) -> Rows | None:
    """The list to edit; one bare word is a list of one."""
    if isinstance(slot.value, Rows):
        return slot.value
    node = slot.value.node
    bare = isinstance(node, Scalar) and isinstance(node.value, str) and ".." not in node.text
    return Rows(node, [Slot(None, slot.value, slot.origin)]) if bare else None


def _listed(patcher: Patcher, edit: Entry) -> list[Scalar]:
    node = edit.value
    scalars = [item for item in node if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    if not isinstance(node, Sequence) or len(scalars) != len(node):
        patcher.ledger.diagnostics.report(
            "E204",
            node.span,
            say("a list of words is wanted"),
            help=say("write `{word}: [..]`", word=edit.key.text),
        )
        return []
    if not scalars:
        patcher.ledger.diagnostics.report("E501", node.span, say("this changes nothing"), help=say("leave it out"))
    return scalars if not _holds_null(patcher, node) else []


def _holds_null(patcher: Patcher, node: Node) -> bool:
    return next(nulls(node), None) is not None and not patcher.admit(node, VALUE, ())


def _add(patcher: Patcher, rows: Rows, word: Scalar, path: Path) -> None:
    text = _squeezed(word.text)
    touch = patcher.ledger.touch("set", word, word.span)
    for slot in rows.slots:
        if _squeezed(label_of(slot)) != text:
            continue
        if patcher.ledger.sees(slot):
            message = say("`{word}` is in `{path}` already", word=word.text, path=shown(path))
            patcher.ledger.diagnostics.report("E501", word.span, message, help=say("leave it out"))
            return
        if not slot.gone:  # two variants add one word: it is there once
            slot.touches.append(touch)
            return
    rows.slots.append(Slot(None, Leaf(word), patcher.ledger.by, [touch]))


def _remove(patcher: Patcher, rows: Rows, word: Scalar, path: Path) -> None:
    seen = [slot for slot in rows.slots if patcher.ledger.sees(slot)]
    slot = _word(seen, word.text)
    if slot is not None:
        patcher.remove(slot, Entry(word, Scalar(word.span, "", "plain", None, (word.span.start,))), path)
        return
    strange = _word([slot for slot in rows.slots if not slot.gone], word.text)
    if strange is not None:
        patcher.ledger.stranger(word.span, word.text, strange)
        return
    message = say("`{word}` is not in `{path}`", word=word.text, path=shown(path))
    patcher.ledger.nothing(word.span, message, word.text, [label_of(slot) for slot in seen])


def _word(slots: list[Slot], text: str) -> Slot | None:
    """The word with a text; `look` also means `look(what)`, if that is the only one."""
    exact = [slot for slot in slots if _squeezed(label_of(slot)) == _squeezed(text)]
    named = [slot for slot in slots if name_of(label_of(slot)) == text]
    return exact[0] if exact else named[0] if len(named) == 1 else None


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _unknown_edit(patcher: Patcher, key: Scalar) -> None:
    patcher.ledger.diagnostics.report(
        "E201",
        key.span,
        say("unknown key `{key}`", key=key.text),
        help=remedy(key.text, ("add", "remove")),
    )


def misplaced(patcher: Patcher, edit: tuple[Mapping, Place], path: Path, slot: Slot | None = None) -> None:
    """Report an edit of a list where there is none."""
    node, place = edit
    span = node.entries[0].key.span if node.entries else node.span
    text = slot.value.node.span.text if slot is not None and isinstance(slot.value, Leaf) else None
    help: Message | None
    if isinstance(place, Steps):
        message = say("there are no steps at `{path}` to change", path=shown(path))
        help = say("new steps are a list: each begins with `- `")
    elif text is not None:
        message = say("`{path}` is `{text}`, not a list: nothing can be added or removed", path=shown(path), text=text)
        help = say("write the whole of it anew")
    else:
        message = say("there is no list at `{path}` to change", path=shown(path))
        help = say("a new list is written `[..]`")
    patcher.ledger.diagnostics.report("E501", span, message, help=help)


def warn_of_replacing(patcher: Patcher, slot: Slot, node: Node) -> None:
    """Warn when a list drops all values that a kind had: most likely they were to be kept."""
    if not isinstance(node, Sequence) or not isinstance(slot.value, Rows):
        return
    old = patcher.labels(slot.value)
    new = [item.text for item in node if isinstance(item, Scalar)]
    if old and new and not set(old) & set(new):
        patcher.ledger.diagnostics.report(
            "W501",
            node.span,
            say("this replaces {old}", old=", ".join(old)),
            help=say("to keep them: `{{add: [{new}]}}`", new=", ".join(new)),
        )
