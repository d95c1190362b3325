"""What is to be forgotten, as texts speak of it: the words by which they are recognised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from sidecar.domain.fact import Fact
from sidecar.language.phrase_match import parse_id
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.memory import facts
from sidecar.memory.retrieval.index_words import stem_word

_NAMING = frozenset({"llama", "llaman", "llamo", "llamaba", "name", "named", "called"})
"""They tell nothing apart: "mi ex se llama Marcos" and "Marcos, mi ex" are about the same."""
_SHORTEST_BEGINNING = 5
"""Shorter words are not taken for the beginning of others: "ex" is no "examen"."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A text speaks of the topic when it has every word of one of the phrases, in whatever form. Words are folded."""

    phrases: Sequence[Sequence[str]]

    def is_in(self, text: str) -> bool:
        there = frozenset(split_words(text))
        return any(all(_stands_among(word, there) for word in phrase) for phrase in self.phrases)

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
    return _topic(phrases)


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
    """Return the folded words that tell one thing from another."""
    return list(dict.fromkeys(word for word in split_words(text) if word not in STOP_WORDS | _NAMING))


def _stands_among(word: str, there: frozenset[str]) -> bool:
    stem = stem_word(word)
    begins = len(word) >= _SHORTEST_BEGINNING
    return any(one == word or stem_word(one) == stem or (begins and one.startswith(word)) for one in there)


def _shared_beginning(word: str) -> str:
    """Return what a word begins with in all its forms; English stems turn a last y into i."""
    same = takewhile(lambda letters: letters[0] == letters[1], zip(word, stem_word(word), strict=False))
    return "".join(letter for letter, _ in same).rstrip("iy") or word
