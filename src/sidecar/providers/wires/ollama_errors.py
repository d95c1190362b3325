"""Errors of an Ollama server, as ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import httpx2

from sidecar.errors import ModelError, ModelRejected
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_responses import status_error
from sidecar.providers.wires.ollama_messages import parse_installed_models, parse_json_object


class NotOllamaError(Exception):
    """The server does not know Ollama's own protocol."""


@dataclass(frozen=True, slots=True)
class UnsupportedFeatures(Exception):
    """The features that the model does not have, as its server says."""

    tools: bool
    thinking: bool


async def response_error(
    http: httpx2.AsyncClient, endpoint: Endpoint, response: httpx2.Response, asked: Mapping[str, object]
) -> ModelError | NotOllamaError | UnsupportedFeatures:
    """Return the error for a response that has been read; `asked` is the body that was sent."""
    answer = parse_json_object(response.content)
    from_ollama = isinstance(answer.get("error"), str)
    detail = failures.error_detail(answer, response.reason_phrase)
    unsupported = UnsupportedFeatures(
        "tools" in asked and failures.mentions_missing_tools(detail),
        "think" in asked and _mentions_missing_thinking(detail),
    )
    if unsupported.tools or unsupported.thinking:
        return unsupported
    match response.status_code:
        case 404 if from_ollama:
            return await model_missing_error(http, endpoint)
        case 404 | 405 | 501 if not from_ollama:
            return NotOllamaError()
        case 403 if not from_ollama:
            return failures.forbidden(endpoint, "")
        case _:
            return status_error(response, endpoint, detail)


async def model_missing_error(http: httpx2.AsyncClient, endpoint: Endpoint) -> ModelRejected:
    """Return the error for a model that is not installed; it names those that are."""
    return failures.unknown_model(endpoint, await _list_installed(http))


async def _list_installed(http: httpx2.AsyncClient) -> Sequence[str]:
    """Ask which models are installed; none when the server does not answer."""
    try:
        return parse_installed_models(parse_json_object((await http.get("/api/tags")).content))
    except httpx2.HTTPError:
        return ()


def _mentions_missing_thinking(detail: str) -> bool:
    return "not support thinking" in detail
