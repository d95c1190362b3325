"""Text as grammars and look-ups compare it."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """Lower case, without accents (ñ becomes n), single spaces, nothing around."""
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()
    return re.sub(r"\s+", " ", plain).strip()
