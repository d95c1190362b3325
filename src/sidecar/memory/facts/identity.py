"""Identity: facts that say who a person is, which stay in every prompt whatever their age (MEM-20, MEM-40)."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Fact, NewFact, Subject
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, tells_work
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.subject import USER, find_subjects
from sidecar.memory.facts.tokens import split_statement
from sidecar.memory.lexicon.lexicon import concept_group, function_words

_NOT_NOW = frozenset({"wish", "past", "almost", "ex"})
_ILL = frozenset({"condition", "drug"})
_MOVED = frozenset({"mudó", "mudaron", "moved", "relocated"})
"""Written so: without the accent it is silent, or a plan."""
_NEAR = frozenset({"being", "breed"})
_LOOKS = frozenset({"size", "color", "quality", "number"})
_PLAIN = _NEAR | frozenset({"kin", "name", "place", "size", "color"})
"""Kinds of words that only say who somebody is."""


def identity_rank(fact: Fact | NewFact) -> int:
    """Return 2 for a fact that tells the person's name, home, work, marriage or health; 1 for one that says who their
    partner, children, parents, siblings or pets are; 0 for any other, and for what was, is wished for or has ended."""
    statement = parse_statement(fact.text)
    if not statement.items or statement.signs & _NOT_NOW:
        return 0
    if "died" in statement.signs and statement.items[0].keys & concept_group("family"):
        return 1
    if statement.ended:
        return 0
    names = frozenset(at for at, word in enumerate(split_statement(fact.text)) if word[:1].isupper())
    if _tells_family(statement, names):
        return 1
    first = statement.items[0]
    of_other = fact.subject is Subject.OTHER and not first.keys & concept_group("attached")
    if of_other or (first.at == 0 and first.unknown):
        return 0
    return 2 if USER in find_subjects(statement, spoken=False) and _tells_self(statement, names, fact) else 0


def _tells_self(statement: ParsedStatement, names: frozenset[int], fact: Fact | NewFact) -> bool:
    called = (statement.has("say_call") or function_words("called") & set(statement.words)) and all(
        _is_name(item, names) or item.keys & {"say_call"} for item in statement.items
    )
    ill = any(item.kinds & _ILL for item in statement.items)
    moved = not _MOVED.isdisjoint(split_statement(fact.text))
    employed = fact.domain is Domain.WORK and any(
        item.prep == "at" and _is_name(item, names) for item in statement.items
    )
    dated = statement.has("birthday", "anniversary") and "month" in {kind for i in statement.items for kind in i.kinds}
    told = tells_work(statement) or statement.has(*concept_group("identity"))
    return bool(called) or ill or moved or employed or dated or told


def _tells_family(statement: ParsedStatement, names: frozenset[int]) -> bool:
    """Return whether it says who somebody near is: that there is one, a name, an age, a home, a trade; of whoever it
    is, when they were born."""
    first, told = statement.items[0], concept_group("family_told")
    if any(item.predicate and not item.keys & told for item in statement.items):
        return False
    owned = bool(function_words("having") & set(statement.words[: first.at]))
    pet = any(item.kinds & _NEAR for item in [item for item in statement.items if not item.kinds <= _LOOKS][:2])
    if pet or (first.keys & concept_group("family") and not owned):
        sorts = ("being", "called", "having") if pet else ("being", "called")
        return statement.has(*told) or any(function_words(sort) & set(statement.words) for sort in sorts)
    near = any(item.keys & concept_group("family") or item.kinds & _NEAR for item in statement.items)
    return (near or statement.has("age", "birthday")) and all(
        bool(item.kinds & _PLAIN or item.keys & told) or item.measure or item.weak or _is_name(item, names)
        for item in statement.items
    )


def _is_name(item: Item, names: frozenset[int]) -> bool:
    return item.name or (item.unknown and item.at in names)
