"""Text that can be kept and sent: JSON and some servers can hold half a character, UTF-8 cannot."""

from __future__ import annotations


def repair_surrogates(text: str) -> str:
    """The text with halves of a surrogate pair joined where both are there, and else replaced by `�`."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
