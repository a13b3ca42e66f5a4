"""Faults of a spec that show only while playing."""

from __future__ import annotations

from reglas.program.ir import Site
from reglas.reading.messages import Message, say


class RuleFault(Exception):
    """A rule failed while playing: a code, a sentence, and the place in the author's text."""

    def __init__(self, code: str, site: Site, message: Message) -> None:
        super().__init__(code)
        self.code, self.site, self.message = code, site, message

    def text(self, lang: str = "en") -> str:
        """Where and what, in a language."""
        where = f"{self.site.file}:{self.site.line}:{self.site.column}"
        return f"{where}: {self.code}: {self.message.text(lang)}\n    {self.site.text}"

    def __str__(self) -> str:
        return self.text()


def none_needed() -> Message:
    """A none where a value is needed."""
    return say("there is no value here, and one is needed")
