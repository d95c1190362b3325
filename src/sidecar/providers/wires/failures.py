"""The errors of providers: each says what happened and what the person can do about it."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping, Sequence
from typing import cast

from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnknown,
    ModelUnreachable,
    NoFirstToken,
    OutputLimitReached,
    ToolsUnsupported,
)
from sidecar.observe.redaction import redact
from sidecar.providers.endpoint import Endpoint, is_loopback

_LONGEST_DETAIL = 200
_MOST_NAMES = 8
_TOO_LONG = re.compile(
    r"context[ _](size|length|window|limit)|(prompt|input|request|messages?)\b.{0,20} too (long|large|many tokens)"
    r"|too many (input |prompt )?tokens|exceed\w* .{0,20}token limit|tokens?`? .{0,30}must be <=",
    re.IGNORECASE,
)
"""How servers that pydantic-ai does not recognise (llama.cpp, LM Studio, TGI, Kimi) say that a prompt is too long."""
_NO_TOOLS = re.compile(
    r"(not|n't) support\w* .{0,30}(tool|function)|(tool|function).{0,40}((not|n't) |un)support|tool.{0,40}requires"
    r"|endpoints found that support tool",
    re.IGNORECASE,
)
"""How vLLM, llama.cpp, Ollama and OpenRouter say that a model, or a server as it was started, has no tool calls."""
_NO_MEMORY = re.compile(r"more (system )?memory|out of memory|(unable|failed) to allocate|insufficient memory", re.I)
_WRONG = r"(invalid|incorrect|wrong|missing|expired|revoked|disabled|unknown|not valid|not found|no)"
_WRONG_KEY = re.compile(
    rf"\b{_WRONG}\b.{{0,20}}\b(key|token|credential)|(key|token|credentials?)\b.{{0,30}}\b{_WRONG}\b"
    r"|authenticat|unauthori[sz]ed",
    re.IGNORECASE,
)
"""How some providers explain a 403 for a wrong key."""
_ABOUT_THE_MODEL = re.compile(r"model|endpoints found|deployment", re.IGNORECASE)


def rate_limited(endpoint: Endpoint, retry_after_s: float | None) -> ModelBusy:
    return ModelBusy(
        "{provider} is getting too many requests from your account.",
        hint="Try again in a while.",
        retry_after_s=retry_after_s,
        provider=endpoint.title,
    )


def overloaded(endpoint: Endpoint, retry_after_s: float | None) -> ModelBusy:
    return ModelBusy(
        "{provider} is overloaded right now.",
        hint="Try again in a while.",
        retry_after_s=retry_after_s,
        provider=endpoint.title,
    )


def server_error(endpoint: Endpoint, detail: str = "") -> ModelFailed:
    if detail:
        return ModelFailed(
            "{provider} had a problem: {detail}",
            hint="Try again in a while.",
            provider=endpoint.title,
            detail=detail,
        )
    return ModelFailed("{provider} had a problem.", hint="Try again in a while.", provider=endpoint.title)


def invalid_response(endpoint: Endpoint) -> ModelFailed:
    return ModelFailed(
        "I can't make sense of what {provider} answered.",
        hint="Check that its address belongs to a model server.",
        provider=endpoint.title,
    )


def context_too_long(endpoint: Endpoint) -> ContextTooLong:
    return ContextTooLong(
        "The conversation is too long for {model} at {provider}.", provider=endpoint.title, model=endpoint.model
    )


def request_rejected(endpoint: Endpoint, detail: str) -> ModelRejected:
    return ModelRejected("{provider} rejected the request: {detail}", provider=endpoint.title, detail=detail)


def tools_unsupported(endpoint: Endpoint) -> ToolsUnsupported:
    return ToolsUnsupported(
        "{model} at {provider} doesn't support tools.",
        hint='Set tools = "json" for this model in the settings, or choose another one.',
        provider=endpoint.title,
        model=endpoint.model,
    )


def out_of_memory(endpoint: Endpoint) -> ModelRejected:
    return ModelRejected(
        "{provider} doesn't have enough memory for {model}.",
        hint="Close other programs, or choose a smaller model.",
        provider=endpoint.title,
        model=endpoint.model,
    )


def wrong_address(endpoint: Endpoint) -> ModelRejected:
    return ModelRejected(
        "There's no model server at {url}.",
        hint="Check the address in the settings: most end in /v1.",
        url=endpoint.base_url,
    )


def redirected(endpoint: Endpoint, address: str) -> ModelRejected:
    return ModelRejected(
        "{provider} wanted to send this on to {address}. I didn't follow.",
        hint="If you trust that address, write it as base_url of this model in the settings.",
        provider=endpoint.title,
        address=address,
    )


def no_credit(endpoint: Endpoint) -> ModelRefused:
    return ModelRefused(
        "Your {provider} account has no credit left.",
        hint="Add credit there, or choose another model.",
        provider=endpoint.title,
    )


def first_token_timeout(endpoint: Endpoint, seconds: float) -> NoFirstToken:
    return NoFirstToken(
        "{provider} didn't start answering within {seconds} s.",
        hint="Try again in a while.",
        provider=endpoint.title,
        seconds=f"{seconds:g}",
    )


def stream_timeout(endpoint: Endpoint) -> ModelTimeout:
    return ModelTimeout("{provider} went silent in the middle of the answer.", provider=endpoint.title)


def stream_cut(endpoint: Endpoint) -> ModelCut:
    return ModelCut("{provider} cut off its answer.", provider=endpoint.title)


def empty_answer(endpoint: Endpoint) -> ModelEmpty:
    return ModelEmpty("{provider} gave an empty answer.", provider=endpoint.title)


def only_thinking(endpoint: Endpoint) -> OutputLimitReached:
    return OutputLimitReached(
        "{model} at {provider} was still thinking when it reached its length limit.",
        hint='Ask for something smaller, or set thinking = "low" for this model in the settings.',
        provider=endpoint.title,
        model=endpoint.model,
    )


def content_filtered(endpoint: Endpoint) -> ModelRejected:
    return ModelRejected(
        "{provider} withheld the answer because of its content rules.",
        hint="Try other words, or choose another model.",
        provider=endpoint.title,
    )


def forbidden(endpoint: Endpoint, detail: str) -> ModelRefused:
    """Return the error for a 403, which may be about the key, the country, the model or the plan."""
    if not detail or _WRONG_KEY.search(detail):
        return key_refused(endpoint)
    return ModelRefused(
        "{provider} doesn't allow this: {detail}",
        hint="Check there what your account may use, or choose another model.",
        provider=endpoint.title,
        detail=detail,
    )


def key_refused(endpoint: Endpoint) -> ModelRefused:
    if not endpoint.key_variable:
        return ModelRefused(
            "{provider} doesn't accept the key.",
            hint="Check the key of this model in the settings.",
            provider=endpoint.title,
        )
    return ModelRefused(
        "{provider} doesn't accept the key.",
        hint="Check {variable}, or the key in the settings.",
        provider=endpoint.title,
        variable=endpoint.key_variable,
    )


def unknown_model(endpoint: Endpoint, installed: Sequence[str] = ()) -> ModelUnknown:
    """Return the error for a missing model. `installed` are the models that the server has, where it tells."""
    who = {"provider": endpoint.title, "model": endpoint.model}
    if endpoint.provider == "ollama" and installed:
        return ModelUnknown(
            "{provider} doesn't have the model {model}.",
            hint="Download it with `ollama pull {model}`. You have: {installed}.",
            installed=", ".join(installed[:_MOST_NAMES]),
            **who,
        )
    if endpoint.provider == "ollama":
        return ModelUnknown(
            "{provider} doesn't have the model {model}.", hint="Download it with `ollama pull {model}`.", **who
        )
    return ModelUnknown("{provider} doesn't have the model {model}.", hint="Check its name in the settings.", **who)


def unreachable(failure: Exception, endpoint: Endpoint) -> ModelUnreachable:
    if endpoint.local or is_loopback(endpoint.base_url):
        ollama = endpoint.provider == "ollama"
        return ModelUnreachable(
            "Nothing answers at {address}.",
            hint="Ollama isn't running. Start it: `ollama serve`" if ollama else "Is it running?",
            address=endpoint.address,
        )
    if _is_unknown_name(failure):
        return ModelUnreachable(
            "I can't find the address {address}.",
            hint="Check your internet connection, or the address in the settings.",
            address=endpoint.address,
        )
    return ModelUnreachable(
        "I can't reach {provider}.",
        hint="Check your internet connection.",
        provider=endpoint.title,
    )


def connection_closed(endpoint: Endpoint) -> ModelUnreachable:
    return ModelUnreachable(
        "{provider} closed the connection without answering.", hint="Try again in a while.", provider=endpoint.title
    )


def not_found(endpoint: Endpoint, detail: str) -> ModelRejected:
    """Return the error for a 404: missing tools, a missing model, or an address that is no model server's."""
    if mentions_missing_tools(detail):
        return tools_unsupported(endpoint)
    if endpoint.key_variable or _ABOUT_THE_MODEL.search(detail):
        return unknown_model(endpoint)
    return wrong_address(endpoint)


def _is_unknown_name(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, socket.gaierror):
            return True
        failure = failure.__cause__ or failure.__context__
    return False


def error_detail(body: object, otherwise: str) -> str:
    """Return the provider's own explanation on one line, without secrets."""
    message = _message_in(body) or otherwise
    return redact(" ".join(message.split()))[:_LONGEST_DETAIL]


def mentions_context_length(detail: str) -> bool:
    return _TOO_LONG.search(detail) is not None


def mentions_missing_tools(detail: str) -> bool:
    return _NO_TOOLS.search(detail) is not None


def mentions_memory(detail: str) -> bool:
    return _NO_MEMORY.search(detail) is not None


def _message_in(body: object) -> str:
    """Find the message: at the top of the body in OpenAI's format, one level down in the others."""
    if isinstance(body, str):
        return body  # Ollama's errors are a text
    if not isinstance(body, Mapping):
        return ""
    fields = cast("Mapping[str, object]", body)
    message = fields.get("message")
    return message if isinstance(message, str) else _message_in(fields.get("error"))
