"""Recognisers for mistakes of indentation, dashes and colons in block style."""

from __future__ import annotations

import re

from reglas.reading import findings
from reglas.reading.findings import without_comment
from reglas.reading.messages import Message, say
from reglas.reading.scene import KeyLine, Level, Scene

_DASHED = re.compile(r"\s*-[A-Za-z_]")
_TIGHT = re.compile(r"\s*(?:-\s+)?(?P<key>[A-Za-z_]\w*):(?P<rest>\S.*)")
_COLON = re.compile(r":(?=\s|$)")


def _in_question(scene: Scene) -> int:
    """The line that the parser could not place."""
    if scene.within("simple key") and scene.problem.start is not None:
        return scene.view.position(scene.problem.start)[0]
    return scene.line if not scene.ended else scene.before(scene.line + 1)


def _no_blank(scene: Scene) -> bool:
    """`-lose: coins` among the lines in question."""
    line = _in_question(scene)
    indent = scene.indent(line)
    while line and scene.indent(line) >= indent:
        if scene.indent(line) == indent and _DASHED.match(scene.view.line(line)):
            at = scene.begin(line)
            text = scene.view.line(line).strip().split(" #")[0]
            findings.no_blank(scene.source, at, text, scene.diagnostics)
            return True
        line = scene.before(line)
    return False


def _tight_colon(scene: Scene) -> bool:
    """`key:value` on the line in question or the one above."""
    line = _in_question(scene)
    for number in (line, scene.before(line)):
        match = _TIGHT.match(scene.view.line(number)) if number else None
        if not match or scene.indent(number) < scene.indent(line) or not _is_key(match["key"], match["rest"]):
            continue
        at = scene.view.line_starts[number - 1] + match.end("key")
        fixed = f"{match['key']}: {match['rest'].split(' #')[0].strip()}"
        findings.colon_without_blank(scene.source, at, fixed, scene.diagnostics)
        return True
    return False


def _is_key(key: str, rest: str) -> bool:
    """Whether `key:rest` was meant as a key; an address such as `http://x` was not."""
    return not rest.startswith("//")


def _second_colon(scene: Scene) -> bool:
    """`a: b: c` on one line."""
    if scene.character != ":" or "not allowed" not in scene.problem.what:
        return False
    first = _COLON.search(scene.text)
    if not first or first.start() >= scene.column:
        return False
    findings.two_colons(scene.source, scene.at, scene.diagnostics)
    return True


def _list_on_key_line(scene: Scene) -> bool:
    """`a: - b`."""
    if scene.character != "-" or "sequence entries" not in scene.problem.what:
        return False
    if not scene.text[: scene.column].strip():
        return False
    message = say("a list begins on the line below its key")
    remedy = say("move `{item}` to the next line, indented", item=without_comment(scene.text[scene.column :]))
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _stands_alone(scene: Scene) -> bool:
    """A line without a colon among keys."""
    start = scene.problem.start
    if not scene.within("simple key") or start is None:
        return False
    line = scene.view.position(start)[0]
    end = scene.end(line)
    written = scene.view.text[start:end].split(" #")[0].rstrip()
    message = say("`{written}` stands alone; a key is followed by `: ` and a value", written=_short(written))
    remedy = say("if it goes on from the line above, indent it deeper than the key there")
    scene.report("E119", start, start + len(written), message, help=remedy)
    return True


def _no_key(scene: Scene) -> bool:
    """A line that begins with a colon."""
    if not re.match(r"\s*(?:-\s+)?:(\s|$)", scene.text):
        return False
    at = scene.view.line_starts[scene.line - 1] + scene.text.index(":")
    scene.report("E119", at, at + 1, say("no key stands before this `:`"), help=say("write a key before it"))
    return True


def _alone_above(scene: Scene) -> bool:
    """A line without a colon, and a key below it at the same depth."""
    line = scene.before(scene.line)
    if not _first_on_line(scene, scene.line) or not line or scene.key_line(line):
        return False
    column = scene.levels(scene.line)[0].column
    start, end = scene.view.line_starts[line - 1] + column, scene.end(line)
    written = scene.view.text[start:end].split(" #")[0].rstrip()
    if column != scene.indent(scene.line) or not written:
        return False
    message = say("`{written}` stands alone; a key is followed by `: ` and a value", written=_short(written))
    scene.report("E119", start, start + len(written), message, help=say("write `: ` and a value after it"))
    return True


def _under_value(scene: Scene) -> bool:
    """A key under a key that already has a value."""
    line = _first_of_run(scene, _in_question(scene))
    above = scene.before(line)
    holder = scene.key_line(above) if above else None
    if holder is None or not holder.value or holder.value[0] in "|>&":
        return False
    depth = scene.indent(line) - holder.column
    if depth < 2 or _near_dash(scene, line):
        return False
    _report_under(scene, line, above, holder)
    return True


def _first_of_run(scene: Scene, line: int) -> int:
    """The first of the lines directly above that are indented alike."""
    above = scene.before(line)
    while above and scene.indent(above) == scene.indent(line):
        line, above = above, scene.before(above)
    return line


def _near_dash(scene: Scene, line: int) -> bool:
    """Whether a list item is one space off the items above it."""
    indent = scene.indent(line)
    return scene.is_item(line) and any(level.dash and abs(level.column - indent) == 1 for level in scene.levels(line))


def _report_under(scene: Scene, line: int, above: int, holder: KeyLine) -> None:
    word = scene.word(line)
    begin = scene.begin(line)
    value = _short(holder.value)
    if scene.is_item(line):
        message = say(
            "a list cannot stand under `{key}`, which already has the value `{value}`",
            key=holder.key,
            value=value,
        )
    else:
        message = say(
            "`{word}` cannot stand under `{key}`, which already has the value `{value}`",
            word=word,
            key=holder.key,
            value=value,
        )
    key = scene.view.line_starts[above - 1] + holder.column
    label = scene.label(key, scene.end(above), say("`{key}` and its value", key=holder.key))
    remedy = say("indent it like `{key}`, to column {column}", key=holder.key, column=holder.column + 1)
    scene.report("E107", begin, begin + len(word), message, label, help=remedy)


def _indentation(scene: Scene) -> bool:
    """A line indented like none of those above it."""
    line = _in_question(scene)
    if not _first_on_line(scene, line):
        return False
    if scene.indent(line) in _columns(scene, line):
        line = _first_of_run(scene, line)
        if _may_begin(scene, line):
            return False
    levels = scene.levels(line)
    indent = scene.indent(line)
    item = scene.is_item(line)
    fitting = [level for level in levels if level.dash == item] or levels
    if not fitting or any(level.column == indent for level in fitting):
        return False
    deeper = _deeper(scene, line)
    holding = [level for level in fitting if deeper is None or level.column < deeper] or fitting
    near = min(holding, key=lambda level: abs(level.column - indent))
    _report_indentation(scene, line, near)
    return True


def _deeper(scene: Scene, line: int) -> int | None:
    """How what follows is indented that belongs to a key without a value: the key must stand less deep."""
    holder = scene.key_line(line)
    if holder is None or holder.value:
        return None
    after = next((n for n in range(line + 1, len(scene.view.line_starts) + 1) if scene.has_content(n)), None)
    return scene.indent(after) if after is not None and scene.indent(after) > scene.indent(line) else None


def _may_begin(scene: Scene, line: int) -> bool:
    """Whether a line may begin something deeper: nothing is above it, or a key without a value."""
    above = scene.before(line)
    holder = scene.key_line(above) if above else None
    return not above or (holder is not None and not holder.value)


def _columns(scene: Scene, line: int) -> set[int]:
    return {level.column for level in scene.levels(line)}


def _first_on_line(scene: Scene, line: int) -> bool:
    """Whether the parser stopped at the first thing of the line, or at the colon of its first key."""
    if line != scene.line:
        return True
    before = scene.text[: scene.column]
    return not before.strip(" -") or (scene.character == ":" and not _COLON.search(before))


def _report_indentation(scene: Scene, line: int, near: Level) -> None:
    word, indent = scene.word(line), scene.indent(line)
    begin = scene.begin(line)
    message = say(
        "`{word}` is indented by {indent}; its neighbours at line {line} by {wanted}",
        word=word,
        indent=indent,
        line=near.line,
        wanted=near.column,
    )
    start = scene.view.line_starts[near.line - 1] + near.column
    label = scene.label(start, scene.end(near.line), say("indented by {wanted}", wanted=near.column))
    scene.report("E105", begin, begin + len(word), message, label, help=_spaces(indent - near.column))


def _spaces(surplus: int) -> Message:
    if surplus == 1:
        return say("remove one space")
    if surplus > 1:
        return say("remove {number} spaces", number=surplus)
    if surplus == -1:
        return say("add one space")
    return say("add {number} spaces", number=-surplus)


def _mixed(scene: Scene) -> bool:
    """A list item among keys, or a key among list items."""
    line = _in_question(scene)
    levels = [level for level in scene.levels(line) if level.column == scene.indent(line)]
    item = scene.is_item(line)
    if not levels or not _first_on_line(scene, line) or levels[0].dash == item:
        return False
    begin = scene.begin(line)
    word = scene.word(line)
    label = scene.label(scene.begin(levels[0].line), scene.end(levels[0].line), say("indented alike"))
    if item:
        message = say("a list item stands among keys")
        remedy = say("indent it under the key to which it belongs, or remove the dash")
    else:
        message = say("the key `{word}` stands among list items", word=word)
        remedy = say("begin it with `- `, or indent it under the item to which it belongs")
    scene.report("E119", begin, begin + len(word), message, label, help=remedy)
    return True


def _no_value(scene: Scene) -> bool:
    """`a: ,x` or `a: ]`: a mark where a value should begin."""
    if not scene.within("block node", "block mapping") or not scene.character or scene.character not in ",]}":
        return False
    message = say("a value cannot begin with `{mark}`", mark=scene.character)
    remedy = say("remove it, or put the value in quotes if it is a text")
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _short(text: str) -> str:
    """A text for quoting in a sentence."""
    return text if len(text) <= 40 else text[:39] + "…"


RECOGNISERS = (
    _no_value,
    _no_key,
    _list_on_key_line,
    _no_blank,
    _second_colon,
    _tight_colon,
    _under_value,
    _stands_alone,
    _alone_above,
    _indentation,
    _mixed,
)
