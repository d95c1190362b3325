"""llama.cpp's server: OpenAI's format, but tools are silently left out of the prompt when the model's template
does not know them. Its `/props` tells beforehand."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from http import HTTPStatus
from typing import cast

import httpx2

from sidecar.llm import ChatRequest, ModelEvent
from sidecar.providers.decorators.wrapper import ConnectedWrapperModel
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.ollama_messages import parse_json_object
from sidecar.providers.wires.openai import OpenAIModel

_TIMEOUT_S = 5.0


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: object = None) -> ConnectedModel:
    """Return the model. With `tools = "native"` the settings count, not the template."""
    model = OpenAIModel(endpoint, api_key, spec)
    return model if spec.tools == "native" else LlamaCppModel(model, endpoint, api_key)


class LlamaCppModel(ConnectedWrapperModel):
    """A model that rejects requests with tools when its template has no place for them."""

    def __init__(self, model: ConnectedModel, endpoint: Endpoint, api_key: str) -> None:
        super().__init__(model)
        self._endpoint = endpoint
        self._api_key = api_key
        self._tools: bool | None = None

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if request.tools and self._tools is None:
            self._tools = await self._supports_tools()
        if request.tools and self._tools is False:
            raise failures.tools_unsupported(self._endpoint)
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event

    async def _supports_tools(self) -> bool | None:
        """Ask the server. True when it is too old to tell, None when it is unreachable or still loading."""
        headers = {"authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        try:
            async with create_http_client(self._endpoint, httpx2.AsyncClient, _TIMEOUT_S, headers=headers) as http:
                root = self._endpoint.base_url.removesuffix("/").removesuffix("/v1")
                response = await http.get(f"{root}/props")
        except httpx2.HTTPError:
            return None
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return None
        caps = parse_json_object(response.content).get("chat_template_caps")
        return not isinstance(caps, Mapping) or cast("Mapping[str, object]", caps).get("supports_tools") is not False
