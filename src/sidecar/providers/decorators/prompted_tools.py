"""Tools for models that have no way of their own to ask for them: the JSON action protocol (LLM-06, AGT-21).

The model is told to answer either in words or with one object,
`{"message": "…", "actions": [{"action": "…", "params": {…}}], "requires_confirmation": false}`; to everybody else it
is a `ChatModel` with tool calls like any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from decimal import Decimal

from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelEmpty, ModelFailed, ModelRejected
from sidecar.llm import (
    AssistantMessage,
    ChatMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    RetryScheduled,
    TextChunk,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.decorators.action_parser import ActionAnswer, TextAnswer, UnconfirmedActions, read_answer
from sidecar.providers.decorators.tool_call_stream_filter import TAG, ToolCallStreamFilter
from sidecar.providers.model_spec import ConnectedModel

Stream = Callable[[ChatRequest], AsyncGenerator[ModelEvent]]

_NO_TOOLS = re.compile(
    r"(not|n't) support\w* .{0,30}(tool|function)|(tool|function).{0,40}((not|n't) |un)support|tool.{0,40}requires",
    re.IGNORECASE,
)
"""How vLLM, llama.cpp and others say that they were not started with tools, or that the model knows none."""

_HOW = """
# Actions

You can act through these actions:

{actions}

To act, answer with one JSON object and nothing else:
{{"message": "what you say meanwhile, or empty", "actions": [{{"action": "NAME", "params": {{...}}}}],
"requires_confirmation": false}}
The results come back in the next message. Set "requires_confirmation" to true, and ask in "message", when the person
should agree first. When no action is needed, {otherwise}"""
_IN_WORDS = "answer in plain words, without JSON."
_EMPTY_LIST = 'answer with "actions": [] and your whole answer in "message".'


class PromptedToolsModel:
    """The same model, asking for tools in its text. With `natively_first` it is asked in the provider's own way until
    the server says that it cannot; `constrains` tells that the server can hold the answer to a JSON schema."""

    def __init__(self, model: ConnectedModel, *, natively_first: bool = False, constrains: bool = False) -> None:
        self._model = model
        self._natively = natively_first
        self._constrains = constrains

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return self._model.estimate(tokens_in, tokens_out)

    async def aclose(self) -> None:
        await self._model.aclose()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if self._natively:
            try:
                async with aclosing(act_natively(self._model.stream, request)) as events:
                    async for event in events:
                        yield event
                return
            except ModelRejected as error:
                if not request.tools or not _NO_TOOLS.search(str(error)):
                    raise
                self._natively = False
        async with aclosing(self._in_text(request)) as events:
            async for event in events:
                yield event

    async def _in_text(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        try:
            async with aclosing(act_in_text(self._model.stream, request, constrained=self._constrains)) as events:
                async for event in events:
                    yield event
            return
        except ModelRejected:
            if not self._constrains:
                raise
            self._constrains = False  # a schema too rich for the server's grammar
        async with aclosing(act_in_text(self._model.stream, request, constrained=False)) as events:
            async for event in events:
                yield event


async def act_in_text(stream: Stream, request: ChatRequest, *, constrained: bool) -> AsyncGenerator[ModelEvent]:
    """The events of a model that has been told how to ask for tools in its text. What may be an action is held back
    until it is whole. Raises `ModelFailed` for an answer that begins as an action and cannot be read as one."""
    if not request.tools:
        async with aclosing(stream(request)) as events:
            async for event in events:
                yield event
        return
    asked = _in_plain_text(request, constrained=constrained)
    held = ToolCallStreamFilter()
    async with aclosing(_read(stream(asked), held, lambda whole: _understood(whole, request, held.shown))) as events:
        async for event in events:
            yield event


async def act_natively(stream: Stream, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
    """The events of a model that asks for tools in its provider's own way. A call that its server has left in the text
    unread (`<tool_call>{…}`) is a call all the same."""
    if not (request.tools and request.tools_allowed) or request.json_schema is not None:
        async with aclosing(stream(request)) as events:
            async for event in events:
                yield event
        return
    held = ToolCallStreamFilter(natively=True)
    async with aclosing(_read(stream(request), held, lambda whole: _left_in_the_text(whole, request))) as events:
        async for event in events:
            yield event


async def _read(
    events: AsyncGenerator[ModelEvent], held: ToolCallStreamFilter, understood: Callable[[Completion], Completion]
) -> AsyncGenerator[ModelEvent]:
    async with aclosing(events):
        async for event in events:
            match event:
                case TextChunk(text):
                    if shown := held.feed(text):
                        yield TextChunk(shown)
                case Completion():
                    completion = understood(event)
                    if rest := held.rest(completion.message.text):
                        yield TextChunk(rest)
                    yield completion
                case RetryScheduled():
                    held.begin_anew()
                    yield event
                case _:
                    yield event


def _understood(completion: Completion, request: ChatRequest, shown: str) -> Completion:
    """`shown` is what could be read of it while it was being written."""
    match read_answer(completion.message.text, {tool.name for tool in request.tools}):
        case ActionAnswer(said, actions) if request.tools_allowed:
            message = AssistantMessage(said, _calls(request, actions))
            return replace(completion, message=message, finish_reason=FinishReason.TOOLS)
        case UnconfirmedActions(actions):
            return replace(completion, message=AssistantMessage(""), proposed=_calls(request, actions))
        case TextAnswer(said) | ActionAnswer(said):
            if not said.strip():
                empty = ModelEmpty("The model {model} returned an empty answer.", model=completion.model)
                raise empty.with_usage(completion.usage)
            return replace(completion, message=AssistantMessage(said))
        case None:
            if shown.strip() and completion.finish_reason is FinishReason.LENGTH:
                return replace(completion, message=AssistantMessage(shown.strip()))
            failed = ModelFailed(
                "The model {model} did not answer in the form that was asked for.", model=completion.model
            )
            raise failed.with_usage(completion.usage)


def _left_in_the_text(completion: Completion, request: ChatRequest) -> Completion:
    """Only what can be nothing else: in a tag, or the whole answer, and with the names of tools."""
    text, names = completion.message.text, {tool.name for tool in request.tools}
    if completion.message.tool_calls:
        return completion
    match read_answer(text, names):
        case ActionAnswer(said, actions) if (not said or TAG in text) and {name for name, _ in actions} <= names:
            message = AssistantMessage(said, _calls(request, actions))
            return replace(completion, message=message, finish_reason=FinishReason.TOOLS)
        case _:
            return completion


def _calls(request: ChatRequest, actions: Sequence[tuple[str, str]]) -> tuple[ToolCall, ...]:
    seen = sum(len(m.tool_calls) for m in request.messages if isinstance(m, AssistantMessage))
    return tuple(ToolCall(f"act_{seen + place}", name, params) for place, (name, params) in enumerate(actions, 1))


# -- what the model reads


def _in_plain_text(request: ChatRequest, *, constrained: bool) -> ChatRequest:
    constrained = constrained and request.tools_allowed and request.json_schema is None
    how = _instructions(request.tools, constrained=constrained) if request.tools_allowed else ""
    return replace(
        request,
        system=request.system + how,
        messages=tuple(_merged(map(_as_text, request.messages))),
        tools=(),
        json_schema=_schema(request.tools) if constrained else request.json_schema,
    )


def _instructions(tools: Sequence[ToolSpec], *, constrained: bool) -> str:
    actions = "\n".join(
        f"- {tool.name}: {tool.description}\n  params: {json.dumps(dict(tool.parameters), ensure_ascii=False)}"
        for tool in tools
    )
    return _HOW.format(actions=actions, otherwise=_EMPTY_LIST if constrained else _IN_WORDS)


def _schema(tools: Sequence[ToolSpec]) -> dict[str, object]:
    """`message` first, so that it can be shown while the rest is being written."""
    action = [
        {
            "type": "object",
            "properties": {"action": {"type": "string", "enum": [tool.name]}, "params": dict(tool.parameters)},
            "required": ["action", "params"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    return {
        "type": "object",
        "properties": {
            "message": {"type": "string"},
            "actions": {"type": "array", "items": {"anyOf": action}},
            "requires_confirmation": {"type": "boolean"},
        },
        "required": ["message", "actions"],
        "additionalProperties": False,
    }


def _as_text(message: ChatMessage) -> ChatMessage:
    match message:
        case AssistantMessage(text, calls) if calls:
            actions = [{"action": call.name, "params": _params(call)} for call in calls]
            return AssistantMessage(json.dumps({"message": text, "actions": actions}, ensure_ascii=False))
        case ToolMessage(_, name, content):
            return UserMessage(f"[Result of {name}]\n{content}")
        case _:
            return message


def _params(call: ToolCall) -> object:
    try:
        return json.loads(call.arguments or "{}")
    except ValueError:
        return call.arguments


def _merged(messages: Iterator[ChatMessage]) -> Iterator[ChatMessage]:
    """Neighbours from the same side as one: many chat templates insist on taking turns."""
    last: UserMessage | None = None
    for message in messages:
        if isinstance(message, UserMessage):
            last = message if last is None else UserMessage(f"{last.text}\n\n{message.text}")
            continue
        if last is not None:
            yield last
            last = None
        yield message
    if last is not None:
        yield last
