"""Recognisers for mistakes inside braces and brackets."""

from __future__ import annotations

import re

from reglas.reading import findings
from reglas.reading.messages import say
from reglas.reading.scene import Scene

_CLOSER = {"{": "}", "[": "]"}


def _in_flow(scene: Scene) -> bool:
    return scene.within("flow mapping", "flow sequence") and scene.problem.start is not None


def _comment_swallows(scene: Scene) -> bool:
    """`{card: card #1 of the deck}`: a comment that takes the closing brace away."""
    start = scene.problem.start
    if not _in_flow(scene) or start is None:
        return False
    opener = scene.view.text[start : start + 1]
    for line in range(scene.view.position(start)[0], scene.line + 1):
        text = scene.view.line(line)
        column = _comment(text)
        if column is None or not re.search(r"[}\]]", text[column:]):
            continue
        at = scene.view.line_starts[line - 1] + column
        if not start < at < scene.at:
            continue
        message = say("everything from `#` on is a comment; the `{opener}` is then never closed", opener=opener)
        label = scene.label(start, start + 1, say("the `{opener}`", opener=opener))
        scene.report("E115", at, at + 1, message, label, help=say("put the text in quotes"))
        return True
    return False


def _comment(line: str) -> int | None:
    """Where the comment of a line begins, from 0; quotes are taken to open and close on the line."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"" and line[index - 1 : index] in ("", " ", "[", "{", ","):
            quote = character
        elif character == "#" and line[index - 1 : index] in ("", " ", "\t"):
            return index
    return None


def _comment_between(scene: Scene) -> bool:
    """A text that a comment cuts in two."""
    last = scene.last
    if not _in_flow(scene) or last is None or not scene.view.text.startswith(" #", last.span.end):
        return False
    if scene.ended or scene.view.position(last.span.end)[0] != scene.before(scene.line):
        return False
    if scene.character in ",:]}":
        return False
    at = last.span.end + 1
    message = say("everything from `#` on is a comment, and the text cannot go on after it")
    scene.report("E119", at, at + 1, message, help=say("put the text in quotes"))
    return True


def _never_closed(scene: Scene) -> bool:
    """A bracket or brace that is never closed, or closed by the other kind."""
    start = scene.problem.start
    if not _in_flow(scene) or start is None:
        return False
    opener = scene.view.text[start : start + 1]
    closer = _CLOSER.get(opener)
    if closer is None or not (scene.ended or _looks_outside(scene, start) or scene.character in ("}", "]")):
        return False
    if scene.character in ("}", "]"):
        label = scene.label(scene.at, scene.at + 1, say("`{closer}` is wanted before this", closer=closer))
    elif scene.ended:
        end = len(scene.view.text)
        label = scene.label(end, end, say("the text ends here"))
    else:
        label = scene.label(scene.begin(scene.line), scene.at, say("this line seems to stand outside it"))
    remedy = say("write the `{closer}`", closer=closer)
    scene.report("E115", start, start + 1, say("this `{opener}` is never closed", opener=opener), label, help=remedy)
    return True


def _looks_outside(scene: Scene, start: int) -> bool:
    """Whether the parser stopped on a later line that looks like block style."""
    opened = scene.view.position(start)[0]
    if scene.line <= opened:
        return False
    if scene.indent(scene.line) <= scene.indent(opened):
        return True
    return scene.key_line(scene.line) is not None or scene.is_item(scene.line)


def _second_colon(scene: Scene) -> bool:
    """`{t: note: that}`."""
    if not _in_flow(scene) or scene.character != ":":
        return False
    findings.two_colons(scene.source, scene.at, scene.diagnostics)
    return True


def _index(scene: Scene) -> bool:
    """`{a: f[1]}`: brackets in an expression."""
    before = scene.view.text[scene.at - 1 : scene.at]
    if not _in_flow(scene) or scene.character != "[" or not re.match(r"[\w)]", before):
        return False
    message = say("an expression has no square brackets")
    remedy = say("zones and tables are applied like functions: `hand(me)`")
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _no_comma(scene: Scene) -> bool:
    """Two entries without a comma, or something after a quoted text."""
    if not _in_flow(scene) or scene.ended or not scene.character or scene.character in ",:?":
        return False
    before = scene.view.text[: scene.at].rstrip()
    if before[-1:] == "'" and len(before) == scene.at:
        message = say("nothing may follow `{mark}` here", mark="'")
        remedy = say("inside single quotes an apostrophe is written twice: ''")
        scene.report("E109", scene.at, scene.at + 1, message, help=remedy)
        return True
    word = re.match(r"[\w()]+|.", scene.view.text[scene.at :])
    written = word.group() if word else scene.character
    message = say("a comma is missing before `{written}`", written=written)
    scene.report("E119", scene.at, scene.at + len(written), message, help=say("write `, ` between the two"))
    return True


def _glued_colon(scene: Scene) -> bool:
    """`{a:}` or `{a:[b]}`: a colon with neither a blank nor a value after it."""
    after = scene.view.text[scene.at + 1 : scene.at + 2]
    if scene.character != ":" or not after or after not in ",?[]{}":
        return False
    message = say("between this `:` and `{mark}` a space is missing, or a value", mark=after)
    remedy = say("write a space after the `:`")
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _empty_place(scene: Scene) -> bool:
    """`[a, , b]` or `{: 2}`."""
    if not scene.within("flow node") or scene.ended:
        return False
    character = scene.character
    message = say("something is missing before this `{character}`", character=character)
    remedy = say("remove the `{character}`, or write what belongs before it", character=character)
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _empty_end(scene: Scene) -> bool:
    """A bracket opened at the very end of the text."""
    before = scene.view.text[: scene.at].rstrip()
    if not scene.within("flow node") or not scene.ended or before[-1:] not in ("{", "[", ",", ":"):
        return False
    at = max(before.rfind("{"), before.rfind("["))
    if at < 0:
        return False
    opener = before[at]
    message = say("this `{opener}` is never closed", opener=opener)
    remedy = say("write the `{closer}`", closer=_CLOSER[opener])
    label = scene.label(len(scene.view.text), len(scene.view.text), say("the text ends here"))
    scene.report("E115", at, at + 1, message, label, help=remedy)
    return True


RECOGNISERS = (
    _comment_swallows,
    _comment_between,
    _never_closed,
    _second_colon,
    _index,
    _glued_colon,
    _no_comma,
    _empty_end,
    _empty_place,
)
