"""Normalization of the chunks in OpenAI's format: servers number calls, count tokens and name fields differently."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from sidecar.domain.json_text import parse_json

Json = dict[str, Any]
_ABOUT_THE_ANSWER = ("id", "object", "created", "model")


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


class OpenAIChunkNormalizer:
    """Normalizes the chunks of one answer. `usage_chunk` is an additional last one, None while no usage was sent."""

    def __init__(self) -> None:
        self.usage_chunk: Json | None = None
        self._calls: list[_Call] = []
        self._place: dict[int, int] = {}
        """The call that the server means by an index: some servers send 0 for every call."""

    def normalize(self, chunk: Json) -> Json:
        """Return the chunk as OpenAI would send it, without its usage, of which only the last one counts."""
        usage = chunk.get("usage") or _fields(chunk, "x_groq").get("usage")
        if isinstance(usage, Mapping) and usage:
            about = {name: chunk[name] for name in _ABOUT_THE_ANSWER if name in chunk}
            self.usage_chunk = about | {"choices": [], "usage": _normalize_usage(cast("Json", usage))}
        choices = [self._choice(choice) for choice in _dicts(chunk.get("choices"))[:1]]
        return chunk | {"usage": None, "choices": choices}

    def _choice(self, choice: Json) -> Json:
        delta = _fields(choice, "delta") or _fields(choice, "message")
        calls = _dicts(delta.get("tool_calls"))
        if called := _fields(delta, "function_call"):  # the format before parallel calls
            calls = [{"index": 0, "function": called}]
        if calls:
            delta = delta | {"tool_calls": [self._call(call) for call in calls]}
        finish = choice.get("finish_reason") or ("stop" if "message" in choice else None)
        return {"index": 0, "delta": delta, "finish_reason": finish}

    def _call(self, call: Json) -> Json:
        function = _fields(call, "function")
        name, arguments = _text(function.get("name")), function.get("arguments") or ""
        if not isinstance(arguments, str):
            arguments = json.dumps(arguments)
        place = self._place_of(call.get("index"), _text(call.get("id")), name)
        known = self._calls[place]
        if name == known.name:
            name = ""  # some servers repeat it in every piece
        known.name += name
        known.arguments += arguments
        about = {"name": name or None, "arguments": arguments}
        return {"index": place, "id": known.id or None, "type": "function", "function": about}

    def _place_of(self, index: object, id_: str, name: str) -> int:
        place = self._place.get(index, -1) if isinstance(index, int) else len(self._calls) - 1
        unnumbered = not isinstance(index, int) and bool(name) and not id_
        if place < 0 or unnumbered or self._calls[place].is_other_call(id_, name):
            self._calls.append(_Call(id_))
            place = len(self._calls) - 1
        if isinstance(index, int):
            self._place[index] = place
        return place


def _normalize_usage(usage: Json) -> Json:
    """Return the usage with cached tokens in OpenAI's field: DeepSeek and Moonshot have fields of their own."""
    details, details_out = _fields(usage, "prompt_tokens_details"), _fields(usage, "completion_tokens_details")
    tokens_in, tokens_out = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    reported = (details.get("cached_tokens"), usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens"))
    cached = min(max(map(_count, reported)), tokens_in)
    return usage | {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
        "prompt_tokens_details": details | {"cached_tokens": cached},
        "completion_tokens_details": {name: _count(value) for name, value in details_out.items()},
    }


def _count(value: object) -> int:
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return max(value, 0) if isinstance(value, int) else 0


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
