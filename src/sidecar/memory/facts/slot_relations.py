"""The relations in which something has one value at a time, each with the slots that a statement fills in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, Slot
from sidecar.memory.lexicon.lexicon import concept_group, function_words

_MEASURES = frozenset({"number", "unit", "day", "month", "part", "quality", "size"})
_NAMELIKE = frozenset({"word", "name", "place"})
_ACTIVITIES = frozenset({"sport", "topic", "instrument", "tech", "job", "condition", "language_name", "word"})
_AT_TIMES = frozenset(
    {"work", "sleep", "wake", "practice", "study", "meditate", "climb", "swim", "run", "sing", "dance"}
)
_OWN = frozenset({"su", "sus", "mi", "mis", "my", "his", "her", "their", "our"})
_TRADE = re.compile("(?:er|or|ist|ant|ian|dora|dor|ista|ero|era|nurse|cna)$")
_PLANNED = frozenset({"travel", "visit", "go_to"})
_LASTING = frozenset({"hasta", "until", "till", "since", "desde"})
_FROM_AND_TO, _DAY_AND_MONTH = 2, 2


def _doses(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield how much of a medicine is taken, and how often."""
    if statement.has(*concept_group("money")):
        return
    drugs = _find_drugs(statement)
    for drug in drugs:
        ends = [other.at for other in drugs if other.at > drug.at]
        amounts, times = list[Item](), list[Item]()
        for item in statement.items:
            near = len(drugs) == 1 or drug.at < item.at < min(ends, default=len(statement.words))
            if near and item.numeral and not item.numeral.startswith("@"):
                (times if _counts_times(statement, item) else amounts).append(item)
            elif near and item.keys & concept_group("how_often"):
                times.append(item)
        if amounts:
            yield _slot("amount", drug.keys, amounts)
        if times:
            yield _slot("frequency", drug.keys, times)


def _find_drugs(statement: ParsedStatement) -> list[Item]:
    """Find medicines, or else the unknown word after "toma"."""
    known = [item for item in statement.items if "drug" in item.kinds]
    takes = [item for item in statement.items if item.keys & {"take_drug", "inject"}]
    after = (take.at + len(take.text.split()) for take in takes[:1])
    return known or [item for at in after for item in statement.items if item.unknown and item.at == at]


def _counts_times(statement: ParsedStatement, item: Item) -> bool:
    after = statement.words[item.at + len(item.text.split()) :][:2]
    return bool(after) and (
        after[0] in function_words("times") or after in {("a", "day"), ("al", "dia"), ("por", "dia")}
    )


def _prices(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield what something costs, what is paid for it, and what somebody earns."""
    if not statement.has(*concept_group("money")) or any("month" in item.kinds for item in statement.items):
        return
    amounts = [item for item in statement.items if _is_sum(item)]
    if not amounts:
        return
    things = [item for item in statement.items if not item.numeral and not item.kinds <= _MEASURES]
    of = (
        frozenset(key for item in things for key in item.keys)
        - (concept_group("money") - {"rent", "earn"})
        - {"w:mil", "w:grand", "w:k"}
    )
    if of:
        yield _slot("price", of, amounts)


def _is_sum(item: Item) -> bool:
    return item.numeral is not None and item.numeral.startswith("#") and not item.weak


def _ages(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield ages, weights and heights."""
    numbers = [
        item for item in statement.items if (_is_sum(item) and item.text.isdigit()) or _is_counted(statement, item)
    ]
    others = [item for item in statement.items if item not in numbers and not item.person and not item.name]
    for relation in ("age", "weigh", "measure"):
        if (
            len(numbers) == 1
            and statement.has(relation)
            and all(item.keys & {relation} or item.kinds <= _MEASURES for item in others)
        ):
            yield _slot(relation, frozenset({relation}), numbers)


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
        yield _slot("number", frozenset(key for item in things for key in item.keys), numbers)


def _homes(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield where somebody lives: a town, or a house in it; one says nothing about the other."""
    lives = next((item for item in statement.items if item.keys & {"live", "move_house"} and not item.off), None)
    if lives is None:
        return
    after = [item for item in statement.items if item.at > lives.at and item.prep != "with"]
    after = [item for item in after if item.clause == after[0].clause]
    places = [item for item in after if item.kinds & _NAMELIKE and not item.weak]
    if places and after[0].prep in {"at", "to"}:
        article = bool({statement.words[after[0].at - 1], after[0].text} & function_words("indefinite"))
        before = [item for item in after if item.at <= places[0].at]
        in_house = article or any(
            "home" in item.kinds and not item.keys & concept_group("settlement") for item in before
        )
        keys = frozenset(key for item in places for key in item.keys)
        yield Slot("house" if in_house else "home", frozenset({"home"}), keys, places[0].text)


def _cars(statement: ParsedStatement) -> Iterator[Slot]:
    drives = next((item for item in statement.items if item.keys & {"drive"}), None)
    if drives is None or statement.has("work") or any(item.prep for item in statement.items if not item.numeral):
        return
    things = [item for item in statement.items if item.at > drives.at and item.kinds & {"word", "name", "car"}]
    if things and drives.at <= 1:
        yield _slot("car", frozenset({"drive"}), things)


def _roles(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield who has a role of which there is one: the boss, the dentist, the partner."""
    items = [item for item in statement.items if not item.kinds <= _MEASURES]
    at = next((place for place, item in enumerate(items[:2]) if _is_role(statement, item)), None)
    if at is None:
        return
    role, before = items[at], statement.words[: items[0].at]
    compound = at == 1 and not _follows(statement, items[0], role)
    if at == 0 or compound:
        rest = items[at + 1 :]
        of = frozenset(key for item in items[: at + 1] for key in item.keys)
        if rest and _follows(statement, role, rest[0]) & function_words("belongs"):
            of, rest = of | {f"of:{key}" for key in rest[0].keys}, rest[1:]
        while rest and (rest[0].text in function_words("title") or ("job" in rest[0].kinds and not rest[0].name)):
            rest = rest[1:]  # "la doctora Pizarro"
        between = set(statement.words[role.at : rest[0].at]) if rest else set[str]()
        linked = between & (function_words("being") | function_words("called") | {","})
        named = rest[:1] if linked and set(before) <= function_words("determiner") else []
    else:
        of = role.keys
        owned = _follows(statement, items[0], role) & function_words("own")
        named = items[:1] if owned and not set(before[:1]) & function_words("self") else []
    if named and not named[0].prep and (named[0].name or "name" in named[0].kinds) and not named[0].off:
        yield Slot("role", of, frozenset({f"w:{named[0].text}"}), named[0].text, exact=True)


def _is_role(statement: ParsedStatement, item: Item) -> bool:
    if item.name or (item.person and not item.keys & (concept_group("one_person") | concept_group("parent"))):
        return False
    owned = bool(item.at) and statement.words[item.at - 1] in _OWN
    return item.person or "job" in item.kinds or (item.unknown and owned)


def _names(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield what a pet or a relative is called; "la gata" and "the kitten" speak of the one that is known."""
    called = [at for at, word in enumerate(statement.words) if word in function_words("called")]
    who = next((item for item in statement.items if item.kinds & {"being", "kin"}), None)
    after = [
        item for item in statement.items if called and item.at > called[-1] and (item.name or item.kinds & _NAMELIKE)
    ]
    if who is not None and after:
        definite = statement.words[0] in {"el", "la", "the"} and who.at <= 1
        corrected = definite or statement.changed or statement.now
        yield Slot(
            "name", who.keys, frozenset({f"w:{after[0].text}"}), after[0].text, single=bool(corrected), loose=True
        )


def _follows(statement: ParsedStatement, item: Item, following: Item) -> set[str]:
    return set(statement.words[item.at + len(item.text.split()) : following.at])


def _dates(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the day of an event. One that "has an appointment" may have several."""
    days = [item for item in statement.items if item.kinds & {"month", "number"} and not item.weak]
    month = next((item for item in days if "month" in item.kinds), None)
    days = [item for item in days if month and abs(item.at - month.at) <= _DAY_AND_MONTH]
    if month is None or len(days) != _DAY_AND_MONTH or statement.has("age", "birthday"):
        return
    if _LASTING & set(statement.words[max(0, month.at - 4) : month.at]):
        return
    things = [item for item in statement.items if not item.kinds <= _MEASURES and not item.person]
    of = frozenset(key for item in things for key in item.keys) - concept_group("mere_event")
    begins = statement.words[0] in function_words("having") or statement.items[0].keys & _PLANNED
    if of and not any(item.keys & {"born", "live", "work", "start"} for item in things):
        verbs = sorted(key for item in things if item.predicate for key in item.keys - concept_group("mere_event"))
        yield replace(_slot(" ".join(["date of", *verbs]), of, days), single=not begins)


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
        yield _slot("weekday", of, days)
    elif hours:
        yield _slot("hour", of, hours)


def _span(statement: ParsedStatement) -> list[Item]:
    """Return the hours of a working day without a clock: "trabaja de 14 a 21"."""
    numbers = [item for item in statement.items if item.numeral and statement.has("work")]
    is_span = len(numbers) == _FROM_AND_TO and numbers[1].prep == "to" and numbers[1].at - numbers[0].at == _FROM_AND_TO
    return numbers if is_span else []


def _jobs(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield where somebody works, and as what."""
    if statement.has("volunteer", "process_paper", "study", "like"):
        return
    if any("job" in item.kinds and _is_owned(statement, item) for item in statement.items):
        return
    jobs = [item for item in statement.items if "job" in item.kinds and not item.off]
    if not jobs:
        jobs = [item for item in statement.items if item.unknown and _TRADE.search(item.text)]
    employers = [
        item
        for item in statement.items
        if item.prep == "at" and (item.name or item.kinds & {"word", "name"}) and item.text != "the"
    ]
    works = statement.has("work") or any(_is_stated(statement, job) for job in jobs)
    if works and employers:
        yield _slot("employer", frozenset({"work"}), employers[:1])
        if jobs:
            yield _slot("job", employers[0].keys, jobs[:1])


def _is_stated(statement: ParsedStatement, job: Item) -> bool:
    """Return whether it is said to be somebody's trade: "es médica", "is a very good nurse"."""
    before = statement.words[max(0, job.at - 3) : job.at]
    return any(word in function_words("being") for word in before) and not any(w.endswith("ing") for w in before)


def _is_owned(statement: ParsedStatement, job: Item) -> bool:
    return bool(job.at) and statement.words[job.at - 1] in {
        "su",
        "sus",
        "mi",
        "mis",
        "my",
        "his",
        "her",
        "their",
        "our",
    }


def _slot(relation: str, of: frozenset[str], items: list[Item]) -> Slot:
    keys = frozenset(min(item.keys) for item in items)
    return Slot(relation, of, keys, " ".join(item.text for item in items))


RELATIONS: tuple[Callable[[ParsedStatement], Iterator[Slot]], ...] = (
    _doses,
    _prices,
    _ages,
    _numbers,
    _homes,
    _cars,
    _roles,
    _names,
    _times,
    _dates,
    _jobs,
)
