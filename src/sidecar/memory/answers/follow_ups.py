"""Finds what was said of something later, without naming it again: "they've shifted it, fri 30th 2pm"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.language.fold import fold
from sidecar.memory.answers.question_words import Wanted, is_question
from sidecar.memory.answers.told import Quote, Told, WantedSlot
from sidecar.memory.answers.told_values import has_value
from sidecar.memory.facts.parser import parse_statement

_MOST_DAYS = 60
_SHORT_CHARS, _VALUE_CHARS = 60, 25
_SORTS = frozenset({"drug", "job", "condition", "kin", "being", "car", "sport"})
_FOLLOWED = frozenset({Wanted.TIME, Wanted.AMOUNT})
_MOVED = re.compile(
    r"\b(?:moved|pushed|bumped|shifted|swapped|switched|changed|shoved|rescheduled|postponed|brought forward|instead"
    r"|(?:it|its|it's|thats|that's) (?:now|the|at|on)|now (?:it's|its|at|on)|so it's|doubled|halved|upped|raised|cut to"
    r"|back to|up to|down to|ahora|al final|(?:lo|la|los|las|me|nos) (?:\w+ )?(?:pasaron|paso|corrieron|corrio|patearon"
    r"|pateo|cambiaron|cambio|movieron|movio|postergaron|adelantaron|subio|subieron|bajo|bajaron|duplico|reprogramaron)"
    r"|queda (?:el|en|para|los)|quedo (?:el|en|para)|pasa a|baja a|sube a)\b"
)
_OBJECT = re.compile(r"\b(?:it|its|it's|that|them|lo|la|los|las)\b")


def find_follow_ups(wanted: WantedSlot, quote: Quote, messages: Sequence[Told]) -> list[Told]:
    """Return the answer to what Sidecar asked about the quoted message, and the newest change told after it."""
    medicine = wanted.aspect is not None and wanted.aspect.name == "medicine"
    if wanted.value not in _FOLLOWED and not medicine:
        return []
    later = list(messages[messages.index(quote.told) + 1 :])
    kind = wanted.value if wanted.value in _FOLLOWED else Wanted.AMOUNT
    found = [one for one in later[:1] if _answers(one) and has_value(kind, fold(one.text), ())]
    said = set(re.findall(r"\d+", quote.text))
    moved: Told | None = None
    for one in later if wanted.things else ():
        numbers = set(re.findall(r"\d+", one.text))
        if (one.day - quote.told.day).days <= _MOST_DAYS and numbers - said and _moves(wanted, one, kind, said):
            moved = one
            said |= numbers
    return list(dict.fromkeys((*found, *([moved] if moved else []))))


def _answers(told: Told) -> bool:
    """Return whether it goes on with the message before it: an answer, or a mere value ("150 each time")."""
    if is_question(told.text) or not told.before:
        return False
    return len(told.text) <= (_SHORT_CHARS if told.asked.rstrip().endswith("?") else _VALUE_CHARS)


def _moves(wanted: WantedSlot, told: Told, kind: Wanted, said: set[str]) -> bool:
    """Return whether it gives something unnamed another value: it has one, refers to something, and names nothing else
    of the sort."""
    plain = fold(told.text)
    refers = bool(said & set(re.findall(r"\d+", plain))) or _OBJECT.search(plain) is not None
    if is_question(told.text) or not refers or not _MOVED.search(plain) or not has_value(kind, plain, ()):
        return False
    items = [item for item in parse_statement(told.text).items if item.kinds & _SORTS]
    asked = (*wanted.things, *wanted.people)
    return all(any(part.is_in(item) or part.is_called(item) for part in asked) for item in items)
