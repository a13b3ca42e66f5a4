"""`reglas play`: a game at the table, with people, bots, or both."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common
from reglas.cli.again import Setting
from reglas.cli.common import Usage, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.bots.seats import Maker
    from reglas.cli.console import Console
    from reglas.cli.session import Session
    from reglas.play import Game, State
    from reglas.records import NoRoom, Record, Recorder
    from reglas.table.told import Level


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
    plain = say("for screen readers: everything in words, one fact a line")
    parser.add_argument("--plain", action="store_true", help=told(plain))
    level = say("what is shown of hidden cards: what was said (`said`), that and what they are not (`all`), or counted")
    parser.add_argument("--help-level", choices=("said", "all", "counted"), help=told(level))
    aid = say("show cards that lie face down as you once saw them")
    parser.add_argument("--memory-aid", action="store_true", help=told(aid))
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Play; the exit code."""
    lang = common.language(args.lang)
    _fit(args)
    if args.resume:
        from reglas.records import NoRoom, Parted, RecordFault

        try:
            session, setting = _resumed(args, lang)
        except (RecordFault, Parted) as error:
            common.put_findings([error.diagnostic], lang, sys.stderr)
            return common.USAGE if error.diagnostic.code == "E801" else common.FAULTS
        except NoRoom as error:
            return _no_room(error, lang)
        code = session.run()
        following = _following(session, setting) if code == common.OK else None
        return code if following is None else _games(args, lang, *following)
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
    """A game, and others after it as long as people ask for them."""
    names = _names(args)
    asked = _bots(args)
    seed = _seed(args)
    game = _game(args, len(names), len(asked))
    people = len(names) if names or args.watch else 1
    _check_names(game, names)
    record = Path(args.record).expanduser() if args.record else None
    setting = Setting(args.name, game.players, tuple(common.variants(args)), common.options(args), names, people, asked,
                      seed, record)  # fmt: skip
    return _games(args, lang, setting, game)


def _games(args: argparse.Namespace, lang: str, setting: Setting, game: Game) -> int:
    while True:
        session = _started(args, lang, setting, game)
        if isinstance(session, int):
            return session
        code = session.run()
        following = _following(session, setting) if code == common.OK else None
        if following is None:
            return code
        setting, game = following


def _started(args: argparse.Namespace, lang: str, setting: Setting, game: Game) -> Session | int:
    """A session of a new game, or an exit code."""
    from reglas.records import NoRoom

    bots = _fill(setting.bots, game.players - setting.people)
    viewer = viewer_of(args.view, game)
    state = game.start(_lot() if setting.seed is None else setting.seed)
    recorder = _recorder(args, setting.record, state, lang)
    try:
        if recorder is not None:
            recorder.begin(state, setting.names, bots)
    except NoRoom as error:
        return _no_room(error, lang)
    session = _session(args, state, lang, setting, bots, viewer, recorder)
    _opening(session, bots)
    return session


def _following(session: Session, setting: Setting) -> tuple[Setting, Game] | None:
    """The game that people ask for when one is over; None when they have had enough."""
    from reglas.cli.typed import read_line

    console = session.console
    if not session.people or not session.state.over:
        return None
    console.tell("")
    how = say("Write `again` for another game, also with a change: again OPTION=VALUE, again +VARIANT.")
    console.say(how)
    question = say("Another game? (`?` tells what can be changed, Enter leaves):")
    while (line := console.ask(question, (), "again")) is not None:
        typed = read_line(line)
        if typed.command == "leave" or not line.strip():
            return None
        if typed.command == "rules" and line.strip() != "?":
            session.reader.rules(typed.rest)
        elif typed.command in ("rules", "help"):
            from reglas.cli.again import again_lines

            console.tell(*again_lines(session.voice, setting))
        elif typed.command == "again":
            following = _changed(console, setting, typed.rest)
            if following is not None:
                return following
        else:
            console.say(say("The game is over. Write `again` for another, or press Enter to leave."))
    return None


def _changed(console: Console, setting: Setting, text: str) -> tuple[Setting, Game] | None:
    """The next game; None after saying why there is none like that."""
    from reglas.api import SpecError, load
    from reglas.reading.files import Unreadable
    from reglas.spec.loading import UnknownName

    try:
        changed = setting.next(text)
        game = load(changed.name, changed.players, changed.variants, changed.options)
        _fill(changed.bots, game.players - changed.people)
        _check_names(game, changed.names)
    except SpecError as error:
        slips = [d for d in error.diagnostics if common.from_command_line([d])]
        if not slips:
            common.failure(error)
        for slip in slips:
            _not_possible(console, slip.message, slip.help)
        return None
    except (Usage, UnknownName) as error:
        _not_possible(console, error.message, error.help)
        return None
    except Unreadable as error:
        common.failure(error)
        return None
    return changed, game


def _not_possible(console: Console, message: Message, help: Message | None) -> None:
    console.say(say("Not possible: {what}.", what=message))
    if help is not None:
        console.say(help)


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


def _lot() -> int:
    import secrets

    return secrets.randbelow(1 << 32)


def _seed(args: argparse.Namespace) -> int | None:
    if args.seed is None:
        return None
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
    from reglas.language.spelling import nearest

    known = _known_bots()

    kinds = tuple(kind.strip() for kind in args.bots.split(","))
    for kind in kinds:
        if _commanded(kind):
            continue
        if kind not in known:
            near = nearest(kind, known)
            help = say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(known))
            raise Usage(say("there is no bot `{kind}`", kind=kind), help)
    return kinds


def _known_bots() -> dict[str, Maker]:
    """Makers of bots by name."""
    from reglas.bots.kinds import BOTS

    return BOTS


def _commanded(kind: str) -> bool:
    """Is this a command that starts a bot? Refuses one that there is not."""
    from reglas.bots.kinds import is_command
    from reglas.bots.outside import can_start

    if is_command(kind) and not can_start(kind):
        raise Usage(say("there is no program to start as `{command}`", command=kind))
    return is_command(kind)


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


def _recorder(args: argparse.Namespace, named: Path | None, state: State, lang: str) -> Recorder | None:
    """Where the game is saved. A named file must be new; a default place that fails is only a warning."""
    from reglas.records import Recorder, default_recorder

    if args.no_record:
        return None
    if named is not None:
        try:
            return Recorder(named)
        except FileExistsError:
            raise Usage(
                say("`{file}` is there already", file=str(named)),
                say("name another file, or go on with it: `reglas play --resume {file}`", file=str(named)),
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Usage(say("`{file}` cannot be written: {reason}", file=str(named), reason=reason)) from None
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
    args: argparse.Namespace, state: State, lang: str, setting: Setting, bots: tuple[str, ...], viewer: int,
    recorder: Recorder | None,
) -> Session:  # fmt: skip
    from reglas.bots.kinds import made
    from reglas.cli.console import Console
    from reglas.cli.session import Session
    from reglas.table.voice import Voice

    people = setting.people
    makers = {people + i: made(kind, state.seed, people + i) for i, kind in enumerate(bots)}
    voice = Voice(state.game, lang, setting.names)
    level: Level = args.help_level or "said"
    return Session(state, voice, Console(lang, args.plain), list(range(people)), makers, viewer, recorder, level,
                   args.memory_aid)  # fmt: skip


def _opening(session: Session, bots: tuple[str, ...]) -> None:
    """Who plays, the seed of a game that is watched, and, where people play, how the rules are read."""
    from reglas.cli.session import seats_text
    from reglas.table.rules_told import title

    voice, console = session.voice, session.console
    first = len(session.people)
    if not session.people:
        console.tell_long(", ".join(title(voice)))
    console.say(seats_text(voice, session.people, {first + i: kind for i, kind in enumerate(bots)}))
    if session.people:
        console.say(say("`?` shows the rules, `help` what can be typed."))
    else:
        console.say(say("seed: {seed}", seed=session.state.seed))
    console.tell("")


# -- going on ---------------------------------------------------------------------------------------------------------


def _resumed(args: argparse.Namespace, lang: str) -> tuple[Session, Setting]:
    from reglas.records import game_of, read_record, replay

    path = Path(args.resume).expanduser()
    record = read_record(path)
    game = game_of(record, args.anyway)
    state = replay(record, game)
    if record.end is not None:
        raise Usage(say("that game is over"), say("`reglas replay {file}` tells it", file=args.resume))
    # A record may come from anybody: what it names is not started.
    bots = tuple(kind if kind in _known_bots() else "random" for kind in record.bots)
    for kind in sorted(set(record.bots) - set(bots)):
        common.complain(say("the bot `{kind}` of the record is not started; a random one plays", kind=kind), lang=lang)
    people = game.players - len(bots)
    if people < 0 or len(record.names) > people:
        raise _seats_fault(record)
    recorder = _going_on(path, record, state)
    setting = _setting_of(record, people)
    session = _session(args, state, lang, setting, bots, viewer_of(args.view, game), recorder)
    if record.cut:
        common.complain(say("the last line of the record was cut short; it is left out"), lang=lang)
    _opening(session, bots)
    for viewer, teller in session.tellers.items():
        teller.skip(state.seen(viewer))
    return session, setting


def _setting_of(record: Record, people: int) -> Setting:
    """What a recorded game was played with; the games after it get seeds by lot."""
    head = record.header
    options = {str(name): value for name, value in head["set"].items()}
    return Setting(head["game"], head["players"], tuple(head["with"]), options, record.names, people, record.bots)


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
