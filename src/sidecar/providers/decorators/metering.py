"""A model whose every request is recorded: how long it took, what it cost, how it ended."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Protocol, cast

from sidecar.brain.tokens import TokenCounter
from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestRecord, Usage
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelError, ModelTimeout, StorageError
from sidecar.llm import AssistantMessage, ChatModel, ChatRequest, Completion, ModelEvent, TextChunk, ThinkingChunk
from sidecar.observe import Event, emit
from sidecar.observe.redaction import redact
from sidecar.providers.decorators.redaction import redact_request
from sidecar.providers.decorators.wrapper import WrapperModel
from sidecar.runtime.clock import Clock

CostEstimate = Callable[[int, int], Decimal | None]
"""Dollars for a number of tokens in and out; None when the price is unknown."""

_CANCELLED = "cancelled"
_NOTE_EVERY_MS = 2_000
_MOST_TOKENS = 100_000_000
_MOST_USD = 10_000
"""Ten times what the largest window of today costs at the highest price, so that no real request is disbelieved."""
_AHEAD_TOKENS = 300
"""What a fast model writes until the next note, so that a killed program records too much rather than too little."""


def return_no_price(tokens_in: int, tokens_out: int) -> Decimal | None:
    """Return None: the `CostEstimate` for a model without a known price."""
    return None


class Accounts(Protocol):
    """Where requests are recorded."""

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        """Write the request to its `line`, or to a new one, and return the line's number."""
        ...


@dataclass(frozen=True, slots=True)
class Purpose:
    """For whom a request is made, in which role, in which turn (None for background work), over which connection."""

    person: PersonId
    role: str = "chat"
    turn: TurnId | None = None
    connection: str = ""


def _is_plausible(usage: Usage) -> bool:
    tokens = (usage.input_tokens, usage.cached_tokens, usage.output_tokens)
    return all(0 <= count <= _MOST_TOKENS for count in tokens) and 0 <= (usage.cost_usd or 0) <= _MOST_USD


class MeteredModel(WrapperModel):
    """Record every request in `accounts`: answered, failed or cancelled. Cheap: one per turn.

    Goes inside `RetryingModel`, so that every attempt is counted. A request has its line from the start, and its cost
    so far is written there every few seconds, so that not even a killed program loses it. Where the provider does not
    report what was used, the cost is an estimate, and the tokens stay 0.
    """

    def __init__(
        self,
        model: ChatModel,
        purpose: Purpose,
        accounts: Accounts,
        clock: Clock,
        estimate: CostEstimate = return_no_price,
    ) -> None:
        super().__init__(model)
        self._purpose = purpose
        self._accounts = accounts
        self._clock = clock
        self._estimate = estimate

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        entry = _Entry(request, self._clock)
        emit(Event.MODEL_REQUESTED, model=self.name, role=self._purpose.role, estimated_tokens=entry.estimated_tokens)
        self._note(entry)
        try:
            async with aclosing(super().stream(request)) as events:
                async for event in events:
                    entry.add(event)
                    if isinstance(event, Completion):
                        usage = self._usage(entry, event.usage)
                        await self._answered(entry, usage)
                        yield replace(event, usage=usage)
                        continue
                    if entry.is_due:
                        self._note(entry)
                    yield event
        except ModelError as error:
            emit(Event.MODEL_FAILED, level="warning", model=self.name, error=error.code, message=str(error))
            await self._record(entry, self._usage_of_failure(entry, error), error.code)
            raise
        except (asyncio.CancelledError, GeneratorExit):
            if not entry.recorded:  # after the `Completion`, closing the stream is the usual end
                await self._record(entry, self._estimated(entry), _CANCELLED)
            raise

    # -- usage

    def _usage(self, entry: _Entry, reported: Usage) -> Usage:
        """Return what the provider reports, or an estimate when it reports no tokens of the prompt, or absurd ones."""
        return reported if reported.input_tokens and _is_plausible(reported) else self._estimated(entry)

    def _usage_of_failure(self, entry: _Entry, error: ModelError) -> Usage:
        if isinstance(error.usage, Usage):
            return self._usage(entry, error.usage)
        unanswered = entry.first_token_ms is None and not isinstance(error, ModelTimeout)
        return Usage() if unanswered else self._estimated(entry)

    def _estimated(self, entry: _Entry, ahead_tokens: int = 0) -> Usage:
        """Return the cost of reading the prompt and of writing what has arrived; the tokens stay 0."""
        return Usage(cost_usd=self._estimate(entry.estimated_tokens, entry.received_tokens + ahead_tokens))

    # -- recording

    def _note(self, entry: _Entry) -> None:
        """Record the cost up to the next note in the background."""
        entry.mark_noted()
        usage = self._estimated(entry, _AHEAD_TOKENS)
        if entry.line and not usage.cost_usd:
            return  # a free model: nothing new
        record = self._record_of(entry, usage, UNFINISHED)
        entry.line = asyncio.ensure_future(self._write(record, entry.line))

    async def _write(self, record: RequestRecord, previous: Awaitable[int | None] | None) -> int | None:
        """Return the line of the record, None when the database could not take it."""
        line = await previous if previous else None
        try:
            return await self._accounts.record(record, line)
        except StorageError as error:  # the record is lost; the answer must not be
            emit(Event.ACCOUNT_LOST, level="error", model=self.name, error=str(error))
            return line

    async def _answered(self, entry: _Entry, usage: Usage) -> None:
        total_ms = await self._record(entry, usage)
        emit(
            Event.MODEL_ANSWERED,
            model=self.name,
            first_token_ms=entry.first_token_ms,
            ms=total_ms,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            cost_usd=None if usage.cost_usd is None else str(usage.cost_usd),
        )

    async def _record(self, entry: _Entry, usage: Usage, error_code: str = "") -> float:
        entry.recorded = True
        record = replace(
            self._record_of(entry, usage, error_code), prompt=_to_json(redact_request(entry.request, redact))
        )
        await asyncio.shield(self._write(record, entry.line))  # not lost at a second cancellation
        return record.total_ms

    def _record_of(self, entry: _Entry, usage: Usage, error_code: str) -> RequestRecord:
        return RequestRecord(
            person=self._purpose.person,
            turn=self._purpose.turn,
            role=self._purpose.role,
            model=self.name,
            at=entry.at,
            estimated_tokens=entry.estimated_tokens,
            usage=usage,
            first_token_ms=entry.first_token_ms,
            total_ms=entry.elapsed_ms(),
            error_code=error_code,
            connection=self._purpose.connection,
        )


class _Entry:
    """A request while it runs."""

    def __init__(self, request: ChatRequest, clock: Clock) -> None:
        self.request = request
        self.at = clock.now()
        self.estimated_tokens = TokenCounter().request(request)
        self.first_token_ms: float | None = None
        self.recorded = False
        self.line: Awaitable[int | None] | None = None
        """The line in the accounts, while it is being written."""
        self._received: list[str] = []
        self._calls: tuple[ToolCall, ...] = ()
        self._clock = clock
        self._started = clock.monotonic()
        self._noted_ms = 0.0

    def add(self, event: ModelEvent) -> None:
        if self.first_token_ms is None:
            self.first_token_ms = self.elapsed_ms()
        if isinstance(event, TextChunk | ThinkingChunk):
            self._received.append(event.text)
        elif isinstance(event, Completion):
            self._calls = event.message.tool_calls

    @property
    def received_tokens(self) -> int:
        text = "".join(self._received)
        return TokenCounter().message(AssistantMessage(text, self._calls)) if text or self._calls else 0

    @property
    def is_due(self) -> bool:
        """Return whether it is time for another note."""
        return self.elapsed_ms() - self._noted_ms >= _NOTE_EVERY_MS

    def mark_noted(self) -> None:
        self._noted_ms = self.elapsed_ms()

    def elapsed_ms(self) -> float:
        return round((self._clock.monotonic() - self._started) * 1000, 1)


def _to_json(request: ChatRequest) -> str:
    return json.dumps(request, default=_to_plain, ensure_ascii=False)


def _to_plain(value: object) -> object:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if is_dataclass(value) and not isinstance(value, type):
        return {"kind": type(value).__name__} | {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no place in a request")
