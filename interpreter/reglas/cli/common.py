"""What all commands share: the language, reading `--with` and `--set`, printing, failures and their exit codes.

Nothing heavy is imported here: `reglas --help` reads only this, `main` and the heads of the commands.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeAlias

from reglas.reading.messages import LANGUAGES, Message, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reglas.reading.diagnostics import Diagnostic

Commands: TypeAlias = "argparse._SubParsersAction[Any]"

OK, FAULTS, USAGE, RULE_FAILED, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes: fine; the spec, a test or a replay has faults; usage; a rule failed while playing; internal, or no room
to save; Ctrl-C."""


class Usage(Exception):
    """A command that cannot be carried out as it was given: what is wrong, and what would do."""

    def __init__(self, message: Message, help: Message | None = None) -> None:
        super().__init__(message.text())
        self.message, self.help = message, help


# -- language ---------------------------------------------------------------------------------------------------------


class _Spoken:
    lang = "en"


def language(chosen: str | None = None) -> str:
    """The language spoken: the one chosen, else the one of this run."""
    return chosen or _Spoken.lang


def speak_as(argv: Sequence[str]) -> None:
    """Settle the language of this run: `--lang`, else LC_ALL, LC_MESSAGES or LANG, else English."""
    _Spoken.lang = _asked_for(argv) or _of_system()


def _asked_for(argv: Sequence[str]) -> str | None:
    for at, word in enumerate(argv):
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (argv[at + 1] if at + 1 < len(argv) else "")
            return value if value in LANGUAGES else None
    return None


def _of_system() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def told(template: Message) -> str:
    """A sentence in the language of this run."""
    return template.text(_Spoken.lang)


# -- arguments --------------------------------------------------------------------------------------------------------


def add_lang(parser: argparse.ArgumentParser) -> None:
    """`--lang`."""
    parser.add_argument("--lang", choices=LANGUAGES, help=told(say("the language of what is printed")))


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help=told(say("print JSON, for programs")))


def add_variants(parser: argparse.ArgumentParser) -> None:
    """`--with` and `--set`."""
    parser.add_argument(
        "--with", dest="with_", action="append", default=[], metavar=told(say("VARIANT")),
        help=told(say("put variants on top, in this order")),
    )  # fmt: skip
    parser.add_argument(
        "--set", dest="set_", action="append", default=[], metavar=told(say("OPTION=VALUE")),
        help=told(say("fill options of the game")),
    )  # fmt: skip


def variants(args: argparse.Namespace) -> list[str]:
    """The variants asked for; several may be joined by commas."""
    names = [name for word in args.with_ for name in word.split(",") if name]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Usage(say("the variant `{variant}` is put on top twice", variant=name))
    return names


def options(args: argparse.Namespace) -> dict[str, object]:
    """The options asked for."""
    found: dict[str, object] = {}
    for word in args.set_:
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch(r"\w+", name) or not value.strip():
            raise Usage(say("options are written OPTION=VALUE, not `{text}`", text=word))
        if name in found:
            raise Usage(say("`{option}` is set twice", option=name))
        found[name] = _plain(value.strip())
    return found


def _plain(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


# -- printing ---------------------------------------------------------------------------------------------------------


def put(text: str = "") -> None:
    """A line on standard output."""
    print(text)


def put_json(data: object) -> None:
    """Data on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def complain(message: Message, help: Message | None = None, lang: str | None = None) -> None:
    """What went wrong, on standard error."""
    spoken = language(lang)
    print(f"reglas: {message.text(spoken)}", file=sys.stderr)
    if help is not None:
        print(f"{say('help').text(spoken)}: {help.text(spoken)}", file=sys.stderr)


def colored(stream: TextIO) -> bool:
    """May colours be used?"""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and hasattr(stream, "isatty") and stream.isatty()


def put_findings(found: Iterable[Diagnostic], lang: str, stream: TextIO | None = None) -> None:
    """Findings as people read them, a blank line after each."""
    from reglas.reading.render import render

    out = stream or sys.stdout
    for diagnostic in found:
        print(render(diagnostic, lang, colored(out)), file=out)
        print(file=out)


def from_command_line(found: Iterable[Diagnostic]) -> bool:
    """Is one of these about what stands after `--set`?"""
    return any(d.severity == "error" and d.span.source.name == "--set" for d in found)


def put_set_findings(found: Iterable[Diagnostic], lang: str) -> int:
    """What is wrong with `--set`, on standard error."""
    for diagnostic in found:
        if diagnostic.severity == "error" and diagnostic.span.source.name == "--set":
            complain(diagnostic.message, diagnostic.help, lang)
    return USAGE


# -- failures ---------------------------------------------------------------------------------------------------------


def failure(error: Exception, lang: str | None = None) -> int:
    """Say what went wrong, and the exit code for it. Called with whatever a command let through."""
    from reglas.api import RecordError, SpecError
    from reglas.engine.faults import RuleFault
    from reglas.play import ChanceError, MoveError
    from reglas.reading.files import NotText, Unreadable
    from reglas.spec.loading import UnknownName

    spoken = language(lang)
    if isinstance(error, Usage | UnknownName):
        complain(error.message, error.help, spoken)
        return USAGE
    if isinstance(error, NotText):
        put_findings(error.diagnostics.found, spoken, sys.stderr)
        return USAGE
    if isinstance(error, Unreadable):
        complain(error.message, lang=spoken)
        return USAGE
    if isinstance(error, SpecError):
        if from_command_line(error.diagnostics):
            return put_set_findings(error.diagnostics, spoken)
        put_findings((d for d in error.diagnostics if d.severity == "error"), spoken, sys.stderr)
        return FAULTS
    if isinstance(error, RecordError | ChanceError):
        complain(error.message, lang=spoken)
        return FAULTS
    if isinstance(error, MoveError):
        complain(say("`{move}`: {why}", move=error.text, why=error.message), error.help, spoken)
        return FAULTS
    if isinstance(error, RuleFault):
        complain(say("a rule fails: {what}", what=error.text(spoken)), lang=spoken)
        return RULE_FAILED
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        where = f"{error.filename}: " if error.filename else ""
        complain(say("the system refuses: {reason}", reason=where + reason), lang=spoken)
        return INTERNAL
    return unexpected(error, spoken)


def unexpected(error: BaseException, lang: str) -> int:
    """A fault of the program itself: one line that says what to report."""
    if os.environ.get("REGLAS_DEBUG"):
        import traceback

        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}".split("\n")[0][:200]
    complain(
        say("this is a fault of the program, not of yours: {what}", what=what),
        say("report it with the command and the files; REGLAS_DEBUG=1 shows where it happened"),
        lang,
    )
    return INTERNAL


# -- argparse, in the language of this run ----------------------------------------------------------------------------

_SAID = (
    (r"the following arguments are required: (?P<text>.*)", say("this is missing: {text}")),
    (r"argument (?P<option>.*?): expected one argument", say("`{option}` needs a value")),
    (r"argument (?P<option>.*?): expected at least one argument", say("`{option}` needs a value")),
    (r"argument (?P<option>.*?): ignored explicit argument '?(?P<text>.*?)'?", say("`{option}` takes no value")),
    (r"argument (?P<option>.*?): invalid int value: '(?P<text>.*)'", say("`{option}` is a number, not `{text}`")),
    (
        r"argument (?P<option>.*?): not allowed with argument (?P<other>.*)",
        say("`{option}` does not go with `{other}`"),
    ),
)
_CHOICE = re.compile(r"argument (?P<option>.*?): invalid choice: '?(?P<text>.*?)'? \(choose from (?P<all>.*)\)")


class Parser(argparse.ArgumentParser):
    """A parser that speaks the language of this run and raises `Usage`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", _Formatter)
        super().__init__(*args, **{**kwargs, "add_help": False})
        self._positionals.title = told(say("arguments"))
        self._optionals.title = told(say("options"))
        self.add_argument("-h", "--help", action="help", help=told(say("show this help")))

    def error(self, message: str) -> NoReturn:
        """A mistake in the arguments."""
        help = say("`{command} --help` shows what there is", command=self.prog)
        choice = _CHOICE.fullmatch(message)
        if choice:
            self._wrong_choice(choice["option"], choice["text"], choice["all"].replace("'", "").split(", "))
        for pattern, said in _SAID:
            found = re.fullmatch(pattern, message)
            if found:
                raise Usage(Message(said.template, tuple(found.groupdict().items())), help)
        raise Usage(say("{text}", text=message), help)

    def _wrong_choice(self, option: str, text: str, choices: list[str]) -> NoReturn:
        from reglas.language.spelling import nearest

        near = nearest(text, choices)
        help = say("did you mean `{near}`?", near=near) if near else say("one of {names}", names=", ".join(choices))
        if option.startswith("-"):
            raise Usage(say("`{option}` cannot be `{text}`", option=option, text=text), help)
        raise Usage(say("there is no command `{text}`", text=text), help)


class _Formatter(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The line `usage: ..`."""
        said = told(say("usage")) + ": " if prefix is None else prefix
        super().add_usage(usage, actions, groups, said)
