"""The definition of a language: a vocabulary, patterns over its symbols, and a formatter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sidecar.dates.result import DateErrorCode
from sidecar.dates.rules import RecurrenceRule
from sidecar.dates.tree import DayPart

_SHORTEST_TYPO = 5


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern over symbols. `kind` names the node that is built from its groups and from `fixed`."""

    kind: str
    pattern: re.Pattern[str]
    fixed: Mapping[str, str] = field(default_factory=dict[str, str])
    weak: bool = False


@dataclass(frozen=True, slots=True)
class DateFormatter:
    """Says moments, rules and refusals in one language."""

    moment: Callable[[datetime, datetime, bool], str]
    """(local, now, short) → "tomorrow at 9:00"; short leaves out ":00"."""
    rule: Callable[[RecurrenceRule, datetime], str]
    """(the rule with a local end, its first firing) → "every Monday at 9:00am"."""
    small_hour: Callable[[datetime], str]
    first_of_two: str
    messages: Mapping[DateErrorCode, str]
    soon: tuple[str, ...]
    """Phrases to suggest when nothing else is known."""
    either: str
    joint: str
    """How two suggestions are offered: "{0} or {1}?"."""


@dataclass(frozen=True, slots=True)
class DateLanguage:
    code: str
    words: Mapping[str, str]
    typo_targets: tuple[str, ...]
    no_typos: frozenset[str]
    glue: frozenset[str]
    """What may separate two pieces of one expression."""
    breaks: frozenset[str]
    """Words that begin a subordinate clause: what follows belongs to the message, not to its time."""
    repeats: frozenset[str]
    """Words that announce a recurrence."""
    corrections: frozenset[str]
    """Words that take back what was said before."""
    no_break_after: frozenset[str]
    triggers: frozenset[str]
    """Words after which the time of a request is expected."""
    fillers: frozenset[str]
    """Words allowed besides the time in a message that only changes one: "no", "better", "move it to"."""
    delays: frozenset[str]
    """Fillers after which a length of time means that much later."""
    advances: frozenset[str]
    """Fillers after which a length of time means that much earlier."""
    negations: tuple[frozenset[str], frozenset[str]]
    """Words that deny the time after them, and the time before them: "not today", "hoy no"."""
    request: re.Pattern[str]
    """How a sentence begins that asks to be reminded, over folded text."""
    courtesy: re.Pattern[str]
    """How such a sentence may end: "please", "thanks"."""
    leading: re.Pattern[str]
    """Prepositions that lead to date words and make no sense without them."""
    length: re.Pattern[str]
    """A length of time, over symbols, with the group "dur"."""
    phrases: tuple[Phrase, ...]
    formatter: DateFormatter
    tens: frozenset[int]
    tens_joints: frozenset[str]
    joint_required: bool
    month_first: bool
    """Whether 4/13 may be the thirteenth of April."""
    noon_morning: bool
    """Whether "twelve in the morning" is noon."""
    part_hours: Mapping[DayPart, tuple[int, int]]
    """Two hours to suggest for a part of the day."""

    def find_symbol(self, word: str) -> str:
        """Return the symbol of a word, also of a long one with one letter wrong; else the word itself."""
        known = self.words.get(word)
        if known is not None:
            return known
        if len(word) < _SHORTEST_TYPO or word in self.no_typos:
            return word
        for target in self.typo_targets:
            if target[0] == word[0] and abs(len(target) - len(word)) <= 1 and is_one_typo(word, target):
                return self.words[target]
        return word


def is_one_typo(word: str, target: str) -> bool:
    """Return whether one letter is missing, extra or wrong, or two neighbours are swapped."""
    if len(word) > len(target):
        word, target = target, word
    start = next((i for i, (a, b) in enumerate(zip(word, target, strict=False)) if a != b), len(word))
    if len(word) < len(target):
        return word[start:] == target[start + 1 :]
    swapped = word[start + 1 : start + 2] + word[start : start + 1] == target[start : start + 2]
    return word[start + 1 :] == target[start + 1 :] or (swapped and word[start + 2 :] == target[start + 2 :])
