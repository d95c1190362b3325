"""One turn, and the audit log, as JSON, independent of the names in the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sidecar.domain.message import Attachment, IncomingMessage, Message
from sidecar.domain.money import RequestRecord
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.trace import Trace, TurnDelivery


@dataclass(frozen=True, slots=True)
class QuestionJson:
    id: str
    channel: str
    person: str
    text: str
    received_at: datetime
    address: str
    reply_to: str
    attachments: Sequence[Attachment]
    metadata: Mapping[str, str]
    """With `lang`, the language asked for."""

    @classmethod
    def from_message(cls, message: IncomingMessage) -> Self:
        return cls(
            message.id,
            message.channel,
            message.person,
            message.text,
            message.received_at,
            message.address,
            message.reply_to,
            message.attachments,
            {**message.metadata, **({"lang": message.answer_in} if message.answer_in else {})},
        )


@dataclass(frozen=True, slots=True)
class MessageJson:
    """`completeness` is `whole`, `cut`, or `notice` for what the model does not read again."""

    speaker: str
    text: str
    at: datetime
    turn: int
    channel: str
    completeness: str
    tool_calls: Sequence[ToolCall]
    tool_call_id: str

    @classmethod
    def from_message(cls, message: Message) -> Self:
        return cls(
            message.speaker,
            message.text,
            message.at,
            message.turn,
            message.channel,
            message.completeness if message.kind.in_conversation else "notice",
            message.tool_calls,
            message.tool_call_id,
        )


@dataclass(frozen=True, slots=True)
class ReceiptJson:
    call: ToolCall
    content: str
    error: str
    ms: float
    ran: bool
    shown: None
    """Kept for readers of older output."""

    @classmethod
    def from_receipt(cls, receipt: ToolReceipt) -> Self:
        return cls(receipt.call, receipt.content, receipt.error, receipt.ms, receipt.ran, None)


@dataclass(frozen=True, slots=True)
class TraceJson:
    """Times in milliseconds; the parts are in the order in which they happened."""

    turn: int
    conversation: int
    message: QuestionJson
    state: str
    attempts: int
    finished_at: datetime | None
    handled_by: str
    ending: str
    error_code: str
    model_ms: float
    tools_ms: float
    total_ms: float
    messages: Sequence[MessageJson]
    requests: Sequence[RequestRecord]
    tools: Sequence[ReceiptJson]
    deliveries: Sequence[TurnDelivery]

    @classmethod
    def from_trace(cls, trace: Trace) -> Self:
        return cls(
            trace.turn,
            trace.conversation,
            QuestionJson.from_message(trace.message),
            trace.state,
            trace.attempts,
            trace.finished_at,
            trace.handled_by,
            trace.ending,
            trace.error_code,
            trace.model_ms,
            trace.tools_ms,
            trace.total_ms,
            [MessageJson.from_message(message) for message in trace.messages],
            trace.requests,
            [ReceiptJson.from_receipt(receipt) for receipt in trace.tools],
            trace.deliveries,
        )
