"""Writes the day on which something was told."""

from __future__ import annotations

from datetime import date

from sidecar.domain.person import Language
from sidecar.language.weekdays_and_months import MONTHS


def format_told_day(day: date, today: date, language: Language) -> str:
    """Return "14/3" or "Mar 14"; with the year when it is another one."""
    if language == "es":
        return f"{day.day}/{day.month}" + (f"/{day.year}" if day.year != today.year else "")
    return f"{MONTHS['en'][day.month - 1][:3]} {day.day}" + (f", {day.year}" if day.year != today.year else "")
