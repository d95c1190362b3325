"""How long it is from one hour to another: "de 8 a 15.30 cuántas horas son", "how long is it from 9:30 to 5"."""

from __future__ import annotations

import re
from datetime import timedelta

from sidecar.language.fold import fold

_ASKS = re.compile(r"\b(?:cuant(?:o|as horas|o tiempo)|how (?:long|many h(?:ou)?rs))\b")
_FROM_TO = re.compile(
    r"\b(?:de|desde|entre|from|between)(?: las?)? \d.*\b(?:a|hasta|y|to|till?|until|and)\b"
    r"|\b(?:duerm\w+|acuest\w+|levant\w+|entr[oa]|salg?o|empiez\w+|termin\w+|sleep|asleep|wake|start|finish|leave|work)\b"
)
_CLOCK = re.compile(r"(?<![\w.,:])(?P<hour>\d{1,2})(?:[:.h](?P<minute>[0-5]\d))?\s*(?P<half>[ap]m)?(?![\w.,:]*\d)")
_DAY, _HALF_A_DAY = timedelta(hours=24), timedelta(hours=12)


def read_clock_span(text: str) -> timedelta | None:
    """Return how long a question's two hours are apart, over midnight where the second is the earlier one; of hours
    without a half of the day, the shorter of both readings. None for any other message."""
    plain = fold(text)
    hours = list(_CLOCK.finditer(plain))
    if len(hours) != 2 or not _ASKS.search(plain) or not _FROM_TO.search(plain):
        return None
    starts, ends = (_read(hour) for hour in hours)
    if starts is None or ends is None or starts == ends:
        return None
    apart = (ends - starts) % _DAY
    bare = not any(hour["half"] for hour in hours) and max(starts, ends) <= _HALF_A_DAY
    return apart % _HALF_A_DAY if bare and apart > _HALF_A_DAY else apart


def format_span(span: timedelta) -> str:
    hours, minutes = divmod(int(span.total_seconds()) // 60, 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "") if part)


def _read(hour: re.Match[str]) -> timedelta | None:
    read = int(hour["hour"])
    if read > 24 or (hour["half"] and not 0 < read <= 12):
        return None
    if hour["half"]:
        read = read % 12 + (12 if hour["half"] == "pm" else 0)
    return timedelta(hours=read, minutes=int(hour["minute"] or 0))
