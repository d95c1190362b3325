"""Spanish as it is spoken in Argentina, and what every Spanish speaker says."""

from __future__ import annotations

from sidecar.dates.language import Language
from sidecar.dates.languages.es import patterns, requests
from sidecar.dates.languages.es.speech import SPEECH
from sidecar.dates.languages.es.vocabulary import NO_TYPOS, TYPO_TARGETS, WORDS
from sidecar.dates.tree import Part

SPANISH = Language(
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
    speech=SPEECH,
    tens=frozenset({30, 40, 50, 60, 70, 80, 90}),
    tens_joints=frozenset({"y"}),
    joint_required=True,
    month_first=False,
    noon_morning=True,
    part_hours={
        Part.DAWN: (5, 6),
        Part.MORNING: (9, 11),
        Part.NOON: (12, 13),
        Part.AFTERNOON: (15, 18),
        Part.EVENING: (19, 20),
        Part.NIGHT: (21, 22),
    },
)
