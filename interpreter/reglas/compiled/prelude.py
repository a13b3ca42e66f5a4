"""What all emitted text begins with: chance, and cards in zones.

It is written in the subset of Python in which programs are emitted; its text below the line is put before each of
them, with the tables of the program in place of those here. What it does is defined by `engine.cards` and
`State._draw`.

`s` is the row, `c` how outcomes of chance come about: `c[0]` how many came, `c[1]` how many of them are given from
`c[HEAD]` on, `c[2]` what becomes of the others (`STOP`, `KEEP`; or `DRAW`, if none is given and none is to be kept).
"""

from __future__ import annotations

from reglas.compiled.plain import Row, Table, arrange, below, closed, fill, find, routine, scratch, shift, table, total

NONE = -1048576
ZONE = table(())
"""For each cell the zone whose card it holds, or -1."""
INDEX = table(())
OWNER = table(())
START = table(())
MOST = table(())
MARKS = table(())
"""How far after a card's cell it says whether it is unsettled; 0 where nothing is shuffled."""
SAW = table(())
SEERS = table(())
STREAM = table(())
DICE = table(())
"""Where the faces of a zone of dice begin in `FACES`; -1 for cards."""
SIDES = table(())
FACES = table(())
LOOSE = table(())
"""Is a zone a hand, in which cards have no order?"""
WATCHED = False

# -- from here on it is emitted ----------------------------------------------------------------------------------------

FAILED = 1
"""In `s[3]`: a rule failed; what the interpreter says of it counts."""
WANTED = 2
"""In `s[3]`: an outcome of chance is wanted; `c[HEAD + c[0]]` tells how many there are, and they follow."""
STOP = 0
KEEP = 1
DRAW = 2
HEAD = 3
ROOM = 4_095
"""Outcomes of chance, with those that are wanted; what is more has no place in `c`."""
AHEAD = 9
"""So many cells behind a zone may be looked at, and left as they are, while its cards close up."""
MINE = -2
"""Instead of a card in a cell that holds it, while it is between two zones."""


@routine
def among(bag: Table, first: int, count: int, value: int) -> int:
    """Is an outcome that is given one of those in a bag?"""
    found = 0
    for at in range(first, first + count):
        if bag[at] == value:
            found = 1
    return found


@routine
def came(s: Row, c: Row, stream: int, bag: Table, first: int, count: int) -> int:
    """An outcome: one of those in a bag, in order, of which the same may be there several times."""
    value = bag[first]
    several = value != bag[first + count - 1]
    if several:
        value = bag[first + below(s, stream, count)]
    if c[2] == DRAW:
        return value
    at = c[0]
    if at + count > ROOM:
        s[3] = FAILED
        return value
    if at < c[1]:
        value = c[HEAD + at]
        if not among(bag, first, count, value):
            s[3] = FAILED
            return bag[first]
    elif c[2] == STOP and several:
        s[3] = WANTED
        c[HEAD + at] = count
        for n in range(count):
            c[HEAD + at + 1 + n] = bag[first + n]
        return value
    c[HEAD + at] = value
    c[0] = at + 1
    return value


@routine
def unsettled(s: Row, card: int) -> int:
    """Is it still open what this card is, or what this die shows?"""
    zone = ZONE[card]
    if DICE[zone] >= 0:
        return 1 if s[card] == -1 else 0
    return s[card + MARKS[zone]] if MARKS[zone] else 0


@routine
def settle(s: Row, c: Row, card: int) -> None:
    """Let chance say what an unsettled card is, or what a die shows."""
    zone = ZONE[card]
    if DICE[zone] >= 0:
        s[card] = came(s, c, STREAM[zone], FACES, DICE[zone], SIDES[zone])
        return
    if WATCHED and SAW[zone]:
        s[card + SAW[zone]] |= SEERS[zone]
    start = START[zone]
    marks = start + MARKS[zone]
    count = total(s, marks, marks + s[start - 1])
    if total(s, marks, marks + count) == count:
        value = came(s, c, STREAM[zone], s, start, count)
        if s[3]:
            return
        last = start + count - 1
        at = find(s, start, start + count, value)
        if card == last:
            shift(s, at + 1, last + 1, at)
        elif at < card:
            shift(s, at + 1, card + 1, at)
        elif at > card:
            shift(s, card, at, card + 1)
        s[card] = value
    else:
        scattered(s, c, card, marks, count)
    s[card + MARKS[zone]] = 0


@routine
def settle_top(s: Row, c: Row, start: int, marks: int, stream: int) -> None:
    """The same of the last card of a zone in which all are unsettled."""
    last = start + s[start - 1] - 1
    if c[2] == DRAW and s[start] != s[last]:
        at = start + below(s, stream, last - start + 1)  # of several alike, each leaves the same behind
    else:
        value = came(s, c, stream, s, start, last - start + 1)
        if s[3]:
            return
        at = find(s, start, last + 1, value)
    value = s[at]
    if marks >= AHEAD:
        closed(s, start, at, last)
    else:
        shift(s, at + 1, last + 1, at)
    s[last] = value
    s[last + marks] = 0


@routine
def dealt(s: Row, c: Row, start: int, marks: int, stream: int, to: Table, count: int, most: int) -> int:
    """Cards from the top of a pile to the ends of zones, one each from `count` on, which hold `most`; to how many of
    them."""
    while count < len(to) and s[start - 1]:
        last = start + s[start - 1] - 1
        if s[last + marks]:
            settle_top(s, c, start, marks, stream)
            if s[3]:
                break
        zone = to[count]
        if s[zone - 1] >= most:
            s[3] = FAILED
            break
        s[zone + s[zone - 1]] = s[last]
        s[zone - 1] += 1
        s[last] = 0
        s[start - 1] -= 1
        count += 1
    return count


@routine
def scattered(s: Row, c: Row, card: int, marks: int, count: int) -> None:
    """The same where settled cards lie among the unsettled."""
    zone = ZONE[card]
    bag, cells, n = scratch(count), scratch(count), 0
    for at in range(s[START[zone] - 1]):
        if s[marks + at]:
            cells[n] = START[zone] + at
            bag[n] = s[START[zone] + at]
            n += 1
    value = came(s, c, STREAM[zone], bag, 0, count)
    if s[3]:
        return
    skip, taken = 0, 0
    for n in range(count):
        if cells[n] == card:
            continue
        if not taken and bag[skip] == value:
            skip, taken = skip + 1, 1
        s[cells[n]] = bag[skip]
        skip += 1
    s[card] = value


@routine
def take(s: Row, card: int) -> None:
    """Take a card out of its zone: those behind it close up."""
    zone = ZONE[card]
    start, marks, saw = START[zone], MARKS[zone], SAW[zone]
    last = start + s[start - 1] - 1
    if card != last:
        shift(s, card + 1, last + 1, card)
        if marks:
            shift(s, card + 1 + marks, last + 1 + marks, card + marks)
        if saw:
            shift(s, card + 1 + saw, last + 1 + saw, card + saw)
    s[last] = 0
    if marks:
        s[last + marks] = 0
    if saw:
        s[last + saw] = 0
    s[start - 1] -= 1


@routine
def put(s: Row, face: int, zone: int, at: int) -> int:
    """Put a card into a zone at a place; the cell where it lies then."""
    start, marks, saw = START[zone], MARKS[zone], SAW[zone]
    card, end = start + at, start + s[start - 1]
    if card != end:
        shift(s, card, end, card + 1)
        if marks:
            shift(s, card + marks, end + marks, card + 1 + marks)
        if saw:
            shift(s, card + saw, end + saw, card + 1 + saw)
    s[card] = face
    if marks:
        s[card + marks] = 0
    if saw:
        s[card + saw] = SEERS[zone]
    s[start - 1] += 1
    return card


@routine
def carry(s: Row, card: int, zone: int, place: int, held: Table, lists: Table) -> int:
    """Move a card to a zone, to its end (`place` none) or a place from 0; where it lies then. `held` are the cells
    that hold cards, but for those in `lists`: for each where its length is kept, and how many cells an item has."""
    source = ZONE[card]
    if source != zone and s[START[zone] - 1] >= MOST[zone]:
        s[3] = FAILED
        return card
    last, face = START[source] + s[START[source] - 1] - 1, s[card]
    seen = s[card + SAW[source]] if WATCHED and SAW[source] else 0
    mine = 0
    for cell in held:
        where = s[cell]
        if card <= where <= last:
            if where == card:
                s[cell] = MINE
                mine = 1
            else:
                s[cell] = where - 1
    for n in range(0, len(lists), 2):
        for cell in range(lists[n] + 1, lists[n] + 1 + s[lists[n]] * lists[n + 1]):
            where = s[cell]
            if card <= where <= last:
                if where == card:
                    s[cell] = MINE
                    mine = 1
                else:
                    s[cell] = where - 1
    take(s, card)
    to = place
    size = s[START[zone] - 1]
    if to == NONE:
        to = size
    elif to < 0 or to > size:
        s[3] = FAILED
        return card
    new = put(s, face, zone, to)
    if WATCHED and SAW[zone]:
        s[new + SAW[zone]] |= seen
    if mine or to < size:
        end = START[zone] + size
        for cell in held:
            where = s[cell]
            if where == MINE:
                s[cell] = new
            elif new <= where < end:
                s[cell] = where + 1
        for n in range(0, len(lists), 2):
            for cell in range(lists[n] + 1, lists[n] + 1 + s[lists[n]] * lists[n + 1]):
                where = s[cell]
                if where == MINE:
                    s[cell] = new
                elif new <= where < end:
                    s[cell] = where + 1
    return new


@routine
def follow(waiting: int, card: int, end: int, new: int, same: int) -> int:
    """Where a card still to be moved lies after another has moved."""
    if card < waiting < end:
        waiting -= 1
    if same and new <= waiting < end:
        waiting += 1
    return waiting


@routine
def unordered(s: Row, cards: Row, count: int) -> None:
    """Cards that leave a loose hand together go in the order of their faces."""
    for n in range(1, count):
        card, to = cards[n], n
        if card == NONE or not LOOSE[ZONE[card]]:
            continue
        for m in range(n - 1, -1, -1):
            other = cards[m]
            if other == NONE or not LOOSE[ZONE[other]]:
                continue
            if ZONE[other] < ZONE[card] or (ZONE[other] == ZONE[card] and s[other] <= s[card]):
                break
            cards[to], cards[m] = other, card
            to = m


@routine
def exchange(s: Row, a: int, b: int, held: Table) -> None:
    """Two cards change places."""
    if a == NONE or b == NONE:
        s[3] = FAILED
        return
    s[a], s[b] = s[b], s[a]
    if WATCHED:
        x, y = SAW[ZONE[a]], SAW[ZONE[b]]
        both = SEERS[ZONE[a]] | SEERS[ZONE[b]]
        s[a + x], s[b + y] = s[b + y] | both, s[a + x] | both
    for cell in held:
        if s[cell] == a:
            s[cell] = b
        elif s[cell] == b:
            s[cell] = a


@routine
def mix(s: Row, zone: int, held: Table) -> None:
    """Make a zone an unordered bag: faces sorted, all unsettled, nobody holds any one of its cards."""
    start = START[zone]
    end = start + s[start - 1]
    arrange(s, start, end)
    fill(s, start + MARKS[zone], end + MARKS[zone], 1)
    if SAW[zone]:
        fill(s, start + SAW[zone], end + SAW[zone], 0)
    for cell in held:
        if start <= s[cell] < end:
            s[cell] = NONE


@routine
def within(s: Row, at: int, size: int) -> int:
    """An index, if it is one."""
    if 0 <= at < size:
        return at
    s[3] = FAILED
    return 0


@routine
def needed(s: Row, value: int) -> int:
    """A value, which must not be none."""
    if value == NONE:
        s[3] = FAILED
        return 0
    return value


@routine
def divided(s: Row, value: int, by: int) -> int:
    """Division, rounded down."""
    if by == 0:
        s[3] = FAILED
        return 0
    return value // by


@routine
def of(s: Row, values: Table, card: int) -> int:
    """An attribute of a card; none of none."""
    return values[s[card]] if card != NONE else NONE


@routine
def at(values: Table, card: int) -> int:
    """Something about the place of a card; none of none."""
    return values[card] if card != NONE else NONE


@routine
def top(s: Row, start: int) -> int:
    """The last card of a zone, or none."""
    return start + s[start - 1] - 1 if s[start - 1] else NONE


@routine
def beside(s: Row, first: int, offset: int) -> int:
    """A field of a record; none of none."""
    return s[first + offset] if first != NONE else NONE


@routine
def looked(s: Row, card: int, seat: int) -> int:
    """Did a seat ever see a card?"""
    if card == NONE or not SAW[ZONE[card]]:
        return 0
    return s[card + SAW[ZONE[card]]] >> seat & 1


@routine
def rung(value: int, low: int, high: int, by: int) -> int:
    """The number of a ladder's value on a rung; none on another."""
    return value + by if low <= value <= high else NONE
