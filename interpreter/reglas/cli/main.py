"""The command `reglas`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from reglas import __version__
from reglas.cli import common
from reglas.cli.common import Parser, Usage, told
from reglas.reading.messages import say

COMMANDS = ("list", "check", "show", "rules", "play", "replay", "test", "new", "fmt", "diff", "explain")
_MODULES = {"list": "list_"}


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code. Nothing that a user does wrong gives a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    gc.set_threshold(100_000)  # trees of rules are large and without circles; looking for those in them takes long
    common.speak_as(words)
    _any_text(sys.stdout)
    _any_text(sys.stderr)
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return common.INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return common.OK
    except RecursionError as error:
        return common.unexpected(error, common.language())
    except Exception as error:
        return common.failure(error)
    return code


def _run(words: list[str]) -> int:
    parser, commands = _parser()
    if not words:
        parser.print_help()
        return common.OK
    try:
        args, left = parser.parse_known_args(words)
    except SystemExit as stop:  # --help and --version
        return int(stop.code or 0)
    if left:
        raise _left_over(commands.get(args.command, parser), left)
    if args.command is None:
        parser.print_help()
        return common.OK
    if args.lang:
        common.speak_as(["--lang", args.lang])
    return int(_module(args.command).run(args))


def _parser() -> tuple[Parser, dict[str, Parser]]:
    parser = Parser(
        prog="reglas",
        description=told(say("Household card and dice games written as data: check, play and test rules in YAML.")),
        epilog=told(say("NAME is a shipped game or variant (`reglas list`), or the path of a file.")),
    )
    parser.add_argument("--version", action="version", version=f"reglas {__version__}",
                        help=told(say("show the version")))  # fmt: skip
    common.add_lang(parser)
    commands = parser.add_subparsers(
        dest="command", title=told(say("commands")), metavar=told(say("COMMAND")), parser_class=Parser
    )
    for name in COMMANDS:
        if find_spec(f"reglas.cli.{_MODULES.get(name, name)}") is not None:
            _module(name).add_parser(commands)
    return parser, dict(commands.choices)


def _module(command: str) -> ModuleType:
    return import_module(f"reglas.cli.{_MODULES.get(command, command)}")


def _left_over(parser: Parser, left: list[str]) -> Usage:
    """Options or arguments that the command does not take."""
    from reglas.language.spelling import nearest

    word = left[0].split("=")[0]
    known = [text[2:] for action in parser._actions for text in action.option_strings if text.startswith("--")]
    near = nearest(word[2:], known) if word.startswith("--") else None
    help = say("`{command} --help` shows what there is", command=parser.prog)
    if near:
        help = say("did you mean `{near}`?", near=f"--{near}")
    if word.startswith("-"):
        return Usage(say("`{command}` has no option `{option}`", command=parser.prog, option=word), help)
    return Usage(say("`{command}` takes no more: `{text}`", command=parser.prog, text=word), help)


def _any_text(stream: object) -> None:
    """A terminal that cannot show a character shows another in its place."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _close_quietly() -> None:
    """Nobody reads on; nothing may fail when Python closes the stream."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


if __name__ == "__main__":
    sys.exit(main())
