"""Puts into an English clause what people leave out: the subject ("sold the van"), "am" ("on nights now"), "my"
("wife's a nurse")."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.memory.extraction.english import clause_patterns
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, encode_line


def _word(text: str) -> Word:
    return Word(text.lower(), text, tags=KNOWN.tags.get(text.lower(), ""))


_I, _MY, _AM, _IS, _HAVE, _WAS = (_word(text) for text in ("I", "my", "am", "is", "have", "was"))
_SHARING = frozenset(("is", "has", "lives", "works", "wears", "plays"))


def complete(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """Put in the subject that is left out: that of the clause before ("I live in Leeds and | work at Asda"), or "I"
    where the first word can be no order ("retired last May", "born in Lagos")."""
    line = encode_line(words)[0]
    if clause_patterns.OWNED.match(line):
        return [_MY, *words[words[0].symbol == "the" :]]
    if found := clause_patterns.COUNTED.match(line):
        at = encode_line(words)[1][found.end("who")]
        return [*words[:at], _IS, *words[at:]]
    if not words or words[0].symbol in {"i", "we", "like"}:
        return list(words)
    if clause_patterns.OTHERS.match(encode_line(previous)[0]):
        return [*_shared(previous), *words] if clause_patterns.SAID_OF_OTHERS.match(line) else list(words)
    if clause_patterns.BORN.match(line):
        return [_I, _WAS, *words]
    if clause_patterns.STATE.match(line) or clause_patterns.UNSAID_BE.match(line):
        return be(words)
    if clause_patterns.BEEN.match(line):
        return [_I, _HAVE, *words]
    if (previous and KNOWN.tag_of["VERB"] in words[0].tags) or words[0].symbol in _SHARING:
        return [*_shared(previous), *words]
    return [_I, *words] if clause_patterns.DROPPED.match(line) else list(words)


def be(words: Sequence[Word]) -> list[Word]:
    """Return "I am" and what stands alone."""
    return [_I, _AM, *words]


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
