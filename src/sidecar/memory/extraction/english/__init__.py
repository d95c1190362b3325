"""English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.memory.extraction.english import clause_patterns
from sidecar.memory.extraction.english.rules import RULES
from sidecar.memory.extraction.english.tense import RECURRING, read_tense
from sidecar.memory.extraction.english.third_person import retell
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.grammar import Grammar
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.words import Word, encode_line, folded_words

_I = Word("i", "I", tags=KNOWN.tags["i"])


def _understood(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """Put in the subject that is left out: that of the clause before ("I live in Leeds and | work at Asda"), or "I"
    where the first word can be no order ("retired last May", "born in Lagos")."""
    line = encode_line(words)[0]
    others = bool(previous) and not any(word.symbol in {"i", "we", "my"} for word in previous)
    if not words or others or words[0].symbol in {"i", "we", "like"}:
        return list(words)
    if clause_patterns.BORN.match(line):
        return [_I, Word("was", "was", tags=KNOWN.tags["was"]), *words]
    if clause_patterns.STATE.match(line):
        return _apposed(words)
    if clause_patterns.BEEN.match(line):
        return [_I, Word("have", "have", tags=KNOWN.tags["have"]), *words]
    if (previous and KNOWN.tag_of["VERB"] in words[0].tags) or words[0].symbol in {
        "is",
        "has",
        "lives",
        "works",
        "wears",
        "plays",
    }:
        return [*_shared(previous), *words]
    return [_I, *words] if KNOWN.tag_of["ELIDED"] in words[0].tags else list(words)


def _shared(previous: Sequence[Word]) -> list[Word]:
    """Return the words that two clauses share: "I want to" lose weight and run, "my grandpa" is 97 and lives in
    Cork."""
    for pattern in (clause_patterns.WANTED, clause_patterns.WHOM):
        line, offsets = encode_line(previous)
        found = pattern.match(line)
        if found:
            return list(previous[: offsets[found.end()]])
    speaks = any(word.symbol in {"i", "we"} for word in previous)
    return [_I] if speaks and not clause_patterns.MODAL.search(" " + encode_line(previous)[0]) else []


def _apposed(words: Sequence[Word]) -> list[Word]:
    return [_I, Word("am", "am", tags=KNOWN.tags["am"]), *words]


ENGLISH = LanguagePack(
    code="en",
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
    passing=folded_words(clause_patterns.PASSING),
    cut=clause_patterns.CUT,
    and_word="and",
    abbreviations=folded_words("st mr mrs ms dr prof ave jr sr no vs etc inc ltd"),
    trailing=folded_words(clause_patterns.TRAILING),
    retell=retell,
    subject=clause_patterns.SUBJECT,
    introduction=clause_patterns.INTRODUCTION,
    understood=_understood,
    apposed=_apposed,
    tense=read_tense,
    recurring=RECURRING,
)
