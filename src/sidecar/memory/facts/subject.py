"""Whom a statement is about: the user, or one of the people and animals in their life."""

from __future__ import annotations

import itertools

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.lexicon.lexicon import concept_group, concepts, function_words

USER: frozenset[str] = frozenset()
"""The subject of a statement about the user: nobody else."""

_I = frozenset({"yo", "i"})
_I_AM, _SHE_IS = frozenset({"soy", "am", "m"}), frozenset({"is", "es"})
_OF_ANOTHER = frozenset({"her", "his", "their", "su"})
"""In the person's own mouth these are somebody else's: "her name is Lola"."""
_FRONTED = frozenset({"lo", "la", "los", "las"})
"""After "a mi novio": the object of what the user did ("lo conocí"), not a subject."""


def names_user(statement: ParsedStatement) -> bool:
    """Return whether it tells the user's own name: "Se llama Ana", "Her name is Ana", "The user's name is Ana"."""
    named = next((item for item in statement.items if not item.predicate), None)
    before = set(statement.words[: named.at]) if named else set[str]()
    return bool(before & function_words("called")) and before <= function_words("identity")


def find_subjects(statement: ParsedStatement, *, spoken: bool) -> tuple[frozenset[str], ...]:
    """Return the keys of whom it is about, `USER` for the user; several where it is ambiguous.

    `spoken`: the person says it, in the first person.
    """
    people = [item for item in statement.items if item.person or item.name]
    while people and not people[0].person and people[0].at:
        del people[0]  # a place or a firm: only who is named beside a relative is a person
    of_another = spoken and not _OF_ANOTHER.isdisjoint(statement.words[:1])
    if not people or (names_user(statement) and not of_another):
        return (USER,)
    first = people[0]
    if _leads(statement, first):
        return _leading(statement, people, spoken=spoken)
    if (kin := _told_last(statement, people)) is not None:
        return (_kin(kin),)
    if spoken and not _speaks_of_self(statement) and "kin" in first.kinds and not _after_preposition(statement, first):
        return (_chain(statement, people),)
    return (USER,)


def _told_last(statement: ParsedStatement, people: list[Item]) -> Item | None:
    """Find the subject after the verb: "le duele el hombro a mi marido"."""
    if not {"le", "les"} & set(statement.words) or not statement.has(*concept_group("happening")):
        return None
    last = people[-1]
    before = statement.words[max(0, last.at - 2) : last.at]
    if "kin" not in last.kinds or len(before) <= 1:
        return None
    return last if before[0] in function_words("dative") and before[1] in function_words("own") else None


def share_subject(some: tuple[frozenset[str], ...], others: tuple[frozenset[str], ...]) -> bool:
    """Return whether both may be about the same person or animal."""
    return any(_one_being(one, other) or _one_partner(one, other) for one in some for other in others)


def _one_being(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether both have one name, or are related alike and at most one of them is named."""
    name, other_name = _names(one), _names(other)
    if name and other_name:
        return bool(name & other_name)
    return one == other or (one - name == other - other_name != USER)


def _names(subject: frozenset[str]) -> frozenset[str]:
    return frozenset(key for key in subject if key.startswith("w:"))


def _one_partner(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether both may be the partner: "pareja" is a boyfriend or a wife; a boyfriend is no wife."""
    both = (one | other) & concept_group("partner")
    named = bool(one & concept_group("partner") and other & concept_group("partner"))
    return "partner" in both and named and len(both) == len({"partner", "boyfriend"})


def _leading(statement: ParsedStatement, people: list[Item], *, spoken: bool) -> tuple[frozenset[str], ...]:
    """Return the subjects of a statement that begins with a person."""
    first = people[0]
    before, after = statement.words[: first.at], statement.words[first.at + len(first.text.split()) :]
    if any(word in function_words("having") for word in before):
        return (USER, _chain(statement, people)) if first.kinds & {"kin", "being"} else (USER,)
    if _is_role(before, spoken=spoken):
        as_parent = first.keys & concept_group("parent") and len(people) > 1
        return (USER, _kin(people[-1])) if as_parent else (USER,)
    if _is_beside(statement, first, before, after) or any(word in function_words("self") for word in before):
        return (USER,)
    if spoken and before[:1] == ("a",) and after[:1] and after[0] in _FRONTED:
        return (USER,)
    subjects = _identified(people, after) or (_chain(statement, people),)
    plain = all(item.person or item.name or item.weak for item in statement.items)
    return (*subjects, USER) if plain and subjects[0] & concept_group("partner") else subjects


def _is_beside(statement: ParsedStatement, first: Item, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """Return whether the person is mentioned together with the user: "mi hijo y yo", "con mi hermano vivo"."""
    with_self = after[:1] and after[0] in function_words("and") and set(after[1:2]) & _I
    self_with = "me" in before and before[-2:-1] and before[-2] in function_words("and")
    if with_self or self_with:
        return True
    return _after_preposition(statement, first) and before[0] not in function_words("dative")


def _leads(statement: ParsedStatement, first: Item) -> bool:
    """Return whether only times and function words precede the item."""
    light = {"day", "month", "part", "unit", "number", "color", "size", "quality"}
    before = (item for item in statement.items if item.at < first.at)
    return all(item.kinds <= light or item.text in function_words("title") for item in before)


def _is_role(before: tuple[str, ...], *, spoken: bool) -> bool:
    """Return whether the words before state the user's role for somebody: "Es jefe de Darío"."""
    if not before or any(word in function_words("own") for word in before):
        return False
    copulas = _I_AM if spoken else _SHE_IS
    if len(before) > 1 and set(before) & copulas and set(before) & function_words("belongs"):
        return True
    return "soy" in before if spoken else bool(set(before[-2:]) & function_words("being"))


def _identified(people: list[Item], after: tuple[str, ...]) -> tuple[frozenset[str], ...] | None:
    """Return the subjects where a name is explained: "Emma, mi sobrina"; a pet's owner is one too."""
    name, role = people[0], people[1] if len(people) > 1 else None
    if name.kinds & {"kin", "being"}:
        return None
    if role and role.kinds & {"kin", "being"}:
        between = set(after[: role.at - name.at - len(name.text.split())])
        pet = "being" in role.kinds
        if between & (function_words("being") | {","}) and (pet or between <= function_words("identity")):
            return (_kin(role), USER) if pet else (_kin(role),)
    return (
        (USER,)
        if after[:1] and after[0] in function_words("being") and set(after[1:2]) & function_words("own")
        else None
    )


def _chain(statement: ParsedStatement, people: list[Item]) -> frozenset[str]:
    """Join the relatives of a chain: "la hija de mi hermana" has the keys of both, "mi hijo Teo" also the name."""
    keys = _kin(people[0])
    for one, following in itertools.pairwise(people):
        between = statement.words[one.at + len(one.text.split()) : following.at]
        if following.name and not one.name and set(between) <= {","}:
            keys |= _kin(following)
        elif set(between) <= function_words("of") and set(between) & function_words("belongs"):
            keys |= {f"of:{key}" for key in following.keys} if "name" in following.kinds else _kin(following)
        else:
            break
    return keys


def _kin(item: Item) -> frozenset[str]:
    if item.name and not item.kinds & {"kin", "being"}:
        return frozenset({f"w:{item.text}"})
    kinds = concepts().kinds
    known = frozenset(key for key in item.keys if kinds.get(key, frozenset()) & {"kin", "being"})
    return known or item.keys


def _after_preposition(statement: ParsedStatement, item: Item) -> bool:
    before = statement.words[max(0, item.at - 2) : item.at]
    if not before:
        return False
    prepositions = function_words("before_others")
    if before[-1] in prepositions:
        return True
    return before[-1] in function_words("own") | function_words("of") and before[0] in prepositions


def _speaks_of_self(statement: ParsedStatement) -> bool:
    if any(word in function_words("self") for word in statement.words):
        return True
    return any(
        "predicates" in item.kinds and item.text.endswith(("o", "e", "i", "mos"))
        for item in statement.items
        if statement.language == "es"
    )
