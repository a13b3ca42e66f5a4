"""What a language does to nouns: articles, number, and how a zone of a family is named.

Only the grammar of the languages themselves stands here; the nouns come from the words of a game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A word of a game: for one, for several, its grammatical gender (`m`, `f` or empty), a sign of one or two
    characters (or empty), the colour it is shown in (or empty), and for memory whether its changes are not told."""

    one: str
    many: str
    gender: str = ""
    sign: str = ""
    color: str = ""
    quiet: bool = False


class Grammar:
    """A language without articles; the others change what they must."""

    def the(self, term: Term, many: bool = False) -> str:
        """A noun that is known already."""
        return term.many if many else term.one

    def keyed(self, zone: Term, key: Term) -> str:
        """The zone of a family that belongs to a value of a kind."""
        return f"{self.the(zone)} {key.one}"

    def owned(self, zone: Term, owner: str) -> str:
        """The zone of a family that belongs to a player."""
        return f"{self.the(zone)} {owner}"

    def finish(self, text: str) -> str:
        """A whole sentence: its first letter large, a full stop at its end."""
        text = text.strip()
        return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


class English(Grammar):
    """English."""

    def the(self, term: Term, many: bool = False) -> str:
        """With its article."""
        return f"the {term.many if many else term.one}"

    def keyed(self, zone: Term, key: Term) -> str:
        """The value before the noun."""
        return f"the {key.one} {zone.one}"

    def owned(self, zone: Term, owner: str) -> str:
        """With the possessive."""
        return f"{owner}'s {zone.one}"


class Spanish(Grammar):
    """Spanish."""

    def the(self, term: Term, many: bool = False) -> str:
        """With the article of its gender."""
        one, several = ("la", "las") if term.gender == "f" else ("el", "los")
        return f"{several} {term.many}" if many else f"{one} {term.one}"

    def keyed(self, zone: Term, key: Term) -> str:
        """With the value in the plural, so that it need not agree."""
        return f"{self.the(zone)} de {self.the(key, many=True)}"

    def owned(self, zone: Term, owner: str) -> str:
        """With `de`."""
        return f"{self.the(zone)} de {owner}"

    def finish(self, text: str) -> str:
        """With `al` and `del`."""
        text = re.sub(r"\b([Aa]) el\b", r"\1l", text)
        return super().finish(re.sub(r"\b([Dd])e el\b", r"\1el", text))


def grammar(lang: str) -> Grammar:
    """The grammar of a language by its code."""
    return {"en": English(), "es": Spanish()}.get(lang.split("-")[0], Grammar())
