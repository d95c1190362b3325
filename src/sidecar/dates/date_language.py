"""The definition of a language: a vocabulary, patterns over its symbols, and a formatter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from sidecar.dates.result import DateErrorCode
from sidecar.dates.rules import RecurrenceRule
from sidecar.dates.tree import DayPart

_SHORTEST_TYPO = 5

CalendarUnit = Literal["d", "w", "e", "o", "y"]
"""A day, a week, a weekend, a month, a year."""


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
class CalendarWords:
    """How statements name days that are not asked for: with a preposition before them, or a month without a day."""

    last_period: re.Pattern[str]
    """Over symbols, with the groups `days` (all of it) and `unit`: "la semana pasada"."""
    month: re.Pattern[str]
    """Over symbols: a month without a day, with the groups `days`, `month`, `year` and `next`."""
    joined_days: re.Pattern[str]
    """Over symbols: "July 12-19", with the groups `days` and `month`."""
    lead: re.Pattern[str]
    """Over the small letters before the days: the preposition `lead` that belongs to them."""
    inner_lead: re.Pattern[str]
    """The same at the beginning of the days themselves: "al" in "al 10"."""
    leads: Mapping[str, str]
    """Prepositions that are told otherwise: "al" as "a"."""
    since: frozenset[str]
    until: frozenset[str]
    until_now: frozenset[str]
    """Prepositions after which a day has passed."""
    may_be_ahead: frozenset[str]
    """Those of them after which one of the next two months may be meant: "desde junio", said in May."""
    repeated: re.Pattern[str]
    """After a weekday: what makes it any of them, "mornings"."""
    unclear_before_weekday: frozenset[str]
    """Prepositions after which a weekday may be the last or the next one."""
    lasting_lead: str
    """The preposition that "hace dos años" stands for beside a verb of the present."""
    after_ago: re.Pattern[str]
    """What goes with "hace dos años": " que"."""
    range_joint: re.Pattern[str]
    """What joins the first and the last day: " to "."""
    not_before_bare_day: frozenset[str]
    """Symbols before which a bare number is no day: "vive en el 4"."""
    after_bare_day: frozenset[str]
    """Symbols that may follow a bare number that is a day."""
    tell: Callable[[date, date, CalendarUnit, str, str], str]
    """(first, last, unit, preposition, as it was said) → "hasta el 3 de mayo de 2025"."""


BorrowedPhrase = tuple[tuple[str, ...], str]
"""Several words of another language, and the symbols of what they say together."""


@dataclass(frozen=True, slots=True)
class DateWords:
    """The words of a language's grammar. Words are folded; the sets hold symbols."""

    symbols: Mapping[str, str]
    """The symbol of a word; several symbols for one that is borrowed."""
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
    asks: frozenset[str]
    """Words that ask to be reminded, or name what does: "remind", "alarm"."""
    changes: frozenset[str]
    """Fillers that ask for a change of what is set, even beside words that ask: "no", "move", "it"."""
    denying: frozenset[str]
    """Words that deny the time after them: "not today"."""
    denied: frozenset[str]
    """Words that deny the time before them: "hoy no"."""
    tens: frozenset[int]
    tens_joints: frozenset[str]
    joint_required: bool
    borrowed: frozenset[str] = frozenset()
    """The words among them that belong to another language."""
    borrowed_phrases: Mapping[str, tuple[BorrowedPhrase, ...]] = field(
        default_factory=dict[str, tuple[BorrowedPhrase, ...]]
    )
    """By their first word, longer ones first."""

    def find_symbol(self, word: str) -> str:
        """Return the symbol of a word, also of a long one with one letter wrong; else the word itself."""
        known = self.symbols.get(word)
        if known is not None:
            return known
        if len(word) < _SHORTEST_TYPO or word in self.no_typos:
            return word
        for target in self.typo_targets:
            if target[0] == word[0] and abs(len(target) - len(word)) <= 1 and is_one_typo(word, target):
                return self.symbols[target]
        return word


@dataclass(frozen=True, slots=True)
class RequestWords:
    """How a sentence asks to be reminded: lists of words, and patterns over folded text."""

    greetings: tuple[str, ...]
    please: tuple[str, ...]
    thanks: tuple[str, ...]
    modal: str
    """ "Can you"."""
    ask: str
    """ "Remind me"."""
    set_: str
    article: str
    reminder: str
    """With the two before: "set a reminder"."""
    link: str
    """What joins the message to it: "to", "that"."""
    leading: str
    """Prepositions that lead to date words and make no sense without them."""


@dataclass(frozen=True, slots=True)
class DateLanguage:
    code: str
    words: DateWords
    length: re.Pattern[str]
    """A length of time, over symbols, with the group "dur"."""
    phrases: tuple[Phrase, ...]
    formatter: DateFormatter
    calendar: CalendarWords
    month_first: bool
    """Whether 4/13 may be the thirteenth of April."""
    noon_morning: bool
    """Whether "twelve in the morning" is noon."""
    part_hours: Mapping[DayPart, tuple[int, int]]
    """Two hours to suggest for a part of the day."""


def is_one_typo(word: str, target: str) -> bool:
    """Return whether one letter is missing, extra or wrong, or two neighbours are swapped."""
    if len(word) > len(target):
        word, target = target, word
    start = next((i for i, (a, b) in enumerate(zip(word, target, strict=False)) if a != b), len(word))
    if len(word) < len(target):
        return word[start:] == target[start + 1 :]
    swapped = word[start + 1 : start + 2] + word[start : start + 1] == target[start : start + 2]
    return word[start + 1 :] == target[start + 1 :] or (swapped and word[start + 2 :] == target[start + 2 :])
