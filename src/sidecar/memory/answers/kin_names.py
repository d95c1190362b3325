"""Finds who is who in what a person said: "brother owain", "tess, my gf", "Who's Tess?" – "my gf!"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.language.stems import stem
from sidecar.language.stop_words import STOP_WORDS
from sidecar.memory.lexicon.lexicon import concepts, first_names, lexicon, stemmed

_OWNERS = r"(?:my|our|the|mi|nuestr[oa]|el|la|al|una?|an?|big|little|older|younger|baby|new|and|y|,|=|\.|:|!|^)"
_MOST_NAMES = 4
"""A role with more names is no one's."""


def find_kin_names(texts: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Return names, folded, by the concept of a role, and concepts by name. `texts`: each message with what Sidecar
    said before it."""
    found: dict[str, set[str]] = {}
    for text, asked in texts:
        for role, name in (*_pairs(text), *_introduced(text, asked)):
            for concept in _roles()[role]:
                found.setdefault(concept, set()).add(name)
                found.setdefault(name, set()).add(concept)
    return {key: frozenset(names) for key, names in found.items() if len(names) <= _MOST_NAMES}


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    plain = fold(text.replace("’", "'"))
    capitals = {fold(word) for word in re.findall(r"(?<=[^.!?\s] )[^\W\d_a-záéíóúñ]\w+", text)}
    for pattern, sure in _patterns():
        for match in pattern.finditer(plain):
            name = match["name"]
            if _may_be_name(name) and (sure or name in capitals or name in first_names()):
                yield match["role"], name


def _introduced(text: str, asked: str) -> Iterator[tuple[str, str]]:
    """Yield the role with which an answer to a question about a name begins: "Who's Tess?", "my gf!"."""
    names = {fold(word) for word in re.findall(r"(?:^|[\s¿¡])([^\W\d_a-záéíóúñ]\w{2,})(?=[^?]*\?)", asked)}
    names = {name for name in names if _may_be_name(name)}
    role = re.match(rf"(?:[^\W\d_]+\W+){{0,3}}?\b(?P<role>{_role_words()})\b", fold(text))
    if role and len(names) == 1:
        yield role["role"], names.pop()


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Return patterns of a role with its name, and whether they leave no doubt that it is one."""
    role, name = rf"(?P<role>{_role_words()})", r"(?P<name>[^\W\d_]{3,})"
    own = rf"(?:{_OWNERS}|(?<!\w)) ?(?<!'s )(?<!his )(?<!her )(?<!su )\b{role}"
    called = r"(?: = | (?:is|se|que se) (?:called|llama) | named | called |'s name is |'s called )"
    said = r"(?:,? (?:la|el) |, | \(|'s | is | es | )"
    joint = r"(?:,| is| =|'s| es|:|,? that's|\. that's| thats)?"
    return (
        (re.compile(rf"{own}{called}{name}\b(?!'s)"), True),
        (re.compile(rf"{own}{said}{name}\b(?!'s)"), False),
        (re.compile(rf"\b{name}{joint} (?:my|our|mi|nuestr[oa]) (?:\w+ )?{role}\b"), True),
    )


@cache
def _roles() -> dict[str, frozenset[str]]:
    kinds = concepts().kinds
    return {
        phrase[0]: frozenset(name for name in names if kinds.get(name, frozenset()) & {"kin", "being"})
        for code in LANGUAGES
        for phrase, names in lexicon(code).exact.items()
        if len(phrase) == 1 and any(kinds.get(name, frozenset()) & {"kin", "being"} for name in names)
    }


@cache
def _role_words() -> str:
    return "|".join(sorted(map(re.escape, _roles()), key=len, reverse=True))


@cache
def _may_be_name(word: str) -> bool:
    if word in first_names():
        return True
    known = any(lexicon(code).has(word) or (stem(word, code),) in stemmed(code) for code in LANGUAGES)
    return not known and word not in STOP_WORDS and word.isalpha()
