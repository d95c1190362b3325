"""Halves of surrogate pairs, which JSON and some servers can hold and UTF-8 cannot."""

from __future__ import annotations


def repair_surrogates(text: str) -> str:
    """Join the halves of surrogate pairs; replace a half that is alone by `�`."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
