"""What a message is read with: when it was said, what was said before it, and what is known already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sidecar.domain.fact import Fact
from sidecar.domain.message import Message


@dataclass(frozen=True, slots=True)
class ExtractionContext:
    """`said_on`: the person's date when they said it. `before`: the last messages of the person and the companion,
    oldest first. `known`: active facts that share words with any of these messages."""

    said_on: date | None = None
    before: Sequence[Message] = ()
    known: Sequence[Fact] = ()


NO_CONTEXT = ExtractionContext()
