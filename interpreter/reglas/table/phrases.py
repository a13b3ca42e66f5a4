"""Moves as people write them, by the templates of a game's words, and read again.

People may type the canonical text, the text of their language, or a mixture: letter case, accents and spaces too many
are forgiven, and the first word of a move may be cut short. Two actions may share a template; what fits decides.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from reglas.engine.notation import DECLINE, Token, seat_letter, tokens
from reglas.language.spelling import nearest
from reglas.play import AmbiguousMove, IllegalMove, Move, MoveError, State, UnreadableMove
from reglas.program import ir
from reglas.reading.messages import Message, say
from reglas.table.voice import Voice
from reglas.table.words import filled

DECLINING: dict[str, tuple[str, ...]] = {"en": ("pass", "nothing", "no"), "es": ("paso", "nada", "no")}
"""What people write to do nothing of what is offered. All are understood; the first that begins no move of the game
is shown."""


def folded(text: str) -> str:
    """A text without letter case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


@dataclass(frozen=True)
class Slot:
    """A pick in a template: its forms, words of each, with the canonical text; a place is any one word."""

    pick: ir.Pick
    forms: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True)
class Pattern:
    """A way to write an action: literal words and slots; `order` puts the slots in the order of the picks."""

    action: str
    parts: tuple[str | Slot, ...]
    order: tuple[int, ...]


@dataclass
class _Trouble:
    """How far a text was understood, and what is wrong there."""

    at: int = -1
    rank: int = 0
    slot: Slot | None = None
    wanted: list[str] = field(default_factory=list)
    action: str = ""

    def note(self, at: int, slot: Slot | None, wanted: list[str], action: str, rank: int) -> None:
        """Keep the furthest place; at one place all that would have fitted."""
        if (at, rank) > (self.at, self.rank):
            self.at, self.rank, self.slot, self.wanted, self.action = at, rank, slot, list(wanted), action
        elif (at, rank) == (self.at, self.rank):
            self.wanted += wanted


class Phrases:
    """Writes and reads moves in a language."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.game = voice, voice.game
        found: dict[str, ir.Alternative] = {}
        for decision in self.game.program.decisions:
            for alternative in decision.alternatives:
                found.setdefault(alternative.action, alternative)
        self.alternatives = found
        self.patterns = [p for a in found.values() for p in self._patterns(a)]
        heads = {p.parts[0] for p in self.patterns}
        words = DECLINING.get(voice.lang.split("-")[0], DECLINING["en"])
        self.declining = next((word for word in words if folded(word) not in heads), DECLINE)

    # -- writing ---------------------------------------------------------------------------------------------------

    def write(self, canonical: str) -> str:
        """A move as people see it."""
        if canonical == DECLINE:
            return self.declining
        action, *picks = canonical.split(" ")
        alternative = self.alternatives[action]
        template = self.voice.words.action(action, "type")
        if template is None:
            return canonical
        text = template
        parts: dict[str, list[str]] = {}
        for pick, word in zip(alternative.picks, picks, strict=True):
            parts.setdefault(pick.name, []).append(self._shown(pick, word))
        return filled(text, {name: " ".join(shown) for name, shown in parts.items()})

    def _shown(self, pick: ir.Pick, word: str) -> str:
        if pick.sort == "player":
            seats = {seat_letter(s): s for s in range(self.game.players)}
            return self.voice.player(seats[word]) if word in seats else word
        if pick.sort in self.voice.kinds:
            return self.voice.words.value(pick.sort, word).one
        if pick.sort == "flag":
            return self.voice.value("flag", word == "true")
        return word

    def action_name(self, action: str) -> str:
        """An action as a heading."""
        if action == DECLINE:
            return self.voice.put(say("do nothing"))
        return self.voice.words.action(action, "name") or action

    # -- patterns --------------------------------------------------------------------------------------------------

    def _patterns(self, alternative: ir.Alternative) -> Iterator[Pattern]:
        slots = {pick.name: Slot(pick, tuple(self._forms(pick))) for pick in alternative.picks}
        names = [p.name for p in alternative.picks]
        canonical = [alternative.action, *("{" + name + "}" for name in dict.fromkeys(names))]
        template = self.voice.words.action(alternative.action, "type")
        for words in ([template.split()] if template else []) + [canonical]:
            parts: list[str | Slot] = []
            for word in words:
                slot = slots.get(word[1:-1]) if word[:1] == "{" else None
                parts += [folded(word)] if slot is None else [slot] * names.count(slot.pick.name)
            given = [p.pick.name for p in parts if isinstance(p, Slot)]
            if sorted(given) == sorted(names):
                order = (given.index(n) + names[:at].count(n) for at, n in enumerate(names))
                yield Pattern(alternative.action, tuple(parts), tuple(order))

    def _forms(self, pick: ir.Pick) -> Iterator[tuple[tuple[str, ...], str]]:
        """What people may write for a pick, and its canonical text."""
        if pick.sort == "player":
            for seat in range(self.game.players):
                for text in {self.voice.player(seat), seat_letter(seat)}:
                    yield _words(text), seat_letter(seat)
        elif pick.sort in self.voice.kinds:
            kind = self.voice.kinds[pick.sort]
            for name in kind.names:
                term = self.voice.words.value(pick.sort, name)
                for text in {name, term.one, term.many, term.sign} - {""}:
                    yield _words(text), name
        elif pick.sort == "flag":
            for value, name in ((1, "true"), (0, "false")):
                for text in {name, self.voice.value("flag", value)}:
                    yield _words(text), name

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, state: State, text: str) -> Move:
        """The legal move that a text means. Raises `UnreadableMove`, `IllegalMove` and `AmbiguousMove`."""
        words = tokens(text)
        if not words:
            raise UnreadableMove(text, say("nothing is written"), 0)
        trouble = _Trouble()
        found = self._candidates(words, trouble)
        legal = {move.text for move in state.all_moves()}
        if DECLINE in legal and self._declining(words) and not legal & set(found):
            return state.parse(DECLINE)
        if not found:
            raise self._unreadable(text, words, trouble)
        return self._chosen(state, text, found)

    @staticmethod
    def _declining(words: list[Token]) -> bool:
        """Do these words decline what is offered?"""
        text = folded(" ".join(word.text for word in words))
        return text in {DECLINE, *(folded(word) for of in DECLINING.values() for word in of)}

    def _candidates(self, words: list[Token], trouble: _Trouble) -> list[str]:
        """The canonical texts that fit; those with a whole first word before those that are cut short."""
        short = [folded(w.text) for w in words]
        whole: list[str] = []
        cut: list[str] = []
        for pattern in self.patterns:
            for values, exact in self._match(pattern, short, trouble):
                text = " ".join([pattern.action, *(values[i] for i in pattern.order)])
                (whole if exact else cut).append(text)
        return list(dict.fromkeys(whole or cut))

    def _match(self, pattern: Pattern, words: list[str], trouble: _Trouble) -> Iterator[tuple[list[str], bool]]:
        exact = True
        first = pattern.parts[0]
        if isinstance(first, str) and words[0] != first:
            if not first.startswith(words[0]):
                trouble.note(0, None, [first], pattern.action, 0)
                return
            exact = False
        for values in self._rest(pattern, 0, words, 0, trouble, exact):
            yield values, exact

    def _rest(
        self, pattern: Pattern, part: int, words: list[str], at: int, trouble: _Trouble, exact: bool
    ) -> Iterator[list[str]]:
        """The ways in which the parts from `part` on fit the words from `at` on."""
        if part == len(pattern.parts):
            if at == len(words):
                yield []
            else:
                trouble.note(at, None, [], pattern.action, 1 + exact)
            return
        wanted = pattern.parts[part]
        if isinstance(wanted, str):
            if at < len(words) and (words[at] == wanted or part == 0):
                yield from self._rest(pattern, part + 1, words, at + 1, trouble, exact)
            else:
                trouble.note(at, None, [wanted], pattern.action, 1 + exact)
            return
        fitted = False
        for length, value in self._values(wanted, words, at):
            fitted = True
            for rest in self._rest(pattern, part + 1, words, at + length, trouble, exact):
                yield [value, *rest]
        if not fitted:
            names = [" ".join(form) for form, _ in wanted.forms]
            trouble.note(at, wanted, names, pattern.action, 1 + exact)

    @staticmethod
    def _values(slot: Slot, words: list[str], at: int) -> Iterator[tuple[int, str]]:
        if slot.pick.sort in ("card", "number"):
            if at < len(words):
                yield 1, words[at]
            return
        seen = set()
        for form, value in slot.forms:
            if tuple(words[at : at + len(form)]) == form and (len(form), value) not in seen:
                seen.add((len(form), value))
                yield len(form), value

    def _chosen(self, state: State, text: str, candidates: list[str]) -> Move:
        """The one that is legal; if none is, the refusal that says most."""
        legal: list[Move] = []
        refused: list[MoveError] = []
        for candidate in candidates:
            try:
                legal.append(state.parse(candidate))
            except MoveError as error:
                refused.append(error)
        if len(legal) == 1:
            return legal[0]
        if legal:
            raise AmbiguousMove(text, [move.text for move in legal])
        best = min(refused, key=_weight)
        if isinstance(best, IllegalMove):
            raise IllegalMove(text, best.message, best.condition, best.pick)
        raise UnreadableMove(text, best.message, 0, best.help)

    # -- what is wrong ---------------------------------------------------------------------------------------------

    def _unreadable(self, text: str, words: list[Token], trouble: _Trouble) -> UnreadableMove:
        at = trouble.at
        place = words[at].at if at < len(words) else len(text)
        written = words[at].text if at < len(words) else ""
        wanted = list(dict.fromkeys(trouble.wanted))
        near = nearest(folded(written), wanted) if written else None
        help = say("did you mean `{near}`?", near=near) if near else self._one_of(trouble, wanted)
        if at == 0 and trouble.slot is None:
            return UnreadableMove(text, say("no move begins with `{text}`", text=written), place, help)
        if not written:
            return UnreadableMove(text, say("the move is not complete"), place, help)
        if not wanted and trouble.slot is None:
            return UnreadableMove(text, say("nothing is wanted after this: `{text}`", text=written), place)
        return UnreadableMove(text, say("`{text}` does not fit here", text=written), place, help)

    def _one_of(self, trouble: _Trouble, wanted: list[str]) -> Message | None:
        if trouble.slot is None:
            heads = [p.parts[0] for p in self.patterns if isinstance(p.parts[0], str)]
            shown = wanted if trouble.at else list(dict.fromkeys(heads[::2]))
            return say("moves begin with {words}", words=", ".join(shown)) if not trouble.at else None
        pick = trouble.slot.pick
        if pick.sort in ("card", "number"):
            return say("a place is wanted, such as 1") if pick.sort == "card" else say("a number is wanted")
        shown = [self._shown(pick, value) for value in dict.fromkeys(v for _, v in trouble.slot.forms)]
        return say("one of {names}", names=", ".join(shown))


def _words(text: str) -> tuple[str, ...]:
    return tuple(folded(text).split())


def _weight(error: MoveError) -> int:
    """Refusals by a named condition say most; then those of a pick; then texts that cannot be read."""
    if isinstance(error, IllegalMove):
        return 0 if error.condition else 1
    return 2
