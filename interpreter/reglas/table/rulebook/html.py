"""A rulebook as one page of HTML: no scripts, nothing from elsewhere, readable on a phone and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reglas.table.rulebook.book import Book, Face, Item, Section
from reglas.table.rulebook.pictures import picture

STYLE = """
:root{--ink:#26221c;--soft:#6b6255;--paper:#fdfaf3;--box:#fff;--line:#d8cdb6;--accent:#8a4b16}
*{box-sizing:border-box}
body{font:1.06rem/1.55 Charter,"Bitstream Charter",Georgia,"Noto Serif",serif;max-width:46rem;margin:0 auto;
padding:1.2rem 1.1rem 4rem;color:var(--ink);background:var(--paper)}
h1,h2,h3,nav{font-family:"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;line-height:1.2}
h1{font-size:2.3rem;margin:.4rem 0 .6rem;letter-spacing:-.02em}
h2{font-size:1.4rem;margin:2.2rem 0 .7rem;padding-bottom:.25rem;border-bottom:2px solid var(--line);color:var(--accent)}
h3{font-size:1.08rem;margin:0 0 .3rem}
p{margin:.4rem 0}
a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.18em}
ul{margin:.3rem 0;padding-left:1.25rem}li{margin:.25rem 0}li::marker{color:var(--accent)}
.about{font-size:1.15rem;color:var(--soft);margin:.3rem 0 1rem}
nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:1.2rem 0;font-size:.88rem}
nav a{padding:.25rem .7rem;border:1px solid var(--line);border-radius:1rem;text-decoration:none;background:var(--box)}
section section{margin:.8rem 0;padding:.75rem 1rem;background:var(--box);overflow:hidden;
border:1px solid var(--line);border-radius:.6rem}
.faces{display:flex;flex-wrap:wrap;gap:.5rem;margin:.9rem 0}
.rows{display:grid;gap:.4rem .35rem}
section section .faces{float:right;margin:0 0 .4rem .8rem;gap:.35rem}
figure{margin:0;width:3.9rem;text-align:center}.rows figure{width:auto}.die{width:2.9rem}
section section figure{width:3.1rem}section section .die{width:2.3rem}
svg{display:block;width:100%;height:auto;font-family:"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
figcaption{font-size:.8rem;line-height:1.3;color:var(--soft)}
#notes,#options,#sight,#manners{font-size:.97rem}
@media (max-width:30rem){body{font-size:1rem;padding:.8rem .8rem 3rem}h1{font-size:1.9rem}
section section{padding:.6rem .75rem}.rows{gap:.3rem .2rem}.rows figcaption{font-size:.65rem}}
@media (prefers-color-scheme:dark){:root{--ink:#ece5d8;--soft:#b3a894;--paper:#1c1a17;--box:#26231f;--line:#4a4338;
--accent:#e6b27c}}
@media print{:root{--ink:#000;--soft:#333;--paper:#fff;--box:#fff;--line:#aaa;--accent:#000}
body{max-width:none;padding:0;font-size:10.5pt;line-height:1.4}nav{display:none}a{text-decoration:none}
h2,h3{break-after:avoid}li,figure{break-inside:avoid}section section{break-inside:avoid;padding:.4rem .7rem}
figure{width:1.5cm}.rows figure{width:auto;max-width:1.5cm}.die{width:1cm}@page{margin:1.8cm}}
"""

SHORT = 60
"""A sentence that is longer is not made a link as a whole."""

MOST_FACES = 80
"""More pictures than these help nobody."""


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
    yield f'<section id="{escape(section.key)}">'
    if level > 2:
        yield from _faces(section.faces, section.across)
    yield f"<h{level}>{escape(section.title)}</h{level}>"
    if section.lead:
        yield f"<p>{escape(' '.join(section.lead))}</p>"
    yield from _items(section.items)
    if level == 2:
        yield from _faces(section.faces, section.across)
    for part in section.parts:
        yield from _section(part, level + 1)
    yield "</section>"


def _faces(faces: Sequence[Face], row: int) -> Iterator[str]:
    if not faces or len(faces) > MOST_FACES:
        return
    pictures = "".join(picture(face) for face in faces)
    if row and len(faces) % row == 0:
        yield f'<div class="faces rows" style="grid-template-columns:repeat({row},minmax(0,3.9rem))">{pictures}</div>'
    else:
        yield f'<div class="faces">{pictures}</div>'


def _items(items: Sequence[Item]) -> Iterator[str]:
    if not items:
        return
    yield "<ul>"
    for item in items:
        name = f"<b>{escape(item.name)}</b> " if item.name else ""
        linked = item.to and len(item.text) <= SHORT
        text = f'<a href="#{escape(item.to)}">{escape(item.text)}</a>' if linked else escape(item.text)
        yield f"<li>{name}{text}"
        yield from _items(item.under)
        yield "</li>"
    yield "</ul>"
