"""The shape of the memory model's answer. Imported when there is one to read, because pydantic is slow to import."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, StringConstraints

from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, NewFact, Subject


def _on_one_line(text: object) -> object:
    return " ".join(text.split()) if isinstance(text, str) else text


class FoundFact(BaseModel):
    text: Annotated[str, BeforeValidator(_on_one_line), StringConstraints(min_length=1, max_length=FACT_MAX_CHARS)]
    domain: Domain
    subject: Subject = Subject.USER
    confidence: Confidence
    critical: bool = False

    def as_new(self) -> NewFact:
        return NewFact(self.text, self.domain, self.subject, self.confidence, critical=self.critical)


class ExtractionAnswer(BaseModel):
    facts: list[FoundFact]
