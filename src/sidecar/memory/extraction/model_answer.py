"""The shape of the memory model's answer. Imported when there is one to read, because pydantic is slow to import."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, StringConstraints

from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, NewFact, Subject


class FoundFact(BaseModel):
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=FACT_MAX_CHARS)]
    domain: Domain
    subject: Subject = Subject.USER
    confidence: Confidence
    critical: bool = False

    def as_new(self) -> NewFact:
        text = " ".join(self.text.split())
        return NewFact(text, self.domain, self.subject, self.confidence, critical=self.critical)


class ExtractionAnswer(BaseModel):
    facts: list[FoundFact]
