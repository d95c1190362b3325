"""The answer to one question, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from sidecar.api.encoding import OPTIONAL
from sidecar.api.errors import ErrorJson
from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolReceipt


@dataclass(frozen=True, slots=True)
class ToolCallJson:
    name: str
    ok: bool
    ms: float
    error: str | None = field(metadata=OPTIONAL)

    @classmethod
    def from_receipt(cls, receipt: ToolReceipt) -> Self:
        return cls(receipt.call.name, receipt.ok, round(receipt.ms, 1), receipt.error or None)


@dataclass(frozen=True, slots=True)
class UsageJson:
    input_tokens: int
    cached_tokens: int
    output_tokens: int

    @classmethod
    def from_usage(cls, usage: Usage) -> Self:
        return cls(usage.input_tokens, usage.cached_tokens, usage.output_tokens)


@dataclass(frozen=True, slots=True)
class TimesJson:
    """Times in milliseconds; `own` excludes the model and the tools."""

    total: float
    model: float
    tools: float
    own: float


@dataclass(frozen=True, slots=True)
class AnswerJson:
    """`reply` is plain text; `turn_id` is None for a command, `cost_usd` for an unknown price."""

    reply: str
    turn_id: int | None
    handled_by: str
    ending: str
    model: str | None
    tool_calls: Sequence[ToolCallJson]
    usage: UsageJson
    cost_usd: float | None
    ms: TimesJson
    notices: Sequence[str] | None = field(metadata=OPTIONAL)
    error: ErrorJson | None = field(metadata=OPTIONAL)
