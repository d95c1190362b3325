"""What a person asks to be remembered, as the patterns understand it: an allergy is health without being told."""

from __future__ import annotations

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
    guessed = found[0] if len(found) == 1 else NewFact(words)
    return NewFact(
        words,
        domain or guessed.domain,
        guessed.subject,
        Confidence.HIGH,
        FactSource.EXPLICIT,
        critical=guessed.critical,
    )
