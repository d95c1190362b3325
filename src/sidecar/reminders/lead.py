"""How long before its event a reminder rings: "mañana a las 10:30, una hora antes", "May 3, a week before at 8"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.dates.rules import shift_rule
from sidecar.domain.person import LANGUAGES, Language
from sidecar.domain.reminder import Reminder
from sidecar.language.fold import fold, fold_with_offsets

_N_ES = r"(?:\d+|un[oa]?|media|dos|tres|cuatro|cinco|seis|siete|ocho|diez|quince|veinte|treinta|un par de)"
_N_EN = r"(?:\d+|an?|one|half an?|two|three|four|five|six|ten|fifteen|twenty|thirty|a couple(?: of)?)"
_UNIT_ES = r"(?:minutos?|minutitos|mins?|m|horas?|hs?|horitas?|dias?|semanas?|mes(?:es)?)"
_UNIT_EN = r"(?:minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?)"
_BEFORE_EN = r"(?:before(?:hand)?|b4|prior|ahead(?: of time)?|earlier|early|in advance|out|lead)"
_NUMBER = rf"(?:{_N_EN}|{_N_ES})"
_UNIT = rf"(?:{_UNIT_EN}|{_UNIT_ES})"
_LENGTH = re.compile(
    rf"(?:con |with )?(?P<length>{_NUMBER}(?: and a half)? ?{_UNIT}(?: y (?:media|cuarto)| and a half)?)"
    rf" (?P<word>antes|de anticipacion|de antelacion|{_BEFORE_EN})\b"
    rf"|(?:before|antes)(?: de)? (?P<after>{_NUMBER} {_UNIT})\b"
    rf"|(?P<notice>{_NUMBER} ?{_UNIT})(?:'s?)? (?:heads[ -]?up|warning|notice)\b"
    r"|(?:el|la) (?:dia|noche|tarde|vispera) (?:antes|anterior|previ[oa])\b"
    r"|the (?:day|night|nite|evening) (?:before|prior)\b|the (?:previous|prior) (?:day|night|evening)\b"
)
_BARE_MINUTES = re.compile(r"(?P<n>\d{1,3}) (?:antes|before|prior)\b")
_SPANISH_UNIT = re.compile(r"\b(?:horas?|horitas?|dias?|semanas?|mes(?:es)?|minut(?:o|ito)s?|media)\b")
_AT_NIGHT = re.compile(r"noche|night|nite|evening")
_SMALL_HOUR = re.compile(r"(?:a las |at )?\d{1,2}(?::\d\d)?")
_NO_EVENT = re.compile(
    r"(?:(?:no+|nah|mejor|y|que sea|para|uh+|ah|perdon|sorry|wait|actually|make it|better|(?:i )?(?:need|want)"
    r"|dale|ok)\W*)+"
)
_CLAUSE_END = re.compile(r"[,.;:!?\n]\s")
AT_NIGHT = "a la noche"
"""Of the night before, where no hour is said."""
_AT_NOON = ("a las 12", "at noon")


@dataclass(frozen=True, slots=True)
class Lead:
    """`event` are the words for the event, `before` those for how long before it, `clock` an hour of that day."""

    event: str
    before: str
    clock: str = ""

    @property
    def words(self) -> str:
        return ", ".join(part for part in (self.event, f"{self.before} {self.clock}".strip()) if part)


def find_lead(words: str) -> Lead | None:
    """Find how long before the event; None where nothing is said of it."""
    folded = fold_with_offsets(words)
    found = _LENGTH.search(folded.text) or _BARE_MINUTES.search(folded.text)
    if found is None:
        return None
    start = folded.offsets[found.start()]
    end = folded.offsets[found.end()] if found.end() < len(folded.offsets) else len(words)
    before = f"{found['n']} min before" if found.re is _BARE_MINUTES else words[start:end]
    said = found.groupdict()
    if length := said.get("length") or said.get("after") or said.get("notice"):
        before = f"{length} {'antes' if _SPANISH_UNIT.search(length) else 'before'}"
    elif found.re is _LENGTH:
        before = "un dia antes"
    clock = words[end:].strip(" ,.;")
    if clock and _AT_NIGHT.search(found[0]) and _SMALL_HOUR.fullmatch(clock):
        clock = f"{clock} pm"
    if not clock and _AT_NIGHT.search(found[0]):
        clock = AT_NIGHT
    event = words[:start].strip(" ,.;")
    event = "" if _NO_EVENT.fullmatch(fold(event)) else event
    return Lead(event, before, clock)


def is_by_night(words: str) -> bool:
    """Return whether it is to ring in the night before."""
    found = _LENGTH.search(fold(words))
    return found is not None and _AT_NIGHT.search(found[0]) is not None


def cut_lead(words: str) -> str:
    """Return a text without how long before it is, and without what asks to be told in the same clause."""
    folded = fold_with_offsets(words)
    found = _LENGTH.search(folded.text) or _BARE_MINUTES.search(folded.text)
    if found is None:
        return words
    start = max((end.end() for end in _CLAUSE_END.finditer(folded.text, 0, found.start())), default=found.start())
    return words[: folded.offsets[start] if start else 0].strip(" ,.;:!?")


def resolve_lead(lead: Lead, now: datetime, zone: ZoneInfo, language: Language) -> dates.DateResult:
    """Return when it rings; an error of the event's own words where they are no moment."""
    event = _parse(lead.event, now, zone, language)
    if isinstance(event, dates.DateError) and event.code == "missing_time":
        whole = [_parse(f"{lead.event} {noon}", now, zone, language) for noon in _AT_NOON]
        event = next((one for one in whole if isinstance(one, dates.Instant)), event) if lead.clock else event
    match event:
        case dates.Instant():
            return ring_before(event, lead, now, language)
        case dates.Recurrence():
            return _ring_before_each(event, lead, now, language)
        case dates.DateError():
            return event


def ring_before(event: dates.Instant, lead: Lead, now: datetime, language: Language) -> dates.DateResult:
    """Return the moment that far before the event."""
    early = _shift(event, lead.before, now, language)
    rings = _shift(early, lead.clock, now, language) if early is not None and lead.clock else early
    return dates.parse("", now, event.zone, language) if rings is None else rings


def _ring_before_each(events: dates.Recurrence, lead: Lead, now: datetime, language: Language) -> dates.DateResult:
    """Return the rule that rings that far before each event; an error for a rule that cannot be moved like that."""
    local = events.first.replace(tzinfo=events.zone)
    early = ring_before(dates.Instant(local.astimezone(UTC), local, events.zone), lead, now, language)
    if not isinstance(early, dates.Instant):
        return early
    first = early.local.replace(tzinfo=None)
    rule = shift_rule(events.rrule, events.first, first)
    if rule is None:
        return dates.parse("", now, events.zone, language)
    rings = dates.next_firings(rule, first, events.zone, after=now, count=2)
    return dates.Recurrence(rule, first, tuple(moment.replace(tzinfo=None) for moment in rings), events.zone)


def find_event(reminder: Reminder) -> tuple[dates.Instant, Lead] | None:
    """Return the event of a reminder that rings before it; None for any other reminder."""
    lead, schedule = find_lead(reminder.schedule.words), reminder.schedule
    if lead is None or not lead.event:
        return None
    for language in LANGUAGES:
        event = _parse(lead.event, reminder.created_at, schedule.zone, language)
        if isinstance(event, dates.Instant):
            rings = ring_before(event, lead, reminder.created_at, language)
            if isinstance(rings, dates.Instant) and rings.utc == schedule.due:
                return event, lead
    return None


def _parse(words: str, now: datetime, zone: ZoneInfo, language: Language) -> dates.DateResult:
    results = [
        dates.parse(words, now, zone, tongue) for tongue in sorted(LANGUAGES, key=lambda other: other != language)
    ]
    return next((one for one in results if not isinstance(one, dates.DateError)), None) or next(
        (one for one in results if isinstance(one, dates.DateError) and one.code != "unparseable"), results[0]
    )


def _shift(moment: dates.Instant, words: str, now: datetime, language: Language) -> dates.Instant | None:
    words = re.sub(r"\b(?:a|one) fortnight", "2 weeks", words)
    spellings = [words, words.replace("before", "earlier"), f"a las {words}", f"at {words}"]
    for tongue in sorted(LANGUAGES, key=lambda other: other != language):
        for spelling in spellings:
            changed = dates.change_time(spelling, moment.local, now, moment.zone, tongue)
            if isinstance(changed, dates.Instant):
                return changed
    return None
