"""The reader as the one who plays: `you` in the sentences of a rulebook, with its verbs and possessives.

Sentences are put together around a mark that stands for the reader, and the mark is put into words when a sentence is
whole: only then is it known whether it is subject, object or owner. What stands here is grammar of the languages alone.
"""

from __future__ import annotations

import re

READER = "\ue000"
"""Stands for the reader in a sentence that is not whole yet."""

SOMEONE = "\ue001"
"""Stands for a thing of which a clause is said, until it becomes a relative clause."""


def spoken_of(noun: str, person: bool) -> str:
    """A thing spoken of before, such as `that card`; what is of it becomes `its`, or `their` of a person."""
    return f"{_OPEN}{'their' if person else 'its'}{_BAR}{noun}{_CLOSE}"


def each_of(noun: str, that: str) -> str:
    """Each of a group: `each player` at first, afterwards `that player`, and `their` what is of each."""
    return f"{_OPEN}{_EACH}{_BAR}{noun}|{that}{_CLOSE}"


_EACH = "each"
_OPEN, _BAR, _CLOSE = "\ue002", "\ue003", "\ue004"
_SPOKEN = rf"{_OPEN}(\w+){_BAR}([^{_CLOSE}]*){_CLOSE}"


def _possessed(text: str, lang: str) -> str:
    """A sentence with what is of a thing spoken of before."""
    if _OPEN not in text:
        return text
    each = re.search(rf"{_OPEN}{_EACH}{_BAR}([^{_CLOSE}|]*)\|([^{_CLOSE}]*){_CLOSE}", text)
    if each is not None:
        rest = text[each.end() :].replace(each[0], f"{_OPEN}their{_BAR}{each[2]}{_CLOSE}")
        text = text[: each.start()] + each[1] + rest
    if lang.startswith("es"):
        owned = rf"\b(el|la|los|las) ((?:(?!(?:el|la|los|las|de|del)\b)[\w-]+ ){{1,3}})de {_SPOKEN}"
        text = re.sub(owned, lambda found: f"{'sus' if found[1] in ('los', 'las') else 'su'} {found[2].rstrip()}", text)
    else:
        owned = rf"\bthe ((?:(?!the\b|of\b)[\w-]+ ){{1,3}})of {_SPOKEN}"
        text = re.sub(owned, lambda found: f"{found[2]} {found[1].rstrip()}", text)
    return re.sub(_SPOKEN, r"\2", text)


def addressed(text: str, lang: str) -> str:
    """A sentence with the reader put into words."""
    text = _possessed(text, lang)
    if READER not in text:
        return text
    put = {"en": _english, "es": _spanish}.get(lang.split("-")[0])
    return put(text) if put is not None else text.replace(READER, "you")


def lowered(text: str) -> str:
    """A sentence as a part of another one."""
    return text[:1].lower() + text[1:].removesuffix(".")


def relative(clause: str, lang: str, person: bool = False) -> str | None:
    """A clause about `SOMEONE` as one that follows its noun, `that has a pair`; None where it cannot be turned."""
    if clause.count(SOMEONE) != 1:
        return None
    word = "que" if lang.startswith("es") else "who" if person else "that"
    if clause.startswith(SOMEONE + " "):
        return word + clause.removeprefix(SOMEONE)
    head = clause.removesuffix(" " + SOMEONE)
    if head != clause and not (lang.startswith("es") and head.rsplit(" ", 1)[-1] in _PREPOSICIONES):
        return f"{word} {head}"
    return None


def wished(clause: str, lang: str) -> str:
    """A clause about what is sought or waited for: its verb in the subjunctive, where a language has one."""
    if not lang.startswith("es"):
        return clause
    lead = rf"^((?:que )?(?:{READER} )?(?:(?:no|ya|todavía|se|le|les|te|a {READER}) )*)(\w+)"
    return re.sub(lead, lambda found: found[1] + _SUBJUNTIVO.get(found[2], found[2]), clause)


_SUBJUNTIVO = {
    "es": "sea", "son": "sean", "ha": "haya", "han": "hayan", "hay": "haya", "puede": "pueda", "pueden": "puedan",
    "tiene": "tenga", "tienen": "tengan", "está": "esté", "están": "estén", "sigue": "siga", "queda": "quede",
    "quedan": "queden", "muestra": "muestre", "suma": "sume", "suman": "sumen", "dice": "diga", "hace": "haga",
}  # fmt: skip


def whoever(clause: str, lang: str) -> str:
    """A clause that begins with `SOMEONE` as what follows `whoever`."""
    rest = clause.removeprefix(SOMEONE + " ")
    return rest.removeprefix("es quien ") if lang.startswith("es") else rest.removeprefix("is the one who ")


def questioned(noun: str, lang: str) -> str:
    """Somebody not known yet, as what is asked for: `quién reparte`."""
    return re.sub(r"^quien\b", "quién", noun) if lang.startswith("es") else noun


def as_noun(label: str, lang: str) -> str | None:
    """A label such as `the last clue` or `who deals` where a noun is wanted; None where it is none."""
    if lang.startswith("es"):
        label = re.sub(r"^quién(es)?\b", r"quien\1", label)
        return label if re.match(r"(el|la|los|las|lo|quien|quienes)\b", label) else None
    label = re.sub(r"^who\b", "whoever", label)
    return label if re.match(r"(the|what|whoever|those)\b", label) else None


def deed(name: str, lang: str) -> str | None:
    """The name of an action where a verb may stand before it; None where that cannot be seen of it."""
    return name if lang.startswith("es") and re.match(r"\w+[aei]r(se)?\b", name) else None


_PREPOSICIONES = frozenset(
    ("a", "con", "como", "contra", "de", "del", "en", "entre", "para", "por", "que", "sin", "sobre")
)

# -- English ------------------------------------------------------------------------------------------------------

_ADVERB = r"((?:(?:now|still|already|also|never|no longer|not|only|just) )*)"
_NO_VERBS = frozenset(
    ("across", "alone", "always", "as", "his", "its", "others", "perhaps", "plus", "this", "unless", "yes")
)
_ENGLISH = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "passes": "pass", "says": "say"}


def _english(text: str) -> str:
    owned = rf"\bthe ((?:(?!the\b|of\b)[\w-]+ ){{1,3}})of {READER}(?!\w)"
    text = re.sub(owned, lambda found: f"your {found[1].rstrip()}", text)
    text = re.sub(rf"{READER} {_ADVERB}([a-z]+s)\b", _agreed, text)
    return text.replace(READER, "you")


def _agreed(found: re.Match[str]) -> str:
    adverbs, verb = found[1], found[2]
    if verb in _NO_VERBS:
        return f"you {adverbs}{verb}"
    return f"you {adverbs}{_ENGLISH.get(verb) or verb[:-1]}"


# -- Spanish ------------------------------------------------------------------------------------------------------

_ADVERBIO = r"((?:(?:ya|todavía|aún|también|solo|nunca|no) )*)"
_SIN_VERBO = frozenset(
    ("y", "e", "o", "u", "si", "que", "frente", "con", "como", "cuando", "para", "por", "de", "en", "a")
)
_ESPAÑOL = {"es": "eres"}


def _spanish(text: str) -> str:
    owned = rf"\b(el|la|los|las) ((?:(?!(?:el|la|los|las|de|del)\b)[\w-]+ ){{1,3}})de {READER}(?!\w)"
    text = re.sub(owned, lambda found: f"{'tus' if found[1] in ('los', 'las') else 'tu'} {found[2].rstrip()}", text)
    text = re.sub(rf"\b(cartas?(?: \w+)? )(es|son) de {READER}",
                  lambda found: f"{found[1]}{found[2]} {'tuya' if found[2] == 'es' else 'tuyas'}", text)  # fmt: skip
    text = re.sub(rf"\b([Aa]) {READER} {_ADVERBIO}les? ", lambda found: f"{found[2]}te ", text)
    text = re.sub(rf"\bes {READER}(?! \w)", "eres tú", text.replace(f"con {READER}", "contigo"))
    text = re.sub(rf"\b(a|para|sin|contra|hacia|por|de|sobre|ante|tras) {READER}", r"\1 ti", text)
    text = re.sub(rf"{READER} {_ADVERBIO}(se )?(\w+)", _concordado, text)
    return text.replace(READER, "tú")


def _concordado(found: re.Match[str]) -> str:
    adverbs, reflexive, verb = found[1], found[2], found[3]
    if verb in _SIN_VERBO or not verb.endswith(("a", "e", "á", "é", "s")):
        return f"tú {adverbs}{reflexive or ''}{verb}"
    own = _ESPAÑOL.get(verb) or (verb if verb.endswith("s") else verb + "s")
    return f"{adverbs}{'te ' if reflexive else ''}{own}"
