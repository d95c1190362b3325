"""HTTP responses of a stream: closed with it, replaced by another body, read line by line, turned into errors.

Not every SDK closes its responses: Google's leaves that to the garbage collector.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import httpx2

from sidecar.errors import ModelError
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.retry_after import parse_retry_after_s

_opened: ContextVar[list[httpx2.Response] | None] = ContextVar("opened", default=None)


class ForeignRedirectError(httpx2.TransportError):
    """A server redirects to `address`, which is not its own. Following would take prompt and key along."""

    def __init__(self, target: httpx2.URL) -> None:
        super().__init__("redirect to another server")
        self.address = f"{target.scheme}://{target.netloc.decode('ascii')}"


async def remember_response(response: httpx2.Response) -> None:
    """Note a response for `closing_responses`: an event hook of `httpx2.AsyncClient`."""
    if (opened := _opened.get()) is not None:
        opened.append(response)


@asynccontextmanager
async def closing_responses() -> AsyncGenerator[None]:
    """Close, at the end of the block, every response that arrived inside."""
    opened: list[httpx2.Response] = []
    _opened.set(opened)
    try:
        yield
    finally:
        for response in opened:
            await response.aclose()


def as_event_stream(response: httpx2.Response, stream: httpx2.AsyncByteStream) -> httpx2.Response:
    """Return the response with a stream of events as its body."""
    headers = [(name, value) for name, value in response.headers.multi_items() if not name.startswith("content-")]
    return httpx2.Response(
        response.status_code,
        headers=[*headers, ("content-type", "text/event-stream")],
        stream=stream,
        request=response.request,
        extensions=response.extensions,
    )


async def iter_lines(response: httpx2.Response) -> AsyncGenerator[bytes]:
    """Yield the lines of a body as they arrive. Only a line feed ends one, with or without a carriage return: JSON may
    contain the other characters at which text is usually split."""
    rest = b""
    async for piece in response.aiter_bytes():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line.removesuffix(b"\r")
    if rest:
        yield rest


def connection_error(failure: Exception, endpoint: Endpoint) -> ModelError:
    """Return the error for a connection that failed, led elsewhere, or ended before the first byte of the answer."""
    cause: BaseException | None = failure
    while cause is not None:
        if isinstance(cause, ForeignRedirectError):
            return failures.redirected(endpoint, cause.address)
        if isinstance(cause, (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError)):
            return failures.connection_closed(endpoint)
        cause = cause.__cause__ or cause.__context__
    return failures.unreachable(failure, endpoint)


def status_error(response: httpx2.Response, endpoint: Endpoint, detail: str) -> ModelError:
    """Return the error for a status that is no success. `detail` is the provider's own explanation."""
    return error_by_status(response.status_code, endpoint, detail, parse_retry_after_s(response.headers, detail))


def error_by_status(status: int, endpoint: Endpoint, detail: str, retry_after_s: float | None) -> ModelError:
    """Return the error for a status, whether a response has it or an error in the middle of a stream."""
    match status:
        case 401:
            return failures.key_refused(endpoint)
        case 402:
            return failures.no_credit(endpoint)
        case 403:
            return failures.forbidden(endpoint, detail)
        case 413:
            return failures.context_too_long(endpoint)
        case 429:
            return failures.rate_limited(endpoint, retry_after_s)
        case 503 | 529:
            return failures.overloaded(endpoint, retry_after_s)
        case _ if status >= 500 or status == 408:
            return server_failure(endpoint, detail)
        case _ if failures.mentions_context_length(detail):
            return failures.context_too_long(endpoint)
        case _:
            return failures.request_rejected(endpoint, detail)


def server_failure(endpoint: Endpoint, detail: str) -> ModelError:
    """Return the error for a failure of the server: not enough memory, or any other."""
    if failures.mentions_memory(detail):
        return failures.out_of_memory(endpoint)
    return failures.server_error(endpoint, detail)
