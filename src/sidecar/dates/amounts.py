"""How long: "an hour and a half", "1:30", "two days and 3 hours" as amounts of units."""

from __future__ import annotations

from dataclasses import replace

from sidecar.dates.tree import Amount, Unit

_ARTICLES = frozenset({"una", "a"})
_FRACTIONS = {"HALF": 0.5, "QUARTER": 0.25}
_WRITTEN = {"1/2": 0.5, "1/4": 0.25, "3/4": 0.75}
_UNITS: dict[str, Unit] = {
    "Us": "s", "2º": "s", "Um": "m", "Uh": "h", "Hs": "h", "Ud": "d", "Uw": "w", "Uo": "o", "Uy": "y",
}  # fmt: skip
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def read_amounts(symbols: str) -> tuple[Amount, ...]:
    """Read the amounts that the symbols name, in their order."""
    words = symbols.split()
    amounts: list[Amount] = []
    number: float | None = None
    article = False
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else ""
        if word in _UNITS:
            amounts.append(Amount(1 if number is None else number, _UNITS[word]))
            number, article = None, False
        elif word in _FRACTIONS:
            number, article = _add_fraction(amounts, None if article else number, _FRACTIONS[word], following), False
        elif word in _ARTICLES:
            number, article = (1, True) if number is None else (number, article)
        elif word in _WRITTEN:
            number, article = (number or 0) + _WRITTEN[word], False
        elif ":" in word:
            hours, minutes = word.split(":")[:2]
            amounts += [Amount(int(hours), "h"), Amount(int(minutes), "m")]
        elif word[0].isdecimal():
            number, article = float(word.rstrip("º")), False
    if number is not None and not article and amounts and amounts[-1].unit == "h":
        amounts.append(Amount(number, "m"))  # "1 hour 30"
    return tuple(amounts)


def sum_seconds(amounts: tuple[Amount, ...]) -> float:
    """Return the seconds of what elapses on the clock: seconds, minutes and hours."""
    return sum(amount.number * _SECONDS[amount.unit] for amount in amounts if amount.unit in _SECONDS)


def select_calendar_amounts(amounts: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Return the amounts of the calendar: days, weeks, months and years."""
    return tuple(amount for amount in amounts if amount.unit not in _SECONDS)


def _add_fraction(amounts: list[Amount], number: float | None, fraction: float, following: str) -> float | None:
    """Return the number that still lacks a unit after "half" or "quarter"; a unit said before takes the fraction."""
    if following in {"de", "of"}:
        return (number or 1) * fraction
    if following in _UNITS or (following in _ARTICLES and not amounts) or not amounts:
        return (number or 0) + fraction
    times = number or 1
    amounts[-1] = replace(amounts[-1], number=amounts[-1].number + times * fraction)
    return None
