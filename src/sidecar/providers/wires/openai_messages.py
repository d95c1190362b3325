"""Requests in OpenAI's format, as much of it as a server accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage, UserMessage
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ThinkingLevel
from sidecar.providers.wires.ollama_messages import Json, describe_tool, valid_arguments

OPENING = "(The conversation goes on.)"
"""Many providers and chat templates reject a conversation that does not begin with the user."""

_EFFORTS: Mapping[ThinkingLevel, tuple[str, ...]] = {
    "off": ("none", "minimal", "low"),
    "low": ("low",),
    "medium": ("medium",),
    "high": ("high",),
}
"""What to send for a level, best first: models differ in how little they can think."""

_SCHEMA_IN_WORDS = "Answer with one JSON object of this schema, without any text or Markdown around it:\n{schema}"
_CACHED = {"cache_control": {"type": "ephemeral"}}


def build_body(
    request: ChatRequest, endpoint: Endpoint, thinking: ThinkingLevel | None, rejected: Sequence[str] = ()
) -> Json:
    """Build the body of a request. `rejected` names the parameters that the server did not accept, once for every
    value of them: `stream`, `stream_options`, `max_tokens`, `thinking` or `response_format`."""
    body: Json = {"model": endpoint.model, "messages": list(_messages(request, endpoint, rejected))}
    if "stream" not in rejected:
        body["stream"] = True
        if "stream_options" not in rejected:
            body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [describe_tool(tool) for tool in request.tools]
        body["tool_choice"] = "auto" if request.tools_allowed else "none"
    if request.max_output_tokens is not None:
        body["max_completion_tokens" if "max_tokens" in rejected else "max_tokens"] = request.max_output_tokens
    if request.json_schema is not None:
        formats = _response_formats(request.json_schema)[rejected.count("response_format") :]
        body |= {"response_format": formats[0]} if formats else {}
    if thinking is not None:
        efforts = _EFFORTS[thinking][rejected.count("thinking") :]
        body |= _thinking(endpoint, efforts[0]) if efforts else {}
    return body


def _response_formats(schema: Mapping[str, object]) -> Sequence[Json]:
    """Return the ways to ask for JSON, best first."""
    named = {"name": "answer", "schema": dict(schema), "strict": False}
    return {"type": "json_schema", "json_schema": named}, {"type": "json_object"}


def _thinking(endpoint: Endpoint, effort: str) -> Json:
    if endpoint.provider == "openrouter":
        enabled = {} if effort == "none" else {"enabled": True}  # some of its models think only when told twice
        return {"reasoning": {"effort": effort, **enabled}}
    if endpoint.provider == "moonshotai" and effort == "none":
        return {"thinking": {"type": "disabled"}}
    return {"reasoning_effort": effort}


def _messages(request: ChatRequest, endpoint: Endpoint, rejected: Sequence[str]) -> Iterator[Json]:
    system = request.system
    if request.json_schema is not None and "response_format" in rejected:
        in_words = _SCHEMA_IN_WORDS.format(schema=json.dumps(request.json_schema, ensure_ascii=False))
        system = f"{system}\n\n{in_words}" if system else in_words
    caches = endpoint.provider == "openrouter" and endpoint.model.startswith("anthropic/")
    if system:
        yield _cached({"role": "system", "content": system}) if caches else {"role": "system", "content": system}
    conversation = [
        *([_OPENING_MESSAGE] if not request.messages or isinstance(request.messages[0], AssistantMessage) else []),
        *(_message(message, endpoint) for message in request.messages),
    ]
    yield from conversation[:-1]
    yield _cached(conversation[-1]) if caches else conversation[-1]


_OPENING_MESSAGE: Json = {"role": "user", "content": OPENING}


def _message(message: UserMessage | AssistantMessage | ToolMessage, endpoint: Endpoint) -> Json:
    match message:
        case UserMessage(text):
            return {"role": "user", "content": text}
        case ToolMessage(call_id, _, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(text, ()):
            return {"role": "assistant", "content": text}
        case AssistantMessage(text, calls):
            functions = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": valid_arguments(call.arguments)},
                }
                for call in calls
            ]
            body: Json = {"role": "assistant", "content": text or None, "tool_calls": functions}
            if endpoint.provider == "deepseek":
                body["reasoning_content"] = ""  # its thinking models insist on it, and we do not store thoughts
            return body


def _cached(message: Json) -> Json:
    """Return the message as the end of what OpenRouter should have Anthropic cache."""
    if not message["content"]:
        return message
    return message | {"content": [{"type": "text", "text": message["content"], **_CACHED}]}
