"""`reglas replay`: tells a recorded game, and checks that the rules lead along it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reglas.cli import common
from reglas.cli.common import told
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.play import State
    from reglas.reading.diagnostics import Diagnostic
    from reglas.records import Record


def add_parser(subparsers: common.Commands) -> None:
    """The command's arguments."""
    parser = subparsers.add_parser("replay", help=told(say("tell a recorded game and check it")))
    parser.add_argument("file", metavar=told(say("FILE")), help=told(say("the record of a game")))
    parser.add_argument("--view", metavar=told(say("WHO")),
                        help=told(say("as whom: a seat, `spectator`, or `observer` (everything)")))  # fmt: skip
    parser.add_argument("--anyway", action="store_true", help=told(say("although the rules have changed")))
    parser.add_argument("--quiet", action="store_true", help=told(say("only check")))
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Replay; 0 if the rules lead along the record, 1 if they part from it, 2 if it cannot be read."""
    from reglas.cli.play import viewer_of
    from reglas.records import Parted, RecordFault, game_of, read_record, replay

    lang = common.language(args.lang)
    try:
        record = read_record(Path(args.file).expanduser())
        game = game_of(record, args.anyway)
    except RecordFault as fault:
        return _refused(fault.diagnostic, args, lang)
    viewer = viewer_of(args.view, game)
    parted: Diagnostic | None = None
    try:
        state = replay(record, game)
    except Parted as error:
        state, parted = error.state, error.diagnostic
    changed = game.digest != record.header["digest"]
    if args.json:
        _as_data(record, state, parted, changed, lang)
    else:
        if not args.quiet:
            _tell(record, state, viewer, lang)
        _close(record, state, parted, changed, lang)
    return common.FAULTS if parted else common.OK


def _refused(found: Diagnostic, args: argparse.Namespace, lang: str) -> int:
    if args.json:
        from reglas.reading.render import as_json

        common.put_json({"file": args.file, "fine": False, "finding": as_json(found, lang)})
    else:
        common.put_findings([found], lang, sys.stderr)
    return common.USAGE if found.code == "E801" else common.FAULTS


def _tell(record: Record, state: State, viewer: int, lang: str) -> None:
    from reglas.cli.console import Console
    from reglas.cli.session import named
    from reglas.table.rules_told import title
    from reglas.table.screen import Screen
    from reglas.table.sentences import Teller, ending
    from reglas.table.voice import Voice

    voice, console = Voice(state.game, lang, record.names), Console(lang)
    console.tell_long(", ".join(title(voice)))
    for line in Teller(voice, viewer).news(state.seen(viewer)):
        console.tell_long(line)
    console.tell("", *Screen(voice, console.width).draw(state.view(named(viewer))), "")
    outcome = state.outcome()
    console.tell(*(ending(voice, outcome) if outcome is not None else ()))


def _close(record: Record, state: State, parted: Diagnostic | None, changed: bool, lang: str) -> None:
    """What the check found, last."""
    if changed:
        common.complain(say("the rules of `{game}` have changed since", game=state.game.name), lang=lang)
    if record.cut:
        common.complain(say("the last line of the record was cut short; it is left out"), lang=lang)
    if parted is not None:
        common.put_findings([parted], lang, sys.stderr)
        return
    moves = len(state.played)
    one = say("1 move replayed, by the rules.")
    common.put((one if moves == 1 else say("{moves} moves replayed, all by the rules.", moves=moves)).text(lang))
    if not state.over:
        common.put(say("The game is not over.").text(lang))


def _as_data(record: Record, state: State, parted: Diagnostic | None, changed: bool, lang: str) -> None:
    from reglas.reading.render import as_json
    from reglas.records import ending

    common.put_json({
        "game": state.game.name,
        "players": state.game.players,
        "moves": len(state.played),
        "fine": parted is None,
        "cut": record.cut,
        "rules_changed": changed,
        "outcome": ending(state) if state.over else None,
        "finding": as_json(parted, lang) if parted else None,
    })  # fmt: skip
