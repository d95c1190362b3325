"""Numbers as people write them."""

from __future__ import annotations

from sidecar.domain.person import Language

_TOGETHER = 4


def format_figure(written: str, language: Language) -> str:
    """Return a number in plain notation with the marks of the language: "73185.5" → "73.185,5" or "73,185.5".

    Four figures stay together, as a year.
    """
    whole, point, decimals = written.partition(".")
    digits = whole.removeprefix("-")
    if not digits.isdigit() or (point and not decimals):
        return written
    whole_shown = f"{int(digits):,}" if len(digits) > _TOGETHER else digits
    shown = f"{whole_shown}{point}{decimals}"
    sign = "-" if whole.startswith("-") else ""
    return sign + (shown.translate(str.maketrans(",.", ".,")) if language == "es" else shown)
