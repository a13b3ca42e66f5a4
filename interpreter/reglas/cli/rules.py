"""`reglas rules`: the rulebook of a game, made from its spec."""

from __future__ import annotations

import argparse

from reglas.cli import common
from reglas.cli.common import Commands, Usage, told
from reglas.reading.messages import say


def add_parser(commands: Commands) -> None:
    """The arguments of `rules`."""
    parser = commands.add_parser("rules", help=told(say("the rulebook of a game, made from its rules")))
    parser.add_argument("name", metavar=told(say("NAME")), help=told(say("a game or variant")))
    common.add_variants(parser)
    parser.add_argument("--players", type=int, metavar="N", help=told(say("for this number of players only")))
    parser.add_argument("--format", choices=("terminal", "markdown", "html"), default="terminal",
                        help=told(say("how it is written down")))  # fmt: skip
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Print the rulebook."""
    from reglas.api import SpecError
    from reglas.spec.loading import Loader
    from reglas.table.rulebook.forms import markdown, terminal
    from reglas.table.rulebook.html import html
    from reglas.table.rulebook.write import base_of, model_of, rulebook

    loader = Loader()
    spec = loader.load(args.name, common.variants(args), common.options(args))
    if spec is None or not spec.ok:
        raise SpecError(loader.diagnostics.found)
    low, high = model_of(spec).players
    if args.players is not None and not low <= args.players <= high:
        raise Usage(say("{game} is for {low} to {high} players", game=spec.name, low=low, high=high))
    book = rulebook(spec, common.language(args.lang), args.players, base_of(spec))
    forms = {"terminal": terminal, "markdown": markdown, "html": html}
    common.put(forms[args.format](book).rstrip("\n"))
    return common.OK
