"""Where players choose, text may tell what happens (`telling`). Text that does not has nothing in these places."""

from __future__ import annotations

from reglas.compiled.text import Lines


class Untold:
    """What is told where players choose: nothing."""

    def tell_asked(self, lines: Lines, number: int) -> None:
        """A player may choose at a decision; who may not decline would have been passed over without a legal move."""

    def tell_passed_over(self, lines: Lines, number: int) -> None:
        """A player has no legal move at a decision and is passed over; -1: at none."""

    def tell_unable(self, lines: Lines, number: int) -> None:
        """The same, in what stands in place of a player's choice."""

    def tell_raced(self, lines: Lines) -> None:
        """Chance said whose choice is next."""

    def tell_chosen(self, lines: Lines, number: int, at: int) -> None:
        """A choice made together with others is about to be carried out; its picks lie in their slots."""

    def tell_voided(self, lines: Lines, number: int, at: int) -> None:
        """It cannot be carried out any more."""
