"""Splits a statement that joins several things into one statement for each: "es celíaca y alérgica a la nuez" (MEM-17).

Only where grammar allows it: clauses with a verb of their own, and lists of illnesses, medicines, allergens, trades,
languages, instruments and the like. What belongs together ("café con leche", "vive con su madre y su hermana") stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.person import Language
from sidecar.language.fold import fold_letters
from sidecar.memory.facts.lookup import is_finite
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, collect_keys
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.tokens import detect_statement_language
from sidecar.memory.lexicon.lexicon import concept_group, function_words, lexicon

_SEPARATOR = re.compile(
    r"\s*[,;]?\s+(?:y adem[aá]s|y tambi[eé]n|as well as|and also|plus|y|e|and|ni|nor|o|or|&)\s+|\s*[,;]\s+",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"\s*,?\s+(?:o|or)\s+", re.IGNORECASE)
_BEFORE_VERB = frozenset(
    {"no", "not", "never", "nunca", "ya", "also", "tambien", "se", "le", "les", "me"}
    | {"i", "we", "they", "yo", "he", "she", "ella", "doesn't", "don't", "can't", "to"}
)
_CONTRACTED = re.compile(r"\b([ad]) el\b")
_PREPOSITIONS = frozenset({"a", "al", "to", "de", "del"})
_MEASURES = frozenset({"number", "unit", "day", "month", "part", "quality"})


@dataclass(frozen=True, slots=True)
class _Opening:
    """How a statement begins: who, the verb with what denies it, and what is said of an allergen."""

    subject: str
    verb: str
    adjective: str
    preposition: str
    keys: frozenset[str]
    kinds: frozenset[str]
    """The kinds of its object."""


def split_joined(fact: NewFact) -> tuple[NewFact, ...]:
    """Return a statement for each thing that is said; what is of health is protected by itself, the rest is not. What
    the whole puts an end to, the first part does."""
    texts = split_parts(fact.text)
    if len(texts) == 1:
        return (fact,)
    others = replace(fact, ends=())
    return tuple(_part(others if at else fact, text) for at, text in enumerate(texts))


def split_parts(text: str) -> tuple[str, ...]:
    """Return the text of each part; the text itself where it says one thing. Blanks may be written as one."""
    text = re.sub(r"\s{2,}", " ", text)  # in runs of them the separators would look for each other
    chunks = _SEPARATOR.split(text)
    if len(chunks) == 1 or (_ALTERNATIVE.search(text) and not _denies(chunks[0])):
        return (text,)
    language = detect_statement_language(text)
    opening = _read_opening(chunks[0], language)
    if opening is None:
        return (text,)
    parts = [chunks[0]]
    for chunk, separator in zip(chunks[1:], _SEPARATOR.findall(text), strict=True):
        if own := _complete(chunk, opening, language):
            parts.append(own)
        else:
            parts[-1] += separator + chunk
    return tuple(part[:1].upper() + part[1:] if text[:1].isupper() else part for part in parts)


def is_health(statement: ParsedStatement) -> bool:
    """Return whether it speaks of an illness, an allergy, a medicine or a diet."""
    kinds = frozenset(kind for item in statement.items for kind in item.kinds)
    return bool(kinds & {"condition", "drug"}) or statement.has(*concept_group("unfit"), *concept_group("health_state"))


def _part(fact: NewFact, text: str) -> NewFact:
    parsed = parse_statement(text)
    if is_health(parsed):
        return replace(fact, text=text, domain=Domain.HEALTH, critical=fact.critical or parsed.has("allergic"))
    if fact.domain is not Domain.HEALTH:
        return replace(fact, text=text)
    return replace(fact, text=text, domain=Domain.GENERAL, domain_is_known=False, critical=False)


def _read_opening(chunk: str, language: Language) -> _Opening | None:
    words = chunk.split()
    at = next((place for place in range(len(words)) if _is_verb(words, place, language)), None)
    if at is None or (at + 1 == len(words) and not lexicon(language).verbs & {(fold_letters(words[at]),)}):
        return None
    first = at
    while first and fold_letters(words[first - 1]) in _BEFORE_VERB:
        first -= 1
    parsed = parse_statement(chunk, language)
    rest = words[at + 1 :]
    allergy = next((word for word in rest if parse_statement(word, language).has(*concept_group("unfit"))), None)
    after = rest[rest.index(allergy) + 1 :] if allergy else rest
    adjective = " ".join(rest[: rest.index(allergy) + 1]) if allergy else ""
    preposition = after[0] if after and fold_letters(after[0]) in _PREPOSITIONS else ""
    objects = [item for item in parsed.items if not item.predicate and item.kinds - _MEASURES]
    kinds = objects[-1].kinds if objects and not any(item.prep == "with" for item in objects) else frozenset[str]()
    keys = collect_keys(parsed.items)
    if fold_letters(words[at]) in function_words("being"):
        keys |= {"be"}
    subject, verb = " ".join(words[:first]), " ".join(words[first : at + 1])
    return _Opening(subject, verb, adjective, preposition, keys, kinds)


def _complete(chunk: str, opening: _Opening, language: Language) -> str | None:
    """Return the chunk as a statement of its own, with the words that it shares with the opening; None for a detail."""
    words = chunk.split()
    if not words:
        return None
    bare = next((place for place, word in enumerate(words) if fold_letters(word) not in _BEFORE_VERB), 0)
    if _is_verb(words, bare, language):
        return f"{opening.subject} {chunk}".strip()
    if fold_letters(words[0]) in function_words("own") and any(
        _is_verb(words, at, language) for at in range(len(words))
    ):
        return chunk
    parsed = parse_statement(chunk, language)
    things = [item for item in parsed.items if not item.kinds <= _MEASURES]
    if (
        not things
        or any(item.person for item in things if "drug" not in things[-1].kinds)
        or any(item.prep == "with" for item in things[:1])
    ):
        return None
    if _is_trait(things[0]) or parsed.has(*concept_group("unfit")):
        listed = bool(opening.keys & {"be"} or function_words("having") & {fold_letters(opening.verb.split()[-1])})
        return f"{opening.subject} {opening.verb} {chunk}".strip() if listed else None
    if not opening.kinds or not _is_listed(things, opening):
        return None
    preposition = opening.preposition if fold_letters(words[0]) not in _PREPOSITIONS else ""
    preposition = {"al": "a", "del": "de"}.get(preposition, preposition)
    joined = " ".join(filter(None, (opening.subject, opening.verb, opening.adjective, preposition, chunk)))
    return _CONTRACTED.sub(r"\1l", joined)


def _is_trait(item: Item) -> bool:
    return bool(item.kinds & {"condition", "job"}) or bool(item.keys & concept_group("health_state"))


def _is_listed(things: list[Item], opening: _Opening) -> bool:
    """Return whether the things go on with the list of the opening's verb: "toma losartán | metformina"."""
    first = things[0]
    if opening.keys & concept_group("unfit"):
        return bool(first.kinds & {"food", "drug", "drink", "word", "being", "nature"})
    if opening.keys & {"take_drug", "drink"}:
        return bool(first.kinds & {"drug", "drink"}) or (first.unknown and bool(opening.kinds & {"drug", "word"}))
    if opening.keys & {"eat", "omnivore"} and _denies(opening.verb):
        return bool(first.kinds & {"food", "drink", "word"})
    same = first.kinds & opening.kinds & {"language_name", "instrument", "sport"}
    return bool(same) and bool(opening.keys & {"speak", "know", "play", "practice", "learn", "study", "teach"})


def _is_verb(words: list[str], at: int, language: Language) -> bool:
    """Return whether a finite verb stands there, not a noun after "su" or "the"."""
    word = fold_letters(words[at]) if at < len(words) else ""
    before = fold_letters(words[at - 1]) if at else ""
    if before in function_words("of") - {"del"} or parse_statement(word, language).has(*concept_group("unfit")):
        return False
    return is_finite(word, language) or (before in _BEFORE_VERB and (word,) in lexicon(language).verbs)


def _denies(chunk: str) -> bool:
    return bool({"no", "not", "never", "nunca", "doesn't", "don't", "can't", "ni"} & set(fold_letters(chunk).split()))
