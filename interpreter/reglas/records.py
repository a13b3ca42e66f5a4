"""Records of games: written line by line as a game goes, read back, and played again.

A record is JSON lines. The first is the header: `reglas` (the version of the format), `game`, `with`, `set`,
`players`, `names`, `bots`, `seed`, `digest` of the rules, `version` of the program. Then `{"chance": [..]}` with the
outcomes drawn before the first move, one line for each move, `{"by": "A", "move": "play 2", "chance": [..]}` with the
outcomes drawn after it, `{"undo": 2}` where the last two moves were taken back (nothing was drawn after them), and at
the end `{"end": NAME, "result": .., "score": ..}`. Moves are canonical text.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from reglas.api import RecordError, load
from reglas.engine.notation import seat_letter, seat_number
from reglas.play import ChanceError, Game, MoveError, State
from reglas.reading.diagnostics import Diagnostic
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span

FORMAT = 1
MOST_BYTES = 8 << 20
"""A record larger than this is no record; a long game has some tens of kilobytes."""


class RecordFault(RecordError):
    """A record that cannot be read (E801) or is of other rules (E802); `diagnostic` tells where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Parted(RecordError):
    """A record that the rules do not lead along: the first line that parts, and the state before it."""

    def __init__(self, diagnostic: Diagnostic, state: State) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic, self.state = diagnostic, state


class NoRoom(Exception):
    """A line that could not be saved; what was saved before is whole."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        self.message = say("no room to save in `{file}`: {reason}", file=str(path),
                           reason=error.strerror or str(error))  # fmt: skip
        super().__init__(self.message.text())


# -- writing ------------------------------------------------------------------------------------------------------


class Recorder:
    """Writes a game to a file as it goes, each line at once. Raises `NoRoom`."""

    def __init__(self, path: Path, keep: int | None = None) -> None:
        """A recorder into a new file, or, with `keep`, at the end of the first `keep` bytes of one that is there.

        Raises `FileExistsError` and other `OSError`s of opening.
        """
        self.path = path
        self._tail = b"\n"
        special = path.exists() and not path.is_file()
        self._file: IO[bytes] = path.open("r+b" if keep is not None else "wb" if special else "xb", buffering=0)
        if keep is not None:
            self._file.truncate(keep)
            self._file.seek(max(0, keep - 1))
            self._tail = self._file.read(1)
        self._whole = keep or 0
        self._drawn = 0

    def begin(self, state: State, names: tuple[str, ...] = (), bots: tuple[str, ...] = ()) -> None:
        """Write the header and the outcomes of chance so far."""
        self._line(header(state, names, bots))
        self._line({"chance": self._new(state)})

    def go_on(self, state: State, record: Record) -> None:
        """Take what a record has as written, and write what it still lacks of the beginning."""
        self._drawn = len(state.drawn)
        if not record.lines:
            self._line({"chance": state.drawn})

    def move(self, state: State) -> None:
        """Write the last move of a state."""
        made = state.played[-1]
        self._line({"by": seat_letter(made.player), "move": made.text, "chance": self._new(state)})

    def undo(self, state: State, moves: int) -> None:
        """Write that the last moves were taken back; `state` is the one they were made in. Nothing was drawn since."""
        self._drawn = len(state.drawn)
        self._line({"undo": moves})

    def end(self, state: State) -> None:
        """Write how the game ended, and close the file."""
        self._line(ending(state))
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _new(self, state: State) -> list[str]:
        drawn = state.drawn
        fresh, self._drawn = drawn[self._drawn :], len(drawn)
        return fresh

    def _line(self, data: Mapping[str, Any]) -> None:
        line = (json.dumps(data, ensure_ascii=False) + "\n").encode()
        if self._tail != b"\n":  # the last line was whole but for its end
            line, self._tail = b"\n" + line, b"\n"
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._cut()
            raise NoRoom(self.path, error) from None
        self._whole += len(line)

    def _cut(self) -> None:
        """Take back a line that was written in part."""
        try:
            self._file.truncate(self._whole)
        except (OSError, ValueError):
            return


def header(state: State, names: tuple[str, ...] = (), bots: tuple[str, ...] = ()) -> dict[str, Any]:
    """The header of a game's record."""
    game = state.game
    return {
        "reglas": FORMAT,
        "game": game.findable(game.name),
        "with": [game.findable(variant) for variant in game.variants],
        "set": dict(game.requested),
        "players": game.players,
        "names": list(names),
        "bots": list(bots),
        "seed": state.seed,
        "digest": game.digest,
        "version": _version(),
    }


def ending(state: State) -> dict[str, Any]:
    """The last line of a record."""
    outcome = state.outcome()
    assert outcome is not None
    line: dict[str, Any] = {"end": outcome.end, "result": outcome.result, "score": outcome.score}
    if outcome.scores:
        line["scores"] = list(outcome.scores)
    if outcome.winners:
        line["winners"] = [seat_letter(seat) for seat in outcome.winners]
    return line


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("reglas")
    except PackageNotFoundError:
        return "0"


def games_folder() -> Path:
    """Where games are saved when no file is named: in the user's state folder."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "state"
    return root / "reglas" / "games"


def default_recorder(state: State, now: Callable[[], time.struct_time] = time.localtime) -> Recorder:
    """A recorder into a new file of the user's state folder. Raises `OSError` when it cannot be made."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{Path(state.game.name).stem}-{time.strftime('%Y%m%d-%H%M%S', now())}-{state.seed}"
    for number in range(1, 1000):
        try:
            return Recorder(folder / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"))
        except FileExistsError:
            continue
    raise FileExistsError(str(folder / stem))


# -- reading ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A move of a record, or the outcomes before the first one (`by` and `move` empty): where, and what."""

    number: int
    by: str
    move: str
    chance: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A record as it was read. `cut`: its last line was incomplete and is left out; `kept`: the
    bytes up to the last move, where a game goes on."""

    source: Source
    header: Mapping[str, Any]
    lines: tuple[Line, ...]
    end: Mapping[str, Any] | None
    end_line: int
    cut: bool
    kept: int

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names, for the first seats."""
        return tuple(str(name) for name in self.header.get("names", ()))

    @property
    def bots(self) -> tuple[str, ...]:
        """The kinds of bots on the other seats."""
        return tuple(str(bot) for bot in self.header.get("bots", ()))

    def fault(self, code: str, line: int, message: Message, help: Message | None = None) -> Diagnostic:
        """A finding in a line."""
        return Diagnostic(code, message, _span(self.source, line), help=help)


def read_record(path: Path) -> Record:
    """A record from a file. Raises `RecordFault`."""
    data = _bytes(path)
    source = _source(path, data)
    rows: list[tuple[int, dict[str, Any]]] = []
    cut, kept, at = False, 0, 0
    raw = data.split(b"\n")
    for number, text in enumerate(raw, 1):
        last = number == len(raw)
        if not text.strip():
            at += len(text) + 1
            continue
        try:
            row = json.loads(text)
        except ValueError:
            if not last or not rows:
                raise _foreign(source, number) from None
            cut = True
            break
        if not isinstance(row, dict):
            raise _foreign(source, number)
        rows.append((number, row))
        at += len(text) + (not last)
        if "end" not in row:
            kept = at
    return _record(source, rows, cut, kept)


def _record(source: Source, rows: list[tuple[int, dict[str, Any]]], cut: bool, kept: int) -> Record:
    if not rows or "reglas" not in rows[0][1]:
        raise _foreign(source, rows[0][0] if rows else 1)
    head = rows[0][1]
    if head["reglas"] != FORMAT:
        message = say("this record has the format {format}; this version reads {known}", format=head["reglas"],
                      known=FORMAT)  # fmt: skip
        raise RecordFault(Diagnostic("E801", message, _span(source, 1)))
    _check_header(source, head)
    lines: list[Line] = []
    end, end_line = None, 0
    for number, row in rows[1:]:
        if end is not None:
            message = say("something follows after the end of the game")
            raise RecordFault(Diagnostic("E801", message, _span(source, number)))
        if "end" in row:
            end, end_line = row, number
        elif "undo" in row:
            _take_back(source, number, row["undo"], lines)
        else:
            lines.append(_line(source, number, row))
    return Record(source, head, tuple(lines), end, end_line, cut, kept)


def _take_back(source: Source, number: int, count: object, lines: list[Line]) -> None:
    """Leave out the moves that were taken back."""
    if type(count) is not int or count < 1:
        raise _foreign(source, number)
    if count > sum(bool(line.move) for line in lines):
        message = say("more moves are taken back here than were made")
        raise RecordFault(Diagnostic("E801", message, _span(source, number)))
    if any(line.chance for line in lines[-count:]):
        message = say("a move is taken back here after which cards were drawn")
        raise RecordFault(Diagnostic("E801", message, _span(source, number)))
    del lines[-count:]


def _check_header(source: Source, head: Mapping[str, Any]) -> None:
    wanted = {"game": str, "with": list, "set": dict, "players": int, "seed": int, "digest": str}
    for key, sort in wanted.items():
        if not isinstance(head.get(key), sort):
            message = say("the header lacks `{key}`, or it is of the wrong sort", key=key)
            raise RecordFault(Diagnostic("E801", message, _span(source, 1)))
    for key in ("names", "bots", "with"):
        value = head.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            message = say("the header lacks `{key}`, or it is of the wrong sort", key=key)
            raise RecordFault(Diagnostic("E801", message, _span(source, 1)))


def _line(source: Source, number: int, row: Mapping[str, Any]) -> Line:
    by, move, chance = row.get("by", ""), row.get("move", ""), row.get("chance", [])
    fine = isinstance(chance, list) and all(isinstance(c, str) for c in chance)
    if not fine or not isinstance(by, str) or not isinstance(move, str) or (not move and "chance" not in row):
        raise _foreign(source, number)
    return Line(number, by, move, tuple(chance))


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise _unread(path, say("`{file}` is a folder, not a file", file=str(path)))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _unread(path, say("there is no file `{file}`", file=str(path))) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unread(path, say("`{file}` cannot be read: {reason}", file=str(path), reason=reason)) from None
    if len(data) > MOST_BYTES:
        raise _unread(path, say("`{file}` is too large for the record of a game", file=str(path)))
    return data


def _source(path: Path, data: bytes) -> Source:
    """The text of a record. A character that was cut in two at the very end is left out."""
    try:
        return Source(str(path), data.decode("utf-8"))
    except UnicodeDecodeError as error:
        if error.start > 0 and len(data) - error.start < 4 and b"\n" in data:
            return Source(str(path), data[: error.start].decode("utf-8"))
        raise _unread(path, say("`{file}` is not the record of a game", file=str(path))) from None


def _unread(path: Path, message: Message) -> RecordFault:
    return RecordFault(Diagnostic("E801", message, Span(Source(str(path), ""), 0, 0)))


def _foreign(source: Source, line: int) -> RecordFault:
    message = say("this is not a line of the record of a game")
    return RecordFault(Diagnostic("E801", message, _span(source, line)))


def _span(source: Source, line: int) -> Span:
    start = source.offset(line, 1)
    return Span(source, start, start + min(len(source.line(line)), 80))


# -- playing again ------------------------------------------------------------------------------------------------


def game_of(record: Record, anyway: bool = False) -> Game:
    """The game of a record, loaded anew. Raises what `load` raises, and `RecordFault` when the rules are others now,
    unless `anyway`."""
    head = record.header
    game = load(head["game"], head["players"], head["with"], head["set"])
    if game.digest != head["digest"] and not anyway:
        message = say("the rules of `{game}` are not those of the record ({now} now, {then} then)", game=game.name,
                      now=game.digest, then=head["digest"])  # fmt: skip
        help = say("with `--anyway` it is played as far as the rules of now allow")
        raise RecordFault(record.fault("E802", 1, message, help))
    return game


def replay(
    record: Record, game: Game | None = None, watch: Callable[[State], None] | None = None, anyway: bool = False
) -> State:
    """The state a record leads to, every move and outcome checked; `watch` is called after the deal and each move.

    Raises `Parted` at the first line that the rules do not allow, and what `game_of` raises.
    """
    game = game or game_of(record, anyway)
    lines = list(record.lines)
    deal = lines.pop(0) if lines and not lines[0].move else Line(1, "", "", ())
    bare = game.start(int(record.header["seed"]))
    try:
        state = game.start(int(record.header["seed"]), list(deal.chance))
    except ChanceError as error:
        raise Parted(record.fault("E802", deal.number, error.message), bare) from None
    if record.lines:
        _check_chance(record, deal, state, 0)
    if watch is not None:
        watch(state)
    for line in lines:
        _step(record, line, state)
        if watch is not None:
            watch(state)
    _check_end(record, state)
    return state


def _step(record: Record, line: Line, state: State) -> None:
    """One move, checked."""
    drawn = len(state.drawn)
    state.script[:] = line.chance
    try:
        if not line.move:
            raise Parted(record.fault("E801", line.number, say("this line has no move")), state)
        state.push(line.move, seat_number(line.by))
    except MoveError as error:
        message = say("`{move}` cannot be played here: {reason}", move=line.move, reason=error.message)
        raise Parted(record.fault("E802", line.number, message, error.help), state) from None
    except ChanceError as error:
        raise Parted(record.fault("E802", line.number, error.message), state) from None
    finally:
        rest = len(state.script)
        state.script.clear()
    _check_chance(record, line, state, drawn, rest)


def _check_chance(record: Record, line: Line, state: State, before: int, rest: int | None = None) -> None:
    drawn = state.drawn[before:]
    left = len(state.script) if rest is None else rest
    state.script.clear()
    if left or len(drawn) != len(line.chance):
        message = say("{wanted} outcomes are recorded here, and the rules draw {drawn}", wanted=len(line.chance),
                      drawn=len(drawn))  # fmt: skip
        raise Parted(record.fault("E802", line.number, message), state)


def _check_end(record: Record, state: State) -> None:
    if record.end is None:
        return
    now = ending(state) if state.over else {}
    for key in ("end", "score"):
        if record.end.get(key) != now.get(key):
            then, found = f"{key} {record.end.get(key)}", f"{key} {now.get(key)}" if now else say("no end")
            message = say("the record ends with {then}, and the rules lead to {now}", then=then, now=found)
            raise Parted(record.fault("E802", record.end_line, message), state)
