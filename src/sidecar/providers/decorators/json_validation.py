"""Answers that were to be JSON: one that is not counts as a failure, so that it is asked for again or elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from sidecar.errors import ModelFailed
from sidecar.llm import ChatModel, ChatRequest, Completion, FinishReason, ModelEvent

_FENCED = re.compile(r"\s*```[a-zA-Z]*\n(.*?)\n?```\s*", re.DOTALL)


class JsonValidatingModel:
    """The same `ChatModel`, whose answers to requests with a `json_schema` are JSON objects that have what the schema
    requires; a fence around them is taken off. Raises `ModelFailed` otherwise."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        async with aclosing(self._model.stream(request)) as events:
            async for event in events:
                if isinstance(event, Completion) and request.json_schema is not None:
                    yield self._checked(event, request.json_schema)
                else:
                    yield event

    def _checked(self, completion: Completion, schema: Mapping[str, object]) -> Completion:
        message = completion.message
        if message.tool_calls or completion.finish_reason is FinishReason.LENGTH:
            return completion
        fenced = _FENCED.fullmatch(message.text)
        text = fenced[1] if fenced else message.text
        if not _has_shape(text, schema):
            raise ModelFailed("The model {model} did not answer in the form that was asked for.", model=self.name)
        return replace(completion, message=replace(message, text=text))


def _has_shape(text: str, schema: Mapping[str, object]) -> bool:
    try:
        found: object = json.loads(text)
    except ValueError:
        return False
    if schema.get("type") != "object":
        return True
    required = cast("list[str]", schema.get("required", []))
    return isinstance(found, dict) and all(name in found for name in required)
