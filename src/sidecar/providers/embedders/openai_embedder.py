"""An embedding model behind `/embeddings` of OpenAI's format: Ollama, llama.cpp, LM Studio, or a cloud provider.

Slow to import: 180 ms for numpy and the HTTP client."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx2
import numpy as np
from pydantic import BaseModel, ValidationError

from sidecar.domain.json_text import parse_json
from sidecar.errors import ModelTimeout
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.http_responses import connection_error, status_error

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

_BATCH = 32
_LONGEST_CHARS = 8000
_CONNECT_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class EmbedderOptions:
    """The prefixes are for models that distinguish texts by them, such as "query: " and "search_document: "."""

    query_prefix: str = ""
    passage_prefix: str = ""
    timeout_s: float = 60.0


class OpenAIEmbedder:
    """Implements `memory.retrieval.ports.Embedder`. `endpoint.base_url` does not include `/embeddings`."""

    def __init__(self, endpoint: Endpoint, api_key: str = "", settings: EmbedderOptions = EmbedderOptions()) -> None:
        self._endpoint = endpoint
        self._api_key = api_key
        self._settings = settings
        self._http: httpx2.AsyncClient | None = None

    @property
    def name(self) -> str:
        return self._endpoint.name

    async def embed_query(self, text: str) -> Vectors:
        return (await self._embed([self._settings.query_prefix + text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        prefixed = [self._settings.passage_prefix + text for text in texts]
        return np.concatenate([await self._embed(prefixed[at : at + _BATCH]) for at in range(0, len(prefixed), _BATCH)])

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        body = await self._post({"model": self._endpoint.model, "input": [text[:_LONGEST_CHARS] for text in texts]})
        try:
            answer = _Answer.model_validate_json(body)
            rows = np.array([row.embedding for row in sorted(answer.data, key=lambda row: row.index)], np.float32)
        except (ValidationError, ValueError):  # another format, or rows of different lengths
            raise failures.invalid_response(self._endpoint) from None
        if len(rows) != len(texts) or rows.ndim != 2 or not np.isfinite(rows).all():
            raise failures.invalid_response(self._endpoint)
        return rows

    async def _post(self, request: object) -> bytes:
        try:
            response = await self._client.post("embeddings", json=request)
        except httpx2.TimeoutException:
            raise ModelTimeout(
                "{provider} didn't start answering within {seconds} s.",
                hint="Try again in a while.",
                provider=self._endpoint.title,
                seconds=f"{self._settings.timeout_s:g}",
            ) from None
        except httpx2.HTTPError as error:
            raise connection_error(error, self._endpoint) from None
        if not response.is_success:
            if response.status_code == HTTPStatus.NOT_FOUND:
                raise failures.unknown_model(self._endpoint)
            detail = failures.error_detail(_json(response.content), str(response.status_code))
            raise status_error(response, self._endpoint, detail)
        return response.content

    @property
    def _client(self) -> httpx2.AsyncClient:
        if self._http is None:
            self._http = create_http_client(
                self._endpoint,
                httpx2.AsyncClient,
                httpx2.Timeout(self._settings.timeout_s, connect=_CONNECT_TIMEOUT_S),
                base_url=self._endpoint.base_url.rstrip("/") + "/",
                headers={"Authorization": f"Bearer {self._api_key}"} if self._api_key else {},
            )
        return self._http


class _Row(BaseModel):
    embedding: list[float]
    index: int = 0


class _Answer(BaseModel):
    data: list[_Row]


def _json(body: bytes) -> object:
    try:
        return parse_json(body)
    except ValueError:
        return body.decode(errors="replace")
