"""A conversation of a person with Sidecar, told line by line, and what its last message says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from sidecar.domain.fact import Fact, FactId, FactSource, NewFact
from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.domain.person import OWNER
from sidecar.memory.extraction import ExtractionContext, extract

SAID_ON = date(2025, 7, 15)
"""A Tuesday."""
_BEFORE = 6


def read_last(lines: Sequence[str], known: Sequence[str] = ()) -> list[NewFact]:
    """Return the facts of the last line. A line of Sidecar begins with "S: ", the others are the person's. `known`:
    facts from before the conversation; those of its own lines are known too."""
    facts = [_fact(number, NewFact(text, critical=True), None) for number, text in enumerate(known, 1)]
    before: list[Message] = []
    found: list[NewFact] = []
    for turn, line in enumerate(lines, 1):
        speaker = Speaker.COMPANION if line.startswith("S: ") else Speaker.PERSON
        text = line.removeprefix("S: ")
        if speaker is Speaker.PERSON:
            found = extract(text, None, ExtractionContext(SAID_ON, before[-_BEFORE:], facts))
            facts += [_fact(len(facts) + number, fact, TurnId(turn)) for number, fact in enumerate(found, 1)]
        before.append(Message(speaker, text, datetime(2025, 7, 15, 12, tzinfo=UTC), TurnId(turn), "terminal"))
    return found


def _fact(number: int, said: NewFact, origin: TurnId | None) -> Fact:
    return Fact(
        FactId(number),
        OWNER,
        said.text,
        said.domain,
        said.subject,
        said.confidence,
        FactSource.INFERRED,
        SAID_ON,
        SAID_ON,
        critical=said.critical,
        origin=origin,
        until=said.until,
    )
