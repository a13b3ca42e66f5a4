"""The nearest legal word to a misspelt one: letter case first, then edit distance."""

from __future__ import annotations

from collections.abc import Iterable


def distance(a: str, b: str) -> int:
    """Edit distance (insert, delete, replace, swap of neighbours), the optimal string alignment."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word meant, most likely, or None when nothing is near enough."""
    known = sorted(set(words))
    folded = word.casefold().replace("-", "_")
    for candidate in known:
        if candidate.casefold().replace("-", "_") == folded:
            return candidate
    limit = max(1, len(word) // 3)
    letters = sorted(folded)
    # Of words as near, the one with the same letters.
    near = [(c, c.casefold().replace("-", "_")) for c in known]
    ranked = sorted((distance(folded, f), sorted(f) != letters, c) for c, f in near)
    # The same letters in another order may be one step further away.
    return next((c for d, other, c in ranked if d <= limit + (not other)), None)
