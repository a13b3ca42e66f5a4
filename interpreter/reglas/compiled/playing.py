"""What all emitted text ends with: beginning games, and playing them at random to their end."""

from __future__ import annotations

from reglas.compiled.plain import Row, copied, entry, routine, stream, table

ROW = table(())
STREAMS = table(())
PENDING = 0
SEATS = 0
TOGETHER = False
"""Is there a decision at which several choose at once? Else a move is of whoever is asked."""
FAILED = 1


def run(s: Row, c: Row) -> None:
    """Emitted by `flow`."""


def picked(s: Row, seat: int, m: Row, q: Row, at: int) -> int:
    """Emitted by `picking`."""
    return 0


def make(s: Row, c: Row, seat: int, number: int) -> None:
    """Emitted by `moves`."""


# -- from here on it is emitted ----------------------------------------------------------------------------------------


@routine
def begun(s: Row, seed: int) -> None:
    """Put the row at its start."""
    copied(s, ROW)
    for number in range(len(STREAMS)):
        stream(s, STREAMS[number], seed, number)


@entry
def start(s: Row, c: Row, seed: int) -> None:
    """Begin a game, up to where the flow rests first."""
    begun(s, seed)
    run(s, c)


@entry
def go(s: Row, c: Row) -> None:
    """Go on from the point in the row's head."""
    run(s, c)


@entry
def playouts(s: Row, c: Row, m: Row, r: Row, seed: int, games: int) -> int:
    """Play whole games, each legal move as likely, by the players' own stream `r`; how many moves there were. It stops
    at a rule that fails (then `s[3]` is set)."""
    stream(r, 0, seed, 7)
    moves = 0
    for game in range(games):
        begun(s, seed + game)
        run(s, c)
        while not s[2] and not s[3]:
            seat = 0
            while TOGETHER and not s[PENDING + seat]:
                seat += 1
            number = picked(s, seat, m, r, 0)
            if number < 0:
                s[3] = FAILED
                break
            make(s, c, seat, number)
            moves += 1
        if s[3]:
            break
    return moves
