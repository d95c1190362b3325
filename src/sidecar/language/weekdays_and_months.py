"""Names of weekdays and months in Spanish and English, as they are written and as people abbreviate them.

babel knows the names, not how people abbreviate them, and takes 50 ms to load and 33 MB.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sidecar.domain.person import Language
from sidecar.language.fold import fold

WEEKDAYS: Mapping[Language, tuple[str, ...]] = {
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
"""From Monday on, as `datetime.weekday` counts. `strftime` would ask the system's locale."""

MONTHS: Mapping[Language, tuple[str, ...]] = {
    "es": (
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
    ),
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ),
}  # fmt: skip
"""From January on: the name of month 1 is the first."""

WEEKDAY_ABBREVIATIONS: Mapping[Language, tuple[str, ...]] = {
    "es": ("lun", "mar", "mie mier", "jue", "vie", "sab", "dom"),
    "en": ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun"),
}
"""Folded, several with blanks between them. "mar" is a month too: see `MONTH_ABBREVIATIONS`."""

MONTH_ABBREVIATIONS: Mapping[Language, tuple[str, ...]] = {
    "es": ("ene", "feb", "mar mzo", "abr", "", "jun", "jul", "ago", "setiembre sep sept set", "oct", "nov", "dic"),
    "en": ("jan", "feb febr", "mar", "apr", "", "jun", "jul", "aug", "sep sept", "oct", "nov", "dec"),
}
"""Folded, several with blanks between them; other spellings too."""


@cache
def weekday_numbers(language: Language) -> Mapping[str, int]:
    """Return the number of a weekday, Monday 0, by its folded name and its abbreviations."""
    return _number_forms(WEEKDAYS[language], WEEKDAY_ABBREVIATIONS[language], start=0)


@cache
def month_numbers(language: Language) -> Mapping[str, int]:
    """Return the number of a month, January 1, by its folded name, its abbreviations and its other spellings."""
    return _number_forms(MONTHS[language], MONTH_ABBREVIATIONS[language], start=1)


def _number_forms(names: tuple[str, ...], others: tuple[str, ...], *, start: int) -> Mapping[str, int]:
    return {
        form: number
        for number, (name, short) in enumerate(zip(names, others, strict=True), start)
        for form in (fold(name), *short.split())
    }
