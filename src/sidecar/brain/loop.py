"""The tool loop: the model answers or asks for tools, the tools run, until there is a text or a limit."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import cast

from sidecar.brain.draft import CUT_MARK, Draft
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.domain.json_text import parse_json
from sidecar.domain.message import Completeness
from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import (
    Ending,
    ModelAsked,
    ModelThinking,
    Progress,
    ReplyChunk,
    ReplyWithdrawn,
    RetryPlanned,
    ToolFinished,
    ToolStarted,
)
from sidecar.errors import ModelEmpty, ModelFailed
from sidecar.i18n import Texts
from sidecar.llm import (
    AssistantMessage,
    ChatModel,
    ChatRequest,
    Completion,
    FinishReason,
    RetryScheduled,
    TextChunk,
    ThinkingChunk,
    ToolMessage,
    UserMessage,
)
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

_MAX_EQUAL_FAILURES = 2
_TAIL_CHARACTERS = 200
_MAX_DETAIL_CHARS = 200
_LIMIT_REACHED = (
    "[Sidecar: the limit of tool use for this message is reached. Answer now, in words, from what you have, and say "
    "what is still missing.]"
)


@dataclass(frozen=True, slots=True)
class LoopLimits:
    """The bounds of one run (CON-20, CON-25)."""

    iterations: int = 10
    calls_per_iteration: int = 8
    result_characters: int = 12_000


@dataclass(frozen=True, slots=True)
class ToolLoop:
    """A model with its tools, working for one person."""

    model: ChatModel
    toolbox: Toolbox
    scope: ToolScope
    clock: Clock
    limits: LoopLimits = LoopLimits()

    async def run(self, request: ChatRequest, draft: Draft, progress: Progress) -> Ending:
        """Answer `request`, writing everything that happens into `draft` as it happens.

        Returns COMPLETE; STOPPED_EARLY when a limit was reached and the model answered from what it had; or CUT when
        the provider ended the answer in the middle. Raises `ModelError` when the model gives no answer; the draft then
        holds what there was.
        """
        failures: Counter[tuple[str, str]] = Counter()
        withdrawn: set[str] = set()
        for _ in range(self.limits.iterations):
            completion = await self._ask(request, draft, progress)
            calls = completion.message.tool_calls
            if not calls:
                return _read_ending(completion)
            receipts = await self._use_tools(calls, request, withdrawn, draft, progress)
            failures.update(
                (receipt.call.name, receipt.error) for receipt in receipts if receipt.ran and not receipt.ok
            )
            for name in {name for (name, _), times in failures.items() if times >= _MAX_EQUAL_FAILURES} - withdrawn:
                emit(Event.TOOL_WITHDRAWN, level="warning", tool=name)
                withdrawn.add(name)
            request = _build_next_request(request, completion, receipts, withdrawn)
        emit(Event.LOOP_LIMIT, level="warning", limit=self.limits.iterations)
        completion = await self._ask(_demand_answer(request), draft, progress)
        return Ending.STOPPED_EARLY if _read_ending(completion) is Ending.COMPLETE else Ending.CUT

    async def _ask(self, request: ChatRequest, draft: Draft, progress: Progress) -> Completion:
        """Send one request; pass its chunks to `progress` and `draft` as they arrive."""
        progress(ModelAsked(self.model.name))
        started = self.clock.monotonic()
        try:
            async with aclosing(self.model.stream(request)) as events:
                async for event in events:
                    match event:
                        case TextChunk(text):
                            text = repair_surrogates(text)
                            draft.add_chunk(text, self.model.name)
                            progress(ReplyChunk(text))
                        case ThinkingChunk():
                            progress(ModelThinking())
                        case RetryScheduled(reason, wait_s):
                            if draft.streaming:
                                draft.streaming = ""
                                progress(ReplyWithdrawn())
                            progress(RetryPlanned(reason, wait_s))
                        case Completion():
                            return self._accept(event, request, draft)
        finally:
            draft.model_ms += (self.clock.monotonic() - started) * 1000
        raise ModelFailed("The model {model} broke off its answer.", model=self.model.name)

    def _accept(self, completion: Completion, request: ChatRequest, draft: Draft) -> Completion:
        draft.add_usage(completion)
        completion = replace(completion, message=_repair_message(completion.message))
        if completion.proposed and not completion.message.text.strip():
            question = _ask_permission(completion.proposed, Texts(self.scope.preferences.language))
            completion = replace(completion, message=AssistantMessage(question))
        if not request.tools_allowed:
            completion = replace(completion, message=replace(completion.message, tool_calls=()))
        if not completion.message.text.strip() and not completion.message.tool_calls:
            raise ModelEmpty("The model {model} returned an empty answer.", model=completion.model)
        cut = not completion.message.tool_calls and _read_ending(completion) is Ending.CUT
        message = (
            replace(completion.message, text=f"{completion.message.text} {CUT_MARK}") if cut else completion.message
        )
        draft.add_message(message, self.clock.now(), Completeness.CUT if cut else Completeness.WHOLE)
        return completion

    async def _use_tools(
        self,
        calls: Sequence[ToolCall],
        request: ChatRequest,
        withdrawn: set[str],
        draft: Draft,
        progress: Progress,
    ) -> list[ToolReceipt]:
        """Run the calls of one response concurrently; the draft gets the receipts in the order of the calls."""
        scope = replace(self.scope, prompt=request.messages)
        started = self.clock.monotonic()
        refusals = [self._find_refusal(index, call, withdrawn) for index, call in enumerate(calls)]
        running = [
            asyncio.ensure_future(self._use_tool(call, refusal, scope, progress))
            for call, refusal in zip(calls, refusals, strict=True)
        ]
        try:
            await asyncio.gather(*running)
        finally:
            # Also when the person cancels meanwhile: what has been done is in the draft, with its receipt.
            for task in running:
                if task.done() and not task.cancelled() and task.exception() is None:
                    draft.add_receipt(task.result(), self.clock.now())
            draft.tools_ms += (self.clock.monotonic() - started) * 1000
        return [task.result() for task in running]

    def _find_refusal(self, index: int, call: ToolCall, withdrawn: set[str]) -> str:
        if call.name in withdrawn:
            return f"Not run: {call.name} failed repeatedly and is not available for the rest of this message."
        if index >= self.limits.calls_per_iteration:
            limit = self.limits.calls_per_iteration
            return f"Not run: at most {limit} tool calls at once. Ask for it again in the next step if still needed."
        return ""

    async def _use_tool(self, call: ToolCall, refusal: str, scope: ToolScope, progress: Progress) -> ToolReceipt:
        if refusal:
            return ToolReceipt(call, refusal, refusal, ran=False)
        progress(ToolStarted(call))
        receipt = await self.toolbox.run(call, scope)
        receipt = replace(receipt, content=_shorten(receipt.content, self.limits.result_characters))
        progress(ToolFinished(receipt))
        return receipt


def _repair_message(message: AssistantMessage) -> AssistantMessage:
    """Replace half characters, which neither the database nor the next request can hold."""
    calls = (
        ToolCall(repair_surrogates(call.id), repair_surrogates(call.name), repair_surrogates(call.arguments))
        for call in message.tool_calls
    )
    return AssistantMessage(repair_surrogates(message.text), tuple(calls))


def _build_next_request(
    request: ChatRequest, completion: Completion, receipts: Sequence[ToolReceipt], withdrawn: set[str]
) -> ChatRequest:
    """Build the next request: with the model's message and the results, without the withdrawn tools."""
    results = tuple(ToolMessage(receipt.call.id, receipt.call.name, receipt.content) for receipt in receipts)
    offered = tuple(tool for tool in request.tools if tool.name not in withdrawn)
    return replace(request, messages=(*request.messages, completion.message, *results), tools=offered)


def _read_ending(completion: Completion) -> Ending:
    """Return COMPLETE, or CUT when a limit or a filter of the provider ended the answer."""
    return Ending.CUT if completion.finish_reason in (FinishReason.LENGTH, FinishReason.FILTERED) else Ending.COMPLETE


def _demand_answer(request: ChatRequest) -> ChatRequest:
    return replace(request, messages=(*request.messages, UserMessage(_LIMIT_REACHED)), tools_allowed=False)


def _ask_permission(calls: Sequence[ToolCall], say: Texts) -> str:
    """Ask in the person's language about calls that the model only proposed, each with its arguments."""
    actions = "\n".join(f"- `{call.name}`: {_describe_arguments(call)}" for call in calls)
    return say("Should I do this? I haven't yet:\n{actions}", actions=repair_surrogates(actions))


def _describe_arguments(call: ToolCall) -> str:
    try:
        arguments: object = parse_json(call.arguments or "{}")
    except ValueError:
        arguments = call.arguments
    values = cast("Mapping[str, object]", arguments).values() if isinstance(arguments, dict) else [arguments]
    text = " ".join(", ".join(map(str, values)).split())
    return text if len(text) <= _MAX_DETAIL_CHARS else text[: _MAX_DETAIL_CHARS - 1] + "…"


def _shorten(content: str, limit: int) -> str:
    """Cut the middle out of a content that is too long; at its end a fence may be closed."""
    missing = len(content) - limit
    if missing <= 0:
        return content
    tail = min(_TAIL_CHARACTERS, limit // 4)
    note = f"\n[… {missing} of {len(content)} characters are not shown …]\n"
    return f"{content[: limit - tail]}{note}{content[-tail:]}"
