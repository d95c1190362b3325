"""Answers in OpenAI's format, put together from their chunks: servers number calls, count tokens and name fields
differently."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from sidecar.domain.json_text import parse_json
from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall
from sidecar.llm import ThinkingChunk
from sidecar.providers.wires.ollama_messages import clean_arguments
from sidecar.providers.wires.pricing import ReportedUsage
from sidecar.providers.wires.thinking_parser import ThinkingEvent, ThinkingParser

Json = dict[str, Any]


@dataclass(slots=True)
class _Call:
    id: str
    name: str = ""
    arguments: str = ""

    def is_other_call(self, id_: str, name: str) -> bool:
        """Return whether a piece with this id and name belongs to another call, although it has the same index."""
        if id_ and self.id:
            return id_ != self.id
        return bool(name and self.name) and _is_object(self.arguments)


class OpenAIAnswer:
    """The part of an answer that has arrived. `finish_reason` is empty until the server says that it is complete."""

    def __init__(self) -> None:
        self.usage = ReportedUsage()
        """The last one that was sent: some servers count in every chunk."""
        self.finish_reason: str = ""
        self.model: str = ""
        """The model's name in the answer, which may be more exact than ours."""
        self._parser = ThinkingParser()
        self._calls: list[_Call] = []
        self._place: dict[int, int] = {}
        """The call that the server means by an index: some servers send 0 for every call."""

    @property
    def text(self) -> str:
        return self._parser.text

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple(
            ToolCall(
                repair_surrogates(call.id) or f"call_{place}",
                repair_surrogates(call.name),
                clean_arguments(call.arguments),
            )
            for place, call in enumerate(self._calls, 1)
        )

    def feed(self, chunk: Json) -> Iterator[ThinkingEvent]:
        """Take a chunk, or a whole answer, and yield what it adds."""
        self.model = self.model or _text(chunk.get("model"))
        usage = chunk.get("usage") or _fields(chunk, "x_groq").get("usage")
        if isinstance(usage, Mapping) and usage:
            self.usage = _parse_usage(cast("Json", usage))
        for choice in _dicts(chunk.get("choices"))[:1]:
            yield from self._feed_choice(choice)

    def finish(self) -> Iterator[ThinkingEvent]:
        """Yield what was held back because it might have become a tag."""
        return self._parser.finish()

    def _feed_choice(self, choice: Json) -> Iterator[ThinkingEvent]:
        delta = _fields(choice, "delta") or _fields(choice, "message")
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        for part in (thought, *_thoughts(delta.get("content"))):
            if part and isinstance(part, str):
                yield ThinkingChunk(repair_surrogates(part))
        yield from self._parser.feed(_content(delta.get("content")) or _text(delta.get("refusal")))
        for call in _dicts(delta.get("tool_calls")):
            self._feed_call(call)
        if called := _fields(delta, "function_call"):  # the format before parallel calls
            self._feed_call({"index": 0, "function": called})
        ended = "stop" if "message" in choice else ""
        self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason or ended

    def _feed_call(self, call: Json) -> None:
        function = _fields(call, "function")
        name, arguments = _text(function.get("name")), function.get("arguments") or ""
        known = self._find_call(call.get("index"), _text(call.get("id")), name)
        if name != known.name:  # some servers repeat it in every piece
            known.name += name
        known.arguments += arguments if isinstance(arguments, str) else json.dumps(arguments)

    def _find_call(self, index: object, id_: str, name: str) -> _Call:
        place = self._place.get(index, -1) if isinstance(index, int) else len(self._calls) - 1
        unnumbered = not isinstance(index, int) and bool(name) and not id_
        if place < 0 or unnumbered or self._calls[place].is_other_call(id_, name):
            self._calls.append(_Call(id_))
            place = len(self._calls) - 1
        if isinstance(index, int):
            self._place[index] = place
        return self._calls[place]


def _parse_usage(usage: Json) -> ReportedUsage:
    """Parse the tokens: DeepSeek and Moonshot have fields of their own for the cached ones. OpenRouter adds its price,
    and that of the provider behind it for a key of the person's own."""
    tokens_in = _count(usage.get("prompt_tokens"))
    cached = (
        _fields(usage, "prompt_tokens_details").get("cached_tokens"),
        usage.get("prompt_cache_hit_tokens"),
        usage.get("cached_tokens"),
    )
    upstream = _fields(usage, "cost_details").get("upstream_inference_cost") if usage.get("is_byok") else None
    costs = [Decimal(str(cost)) for cost in (usage.get("cost"), upstream) if _is_amount(cost)]
    return ReportedUsage(
        tokens_in,
        min(max(map(_count, cached)), tokens_in),
        _count(usage.get("completion_tokens")),
        cost_usd=sum(costs, Decimal(0)) if costs else None,
    )


def _count(value: object) -> int:
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return max(int(value), 0) if isinstance(value, int) else 0


def _is_amount(cost: object) -> bool:
    return isinstance(cost, int | float) and 0 <= cost < math.inf


def _content(content: object) -> str:
    """Return the text of a message: Mistral sends a list of parts where there are thoughts among them."""
    return content if isinstance(content, str) else "".join(_text(part.get("text")) for part in _dicts(content))


def _thoughts(content: object) -> Iterator[str]:
    return (_content(part.get("thinking")) for part in _dicts(content))


def _is_object(text: str) -> bool:
    try:
        return isinstance(parse_json(text), dict)
    except ValueError:
        return False


def _fields(of: Json, name: str) -> Json:
    value = of.get(name)
    return cast("Json", value) if isinstance(value, dict) else {}


def _dicts(value: object) -> list[Json]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("Json", item) for item in items if isinstance(item, dict)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
