"""Contents and changes of memory as JSON (MEM-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self
from zoneinfo import ZoneInfo

from sidecar.api.encoding import INLINE, from_attributes
from sidecar.domain.fact import Fact
from sidecar.memory.forget import ForgetReport
from sidecar.memory.origins import FactOrigin
from sidecar.memory.retrieval.document import Hit


@dataclass(frozen=True, slots=True)
class FactJson:
    id: int
    text: str
    domain: str
    subject: str
    confidence: str
    weight: int
    scope: str
    source: str
    critical: bool
    learned: str
    confirmed: str
    until: str | None
    stale: bool
    superseded_by: int | None
    unconfirmed_change_of: int | None
    origin: int | None

    @classmethod
    def from_fact(cls, fact: Fact) -> Self:
        return from_attributes(cls, fact)


@dataclass(frozen=True, slots=True)
class FactListJson:
    facts: Sequence[FactJson]

    @classmethod
    def from_facts(cls, facts: Sequence[Fact]) -> Self:
        return cls([FactJson.from_fact(fact) for fact in facts])


@dataclass(frozen=True, slots=True)
class RememberedJson:
    fact: FactJson | None = field(metadata=INLINE)
    became: str


@dataclass(frozen=True, slots=True)
class ForgottenJson:
    """`stands_in`: turns that no answer uses any more, open reminders, and files in which it still stands."""

    forgotten: Sequence[FactJson]
    documents: int
    messages: int
    prompts: int
    reminders: int
    typed_lines: int
    left: int
    stands_in: Sequence[str]

    @classmethod
    def from_report(cls, report: ForgetReport) -> Self:
        erased, left = report.erased, report.left
        facts = [FactJson.from_fact(fact) for fact in report.facts]
        places = [
            *(f"turn {mention.turn}" for mention in left.mentions),
            *(f"reminder {reminder.id}" for reminder in left.reminders),
            *left.copies.erasable,
            *left.copies.theirs,
        ]
        return cls(
            facts,
            erased.documents,
            erased.messages,
            erased.prompts,
            erased.reminders,
            report.typed,
            erased.left,
            places,
        )


@dataclass(frozen=True, slots=True)
class EvidenceJson:
    turn_id: int
    at: str
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class OriginJson:
    fact: FactJson = field(metadata=INLINE)
    told: Sequence[EvidenceJson]
    replaced: Sequence[FactJson]
    replaced_by: FactJson | None

    @classmethod
    def from_origin(cls, origin: FactOrigin) -> Self:
        return cls(
            FactJson.from_fact(origin.fact),
            [EvidenceJson(one.turn, one.at.isoformat(), one.said, one.text) for one in origin.evidence],
            [FactJson.from_fact(fact) for fact in origin.replaced],
            FactJson.from_fact(origin.replaced_by) if origin.replaced_by else None,
        )


@dataclass(frozen=True, slots=True)
class ImportJson:
    imported: int
    known: int
    not_understood: Sequence[str]


@dataclass(frozen=True, slots=True)
class HitJson:
    id: str
    kind: str
    text: str
    date: str | None
    speaker: str | None
    domain: str | None
    channel: str | None
    outdated: bool
    score: float

    @classmethod
    def from_hit(cls, hit: Hit, zone: ZoneInfo) -> Self:
        """Build it with the moment as `zone` has it."""
        document = hit.document
        date = document.at.astimezone(zone).isoformat() if document.at else None
        score = round(hit.score, 6)
        return cls(
            document.source,
            document.kind.value,
            document.text,
            date,
            document.speaker or None,
            document.domain or None,
            document.channel or None,
            hit.outdated,
            score,
        )


@dataclass(frozen=True, slots=True)
class HitListJson:
    hits: Sequence[HitJson]

    @classmethod
    def from_hits(cls, hits: Sequence[Hit], zone: ZoneInfo) -> Self:
        return cls([HitJson.from_hit(hit, zone) for hit in hits])


@dataclass(frozen=True, slots=True)
class CollectionJson:
    collection: str
    documents: int
    new: int


@dataclass(frozen=True, slots=True)
class ComparisonJson:
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class ExtractionJson:
    facts: Sequence[ExtractedFactJson]


@dataclass(frozen=True, slots=True)
class ExtractedFactJson:
    text: str
    domain: str
    subject: str
    confidence: str
    critical: bool
