"""Tool: read a page of the web."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from re import compile as pattern
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.permission import WEB_SEARCH
from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.tools.address_guard import AddressGuard
from sidecar.tools.page import convert_page, split_text
from sidecar.tools.page_downloader import Download, PageDownloader
from sidecar.tools.prompt_sources import PromptSources, is_said_in, make_request_pattern, read_sources
from sidecar.tools.settings import ReadUrlSettings
from sidecar.tools.tool import CallPreview, ToolResult, tool

_ADDRESS = pattern(r"(?<![\w.-])(?:https?://)?[\w-]+(?:\.[\w-]+)+(?:[:/?#][^\s<>\"')\]]*)?|https?://[^\s<>\"')\]]+")
_READING = make_request_pattern(
    "mir|entr|fijate en|segu", "le|abr|ve", "read|open|follow|visit|check out|look at|go to|click|see"
)
_BARE_NAME = pattern(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:].*)?")


def _label(say: Texts, given: Mapping[str, str]) -> str:
    url = given["url"]
    return say("reading {site}", site=urlsplit(url if "//" in url else f"//{url}").hostname or url)


class ReadUrl:
    def __init__(self, settings: ReadUrlSettings, guard: AddressGuard | None = None) -> None:
        self._settings = settings
        self._guard = guard or AddressGuard(
            allow=frozenset(name.lower() for name in settings.allow), ports=frozenset(settings.ports)
        )
        self._visitor = PageDownloader(self._guard, max_bytes=settings.max_bytes, max_redirects=settings.max_redirects)

    async def _preview(self, scope: ToolScope, url: str, part: int = 1) -> CallPreview:
        """Ask about an address that the model has put together: it could carry what is known about the person."""
        address = _complete(url)
        host = urlsplit(address).hostname or address
        requested = is_open_address(address, read_sources(scope.prompt or ()))
        say = Texts(scope.preferences.language)
        return CallPreview(say("Should I read {url}?", url=address), requested, host)

    @tool(category="web", timeout_s=60, untrusted=True, label=_label, preview=_preview)
    async def read_url(self, url: str, part: Annotated[int, Field(ge=1), "of a long page"] = 1) -> ToolResult:
        """Read a web page as Markdown."""
        url = _complete(url)
        limit = asyncio.timeout(self._settings.timeout.total_seconds())
        try:
            async with limit:
                page = await self._download(url)
                text = await asyncio.to_thread(convert_page, page.body, page.content_type, page.url)
        except TimeoutError:
            if not limit.expired():
                raise
            raise ToolError(f"{url} took longer than {self._settings.timeout.total_seconds():g} s") from None
        return ToolResult(self._show(page, text, part), source=urlsplit(page.url).hostname or "")

    async def _download(self, url: str) -> Download:
        if not self._settings.remote_reader:
            return await self._visitor.download(url)
        await self._guard.check(url)  # the remote reader must not see private addresses either
        key = self._settings.remote_reader_key
        read = await self._visitor.download(
            self._settings.remote_reader + url, headers={"Authorization": f"Bearer {key}"} if key else None
        )
        return Download(url, read.content_type, read.body, read.cut)

    def _show(self, page: Download, text: str, part: int) -> str:
        parts = split_text(text, self._settings.part_chars)
        if part > len(parts):
            raise ToolError(f"the page has {len(parts)} parts, there is no part {part}")
        notes = [page.url]
        if len(parts) > 1:
            more = f"; read on with part={part + 1}" if part < len(parts) else ""
            notes.append(f"[part {part} of {len(parts)}{more}]")
        if page.cut:
            notes.append(f"[only the first {self._settings.max_bytes / 1e6:g} MB of the page were read]")
        return "\n".join(notes) + f"\n\n{parts[part - 1]}"


def is_open_address(url: str, sources: PromptSources) -> bool:
    """Return whether the address tells its host nothing about the person that they did not choose to tell.

    It stands in a message of theirs, was found by a search or read before, is the root of a site that they name, or the
    person asks to open something and it stands in a text from outside.
    """
    address, (host, path, query) = _complete(url), _normalize(url)
    written = {_normalize(found) for message in sources.messages for found in _ADDRESS.findall(message)}
    site = urlsplit(address).hostname
    for outside in sources.outside:
        first, *others = outside.text.split("\n")
        if (address == first and outside.source == site) or (address in others and outside.source == WEB_SEARCH):
            return True
    if _normalize(url) in written:
        return True
    name = host.split(":")[0].removeprefix("www.")
    if not (path or query) and name.count(".") == 1 and is_said_in(name.partition(".")[0], sources.request):
        return True
    asks = sources.asks(_READING) and not _ADDRESS.search(sources.request)
    return asks and any(address in outside.text for outside in sources.outside)


def _normalize(url: str) -> tuple[str, str, str]:
    """Return host and port, path, and query: "Example.org/a/." → ("example.org", "/a", "")."""
    url = url.strip().rstrip(".,;:!?…*_")
    parts = urlsplit(url if "//" in url else f"//{url}")
    return parts.netloc.lower(), parts.path.rstrip("/"), parts.query


def _complete(url: str) -> str:
    url = url.strip().replace(" ", "%20")
    if not url:
        raise ToolError("no address given")
    return f"https://{url}" if _BARE_NAME.fullmatch(url) else url
