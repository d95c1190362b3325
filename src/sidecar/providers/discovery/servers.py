"""Discovery of models: servers on this computer, keys in the environment, and the models that each has (LLM-07).

Costs nothing: only lists of models are requested.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import cast

import httpx2

from sidecar.errors import ModelError
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ModelSpec, resolve_current_key, resolve_endpoint
from sidecar.providers.provider_table import PROVIDERS
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.http_responses import connection_error, status_error
from sidecar.providers.wires.ollama_messages import get_text, is_installed, parse_json_object

DEFAULT_TIMEOUT = timedelta(seconds=5)
_NOT_FOR_CHAT = re.compile(
    r"embed|minilm|rerank|whisper|\btts\b|-tts|dall-e|moderation|image|audio|realtime|transcribe|babbage|davinci"
    r"|sora|video|imagen|\bveo\b|\baqa\b|guard|\bbge\b|bge-|ocr|lyria",
    re.IGNORECASE,
)
_ANY = "any"
"""The model of a server that does not list its models: it ignores the name."""


@dataclass(frozen=True, slots=True)
class ModelListing:
    """The models of a server."""

    models: tuple[str, ...] | None
    """None when the server has no such list."""
    server_time: datetime | None = None
    tagged: bool = False
    """Whether the names are Ollama's, which stand for one model each."""

    @property
    def chat_models(self) -> tuple[str, ...]:
        return tuple(name for name in self.models or () if not _NOT_FOR_CHAT.search(name))

    def has(self, model: str) -> bool:
        """Return whether the model is there, True when the server does not tell. A name without its date
        (`claude-haiku-4-5`) stands for the one that has it."""
        if self.models is None or self.tagged:
            return self.models is None or is_installed(model, self.models)
        return any(name == model or name.startswith((f"{model}-", f"{model}:")) for name in self.models)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server that answers on this computer."""

    provider: str
    listing: ModelListing

    @property
    def title(self) -> str:
        return PROVIDERS[self.provider].title

    @property
    def choices(self) -> tuple[str, ...]:
        """Return its chat models as `provider:model`."""
        names = (_ANY,) if self.listing.models is None else self.listing.chat_models
        return tuple(f"{self.provider}:{name}" for name in names)


@dataclass(frozen=True, slots=True)
class EnvironmentKey:
    """A provider's key that is set in the environment, or in `.env`."""

    provider: str
    variable: str

    @property
    def title(self) -> str:
        return PROVIDERS[self.provider].title


async def find_local_servers(timeout: timedelta = DEFAULT_TIMEOUT) -> Sequence[LocalServer]:
    """Return the servers that answer at their usual addresses, all asked at once."""
    local = [name for name, provider in PROVIDERS.items() if provider.local and not provider.embedded]
    found = await asyncio.gather(*(_find_server(name, timeout) for name in local))
    return [server for server in found if server is not None]


def find_environment_keys() -> Sequence[EnvironmentKey]:
    return [
        EnvironmentKey(name, variable)
        for name, provider in PROVIDERS.items()
        if (variable := next((known for known in provider.key_variables if os.environ.get(known)), ""))
    ]


async def list_models(spec: ModelSpec, timeout: timedelta = DEFAULT_TIMEOUT) -> ModelListing:
    """Return the models of the provider of this spec, asked with its current key.

    Raises `ConfigError` when there can be no such model, and a `ModelError` such as unreachable or key refused.
    """
    spec = resolve_current_key(spec)
    endpoint = resolve_endpoint(spec)
    if PROVIDERS[endpoint.provider].embedded:
        return ModelListing(None)
    async with create_http_client(endpoint, httpx2.AsyncClient, timeout.total_seconds()) as http:
        try:
            async with asyncio.timeout(timeout.total_seconds()):
                return await _list(http, endpoint, spec.api_key)
        except (httpx2.TimeoutException, TimeoutError) as late:
            raise failures.first_token_timeout(endpoint, timeout.total_seconds()) from late
        except httpx2.HTTPError as failure:
            raise connection_error(failure, endpoint) from failure


async def is_ollama_server(base_url: str, timeout: timedelta = DEFAULT_TIMEOUT) -> bool:
    """Return whether an Ollama answers at the address, and no server that also imitates its list (llama.cpp).

    Addressed in OpenAI's format, an Ollama would silently cut long prompts.
    """
    endpoint = Endpoint("ollama", "", "Ollama", base_url=base_url)
    async with create_http_client(endpoint, httpx2.AsyncClient, timeout.total_seconds()) as http:
        try:
            answer = await http.get(f"{endpoint.root}/api/tags", follow_redirects=False)
        except (httpx2.HTTPError, httpx2.InvalidURL):
            return False
    listed = parse_json_object(answer.content)
    return answer.is_success and isinstance(listed.get("models"), list) and "data" not in listed


async def _find_server(provider: str, timeout: timedelta) -> LocalServer | None:
    try:
        listing = await list_models(ModelSpec(f"{provider}:{_ANY}"), timeout)
    except ModelError:
        return None
    # any web server may be at such an address: only one that lists its models counts
    return LocalServer(provider, listing) if listing.models is not None else None


async def _list(http: httpx2.AsyncClient, endpoint: Endpoint, key: str) -> ModelListing:
    if endpoint.provider == "ollama":
        listing = _read_listing(await http.get(f"{endpoint.root}/api/tags", headers=_bearer(key)), endpoint)
        if listing.models is not None:
            return replace(listing, tagged=True)
    path, headers = _list_request(endpoint.provider, key)
    return _read_listing(await http.get(f"{endpoint.openai_root}{path}", headers=headers), endpoint)


def _list_request(provider: str, key: str) -> tuple[str, Mapping[str, str]]:
    match provider:
        case "anthropic":
            return "/v1/models?limit=100", {"x-api-key": key, "anthropic-version": "2023-06-01"}
        case "google":
            return "/v1beta/models?pageSize=200", {"x-goog-api-key": key}
        case _:
            return "/models", _bearer(key)


def _bearer(key: str) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _read_listing(response: httpx2.Response, endpoint: Endpoint) -> ModelListing:
    """Return the server's listing, without models when it has none. Raises a `ModelError` for an error."""
    server_time = _date(response.headers.get("date", ""))
    match response.status_code:
        case HTTPStatus.OK:
            return ModelListing(_names(response.content), server_time)
        case HTTPStatus.BAD_REQUEST if b"API_KEY_INVALID" in response.content or b"API key" in response.content:
            raise failures.key_refused(endpoint)  # Google's refusal
        case 401 | 402 | 403 | 429:
            detail = failures.error_detail(parse_json_object(response.content), "")
            raise status_error(response, endpoint, detail)
        case status if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise failures.server_error(endpoint)
        case _:
            return ModelListing(None, server_time)


def _names(body: bytes) -> tuple[str, ...] | None:
    """Parse a list of names: `models` of Ollama and Google, `data` of OpenAI and Anthropic, Together's bare list."""
    fields = parse_json_object(body) or parse_json_object(b'{"data": ' + body + b"}")
    listed = fields.get("models", fields.get("data"))
    if not isinstance(listed, list):
        return None
    items = [cast("Mapping[str, object]", item) for item in cast("list[object]", listed) if isinstance(item, Mapping)]
    names = (get_text(item, "id") or get_text(item, "name") for item in items)
    return tuple(name.removeprefix("models/") for name in names if name)


def _date(header: str) -> datetime | None:
    try:
        return parsedate_to_datetime(header).astimezone(UTC)
    except (ValueError, TypeError):
        return None
