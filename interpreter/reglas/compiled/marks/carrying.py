"""What is put behind the words of emitted text where marks are kept: marks that go with cards, and what is told.

As `prelude`: its text below the line is put into that of a program. Each is called before cards are moved themselves,
while a card's cell still tells where it lies.
"""

from __future__ import annotations

from reglas.compiled.plain import Row, Table, fill, routine, scratch, shift, table

NONE = -1048576
SEATS = 0
ZONE = table(())
START = table(())
MOST = table(())
LOOKS = table(())
"""Who sees a zone, as bits; the spectator's follows those of the seats."""
HIDDEN = table(())
"""Whose marks of a zone count."""
KNOW = table(())
TOLD = table(())
EVERY = table(())
"""For each zone all faces that may lie there, in words."""
WORD = 60
WORDS = 1
PLANES = 0
"""How many words there are of what was told of a card: those of each class of viewers, one after the other."""
CLASSES = 1

# -- from here on it is emitted ----------------------------------------------------------------------------------------


@routine
def moved(s: Row, card: int, zone: int, place: int) -> None:
    """A card goes to a zone, to its end (`place` none) or a place from 0."""
    if card == NONE or s[3]:
        return
    source, start = ZONE[card], START[zone]
    size, last = s[start - 1], START[source] + s[START[source] - 1] - 1
    if source == zone:
        size -= 1
    to = place if place != NONE else size
    if to < 0 or to > size or size >= MOST[zone]:
        return  # it will fail
    knows = LOOKS[source] | LOOKS[zone]
    at = KNOW[source]
    if at:
        knows |= s[card + at]
        shift(s, card + at + 1, last + at + 1, card + at)
        s[last + at] = 0
    at = KNOW[zone]
    if at:
        shift(s, start + to + at, start + size + at, start + to + at + 1)
        s[start + to + at] = knows & HIDDEN[zone]
    if PLANES and (TOLD[source] or TOLD[zone]):
        heard = scratch(PLANES)
        left(s, card, last, heard)
        came_to(s, start + to, start + size, heard)


@routine
def gone(s: Row, card: int) -> None:
    """The same of a card that goes where nothing is kept, if in one word is all that is kept of those it leaves."""
    if card == NONE or s[3]:
        return
    start, at = START[ZONE[card]], TOLD[ZONE[card]]
    if at:
        last = start + s[start - 1] - 1 + at
        shift(s, card + at + 1, last + 1, card + at)
        s[last] = 0


@routine
def new(s: Row, card: int, zone: int) -> None:
    """The same of a card of which nothing was kept."""
    start, at = START[zone], TOLD[zone]
    if card != NONE and at and s[start - 1] < MOST[zone]:
        s[start + s[start - 1] + at] = EVERY[zone]


@routine
def dealt_to(s: Row, zone: int, first: int, last: int, knows: int) -> None:
    """Cards of which nothing was kept have come to the end of a zone; `knows` are those who saw where they lay."""
    if KNOW[zone]:
        fill(s, first + KNOW[zone], last + KNOW[zone], knows & HIDDEN[zone])
    if TOLD[zone]:
        at = TOLD[zone]
        for plane in range(PLANES):
            fill(s, first + at, last + at, EVERY[zone * WORDS + plane % WORDS])
            at += MOST[zone]


@routine
def left(s: Row, card: int, last: int, heard: Row) -> None:
    """Take out what was told of a card."""
    zone = ZONE[card]
    at = TOLD[zone] + card
    for plane in range(PLANES):
        heard[plane] = EVERY[zone * WORDS + plane % WORDS]
        if TOLD[zone]:
            heard[plane] = s[at]
            shift(s, at + 1, at + last - card + 1, at)
            s[at + last - card] = 0
            at += MOST[zone]


@routine
def came_to(s: Row, card: int, end: int, heard: Row) -> None:
    """Put in what was told of a card, before those up to an end; who cannot tell places apart knows nothing of it."""
    zone = ZONE[card]
    if not TOLD[zone]:
        return
    at = TOLD[zone] + card
    for plane in range(PLANES):
        shift(s, at, at + end - card, at + 1)
        s[at] = heard[plane]
        if CLASSES > 1 and not HIDDEN[zone] >> plane // WORDS & 1:
            s[at] = EVERY[zone * WORDS + plane % WORDS]
        at += MOST[zone]


@routine
def swapped(s: Row, a: int, b: int) -> None:
    """Two cards change places."""
    if a == NONE or b == NONE or s[3]:
        return
    first, second = ZONE[a], ZONE[b]
    both = LOOKS[first] | LOOKS[second]
    knows = s[a + KNOW[first]] if KNOW[first] else 0
    other = s[b + KNOW[second]] if KNOW[second] else 0
    if KNOW[first]:
        s[a + KNOW[first]] = (other | both) & HIDDEN[first]
    if KNOW[second]:
        s[b + KNOW[second]] = (knows | both) & HIDDEN[second]
    x, y = a + TOLD[first], b + TOLD[second]
    for plane in range(PLANES):
        word, viewer = plane % WORDS, plane // WORDS
        one = s[x] if TOLD[first] else EVERY[first * WORDS + word]
        two = s[y] if TOLD[second] else EVERY[second * WORDS + word]
        if TOLD[first] and (CLASSES == 1 or HIDDEN[first] >> viewer & 1):
            s[x] = two
        if TOLD[second] and (CLASSES == 1 or HIDDEN[second] >> viewer & 1):
            s[y] = one
        x, y = x + MOST[first], y + MOST[second]


@routine
def forgotten(s: Row, zone: int) -> None:
    """Nothing is known of any card of a zone any more, or of dice."""
    start, size, most = START[zone], s[START[zone] - 1], MOST[zone]
    if KNOW[zone]:
        fill(s, start + KNOW[zone], start + KNOW[zone] + most, 0)
    if TOLD[zone]:
        at = start + TOLD[zone]
        for plane in range(PLANES):
            fill(s, at, at + size, EVERY[zone * WORDS + plane % WORDS])
            fill(s, at + size, at + most, 0)
            at += most


@routine
def everyone(seers: int) -> int:
    """The seats that are shown something, and the spectator if all are."""
    return seers | 1 << SEATS if seers == (1 << SEATS) - 1 else seers


@routine
def shown(s: Row, card: int, seers: int) -> None:
    """Somebody looks at a card."""
    if card != NONE and KNOW[ZONE[card]]:
        s[card + KNOW[ZONE[card]]] |= seers & HIDDEN[ZONE[card]]


@routine
def heard_of(s: Row, card: int, holds: int, faces: Table, seers: int) -> None:
    """Somebody is told of a card that it has one of some faces, or none of them."""
    zone = ZONE[card]
    if not TOLD[zone]:
        return
    at = card + TOLD[zone]
    for plane in range(PLANES):
        if CLASSES == 1 or (seers & HIDDEN[zone]) >> plane // WORDS & 1:
            some = s[at] & faces[plane % WORDS]
            s[at] = some if holds else s[at] - some
        at += MOST[zone]


@routine
def valued(values: Table, at: int) -> int:
    """A value of a table, 0 outside it."""
    return values[at] if 0 <= at < len(values) else 0


@routine
def may_be(s: Row, card: int, zone: int, viewer: int, word: int) -> int:
    """A word of the faces that a card may have for a viewer."""
    if HIDDEN[zone] >> viewer & 1:
        if KNOW[zone] and s[card + KNOW[zone]] >> viewer & 1:
            return 1 << s[card] % WORD if s[card] // WORD == word else 0
        if TOLD[zone]:
            plane = word if CLASSES == 1 else viewer * WORDS + word
            return s[card + TOLD[zone] + plane * MOST[zone]]
    return EVERY[zone * WORDS + word]


@routine
def spread_more(o: Row, at: int, word: int, parts: Table) -> None:
    """The same of a further word, beside what is there."""
    for number in range(len(parts)):
        if word & parts[number]:
            o[at + number] = 1
