"""Reads a wish to hear all about a topic ("tell me about my dad", "qué sabés de mi salud"); selects what is held."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from sidecar.domain.fact import Domain, Fact, Subject
from sidecar.domain.person import Language
from sidecar.memory.answers.evidence import concerns, find_aliases
from sidecar.memory.answers.question import Question, parse_question
from sidecar.memory.answers.question_words import fold_question
from sidecar.memory.answers.selection import select_current, select_newest_values
from sidecar.memory.facts.parsed_statement import tells_work
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.subject import USER, find_subjects
from sidecar.memory.lexicon.lexicon import concept_group, first_names, function_words

_MOST_CHARS = 120
_ALL_ABOUT = tuple(
    re.compile(rf"(?:(?:che|y|and|so|hey|ok|a ver|can you|could you|please|me) )*(?:{asks}) (?P<topic>.+)")
    for asks in (
        r"(?:que|lo que) (?:(?:es lo que|mas|cosas|todo) )*(?:sabes|recordas|te acordas|tenes (?:anotado|guardado)"
        r"|(?:yo )?te (?:conte|dije)|conoces) (?:vos )?(?:acerca )?(?:de|sobre)",
        r"(?:contame|hablame|decime|contarme|hablarme) (?:(?:algo|todo|mas|lo que sabes|que sabes) )*(?:acerca )?"
        r"(?:de|sobre)",
        r"(?:que|como) (?:me pasa|problemas? tengo|cosas tengo|tengo|estoy|ando|anda) (?:de|con)",
        r"what (?:(?:all|else|things) )?(?:(?:do|did|have) )?(?:you|i) (?:(?:actually|still) )?"
        r"(?:know|remember|have noted|told you|tell you|got) (?:about|of|on)",
        r"(?:tell|remind) me (?:(?:everything|all|something|more|what|you know|that) )*about",
        r"(?:what|which|any|do i have any|what are|whats) (?=(?:my )?(?:health|medical) )",
    )
)
_OWN = re.compile(r"(?:mi|mis|nuestr[oa]s?|my|our|the|la|el|los|las)\b\s*")
_OWNED = re.compile(r"(?:mi|mis|nuestr[oa]s?|my|our)\b")
_TAIL = re.compile(r"\W*(?:please|por favor|porfa|che|then|again|do i have|issues|problems|conditions|history)\W*$")
_NO_TOPIC = frozenset({"", "me", "mi", "mi vida", "my life", "myself", "yourself", "vos", "you"})


@dataclass(frozen=True, slots=True)
class TopicQuestion:
    words: str
    question: Question
    known: bool
    """It is the person's own, or called by a first name: what is not held of it was not told."""


def parse_topic(text: str, language: Language) -> TopicQuestion | None:
    """Return the topic that the person wants to hear all about; None for any other message."""
    plain = fold_question(text[:_MOST_CHARS])
    found = next((match for asks in _ALL_ABOUT if (match := asks.fullmatch(plain))), None)
    if found is None:
        return None
    words = found["topic"]
    while (shorter := _TAIL.sub("", words)) != words:
        words = shorter
    if words in _NO_TOPIC:
        return None
    bare = _OWN.sub("", words)
    own = _OWNED.match(words) is not None or bare in first_names() or _find_area(bare) is not None
    return TopicQuestion(bare, parse_question(bare, language), own)


def select_topic(topic: TopicQuestion, facts: Sequence[Fact], today: date) -> Sequence[Fact]:
    """Select everything current that is held of the topic, the newest first."""
    belongs = _find_area(topic.words)
    if belongs is None:
        aliases = find_aliases(facts)
        chosen = [fact for fact in select_current(facts, today) if concerns(topic.question, fact, aliases)]
    else:
        chosen = [fact for fact in select_current(facts, today) if belongs(fact)]
    return select_newest_values(sorted(chosen, key=lambda fact: (fact.confirmed, fact.id), reverse=True))


def _find_area(words: str) -> Callable[[Fact], bool] | None:
    """Return what tells whether a fact belongs to a whole part of life: health, family, work, tastes."""
    return next((belongs for area, belongs in _AREAS.items() if words in function_words(f"area_{area}")), None)


def _is_own_health(fact: Fact) -> bool:
    about_self = USER in find_subjects(parse_statement(fact.text), spoken=False)
    return fact.protected and fact.subject is Subject.USER and about_self


def _is_of_family(fact: Fact) -> bool:
    items = parse_statement(fact.text).items
    told = any("kin" in item.kinds and not item.keys & concept_group("acquainted") for item in items)
    return told or any(item.keys & concept_group("marital_state") for item in items)


def _is_of_work(fact: Fact) -> bool:
    statement = parse_statement(fact.text)
    about_self = fact.subject is Subject.USER and USER in find_subjects(statement, spoken=False)
    return about_self and (fact.domain is Domain.WORK or tells_work(statement))


def _is_taste(fact: Fact) -> bool:
    return fact.domain is Domain.PREFERENCES and fact.subject is Subject.USER


_AREAS: dict[str, Callable[[Fact], bool]] = {
    "health": _is_own_health,
    "family": _is_of_family,
    "work": _is_of_work,
    "tastes": _is_taste,
}
