"""Finds what the person said that answers a question, where no fact holds it (CON-60)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from sidecar.domain.fact import Fact
from sidecar.domain.message import Message, Speaker
from sidecar.language.detection import find_likely_languages
from sidecar.language.fold import fold
from sidecar.memory.answers.evidence import find_aliases, holds_value
from sidecar.memory.answers.follow_ups import find_follow_ups
from sidecar.memory.answers.question import Question, find_people, may_be_told_of_self
from sidecar.memory.answers.question_words import Wanted, is_question
from sidecar.memory.answers.told import Told, WantedSlot, find_told, find_wanted_slot, is_unsure
from sidecar.memory.extraction import load_language_pack
from sidecar.memory.extraction.clauses import split_clauses
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.recall import MemoryHit

_MAX_QUOTE_CHARS = 300
_VAGUE = frozenset({Wanted.TRUTH, Wanted.THING, Wanted.REASON})
_NEAR = 0.88
"""The cosine from which a message is about the very thing, whatever its words: among the lives of bench.life, nothing
comes so near to a question whose answer was never told. It is the scale of the embedder that ships; by others, hardly
any message reaches it."""
_REQUEST = re.compile(
    r"(?:remind|record|avis|anota|agend|acord|haceme acord|poneme|set|add|tell|call|text|book|buy|compra)\w*\b"
)
_REMINDS = re.compile(r"\b(?:remind|ping|alert|nudge|recorda|recuerda|avisa|acorda|acordar|poneme|set)(?:me)?\b")
_CHANGE = re.compile(r"\b(?:(?:make|change|move) (?:it|that)|(?:pas|cambi|pon|mov|corr|cancel|borr|sac)[ae]l[oa]s?)\b")
SCANNED = 600
"""How many of the last messages, with Sidecar's, are read again for a question."""
_MAX_READ_CHARS = 2_000
_ONE_TALK = timedelta(minutes=30)


def collect_told(hits: Sequence[MemoryHit], last: Sequence[Message], zone: ZoneInfo) -> list[Told]:
    """Return what the person said, oldest first: their last messages, and what a search found beyond these."""
    told: list[Told] = []
    before: Message | None = None
    asked = ""
    for message in last:
        if message.speaker is Speaker.COMPANION:
            asked = message.text
        elif message.speaker is Speaker.PERSON:
            near = before is not None and message.at - before.at < _ONE_TALK
            day = message.at.astimezone(zone).date()
            told.append(Told(message.text, day, before.text if near and before else "", asked if near else ""))
            before, asked = message, ""
    known = {one.text for one in told}
    older = [Told(hit.text, date.fromisoformat(hit.date)) for hit in hits if hit.text not in known]
    return sorted([*older, *told], key=lambda one: one.day)


def find_quotes(question: Question, messages: Sequence[Told], facts: Sequence[Fact]) -> list[Told]:
    """Return what the person said that answers a question, with what they said of it later without naming it; each as
    far as it is to be quoted. `messages`: oldest first. Wishes, jokes and what others said answer nothing."""
    aliases = find_aliases(facts)
    told = [one for one in messages if len(one.text) <= _MAX_READ_CHARS]
    wanted = find_wanted_slot(question, told, aliases)
    quote = find_told(wanted, told)
    if quote is None or not (_states(quote.told.text) or _counts_unstated(wanted, quote.told)):
        return []
    return [replace(quote.told, text=quote.text), *find_follow_ups(wanted, quote, told)]


def _counts_unstated(wanted: WantedSlot, told: Told) -> bool:
    """Return whether it counts though it states nothing: what may be an allergy, and a request for reminders that tells
    what is taken ("ping me at 9 for my lamictal")."""
    medicine = wanted.aspect is not None and wanted.aspect.name == "medicine"
    unsure = wanted.is_of_allergy and is_unsure(told.text)
    return unsure or (medicine and _REMINDS.search(fold(told.text)) is not None)


def find_nearest(question: Question, hits: Sequence[MemoryHit], facts: Sequence[Fact]) -> Told | None:
    """Return the best hit if it is so near to the question that it is about the very thing, whatever its words.

    `hits`: messages of the person, best first. A question or a request holds no answer.
    """
    told = [hit for hit in hits if not _asks(hit.text) and _states(hit.text)]
    if not told or question.wanted in _VAGUE or (told[0].similarity or 0.0) < _NEAR:
        return None
    text = told[0].text[:_MAX_QUOTE_CHARS].strip()
    holds = _is_on_it(question, text) and holds_value(question, parse_statement(text), find_aliases(facts))
    return Told(text, date.fromisoformat(told[0].date)) if holds else None


def _asks(text: str) -> bool:
    plain = fold(text)
    return is_question(text) or _REQUEST.match(plain) is not None or _CHANGE.search(plain) is not None


def _states(text: str) -> bool:
    """Return whether words tell something: no joke, wish, condition or quotation does."""
    packs = [load_language_pack(code) for code in find_likely_languages(text)]
    return all(any(True for _ in split_clauses(text, pack)) for pack in packs)


def _is_on_it(question: Question, text: str) -> bool:
    """Return whether it may be about the person, where they ask about themselves."""
    own = question.personal and not find_people(question.statement)
    return not own or may_be_told_of_self(text, question.statement.language)
