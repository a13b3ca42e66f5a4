"""What works on many environments in one call: text in the subset, compiled once for all programs.

The functions of a program that it calls are found when both are put together, so a program's own text is no longer for
it. An environment is a row with some cells more, from `f[CELLS]` on: its own stream of random choices, its seed, and
the choice at hand. `f` are facts about program and vector, `e` says for each end how it is paid.
"""

from __future__ import annotations

from reglas.compiled.plain import Row, Table, below, entry, routine, stream


def part(rows: Row, at: int) -> Row:
    """The row that begins at a cell. This and the seven that follow are words of LLVM's alone."""
    return rows[at:]


def block(to: Row, row: Row, count: int) -> None:
    """The first cells of a row, put into another."""


def wipe(cells: Row, first: int, count: int) -> None:
    """0 in cells of a byte each."""


def flag(cells: Row, at: int, value: int) -> None:
    """A number in a cell of a byte."""


def flagged(cells: Row, at: int) -> int:
    """What is in a cell of a byte."""
    return cells[at]


def octet(cells: Row, at: int, bits: int) -> None:
    """Eight bits in as many cells of a byte each."""


def nth(bits: int, at: int) -> int:
    """The place of a bit, of which `at` others are set below it."""
    return 0


def ones(bits: int) -> int:
    """How many bits are set."""
    return 0


def start(s: Row, c: Row, seed: int) -> None:
    """Of the program, like those that follow."""


def legal(s: Row, seat: int, m: Row) -> int:
    """Legal moves."""
    return 0


def bits(s: Row, seat: int) -> int:
    """The same as bits, if a program has few enough moves and they are told so; else 0."""
    return 0


def picked(s: Row, seat: int, m: Row, q: Row, at: int) -> int:
    """One of them."""
    return 0


def make(s: Row, c: Row, seat: int, number: int) -> None:
    """A move."""


def observe(s: Row, seat: int, o: Row) -> None:
    """What a seat may see."""


def result(s: Row, r: Row) -> None:
    """How a game ended."""


def mark(s: Row, seat: int, o: Row) -> None:
    """Marks, if they are kept."""


# -- from here on it is emitted ----------------------------------------------------------------------------------------

NONE = -1048576
COUNT, CELLS, MOVES, SEEN, PENDING, SEATS, STREAMS, WHERE, KNOWN, SIZE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""In `f`: environments, cells of a row, numbers of moves, integers of an observation, where it says who is to act,
seats, streams of chance; then the environment or game in which something went wrong, and integers of marks."""
SEED, PICK, MORE = 4, 5, 6
"""Behind a row and its stream: the seed, and a legal move taken at random."""
SHARED, EACH, WON = 0, 1, 2
"""In `e`: what is paid at an end; then times what, and whether all have won."""
DONE, FAILED, REFUSED, EMPTY = 0, 1, 2, 3
"""What comes of a call: all went well; a rule failed; a move is not legal; game after game is over before it begins."""
MOST_EMPTY = 1000
MOST_WIPED, MOST_HELD = 1024, 63
"""So many bytes are wiped; in a longer mask so many legal moves are taken back one by one."""
CHOICES = 7
"""The number of the stream from which moves are chosen."""


@routine
def asked(f: Row, s: Row) -> int:
    """The first seat that is to act."""
    seat = 0
    while seat < f[SEATS] - 1 and not s[f[PENDING] + seat]:
        seat += 1
    return seat


@routine
def fresh(f: Row, s: Row, c: Row) -> int:
    """Begin the game of an environment's seed, or of the next that somebody has to play."""
    own = f[CELLS]
    for _again in range(MOST_EMPTY):
        start(s, c, s[own + SEED])
        if s[3]:
            return FAILED
        if not s[2]:
            stream(s, own, s[own + SEED], CHOICES)
            return DONE
        s[own + SEED] += f[COUNT]
    return EMPTY


@routine
def masked(f: Row, m: Row, count: int, n: int, mask: Row, held: Row) -> None:
    """What is legal, as a byte for each number. Of many numbers few are legal: these are held, so that next time they
    alone are taken back."""
    moves, before = f[MOVES], n * (MOST_HELD + 1)
    base = n * moves
    if moves <= MOST_WIPED or held[before] > MOST_HELD:
        wipe(mask, base, moves)
    else:
        for at in range(held[before]):
            flag(mask, base + held[before + 1 + at], 0)
    for at in range(count):
        flag(mask, base + m[at], 1)
    held[before] = count
    if moves > MOST_WIPED and count <= MOST_HELD:
        for at in range(count):
            held[before + 1 + at] = m[at]


@routine
def bytes_of(legal_bits: int, moves: int, base: int, mask: Row) -> None:
    """What is legal, as bits, as a byte for each number."""
    for group in range(moves >> 3):
        octet(mask, base + group * 8, (legal_bits >> group * 8) & 255)
    for at in range(moves - (moves & 7), moves):
        flag(mask, base + at, (legal_bits >> at) & 1)


@routine
def shown(f: Row, s: Row, n: int, m: Row, acts: Row, seeds: Row, picks: Row, mask: Row, held: Row, draw: int) -> int:
    """Tell of an environment whose turn it is and what is legal; with `draw` a move is taken at random."""
    own, seat = f[CELLS], asked(f, s)
    legal_bits = bits(s, seat)
    if legal_bits:
        bytes_of(legal_bits, f[MOVES], n * f[MOVES], mask)
        if draw:
            s[own + PICK] = nth(legal_bits, below(s, own, ones(legal_bits)))
    else:
        count = legal(s, seat, m)
        if count == 0:
            return FAILED
        masked(f, m, count, n, mask, held)
        if draw:
            s[own + PICK] = m[below(s, own, count)]
    if s[3]:
        return FAILED
    acts[n], seeds[n], picks[n] = seat, s[own + SEED], s[own + PICK]
    return DONE


@routine
def paid(f: Row, e: Row, s: Row, o: Row, n: int, rewards: Row, won: Row) -> None:
    """What each seat gets at the end of a game."""
    result(s, o)
    seats, end = f[SEATS], 3 * (s[2] - 1)
    for seat in range(seats):
        best = max(o[1 + seats + seat], e[end + 2])
        value = best
        if e[end] == SHARED:
            value = o[0]
        elif e[end] == EACH:
            value = o[1 + seat]
        rewards[n * seats + seat] = value * e[end + 1] if value != NONE else 0
        flag(won, n * seats + seat, best)


@entry
def begin(f: Row, rows: Row, c: Row, m: Row, acts: Row, seeds: Row, picks: Row, mask: Row, held: Row) -> int:
    """Begin a game of each seed."""
    for n in range(f[COUNT]):
        f[WHERE] = n
        s = part(rows, n * (f[CELLS] + MORE))
        s[f[CELLS] + SEED] = seeds[n]
        wrong = fresh(f, s, c)
        if wrong == DONE:
            wrong = shown(f, s, n, m, acts, seeds, picks, mask, held, 1)
        if wrong != DONE:
            return wrong
    return DONE


@entry
def again(f: Row, rows: Row, m: Row, acts: Row, seeds: Row, picks: Row, mask: Row, held: Row) -> int:
    """Tell of all environments once more."""
    for n in range(f[COUNT]):
        shown(f, part(rows, n * (f[CELLS] + MORE)), n, m, acts, seeds, picks, mask, held, 0)
    return DONE


@entry
def step(
    f: Row, e: Row, rows: Row, c: Row, m: Row, o: Row, moves: Row, acts: Row, seeds: Row, picks: Row, mask: Row,
    held: Row, rewards: Row, won: Row, done: Row,
) -> int:  # fmt: skip
    """A move in each environment; nothing happens if one of them is not legal."""
    every, count, width, seats = f[MOVES], f[COUNT], f[CELLS] + MORE, f[SEATS]
    for n in range(count):
        f[WHERE] = n
        if moves[n] < 0 or moves[n] >= every or not flagged(mask, n * every + moves[n]):
            return REFUSED
    wipe(done, 0, count)
    wipe(won, 0, count * seats)
    for n in range(count):
        f[WHERE] = n
        s = part(rows, n * width)
        make(s, c, acts[n], moves[n])
        wrong = DONE
        if s[3]:
            return FAILED
        if s[2]:
            paid(f, e, s, o, n, rewards, won)
            flag(done, n, 1)
            s[width - MORE + SEED] += count
            wrong = fresh(f, s, c)
        else:
            for seat in range(seats):
                rewards[n * seats + seat] = 0
        if wrong == DONE:
            wrong = shown(f, s, n, m, acts, seeds, picks, mask, held, 1)
        if wrong != DONE:
            return wrong
    return DONE


@entry
def see(f: Row, rows: Row, seats: Row, seen: Row) -> int:
    """What a seat of each environment may see."""
    for n in range(f[COUNT]):
        observe(part(rows, n * (f[CELLS] + MORE)), seats[n], part(seen, n * f[SEEN]))
    return DONE


@entry
def rollout(
    f: Row, e: Row, streams: Table, c: Row, m: Row, o: Row, row: Row, s: Row, rewards: Row, won: Row, seed: int,
    games: int,
) -> int:  # fmt: skip
    """Random games from a row to their ends, each with chance of its own; how many moves they had, or -1."""
    own, moves = f[CELLS], 0
    for game in range(games):
        block(s, row, own)
        for number in range(f[STREAMS]):
            stream(s, streams[number], seed + game, number)
        stream(s, own, seed + game, CHOICES)
        while not s[2] and not s[3]:
            seat = asked(f, s)
            number = picked(s, seat, m, s, own)
            if number < 0:
                s[3] = FAILED
            if not s[3]:
                make(s, c, seat, number)
                moves += 1
        if s[3]:
            f[WHERE] = game
            return -1
        paid(f, e, s, o, game, rewards, won)
    return moves


# -- and this where marks are kept -------------------------------------------------------------------------------------


@entry
def know(f: Row, rows: Row, seats: Row, known: Row) -> int:
    """The marks of a seat of each environment."""
    for n in range(f[COUNT]):
        mark(part(rows, n * (f[CELLS] + MORE)), seats[n], part(known, n * f[KNOWN]))
    return DONE
