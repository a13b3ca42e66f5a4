"""A rulebook as one page of HTML: no scripts, nothing from elsewhere, readable on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reglas.table.rulebook.book import Book, Face, Item, Section

STYLE = """
body{font:1.05rem/1.5 Georgia,serif;max-width:42rem;margin:0 auto;padding:1rem;color:#222;background:#fffdf8}
h1{font-size:1.8rem;margin:.5rem 0}h2{font-size:1.3rem;margin:1.6rem 0 .4rem;border-bottom:2px solid #c9b88c}
h3{font-size:1.05rem;margin:1rem 0 .2rem}ul{margin:.2rem 0;padding-left:1.2rem}li{margin:.15rem 0}
nav a{display:inline-block;margin:0 .7rem .3rem 0;color:#654}.about{font-style:italic}
.faces{display:flex;flex-wrap:wrap;gap:.4rem;margin:.6rem 0}svg{width:3.4rem;height:auto}
@media (prefers-color-scheme:dark){body{color:#eee;background:#1d1b18}nav a{color:#dca}}
@media print{nav{display:none}h2{break-after:avoid}li{break-inside:avoid}}
"""

MOST_FACES = 80
"""More pictures than these help nobody."""

SPOTS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Which of its places of a die have a spot."""


def html(book: Book) -> str:
    """The whole page."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    links = "".join(f'<a href="#{escape(part.key)}">{escape(part.title)}</a>' for part in book.sections)
    body = [f"<h1>{escape(book.title)}</h1>", *(f'<p class="about">{escape(text)}</p>' for text in book.about)]
    body += [f"<nav>{links}</nav>", *(line for section in book.sections for line in _section(section, 2))]
    lines = ["<!DOCTYPE html>", f'<html lang="{book.lang}"><head>{head}<title>{escape(book.title)}</title>',
             f"<style>{STYLE}</style></head><body>", *body, "</body></html>"]  # fmt: skip
    return "\n".join(lines) + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f'<section id="{escape(section.key)}"><h{level}>{escape(section.title)}</h{level}>'
    if section.lead:
        yield f"<p>{escape(' '.join(section.lead))}</p>"
    if section.faces and len(section.faces) <= MOST_FACES:
        yield f'<div class="faces">{"".join(_picture(face) for face in section.faces)}</div>'
    yield from _items(section.items)
    for part in section.parts:
        yield from _section(part, level + 1)
    yield "</section>"


def _items(items: Sequence[Item]) -> Iterator[str]:
    if not items:
        return
    yield "<ul>"
    for item in items:
        name = f"<b>{escape(item.name)}</b> " if item.name else ""
        yield f"<li>{name}{escape(item.text)}"
        yield from _items(item.under)
        yield "</li>"
    yield "</ul>"


def _picture(face: Face) -> str:
    """A card or a die."""
    if face.die:
        return _die(face.text)
    color = escape(face.color or "#444")
    words = face.text.split() or [""]
    size = 13 if max(map(len, words)) < 8 else 9
    first = 42 - 7 * (len(words) - 1)
    text = "".join(
        f'<text x="30" y="{first + 14 * at}" font-size="{size}" text-anchor="middle" fill="#222">{escape(word)}</text>'
        for at, word in enumerate(words)
    )
    copies = f"\u00d7{escape(face.copies)}" if face.copies.isdigit() else ""
    return (
        f'<svg viewBox="0 0 60 86" role="img" aria-label="{escape(face.text)}"><rect x="2" y="2" width="56" '
        f'height="82" rx="6" fill="#fff" stroke="{color}" stroke-width="4"/>{text}'
        f'<text x="30" y="76" font-size="10" text-anchor="middle" fill="#777">{copies}</text></svg>'
    )


def _die(text: str) -> str:
    number = int(text) if text.isdigit() else 0
    spots = "".join(
        f'<circle cx="{15 + 15 * (at % 3)}" cy="{15 + 15 * (at // 3)}" r="4" fill="#222"/>'
        for at in SPOTS.get(number, ())
    )
    inner = spots or f'<text x="30" y="35" font-size="14" text-anchor="middle" fill="#222">{escape(text)}</text>'
    return (
        f'<svg viewBox="0 0 60 60" role="img" aria-label="{escape(text)}"><rect x="3" y="3" width="54" height="54" '
        f'rx="9" fill="#fff" stroke="#444" stroke-width="3"/>{inner}</svg>'
    )
