"""What a person asks to be remembered, as the patterns understand it: an allergy is health without being told."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, FactSource, NewFact
from sidecar.domain.person import Language
from sidecar.errors import RequestError


def statement_of(text: str, language: Language, domain: Domain | None = None) -> NewFact:
    """A fact in the person's own words. Raises `RequestError` when there are none, or too many."""
    from sidecar.memory.extraction import extract  # the grammars take long to load

    words = " ".join(text.split())
    if not 0 < len(words) <= FACT_MAX_CHARS:
        raise RequestError("A fact has 1 to {most} characters: one short sentence.", most=FACT_MAX_CHARS)
    found = extract(words, language)
    guessed = _guess(found) or NewFact(words)
    return NewFact(
        words,
        domain or guessed.domain,
        guessed.subject,
        Confidence.HIGH,
        FactSource.EXPLICIT,
        critical=any(fact.critical for fact in found),
    )


def _guess(found: Sequence[NewFact]) -> NewFact | None:
    """What a statement is about that may hold several facts: health comes first, so that it is protected."""
    if len({(fact.domain, fact.subject) for fact in found}) == 1:
        return found[0]
    return next((fact for fact in found if fact.domain is Domain.HEALTH), None)
