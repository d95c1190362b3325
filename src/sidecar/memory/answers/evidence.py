"""Decides whether a statement answers a question: it must hold what is asked of, and a value of the kind asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sidecar.domain.fact import Fact, Subject
from sidecar.language.stems import stem
from sidecar.memory.answers.question import Question, find_people, is_filler
from sidecar.memory.answers.question_words import Wanted
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, tells_work
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.subject import USER, find_subjects, names_user
from sidecar.memory.facts.taxonomy import categories, is_implied
from sidecar.memory.lexicon.lexicon import (
    concept_group,
    concept_group_lines,
    concept_map,
    function_words,
    marital_states,
)

Aliases = Mapping[str, frozenset[str]]
"""The names, folded, by the concept of a role, and the concepts by name: son ⇄ joaquin."""

_NO_LONGER = re.compile(r"\b(?:ya no|no longer|not any ?more|is not|are not)\b")
_TIMES = frozenset({"day", "month", "part"})
_PLACES = frozenset({"place", "place_kind", "home"})
_SORTS = (
    "drug",
    "condition",
    "being",
    "breed",
    "team",
    "car",
    "food",
    "sport",
    "language_name",
    "job",
    "color",
    "drink",
    "insurer",
)
_ROLES = frozenset({"kin", "being"})
_PEOPLE = _ROLES | {"name"}
_AGES = frozenset({"age", "born"})
_LEAST_SHARE = 0.15
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True)
class Part:
    """One thing of a question that an answer must hold: any of these keys, kinds, this very word, or another name."""

    keys: frozenset[str]
    kinds: frozenset[str] = frozenset()
    word: str = ""
    aliases: frozenset[str] = frozenset()
    off: bool | None = None
    """Whether it must be denied or disliked; None: either will do."""
    predicate: bool = False

    def is_in(self, item: Item) -> bool:
        if item.predicate and self.off not in {None, item.off}:
            return False
        if self.keys & (item.keys | categories(item)) or self.kinds & item.kinds or is_implied(item, self.keys):
            return True
        return bool(self.word) and same_word(self.word, item.text)

    def is_called(self, item: Item) -> bool:
        return bool(self.aliases & {item.text, *item.keys})


def find_aliases(facts: Iterable[Fact]) -> Aliases:
    """Find who is who in facts that say so: "Su hijo se llama Joaquín", "Hank is the dog"."""
    found: dict[str, frozenset[str]] = {}
    for fact in facts:
        called = _find_called(fact.text)
        items = parse_statement(fact.text).items if fact.pinned or called else ()
        roles = frozenset(key for item in items if item.kinds & _ROLES for key in item.keys)
        names = frozenset(item.text for item in items if not item.kinds & _ROLES and _may_be_name(item))
        names = names or called
        if len(roles) == 1:
            for one, others in ((roles, names), (names, roles)):
                for key in one:
                    found[key] = found.get(key, frozenset()) | others
    return found


def _find_called(text: str) -> frozenset[str]:
    """Return the word after "is called", whatever else it means: a dog may be called Biscuit."""
    statement = parse_statement(text)
    called = function_words("called")
    return frozenset(item.text for item in statement.items if called & set(statement.words[item.at - 1 : item.at]))


def answers(question: Question, fact: Fact, aliases: Aliases) -> bool:
    """Return whether the fact holds the answer."""
    statement = parse_statement(fact.text)
    about_self = fact.subject is Subject.USER and USER in find_subjects(statement, spoken=False)
    return holds_answer(question, statement, aliases, about_self=about_self, naming=fact.pinned == 1)


def concerns(question: Question, fact: Fact, aliases: Aliases) -> bool:
    """Return whether the fact speaks of all that is asked of, whatever it says of it."""
    statement = parse_statement(fact.text)
    parts = _required(question, aliases)
    return bool(parts) and all(
        any(part.is_in(item) or part.is_called(item) for item in statement.items) for part in parts
    )


def holds_answer(
    question: Question, statement: ParsedStatement, aliases: Aliases, *, about_self: bool, naming: bool
) -> bool:
    """Return whether the statement holds all that is asked of, and a value. `about_self`: it is about the person;
    `naming`: it says who somebody is."""
    if question.of_others and not find_people(question.statement):
        return False
    if _NO_LONGER.search(" ".join(statement.words)) and question.wanted is not Wanted.TRUTH and not question.past:
        return False
    named = bool(function_words("called") & set(statement.words))
    called = naming or named or "died" in statement.signs  # "su gata Mishi murió"
    used: set[int] = set()  # where what was asked of stands
    values: set[int] = set()  # those of them that are the very answer: a poodle, to which pet
    direct, unsaid = False, 0
    for part in _required(question, aliases):
        there = [item for item in statement.items if part.is_in(item)]
        direct |= any(item.kinds & _PEOPLE for item in there)
        there = there or [item for item in statement.items if part.is_called(item)]
        if not there:
            alive = question.wanted is Wanted.TRUTH and (part.keys & {"live"} or part.word in function_words("alive"))
            if not (alive and "died" in statement.signs) and not _goes_without_saying(part, statement):
                return False
            unsaid += 1
        used.update(item.at for item in there)
        values.update(item.at for item in there if part.kinds)
    if not all(any(same_word(word, other) for other in statement.words) for word in question.words):
        return False
    if question.wanted is Wanted.NAME and not (called and (direct or not used)):
        return False
    of_others = any(
        item.at in used and (item.kinds & _PEOPLE or index == 0 or (named and item.unknown))
        for index, item in enumerate(statement.items)
    )
    if not (about_self or of_others) or not _is_near(question, statement, len(used) + unsaid):
        return False
    return _has_value(question, [item for item in statement.items if item.at not in used - values])


def holds_value(question: Question, statement: ParsedStatement, aliases: Aliases) -> bool:
    """Return whether the statement speaks of everybody asked about and holds a value, whatever it says of the rest."""
    people = [_part(one, question.wanted, aliases) for one in find_people(question.statement)]
    if question.of_others and not people:
        return False
    if not all(any(one.is_in(item) or one.is_called(item) for item in statement.items) for one in people):
        return False
    parts = _required(question, aliases)
    return _has_value(question, [item for item in statement.items if not any(part.is_in(item) for part in parts)])


def _is_near(question: Question, statement: ParsedStatement, touched: int) -> bool:
    """Return whether the question touches enough of the statement; one without a subject asks name or age."""
    if not touched and not question.words:
        if question.wanted is Wanted.NAME:
            own = names_user(statement) or "name" in statement.words or "nombre" in statement.words
            return own and not any(item.kinds & _ROLES for item in statement.items)
        return question.wanted is Wanted.AGE and all(item.measure or item.keys & _AGES for item in statement.items)
    return touched + len(question.words) >= len(statement.items) * _LEAST_SHARE


def required_parts(question: Question, aliases: Aliases) -> list[tuple[Item, Part]]:
    """Return the items of a question that every answer must hold."""
    parts: list[tuple[Item, Part]] = []
    for item in question.items:
        part = _part(item, question.wanted, aliases)
        aged = question.wanted is Wanted.AGE and item.keys & {"age", "old"}
        said = item.weak or aged or (is_filler(item.text) and not item.person) or item.keys <= concept_group("asked")
        if part.kinds or not said:
            parts.append((item, part))
    return parts


def _required(question: Question, aliases: Aliases) -> list[Part]:
    return [part for _, part in required_parts(question, aliases)]


def _part(item: Item, wanted: Wanted, aliases: Aliases) -> Part:
    kinds = frozenset(kind for kind in _SORTS if item.text in function_words(f"sort_{kind}"))
    if kinds:
        return Part(frozenset(), kinds)
    keys = item.keys
    if item.predicate:
        keys |= frozenset(key for line in concept_group_lines("kindred") if line & item.keys for key in line)
    for group in ("child", "partner", "parent", "sibling"):
        if item.keys & concept_group(group) and item.keys & concept_group("any_of"):
            keys |= concept_group(group)
    keys |= frozenset(key for name, one in concept_map("several").items() if name in item.keys for key in one)
    if wanted is Wanted.TRUTH and item.keys & concept_group("marital_state"):
        keys |= concept_group("marital_state") | concept_group("attached")
    for states, people in marital_states():
        keys |= states if keys & people else frozenset()
    if wanted is Wanted.PLACE and item.keys & {"house", "home"}:
        keys |= {"live"}
    other_names = frozenset(name for key in (*keys, item.text) for name in aliases.get(key, ()))
    word = item.text if item.unknown or "name" in item.kinds else ""
    off = item.off if item.off or wanted is not Wanted.TRUTH else None
    return Part(keys, frozenset(), word, other_names, off, item.predicate)


def _goes_without_saying(part: Part, statement: ParsedStatement) -> bool:
    """Return whether another word says it: a job for work, a move for a home, a medicine for taking it."""
    if part.word and any(same_word(part.word, word) for word in statement.words):
        return True
    if part.keys & {"work", "employer"}:
        denied = any(item.predicate and item.off for item in statement.items)
        return not denied and (tells_work(statement) or _tells_start(statement))
    if part.keys & {"live"}:
        return statement.has("move_house", "share_home", "rent") and "wish" not in statement.signs
    if part.keys & {"vegetarian", "vegan"}:
        return statement.has("eat") and statement.has(*concept_group("animal_food"))
    if part.keys & {"allergic", "intolerant"}:
        return not function_words("reaction").isdisjoint(statement.words)
    if part.keys & {"ex_partner"}:
        return statement.has("separated", "divorced") or not function_words("parting").isdisjoint(statement.words)
    if part.keys & {"take_drug"}:
        return any("drug" in item.kinds for item in statement.items) and not statement.has(*concept_group("unfit"))
    return False


def _tells_start(statement: ParsedStatement) -> bool:
    """Return whether somebody has begun at a place that has a name, as one begins in a job."""
    places = any(item.prep == "at" and (item.name or item.unknown) for item in statement.items)
    return statement.has("start", "hired") and places


def _has_value(question: Question, rest: Sequence[Item]) -> bool:
    """Return whether something of the right kind stands there beside what was asked of."""
    match question.wanted:
        case Wanted.TRUTH:
            return True
        case Wanted.AGE:
            return any(item.keys & _AGES for item in rest) and any(item.numeral for item in rest)
        case Wanted.AMOUNT:
            return any("number" in item.kinds for item in rest)
        case Wanted.TIME:
            return any(item.kinds & _TIMES or item.numeral or item.keys & concept_group("feast") for item in rest)
        case Wanted.PLACE:
            return any(item.kinds & _PLACES or (item.prep in {"at", "to"} and not item.predicate) for item in rest)
        case Wanted.NAME:
            return any(is_name(item) for item in rest)
        case Wanted.WHO:
            return any(is_name(item) or item.kinds & _PEOPLE for item in rest)
        case Wanted.THING | Wanted.REASON:
            return any(not item.weak and not item.predicate for item in rest)


def _may_be_name(item: Item) -> bool:
    return item.name or item.unknown or "name" in item.kinds


def is_name(item: Item) -> bool:
    return item.prep not in {"at", "to"} and (item.name or "name" in item.kinds or (item.at == 0 and item.unknown))


def same_word(one: str, other: str) -> bool:
    """Return whether both are one word, or a name and its English genitive."""
    if one == other or stem(one, "es") == stem(other, "es") or stem(one, "en") == stem(other, "en"):
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _SHORTEST_NAME and longer == f"{shorter}s"
