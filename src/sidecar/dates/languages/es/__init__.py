"""Spanish as it is spoken in Argentina, and what every Spanish speaker says."""

from __future__ import annotations

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.es import patterns, requests
from sidecar.dates.languages.es.formatter import FORMATTER
from sidecar.dates.languages.es.vocabulary import NO_TYPOS, TYPO_TARGETS, WORDS
from sidecar.dates.tree import DayPart

SPANISH = DateLanguage(
    code="es",
    words=WORDS,
    typo_targets=TYPO_TARGETS,
    no_typos=NO_TYPOS,
    glue=patterns.GLUE,
    breaks=patterns.BREAKS,
    repeats=patterns.REPEATS,
    corrections=patterns.CORRECTIONS,
    no_break_after=patterns.NO_BREAK_AFTER,
    triggers=patterns.TRIGGERS,
    fillers=requests.FILLERS,
    delays=requests.DELAYS,
    advances=requests.ADVANCES,
    negations=requests.NEGATIONS,
    request=requests.REQUEST,
    courtesy=requests.COURTESY,
    leading=requests.LEADING,
    length=requests.LENGTH,
    phrases=patterns.PHRASES,
    formatter=FORMATTER,
    tens=frozenset({30, 40, 50, 60, 70, 80, 90}),
    tens_joints=frozenset({"y"}),
    joint_required=True,
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
