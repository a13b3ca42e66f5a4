"""Of which zones' cards an expression reads the faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reglas.program import ir
from reglas.program.instance import Instance
from reglas.program.walk import nodes


def faces_read(part: object, functions: Sequence[ir.Function]) -> set[str]:
    """The zone families whose cards' attributes an expression reads; how many cards lie there, and whether a card
    lies there at all, are not attributes."""
    everything = list(nodes(part, functions))
    bound = _bound(everything, functions)
    found: set[str] = set()
    for node in everything:
        if isinstance(node, ir.Trait):
            found |= _families(node.card, bound, functions, set())
    return found


def _bound(everything: list[object], functions: Sequence[ir.Function]) -> dict[int, list[ir.Expr]]:
    """What is put into each local slot: lists searched, arguments given."""
    bound: dict[int, list[ir.Expr]] = {}
    for node in everything:
        match node:
            case ir.Filter(slot, items, _) | ir.Quantify(_, slot, items, _) | ir.Extreme(_, slot, items, _):
                bound.setdefault(slot, []).append(items)
            case ir.Invoke(number, args):
                for slot, arg in zip(functions[number].slots, args, strict=True):
                    bound.setdefault(slot, []).append(arg)
    return bound


def _families(
    card: object, bound: dict[int, list[ir.Expr]], functions: Sequence[ir.Function], seen: set[int]
) -> set[str]:
    """The families in which a card, or the cards of a list, may lie."""
    inside: list[ir.Expr] = []
    match card:
        case ir.Top(family, _) | ir.Contents(family, _) | ir.Spread(family, _):
            return {family}
        case ir.Item(items, _) | ir.Slice(items, _, _) | ir.Filter(_, items, _) | ir.Extreme(_, _, items, _):
            inside = [items]
        case ir.Only(value) | ir.Need(value, _):
            inside = [value]
        case ir.Select(_, yes, no):
            inside = [yes, no]
        case ir.Invoke(number, _):
            inside = [functions[number].body]
        case ir.Local(slot) if slot not in seen:
            seen.add(slot)
            inside = bound.get(slot, [])
    found: set[str] = set()
    for part in inside:
        found |= _families(part, bound, functions, seen)
    return found


def secrets_read(
    part: object, instance: Instance, functions: Sequence[ir.Function], domains: Mapping[int, ir.Expr]
) -> list[str]:
    """What an expression reads that not everybody sees, sorted: zones and dice whose faces it reads, tokens, memory.

    `domains` are the lists from which picks in local slots come. A card of which it is not plain where it lies counts
    as one of every hidden zone.
    """
    everything = list(nodes(part, functions))
    bound = _bound(everything, functions)
    for slot, domain in domains.items():
        bound.setdefault(slot, []).append(domain)
    hidden = {f.name for f in instance.families.values() if f.seen_by != "everyone"}
    found: set[str] = set()
    for node in everything:
        if isinstance(node, ir.Trait):
            found |= (_families(node.card, bound, functions, set()) or hidden) & hidden
        cell = node.cell if isinstance(node, ir.Cell | ir.Stored) else node.base if isinstance(node, ir.Element) else -1
        found |= {
            h.name for h in instance.holdings.values()
            if h.seen_by != "everyone" and h.cell <= cell < h.cell + max(h.count, h.most + 1)
        }  # fmt: skip
    return sorted(found)
