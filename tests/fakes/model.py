"""`FakeChatModel`: a language model without a wire, for every test that is not about the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolCall
from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnknown,
    NoFirstToken,
    OutputLimitReached,
)
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    TextChunk,
    ThinkingChunk,
)
from tests.loopback.script import Break, Refuse, Say, Script, Step


class FakeChatModel:
    """Plays a script like the loopback servers do. `requests` keeps what it was asked; `closed` counts the streams
    that were closed or cancelled before their end. A step may also be a `ModelError` to raise."""

    def __init__(self, *steps: Step | ModelError, name: str = "fake:model", context_window: int = 32_768) -> None:
        self.script = Script(*(_failing(step) if isinstance(step, ModelError) else step for step in steps))
        self.requests: list[ChatRequest] = []
        self.closed = 0
        self._name = name
        self._context_window = context_window

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_window(self) -> int:
        return self._context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        self.requests.append(request)
        reply = self.script.next(request)
        try:
            match reply:
                case Refuse():
                    raise _refusal(reply)
                case Break():
                    for chunk in reply.chunks:
                        yield TextChunk(chunk)
                    raise await _breakage(reply, request)
                case Say():
                    async with aclosing(self._say(reply, request)) as events:
                        async for event in events:
                            yield event
        except (GeneratorExit, asyncio.CancelledError):
            self.closed += 1
            raise

    async def _say(self, reply: Say, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        await _wait(reply.first_wait_s, request.first_token_timeout.total_seconds(), NoFirstToken)
        if reply.thinking:
            yield ThinkingChunk(reply.thinking)
        for number, chunk in enumerate(reply.chunks):
            if number:
                await _wait(reply.wait_s, request.idle_timeout.total_seconds())
            yield TextChunk(chunk)
        if reply.finish == "filtered" and not reply.chunks:
            raise ModelRejected("The fake model's filter stopped the answer.")
        if not reply.text.strip() and not reply.calls:
            raise (OutputLimitReached if reply.finish == "length" else ModelEmpty)("The fake model said nothing.")
        yield self._completion(reply)

    def _completion(self, reply: Say) -> Completion:
        calls = tuple(ToolCall(call.id, call.name, call.arguments) for call in reply.calls)
        finish = FinishReason.TOOLS if calls else FinishReason(reply.finish)
        usage = Usage(reply.tokens.input, reply.tokens.cached, reply.tokens.output)
        return Completion(AssistantMessage(reply.text, calls), finish, usage, self._name)


def _failing(error: ModelError) -> Callable[[ChatRequest], Say]:
    def fail(_: ChatRequest) -> Say:
        raise error

    return fail


async def _wait(seconds: float, longest_s: float, late: type[ModelTimeout] = ModelTimeout) -> None:
    await asyncio.sleep(min(seconds, longest_s))
    if seconds > longest_s:
        raise late("The fake model took too long.")


def _refusal(reply: Refuse) -> ModelError:
    match reply.status:
        case 401 | 402 | 403:
            return ModelRefused(reply.message)
        case 429 | 503 | 529:
            asked = reply.headers.get("retry-after")
            return ModelBusy(reply.message, retry_after_s=float(asked) if asked else None)
        case 400 if "context" in reply.code:
            return ContextTooLong(reply.message)
        case 404:
            return ModelUnknown(reply.message)
        case status if status < 500:
            return ModelRejected(reply.message)
        case _:
            return ModelFailed(reply.message)


async def _breakage(reply: Break, request: ChatRequest) -> ModelError:
    match reply.how:
        case "hang":
            longest = request.idle_timeout if reply.chunks else request.first_token_timeout
            await asyncio.sleep(longest.total_seconds())
            return (ModelTimeout if reply.chunks else NoFirstToken)("The fake model fell silent.")
        case "garbage" | "error":
            return ModelFailed("The fake model answered with garbage.")
        case "close" | "reset" | "end":
            return ModelCut("The fake model's stream was cut.")
