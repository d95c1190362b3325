"""Spanish, above all as it is spoken in Argentina."""

from __future__ import annotations

import re

from sidecar.memory.extraction.grammar import Grammar
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.spanish import clause_patterns, ellipsis
from sidecar.memory.extraction.spanish.context_words import CORRECTIONS, PEOPLE, RECURRING, REFERENCES, read_tense
from sidecar.memory.extraction.spanish.groups import GROUPS
from sidecar.memory.extraction.spanish.questions import ANSWERS
from sidecar.memory.extraction.spanish.rules import RULES
from sidecar.memory.extraction.spanish.third_person import retell
from sidecar.memory.extraction.spanish.vocabulary import KNOWN
from sidecar.memory.extraction.words import folded_words

SPANISH = LanguagePack(
    code="es",
    vocabulary=KNOWN,
    grammar=Grammar(RULES, KNOWN, folded_words(clause_patterns.LIGHT)),
    framing=re.compile(clause_patterns.FRAMING),
    prelude=clause_patterns.PRELUDE,
    setting=clause_patterns.SETTING,
    opening=clause_patterns.OPENING,
    asking=clause_patterns.ASKING,
    asking_word=clause_patterns.ASKING_WORD,
    doubt=clause_patterns.DOUBT,
    void=clause_patterns.VOID,
    aside=clause_patterns.ASIDE,
    passing=folded_words(clause_patterns.PASSING),
    since=clause_patterns.SINCE,
    cut=clause_patterns.CUT,
    abbreviations=folded_words("dr dra sr sra lic ing av etc prof st sta gral cnel"),
    trailing=folded_words(clause_patterns.TRAILING),
    retell=retell,
    subject=clause_patterns.SUBJECT,
    introduction=clause_patterns.INTRODUCTION,
    understood=ellipsis.complete,
    apposed=ellipsis.be,
    spelled_out=ellipsis.tell_denied,
    tense=read_tense,
    recurring=RECURRING,
    groups=GROUPS,
    people=PEOPLE,
    answers=ANSWERS,
    corrections=CORRECTIONS,
    references=REFERENCES,
)
