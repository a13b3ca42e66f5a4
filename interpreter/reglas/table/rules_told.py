"""The rules in force in short: variants and options, moves and what forbids them, how the game ends, what may be
typed."""

from __future__ import annotations

import textwrap

from reglas.program import ir
from reglas.reading.messages import Message, say
from reglas.table.compact import known
from reglas.table.phrases import Phrases
from reglas.table.voice import Voice
from reglas.table.words import filled


def title(voice: Voice) -> list[str]:
    """The game and the variants laid over it, then each option that was set, in words."""
    name = " + ".join([voice.words.name, *(voice.words.variant(v)[0] for v in voice.game.variants)])
    options = voice.game.options
    return [name, *(_option(voice, option, options[option]) for option, _ in voice.game.requested if option in options)]


def rules(voice: Voice, phrases: Phrases, width: int = 80) -> list[str]:
    """The rules in force."""
    lines = [voice.words.name]
    if voice.words.about:
        lines += _wrapped(voice.words.about, width)
    for variant in voice.game.variants:
        name, about = voice.words.variant(variant)
        lines += _wrapped(f"+ {name}: {about}" if about else f"+ {name}", width)
    for part in (_options(voice), _moves(voice, phrases), _ends(voice)):
        for text in part:
            lines += _wrapped(text, width)
    return lines


def help_lines(voice: Voice, width: int = 80) -> list[str]:
    """What may be typed besides moves."""
    lines = [voice.put(say("What you can type:"))]
    for key, what in (
        (say("a move"), say("in words, or by its number; the first word may be cut short, and Tab completes it")),
        ("?", say("the rulebook; a number or a word after it shows one part")),
        ("t", say("the table again")),
        ("m", say("your own cards, in words")),
        ("o", say("the others' cards, in words")),
        ("d", say("the cards that lie open in the middle, in words")),
        ("j", say("the moves you have")),
        ("h", say("show more, or less, of what is known of hidden cards")),
        ("l", say("all that has happened")),
        (say("why MOVE"), say("which rule forbids a move, or which one it breaks")),
        (say("undo"), say("take back the last move, unless something hidden came to light")),
        ("q", say("leave; the game is saved")),
    ):
        typed = voice.put(key) if isinstance(key, Message) else key
        lines += _wrapped(f"  {typed}: {voice.put(what)}", width)
    if any(decision.declined >= 0 for decision in voice.program.decisions):
        offers = say("Where you may act but need not, `pass`, `nothing` and `no` decline; `pass on` does so by itself "
                     "until somebody acts, you get cards or dice, or you have to choose.")  # fmt: skip
        lines += _wrapped(voice.put(offers), width)
    if not voice.attributes:
        return [*lines, *_signs(voice, width)]
    hidden = say("A hidden card is shown as ?, and signs in its place are what is known of it, such as {example}.",
                 example=_example(voice))  # fmt: skip
    return [*lines, *_wrapped(voice.put(hidden), width), *_signs(voice, width)]


# -- parts --------------------------------------------------------------------------------------------------------


def _options(voice: Voice) -> list[str]:
    lines = [f"  {_option(voice, name, value)} (`{name}`)" for name, value in voice.game.options.items()]
    return [voice.put(say("Options:")), *lines] if lines else []


def _option(voice: Voice, name: str, value: int) -> str:
    return f"{voice.words.option(name)}: {option_value(voice, name, value)}"


def option_value(voice: Voice, name: str, value: int) -> str:
    """An option's value in words."""
    model = voice.game.spec.model
    option = model.options[name] if model is not None else None
    if option is not None and option.choices is not None:
        return voice.words.value(name, option.choices[value].text).one
    if option is not None and option.range is None:
        return voice.value("flag", value)
    return str(value)


def _moves(voice: Voice, phrases: Phrases) -> list[str]:
    """Each action: how it is typed, what it is called, and what refuses it."""
    lines = [voice.put(say("Moves:"))]
    for action, alternative in phrases.alternatives.items():
        lines.append(f"  {_form(voice, action, alternative)}: {phrases.action_name(action)}")
        reasons = "; ".join(voice.words.condition(need.name) for need in alternative.needs)
        if reasons:
            lines.append("    " + voice.put(say("not when: {reasons}", reasons=reasons)))
        broken = "; ".join(voice.words.condition(honour.name) for honour in alternative.honours)
        if broken:
            lines.append("    " + voice.put(say("possible, but it breaks a rule when: {reasons}", reasons=broken)))
    return lines


def _form(voice: Voice, action: str, alternative: ir.Alternative) -> str:
    form = voice.words.action(action, "type") or " ".join(
        [action, *dict.fromkeys("{" + pick.name + "}" for pick in alternative.picks)]
    )
    wanted: dict[str, list[str]] = {}
    for pick in alternative.picks:
        wanted.setdefault(pick.name, []).append(f"<{_wanted(voice, pick.sort)}>")
    return filled(form, {name: " ".join(parts) for name, parts in wanted.items()})


def _ends(voice: Voice) -> list[str]:
    """How the game may end, and what that means."""
    results = {"won": say("won"), "lost": say("lost"), "done": say("over")}
    lines = [voice.put(say("The game ends when:"))]
    for end in voice.program.ends:
        reason = voice.words.end(end.name)
        result = results.get(end.outcome)
        lines.append(f"  {reason} ({voice.put(result)})" if result else f"  {reason}")
    return lines if len(lines) > 1 else []


def _wanted(voice: Voice, sort: str) -> str:
    words = {"card": say("place"), "player": say("player"), "number": say("number"), "flag": say("yes or no"),
             "direction": say("direction")}  # fmt: skip
    return voice.put(words[sort]) if sort in words else voice.words.term("kinds", sort).one


def _example(voice: Voice) -> str:
    """What is known of a card when only its first attribute is."""
    attribute = voice.attributes[0] if voice.attributes else None
    if attribute is None:
        return "?"
    faces = [face for face, value in enumerate(attribute.values) if value == attribute.values[0]]
    return known(voice, faces).text


def _signs(voice: Voice, width: int) -> list[str]:
    """Values that may be typed by their sign."""
    signs = []
    for kind in voice.program.kinds:
        for name in kind.names:
            term = voice.words.value(kind.name, name)
            if term.sign:
                signs.append(f"{term.sign} {term.one}")
    return _wrapped(voice.put(say("Signs: {signs}", signs=", ".join(signs))), width) if signs else []


def _wrapped(text: str, width: int) -> list[str]:
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False) or [""]
