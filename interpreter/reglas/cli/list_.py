"""`reglas list`: the shipped games, and a game's variants and options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from reglas.cli import common
from reglas.cli.common import Commands, told
from reglas.reading.messages import say

if TYPE_CHECKING:
    from reglas.reading.tree import Node
    from reglas.spec.loading import Spec


def add_parser(commands: Commands) -> None:
    """The arguments of `list`."""
    parser = commands.add_parser("list", help=told(say("games, or a game's variants and options")))
    parser.add_argument("name", nargs="?", metavar=told(say("NAME")), help=told(say("a game or variant")))
    common.add_json(parser)
    common.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """List games, or what there is of one."""
    lang = common.language(args.lang)
    if args.name is None:
        games = _games(lang)
        if args.json:
            common.put_json({"games": games})
        else:
            _put_games(games)
        return common.OK
    spec = _spec(args.name)
    found = {**_game(spec, lang), "options": options_of(spec, lang), "variants": _variants(spec, lang)}
    if args.json:
        common.put_json(found)
    else:
        _put_game(found)
    return common.OK


def _spec(name: str) -> Spec:
    from reglas.api import SpecError
    from reglas.spec.loading import Loader

    loader = Loader()
    spec = loader.load(name)
    if spec is None or not spec.ok:
        raise SpecError(loader.diagnostics.found)
    return spec


def _games(lang: str) -> list[dict[str, Any]]:
    from reglas.paths import shipped_games

    return [_game(_spec(path.stem), lang) for path in shipped_games()]


def _game(spec: Spec, lang: str) -> dict[str, Any]:
    from reglas.table.words import Words

    words = Words(spec, lang)
    return {
        "name": spec.chain[-1],
        "title": words.name,
        "about": words.about,
        "players": _text(spec.root.get("players")),
        "of": spec.chain[-2] if len(spec.chain) > 1 else None,
    }


def options_of(spec: Spec, lang: str) -> list[dict[str, str]]:
    """The options of a game: name, default, values, and what each says."""
    from reglas.reading.tree import Mapping
    from reglas.table.words import Words

    words = Words(spec, lang)
    section = spec.root.get("options")
    found = []
    for entry in section if isinstance(section, Mapping) else ():
        body = entry.value if isinstance(entry.value, Mapping) else Mapping(entry.value.span, ())
        values = _text(body.get("range")) or _text(body.get("choices")) or "true | false"
        found.append({
            "name": entry.key.text,
            "default": _text(body.get("default")),
            "values": values,
            "about": words.option(entry.key.text),
        })  # fmt: skip
    return found


def _variants(spec: Spec, lang: str) -> list[dict[str, str]]:
    """The variants that can be laid over a game: its own, and those of what it is a variant of."""
    from reglas.paths import shipped_variants
    from reglas.reading.diagnostics import Diagnostics
    from reglas.reading.files import Unreadable
    from reglas.spec.loading import read_spec

    found = []
    for game in reversed(spec.chain):
        own = [f.path.parent / "variants" for f in spec.files if f.name == game and f.path is not None]
        paths = [*shipped_variants(game), *(p for folder in own for p in sorted(folder.glob("*.yaml")))]
        for path in sorted(dict.fromkeys(p.resolve() for p in paths), key=lambda p: p.stem):
            try:
                file = read_spec(path, Diagnostics())
            except Unreadable:
                continue
            if file is not None and file.sort == "variant" and file.name != spec.chain[-1]:
                title, about = _words_of(file.root.get("words"), lang, file.name)
                found.append({"name": file.name, "of": game, "title": title, "about": about})
    return found


def _words_of(words: Node | None, lang: str, name: str) -> tuple[str, str]:
    from reglas.reading.tree import Mapping

    own = words.get(lang) if isinstance(words, Mapping) else None
    if not isinstance(own, Mapping):
        return name, ""
    return _text(own.get("name")) or name, _text(own.get("about"))


def _text(node: Node | None) -> str:
    """A node on one line, as it would be written."""
    from reglas.reading.tree import Mapping, Scalar, Sequence

    if node is None:
        return ""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return " | ".join(_text(item) for item in node)
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{e.key.text}: {_text(e.value)}" for e in node) + "}"


def _put_games(games: list[dict[str, Any]]) -> None:
    width = max((len(game["name"]) for game in games), default=0)
    seats = max((len(game["players"]) for game in games), default=0)
    for game in games:
        common.put(f"{game['name']:<{width}}  {game['players']:>{seats}}  {game['about'] or game['title']}".rstrip())
    common.put()
    common.put(told(say("`reglas list NAME` shows variants and options, `reglas play NAME` plays.")))


def _put_game(game: dict[str, Any]) -> None:
    head = say("{title}, for {players} players", title=game["title"], players=game["players"])
    if game["of"]:
        head = say("{title}, a variant of {of}, for {players} players", title=game["title"], of=game["of"],
                   players=game["players"])  # fmt: skip
    common.put(told(head))
    if game["about"]:
        common.put(game["about"])
    if game["options"]:
        common.put()
        common.put(told(say("Options, for `--set OPTION=VALUE`:")))
        _put_table([(o["name"], f"{o['default']}  ({o['values']})", o["about"]) for o in game["options"]])
    if game["variants"]:
        common.put()
        common.put(told(say("Variants, for `--with VARIANT`:")))
        rows = [(v["name"], v["title"] if v["title"] != v["name"] else "", v["about"]) for v in game["variants"]]
        _put_table(rows)


def _put_table(rows: list[tuple[str, str, str]]) -> None:
    first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
    for name, middle, last in rows:
        common.put(f"  {name:<{first}}  {middle:<{second}}  {last}".rstrip())
