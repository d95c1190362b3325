"""What is to be forgotten, as texts speak of it: the words by which they are recognised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from unicodedata import normalize

from sidecar.domain.fact import Fact
from sidecar.language.fold import fold
from sidecar.language.phrase_match import parse_id
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.memory import facts
from sidecar.memory.retrieval.index_words import stem_word

_NAMING = frozenset({"llama", "llaman", "llamo", "llamaba", "name", "named", "called"})
"""They tell nothing apart: "mi ex se llama Marcos" and "Marcos, mi ex" are about the same."""
_WORD, _ARTICLE = re.compile(r"\w+"), re.compile(r"\b(?:el|la|un|una|al|del|the|an?)$", re.IGNORECASE)
_INTRODUCED = re.compile(r"\b(?:con|with|llama|called|named)$", re.IGNORECASE)
_OPENS = frozenset('.!?¿¡:;\n"“(-')
_SHORTEST_BEGINNING = 5
"""Shorter words are not taken for the beginning of others: "ex" is no "examen"."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A text speaks of the topic when it has every word of one of the phrases, in whatever form, and every name as it
    is. Words are folded. `names`: those of the words that are people's names: Tomás is not "tomás"."""

    phrases: Sequence[Sequence[str]]
    names: frozenset[str] = frozenset()

    def is_in(self, text: str) -> bool:
        there = frozenset(split_words(text))
        return any(
            all(_is_named(word, text) if word in self.names else _stands_among(word, there) for word in phrase)
            for phrase in self.phrases
        )

    def in_any_form(self) -> Topic:
        """Return the topic for texts that show no capitals."""
        return Topic(self.phrases)

    def beginnings(self) -> Sequence[str]:
        """Return one beginning of a word for each phrase: a text without any of them does not speak of the topic."""
        return list(dict.fromkeys(max(map(_shared_beginning, phrase), key=len) for phrase in self.phrases))


def make_topic(words: str, doomed: Sequence[Fact] = (), kept: Iterable[Fact] = ()) -> Topic:
    """Return the topic of the person's own `words` and of the `doomed` facts. A number names a fact: it is no word.

    What is said of health speaks of the thing itself, by any of its names, unless a `kept` fact names it, too; of
    anything else only what says it all.
    """
    phrases: list[Sequence[str]] = [] if parse_id(words) is not None else [find_telling_words(words)]
    names = [name for fact in doomed if fact.protected for name in facts.name_in_all_forms(fact.text)]
    things = _topic([list(name) for name in names if STOP_WORDS.isdisjoint(name)])
    phrases += [find_telling_words(fact.text) for fact in doomed]
    if not any(things.is_in(fact.text) for fact in kept):
        phrases += things.phrases
    small = STOP_WORDS.intersection(*phrases[:1])  # "forget about will": of small words only names are left
    names = facts.person_names(f"de {words}").union(small, *(facts.person_names(fact.text) for fact in doomed))
    return replace(_topic(phrases), names=names)


def spell_names(words: str, known: Iterable[Fact]) -> str:
    """Return the words with the names that these facts hold capitalised: "tomás" is Tomás, "el sol" is no Sol."""
    names = frozenset[str]().union(*(facts.person_names(fact.text) for fact in known))

    def spell(word: re.Match[str]) -> str:
        named = fold(word.group()) in names and not _ARTICLE.search(words[: word.start()].rstrip())
        return word.group().capitalize() if named else word.group()

    return _WORD.sub(spell, words)


def make_related_topic(known: Iterable[Fact]) -> Topic:
    """Return the topic of the things that these facts name, whatever is said of them."""
    return _topic([list(name) for fact in known for name in facts.name_things(fact.text)])


def names_wholly(words: str, fact: Fact) -> bool:
    """Return whether the words say all that the fact says: "soy celíaco" says all of "Es celíaco", and not of "Su
    hermana es celíaca"."""
    return _topic([find_telling_words(fact.text)]).is_in(words)


def _topic(phrases: Iterable[Sequence[str]]) -> Topic:
    return Topic(list(dict.fromkeys(tuple(phrase) for phrase in phrases if phrase)))


def find_telling_words(text: str) -> list[str]:
    """Return the folded words that tell one thing from another, names that are small words too: Will."""
    small = STOP_WORDS | _NAMING
    there = list(dict.fromkeys(split_words(text)))
    names = facts.person_names(text) if small.intersection(there) else frozenset[str]()
    telling = [word for word in there if word not in small or word in names]
    return telling or [word for word in there if facts.is_first_name(word)]


def _is_named(name: str, text: str) -> bool:
    """Return whether a name stands in a text: capitalised, or small where the writer uses no capitals and it can be no
    thing ("el sol"), or where it is introduced ("se llama sol")."""
    text = normalize("NFC", text)
    for found in _WORD.finditer(text):
        if fold(found.group()) != name:
            continue
        before = text[: found.start()].rstrip()
        within = bool(before) and before[-1] not in _OPENS
        if found.group()[0].isupper() and (within or name not in STOP_WORDS):
            return True
        if found.group()[0].isupper() or name in STOP_WORDS:
            continue
        careless = text[:1].islower() and not (_ARTICLE.search(before) and facts.names_a_thing(name))
        if careless or _INTRODUCED.search(before):
            return True
    return False


def _stands_among(word: str, there: frozenset[str]) -> bool:
    stem = stem_word(word)
    begins = len(word) >= _SHORTEST_BEGINNING
    return any(one == word or stem_word(one) == stem or (begins and one.startswith(word)) for one in there)


def _shared_beginning(word: str) -> str:
    """Return what a word begins with in all its forms; English stems turn a last y into i."""
    same = takewhile(lambda letters: letters[0] == letters[1], zip(word, stem_word(word), strict=False))
    return "".join(letter for letter, _ in same).rstrip("iy") or word
