"""The HTTP client for untrusted addresses: it connects only where the guard allows it."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from sidecar.errors import ToolError
from sidecar.tools.address_guard import Address, AddressGuard
from sidecar.tools.http import describe_status, make_user_agent
from sidecar.tools.lazy_imports import load_httpx2

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Request, Response

_MOST_ADDRESSES = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CONNECT_TIMEOUT_S = 5.0
_READ_TIMEOUT_S = 10.0
_ACCEPT = "text/html,application/xhtml+xml,text/plain,application/json;q=0.9,*/*;q=0.5"


@dataclass(frozen=True, slots=True)
class Download:
    """The content of `url`, the last of the redirects. `cut`: there was more than may be read."""

    url: str
    content_type: str
    body: bytes
    cut: bool


class PageDownloader:
    """Downloads pages. Every hop is resolved, checked and then connected to at the very address that was checked;
    the server still sees its own name, and so does its certificate."""

    def __init__(self, guard: AddressGuard, *, max_bytes: int, max_redirects: int) -> None:
        self._guard = guard
        self._max_bytes = max_bytes
        self._max_redirects = max_redirects

    async def download(self, url: str, *, headers: dict[str, str] | None = None) -> Download:
        """Download a page; the caller limits the time. Raises `ToolError`.

        Proxies of the environment are not used: a proxy would resolve the name again, possibly to another address.
        """
        httpx2 = load_httpx2()
        try:
            return await self._follow(url, headers or {})
        except httpx2.TimeoutException:
            raise ToolError(f"{url} did not answer in time") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
            raise ToolError(f"{url} cannot be reached ({type(error).__name__})") from None

    async def _follow(self, url: str, headers: dict[str, str]) -> Download:
        async with _open_client() as client:
            for _ in range(self._max_redirects + 1):
                destination = await self._guard.check(url)
                async with _connect(client, url, destination.addresses, headers) as response:
                    target = response.headers.get("location", "")
                    if response.status_code not in _REDIRECTS or not target:
                        return await self._read(url, response)
                    url = urljoin(url, target.strip().replace(" ", "%20"))
                    headers = {}  # the next server must not see the key of this one
        raise ToolError(f"more than {self._max_redirects} redirects")

    async def _read(self, url: str, response: Response) -> Download:
        if not response.is_success:
            raise ToolError(f"{url} answered {describe_status(response.status_code)}")
        raw = bytearray()
        async for piece in response.aiter_raw():
            raw += piece
            if len(raw) > self._max_bytes:
                break
        body = _unpack(bytes(raw), response.headers.get("content-encoding", ""), self._max_bytes + 1)
        cut = max(len(raw), len(body)) > self._max_bytes
        return Download(url, response.headers.get("content-type", ""), body[: self._max_bytes], cut)


def _open_client() -> AsyncClient:
    httpx2 = load_httpx2()
    # kept connections are found by address, which two names may share: keep none
    transport = httpx2.AsyncHTTPTransport(limits=httpx2.Limits(max_keepalive_connections=0))
    return httpx2.AsyncClient(
        transport=transport,
        trust_env=False,
        timeout=httpx2.Timeout(_READ_TIMEOUT_S, connect=_CONNECT_TIMEOUT_S),
        headers={"User-Agent": make_user_agent(), "Accept": _ACCEPT, "Accept-Encoding": "gzip, deflate"},
    )


@asynccontextmanager
async def _connect(
    client: AsyncClient, url: str, addresses: Sequence[Address], headers: dict[str, str]
) -> AsyncGenerator[Response]:
    httpx2 = load_httpx2()
    last = addresses[:_MOST_ADDRESSES][-1]
    for address in addresses[:_MOST_ADDRESSES]:
        request = _build_request(client, url, address, headers)
        try:
            response = await client.send(request, stream=True, follow_redirects=False)
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            if address == last:
                raise
            continue
        try:
            yield response
        finally:
            await response.aclose()
        return


def _build_request(client: AsyncClient, url: str, address: Address, headers: dict[str, str]) -> Request:
    """Build a request that connects to `address` and names the host, to the server and for its certificate."""
    request = client.build_request("GET", url, headers=headers)
    request.extensions["sni_hostname"] = request.url.raw_host.decode("ascii")
    request.url = request.url.copy_with(host=str(address))
    return request


def _unpack(raw: bytes, encoding: str, most_bytes: int) -> bytes:
    """Unpack at most `most_bytes` of a body: a small one may hold gigabytes."""
    if encoding.strip().lower() in ("", "identity"):
        return raw
    if encoding.strip().lower() not in ("gzip", "x-gzip", "deflate"):
        raise ToolError("the page is packed in a way that cannot be read")
    for window_bits in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):  # with a zlib or gzip header; without one
        try:
            return zlib.decompressobj(window_bits).decompress(raw, most_bytes)
        except zlib.error:
            continue
    raise ToolError("the page is packed, and damaged")
