"""What it means when an Ollama server does not do what it was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import httpx2

from sidecar.errors import ModelError, ModelRejected
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.ollama_messages import parse_installed_models, parse_json_object
from sidecar.providers.wires.retry_after import parse_retry_after_s


class NotOllamaError(Exception):
    """The server does not know Ollama's own protocol."""


@dataclass(frozen=True, slots=True)
class UnsupportedFeatures(Exception):
    """What the model cannot do, as its server says."""

    tools: bool
    thinking: bool


async def refusal(
    http: httpx2.AsyncClient, endpoint: Endpoint, response: httpx2.Response, asked: Mapping[str, object]
) -> ModelError | NotOllamaError | UnsupportedFeatures:
    """What the status of an answer means that has been read; `asked` is the body that was sent."""
    said = parse_json_object(response.content)
    theirs = isinstance(said.get("error"), str)
    detail = failures.error_detail(said, response.reason_phrase)
    lack = UnsupportedFeatures(
        "tools" in asked and failures.mentions_missing_tools(detail), "think" in asked and _says_no_thinking(detail)
    )
    if lack.tools or lack.thinking:
        return lack
    match response.status_code:
        case 404 if theirs:
            return await missing(http, endpoint)
        case 404 | 405 | 501 if not theirs:
            return NotOllamaError()
        case 401:
            return failures.key_refused(endpoint)
        case 403:
            return failures.forbidden(endpoint, detail if theirs else "")
        case 402:
            return failures.no_credit(endpoint)
        case 429:
            return failures.rate_limited(endpoint, parse_retry_after_s(response.headers, detail))
        case 503 | 529:
            return failures.overloaded(endpoint, parse_retry_after_s(response.headers, detail))
        case 413:
            return failures.context_too_long(endpoint)
        case status if status >= 500 or status == 408:
            return broke(endpoint, detail)
        case _ if failures.mentions_context_length(detail):
            return failures.context_too_long(endpoint)
        case _:
            return failures.request_rejected(endpoint, detail)


def broke(endpoint: Endpoint, detail: str) -> ModelError:
    """An error of the server's own, as far as it is not simply too small."""
    return (
        failures.out_of_memory(endpoint)
        if failures.mentions_memory(detail)
        else failures.server_error(endpoint, detail)
    )


async def missing(http: httpx2.AsyncClient, endpoint: Endpoint) -> ModelRejected:
    """The model is not there: which ones are?"""
    return failures.unknown_model(endpoint, await _installed(http))


async def _installed(http: httpx2.AsyncClient) -> Sequence[str]:
    """Empty when the server does not tell."""
    try:
        return parse_installed_models(parse_json_object((await http.get("/api/tags")).content))
    except httpx2.HTTPError:
        return ()


def _says_no_thinking(detail: str) -> bool:
    return "not support thinking" in detail
