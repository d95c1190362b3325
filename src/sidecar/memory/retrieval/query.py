"""A question as a query: words to match, a meaning to embed, speakers and dates."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sidecar.domain.message import Speaker
from sidecar.language.fold import fold
from sidecar.memory.retrieval.date_mentions import DateMention, find_dates
from sidecar.memory.retrieval.index_words import index_words
from sidecar.memory.retrieval.past_questions import is_about_the_past

MAX_WORDS = 32
"""The first words of a longer query tell enough."""
_ROLES = frozenset(speaker.value for speaker in Speaker)
_WORD = re.compile(r"[^\W_]+(?:['’]s\b)?")


@dataclass(frozen=True, slots=True)
class Query:
    """`meaning` is the question without the names of the collection's speakers: a name would pull the vector towards
    everything that is said to its bearer. Speakers are ranked separately."""

    meaning: str
    words: tuple[str, ...]
    speakers: frozenset[str]
    dates: tuple[DateMention, ...]
    timezone: ZoneInfo
    """In which the dates are days."""
    today: date
    past: bool = False
    """It asks how things were, not how they are."""


def parse_query(question: str, speakers: Collection[str], now: datetime, timezone: ZoneInfo) -> Query:
    """Parse a question about a collection with these `speakers`; `timezone` is the person's."""
    names = {fold(name): name for name in speakers if name and name not in _ROLES}
    named = {word: name for folded, name in names.items() for word in _unique_words(folded, names)}
    called: set[str] = set()

    def without_names(match: re.Match[str]) -> str:
        word = re.sub(r"['’]s$", "", match[0])
        if name := named.get(fold(word)):
            called.add(name)
            return ""
        return match[0]

    rest = " ".join(_WORD.sub(without_names, question).split())
    meaning = rest if index_words(rest) else question.strip()
    words = dict.fromkeys(index_words(meaning)[:MAX_WORDS])
    today = now.astimezone(timezone).date()
    dates = find_dates(question, today)
    past = is_about_the_past(question, dates, today)
    return Query(meaning, tuple(words), frozenset(called), dates, timezone, today, past)


def _unique_words(folded: str, names: Collection[str]) -> list[str]:
    """List the words of a name that no other speaker's name has."""
    return [word for word in folded.split() if sum(word in other.split() for other in names) == 1]
