"""One request, one stream of events, one completion: the whole contract between Sidecar and any language model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Protocol

from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolCall


@dataclass(frozen=True, slots=True)
class UserMessage:
    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    text: str
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """The result of one tool call; `call_id` and `name` are those of the call."""

    call_id: str
    name: str
    content: str


ChatMessage = UserMessage | AssistantMessage | ToolMessage


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Everything that a model needs for one answer. `system` and `tools` should not change from turn to turn, so that
    providers can cache the beginning of the prompt."""

    system: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    tools_allowed: bool = True
    """False: the tools are still described, since earlier calls refer to them, but the model must not call them."""
    max_output_tokens: int | None = None
    json_schema: Mapping[str, object] | None = None
    """The answer must be JSON of this schema; the provider enforces it where it can."""
    first_token_timeout: timedelta = timedelta(seconds=60)
    idle_timeout: timedelta = timedelta(seconds=60)
    """Longest pause between two events of a stream."""


class FinishReason(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    """The output limit was reached: the text ends in the middle."""
    TOOLS = "tools"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class TextChunk:
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingChunk:
    """A piece of the model's reasoning, which is never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Completion:
    """The last event of a successful stream: the whole message and its cost."""

    message: AssistantMessage
    finish_reason: FinishReason
    usage: Usage
    model: str
    """The model that answered, as `provider:name`."""
    proposed: tuple[ToolCall, ...] = ()
    """Calls that the person has to agree to first, when the message itself does not ask for it."""


@dataclass(frozen=True, slots=True)
class RetryScheduled:
    """An attempt failed with the error code `reason`, and the next one starts in `wait_s` seconds. The text streamed
    so far is withdrawn."""

    reason: str
    wait_s: float


ModelEvent = TextChunk | ThinkingChunk | RetryScheduled | Completion


class ChatModel(Protocol):
    """A language model.

    `stream` yields chunks as they arrive and exactly one `Completion`, last. It raises a `ModelError` when there is
    none, whatever was streamed before; a stream that breaks off is `ModelCut`, an answer with neither text nor calls
    `ModelEmpty`. Closing the generator, or cancelling the task that reads it, closes the connection at once.
    """

    @property
    def name(self) -> str:
        """Return `provider:name`."""
        ...

    @property
    def context_window(self) -> int:
        """Return how many tokens prompt and answer may have together."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]: ...
