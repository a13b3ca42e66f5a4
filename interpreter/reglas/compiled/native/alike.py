"""Functions of emitted text that say the same: where each seat has text of its own, much of it is."""

from __future__ import annotations

import re

_FUNCTION = re.compile(r"@routine\ndef ([a-z]+_\d+)\(")
_CALLED = re.compile(r"\b[a-z]+_\d+\b")
_LOCAL = re.compile(r"\b[a-z]\d+\b")


def merged(text: str) -> str:
    """The text with each of them once: they say the same but for their names, and the names in them."""
    parts, first, names = re.split(r"\n\n(?=@)", text), dict[str, str](), dict[str, str]()
    kept = []
    for part in parts:
        head = _FUNCTION.match(part)
        if head is not None:
            part = _CALLED.sub(lambda found: names.get(found[0], found[0]), part)
            order = dict[str, str]()
            same = part.replace(head[1], "", 1)
            same = _LOCAL.sub(lambda found, order=order: order.setdefault(found[0], f"?{len(order)}"), same)  # type: ignore[misc]
            if first.setdefault(same, head[1]) != head[1]:
                names[head[1]] = first[same]
                continue
        kept.append(part)
    return _CALLED.sub(lambda found: names.get(found[0], found[0]), "\n\n".join(kept))
