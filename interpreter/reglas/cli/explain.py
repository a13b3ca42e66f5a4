"""`reglas explain`: why a position of a recorded game offers what it offers, as one of the players may know it."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reglas.cli import common
from reglas.cli.common import Usage, told
from reglas.reading.messages import Message, say

if TYPE_CHECKING:
    from reglas.explaining import ActionTold, ConditionTold, PickTold
    from reglas.play import Game, State
    from reglas.records import Record
    from reglas.table.voice import Voice


def add_parser(subparsers: common.Commands) -> None:
    """The command's arguments."""
    parser = subparsers.add_parser("explain", help=told(say("what a position offers, and why")))
    parser.add_argument("file", metavar=told(say("FILE")), help=told(say("the record of a game")))
    move = say("after how many moves; without it, at the last decision")
    parser.add_argument("--move", metavar="N", help=told(move))
    view = say("as whom: a seat, `spectator`, or `observer` (everything); without it, who is asked")
    parser.add_argument("--view", metavar=told(say("WHO")), help=told(view))
    parser.add_argument("--anyway", action="store_true", help=told(say("although the rules have changed")))
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Explain; 1 if the rules do not lead there, 2 if the record cannot be read."""
    from reglas.cli.play import viewer_of
    from reglas.explaining import explain
    from reglas.records import Parted, RecordFault, game_of, read_record
    from reglas.table.voice import Voice

    lang = common.language(args.lang)
    try:
        record = read_record(Path(args.file).expanduser())
        game = game_of(record, args.anyway)
        state = _position(record, game, _moves(args.move))
    except (RecordFault, Parted) as error:
        common.put_findings([error.diagnostic], lang, sys.stderr)
        return common.USAGE if error.diagnostic.code == "E801" else common.FAULTS
    asked = state.to_act
    viewer = viewer_of(args.view, game) if args.view is not None or not asked else asked[0]
    seat = viewer if viewer in asked else asked[0] if asked else 0
    actions = explain(state, seat, viewer) if asked else []
    if args.json:
        common.put_json(_json(state, viewer, seat, actions))
    else:
        _put(state, viewer, seat, actions, Voice(game, lang, record.names))
    return common.OK


class _There(Exception):
    """The position that was asked for."""


def _moves(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Usage(say("`{option}` is a number, not `{text}`", option="--move", text=text))
    return int(text)


def _position(record: Record, game: Game, moves: int | None) -> State:
    """The position after some moves; without a number, the last at which somebody was asked. Raises `Parted`."""
    from reglas.records import replay

    found: list[State] = []

    def watch(state: State) -> None:
        if moves is None and not state.over:
            found[:] = [state.copy()]
        elif moves == len(state.played):
            found.append(state)
            raise _There

    with suppress(_There):
        end = replay(record, game, watch)
        if moves is not None:
            raise Usage(say("the record has {count} moves", count=len(end.played)))
    return found[0]


# -- telling ----------------------------------------------------------------------------------------------------------


def _put(state: State, viewer: int, seat: int, actions: list[ActionTold], voice: Voice) -> None:
    from reglas.table.phrases import Phrases
    from reglas.table.sentences import ending

    made = len(state.played)
    if state.over:
        outcome = state.outcome()
        assert outcome is not None
        common.put(voice.put(say("After {count} moves the game is over.", count=made)))
        for line in ending(voice, outcome):
            common.put(line)
        return
    asked = voice.listing([voice.label(p) for p in state.to_act])
    common.put(voice.put(say("After {count} moves. Asked: {players}.", count=made, players=asked)))
    common.put(voice.put(say("What is offered to {player}, as {viewer} may know it:", player=voice.player(seat),
                             viewer=_viewer(viewer, voice))))  # fmt: skip
    phrases = Phrases(voice)
    for action in actions:
        common.put()
        name = phrases.action_name(action.action)
        common.put(action.action if name == action.action else f"{action.action} ({name})")
        for pick in action.picks:
            common.put("  " + voice.put(_pick(pick)))
        for condition in action.conditions:
            _put_condition(condition, viewer, voice)
        if action.cut:
            common.put("  " + voice.put(say("there are more choices than were looked at")))


def _viewer(viewer: int, voice: Voice) -> Message | str:
    from reglas.knowledge.seen import OBSERVER

    return (
        voice.player(viewer)
        if viewer >= 0
        else say("who sees everything")
        if viewer == OBSERVER
        else say("a spectator")
    )


def _pick(pick: PickTold) -> Message:
    if pick.least == pick.most:
        count = say("1 candidate") if pick.most == 1 else say("{count} candidates", count=pick.most)
    else:
        count = say("{least} to {most} candidates", least=pick.least, most=pick.most)
    if pick.picked > 1:
        return say(
            "pick {name}, {picked} of {sort}: {count}", name=pick.name, picked=pick.picked, sort=pick.sort, count=count
        )
    return say("pick {name} ({sort}): {count}", name=pick.name, sort=pick.sort, count=count)


def _put_condition(condition: ConditionTold, viewer: int, voice: Voice) -> None:
    value = _value(condition)
    if not condition.public and condition.value in ("true", "false") and viewer >= 0:
        value = say("{value}, for all that {player} knows", value=value, player=voice.player(viewer))
    sort = say("honour {name}: {value}", name=condition.name, value=value) if condition.honour else None
    common.put("  " + voice.put(sort or say("needs {name}: {value}", name=condition.name, value=value)))
    common.put(f"    {condition.text}  # {condition.site.file}:{condition.site.line}")
    said = voice.words.condition(condition.name)
    if said != condition.name:
        common.put("    " + voice.put(say("where it does not hold: {text}", text=said)))


def _value(condition: ConditionTold) -> Message:
    match condition.value:
        case "true":
            return say("true")
        case "false":
            return say("false")
        case "unknown":
            return say("not known")
        case "none":
            return say("there is nothing to choose")
    return say("it depends on the choice: true for {holds}, false for {fails}, not known for {unknown}",
               holds=condition.holds, fails=condition.fails, unknown=condition.unknown)  # fmt: skip


def _json(state: State, viewer: int, seat: int, actions: list[ActionTold]) -> dict[str, Any]:
    from reglas.engine.notation import seat_letter
    from reglas.knowledge.seen import OBSERVER

    named = "observer" if viewer == OBSERVER else seat_letter(viewer) if viewer >= 0 else "spectator"
    return {
        "moves": len(state.played),
        "over": state.over,
        "asked": [seat_letter(p) for p in state.to_act],
        "player": seat_letter(seat) if state.to_act else None,
        "view": named,
        "actions": [
            {
                "action": action.action,
                "cut": action.cut,
                "picks": [asdict(pick) for pick in action.picks],
                "conditions": [_condition_json(condition) for condition in action.conditions],
            }
            for action in actions
        ],
    }


def _condition_json(condition: ConditionTold) -> dict[str, Any]:
    return {
        "name": condition.name,
        "sort": "honour" if condition.honour else "needs",
        "value": condition.value,
        "choices": {"true": condition.holds, "false": condition.fails, "unknown": condition.unknown},
        "public": condition.public,
        "text": condition.text,
        "file": condition.site.file,
        "line": condition.site.line,
        "column": condition.site.column,
    }
