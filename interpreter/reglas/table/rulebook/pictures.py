"""Cards and dice as pictures for a page."""

from __future__ import annotations

from html import escape

from reglas.table.rulebook.book import Face

INKS = {
    "": ("#4a5568", "#cbd5e0"), "red": ("#b91c1c", "#ef4444"), "green": ("#166534", "#22c55e"),
    "blue": ("#1d4ed8", "#3b82f6"), "yellow": ("#92600a", "#facc15"), "white": ("#4b5563", "#f3f4f6"),
    "black": ("#111827", "#374151"), "purple": ("#6b21a8", "#a855f7"), "orange": ("#9a3412", "#fb923c"),
    "cyan": ("#155e75", "#22d3ee"), "pink": ("#9d174d", "#ec4899"), "brown": ("#5b3a1a", "#a97142"),
    "grey": ("#4b5563", "#9ca3af"),
}  # fmt: skip
"""By colour, what is written on a card in it, and its band."""

SPOTS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Which places of a die, three times three, have a spot."""

LINE = 11
"""So many letters of a name are put on one line of a card."""


def picture(face: Face) -> str:
    """A card or a die."""
    return _die(face.text) if face.die else _card(face)


def _card(face: Face) -> str:
    ink, band = INKS.get(face.color, (face.color, face.color))
    signs = list(face.signs)
    lines = _lines(face.text)
    parts = [
        '<rect x="1.5" y="1.5" width="67" height="97" rx="7" fill="#fff" stroke="#6b7280" stroke-width="1.5"/>',
        f'<rect x="5" y="5" width="60" height="7" rx="3" fill="{escape(band)}" stroke="#6b7280" stroke-width=".6"/>',
    ]
    if signs:
        parts.append(
            _text(35, 54 if len(signs) == 1 else 46, 34 if len(signs[0]) < 3 else 22, signs[0], ink, bold=True)
        )
    if len(signs) > 1:
        parts.append(_text(35, 68, 19, signs[1], ink))
    low = 92 if signs else 60 + 6 * len(lines)
    for at, line in enumerate(lines):
        parts.append(_text(35, low - 10.5 * (len(lines) - 1 - at), 10.5, line, "#374151"))
    name = escape(face.text)
    drawn = f'<svg viewBox="0 0 70 100" role="img" aria-label="{name}"><title>{name}</title>{"".join(parts)}</svg>'
    copies = f"<figcaption>\u00d7{escape(face.copies)}</figcaption>" if face.copies.isdigit() else ""
    return f"<figure>{drawn}{copies}</figure>"


def _lines(name: str) -> list[str]:
    """A name in lines that fit on a card."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _text(x: float, y: float, size: float, text: str, color: str, bold: bool = False) -> str:
    """Text in the middle; what is too long for its card is pressed together."""
    fit = ' textLength="60" lengthAdjust="spacingAndGlyphs"' if len(text) * size * 0.55 > 62 else ""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" fill="{escape(color)}"{weight}{fit}>'
        f"{escape(text)}</text>"
    )


def _die(text: str) -> str:
    number = int(text) if text.isdigit() else 0
    spots = "".join(
        f'<circle cx="{17 + 18 * (at % 3)}" cy="{17 + 18 * (at // 3)}" r="5" fill="#1f2937"/>'
        for at in SPOTS.get(number, ())
    )
    inner = spots or _text(35, 43, 20, text, "#1f2937", bold=True)
    name = escape(text)
    return (
        f'<figure class="die"><svg viewBox="0 0 70 70" role="img" aria-label="{name}"><title>{name}</title><rect x="2" '
        f'y="2" width="66" height="66" rx="13" fill="#fff" stroke="#4b5563" stroke-width="2.5"/>{inner}</svg></figure>'
    )
