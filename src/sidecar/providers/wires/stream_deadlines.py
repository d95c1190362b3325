"""Deadlines of a stream: for its first event, and for every pause after that."""

from __future__ import annotations

import asyncio

from sidecar.errors import ModelTimeout
from sidecar.llm import ChatRequest
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures


class StreamDeadlines:
    """Timeouts for one request. `opened` once the response has begun, `started` once an event has arrived."""

    def __init__(self, request: ChatRequest, endpoint: Endpoint) -> None:
        self._request = request
        self._endpoint = endpoint
        self._first_by = asyncio.get_running_loop().time() + request.first_token_timeout.total_seconds()
        self.opened = False
        self.started = False

    def limit(self) -> asyncio.Timeout:
        """Return the timeout for the next event."""
        if self.started:
            return asyncio.timeout(self._request.idle_timeout.total_seconds())
        return asyncio.timeout_at(self._first_by)

    def timeout_error(self) -> ModelTimeout:
        """Return the error for a timeout that has expired."""
        if self.started:
            return failures.stream_timeout(self._endpoint)
        return failures.first_token_timeout(self._endpoint, self._request.first_token_timeout.total_seconds())
