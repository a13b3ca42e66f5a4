"""The expression language in words: every form, operator, word, function and type, each with an example.

The examples are about the game in `tests/reference/garden.yaml`; their values are those of the position beside it.
`tools/reference.py` makes pages of this; nothing here decides what is legal.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One thing of the language. `names`: what it is called in the grammar or among the built-ins; `form`: how it is
    written; `gives`: the type of what comes out; `examples`: expressions, each with its value, which is empty where the
    expression makes sense only inside a rule."""

    names: tuple[str, ...]
    form: str
    gives: str
    meaning: str
    examples: tuple[tuple[str, str], ...] = ()


TYPES = (
    Entry(("Number",), "number", "", "A whole number with the range that it can have; `LO..HI` as the type of a memory. "
          "Ranges are worked out, so a comparison that is never true is found."),
    Entry(("Flag",), "`flag`", "", "`true` or `false`; a condition is one."),
    Entry(("Value",), "a kind", "", "A value of a kind with names or of a ladder; its order is that of the kind. Values of a "
          "range kind (`1..5`) are numbers."),
    Entry(("Player",), "`player`", "", "A seat; in scenarios and moves a letter, `A`."),
    Entry(("Card",), "`card`, a card type", "", "A card or a die, held as the place where it lies. A memory keeps a card as "
          "the place or, with a card type, as its face."),
    Entry(("Zone",), "zone", "", "One zone or set of dice; as a list: what lies in it."),
    Entry(("Record",), "record", "", "An item of a list whose items have fields; used through its fields only."),
    Entry(("ListOf",), "list", "", "Items of one type, in order: a zone, a kind, a range, `players`, a list in memory, what a "
          "search gives."),
    Entry(("Maybe", "NoneType"), "type, or none", "", "Memory declared `optional`, and what may not be there: the top of an "
          "empty pile. `==`, `!=`, `in` and `is none` take none; what is declared optional has to be asked "
          "about before it is counted with or put in order (E403)."),
)  # fmt: skip
"""Types of values, by their classes."""

FORMS = (
    Entry(("number", "negative"), "NUMBER", "number", "A whole number.", (("-3", "-3"),)),
    Entry(("true", "false"), "true, false", "flag", "Yes and no.", (("true", "true"),)),
    Entry(("none",), "none", "none", "Nothing: what is not there.", (("chief == none", "false"),)),
    Entry(("name",), "NAME", "what it names", "An option, a value of a kind, a token, a memory, a zone, a definition, a pick, "
          "a parameter.", (("pot", "4"), ("limit", "3"), ("chief", "B"))),
    Entry(("apply",), "NAME(E, ..)", "what it names", "One of a family, by its player or value; a definition or built-in with "
          "its arguments; a rung with its number.", (("coins(B)", "2"), ("worth(first(grip(A)))", "3"),
          ("total(8) > total(7)", "true"))),
    Entry(("group",), "(E)", "the same", "What belongs together.", (("(1 + 2) * 3", "9"),)),
    Entry(("attribute",), "E.NAME", "of a card: the value of that kind; of a die: `face`; of a record: the field; of a ladder "
          "value: the number on that rung, or none", "An attribute. That of none is none.",
          (("first(grip(A)).colour", "pink"), ("last(claims).who", "B"), ("first(cup(A)).face", "3"),
           ("last(claims).what.pair", "3"))),
    Entry(("arithmetic",), "+  -  *  /", "number", "Sum, difference, product, and division rounded down. `*` and `/` come "
          "first.", (("2 + 3 * 4", "14"), ("-7 / 2", "-4"))),
    Entry(("compare",), "==  !=  <  <=  >  >=", "flag", "Equality of anything alike; order of numbers and of values of one "
          "kind. Comparisons are not chained.", (("pot > 3", "true"), ("pink < teal", "true"))),
    Entry(("member", "no_member"), "E in LIST, E not in LIST", "flag", "Whether something is in a list.",
          (("pot in 1..3", "false"), ("chief not in others", "false"))),
    Entry(("is_none", "is_not_none"), "E is none, E is not none", "flag", "Whether something is there; afterwards, in the same "
          "condition, it is known to be.", (("chief is not none and coins(chief) > 1", "true"),)),
    Entry(("is_rung",), "E is RUNG", "flag", "Whether a value of a ladder is on that rung; afterwards its number is known to be "
          "there.", (("last(claims).what is pair", "true"),)),
    Entry(("opposite",), "not E", "flag", "The opposite.", (("not pot == 4", "false"),)),
    Entry(("both",), "E and E", "flag", "Both; the second is looked at only if the first holds.",
          (("pot > 3 and coins(A) > 3", "true"),)),
    Entry(("either",), "E or E", "flag", "At least one of them; `and` comes before `or`.", (("pot > 9 or coins(A) > 3", "true"),)),
    Entry(("choice",), "E if C else E", "what both have in common", "One or the other. `else` has to be there.",
          (("1 if pot > 9 else 2", "2"),)),
    Entry(("range",), "LO..HI", "list of numbers", "The whole numbers from one to the other, both included.",
          (("sum(n for n in 1..4)", "10"), ("size(5..2)", "0"))),
    Entry(("quantifier",), "WORD(E for x in LIST where C)", "see searches", "Something of each item of a list; `where` may be "
          "left out.", (("sum(coins(p) for p in players)", "8"),)),
    Entry(("selection", "ranking"), "WORD(x in LIST where C), WORD(x in LIST where C by E)", "see searches",
          "Items of a list.", (("count(c in grip(A) where c.height > 1)", "2"),)),
    Entry(("table",), "{E: {CASE: VALUE, LO..HI: VALUE, else: VALUE}}", "what the values have in common",
          "A table, wherever a VALUE stands: the value for what E is. Every value needs a case; tables may stand in tables.",
          (("{x: {pink: 3, teal..plum: 1}}", ""),)),
)  # fmt: skip
"""Forms of expressions, by their names in the grammar."""

PICKS = (
    Entry(("domain",), "LIST where C", "one item", "A pick of one item; in `where` the pick's name is that item.",
          (("grip(me) where not saw(me, c)", ""),)),
    Entry(("several",), "N of LIST where C", "list of N different items", "A pick of several, in no order.",
          (("2 of grip(me)", ""),)),
    Entry(("binding",), "x in LIST where C", "", "What `for` goes through and `tell` speaks of.", (("p in others", ""),)),
    Entry(("signature",), "NAME(x, ..)", "", "The head of a definition, action or routine with parameters.",
          (("rich(p)", ""),)),
)  # fmt: skip
"""Phrases that stand in keys of their own, by their names in the grammar."""

WORDS = (
    Entry(("me",), "me", "player", "Whoever acts: has the turn, or chose the action in a window. Not in definitions, which "
          "get players as parameters.", (("me", "A"),)),
    Entry(("others",), "others", "list of players", "The players but `me`, in order from the first seat.",
          (("others", "[B, C]"),)),
    Entry(("players",), "players", "list of players", "Who plays: all seats, or those for whom the definition `playing(p)` "
          "holds.", (("players", "[A, B, C]"),)),
    Entry(("seats",), "seats", "list of players", "All seats, whether they play or not.", (("size(seats)", "3"),)),
    Entry(("everyone",), "everyone", "list of players", "The same as `seats`; reads well in `to`.",
          (("everyone", "[A, B, C]"),)),
    Entry(("foul",), "foul", "flag", "Whether the move that is being carried out broke a condition of `honour`. In the `do` "
          "of such an action only.", (("foul and not rich(me)", ""),)),
)  # fmt: skip
"""Words with a value of their own."""

FUNCTIONS = (
    Entry(("size",), "size(LIST)", "number", "How many items: of a zone, a kind, a list. Of dice: how many were rolled last.",
          (("size(grip(A))", "3"), ("size(colour)", "3"), ("size(cup(A))", "2"))),
    Entry(("top",), "top(ZONE), top(ZONE, N)", "card, or none; list of cards", "The last card of a pile; its last N, the top "
          "one at the end.", (("top(shelf(pink))", "pink 2"), ("top(shelf(teal))", "none"),
          ("top(shelf(pink), 2)", "[pink 1, pink 2]"))),
    Entry(("first",), "first(LIST), first(LIST, N)", "item, or none; list", "The first item; the first N.",
          (("first(grip(A))", "pink 3"), ("first(players, 2)", "[A, B]"))),
    Entry(("last",), "last(LIST), last(LIST, N)", "item, or none; list", "The last item; the last N, in their order.",
          (("last(claims).who", "B"), ("last(players, 2)", "[B, C]"))),
    Entry(("min",), "min(N, N)", "number", "The smaller of two numbers.", (("min(pot, 3)", "3"),)),
    Entry(("max",), "max(N, N)", "number", "The larger of two numbers.", (("max(pot, 3)", "4"),)),
    Entry(("next",), "next(PLAYER)", "player", "Who sits after a player, among who plays.", (("next(C)", "A"),)),
    Entry(("previous",), "previous(PLAYER)", "player", "Who sits before a player, among who plays.",
          (("previous(A)", "C"),)),
    Entry(("ahead",), "ahead(PLAYER, N)", "player", "Who sits N places after a player, among who plays; before, if N is "
          "negative.", (("ahead(A, 2)", "C"),)),
    Entry(("others",), "others(PLAYER)", "list of players", "The players but one.", (("others(B)", "[A, C]"),)),
    Entry(("owner",), "owner(CARD)", "player, or none", "In whose zone a card or die lies; none in a common one.",
          (("owner(first(grip(B)))", "B"), ("owner(top(deck))", "none"))),
    Entry(("index",), "index(CARD)", "number", "The place of a card where it lies, from 1.",
          (("index(last(grip(A)))", "3"),)),
    Entry(("copies",), "copies(CARD)", "number", "How many cards of the deck have its face.",
          (("copies(top(shelf(pink)))", "2"), ("copies(first(shelf(pink)))", "3"))),
    Entry(("saw",), "saw(PLAYER, CARD)", "flag", "Whether a player ever saw that card: by `show`, or where it lay open to them. "
          "It goes with the card; a shuffle forgets it.", (("saw(B, first(grip(B)))", "true"),
          ("saw(A, first(grip(B)))", "false"))),
    Entry(("owed",), "owed(PLAYER)", "flag", "Whether a player still has a turn to come in a last round.",
          (("owed(B)", "true"),)),
)  # fmt: skip
"""Functions."""

SEARCHES = (
    Entry(("any",), "any(C for x in LIST where C)", "flag", "Whether it holds for at least one.",
          (("any(rich(p) for p in players)", "true"),)),
    Entry(("all",), "all(C for x in LIST where C)", "flag", "Whether it holds for every one; for none, it does.",
          (("all(rich(p) for p in players)", "false"),)),
    Entry(("sum",), "sum(N for x in LIST where C)", "number", "The sum; of nothing, 0.",
          (("sum(d.face for d in cup(A))", "7"),)),
    Entry(("min",), "min(N for x in LIST where C)", "number, or none", "The smallest; of nothing, none.",
          (("min(coins(p) for p in players)", "1"),)),
    Entry(("max",), "max(N for x in LIST where C)", "number, or none", "The largest; of nothing, none.",
          (("max(coins(p) for p in players)", "5"),)),
    Entry(("count",), "count(x in LIST where C)", "number", "How many there are.",
          (("count(c in grip(A) where c.colour == pink)", "1"),)),
    Entry(("first",), "first(x in LIST where C)", "item, or none", "The first one, in the order of the list.",
          (("first(c in grip(A) where c.height == 1)", "teal 1"),)),
    Entry(("those",), "those(x in LIST where C)", "list", "All of them, in the order of the list.",
          (("those(p in players where coins(p) > 1)", "[A, B]"),)),
    Entry(("highest",), "highest(x in LIST where C by N)", "list", "All that share the highest number.",
          (("highest(p in players by coins(p))", "[A]"),)),
    Entry(("lowest",), "lowest(x in LIST where C by N)", "list", "All that share the lowest number.",
          (("lowest(c in grip(A) by c.height)", "[teal 1]"),)),
)  # fmt: skip
"""Searches through a list: what is asked of each item, or which items."""

MEANINGS = (
    Entry(("playing",), "playing(p)", "flag", "A definition of this name says who plays: `players`, `others`, `next`, `turns` "
          "and `deal` pass over the rest. Without it all do. Everybody has to be able to tell (E611)."),
    Entry(("direction",), "direction", "", "A kind that every game has: `forward` and `backward`."),
    Entry(("fouls",), "fouls", "", "An option that every game has: `allowed`, or `refused`, which makes `needs` of every "
          "`honour`."),
)  # fmt: skip
"""Names that have a meaning when a game uses them."""
