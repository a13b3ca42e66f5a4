"""The text of a house rule to begin with. Lines after `# ` are rules that wait to be brought to life; `## ` is talk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reglas.reading.messages import Message, say
from reglas.reading.tree import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from reglas.play import Game

WIDTH = 120
MEASURES = 3


def rule_text(game: Game, name: str, of: str, lang: str, schema: str) -> str:
    """A house rule that changes nothing yet."""
    from reglas.table.words import Words

    title = Words(game.spec, lang).name
    lines = [f"# yaml-language-server: $schema={schema}",
             *_talk(lang, say("A house rule for {game}. Every line after `# ` is written as the game has it: "
                              "take the `# ` off and change what follows.", game=title)),
             f"variant: {name}", f"of: {of}", ""]  # fmt: skip
    lines += [*_options(game, lang), ""]
    lines += [*_change(game, of, lang), ""]
    lines += _words(game, name, lang)
    return "\n".join(lines) + "\n"


def scenario_text(game: Game, name: str, lang: str, schema: str) -> str:
    """A first scenario, which holds: how the game begins."""
    from reglas.engine.notation import seat_letter

    state = game.start(seed=1)
    asked = ", ".join(seat_letter(seat) for seat in state.to_act)
    claims = [f"asked: [{asked}]", *list(_measures(game))[:MEASURES]]
    head = [f"  of: {name}", f"  players: {game.players}", "  seed: 1"]
    title = say("{name}: how it begins", name=name).text(lang)
    lines = [f"# yaml-language-server: $schema={schema}",
             *_talk(lang, say("What shows that the rule does what it should. A scenario says who plays, what is done, "
                              "and what holds then; `reglas test` plays it.")),
             f'- scenario: "{title}"', *head,
             "  then:", *(f"    {claim}" for claim in claims), ""]  # fmt: skip
    move = str(state.legal_moves[0]) if len(state.legal_moves) else ""
    if move:
        lines += _second(lang, head, f"{seat_letter(state.legal_moves[0].player)} {move}")
    return "\n".join(lines) + "\n"


def _second(lang: str, head: list[str], move: str) -> list[str]:
    """Another scenario, as a sketch."""
    text = say("after the first move").text(lang)
    talk = say("Another one to fill in. `given` may lay out cards instead of a seed; `offered`, `refused`, `knows` and "
               "`outcome` may be asked too.")  # fmt: skip
    body = [f'- scenario: "{text}"', *head, f"  moves: [{_plain(move)}]"]
    return [*_talk(lang, talk), *(f"# {line}" for line in body)]


def _plain(move: str) -> str:
    return f'"{move}"' if any(character in move for character in ",[]{}:#") else move


def _measures(game: Game) -> Iterator[str]:
    """Options that are plain numbers, as something a first scenario may hold to."""
    options = game.spec.root.get("options")
    for entry in options if isinstance(options, Mapping) else ():
        default = entry.value.get("default") if isinstance(entry.value, Mapping) else None
        if isinstance(default, Scalar) and type(default.value) is int and entry.key.text in game.options:
            yield f"{entry.key.text}: {game.options[entry.key.text]}"


# -- options ----------------------------------------------------------------------------------------------------------


def _options(game: Game, lang: str) -> list[str]:
    from reglas.cli.list_ import options_of

    rows = options_of(game.spec, lang)
    if not rows:
        return _talk(lang, say("The game has no options to set."))
    lines = _talk(lang, say("The options of the game: the value each has, the values it may have, and what it says."))
    lines.append("# set:")
    firsts = [f"#   {row['name']}: {row['default']}" for row in rows]
    column = min(40, max(map(len, firsts)))
    for first, row in zip(firsts, rows, strict=True):
        about = f": {row['about']}" if row["about"] != row["name"] else ""
        lines.append(f"{first:<{column}}  # {row['values']}{about}")
    return lines


# -- what may be changed ----------------------------------------------------------------------------------------------


def _change(game: Game, of: str, lang: str) -> list[str]:
    """A patch that would leave everything as it is."""
    from reglas.spec.printing import lines as printed

    talk = say("Everything else is a patch of the game. A name given anew is put in its place, `null` takes it away; "
               "`reglas show {of}` prints the whole.", of=of)  # fmt: skip
    lines = [*_talk(lang, talk), "# change:"]
    root = game.spec.root
    for section, names, say_of in _sections(root):
        if say_of is not None:
            lines += [f"#   ## {text}" for text in _wrapped(say_of.text(lang), WIDTH - 8)]
        part = root.get(section)
        assert part is not None
        kept = Mapping(part.span, tuple(e for e in part if e.key.text in names)) if isinstance(part, Mapping) else part
        tree = Mapping(root.span, (Entry(root.by_key[section].key, kept),))
        lines += [f"#   {text}" for text, _ in printed(tree)]
    lines += [f"## {text}" for text in _wrapped(_steps(root, lang), WIDTH - 3)]
    return lines


def _sections(root: Mapping) -> Iterator[tuple[str, list[str], Message | None]]:
    """The sections that are easily changed, the names in them, and what may be done."""
    if "players" in root:
        yield "players", [], None
    kinds = root.get("kinds")
    if isinstance(kinds, Mapping):
        named = [e.key.text for e in kinds if isinstance(e.value, Sequence)]
        if named:
            text = say(
                "Add a value with `{name}: {{add: [NEW]}}`, take one off with `{name}: {{remove: [OLD]}}`.",
                name=named[0],
            )
            yield "kinds", named, text
    define = root.get("define")
    if isinstance(define, Mapping) and len(define):
        yield "define", [e.key.text for e in define], say("Expressions that the rules are made of.")
    ends = root.get("end")
    if isinstance(ends, Mapping):
        yield "end", [e.key.text for e in ends], say("How it ends.")


def _steps(root: Mapping, lang: str) -> str:
    """The names of actions, routines and steps, which may be changed too."""
    parts = [say("Actions: {names}.", names=_names(root.get("actions"))).text(lang)]
    if isinstance(root.get("routines"), Mapping):
        parts.append(say("Routines: {names}.", names=_names(root.get("routines"))).text(lang))
    parts.append(say("A step is found by its `id`, else by its verb: `flow: {{turns: {{most: 99}}}}`.").text(lang))
    return " ".join(parts)


def _names(node: Node | None) -> str:
    return ", ".join(f"`{e.key.text}`" for e in node) if isinstance(node, Mapping) else ""


# -- words ------------------------------------------------------------------------------------------------------------


def _words(game: Game, name: str, lang: str) -> list[str]:
    """What the rule is called and what it changes, in each language that the game speaks."""
    lines = _talk(lang, say("What the rule is called at the table, and what it changes."))
    lines.append("words:")
    for spoken in list(game.spec.words) or [lang]:
        about = say("A house rule.").text(spoken)
        lines.append(f'  {spoken}: {{name: "{name}", about: "{about}"}}')
    return lines


def _talk(lang: str, message: Message) -> list[str]:
    return [f"## {line}" for line in _wrapped(message.text(lang), WIDTH - 3)]


def _wrapped(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
