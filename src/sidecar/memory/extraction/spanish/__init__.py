"""Spanish, above all as it is spoken in Argentina."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sidecar.memory.extraction.grammar import Grammar
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.spanish import clause_patterns
from sidecar.memory.extraction.spanish.context_words import CORRECTIONS, PEOPLE, RECURRING, REFERENCES, read_tense
from sidecar.memory.extraction.spanish.questions import ANSWERS
from sidecar.memory.extraction.spanish.rules import RULES
from sidecar.memory.extraction.spanish.third_person import retell
from sidecar.memory.extraction.spanish.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, encode_line, folded_words


def _understood(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """Put in the subject of what says something of somebody: "Mi abuela tiene 94 y | vive en Azul"; and what a day
    alone belongs to: "Arranqué cerámica. | Sábados a las 10"."""
    if previous and clause_patterns.CONTINUATION.match(encode_line(words)[0]):
        days = all(KNOWN.tag_of["DAY"] in word.tags for word in (previous[-1], words[0]))
        return [*previous, Word("y", "y") if days else Word(",", ",", spaced=False), *words]
    if words and KNOWN.tag_of["MED"] in words[0].tags and clause_patterns.OF_OTHERS.match(encode_line(previous)[0]):
        return [*previous, Word(",", ",", spaced=False), *words]
    suffers = clause_patterns.SUFFERING.match(encode_line(words)[0])
    says_of_others = bool(words) and (
        bool(suffers) or KNOWN.tag_of["HAS"] in words[0].tags or words[0].symbol in {"le", "les"}
    )
    person = _last_person(previous) if says_of_others else []
    if not person:
        return list(words)
    to_whom = [Word("a", "a")] if suffers or words[0].symbol in {"le", "les"} else []
    return [*to_whom, *person, replace(words[0], text=words[0].text.lower(), spaced=True), *words[1:]]


def _last_person(words: Sequence[Word]) -> list[Word]:
    """Return the subject of a clause, or else whom it names last."""
    line, offsets = encode_line(words)
    found = clause_patterns.WHOM.match(line)
    for offset, index in () if found else tuple(offsets.items())[1:-1]:
        found = clause_patterns.WHOM.match(line, offset)
        ends = found and (found.end() == len(line) or line.startswith(",", found.end()))
        if ends and (index == 1 or words[index - 1].symbol not in {"de", "del"}):
            break
        found = None
    if found is None:
        return []
    first, *rest = words[offsets[found.start()] : offsets[found.end()]]
    is_name = bool({KNOWN.tag_of["NAME"], KNOWN.tag_of["NICK"]} & {*first.tags})
    return [replace(first, tags=first.tags + KNOWN.tag_of["GIVEN"]) if is_name else first, *rest]


def _apposed(words: Sequence[Word]) -> list[Word]:
    """Put in the verb of what stands alone: "34 años" takes "tengo", "contadora" takes "soy"."""
    owned = {KNOWN.tag_of[name] for name in ("KIN", "PET", "COND")}
    has = KNOWN.tag_of["NUMBER"] in words[0].tags or any(owned & {*word.tags} for word in words[:3])
    verb = "tengo" if has else "soy"
    return [Word(verb, verb, tags=KNOWN.tags[verb]), *words]


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
    cut=clause_patterns.CUT,
    abbreviations=folded_words("dr dra sr sra lic ing av etc prof st sta gral cnel"),
    trailing=folded_words(clause_patterns.TRAILING),
    retell=retell,
    subject=clause_patterns.SUBJECT,
    introduction=clause_patterns.INTRODUCTION,
    understood=_understood,
    apposed=_apposed,
    tense=read_tense,
    recurring=RECURRING,
    people=PEOPLE,
    answers=ANSWERS,
    corrections=CORRECTIONS,
    references=REFERENCES,
)
