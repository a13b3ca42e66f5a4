"""What the YAML parser reports badly, recognised from the raw text: the finding that an author needs.

`diagnose` asks one recogniser after the other. Each looks at the place where the parser gave up and at the
lines around it, and either reports or passes on. What nobody recognises is E119 in a sentence of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from reglas.reading import characters, findings, traps_block, traps_flow
from reglas.reading.backend import Problem
from reglas.reading.characters import Patch
from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.scene import Scene
from reglas.reading.source import Source, Span
from reglas.reading.tree import Scalar

Recogniser: TypeAlias = "Callable[[Scene], bool | Patch]"

_LONGEST_LINE = 4000
_TAB_LINE = re.compile(r"^ *\t[ \t]*(?=#|$)", re.MULTILINE)
_AFTER_INVISIBLE = re.compile(
    rf"\s*(?:-\s*)*{characters.INVISIBLE_CLASS}|[^:#'\"]*{characters.INVISIBLE_CLASS}|.*?[:\-]{characters.INVISIBLE_CLASS}"
)
_END_COMMA = re.compile(r"(?<=[}\]\"'])[ \t]*(,)[ \t]*(?=#|$)", re.MULTILINE)
_FILE_BEGINS = re.compile(r"[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*(?:game:|variant:|library:|words:|- )")
_HEADER_LINE = re.compile(r"(?P<before>.*?)(?P<key>[^\s:][^:]*):\s+[|>][-+0-9]*\s*(#.*)?$")


def diagnose(
    source: Source, text: str, problem: Problem, last: Scalar | None, diagnostics: Diagnostics
) -> Patch | None:
    """Report why a text is not YAML; a patch when reading can go on with it."""
    view = source if text is source.text else Source(source.name, text)
    scene = Scene(source, view, problem, last, diagnostics)
    for recogniser in _recognisers(view.text):
        outcome = recogniser(scene)
        if isinstance(outcome, Patch):
            return outcome
        if outcome:
            return None
    return None


def _recognisers(text: str) -> tuple[Recogniser, ...]:
    """All of them, unless the text has lines that no person wrote: there they would search for ever."""
    if max(map(len, text.split("\n"))) > _LONGEST_LINE:
        return (_too_deep, _open_quote, _unknown)
    return _RECOGNISERS


def second_document(source: Source, at: int, diagnostics: Diagnostics) -> Patch | None:
    """E111 at `---`; read as if the line were not there."""
    if not source.text.startswith("---", at):
        at = max(0, min(at, len(source.text) - 1))
    message = say("`---` begins a new document; a spec is one")
    diagnostics.report("E111", Span(source, at, at + 3), message, help=say("remove the line"))
    if source.text[at : at + 3] != "---" or _FILE_BEGINS.match(source.text, at + 3):
        return None
    return Patch("E111", (at, at + 1, at + 2), sure=False)


def _invisible(scene: Scene) -> bool | Patch:
    """An invisible character in the indentation or beside the colon of the lines in question."""
    lines = [scene.before(scene.line), scene.line]
    if scene.problem.start is not None:
        lines.insert(0, scene.view.position(scene.problem.start)[0])
    for line in sorted(set(lines)):
        match = _AFTER_INVISIBLE.match(scene.view.line(line)) if line else None
        if match and line:
            at = scene.view.line_starts[line - 1] + match.end() - 1
            characters.invisible(scene.source, at, scene.diagnostics)
            return characters.patch(scene.view.text, at)
    return False


def _tab(scene: Scene) -> bool | Patch:
    """A tab in indentation; one before a comment or on a blank line is read as spaces."""
    if scene.character != "\t" and "\t" not in _leading(scene.text):
        return False
    rest = scene.view.text[scene.at : scene.end(scene.line)].strip()
    if not rest or rest.startswith("#"):
        tabs = [o for m in _TAB_LINE.finditer(scene.view.text) for o in range(m.start(), m.end())]
        if scene.at in tabs:
            return Patch("", tuple(tabs), sure=True)
    leading = _leading(scene.text)
    start = scene.view.line_starts[scene.line - 1]
    at = start + leading.index("\t") if "\t" in leading else scene.at
    message = say("a tab stands here; YAML counts indentation in spaces only")
    scene.report("E101", at, at + 1, message, help=say("write two spaces instead of this tab"))
    return True


def _choice(scene: Scene) -> bool:
    """`condition ? a : b`."""
    question = re.search(r"\s\?\s", scene.text[: scene.column + 2])
    if scene.character not in ("?", ":") or not question:
        return False
    start = scene.view.line_starts[scene.line - 1]
    findings.choice(scene.source, start + question.start() + 1, scene.diagnostics)
    return True


def _open_quote(scene: Scene) -> bool:
    """A quote that is never closed, or closed by the next one many lines later."""
    start = scene.problem.start
    if scene.within("quoted scalar") and start is not None and scene.character != "\\":
        if not _quote_ran_on(scene):
            return False
        _report_quote(scene, start, scene.at, say("the text ends here"))
        return True
    last = scene.last
    if last and last.style in ("single", "double") and "\n" in last.span.text:
        between = scene.view.text[last.span.end : scene.at]
        if not between.strip(" \t") and last.span.end <= scene.at:
            _report_quote(scene, last.span.start, last.span.end - 1, say("this quote closes it"))
            return True
    return False


def _quote_ran_on(scene: Scene) -> bool:
    """Whether the text ended, or a `---` came, within a quoted text."""
    return "end of stream" in scene.problem.what or "document" in scene.problem.what


def _report_quote(scene: Scene, start: int, end: int, why: Message) -> None:
    mark = scene.view.text[start]
    label = scene.label(end, min(end + 1, len(scene.view.text)), why)
    remedy = say("write {mark} at the end of the text too", mark=mark)
    scene.report("E110", start, start + 1, say("this quote is never closed"), label, help=remedy)


def _too_deep(scene: Scene) -> bool:
    """Brackets so deep that the parser itself gives up."""
    if "nesting depth" not in scene.problem.what:
        return False
    depth = 0
    for found in re.finditer(r"[\[{]|[\]}]", scene.view.text[: scene.at]):
        depth += 1 if found.group() in "[{" else -1
        if depth > findings.DEEPEST:
            findings.too_deep(scene.source, found.start(), scene.diagnostics)
            return True
    findings.too_deep(scene.source, scene.at, scene.diagnostics)
    return True


def _escape(scene: Scene) -> bool:
    r"""An escape that YAML does not know: `"\q"`."""
    if not scene.within("quoted scalar"):
        return False
    at = scene.at
    if scene.character != "\\" and scene.view.text[at - 1 : at] == "\\":
        at -= 1
    written = scene.view.text[at : at + 2].strip()
    message = say("`{written}` is not an escape that YAML knows", written=written)
    remedy = say("in double quotes write `\\\\` for a backslash, or use single quotes")
    scene.report("E119", at, at + len(written), message, help=remedy)
    return True


def _properties(scene: Scene) -> bool:
    """`&` or `!` without a name, or a tag that YAML cannot read."""
    if not scene.within("anchor", "alias", "tag") or scene.problem.start is None:
        return False
    start = scene.problem.start
    written = re.match(r"\S*", scene.view.text[start:])
    findings.anchor_or_tag(scene.source, start, written.group() if written else "", scene.diagnostics)
    return True


def _undefined_tag(scene: Scene) -> bool:
    """`!x!name`: a tag whose handle nobody declared."""
    if not scene.view.text.startswith("!", scene.at):
        return False
    written = re.match(r"\S*", scene.view.text[scene.at :])
    findings.anchor_or_tag(scene.source, scene.at, written.group() if written else "", scene.diagnostics)
    return True


def _directive(scene: Scene) -> bool:
    """A line that begins with `%`."""
    line = next((n for n in (scene.line, scene.before(scene.line)) if scene.view.line(n).startswith("%")), 0)
    if not line:
        return False
    start = scene.view.line_starts[line - 1]
    message = say("a line that begins with `%` is a YAML directive; a spec has none")
    scene.report("E119", start, start + 1, message, help=say("remove the line"))
    return True


def _header_text(scene: Scene) -> bool:
    """Text on the line of `>` or `|`."""
    start = scene.problem.start
    if not scene.within("block scalar") or start is None:
        return False
    mark = scene.view.text[start : start + 1]
    if scene.view.position(start)[0] != scene.line:
        return False
    message = say("text after `{mark}` must start on the next line", mark=mark)
    remedy = say("move the text to the next line, indented, or remove the `{mark}`", mark=mark)
    scene.report("E104", scene.at, scene.at + 1, message, help=remedy)
    return True


def _unindented_text(scene: Scene) -> bool:
    """The text of `|` or `>` as deep as its key."""
    start = scene.problem.start
    line = scene.view.position(start)[0] if scene.within("simple key") and start is not None else scene.line
    if scene.ended and not scene.has_content(line):
        line = scene.before(line)
    first, above = line, scene.before(line)
    while above and scene.indent(above) == scene.indent(line):
        header = _HEADER_LINE.match(scene.view.line(above))
        if header:
            span = Span(scene.source, scene.begin(first), scene.end(first))
            findings.unindented(scene.source, header["key"].strip(), span, scene.diagnostics)
            return True
        first, above = above, scene.before(above)
    return False


def _after_document(scene: Scene) -> bool:
    """Something after `...`, or after a whole document in braces."""
    if "document start" not in scene.problem.what:
        return False
    above = scene.before(scene.line)
    if scene.view.line(above).startswith("..."):
        start = scene.view.line_starts[above - 1]
        message = say("`...` ends the document; a spec is one")
        scene.report("E111", start, start + 3, message, help=say("remove the line"))
        return True
    return _nothing_may_follow(scene) is not False


def _nothing_may_follow(scene: Scene) -> bool | Patch:
    """Something after `}`, `]` or a closing quote, most often a comma."""
    before = scene.view.text[: scene.at].rstrip(" \t\n")
    last = before[-1:]
    same_line = "\n" not in scene.view.text[len(before) : scene.at]
    if last not in ("}", "]", '"', "'") or not last or scene.ended:
        return False
    if not same_line and "document start" not in scene.problem.what:
        return False
    message = say("nothing may follow `{mark}` here", mark=last)
    if scene.character == ",":
        return _end_commas(scene, message)
    remedy = say("begin a new line for it, or remove it")
    if last == "'" and len(before) == scene.at:
        remedy = say("inside single quotes an apostrophe is written twice: ''")
    elif scene.character in ("}", "]"):
        remedy = say("remove the `{mark}`", mark=scene.character)
    scene.report("E109", scene.at, scene.at + 1, message, help=remedy)
    return True


def _end_commas(scene: Scene, message: Message) -> bool | Patch:
    """A comma at the end of a line, a habit from JSON: read as if it were not there."""
    places = [match.start(1) for match in _END_COMMA.finditer(scene.view.text)]
    remedy = say("remove the comma")
    scene.report("E109", scene.at, scene.at + 1, message, help=remedy)
    if scene.at not in places:
        return True
    return Patch("E109", (scene.at,), sure=True)


def _reserved(scene: Scene) -> bool:
    """A character with which YAML lets no value begin."""
    if not scene.within("next token") or scene.ended:
        return False
    message = say("no value can begin with `{character}`", character=scene.character)
    remedy = say("put the value in quotes if it is a text")
    scene.report("E119", scene.at, scene.at + 1, message, help=remedy)
    return True


def _unknown(scene: Scene) -> bool:
    """Anything else: its right place, and a sentence of ours."""
    at = scene.at
    if scene.ended:
        at = len(scene.view.text.rstrip())
        at = max(0, at - 1)
        message = say("the text ends where YAML expects more")
    else:
        message = say("this cannot be read as YAML")
    remedy = say("compare indentation, quotes and brackets of this line with those above it")
    scene.report("E119", at, at + 1, message, help=remedy)
    return True


def _leading(line: str) -> str:
    """The blanks at the beginning of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


_RECOGNISERS: tuple[Recogniser, ...] = (
    _invisible,
    _too_deep,
    _open_quote,
    _escape,
    _tab,
    _header_text,
    _choice,
    _properties,
    _undefined_tag,
    _directive,
    _unindented_text,
    *traps_flow.RECOGNISERS,
    _after_document,
    _nothing_may_follow,
    *traps_block.RECOGNISERS,
    _reserved,
    _unknown,
)
