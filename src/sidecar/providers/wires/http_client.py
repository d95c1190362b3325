"""HTTP clients for model servers: what is said goes to the address in the settings and to no other."""

from __future__ import annotations

import codecs
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, TypeVar, cast

import httpx2

from sidecar.providers.endpoint import Endpoint, is_loopback
from sidecar.providers.wires.http_responses import ForeignRedirectError, remember_response

_KEEPALIVE = httpx2.Limits(keepalive_expiry=2.0)
"""llama.cpp's server closes an idle connection after 5 s: a request must not be sent into one that is closing."""
_NO_KEEPALIVE = httpx2.Limits(max_keepalive_connections=0)
"""On the same computer a new connection costs a tenth of a millisecond, and no server can be closing it."""

_AS_WINDOWS = "sidecar.windows-1252"
"""The name of how bytes are read that the charset does not have."""

Client = TypeVar("Client", bound=httpx2.AsyncClient)


def create_http_client(
    endpoint: Endpoint, kind: type[Client], timeout: httpx2.Timeout | float, **options: Any
) -> Client:
    """Return a client that follows redirects within a server and raises `ForeignRedirectError` for any other.

    `options` are those of `httpx2.AsyncClient`.
    """
    here = is_loopback(endpoint.base_url)
    return kind(
        timeout=timeout,
        follow_redirects=True,
        limits=_NO_KEEPALIVE if here else _KEEPALIVE,
        trust_env=not here,  # no proxy between Sidecar and a server on the same computer
        event_hooks={"response": [remember_response, _refuse_foreign_redirect, _convert_charset]},
        **options,
    )


async def _refuse_foreign_redirect(response: httpx2.Response) -> None:
    if not response.has_redirect_location:
        return
    try:
        target = response.url.join(response.headers["location"])
    except httpx2.InvalidURL:
        return  # the client itself refuses it
    if _origin(target) not in (_origin(response.url), _origin(response.url.copy_with(scheme="https"))):
        raise ForeignRedirectError(target)


async def _convert_charset(response: httpx2.Response) -> None:
    """Give a body in another charset as UTF-8, which is what every SDK takes it for. What is no UTF-8 although nobody
    said so is taken for Windows-1252."""
    charset = response.charset_encoding or "utf-8"
    if "content-encoding" in response.headers:
        return
    if declared := response.headers.get("content-type"):
        response.headers["content-type"] = f"{declared.partition(';')[0]}; charset=utf-8"
    with suppress(LookupError, UnicodeError):
        b"four".decode(charset)
        response.stream = _AsUtf8(cast("httpx2.AsyncByteStream", response.stream), charset)


def _decode_as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_AS_WINDOWS, _decode_as_windows)


class _AsUtf8(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, charset: str) -> None:
        self._stream = stream
        self._charset = charset

    async def __aiter__(self) -> AsyncIterator[bytes]:
        decoder = codecs.getincrementaldecoder(self._charset)(_AS_WINDOWS)
        async for piece in self._stream:
            yield decoder.decode(piece).encode()
        yield decoder.decode(b"", final=True).encode()

    async def aclose(self) -> None:
        await self._stream.aclose()


def _origin(url: httpx2.URL) -> tuple[str, bytes, int | None]:
    return url.scheme, url.raw_host, url.port
