"""`reglas play`: a game at the table, with people, bots, or both."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common
from reglas.cli.common import Usage, told
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.cli.session import Session
    from reglas.play import Game, State
    from reglas.records import NoRoom, Record, Recorder


def add_parser(subparsers: common.Commands) -> None:
    """The command's arguments."""
    parser = subparsers.add_parser("play", help=told(say("play a game, or watch bots play it")))
    parser.add_argument("name", nargs="?", metavar=told(say("NAME")), help=told(say("a game, a variant, or a path")))
    common.add_variants(parser)
    parser.add_argument("--players", metavar="N", help=told(say("how many seats")))
    parser.add_argument("--names", metavar="A,B", help=told(say("the people, for the first seats; bots on the others")))
    bots = say("the bots: one kind, or a list with one for each seat without a person")
    parser.add_argument("--bots", metavar=told(say("KIND")), help=told(bots))
    parser.add_argument("--seed", metavar="N", help=told(say("the same seed gives the same game")))
    parser.add_argument("--watch", action="store_true", help=told(say("bots only; the whole game is told")))
    view = say("what --watch shows: a seat, `spectator`, or `observer` (everything)")
    parser.add_argument("--view", metavar=told(say("WHO")), help=told(view))
    parser.add_argument("--record", metavar=told(say("FILE")), help=told(say("where to save the game")))
    parser.add_argument("--no-record", action="store_true", help=told(say("do not save the game")))
    parser.add_argument("--resume", metavar=told(say("FILE")), help=told(say("go on with a saved game")))
    anyway = say("go on with a saved game although its rules have changed")
    parser.add_argument("--anyway", action="store_true", help=told(anyway))
    parser.add_argument("--plain", action="store_true", help=told(say("plain text only")))
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Play; the exit code."""
    lang = common.language(args.lang)
    _fit(args)
    if args.resume:
        from reglas.records import NoRoom, Parted, RecordFault

        try:
            session = _resumed(args, lang)
        except (RecordFault, Parted) as error:
            common.put_findings([error.diagnostic], lang, sys.stderr)
            return common.USAGE if error.diagnostic.code == "E801" else common.FAULTS
        except NoRoom as error:
            return _no_room(error, lang)
        return session.run()
    return _begun(args, lang)


def _fit(args: argparse.Namespace) -> None:
    """Arguments that do not go together."""
    if not args.resume and not args.name:
        raise Usage(say("name a game: `reglas play NAME`"), say("`reglas list` shows what there is"))
    fixed = ("name", "players", "names", "bots", "seed", "with_", "set_")
    given = [a for a in fixed if getattr(args, a)] if args.resume else []
    if given:
        option = given[0].rstrip("_")
        shown = "NAME" if option == "name" else f"--{option}"
        raise Usage(say("`{option}` does not go with `{other}`: the record says it", option=shown, other="--resume"))
    if args.record and args.no_record:
        raise Usage(say("`{option}` does not go with `{other}`", option="--record", other="--no-record"))
    if args.resume and args.no_record:
        raise Usage(say("`{option}` does not go with `{other}`", option="--resume", other="--no-record"))
    if args.resume and args.record:
        raise Usage(say("`{option}` does not go with `{other}`", option="--resume", other="--record"))
    if args.watch and args.names:
        raise Usage(say("`{option}` does not go with `{other}`", option="--watch", other="--names"))
    if args.view and not args.watch and not args.resume:
        raise Usage(say("`--view` is for `--watch`: people see what their seat sees"))


# -- a new game -------------------------------------------------------------------------------------------------------


def _begun(args: argparse.Namespace, lang: str) -> int:
    from reglas.records import NoRoom

    names = _names(args)
    asked = _bots(args)
    seed = _seed(args)
    game = _game(args, len(names), len(asked))
    people = len(names) if names or args.watch else 1
    bots = _fill(asked, game.players - people)
    _check_names(game, names)
    viewer = viewer_of(args.view, game)
    state = game.start(seed)
    recorder = _recorder(args, state, lang)
    try:
        if recorder is not None:
            recorder.begin(state, names, bots)
    except NoRoom as error:
        return _no_room(error, lang)
    session = _session(state, lang, names, people, bots, viewer, recorder, args.plain)
    _opening(session, bots)
    return session.run()


def _game(args: argparse.Namespace, people: int, bots: int) -> Game:
    from reglas.api import load

    name, variants, options = args.name, common.variants(args), common.options(args)
    if args.players is not None:
        return load(name, _number(args.players, "--players"), variants, options)
    game = load(name, None, variants, options)
    needed = max(people + (bots if bots > 1 else 0), game.players)
    return game if needed == game.players else load(name, needed, variants, options)


def _number(text: str, option: str) -> int:
    if not text.lstrip("-").isdigit() or not text.isascii() or len(text) > 20:
        raise Usage(say("`{option}` is a number, not `{text}`", option=option, text=text))
    return int(text)


def _seed(args: argparse.Namespace) -> int:
    if args.seed is None:
        import secrets

        return secrets.randbelow(1 << 32)
    seed = _number(args.seed, "--seed")
    if not 0 <= seed < 1 << 64:
        raise Usage(say("`--seed` is from 0 to {most}", most=(1 << 64) - 1))
    return seed


def _names(args: argparse.Namespace) -> tuple[str, ...]:
    if args.names is None:
        return ()
    names = tuple(" ".join(name.split()) for name in args.names.split(","))
    for name in names:
        if not name or not name.isprintable() or len(name) > 30:
            raise Usage(say("`--names` wants names with commas between them, such as Ana,Luis"))
    if len({name.casefold() for name in names}) < len(names):
        raise Usage(say("two people have the same name"))
    return names


def _check_names(game: Game, names: tuple[str, ...]) -> None:
    from reglas.engine.notation import seat_number

    if len(names) > game.players:
        raise Usage(say("there are {people} names for {seats} seats", people=len(names), seats=game.players))
    for seat, name in enumerate(names):
        other = seat_number(name)
        if other is not None and other != seat and other < game.players:
            raise Usage(say("`{name}` is the letter of another seat", name=name))


def _bots(args: argparse.Namespace) -> tuple[str, ...]:
    if args.bots is None:
        return ()
    from reglas.bots.seats import BOTS
    from reglas.language.spelling import nearest

    kinds = tuple(kind.strip() for kind in args.bots.split(","))
    for kind in kinds:
        if kind not in BOTS:
            near = nearest(kind, BOTS)
            help = say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(BOTS))
            raise Usage(say("there is no bot `{kind}`", kind=kind), help)
    return kinds


def _fill(asked: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The kind of each bot: one kind for all, or as many as there are seats."""
    if len(asked) > 1 and len(asked) != seats:
        raise Usage(say("there are {bots} bots for {seats} seats", bots=len(asked), seats=seats))
    if len(asked) == 1 and seats == 0:
        raise Usage(say("there is a person on every seat, so there is none for bots"))
    return asked if len(asked) > 1 else (asked[0] if asked else "random",) * seats


def viewer_of(text: str | None, game: Game) -> int:
    """The viewer that `--view` names."""
    from reglas.engine.notation import seat_letter, seat_number
    from reglas.knowledge.seen import OBSERVER, SPECTATOR

    if text is None or text == "observer":
        return OBSERVER
    if text == "spectator":
        return SPECTATOR
    seat = seat_number(text)
    if seat is None or seat >= game.players:
        letters = ", ".join(seat_letter(s) for s in range(game.players))
        raise Usage(say("`--view` cannot be `{text}`", text=text),
                    say("one of {names}", names=f"{letters}, spectator, observer"))  # fmt: skip
    return seat


def _recorder(args: argparse.Namespace, state: State, lang: str) -> Recorder | None:
    """Where the game is saved. A named file must be new; a default place that fails is only a warning."""
    from reglas.records import Recorder, default_recorder

    if args.no_record:
        return None
    if args.record:
        try:
            return Recorder(Path(args.record).expanduser())
        except FileExistsError:
            raise Usage(
                say("`{file}` is there already", file=args.record),
                say("name another file, or go on with it: `reglas play --resume {file}`", file=args.record),
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Usage(say("`{file}` cannot be written: {reason}", file=args.record, reason=reason)) from None
    try:
        return default_recorder(state)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        common.complain(say("the game is not saved: {reason}", reason=reason),
                        say("`--record FILE` saves it elsewhere"), lang)  # fmt: skip
        return None


def _no_room(error: NoRoom, lang: str) -> int:
    common.complain(error.message, lang=lang)
    return common.INTERNAL


def _session(
    state: State, lang: str, names: tuple[str, ...], people: int, bots: tuple[str, ...], viewer: int,
    recorder: Recorder | None, plain: bool,
) -> Session:  # fmt: skip
    from reglas.bots.seats import BOTS
    from reglas.cli.console import Console
    from reglas.cli.session import Session
    from reglas.table.voice import Voice

    makers = {people + i: BOTS[kind](state.seed, people + i) for i, kind in enumerate(bots)}
    voice = Voice(state.game, lang, names)
    return Session(state, voice, Console(lang, plain), list(range(people)), makers, viewer, recorder)


def _opening(session: Session, bots: tuple[str, ...]) -> None:
    """The game, who plays, and the seed of a game that is watched."""
    from reglas.cli.session import seats_text

    voice, console = session.voice, session.console
    title = [voice.words.name, *(voice.words.variant(v)[0] for v in voice.game.variants)]
    first = len(session.people)
    console.tell(" + ".join(title))
    console.say(seats_text(voice, session.people, {first + i: kind for i, kind in enumerate(bots)}))
    if not session.people:
        console.say(say("seed: {seed}", seed=session.state.seed))
    console.tell("")


# -- going on ---------------------------------------------------------------------------------------------------------


def _resumed(args: argparse.Namespace, lang: str) -> Session:
    from reglas.bots.seats import BOTS
    from reglas.records import game_of, read_record, replay

    path = Path(args.resume).expanduser()
    record = read_record(path)
    game = game_of(record, args.anyway)
    state = replay(record, game)
    if record.end is not None:
        raise Usage(say("that game is over"), say("`reglas replay {file}` tells it", file=args.resume))
    bots = tuple(kind if kind in BOTS else "random" for kind in record.bots)
    people = game.players - len(bots)
    if people < 0 or len(record.names) > people:
        raise _seats_fault(record)
    recorder = _going_on(path, record, state)
    session = _session(state, lang, record.names, people, bots, viewer_of(args.view, game), recorder, args.plain)
    if record.cut:
        common.complain(say("the last line of the record was cut short; it is left out"), lang=lang)
    _opening(session, bots)
    for viewer, teller in session.tellers.items():
        teller.skip(state.seen(viewer))
    return session


def _seats_fault(record: Record) -> Exception:
    from reglas.records import RecordFault

    return RecordFault(record.fault("E801", 1, say("names and bots do not fit the seats")))


def _going_on(path: Path, record: Record, state: State) -> Recorder:
    from reglas.records import Recorder

    try:
        recorder = Recorder(path, record.kept)
        recorder.go_on(state, record)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Usage(say("`{file}` cannot be written: {reason}", file=str(path), reason=reason)) from None
    return recorder
