"""Tools for models whose server has no tool calls: the JSON action protocol (LLM-06, AGT-21).

The model is told to answer either in words or with one object,
`{"message": "…", "actions": [{"action": "…", "params": {…}}], "requires_confirmation": false}`; its answers come out
as those of any `ChatModel` with tool calls.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace

from sidecar.domain.json_text import parse_json
from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelEmpty, ModelFailed, ModelRejected, ToolsUnsupported
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
from sidecar.providers.decorators.action_parser import ActionAnswer, TextAnswer, UnconfirmedActions, parse_answer
from sidecar.providers.decorators.call_dialects import find_begun_call
from sidecar.providers.decorators.tool_call_stream_filter import ToolCallStreamFilter
from sidecar.providers.decorators.wrapper import ConnectedWrapperModel
from sidecar.providers.model_spec import ConnectedModel

Stream = Callable[[ChatRequest], AsyncGenerator[ModelEvent]]

_INSTRUCTIONS = """
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


class PromptedToolsModel(ConnectedWrapperModel):
    """A model that is told in its prompt how to call tools, and calls them in its text.

    With `native_first` it gets them in the provider's own format until the server says that it has none; `constrains`
    tells that the server can force the answer into a JSON schema.
    """

    def __init__(self, model: ConnectedModel, *, native_first: bool = False, constrains: bool = False) -> None:
        super().__init__(model)
        self._native = native_first
        self._constrains = constrains

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        while True:
            native, constrained = self._native, self._constrains  # which another request may change meanwhile
            events = (
                stream_native(super().stream, request)
                if native
                else stream_prompted(super().stream, request, constrained=constrained)
            )
            try:
                async with aclosing(events):
                    async for event in events:
                        yield event
                return
            except ModelRejected as error:
                if native and request.tools and isinstance(error, ToolsUnsupported):
                    self._native = False
                elif constrained and not native:
                    self._constrains = False  # a schema too complex for the server's grammar
                else:
                    raise


def stream_prompted(stream: Stream, request: ChatRequest, *, constrained: bool) -> AsyncGenerator[ModelEvent]:
    """Return the events of a model that is told in its prompt how to call tools.

    Text that may be an action is held back until it is complete. Raises `ModelFailed` for an answer that starts as an
    action and cannot be parsed as one.
    """
    if not request.tools:
        return stream(request)
    text_filter = ToolCallStreamFilter()
    prompted = _prompt_for_tools(request, constrained=constrained)
    return _filtered(stream(prompted), text_filter, lambda answer: _parse(answer, request, text_filter.shown))


def stream_native(stream: Stream, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
    """Return the events of a model that calls tools in its provider's format. A call that the server left in the text
    (`<tool_call>{…}`) counts as well; one that cannot be read, or that nobody may make now, is not shown."""
    if request.json_schema is not None:
        return stream(request)
    text_filter = ToolCallStreamFilter(native=True)
    return _filtered(stream(request), text_filter, lambda answer: _parse_leftover_calls(answer, request))


async def _filtered(
    events: AsyncGenerator[ModelEvent], text_filter: ToolCallStreamFilter, parse: Callable[[Completion], Completion]
) -> AsyncGenerator[ModelEvent]:
    async with aclosing(events):
        async for event in events:
            match event:
                case TextChunk(text):
                    if shown := text_filter.feed(text):
                        yield TextChunk(shown)
                case Completion():
                    completion = parse(event)
                    if rest := text_filter.rest(completion.message.text):
                        yield TextChunk(rest)
                    yield completion
                case RetryScheduled():
                    text_filter.reset()
                    yield event
                case _:
                    yield event


def _parse(completion: Completion, request: ChatRequest, shown: str) -> Completion:
    """Return the completion with its actions as tool calls. `shown` is the text that was shown while it arrived."""
    match parse_answer(completion.message.text, {tool.name for tool in request.tools}):
        case ActionAnswer(text, actions) if request.tools_allowed:
            message = AssistantMessage(text, _tool_calls(request, actions))
            return replace(completion, message=message, finish_reason=FinishReason.TOOLS)
        case UnconfirmedActions(actions):
            return replace(completion, message=AssistantMessage(""), proposed=_tool_calls(request, actions))
        case TextAnswer(text) | ActionAnswer(text):
            if not text.strip():
                empty = ModelEmpty("The model {model} returned an empty answer.", model=completion.model)
                raise empty.with_usage(completion.usage)
            return replace(completion, message=AssistantMessage(text))
        case None:
            if shown.strip() and completion.finish_reason is FinishReason.LENGTH:
                return replace(completion, message=AssistantMessage(shown.strip()))
            failed = ModelFailed("The model {model} didn't answer in the form I asked for.", model=completion.model)
            raise failed.with_usage(completion.usage)


def _parse_leftover_calls(completion: Completion, request: ChatRequest) -> Completion:
    """Return the completion with what its text can only mean as calls: by a mark, or at its end, and only with names of
    tools. Raises `ModelFailed` where it is nothing but a call that cannot be made."""
    text, begun = completion.message.text, find_begun_call(completion.message.text)
    names = {tool.name for tool in request.tools if request.tools_allowed}
    if completion.message.tool_calls and begun is None:
        return completion
    match parse_answer(text, names):
        case ActionAnswer(said, actions) if _ends_in_call(text, said, begun) and {name for name, _ in actions} <= names:
            message = AssistantMessage(said, completion.message.tool_calls or _tool_calls(request, actions))
            return replace(completion, message=message, finish_reason=FinishReason.TOOLS)
        case _ if begun is None:
            return completion
        case _:
            said = text[:begun].strip()
    if not said and not completion.message.tool_calls:
        failed = ModelFailed("The model {model} didn't answer in the form I asked for.", model=completion.model)
        raise failed.with_usage(completion.usage)
    return replace(completion, message=replace(completion.message, text=said))


def _ends_in_call(text: str, said: str, begun: int | None) -> bool:
    return not said or begun is not None or text.rstrip("` \n").endswith(("}", "]"))


def _tool_calls(request: ChatRequest, actions: Sequence[tuple[str, str]]) -> tuple[ToolCall, ...]:
    earlier = sum(len(m.tool_calls) for m in request.messages if isinstance(m, AssistantMessage))
    return tuple(ToolCall(f"act_{earlier + place}", name, params) for place, (name, params) in enumerate(actions, 1))


# -- the prompt


def _prompt_for_tools(request: ChatRequest, *, constrained: bool) -> ChatRequest:
    constrained = constrained and request.tools_allowed and request.json_schema is None
    instructions = _instructions(request.tools, constrained=constrained) if request.tools_allowed else ""
    return replace(
        request,
        system=request.system + instructions,
        messages=tuple(_merge_user_messages(map(_to_text, request.messages))),
        tools=(),
        json_schema=_schema(request.tools) if constrained else request.json_schema,
    )


def _instructions(tools: Sequence[ToolSpec], *, constrained: bool) -> str:
    actions = "\n".join(
        f"- {tool.name}: {tool.description}\n  params: {json.dumps(dict(tool.parameters), ensure_ascii=False)}"
        for tool in tools
    )
    return _INSTRUCTIONS.format(actions=actions, otherwise=_EMPTY_LIST if constrained else _IN_WORDS)


def _schema(tools: Sequence[ToolSpec]) -> dict[str, object]:
    """Return the schema of an answer. `message` comes first, so that it can be shown while the rest is written."""
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


def _to_text(message: ChatMessage) -> ChatMessage:
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
        return parse_json(call.arguments or "{}")
    except ValueError:
        return call.arguments


def _merge_user_messages(messages: Iterator[ChatMessage]) -> Iterator[ChatMessage]:
    """Yield the messages with neighbouring user messages as one: many chat templates want the sides to alternate."""
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
