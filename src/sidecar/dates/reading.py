"""The front: text in, an instant, a recurrence or an error that helps out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar.dates.grammar import choose, glued, read_expressions
from sidecar.dates.language import Language
from sidecar.dates.languages import language_of
from sidecar.dates.recurrences import LastDayInstead, default_rule, resolve_rule
from sidecar.dates.resolve import Reference, resolve_instant
from sidecar.dates.result import Code, DateError, Instant, Recurrence, Refusal, Result
from sidecar.dates.tokens import Line, read_line
from sidecar.dates.tree import Expression, Part
from sidecar.dates.zones import to_local, zone_named

_LONGEST_TEXT = 2_000
_MOST_SUGGESTIONS = 2
_USUAL_HOURS = {Part.MORNING: (8, 10), Part.NOON: (12, 13), Part.AFTERNOON: (15, 18), Part.EVENING: (19, 20),
                Part.NIGHT: (21, 22), Part.DAWN: (5, 6)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """The date words of a text, where they stand, and what remains without them."""

    words: str
    spans: tuple[tuple[int, int], ...]
    rest: str


def parse(text: str, now: datetime, zone: ZoneInfo, language: str) -> Result:
    """What the date words of a text mean at `now` (aware), for a person who lives in `zone`. Never raises on a text.

    The text may be the date words alone or a whole sentence. Only the first 2,000 characters are read.
    """
    tongue = language_of(language)
    line = read_line(text[:_LONGEST_TEXT], tongue)
    return _mean(choose(read_expressions(line, tongue), line, tongue), Reference.at(now, zone, tongue))


def find(text: str, language: str) -> Found | None:
    """The date words that `parse` reads in a text; None when it has none."""
    tongue = language_of(language)
    line = read_line(text[:_LONGEST_TEXT], tongue)
    expression = choose(read_expressions(line, tongue), line, tongue)
    if expression is None:
        return None
    spans = _spans(expression, line, tongue)
    words = " ".join(text[start:end] for start, end in spans)
    rest, reached = "", 0
    for start, end in spans:
        rest += text[reached:start] + " "
        reached = end
    rest = " ".join((rest + text[reached:]).split())
    return Found(words, spans, rest.strip(" ,;:"))


def explain(text: str, now: datetime, zone: ZoneInfo, language: str) -> Iterator[str]:
    """The steps of a reading, one a line: tokens, pieces, the chosen expression, the result."""
    tongue = language_of(language)
    line = read_line(text[:_LONGEST_TEXT], tongue)
    yield f"tokens      {line.symbols.strip()}"
    expressions = read_expressions(line, tongue)
    for expression in expressions:
        for piece in expression.pieces:
            said = text[line.tokens[piece.first].start : line.tokens[piece.last - 1].end]
            yield f"piece       {said!r} → {', '.join(map(str, piece.nodes))}"
    expression = choose(expressions, line, tongue)
    if expression is not None:
        words = " … ".join(text[start:end] for start, end in _spans(expression, line, tongue))
        yield f"expression  {words!r}"
    yield f"now         {now.astimezone(zone).isoformat()} {zone.key}"
    yield f"result      {_mean(expression, Reference.at(now, zone, tongue))}"


def _spans(expression: Expression, line: Line, language: Language) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    last = -1
    for piece in expression.pieces:
        start, end = line.tokens[piece.first].start, line.tokens[piece.last - 1].end
        if spans and glued(line.between(last, piece.first), language):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        last = piece.last
    return tuple(spans)


def _mean(expression: Expression | None, reference: Reference) -> Result:
    speech = reference.language.speech
    if expression is None:
        return _error("unparseable", [], reference)
    try:
        if expression.zone:
            return _elsewhere(expression, reference)
        if expression.refused or (expression.vague and not expression.complete and not expression.days):
            raise Refusal("vague", *_around(expression, reference))
        return resolve_rule(expression, reference) if expression.every else resolve_instant(expression, reference)
    except LastDayInstead as instead:
        return _error("ambiguous_day", [speech.rule(str(instead.rule), instead.first)], reference)
    except Refusal as refusal:
        if expression.every and refusal.code == "missing_time":
            return _error("missing_time", _rules_at_usual_hours(expression, reference), reference)
        return _error(refusal.code, _phrases(refusal.moments, reference), reference)


def _around(expression: Expression, reference: Reference) -> tuple[datetime, ...]:
    """What a vague expression names for certain, to be suggested."""
    if expression.every:
        return ()
    bare = replace(expression, refused=False, vague=False)
    try:
        result = resolve_instant(bare, reference) if bare.days or bare.clocks else None
        return (result.local.replace(tzinfo=None),) if result else ()
    except Refusal as refusal:
        return refusal.moments


def _elsewhere(expression: Expression, reference: Reference) -> Result:
    """A time said for another zone, answered in the person's own."""
    zone = zone_named(expression.zone)
    if zone is None:
        raise Refusal("unparseable")
    result = _mean(replace(expression, zone=""), replace(reference, zone=zone, now=to_local(reference.utc, zone)))
    if isinstance(result, Instant):
        return replace(result, local=result.utc.astimezone(reference.zone), zone=reference.zone)
    if isinstance(result, Recurrence) and zone.key != reference.zone.key:
        raise Refusal("unparseable")
    return result


def _rules_at_usual_hours(expression: Expression, reference: Reference) -> list[str]:
    hours = _USUAL_HOURS.get(expression.parts[0], (9, 18)) if expression.parts else (9, 18)
    phrases: list[str] = []
    for hour in hours:
        try:
            rule = default_rule(expression, reference, hour)
        except (Refusal, LastDayInstead):
            continue
        phrases.append(reference.language.speech.rule(rule.rrule, rule.first))
    return phrases


def _phrases(moments: tuple[datetime, ...], reference: Reference) -> list[str]:
    in_words, usable = reference.language.speech.moment, [m for m in moments if reference.may_be_suggested(m)]
    phrases = (in_words(moment.replace(microsecond=0), reference.now, True) for moment in usable)
    return list(dict.fromkeys(phrases))[:_MOST_SUGGESTIONS]


def _error(code: Code, suggestions: list[str], reference: Reference) -> DateError:
    return DateError(code, _message(code, suggestions, reference.language), tuple(suggestions))


def _message(code: Code, suggestions: list[str], language: Language) -> str:
    message = language.speech.messages[code]
    if not suggestions:
        return message
    return f"{message} {language.speech.either.format(f' {language.speech.joint} '.join(suggestions))}"


def format_instant(
    instant: Instant | datetime, now: datetime, zone: ZoneInfo, language: str, *, with_zone: bool = False
) -> str:
    """A moment in words that `parse` reads back: "mañana a las 9:00". The zone stands in it when it is not `zone`."""
    moment = instant.utc if isinstance(instant, Instant) else instant.astimezone(UTC)
    other = instant.zone if isinstance(instant, Instant) else zone
    local = moment.astimezone(other)
    if local.fold:
        return local.isoformat()  # words name the first of two
    shown = language_of(language).speech.moment(local.replace(tzinfo=None), to_local(now.astimezone(UTC), other), False)
    return f"{shown} ({other.key})" if with_zone or other.key != zone.key else shown


def format_recurrence(recurrence: Recurrence, language: str) -> str:
    """A rule in words that `parse` reads back: "todos los lunes a las 9:00"."""
    return language_of(language).speech.rule(recurrence.rrule, recurrence.first)
