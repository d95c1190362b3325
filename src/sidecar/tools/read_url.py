"""Tool: read a page of the web."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from re import compile as pattern
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.tools.address_guard import AddressGuard
from sidecar.tools.page import convert_page, split_text
from sidecar.tools.page_downloader import Download, PageDownloader
from sidecar.tools.settings import ReadUrlSettings
from sidecar.tools.tool import tool

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

    @tool(category="web", timeout_s=60, untrusted=True, label=_label)
    async def read_url(self, url: str, part: Annotated[int, Field(ge=1), "of a long page"] = 1) -> str:
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
        return self._show(page, text, part)

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


def _complete(url: str) -> str:
    url = url.strip().replace(" ", "%20")
    if not url:
        raise ToolError("no address given")
    return f"https://{url}" if _BARE_NAME.fullmatch(url) else url
