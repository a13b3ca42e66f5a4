"""Sentences of the program itself, in English in the code and in other languages in catalogues.

A message is a template with named parts and the values for them. The English template is the key under which a
catalogue (`catalogue.es.yaml` beside this file) holds its translation; a template that a catalogue lacks is shown
in English. A test holds that every template in the code has its translation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "es")


@dataclass(frozen=True)
class Message:
    """A sentence to be shown: a template and the values of its named parts."""

    template: str
    args: tuple[tuple[str, object], ...] = ()

    def text(self, lang: str = "en") -> str:
        """The sentence in a language; parts that are messages themselves are put in the same language."""
        template = catalogue(lang).get(self.template, self.template)
        if not self.args:
            return template.replace("{{", "{").replace("}}", "}")
        values = {key: value.text(lang) if isinstance(value, Message) else value for key, value in self.args}
        return template.format(**values)

    def __str__(self) -> str:
        return self.text()


def say(template: str, **args: object) -> Message:
    """A message from a template and its named parts."""
    return Message(template, tuple(args.items()))


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Translations for a language, by English template; empty for English."""
    path = Path(__file__).with_name(f"catalogue.{lang}.yaml")
    if not path.exists():
        return {}
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    return dict(loaded or {})
