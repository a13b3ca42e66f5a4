"""The moves of a scenario: their texts read, and played."""

from __future__ import annotations

from reglas.engine.faults import RuleFault
from reglas.engine.notation import Outside, Unreadable, seat_letter, tokens
from reglas.language.spelling import nearest
from reglas.play import ChanceError, IllegalMove, State, UnreadableMove
from reglas.program import ir
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.tree import Scalar
from reglas.scenario_tables import Table


def read_move(table: Table, node: Scalar, diagnostics: Diagnostics) -> tuple[int, str] | None:
    """The seat and the text of `SEAT ACTION PICKS..`; None after a finding (E702)."""
    words = tokens(node.text)
    if len(words) < 2:
        message = say("a move is a seat, an action and its picks; this is `{text}`", text=node.text)
        diagnostics.report("E702", node.span, message, help=say("such as `A {action} ..`", action=_actions(table)[0]))
        return None
    seat = table.seat(Scalar(node.part(0, words[0].at + len(words[0].text)), words[0].text, "plain", words[0].text, ()),
                      diagnostics, "E702")  # fmt: skip
    if seat is None or not read_action(table, node, node.text, words[1].at, diagnostics):
        return None
    return seat, " ".join(word.text for word in words[1:])


def read_action(table: Table, node: Scalar, text: str, at: int, diagnostics: Diagnostics) -> bool:
    """Can the move that begins at a character be read? Whether it is legal is not asked."""
    words = tokens(text[at:])
    if not words:
        diagnostics.report("E702", node.span, say("nothing is written"))
        return False
    action = words[0]
    alternative = next((a for d in table.program.decisions for a in d.alternatives if a.action == action.text), None)
    if alternative is None:
        near = nearest(action.text, _actions(table))
        help = (
            say("did you mean `{near}`?", near=near)
            if near
            else say("one of {names}", names=", ".join(_actions(table)))
        )
        span = node.part(at + action.at, at + action.at + len(action.text))
        diagnostics.report("E702", span, say("there is no action `{action}`", action=action.text), help=help)
        return False
    try:
        table.game.notation.picks(list(table.program.row), alternative, words[1:], len(text) - at)
    except Outside:
        return True
    except Unreadable as error:
        span = node.part(at + error.at, len(text)) if at + error.at < len(text) else node.span
        diagnostics.report("E702", span, error.message, help=error.help)
        return False
    return True


def _actions(table: Table) -> list[str]:
    return list(dict.fromkeys(a.action for d in table.program.decisions for a in d.alternatives)) or ["?"]


def play(state: State, seat: int, text: str) -> Message | None:
    """Play a move; what went wrong, or None."""
    move = f"{seat_letter(seat)} {text}"
    if state.over:
        end = state.game.program.ends[state.row[ir.ENDED] - 1].name
        return say("`{move}` cannot be played: the game is over (`{end}`)", move=move, end=end)
    if seat not in state.to_act:
        asked = ", ".join(seat_letter(s) for s in state.to_act)
        return say("`{move}` is out of turn: {asked} is to act", move=move, asked=asked)
    try:
        state.push(text, seat)
    except IllegalMove as error:
        return say("`{move}` is refused: {why}", move=move, why=error.message)
    except UnreadableMove as error:
        return say("`{move}` cannot be read: {why}", move=move, why=error.message)
    except ChanceError as error:
        return say("after `{move}`, the script of chance fails: {why}", move=move, why=error.message)
    except RuleFault as fault:
        place = f"{fault.site.file}:{fault.site.line}"
        return say("after `{move}`, a rule fails ({code}, {place}): {why}", move=move, code=fault.code, place=place,
                   why=fault.message)  # fmt: skip
    return None
