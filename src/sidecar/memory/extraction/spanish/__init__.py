"""Spanish, above all as it is spoken in Argentina."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.memory.extraction.grammar import Grammar
from sidecar.memory.extraction.language import Language
from sidecar.memory.extraction.spanish import marks
from sidecar.memory.extraction.spanish.retelling import retell
from sidecar.memory.extraction.spanish.rules import RULES
from sidecar.memory.extraction.spanish.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, line_of, words_set


def _understood(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """ "Mi abuela tiene 94 y vive en Azul": what says something of somebody has them as its subject."""
    length = len(previous)
    says_of_others = bool(words) and KNOWN.tag_of["HAS"] in words[0].tags
    while says_of_others and length and not marks.WHOM.fullmatch(line_of(previous[:length])[0]):
        length -= 1
    return [*previous[:length], *words] if says_of_others else list(words)


def _apposed(words: Sequence[Word]) -> list[Word]:
    """ "34 años" is had, "contadora" is been."""
    verb = "tengo" if KNOWN.tag_of["NUMBER"] in words[0].tags else "soy"
    return [Word(verb, verb, tags=KNOWN.tags[verb]), *words]


SPANISH = Language(
    vocabulary=KNOWN,
    grammar=Grammar(RULES, KNOWN, words_set(marks.LIGHT)),
    framing=re.compile(marks.FRAMING),
    prelude=marks.PRELUDE,
    setting=marks.SETTING,
    opening=marks.OPENING,
    asking=marks.ASKING,
    asking_word=marks.ASKING_WORD,
    doubt=marks.DOUBT,
    void=marks.VOID,
    passing=words_set(marks.PASSING),
    cut=marks.CUT,
    and_word="y",
    abbreviations=words_set("dr dra sr sra lic ing av etc prof st sta gral cnel"),
    trailing=words_set(marks.TRAILING),
    retell=retell,
    subject=marks.SUBJECT,
    introduction=marks.INTRODUCTION,
    understood=_understood,
    apposed=_apposed,
)
