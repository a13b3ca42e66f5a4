"""The words of a game in one language: terms for its things, and templates for its sentences.

What the words leave out is shown by its key, so a spec without words can be played all the same.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingLike

from reglas.reading.messages import Message, say
from reglas.reading.tree import Mapping, Node, Scalar
from reglas.spec.loading import Spec
from reglas.table.grammar import Term, grammar
from reglas.table.word_check import check_inline_words, check_words

__all__ = ["Term", "Words", "check_inline_words", "check_words", "filled"]

DIRECTIONS: dict[str, Message] = {"forward": say("forward"), "backward": say("backward")}
"""What the directions are called unless the words of a game say otherwise."""


class Words:
    """The words of a spec in a language."""

    def __init__(self, spec: Spec, lang: str) -> None:
        self.spec, self.lang, self.grammar = spec, lang, grammar(lang)
        self.tree: Mapping | None = spec.words.get(lang) or spec.words.get(lang.split("-")[0])

    # -- looking up ------------------------------------------------------------------------------------------------

    def find(self, *path: str) -> Node | None:
        """What stands under a path of keys, or None."""
        node: Node | None = self.tree
        for key in path:
            node = node.get(key) if isinstance(node, Mapping) else None
        return node

    def text(self, *path: str) -> str | None:
        """The text under a path of keys, or None."""
        node = self.find(*path)
        return " ".join(node.text.split()) if isinstance(node, Scalar) else None

    def term(self, section: str, key: str) -> Term:
        """The word for a thing of a section; its key where there is none. Dice lie in zones of their own name."""
        node = self.find(section, key)
        if node is None and section == "zones":
            node = self.find("dice", key)
        return self._term(node, key)

    @staticmethod
    def _term(node: Node | None, key: str) -> Term:
        if isinstance(node, Scalar):
            return Term(node.text, node.text)
        if not isinstance(node, Mapping):
            return Term(key, key)
        forms = {e.key.text: e.value.text for e in node if isinstance(e.value, Scalar)}
        one = forms.get("one", key)
        gender, sign, color = (forms.get(form, "") for form in ("gender", "sign", "color"))
        return Term(one, forms.get("many", one), gender, sign, color, forms.get("quiet", "") == "true")

    def has(self, section: str, key: str) -> bool:
        """Is there a word for a thing of a section? A game without any words shows its keys instead."""
        return self.tree is None or self.find(section, key) is not None

    def value(self, kind: str, key: str) -> Term:
        """The word for a value of a kind: `KIND.VALUE` first, then `VALUE`. A value of a ladder, `RUNG-NUMBER`, has one
        of its own under `RUNG.NUMBER`, else that of its rung and the number."""
        rung, _, number = key.rpartition("-")
        for name in (f"{kind}.{key}", key, f"{rung}.{number}"):
            node = self.find("values", name)
            if node is not None:
                return self._term(node, key)
        if kind == "direction" and key in DIRECTIONS:
            text = DIRECTIONS[key].text(self.lang)
            return Term(text, text)
        if rung:
            term = self._term(self.find("values", rung), rung)
            return Term(f"{term.one} {number}", f"{term.many} {number}", term.gender)
        return Term(key, key)

    def count(self, token: str, number: int) -> str:
        """A number of tokens: `1 coin`, `3 coins`."""
        term = self.term("tokens", token)
        return f"{number} {term.one if number == 1 else term.many}"

    # -- sections --------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.text("name") or self.spec.name

    @property
    def about(self) -> str:
        """What the game is, or an empty text."""
        return self.text("about") or ""

    def variant(self, name: str) -> tuple[str, str]:
        """The name of a variant laid over the game, and what it changes (perhaps empty)."""
        for file in self.spec.files:
            words = file.root.get("words")
            own = words.get(self.lang) if isinstance(words, Mapping) else None
            if file.name == name and isinstance(own, Mapping):
                texts = {e.key.text: " ".join(e.value.text.split()) for e in own if isinstance(e.value, Scalar)}
                return texts.get("name", name), texts.get("about", "")
        return name, ""

    def action(self, action: str, form: str) -> str | None:
        """The `name`, `type`, `log` or `about` of an action, or None."""
        return self.text("actions", action, form)

    @property
    def manners(self) -> list[str]:
        """What is to be said of behaviour at the table."""
        section = self.find("manners")
        entries = section if isinstance(section, Mapping) else ()
        return [" ".join(entry.value.text.split()) for entry in entries if isinstance(entry.value, Scalar)]

    def card(self, sort: str) -> str | None:
        """The template of a type of card, or None."""
        return self.text("cards", sort)

    def option(self, option: str) -> str:
        """What an option says."""
        return self.term("options", option).one

    def condition(self, condition: str) -> str:
        """What is said when a condition refuses a move."""
        return self.text("conditions", condition) or condition

    def end(self, end: str) -> str:
        """Why the game ended."""
        return self.text("ends", end) or end


def filled(template: str, parts: MappingLike[str, str]) -> str:
    """A template with its parts put in; a part that is not known stays as it is written."""
    text = template
    for key, value in parts.items():
        text = text.replace("{" + key + "}", value)
    return text
