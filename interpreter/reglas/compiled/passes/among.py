"""A pick of a number that some card has to have goes through the numbers that the cards have.

    pick: v among 0..4, if any card of a zone has v      becomes      pick: v among what the cards of the zone have

The cards are looked at once instead of once for each number. It is done where the condition stands right behind the
pick and asks nothing else; the picks come in the same order.
"""

from __future__ import annotations

from dataclasses import replace

from reglas.compiled.passes.holders import same_holders
from reglas.program import ir
from reglas.program.walk import locals_used


def among(program: ir.Program) -> ir.Program:
    """The pass."""
    decisions = tuple(
        replace(d, alternatives=tuple(_alternative(a) for a in d.alternatives)) for d in program.decisions
    )
    return same_holders(program, replace(program, decisions=decisions))


def _alternative(alternative: ir.Alternative) -> ir.Alternative:
    picks, needs = list(alternative.picks), list(alternative.needs)
    for number, pick in enumerate(picks):
        for need in needs:
            domain = _domain(pick, need, number) if need.depth == number + 1 else None
            if domain is not None:
                picks[number] = replace(pick, domain=domain)
                needs.remove(need)
                break
    return replace(alternative, picks=tuple(picks), needs=tuple(needs))


def _domain(pick: ir.Pick, need: ir.Condition, number: int) -> ir.Expr | None:
    """What a pick goes through instead. What everybody knows of a condition stays a condition."""
    match pick.domain, need.test:
        case (
            ir.Span(ir.Const(low), ir.Const(high)),
            ir.Quantify("any", slot, ir.Contents() as cards, ir.Compare("==", ir.Trait(trait, ir.Local(card)), wanted)),
        ) if (
            card == slot
            and wanted == ir.Local(pick.slot)
            and pick.slot not in locals_used(cards)
            and not need.open
            and 0 <= high - low < WIDEST
        ):
            return ir.Among(low, high, trait, cards)
    return None


WIDEST = 8
"""The most numbers for which it pays: each set of them is in a table."""
