"""Answers that must be JSON: one that is not counts as a failure, so that it is asked for again or elsewhere."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from sidecar.domain.json_text import parse_json
from sidecar.errors import ModelFailed
from sidecar.llm import ChatRequest, Completion, FinishReason, ModelEvent
from sidecar.providers.decorators.wrapper import WrapperModel

_FENCED = re.compile(r"\s*```[a-zA-Z]*\n(.*?)\n?```\s*", re.DOTALL)


class JsonValidatingModel(WrapperModel):
    """Check that the answer to a request with a `json_schema` is JSON with the fields that the schema requires.

    A Markdown fence around it is removed. Raises `ModelFailed` for any other answer.
    """

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        events = super().stream(request)
        return events if request.json_schema is None else self._validated(events, request.json_schema)

    async def _validated(
        self, events: AsyncGenerator[ModelEvent], schema: Mapping[str, object]
    ) -> AsyncGenerator[ModelEvent]:
        async with aclosing(events):
            async for event in events:
                yield self._validate(event, schema) if isinstance(event, Completion) else event

    def _validate(self, completion: Completion, schema: Mapping[str, object]) -> Completion:
        message = completion.message
        if message.tool_calls or completion.finish_reason is FinishReason.LENGTH:
            return completion
        fenced = _FENCED.fullmatch(message.text)
        text = fenced[1] if fenced else message.text
        if not _matches(text, schema):
            raise ModelFailed("The model {model} didn't answer in the form I asked for.", model=self.name)
        return replace(completion, message=replace(message, text=text))


def _matches(text: str, schema: Mapping[str, object]) -> bool:
    try:
        found: object = parse_json(text)
    except ValueError:
        return False
    if schema.get("type") != "object":
        return True
    required = cast("list[str]", schema.get("required", []))
    return isinstance(found, dict) and all(name in found for name in required)
