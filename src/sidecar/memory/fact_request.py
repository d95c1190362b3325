"""Turns what a person asks to be remembered into a fact: an allergy is health without being told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, FactSource, NewFact, Subject
from sidecar.domain.person import Language
from sidecar.errors import RequestError
from sidecar.language.detection import find_likely_languages
from sidecar.language.fold import fold
from sidecar.memory import extraction

_PRONOUNS = 2
_EXPLICIT = re.compile(
    r"(?:(?:please|pls|porfa|por favor|che|hey)[ ,]+)*(?:(?:remember|note|keep in mind|don't forget)(?: down)?"
    r"(?:[:,]| that)? (?=(?:my|our|i|i'm|we|the)\b)"
    r"|(?:acordate|recorda|anota|guarda|tene en cuenta|no te olvides)(?: de)?(?: que|:) )",
    re.IGNORECASE,
)


def find_request(text: str) -> str | None:
    """Return what a message asks outright to be remembered; None where it asks for nothing of the sort."""
    found = _EXPLICIT.match(fold(text.strip()))
    return text.strip()[found.end() :].rstrip(" .!") if found and "?" not in text else None


def parse_fact_request(
    text: str, language: Language, domain: Domain | None = None, today: date | None = None
) -> NewFact:
    """Return a fact, told like those found in messages ("Vive en Rosario") where the patterns understand the whole
    statement, else in the person's own words. With `today` its days become dates. Raises `RequestError` when there are
    no words, or too many."""
    words = " ".join(text.split())
    if not 0 < len(words) <= FACT_MAX_CHARS:
        raise RequestError("A fact has 1 to {most} characters: one short sentence.", most=FACT_MAX_CHARS)
    found = extraction.extract(words, language)
    guessed = _guess(found)
    dated = extraction.extract(words, language, extraction.ExtractionContext(today))[:1]
    understood = dated if len(found) == 1 and _is_whole(found[0].text, words) else []
    return NewFact(
        understood[0].text if understood else words,
        domain or (guessed.domain if guessed else Domain.GENERAL),
        guessed.subject if guessed else Subject.USER,
        Confidence.HIGH,
        FactSource.EXPLICIT,
        critical=any(fact.critical for fact in found),
        domain_is_known=bool(domain or guessed),
        until=understood[0].until if understood else None,
    )


def tell_days(fact: NewFact, language: Language, today: date) -> NewFact:
    """Return a fact that was stated today with dates instead of "on Saturday", and with its last day."""
    code = find_likely_languages(fact.text, language)[0]
    return extraction.add_dates(fact, today, extraction.load_language_pack(code))


def _is_whole(told: str, words: str) -> bool:
    """Return whether nothing was left out, except a pronoun or two."""
    return len(told.split()) >= len(words.split()) - _PRONOUNS


def _guess(found: Sequence[NewFact]) -> NewFact | None:
    """Choose what a statement of several facts is about: health comes first, so that it is protected."""
    if len({(fact.domain, fact.subject) for fact in found}) == 1:
        return found[0]
    return next((fact for fact in found if fact.domain is Domain.HEALTH), None)
