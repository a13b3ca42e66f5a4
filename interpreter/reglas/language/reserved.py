"""Words that cannot be names, and words of other languages that authors bring along."""

from __future__ import annotations

from reglas.language.expressions import QUANTIFIERS, SELECTIONS

KEYWORDS = ("and", "or", "not", "in", "is", "none", "true", "false", "if", "else", "for", "where", "by", "of", "as")
"""Words of the grammar."""

CONSTANTS = ("none", "true", "false")
"""Those of them that are values."""

RESERVED = frozenset((*KEYWORDS, *QUANTIFIERS, *SELECTIONS)) | frozenset(
    ["last", "size", "top", "next", "previous", "ahead", "others", "me", "players", "seats", "everyone", "foul"]
)
"""Words of the expression language, which cannot be names of anything."""

TYPES = frozenset({"player", "card", "flag", "direction"})
"""Types of the language, which cannot be names of kinds."""

ELSEWHERE = {"null": "none", "nil": "none", "yes": "true", "on": "true", "no": "false", "off": "false"}
"""What some words of other languages are called here."""
