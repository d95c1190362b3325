"""The model port: what a language model is asked and what it answers, whoever provides it."""

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
