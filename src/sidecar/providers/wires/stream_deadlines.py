"""How long to wait for a model's next sign of life."""

from __future__ import annotations

import asyncio

from sidecar.errors import ModelTimeout
from sidecar.llm import ChatRequest
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures


class StreamDeadlines:
    """One deadline for the first event, then one per silence."""

    def __init__(self, request: ChatRequest, endpoint: Endpoint) -> None:
        self._request = request
        self._endpoint = endpoint
        self._first_by = asyncio.get_running_loop().time() + request.first_token_timeout.total_seconds()
        self.opened = False
        self.spoken = False

    def limit(self) -> asyncio.Timeout:
        if self.spoken:
            return asyncio.timeout(self._request.idle_timeout.total_seconds())
        return asyncio.timeout_at(self._first_by)

    def lost(self) -> ModelTimeout:
        if self.spoken:
            return failures.stream_timeout(self._endpoint)
        return failures.first_token_timeout(self._endpoint, self._request.first_token_timeout.total_seconds())
