"""Tells whose illness or medicine a fragment speaks of: "took the dog to the vet. on prednisone now"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import chain

from sidecar.domain.message import Message, Speaker
from sidecar.memory.extraction.clauses import Clause
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.words import Word, parse_words


class _Who(Enum):
    PERSON = auto()
    OTHER = auto()


_LAST_MESSAGES = 2
_READ_CHARS = 1_000


def may_be_anothers(clause: Clause, context: ExtractionContext, language: LanguagePack) -> bool:
    """Return whether a clause does not name the person, and somebody else was spoken of last before it: in the
    message, else in the messages of the same day."""
    people = language.people
    told = (word.symbol for word in clause.words[clause.shared :])
    if not people.first_person or not people.first_person.isdisjoint(told):
        return False
    said = ((_words(message, language), _own(message, language)) for message in _last(context))
    who = (_who(words, own, language) for words, own in chain([(clause.heard, people.first_person)], said))
    return next((one is _Who.OTHER for one in who if one), False)


def _last(context: ExtractionContext) -> Iterator[Message]:
    return (said for said in reversed(context.before[-_LAST_MESSAGES:]) if said.at.date() == context.said_on)


def _words(said: Message, language: LanguagePack) -> Sequence[Word]:
    return parse_words(said.text[:_READ_CHARS], language.vocabulary)


def _own(said: Message, language: LanguagePack) -> frozenset[str]:
    people = language.people
    return people.second_person if said.speaker is Speaker.COMPANION else people.first_person


def _who(words: Sequence[Word], own: frozenset[str], language: LanguagePack) -> _Who | None:
    """Return who is mentioned last."""
    names = language.people.name_classes - {"NAME"}
    others = {language.vocabulary.tag_of[name] for name in ("KIN", "PET", *names)}
    for word in reversed(words):
        if word.symbol in own:
            return _Who.PERSON
        if word.symbol in language.people.third_person or not others.isdisjoint(word.tags):
            return _Who.OTHER
    return None
