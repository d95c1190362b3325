"""Permissions as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sidecar.domain.held_call import LastingAnswer


@dataclass(frozen=True, slots=True)
class LastingAnswerJson:
    """`subject` is what the answer is about; `outside`: what a text from outside may have wanted."""

    id: int
    tool: str
    subject: str
    agreed: bool
    at: datetime

    @classmethod
    def from_answer(cls, answer: LastingAnswer) -> Self:
        return cls(answer.id, answer.tool, answer.subject, answer.agreed, answer.at)


@dataclass(frozen=True, slots=True)
class PermissionsJson:
    """`rules` says `allow`, `ask` or `deny` for `read`, `write`, `external`, `dangerous` and `after_outside_text`."""

    channel: str
    rules: Mapping[str, str]
    answers: Sequence[LastingAnswerJson]
