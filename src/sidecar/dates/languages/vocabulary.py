"""Words → the symbols that the patterns are written in; what every language shares.

`W0` to `W6` are weekdays (`W0a` abbreviated, `W0s` plural), `M1` to `M12` months, digits numbers (`3º` ordinal), `Us`
to `Uy` units (seconds, minutes, hours, days, weeks, months `Uo`, years; `Hs` is "h"), `Pdawn` to `Pnight` parts of a
day.
"""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.domain.person import Language
from sidecar.language.fold import fold
from sidecar.language.numerals import CARDINALS, ORDINALS
from sidecar.language.weekdays_and_months import WEEKDAYS, month_numbers, weekday_numbers


def build_vocabulary(
    language: Language, units: Mapping[str, tuple[str, ...]], others: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the symbol of each word: numbers, ordinals, weekdays, months, units, and the language's own others."""
    words = {word: str(number) for word, number in CARDINALS[language].items()}
    words |= {word: f"{number}º" for word, number in ORDINALS[language].items()}
    full = {fold(name) for name in WEEKDAYS[language]}
    words |= {word: f"M{number}" for word, number in month_numbers(language).items()}
    words |= {word: f"W{n}" if word in full else f"W{n}a" for word, n in weekday_numbers(language).items()}
    words |= {word: symbol for symbol, names in units.items() for word in names}
    return {**words, **others}
