"""Names for the sources of texts from outside."""

from __future__ import annotations

from sidecar.domain.permission import WEB_SEARCH
from sidecar.i18n.translation import Texts


def format_source(source: str, say: Texts) -> str:
    return say("a web search") if source == WEB_SEARCH else source
