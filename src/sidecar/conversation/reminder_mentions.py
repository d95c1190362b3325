"""Finds which reminder a message speaks of: by its words, by its hour, or by pointing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.reminder import Reminder
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.reminders.lead import find_event

_SHORT_WORD, _NOON = 3, 12
CANCELS = re.compile(
    r"\b(?:no (?:va|corre) mas|no viene|se cayo|suspend\w+|take (?:it|that|them) off|lose (?:it|that)(?: one)?(?! \w)"
    r"|(?:ain'?t|isn'?t|is not|not) (?:coming|comin|happening)|call(?:ed)? off|cancel\w*|anul\w*|borr\w*|elimin\w*"
    r"|sac[ao](?:l[oa]s?)?|quit[ao]\w*|descart\w*|drop|scrap|bin|scratch|delete"
    r"|remove|kill|nvm|never ?mind|no longer|ya no|chau|no hace falta|skip)\b"
)
MOVES = re.compile(
    r"\b(?:pas[aeo]\w*|mov\w*|corr[ei]\w*|cambi\w*|posp\w*|posterg\w*|adelant\w*|atras\w*|retras\w*|agreg\w*|sum[ae]\w*"
    r"|pon[eg]\w*|que sea|es|era|son|push\w*|move\w*|shift\w*|swap|change\w*|make|bring|delay\w*|snooz\w*|give"
    r"|reschedul\w*|postpon\w*|now|instead|mejor)\b"
)
_CLAUSE = re.compile(r"[,.;!]\s+|\b(?:so|asi (?:que|q)|pero|but|because|porque|que si no|q si no)\b")
_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|eso|ese|esa)\b|\w[aei]l[oae]s?\b")
_OF_THE_SAME = re.compile(r"\s*(?:y |and )?(?:me |nos )?(?:l[oa]s?|it(?:'?s)?|they(?:'?ve)?|es|is|now)\b")
"""It goes on about what was called off: "se suspendió la reunión, la pasaron al 17"."""
_AT_THAT_HOUR = re.compile(
    r"\b(?:(?:el|la|lo) de (?:las? )?|the |that |^)(?P<hour>\d{1,2})(?:[:.h]?(?P<minute>[0-5]\d))?(?: ?(?:hs?|am|pm))?"
    r"(?= (?:no|me|se|ya|lo|la|pas|mov|cancel|borr|sac|correl|one|alarm|reminder|ain'?t|isn'?t|is|has|was|got)\b)"
    r"(?: one| alarm| reminder)?"
)
_POINTS = re.compile(r"(?:el|la|lo|los|las) del?\b|(?:the|that) (?:\w+ )?one\b|(?:es[ea]|that|it)\b")
"""It speaks of a reminder that there is."""


def points_at_one(text: str) -> bool:
    """Return whether a text begins by naming a reminder that there is: "el de la vacuna", "the rent one"."""
    return _POINTS.match(fold(text).strip(" ¿¡,.")) is not None


def find_clause(plain: str, pending: Sequence[Reminder]) -> tuple[str, Sequence[Reminder]]:
    """Return the clause that says what becomes of a reminder, and the reminders that it names; the whole message where
    no clause does both."""
    if (by_hour := _find_by_hour(plain, pending)) is not None:
        return by_hour
    clauses = [clause for clause in _CLAUSE.split(plain) if clause.strip()]
    for at, clause in enumerate(clauses if len(clauses) > 1 else ()):
        if (named := _find_named(clause, pending)) and (CANCELS.search(clause) or MOVES.search(clause)):
            moved = [later for later in clauses[at + 1 :] if _OF_THE_SAME.match(later) and MOVES.search(later)]
            return " ".join([clause, *moved[:1]]), named
    named = _find_named(plain, pending)
    apart = any(CANCELS.search(clause) and not _POINTS_BACK.search(clause) for clause in clauses)
    return plain, () if len(clauses) > 1 and apart else named


def _find_by_hour(plain: str, pending: Sequence[Reminder]) -> tuple[str, Sequence[Reminder]] | None:
    """Return what is said of the reminder, or of the event, at an hour: "la de las 16:30 me canceló"."""
    said = _AT_THAT_HOUR.search(plain)
    if said is None:
        return None
    hour, minute = int(said["hour"]), int(said["minute"] or 0)
    named = [one for one in pending if any(_is_at(moment, hour, minute) for moment in _list_hours(one))]
    return (f"{plain[: said.start()]} {plain[said.end() :]}", named) if len(named) == 1 else None


def _is_at(moment: datetime, hour: int, minute: int) -> bool:
    return moment.minute == minute and moment.hour in ({hour} if hour > _NOON else {hour % 24, (hour + _NOON) % 24})


def _list_hours(reminder: Reminder) -> Sequence[datetime]:
    event = find_event(reminder)
    return [reminder.schedule.local, *([event[0].local] if event else [])]


def _find_named(plain: str, pending: Sequence[Reminder]) -> Sequence[Reminder]:
    """Return the reminders whose telling words the message uses most."""
    said = [word for word in find_key_words(plain) if len(word) >= _SHORT_WORD and word not in STOP_WORDS]
    counts = [sum(is_said(word, said) for word in split_words(one.message)) for one in pending]
    most = max(counts, default=0)
    return [one for one, count in zip(pending, counts, strict=True) if most and count == most]


def is_said(word: str, said: Sequence[str]) -> bool:
    """Return whether a reminder's word is among those said, in any form."""
    return any(word.startswith(one) or (len(word) > _SHORT_WORD and one.startswith(word)) for one in said)
