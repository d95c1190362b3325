"""Spanish as it is spoken in Argentina, and what every Spanish speaker says."""

from __future__ import annotations

import re

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.es.calendar_words import CALENDAR
from sidecar.dates.languages.es.clocks import CLOCKS, PARTS
from sidecar.dates.languages.es.days import DAYS, HOW_LONG, LENGTHS
from sidecar.dates.languages.es.formatter import FORMATTER
from sidecar.dates.languages.es.marks import SIGNS
from sidecar.dates.languages.es.rules import RULES
from sidecar.dates.languages.es.words import WORDS
from sidecar.dates.languages.patterns import SHARED
from sidecar.dates.tree import DayPart

LANGUAGE = DateLanguage(
    code="es",
    words=WORDS,
    length=re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )"),
    phrases=(*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS),
    formatter=FORMATTER,
    calendar=CALENDAR,
    month_first=False,
    noon_morning=True,
    part_hours={
        DayPart.DAWN: (5, 6),
        DayPart.MORNING: (9, 11),
        DayPart.NOON: (12, 13),
        DayPart.AFTERNOON: (15, 18),
        DayPart.EVENING: (19, 20),
        DayPart.NIGHT: (21, 22),
    },
)
