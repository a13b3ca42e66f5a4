"""The rules in force in short: options and variants, what may be typed, what is decided at the table."""

from __future__ import annotations

from reglas.reading.messages import say
from reglas.table.phrases import Phrases
from reglas.table.voice import Voice


def rules(voice: Voice, phrases: Phrases) -> list[str]:
    """Lines of help for somebody who plays."""
    lines = [voice.words.name]
    if voice.words.about:
        lines += _wrapped(voice.words.about)
    for variant in voice.game.variants:
        name, about = voice.words.variant(variant)
        lines += _wrapped(f"+ {name}: {about}" if about else f"+ {name}")
    lines += _options(voice)
    lines.append(voice.put(say("Moves:")))
    for action, alternative in phrases.alternatives.items():
        form = voice.words.action(action, "type") or " ".join(
            [action, *("{" + pick.name + "}" for pick in alternative.picks)]
        )
        for pick in alternative.picks:
            form = form.replace("{" + pick.name + "}", f"<{_wanted(voice, pick.sort)}>")
        lines += _wrapped(f"  {form}: {phrases.action_name(action)}")
    lines += _signs(voice)
    lines.append(voice.put(say("The first word may be cut short; the key of the spec may be typed as well.")))
    lines.append(voice.put(say("`?` this help, `t` the table again, `q` leave and save.")))
    return lines


def _options(voice: Voice) -> list[str]:
    lines = []
    for name, value in voice.game.options.items():
        lines += _wrapped(f"  {voice.words.option(name)}: {option_value(voice, name, value)}")
    return [voice.put(say("Options:")), *lines] if lines else []


def option_value(voice: Voice, name: str, value: int) -> str:
    """An option's value in words."""
    model = voice.game.spec.model
    option = model.options[name] if model is not None else None
    if option is not None and option.choices is not None:
        return voice.words.value(name, option.choices[value].text).one
    if option is not None and option.range is None:
        return voice.value("flag", value)
    return str(value)


def _wanted(voice: Voice, sort: str) -> str:
    words = {"card": say("place"), "player": say("player"), "number": say("number"), "flag": say("yes or no")}
    return voice.put(words[sort]) if sort in words else voice.words.term("kinds", sort).one


def _signs(voice: Voice) -> list[str]:
    """Values that may be typed by their sign."""
    signs = []
    for kind in voice.program.kinds:
        for name in kind.names:
            term = voice.words.value(kind.name, name)
            if term.sign:
                signs.append(f"{term.sign} {term.one}")
    return _wrapped(voice.put(say("Signs: {signs}", signs=", ".join(signs)))) if signs else []


def _wrapped(text: str) -> list[str]:
    import textwrap

    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, 80, subsequent_indent=indent, break_long_words=False) or [""]
