"""The wait that a provider asks for, in headers or in the text of its error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_IN_WORDS = re.compile(r"(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|s|m|h)[a-z]*\s*)+)", re.IGNORECASE)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)", re.IGNORECASE)


def parse_retry_after_s(headers: Mapping[str, str], detail: str = "") -> float | None:
    """Parse the seconds to wait from the headers (names in lower case) or else from the error's text; None when there
    are none."""
    if (milliseconds := _number(headers.get("retry-after-ms", ""))) is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after", "")
    if (seconds := _number(asked)) is not None:
        return seconds
    if (until := _date(asked)) is not None:
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    if in_words := _IN_WORDS.search(detail):
        return sum(float(amount) * _SECONDS[unit.lower()] for amount, unit in _AMOUNT.findall(in_words[1]))
    return None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text.strip()) else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return date.replace(tzinfo=date.tzinfo or UTC)
