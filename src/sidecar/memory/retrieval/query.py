"""What a question asks for: words to match, a meaning to compare, who spoke, and when."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar.domain.message import Speaker
from sidecar.language.fold import fold
from sidecar.memory.retrieval.date_mentions import DateMention, moments_in
from sidecar.memory.retrieval.index_words import words_of

MOST_WORDS = 32
"""A longer query is a text: its first words tell enough."""
_ROLES = frozenset(speaker.value for speaker in Speaker)
_WORD = re.compile(r"[^\W_]+(?:['’]s\b)?")


@dataclass(frozen=True, slots=True)
class Query:
    """`meaning` is the question without the names of those who speak on the collection: a name would pull the vector
    towards everything that its bearer is told, whatever it is about. Who spoke counts apart."""

    meaning: str
    words: tuple[str, ...]
    speakers: frozenset[str]
    moments: tuple[DateMention, ...]
    timezone: ZoneInfo
    """In which the moments are days."""


def analyse(question: str, speakers: Collection[str], now: datetime, timezone: ZoneInfo) -> Query:
    """`speakers`: those of the collection. `timezone`: the person's."""
    names = {fold(name): name for name in speakers if name and name not in _ROLES}
    named = {word: name for folded, name in names.items() for word in _ways_to_call(folded, names)}
    called: set[str] = set()

    def without_names(match: re.Match[str]) -> str:
        word = re.sub(r"['’]s$", "", match[0])
        if name := named.get(fold(word)):
            called.add(name)
            return ""
        return match[0]

    rest = " ".join(_WORD.sub(without_names, question).split())
    meaning = rest if words_of(rest) else question.strip()
    words = dict.fromkeys(words_of(meaning)[:MOST_WORDS])
    return Query(
        meaning, tuple(words), frozenset(called), moments_in(question, now.astimezone(timezone).date()), timezone
    )


def _ways_to_call(folded: str, names: Collection[str]) -> list[str]:
    """Each word of a name that nobody else on the collection bears."""
    return [word for word in folded.split() if sum(word in other.split() for other in names) == 1]
