"""Estimates how many tokens a text costs, without the model's own tokenizer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage

_BYTES_PER_TOKEN = 3.7
"""UTF-8 bytes; between English prose (4.2) and JSON (3.0) with the vocabularies of 2024 and later."""

_TOKENS_PER_MESSAGE = 4
"""Role and separators, as in OpenAI's published counting recipe."""


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """`correction`: tokens that providers reported, divided by those estimated, over the last requests to the model."""

    correction: float = 1.0

    def text(self, text: str) -> int:
        return round(len(text.encode()) / _BYTES_PER_TOKEN * self.correction) + 1

    def message(self, message: ChatMessage) -> int:
        return _TOKENS_PER_MESSAGE + sum(self.text(part) for part in _parts(message))

    def tools(self, tools: Iterable[ToolSpec]) -> int:
        return sum(self.text(tool.name + tool.description + json.dumps(dict(tool.parameters))) for tool in tools)

    def request(self, request: ChatRequest) -> int:
        return self.text(request.system) + self.tools(request.tools) + sum(map(self.message, request.messages))

    def characters(self, tokens: int) -> int:
        """Estimate how many characters of plain Latin text `tokens` hold."""
        return int(tokens * _BYTES_PER_TOKEN / self.correction)


def _parts(message: ChatMessage) -> Iterable[str]:
    match message:
        case UserMessage(text):
            return (text,)
        case AssistantMessage(text, calls):
            return (text, *(call.name + call.arguments for call in calls))
        case ToolMessage(_, name, content):
            return (name, content)
