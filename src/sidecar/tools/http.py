"""The HTTP client that the tools share for known services."""

from __future__ import annotations

from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sidecar.errors import ToolError
from sidecar.tools.lazy_imports import load_httpx2

if TYPE_CHECKING:
    from httpx2 import AsyncClient

_CONNECT_TIMEOUT_S = 5.0
_TIMEOUT_S = 10.0


class ToolHttp:
    """Opened when first needed, closed by `async with ToolHttp() as http`. Proxies of the environment are used."""

    def __init__(self) -> None:
        self._client: AsyncClient | None = None

    @property
    def client(self) -> AsyncClient:
        if self._client is None:
            httpx2 = load_httpx2()
            timeout = httpx2.Timeout(_TIMEOUT_S, connect=_CONNECT_TIMEOUT_S)
            self._client = httpx2.AsyncClient(timeout=timeout, headers={"User-Agent": make_user_agent()})
        return self._client

    async def request(self, service: str, method: str, url: str, **request: Any) -> bytes:
        """Return the body of a successful answer. Raises `ToolError` that names the service and what went wrong."""
        httpx2 = load_httpx2()
        try:
            response = await self.client.request(method, url, **request)
        except httpx2.TimeoutException:
            raise ToolError(f"{service} did not answer in time") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise ToolError(f"{service} cannot be reached ({type(error).__name__})") from None
        if not response.is_success:
            # only the status: a body may repeat the key that we sent
            raise ToolError(f"{service} answered {describe_status(response.status_code)}")
        return response.content

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def describe_status(status: int) -> str:
    """Describe a status as `404 Not Found`, in the standard's words: the server's own are text from a stranger."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def make_user_agent() -> str:
    try:
        return f"Sidecar/{version('sidecar-companion')}"
    except PackageNotFoundError:
        return "Sidecar"
