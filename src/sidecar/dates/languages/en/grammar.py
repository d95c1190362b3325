"""English."""

from __future__ import annotations

import re

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.en.calendar_words import CALENDAR
from sidecar.dates.languages.en.clocks import CLOCKS, PARTS
from sidecar.dates.languages.en.days import DAYS, HOW_LONG, LENGTHS
from sidecar.dates.languages.en.formatter import FORMATTER
from sidecar.dates.languages.en.marks import SIGNS
from sidecar.dates.languages.en.rules import RULES
from sidecar.dates.languages.en.words import WORDS
from sidecar.dates.languages.patterns import SHARED
from sidecar.dates.tree import DayPart

LANGUAGE = DateLanguage(
    code="en",
    words=WORDS,
    length=re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )"),
    phrases=(*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS),
    formatter=FORMATTER,
    calendar=CALENDAR,
    month_first=True,
    noon_morning=False,
    part_hours={
        DayPart.DAWN: (5, 6),
        DayPart.MORNING: (9, 11),
        DayPart.NOON: (12, 13),
        DayPart.AFTERNOON: (15, 17),
        DayPart.EVENING: (19, 21),
        DayPart.NIGHT: (21, 22),
    },
)
