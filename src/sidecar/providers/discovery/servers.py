"""What there is to talk to: servers that run here, keys in the environment, and the models that each has (LLM-07).

Nothing here costs anything: only lists are asked for.
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
from typing import TYPE_CHECKING, cast

from sidecar.errors import ModelError
from sidecar.providers.endpoint import Endpoint, is_loopback
from sidecar.providers.model_spec import ModelSpec, resolve_endpoint, with_current_key
from sidecar.providers.provider_table import PROVIDERS
from sidecar.providers.wires import failures
from sidecar.providers.wires.ollama_messages import fields_of, is_installed, text_at
from sidecar.providers.wires.retry_after import retry_after_s_of

if TYPE_CHECKING:
    import httpx2

DEFAULT_TIMEOUT = timedelta(seconds=5)
_NOT_FOR_TALKING = re.compile(
    r"embed|minilm|rerank|whisper|\btts\b|-tts|dall-e|moderation|image|audio|realtime|transcribe|babbage|davinci"
    r"|sora|video|imagen|\bveo\b|\baqa\b|guard|\bbge\b|bge-|ocr|lyria",
    re.IGNORECASE,
)
_ANY = "any"
"""A model of a server that does not tell its models: it ignores the name."""


@dataclass(frozen=True, slots=True)
class ModelListing:
    """What a server says it has. `models` is None when it does not tell; `its_time` is what its clock said."""

    models: tuple[str, ...] | None
    its_time: datetime | None = None
    tagged: bool = False
    """The names are Ollama's, which stand for one model each."""

    @property
    def for_talking(self) -> tuple[str, ...]:
        return tuple(name for name in self.models or () if not _NOT_FOR_TALKING.search(name))

    def has(self, model: str) -> bool:
        """Whether the model is there, as far as the server tells. A name without its date (`claude-haiku-4-5`) stands
        for the one that has it."""
        if self.models is None or self.tagged:
            return self.models is None or is_installed(model, self.models)
        return any(name == model or name.startswith((f"{model}-", f"{model}:")) for name in self.models)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server that answers on this computer."""

    provider: str
    offer: ModelListing

    @property
    def title(self) -> str:
        return PROVIDERS[self.provider].title

    @property
    def choices(self) -> tuple[str, ...]:
        """Its models as `provider:model`."""
        names = (_ANY,) if self.offer.models is None else self.offer.for_talking
        return tuple(f"{self.provider}:{name}" for name in names)


@dataclass(frozen=True, slots=True)
class EnvironmentKey:
    """A provider's key that is set in the environment, or in `.env`."""

    provider: str
    variable: str

    @property
    def title(self) -> str:
        return PROVIDERS[self.provider].title


async def find_local_servers(patience: timedelta = DEFAULT_TIMEOUT) -> Sequence[LocalServer]:
    """The servers that answer at their usual addresses, all asked at once."""
    local = [name for name, provider in PROVIDERS.items() if provider.local and not provider.embedded]
    found = await asyncio.gather(*(_server(name, patience) for name in local))
    return [server for server in found if server is not None]


def find_environment_keys() -> Sequence[EnvironmentKey]:
    return [
        EnvironmentKey(name, variable)
        for name, provider in PROVIDERS.items()
        if (variable := next((known for known in provider.key_variables if os.environ.get(known)), ""))
    ]


async def list_models(choice: ModelSpec, patience: timedelta = DEFAULT_TIMEOUT) -> ModelListing:
    """What the provider of this choice has, with its key as it is now.

    Raises `ConfigError` when there can be no such model, and the `ModelError` that says why nobody answers: not
    reachable, key refused.
    """
    import httpx2

    choice = with_current_key(choice)
    endpoint = resolve_endpoint(choice)
    if PROVIDERS[endpoint.provider].embedded:
        return ModelListing(None)
    timeout = httpx2.Timeout(patience.total_seconds())
    direct = is_loopback(endpoint.base_url)  # a proxy has no business between Sidecar and this computer
    async with httpx2.AsyncClient(timeout=timeout, trust_env=not direct, follow_redirects=True) as http:
        try:
            async with asyncio.timeout(patience.total_seconds()):
                return await _list(http, endpoint, choice.api_key)
        except (httpx2.TimeoutException, TimeoutError) as late:
            raise failures.first_token_timeout(endpoint, patience.total_seconds()) from late
        except httpx2.HTTPError as failure:
            raise failures.unreachable(failure, endpoint) from failure


async def _server(provider: str, patience: timedelta) -> LocalServer | None:
    try:
        offer = await list_models(ModelSpec(f"{provider}:{_ANY}"), patience)
    except ModelError:
        return None
    # A web server of any kind may sit at such an address; only one that lists its models is believed.
    return LocalServer(provider, offer) if offer.models is not None else None


async def _list(http: httpx2.AsyncClient, endpoint: Endpoint, key: str) -> ModelListing:
    if endpoint.provider == "ollama":
        offer = _understood(await http.get(f"{endpoint.root}/api/tags", headers=_bearer(key)), endpoint)
        if offer.models is not None:
            return replace(offer, tagged=True)
    path, headers = _listing(endpoint.provider, key)
    return _understood(await http.get(f"{endpoint.openai_root}{path}", headers=headers), endpoint)


def _listing(provider: str, key: str) -> tuple[str, Mapping[str, str]]:
    match provider:
        case "anthropic":
            return "/v1/models?limit=100", {"x-api-key": key, "anthropic-version": "2023-06-01"}
        case "google":
            return "/v1beta/models?pageSize=200", {"x-goog-api-key": key}
        case _:
            return "/models", _bearer(key)


def _bearer(key: str) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _understood(response: httpx2.Response, endpoint: Endpoint) -> ModelListing:
    """Raises the `ModelError` that the status stands for; a server without such a list does not tell."""
    its_time = _date(response.headers.get("date", ""))
    match response.status_code:
        case HTTPStatus.OK:
            return ModelListing(_names(response.content), its_time)
        case HTTPStatus.UNAUTHORIZED:
            raise failures.key_refused(endpoint)
        case HTTPStatus.FORBIDDEN:
            raise failures.forbidden(endpoint, failures.error_detail(fields_of(response.content), ""))
        case HTTPStatus.BAD_REQUEST if b"API_KEY_INVALID" in response.content or b"API key" in response.content:
            raise failures.key_refused(endpoint)  # Google's way of saying so
        case HTTPStatus.PAYMENT_REQUIRED:
            raise failures.no_credit(endpoint)
        case HTTPStatus.TOO_MANY_REQUESTS:
            raise failures.rate_limited(endpoint, retry_after_s_of(response.headers))
        case status if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise failures.server_error(endpoint)
        case _:
            return ModelListing(None, its_time)


def _names(body: bytes) -> tuple[str, ...] | None:
    """Ollama and Google call their list `models`, OpenAI and Anthropic `data`; Together sends nothing but the list."""
    fields = fields_of(body) or fields_of(b'{"data": ' + body + b"}")
    listed = fields.get("models", fields.get("data"))
    if not isinstance(listed, list):
        return None
    items = [cast("Mapping[str, object]", item) for item in cast("list[object]", listed) if isinstance(item, Mapping)]
    names = (text_at(item, "id") or text_at(item, "name") for item in items)
    return tuple(name.removeprefix("models/") for name in names if name)


def _date(header: str) -> datetime | None:
    try:
        return parsedate_to_datetime(header).astimezone(UTC)
    except (ValueError, TypeError):
        return None
