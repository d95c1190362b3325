"""A language as it is spoken among others: the words that a sentence borrows from another one, as its own symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sidecar.dates.date_language import BorrowedPhrase, DateWords
from sidecar.dates.languages.unread_words import UNREAD, UNREAD_WORDS

_SHARED_SYMBOL = re.compile(r"[WM]\d+[as]?|U[a-z]|Hs|P[a-z]+|\d+º?|HALF|QUARTER|ULTIMO|OR")


def mix_words(own: DateWords, other: DateWords, translations: Mapping[str, str]) -> DateWords:
    """Add the words of another language to a language's own.

    `translations` gives the own symbols of what the other's words or symbols say, "" for a word that means something
    else here. What has a symbol that every grammar knows needs none.
    """
    borrowed = {word: symbols for word, symbols in _translate_all(other, translations) if word not in own.symbols}
    unread = {word: UNREAD for word in UNREAD_WORDS if word not in other.symbols}
    return replace(
        own,
        symbols={**unread, **borrowed, **own.symbols},
        borrowed=frozenset(borrowed),
        borrowed_phrases=_group_phrases(translations),
        glue=_unite(own.glue, other.glue),
        breaks=own.breaks | other.breaks,
        repeats=own.repeats | other.repeats,
        corrections=own.corrections | other.corrections,
        no_break_after=own.no_break_after | other.no_break_after,
        triggers=_unite(own.triggers, other.triggers),
        fillers=_unite(own.fillers, other.fillers),
        delays=own.delays | other.delays,
        advances=own.advances | other.advances,
        asks=own.asks | other.asks,
        changes=own.changes | other.changes,
        denying=own.denying | other.denying,
        denied=own.denied | other.denied,
    )


def _translate_all(other: DateWords, translations: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for word, symbol in {**{word: word for word in translations}, **other.symbols}.items():
        symbols = translations.get(word, translations.get(symbol))
        if symbols is None and _SHARED_SYMBOL.fullmatch(symbol):
            symbols = symbol
        if symbols and " " not in word:
            yield word, symbols


def _group_phrases(translations: Mapping[str, str]) -> Mapping[str, tuple[BorrowedPhrase, ...]]:
    phrases = [(tuple(said.split()), symbols) for said, symbols in translations.items() if " " in said]
    by_length = sorted(phrases, key=lambda phrase: -len(phrase[0]))
    firsts = {words[0] for words, _ in phrases}
    return {first: tuple(phrase for phrase in by_length if phrase[0][0] == first) for first in firsts}


def _unite(own: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Unite two sets of words without the other's single letters: "a" is an article in English."""
    return own | {word for word in other if len(word) > 1}
