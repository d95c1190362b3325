"""Puts into an English clause what people leave out: the subject ("sold the van"), "am" ("on nights now"), "my"
("wife's a nurse")."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.memory.extraction.english import ellipsis_patterns
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, encode_line


def _word(text: str) -> Word:
    return Word(text.lower(), text, tags=KNOWN.tags.get(text.lower(), ""))


_I, _MY, _AM, _IS, _HAVE, _WAS = (_word(text) for text in ("I", "my", "am", "is", "have", "was"))
_AND, _LIVE, _IN, _A = (_word(text) for text in ("and", "live", "in", "a"))
_NAME, _CALLED, _ARE = (_word(text) for text in ("name", "called", "are"))
_ROLES = {KNOWN.tag_of[name] for name in ("KIN", "PERSON", "PET")}
_ARTICLES = frozenset(("a", "an", "the", "my", "our"))
_REPORTING = frozenset(("told", "said", "says", "thinks"))
_SHARING = frozenset(("is", "has", "lives", "works", "wears", "plays"))


def complete(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """Put in the subject that is left out: that of the clause before ("I live in Leeds and | work at Asda"), or "I"
    where the first word can be no order ("retired last May", "born in Lagos")."""
    words = _fronted(words, previous)
    line = encode_line(words)[0]
    if ellipsis_patterns.DOSE.match(line) and previous and KNOWN.tag_of["MED"] in previous[-1].tags:
        return [*previous, Word(",", ",", spaced=False), *words]
    if ellipsis_patterns.OWNED.match(line):
        return [_MY, *words[words[0].symbol == "the" :]]
    if found := ellipsis_patterns.COUNTED.match(line):
        at = encode_line(words)[1][found.end("who")]
        return [*words[:at], _IS, *words[at:]]
    if found := ellipsis_patterns.TOGETHER.match(line):
        first, last = (encode_line(words)[1][place] for place in found.span("who"))
        return [*words[first:last], _AND, _I, *words[last:]]
    if ellipsis_patterns.DWELLING.match(line):
        article = [] if words[0].symbol in _ARTICLES else [_A]
        return [_I, _LIVE, _IN, *article, *words]
    if not words or words[0].symbol in {"i", "we", "like"}:
        return list(words)
    if any(word.symbol == "me" for word in previous):
        previous = ()  # "my wife made me see someone": what follows is about the person
    if ellipsis_patterns.OTHERS.match(encode_line(previous)[0]):
        if ellipsis_patterns.BORN.match(line):
            return [*_shared(previous), _WAS, *words]
        return [*_shared(previous), *words] if ellipsis_patterns.SAID_OF_OTHERS.match(line) else list(words)
    if ellipsis_patterns.BORN.match(line):
        return [_I, _WAS, *words]
    if ellipsis_patterns.STATE.match(line) or ellipsis_patterns.UNSAID_BE.match(line):
        return be(words)
    if ellipsis_patterns.BEEN.match(line):
        return [_I, _HAVE, *words]
    shares = (previous and KNOWN.tag_of["VERB"] in words[0].tags) or words[0].symbol in _SHARING
    if shares and (shared := _shared(previous)):
        return [*shared, *words]
    return [_I, *words] if ellipsis_patterns.DROPPED.match(line) else list(words)


def be(words: Sequence[Word], introduced: Sequence[Word] = ()) -> list[Word]:
    """Return "I am" and what stands alone; after somebody else was introduced, "my mum is"."""
    line, offsets = encode_line(introduced)
    other = ellipsis_patterns.WHOM.match(line)
    if other:
        return [*introduced[: offsets[other.end()]], _IS, *words]
    is_name = all(KNOWN.tag_of["NAME"] in word.tags for word in words)  # a place, or whom the person speaks to
    return list(words) if is_name else [_I, _AM, *words]


def spell_out(words: Sequence[Word], opens: bool) -> Sequence[Word]:
    """Return a sentence of notes in words: "mum = Ada" is "mum is called Ada", and "28, born in Tywyn" at the opening
    of a message begins with "I am"."""
    told: list[Word] = []
    for word in _of_themselves(words):
        is_role = bool(told) and not _ROLES.isdisjoint(told[-1].tags)
        if word.symbol == "=":
            told += [_IS, _CALLED] if is_role else [_IS]
        elif word.symbol == ":" and is_role and len(told) == 1:
            told += [_ARE] if told[0].symbol.endswith("s") else [_IS]
        else:
            told.append(word)
    if not opens:
        return told
    line, offsets = encode_line(told)
    if found := ellipsis_patterns.HEADING.match(line):
        age = offsets[found.start("age")]
        name = [_MY, _NAME, _IS, *told[:age]] if age else []
        return [*name, _I, _AM, *told[age:]]
    return told


def _of_themselves(words: Sequence[Word]) -> Sequence[Word]:
    """Return what somebody said of themselves as said of them: "Gemma told us she's pregnant"."""
    line, offsets = encode_line(words)
    found = ellipsis_patterns.NEWS.match(line)
    return [*words[: offsets[found.end("who")]], *words[offsets[found.end()] :]] if found else words


def _fronted(words: Sequence[Word], previous: Sequence[Word]) -> Sequence[Word]:
    """Put what was named first in the place of its pronoun: "olives. hated them all my life"."""
    line, offsets = encode_line(words)
    found = ellipsis_patterns.OF_SOMETHING.match(line)
    if not found or not ellipsis_patterns.SOMETHING.match(encode_line(previous)[0]):
        return words
    first, last = (offsets[place] for place in found.span("it"))
    return [*words[:first], *(word for word in previous if word.symbol != "no"), *words[last:]]


def _shared(previous: Sequence[Word]) -> list[Word]:
    """Return the words that two clauses share: "I want to" lose weight and run, "my grandpa" is 97 and lives in
    Cork."""
    if any(word.symbol in _REPORTING for word in previous):
        return []
    for pattern in (ellipsis_patterns.WANTED, ellipsis_patterns.WHOM):
        line, offsets = encode_line(previous)
        found = pattern.match(line)
        if found:
            return list(previous[: offsets[found.end()]])
    speaks = any(word.symbol in {"i", "we"} for word in previous)
    return [_I] if speaks and not ellipsis_patterns.MODAL.search(" " + encode_line(previous)[0]) else []
