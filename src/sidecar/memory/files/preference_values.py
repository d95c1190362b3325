"""Parses the values of `Proactivity:`, `Quiet hours:` and the channels in `user.md`, in Spanish or English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time

from sidecar.domain.person import ChannelPreference, Proactivity, QuietHours
from sidecar.language.fold import fold

NEVER_QUIET = QuietHours(time(0), time(0))
"""From an hour to the same hour, which is no time at all."""

_LEVELS: Mapping[str, Proactivity] = {
    "low": Proactivity.LOW, "bajo": Proactivity.LOW, "baja": Proactivity.LOW, "minima": Proactivity.LOW,
    "medium": Proactivity.MEDIUM, "medio": Proactivity.MEDIUM, "media": Proactivity.MEDIUM,
    "high": Proactivity.HIGH, "alto": Proactivity.HIGH, "alta": Proactivity.HIGH,
}  # fmt: skip
_CHANNEL_WORDS: Mapping[str, ChannelPreference] = {
    **dict.fromkeys(("all", "everything", "todo", "todos", "todas", "yes", "si"), ChannelPreference.ALL),
    **dict.fromkeys(("reminders", "recordatorios", "avisos"), ChannelPreference.REMINDERS_ONLY),
    **dict.fromkeys(
        ("none", "nothing", "off", "no", "never", "nada", "ninguno", "ninguna", "nunca"), ChannelPreference.NONE
    ),
}
_AROUND_REMINDERS = frozenset({"only", "just", "solo", "solamente", "los", "mis", "my", "the"})
_OFF = frozenset({"off", "none", "no", "never", "ninguna", "ninguno", "nunca", "nada", "sin"})
_CLOCK = r"(?P<h{n}>\d{{1,2}})(?:\s?[:.h]\s?(?P<m{n}>\d{{2}}))?\s?(?P<half{n}>am|pm)?\s?(?:hs?\b|horas\b|o'clock\b)?"
_SPAN = re.compile(
    r"(?:from |between |de |desde |entre )?(?:las )?" + _CLOCK.format(n=1)
    + r"\s*(?:-|–|—|−|~|/|to|until|till|a|hasta|y|and)\s*(?:las )?" + _CLOCK.format(n=2)
)  # fmt: skip


def parse_proactivity(words: str) -> Proactivity | None:
    """Parse by the first word: `medio`, `High (tell me everything)`."""
    found = re.match(r"[^\W\d_]+", fold(words))
    return _LEVELS.get(found[0]) if found else None


def parse_quiet_hours(words: str) -> QuietHours | None:
    """Parse `22:00–08:00`, `de 22 a 8`, `10pm to 8 a.m.`; `none` for no quiet hours."""
    said = re.sub(r"\b([ap])\.?\s?m\b\.?", r"\1m", fold(words)).rstrip(". ")
    if said in _OFF:
        return NEVER_QUIET
    found = _SPAN.fullmatch(said)
    if not found:
        return None
    start, end = (_time(found[f"h{n}"], found[f"m{n}"], found[f"half{n}"]) for n in (1, 2))
    return QuietHours(start, end) if start is not None and end is not None else None


def parse_channel_preference(words: str) -> ChannelPreference | None:
    """Parse `all`, `reminders-only`, `solo recordatorios`, `nada`."""
    said = [word for word in re.findall(r"[^\W\d_]+", fold(words)) if word not in _AROUND_REMINDERS]
    return _CHANNEL_WORDS.get(said[0]) if len(said) == 1 else None


def _time(hours: str, minutes: str | None, half: str | None) -> time | None:
    hour, minute = int(hours), int(minutes or 0)
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour % 24, minute) if hour <= 24 and minute < 60 and not (hour == 24 and minute) else None
