"""Retells English in the third person: "I work with my wife" → "works with their wife"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.memory.extraction.english.verbs import third_person
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, folded_words, join_words

_SWAPS = {
    "my": "their", "our": "their", "me": "them", "us": "them", "mine": "theirs", "ours": "theirs",
    "myself": "themselves", "ourselves": "themselves",
}  # fmt: skip
_ADVERBS = folded_words("""
    also really actually currently still just now usually always often mostly never sometimes only recently
    finally officially both basically generally normally typically mainly absolutely genuinely honestly kinda
    sort probably rarely mostly have've proudly all totally very so pretty definitely already no longer
""")
_DROPPED = folded_words("""
    just also really still actually now so honestly totally definitely absolutely
""")
_PLURAL = {"am": "are", "was": "were"}
_VERB = KNOWN.tag_of["VERB"]
_LONG_TAIL = 4
_PREDICATIVE = frozenset(
    KNOWN.tag_of[name] for name in ("ING", "ILL", "DIET", "TRAIT", "NATION", "NUMBER", "NAME", "COUNT", "SIGN")
)
_AFTER_HAS = folded_words("been got had moved become gone started left taken")
_ADVERBS_OF_HAS = folded_words("already finally just never")
_AFTER_IS = folded_words("""
    a an the my our not in at on from with off back up out down over just now still also so very really always never
    pregnant allergic dead sick home coming engaged married single retired called named moved based expecting
    about almost nearly turning only good fine great due stuck
""")
_SETTING = folded_words("""
    on at in every each most since for during after before these once twice by from my our the normally
""")


def retell(words: Sequence[Word], begin: int = 0) -> str:
    """Rewrite a clause in the third person. A setting before the subject goes to the end: "on Mondays I swim" →
    "swims on Mondays"."""
    main = next((index for index, word in enumerate(words[begin:], begin) if word.symbol in {"i", "we"}), None)
    if main is None or any(word.symbol in {"my", "our"} for word in words[begin:main]):
        return join_words([_swapped(word) for word in _copulas(words)])
    shared = main > 0 and words[main - 1].symbol in {"and", "&"}
    before = [word for word in words[:main] if word.symbol not in {",", "and", "&", "so"}]
    company = [Word("with", "with")] if shared else []
    predicate = _third_person(list(words[main + 1 :]))
    return join_words([*predicate, *company, *(_swapped(word) for word in _lowered(before))])


def _third_person(words: list[Word]) -> list[Word]:
    told: list[Word] = []
    waiting, open_to, others = True, True, False
    for index, word in enumerate(words):
        symbol = word.symbol
        if waiting and symbol in _DROPPED:
            continue
        if waiting and symbol not in _ADVERBS:
            waiting = False
            told.append(replace(word, text=third_person(symbol), spaced=True))
            open_to = third_person(symbol) != symbol and symbol not in {"am", "are"}
        elif symbol in {"i", "we"}:
            told.append(replace(word, text="they"))
            others = True
        elif others:
            others = False
            told.append(replace(word, text=_PLURAL.get(symbol, word.text)))
        elif open_to and index and words[index - 1].symbol in {"and", "but", "or"} and _is_base(word):
            told.append(replace(word, text=third_person(symbol)))
        else:
            open_to = open_to and symbol not in {"to", "that", "who", "when"}
            told.append(_swapped(word))
    return told


def _is_base(word: Word) -> bool:
    return _VERB in word.tags and third_person(word.symbol) != word.symbol and KNOWN.tag_of["HABIT"] not in word.tags


def _swapped(word: Word) -> Word:
    return replace(word, text=_SWAPS[word.symbol]) if word.symbol in _SWAPS else word


def _lowered(words: Sequence[Word]) -> list[Word]:
    """Write the first letter small, except that of a name."""
    is_name = bool(words) and words[0].symbol not in _SETTING
    return [
        replace(word, text=word.text if index or is_name else word.text.lower()) for index, word in enumerate(words)
    ]


def _copulas(words: Sequence[Word]) -> list[Word]:
    """Write out `'s` where it is a verb: "My wife's a nurse" → "wife is"; "my wife's name is" keeps it."""
    told: list[Word] = []
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else word
        is_verb = word.symbol == "'s" and index < _LONG_TAIL and _is_predicate(following)
        if word.symbol == "'s" and (following.symbol in _AFTER_HAS or _is_perfect(words[index + 1 :])):
            told.append(replace(word, text="has", spaced=True))
            continue
        told.append(replace(word, text="is", spaced=True) if is_verb else word)
    return told


def _is_perfect(words: Sequence[Word]) -> bool:
    """Return whether these words follow a "has": "already told the vicar"."""
    return len(words) > 1 and words[0].symbol in _ADVERBS_OF_HAS and KNOWN.tag_of["PAST"] in words[1].tags


def _is_predicate(word: Word) -> bool:
    """Return whether `'s` before a word is "is", not a possessive."""
    return word.symbol in _AFTER_IS or not _PREDICATIVE.isdisjoint(word.tags)
