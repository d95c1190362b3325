"""A model whose every request is written down: how long it took, what it cost, how it ended."""

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
from sidecar.runtime.clock import Clock

CostEstimate = Callable[[int, int], Decimal | None]
"""Dollars for so many tokens in and out; None when the price is not known."""

_CANCELLED = "cancelled"
_NOTHING = Usage()
_NOTE_EVERY_MS = 2_000
_AHEAD_TOKENS = 300
"""What a fast model writes until the next note."""


def unknown_price(tokens_in: int, tokens_out: int) -> Decimal | None:
    """The `CostEstimate` for a model without a known price."""
    return None


class Accounts(Protocol):
    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        """Write the request down, over what its `line` says if it has one already. Returns its line."""
        ...


@dataclass(frozen=True, slots=True)
class Purpose:
    """On whose account a request goes, and for which role of the model."""

    person: PersonId
    role: str = "chat"
    turn: TurnId | None = None


class MeteredModel:
    """The same `ChatModel`, whose requests end up in `accounts`: answered, failed or cancelled. Cheap: one per turn.

    Goes inside `RetryingModel`, so that every attempt is counted. A request has its line from the beginning, and what
    it has cost so far is written there every few seconds, so that not even a killed program leaves it out. Where the
    provider does not say what was used, the cost is an estimate, and the tokens are not given.
    """

    def __init__(
        self,
        model: ChatModel,
        purpose: Purpose,
        accounts: Accounts,
        clock: Clock,
        estimate: CostEstimate = unknown_price,
    ) -> None:
        self._model = model
        self._purpose = purpose
        self._accounts = accounts
        self._clock = clock
        self._estimate = estimate

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        entry = _Entry(request, self._clock)
        emit(Event.MODEL_REQUESTED, model=self.name, role=self._purpose.role, estimated_tokens=entry.estimated_tokens)
        self._note(entry)
        try:
            async with aclosing(self._model.stream(request)) as events:
                async for event in events:
                    entry.heard(event)
                    if isinstance(event, Completion):
                        usage = self._used(entry, event.usage)
                        await self._answered(entry, usage)
                        yield replace(event, usage=usage)
                        continue
                    if entry.is_due:
                        self._note(entry)
                    yield event
        except ModelError as error:
            emit(Event.MODEL_FAILED, level="warning", model=self.name, error=error.code, message=str(error))
            await self._record(entry, self._lost(entry, error), error.code)
            raise
        except (asyncio.CancelledError, GeneratorExit):
            if not entry.recorded:  # once the answer is complete, closing the stream is the usual end of reading it
                await self._record(entry, self._so_far(entry), _CANCELLED)
            raise

    # -- how much

    def _used(self, entry: _Entry, said: Usage) -> Usage:
        """What the provider says. A prompt without tokens is one that it says nothing of."""
        return said if said.input_tokens else self._so_far(entry)

    def _lost(self, entry: _Entry, error: ModelError) -> Usage:
        if isinstance(error.usage, Usage):
            return self._used(entry, error.usage)
        in_vain = entry.first_token_ms is None and not isinstance(error, ModelTimeout)
        return _NOTHING if in_vain else self._so_far(entry)

    def _so_far(self, entry: _Entry, ahead_tokens: int = 0) -> Usage:
        """Of a request that the provider was busy with: it read the prompt, and wrote what has been heard."""
        return Usage(cost_usd=self._estimate(entry.estimated_tokens, entry.heard_tokens + ahead_tokens))

    # -- into the accounts

    def _note(self, entry: _Entry) -> None:
        """Write down what the request has cost up to now, and until the next note, without keeping it waiting."""
        entry.noted()
        usage = self._so_far(entry, _AHEAD_TOKENS)
        if entry.line and not usage.cost_usd:
            return  # nothing new
        record = self._record_of(entry, usage, UNFINISHED)
        entry.line = asyncio.ensure_future(self._write(record, entry.line))

    async def _write(self, record: RequestRecord, earlier: Awaitable[int | None] | None) -> int | None:
        """The line that the record is on; None when the database could not take it."""
        line = await earlier if earlier else None
        try:
            return await self._accounts.record(record, line)
        except StorageError as error:  # the account is lost; the answer must not be
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
        record = replace(self._record_of(entry, usage, error_code), prompt=_as_json(entry.request))
        await asyncio.shield(self._write(record, entry.line))  # a second cancellation must not lose it
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
        )


class _Entry:
    """What is known of a request while it runs."""

    def __init__(self, request: ChatRequest, clock: Clock) -> None:
        self.request = request
        self.at = clock.now()
        self.estimated_tokens = TokenCounter().request(request)
        self.first_token_ms: float | None = None
        self.recorded = False
        self.line: Awaitable[int | None] | None = None
        """On its way into the accounts."""
        self._heard: list[str] = []
        self._calls: tuple[ToolCall, ...] = ()
        self._clock = clock
        self._started = clock.monotonic()
        self._noted_ms = 0.0

    def heard(self, event: ModelEvent) -> None:
        if self.first_token_ms is None:
            self.first_token_ms = self.elapsed_ms()
        if isinstance(event, TextChunk | ThinkingChunk):
            self._heard.append(event.text)
        elif isinstance(event, Completion):
            self._calls = event.message.tool_calls

    @property
    def heard_tokens(self) -> int:
        text = "".join(self._heard)
        return TokenCounter().message(AssistantMessage(text, self._calls)) if text or self._calls else 0

    @property
    def is_due(self) -> bool:
        """Whether it is time for another note."""
        return self.elapsed_ms() - self._noted_ms >= _NOTE_EVERY_MS

    def noted(self) -> None:
        self._noted_ms = self.elapsed_ms()

    def elapsed_ms(self) -> float:
        return round((self._clock.monotonic() - self._started) * 1000, 1)


def _as_json(request: ChatRequest) -> str:
    return json.dumps(request, default=_plain, ensure_ascii=False)


def _masked(value: object) -> object:
    """Text by text, since most of a prompt was there in the turn before and `redact` knows it."""
    return redact(value) if isinstance(value, str) else value


def _plain(value: object) -> object:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if is_dataclass(value) and not isinstance(value, type):
        return {"kind": type(value).__name__} | {
            field.name: _masked(getattr(value, field.name)) for field in fields(value)
        }
    raise TypeError(f"{type(value).__name__} has no place in a request")
