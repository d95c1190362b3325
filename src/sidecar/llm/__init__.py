"""The model port: requests to a language model and its answers, independent of the provider."""

from sidecar.llm.model import (
    AssistantMessage,
    ChatMessage,
    ChatModel,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    RetryScheduled,
    TextChunk,
    ThinkingChunk,
    ToolMessage,
    ToolSpec,
    UserMessage,
)

__all__ = [
    "AssistantMessage",
    "ChatMessage",
    "ChatModel",
    "ChatRequest",
    "Completion",
    "FinishReason",
    "ModelEvent",
    "RetryScheduled",
    "TextChunk",
    "ThinkingChunk",
    "ToolMessage",
    "ToolSpec",
    "UserMessage",
]
