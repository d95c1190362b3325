"""The shape of the memory model's answer. Imported when there is one to read, because pydantic is slow to import."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, StringConstraints

from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, FactId, NewFact, Subject


def _on_one_line(text: object) -> object:
    return " ".join(text.split()) if isinstance(text, str) else text


def _as_ids(given: object) -> object:
    """Return the whole numbers of a list; whatever else stands there spoils no fact."""
    return [id for id in cast("list[object]", given) if type(id) is int] if isinstance(given, list) else []


class FoundFact(BaseModel):
    text: Annotated[str, BeforeValidator(_on_one_line), StringConstraints(min_length=1, max_length=FACT_MAX_CHARS)]
    domain: Domain
    subject: Subject = Subject.USER
    confidence: Confidence
    critical: bool = False
    ends: Annotated[list[FactId], BeforeValidator(_as_ids)] = []

    def as_new(self) -> NewFact:
        return NewFact(
            self.text, self.domain, self.subject, self.confidence, critical=self.critical, ends=tuple(self.ends)
        )


class ExtractionAnswer(BaseModel):
    facts: list[FoundFact]
    ended: Annotated[list[FactId], BeforeValidator(_as_ids)] = []
