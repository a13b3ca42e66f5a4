"""The moves of a scenario: their texts read, and played."""

from __future__ import annotations

from collections.abc import Sequence

from reglas.engine.faults import RuleFault
from reglas.engine.notation import DECLINE, Outside, Unreadable, seat_letter, tokens
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
    if action.text == DECLINE and len(words) == 1:
        return True
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


def pass_over(state: State, seat: int, text: str) -> None:
    """Let whoever is asked by an offer that a move does not take up decline."""
    action = text.split(" ")[0]
    while not state.over:
        number = state.game.machine.decision(state.row)
        decision = state.game.program.decisions[number] if number is not None else None
        if decision is None or decision.declined < 0:
            return
        offered = action == DECLINE or any(a.action == action for a in decision.alternatives)
        if offered and seat in state.to_act:
            return
        state.push(DECLINE, state.to_act[0])


def at_offer(state: State, texts: Sequence[str]) -> State:
    """A state, or the one that it leads to when offers are declined that have none of the actions of these moves."""
    actions = {text.split(" ")[0] for text in texts if text.strip()}
    found = state
    while actions and not found.over:
        number = found.game.machine.decision(found.row)
        decision = found.game.program.decisions[number] if number is not None else None
        if decision is None or decision.declined < 0 or actions & {DECLINE, *(a.action for a in decision.alternatives)}:
            return found
        found = found.copy() if found is state else found
        found.push(DECLINE)
    return state if found.over else found


def play(state: State, seat: int, text: str) -> Message | None:
    """Play a move, after what is offered and this move does not take up was declined; what went wrong, or None."""
    move = f"{seat_letter(seat)} {text}"
    try:
        pass_over(state, seat, text)
    except ChanceError as error:
        return _misled(move, error)
    except RuleFault as fault:
        return _failing(move, fault)
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
        return _misled(move, error)
    except RuleFault as fault:
        return _failing(move, fault)
    return None


def _misled(move: str, error: ChanceError) -> Message:
    """An outcome of chance that there is not, after a move or after what it does not take up is declined."""
    return say("after `{move}`, the script of chance fails: {why}", move=move, why=error.message)


def _failing(move: str, fault: RuleFault) -> Message:
    """A rule that fails while a move is carried out, or while what it does not take up is declined."""
    place = f"{fault.site.file}:{fault.site.line}"
    return say("after `{move}`, a rule fails ({code}, {place}): {why}", move=move, code=fault.code, place=place,
               why=fault.message)  # fmt: skip
