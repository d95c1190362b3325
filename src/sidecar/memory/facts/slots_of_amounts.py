"""Slots of amounts and times: prices, ages, school years, the hours of an activity and the day of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, Slot
from sidecar.memory.lexicon.lexicon import concept_group, function_words

_MEASURES = frozenset({"number", "unit", "day", "month", "part", "quality", "size"})
_ACTIVITIES = frozenset({"sport", "topic", "instrument", "tech", "job", "condition", "language_name", "word"})
_AT_TIMES = frozenset(
    {"work", "sleep", "wake", "practice", "study", "meditate", "climb", "swim", "run", "sing", "dance"}
)
_ATTENDED = frozenset({"go_to", "start", "study", "finish", "graduate"})
_PLANNED = frozenset({"travel", "visit", "go_to"})
_LASTING = frozenset({"hasta", "until", "till", "since", "desde"})
_PER = frozenset({"every_day", "every_week", "every_month"})
_CHANGED_TO = frozenset({"to", "a", "en"})
_ORDINALS = {"first": "#1", "second": "#2", "third": "#3", "fourth": "#4", "fifth": "#5", "sixth": "#6"}
_FIRST_GRADES = frozenset({"#1", "#2", "#3"})
_THOUSANDS = frozenset({"w:mil", "w:grand", "w:k"})
_ONE_OF_SEVERAL = frozenset({"un", "una", "otro", "otra", "a", "another"})
_FROM_AND_TO, _DAY_AND_MONTH = 2, 2


def _prices(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield what something costs, what is paid for it, and what somebody earns."""
    earns = bool(function_words("earning") & set(statement.words[:3])) or statement.has("raise")
    if not (earns or _is_rate(statement) or statement.has(*concept_group("money"))):
        return
    if any("month" in item.kinds for item in statement.items):
        return
    amounts = [item for item in statement.items if _is_sum(item) and not _numbers_a_thing(statement, item)]
    if not amounts:
        return
    things = [item for item in statement.items if not item.numeral and not item.kinds <= _MEASURES]
    no_thing = (concept_group("money") - {"rent", "earn", "installment"}) | _THOUSANDS | {"raise", "promotion"}
    of = frozenset(key for item in things for key in item.keys) - no_thing or frozenset({"earn"} if earns else ())
    if of:
        yield Slot.of_items("price", of, amounts)


def _is_rate(statement: ParsedStatement) -> bool:
    """Return whether something is so much a week or a month: "daycare is 300 a week"."""
    links = function_words("being") | (_CHANGED_TO if statement.changed else frozenset[str]())
    sums = (item for item in statement.items if item.at and _is_sum(item) and statement.words[item.at - 1] in links)
    ends = {item.at + len(item.text.split()) for item in sums}
    return any(item.at in ends and item.keys & _PER for item in statement.items)


def _is_sum(item: Item) -> bool:
    return item.numeral is not None and item.numeral.startswith("#") and not item.weak


def _numbers_a_thing(statement: ParsedStatement, number: Item) -> bool:
    """Return whether a number says which one, and not how much: "rents shed 12", "alquila la cochera 12"."""
    end = number.at + len(number.text.split())
    before = [item for item in statement.items if item.at + len(item.text.split()) == number.at]
    after = [item for item in statement.items if item.at == end]
    names_it = any(not (item.person or item.name or item.keys & concept_group("money")) for item in before)
    return number.text.startswith("0") or (names_it and not any(_follows_a_sum(item) for item in after))


def _follows_a_sum(item: Item) -> bool:
    return bool(item.keys & (concept_group("how_often") | _THOUSANDS)) or "unit" in item.kinds


def _ages(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield ages, weights and heights."""
    numbers = [
        item for item in statement.items if (_is_sum(item) and item.text.isdigit()) or _is_counted(statement, item)
    ]
    if len(numbers) != 1:
        return
    others = [item for item in statement.items if item not in numbers and not item.person and not item.name]
    for relation in ("age", "weigh", "measure"):
        if statement.has(relation) and all(item.keys & {relation} or item.kinds <= _MEASURES for item in others):
            yield replace(Slot.of_items(relation, frozenset({relation}), numbers), single=not _introduces(statement))


def _introduces(statement: ParsedStatement) -> bool:
    """Return whether it tells of somebody who may be one of several: "tiene una hija de 9 años"."""
    people = (item for item in statement.items if "kin" in item.kinds)
    return any(item.at and statement.words[item.at - 1] in _ONE_OF_SEVERAL for item in people)


def _is_counted(statement: ParsedStatement, item: Item) -> bool:
    """Return whether a numeral in words counts, and does not order: "siete años", not "segundo año"."""
    after = statement.words[item.at + 1 : item.at + 2]
    return _is_sum(item) and (not after or after[0] not in {"ano", "year", "grado", "grade"})


def _numbers(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the number that something is: "A1c is 6.1"."""
    numbers = [item for item in statement.items if _is_sum(item)]
    things = [item for item in statement.items if not item.numeral]
    if len(numbers) != 1 or not things or any(item.kinds - {"word", "condition"} or item.name for item in things):
        return
    if things[-1].at < numbers[0].at and set(statement.words[things[-1].at : numbers[0].at]) & function_words("being"):
        yield Slot.of_items("number", frozenset(key for item in things for key in item.keys), numbers)


def _grades(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the school year: "va a segundo grado", "is in 3rd grade"."""
    begins = statement.has("start", "pass_exam", "teach")
    for item in statement.items:
        end = item.at + len(item.text.split())
        after = statement.words[end : end + 1]
        goes = begins or item.prep in {"to", "at"}
        number = item.numeral or _ORDINALS.get(item.text)
        if number and goes and after and after[0] in {"grado", "ano", "grade"}:
            of = {"grade", "teach"} if statement.has("teach") else {"grade"}
            yield Slot("grade", frozenset(of), frozenset({number}), item.text, exact=True)


def _schools(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the kind of school that somebody goes to, or has finished: "va al jardín", "graduated high school"."""
    verbs = {key for item in statement.items if item.predicate for key in item.keys}
    for item in statement.items:
        stage = item.keys & concept_group("school_stage")
        if stage and verbs <= _ATTENDED and (verbs or item.prep in {"to", "at"}):
            done = verbs & {"finish", "graduate"}
            value = f"after {min(stage)}" if done else min(stage)
            yield Slot("school", frozenset({"school"}), frozenset({value}), item.text)
    for slot in _grades(statement):
        if "teach" not in slot.of and slot.values & _FIRST_GRADES:
            yield Slot("school", frozenset({"school"}), frozenset({"primary_school"}), slot.text)


def _dates(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the day of an event. One that "has an appointment" may have several."""
    days = [item for item in statement.items if item.kinds & {"month", "number"} and not item.weak]
    days = [item for item in days if len(item.numeral or "") != len("#2026")]
    month = next((item for item in days if "month" in item.kinds), None)
    days = [item for item in days if month and abs(item.at - month.at) <= _DAY_AND_MONTH]
    if month is None or len(days) != _DAY_AND_MONTH or statement.has("age", "birthday"):
        return
    if _LASTING & set(statement.words[max(0, month.at - 4) : month.at]):
        return
    things = [item for item in statement.items if not item.kinds <= _MEASURES and not item.person]
    of = frozenset("travel" if key == "trip" else key for item in things for key in item.keys)
    of -= concept_group("mere_event")
    planned = statement.items[0].keys & _PLANNED and not statement.changed
    begins = statement.words[0] in function_words("having") or planned
    if of and not any(item.keys & {"born", "live", "work", "start"} for item in things):
        verbs = sorted(
            key for item in things if item.predicate for key in item.keys - concept_group("mere_event") - {"travel"}
        )
        yield replace(Slot.of_items(" ".join(["date of", *verbs]), of, days), single=not begins)


def _times(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the weekdays and the hours of an activity."""
    if statement.has("have_appt", "born", "age") or set(statement.words) & function_words("besides"):
        return
    things = [item for item in statement.items if not item.kinds <= _MEASURES and not item.person and not item.weak]
    activities = [item for item in things if item.kinds & _ACTIVITIES and item.prep not in {"with", "for", "of"}]
    activities = activities or [item for item in things if item.keys & _AT_TIMES]
    of = frozenset(key for item in activities for key in item.keys)
    if not of:
        return
    days = [item for item in statement.items if "day" in item.kinds]
    hours = [item for item in statement.items if item.numeral and item.numeral.startswith("@")] or _span(statement)
    if days:
        yield Slot.of_items("weekday", of, days)
    if hours:
        yield Slot.of_items("hour", of | {key for item in days for key in item.keys}, hours)


def _span(statement: ParsedStatement) -> list[Item]:
    """Return the hours of a working day without a clock: "trabaja de 14 a 21"."""
    numbers = [item for item in statement.items if item.numeral and statement.has("work")]
    is_span = len(numbers) == _FROM_AND_TO and numbers[1].prep == "to" and numbers[1].at - numbers[0].at == _FROM_AND_TO
    return numbers if is_span else []


RELATIONS_OF_AMOUNTS: tuple[Callable[[ParsedStatement], Iterator[Slot]], ...] = (
    _prices,
    _ages,
    _numbers,
    _grades,
    _schools,
    _times,
    _dates,
)
