"""Ollama's JSON: from our requests to its own, and from its answers to ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast

from sidecar.domain.json_text import parse_json
from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from sidecar.providers.model_spec import ModelSpec

Json = dict[str, object]
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def build_body(request: ChatRequest, spec: ModelSpec, model: str) -> Json:
    """Build the body for `/api/chat`. Tools that must not be used are left out: the protocol cannot forbid them."""
    body: Json = {
        "model": model,
        "messages": list(_messages(request)),
        "stream": True,
        "truncate": False,  # an error is better than a prompt without its beginning
        "options": {} if request.max_output_tokens is None else {"num_predict": request.max_output_tokens},
    }
    if request.tools and request.tools_allowed:
        body["tools"] = [describe_tool(spec) for spec in request.tools]
    if request.json_schema is not None:
        body["format"] = dict(request.json_schema)
    if spec.thinking is not None:
        levels = "gpt-oss" in model  # the other models know only on and off
        body["think"] = spec.thinking if levels and spec.thinking != "off" else spec.thinking != "off"
    return body


def parse_tool_calls(message: Mapping[str, object], before: int) -> Iterator[ToolCall]:
    """Parse the tool calls of a message. Old servers send no ids; `before` is the number of earlier calls."""
    for place, call in enumerate(cast("Sequence[Mapping[str, object]]", message.get("tool_calls") or ()), before + 1):
        function = cast("Mapping[str, object]", call.get("function") or {})
        arguments = function.get("arguments")
        as_text = arguments if isinstance(arguments, str) else json.dumps(arguments or {}, ensure_ascii=False)
        name = repair_surrogates(get_text(function, "name"))
        yield ToolCall(get_text(call, "id") or f"call_{place}", name, clean_arguments(as_text))


def clean_arguments(arguments: str) -> str:
    """Return the arguments of a call without lone surrogates, neither raw nor as JSON escapes."""
    if _ESCAPED_SURROGATE.search(arguments):
        with suppress(ValueError):
            arguments = json.dumps(parse_json(arguments), ensure_ascii=False)
    return repair_surrogates(arguments)


def valid_arguments(arguments: str) -> str:
    """Return the arguments of an earlier call; wrap them when they are no object, which servers would reject."""
    try:
        parsed: object = parse_json(arguments or "{}")
    except ValueError:
        parsed = None
    if isinstance(parsed, dict):
        return arguments or "{}"
    return json.dumps({"malformed_arguments": arguments}, ensure_ascii=False)


def get_text(fields: Mapping[str, object], key: str) -> str:
    """Return the text at a key; empty when there is none."""
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def parse_json_object(text: str | bytes) -> Mapping[str, object]:
    """Parse a JSON object; empty when the text is none."""
    try:
        found: object = parse_json(text)
    except ValueError:
        return {}
    return cast("Mapping[str, object]", found) if isinstance(found, Mapping) else {}


def parse_installed_models(answer: Mapping[str, object]) -> Sequence[str]:
    """Parse the names in an answer of `/api/tags`."""
    models = cast("Iterable[Mapping[str, object]]", answer.get("models") or ())
    return [name for model in models if (name := get_text(model, "name"))]


def is_installed(model: str, installed: Sequence[str]) -> bool:
    """Return whether exactly this model is installed: `llama3` is `llama3:latest`, not `llama3.2` or `llama3:70b`."""
    return model in installed or (":" not in model and f"{model}:latest" in installed)


def parse_context_length(answer: Mapping[str, object]) -> int | None:
    """Parse the longest context of the model from an answer of `/api/show`."""
    found = cast("Mapping[str, object]", answer.get("model_info") or {})
    lengths = (value for key, value in found.items() if key.endswith(".context_length") and isinstance(value, int))
    return next(lengths, None)


def _messages(request: ChatRequest) -> Iterator[Json]:
    if request.system:
        yield {"role": "system", "content": request.system}
    for message in request.messages:
        match message:
            case UserMessage(text):
                yield {"role": "user", "content": text}
            case AssistantMessage(text, calls):
                body: Json = {"role": "assistant", "content": text}
                if calls:
                    body["tool_calls"] = [
                        {
                            "id": call.id,
                            "function": {"name": call.name, "arguments": _arguments(call)},
                        }
                        for call in calls
                    ]
                yield body
            case ToolMessage(call_id, name, content):
                yield {"role": "tool", "tool_name": name, "tool_call_id": call_id, "content": content}


def _arguments(call: ToolCall) -> object:
    return json.loads(valid_arguments(call.arguments))


def describe_tool(spec: ToolSpec) -> Json:
    """Describe a tool as the formats of Ollama and OpenAI do."""
    function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
    return {"type": "function", "function": function}
