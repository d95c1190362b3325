"""Whether a question is about how things were, in Spanish or English: "qué dosis tomaba", "where did I use to live"."""

from __future__ import annotations

import re
from datetime import date

from sidecar.language.fold import fold
from sidecar.memory.retrieval.date_mentions import DateMention, DateRange, PartialDate

_FORMER_THINGS = (
    "job|boss|address|house|home|flat|apartment|place|car|bike|phone|number|dose|meds?|doctor|school|company|salary|rent|"
    "price|team|roommate|gym|schedule"
)
_PAST = re.compile(
    rf"""\b(?:
      antes(?!\ (?:de|del|que)\b) | antiguamente | anterior(?:es|mente)? | previ[oa]s? | soli(?:a|as|amos|an)
    | ex | ya\ no | en\ (?:esa|aquella)\ epoca | al\ principio | originalmente | historial | de\ (?:chic[oa]|joven)
    | used?\ to | before(?!\ (?:the|my|i|we|they|he|she|it|going|doing)\b) | previous(?:ly)? | former(?:ly)?
    | no\ longer | any\ ?more | back\ (?:then|when|in) | originally | at\ first | my\ old | old\ (?:{_FORMER_THINGS})
    | history\ of
    )\b""",
    re.VERBOSE,
)
_WAS = re.compile(r"\bwhere (?:was|were) (?:i|we)\b|\b(?:was|were) (?:i|we|he|she|they) \w+ing\b")
_IMPERFECT = re.compile(r"\b\w{2,}aba(?:s|mos|n)?\b|\b(?:viv|ten|com|sal|hac|pon|corr)i(?:as|amos|an)\b|\bvivia\b")
_POLITE = re.compile(r"\b(?:llamaba|estaba|quedaba|tocaba|faltaba|daba|alaba|traba|acaba|caba|graba)[ns]?\b")
"""The imperfect in which one asks again for what holds ("¿cómo se llamaba mi jefe?"), and words that end alike."""


def is_about_the_past(question: str, dates: tuple[DateMention, ...], today: date) -> bool:
    """Return whether the question asks how things were once, or on days that are over."""
    folded = fold(question)
    if _PAST.search(folded) or _WAS.search(folded) or _IMPERFECT.search(_POLITE.sub("", folded)):
        return True
    return bool(dates) and all(_is_over(mention, today) for mention in dates)


def _is_over(mention: DateMention, today: date) -> bool:
    match mention:
        case DateRange():
            return mention.last < today
        case PartialDate():
            year, month, day = mention.year or today.year, mention.month or today.month, mention.day or today.day
            return (year, month, day) < (today.year, today.month, today.day)
