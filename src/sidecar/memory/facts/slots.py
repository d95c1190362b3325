"""What has one value at a time: a slot is whom a statement is about, the relation, and of what; another value is a change.

"Toma losartán 100" has the slot (amount, losartan) with the value 100; "su jefa es Noemí" has (role, boss) with Noemí.
All relations are here; whom a statement is about is compared apart (`subject`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.lexicon.lexicon import concept_group, function_words

Keys = frozenset[str]
_MEASURES = frozenset({"number", "unit", "day", "month", "part", "quality", "size"})
_NAMELIKE = frozenset({"word", "name", "place"})


@dataclass(frozen=True, slots=True)
class Slot:
    """`of` is what the value belongs to: a medicine, a role, an activity. `exact`: all of it counts, not a part."""

    relation: str
    of: Keys
    values: Keys
    text: str
    exact: bool = False


@lru_cache(maxsize=1024)
def find_slots(statement: ParsedStatement) -> tuple[Slot, ...]:
    """Return the slots that a statement fills; none when it tells of the past, a wish or a plan."""
    if statement.event or statement.signs & {"past", "wish", "ex", "almost"}:
        return ()
    return tuple(slot for find in _RELATIONS for slot in find(statement))


def find_change(stored: ParsedStatement, said: ParsedStatement) -> str | None:
    """Return how a slot of the stored statement has another value in the said one; None where none has."""
    for slot in find_slots(stored):
        for other in find_slots(said):
            if _is_one_slot(slot, other) and _differ(slot, other):
                return f"another {slot.relation}: {slot.text} / {other.text}"
    return None


def slot_keys(statement: ParsedStatement) -> Iterator[str]:
    """Yield keys under which facts with the same slots are found."""
    for slot in find_slots(statement):
        yield f"slot:{slot.relation}"


def _is_one_slot(slot: Slot, other: Slot) -> bool:
    if slot.relation != other.relation:
        return False
    return slot.of == other.of if slot.exact else bool(slot.of & other.of)


def _differ(slot: Slot, other: Slot) -> bool:
    """Return whether the values exclude each other; one that holds the other only says less, or more."""
    return not (slot.values <= other.values or other.values <= slot.values)


def _doses(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield how much of a medicine is taken, and how often."""
    if statement.has(*concept_group("money")):
        return
    drugs = [item for item in statement.items if _is_drug(statement, item)]
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


def _is_drug(statement: ParsedStatement, item: Item) -> bool:
    if "drug" in item.kinds:
        return True
    return item.unknown and any(
        one.keys & {"take_drug", "inject"} and one.at < item.at <= one.at + len(one.text.split()) + 1
        for one in statement.items
    )


def _counts_times(statement: ParsedStatement, item: Item) -> bool:
    after = statement.words[item.at + len(item.text.split()) :][:2]
    return bool(after) and (after[0] in function_words("times") or after in {("a", "day"), ("al", "dia"), ("por", "dia")})


def _prices(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield what something costs, what is paid for it, and what somebody earns."""
    if not statement.has(*concept_group("money")) or any("month" in item.kinds for item in statement.items):
        return
    amounts = [item for item in statement.items if _is_sum(item)]
    if not amounts:
        return
    things = [item for item in statement.items if not item.numeral and not item.kinds <= _MEASURES]
    of = frozenset(key for item in things for key in item.keys) - (concept_group("money") - {"rent", "earn"}) - {"w:mil", "w:grand", "w:k"}
    if of:
        yield _slot("price", of, amounts)


def _is_sum(item: Item) -> bool:
    return item.numeral is not None and item.numeral.startswith("#") and not item.weak


def _ages(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield ages, weights and heights."""
    numbers = [item for item in statement.items if _is_sum(item)]
    others = [item for item in statement.items if item not in numbers and not item.person and not item.name]
    for relation in ("age", "weigh", "measure"):
        if len(numbers) == 1 and others and all(item.keys & {relation} or item.kinds <= _MEASURES for item in others):
            yield _slot(relation, frozenset({relation}), numbers)


def _numbers(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the number that something is: "A1c is 6.1", "calza 40"."""
    numbers = [item for item in statement.items if _is_sum(item)]
    things = [item for item in statement.items if not item.numeral and not item.person]
    if len(numbers) == 1 and len(things) == 1 and things[0].at < numbers[0].at and things[0].kinds <= {"word", "condition"}:
        yield _slot("number", things[0].keys, numbers)


def _roles(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield who has a role of which there is one: the boss, the dentist, the partner."""
    items = [item for item in statement.items if not item.kinds <= _MEASURES]
    role = next((item for item in items if _is_role(item)), None)
    if role is None or items.index(role) > 1:
        return
    before, owner = statement.words[: role.at], frozenset[str]()
    if items[0] is role:
        if not set(before) <= function_words("determiner"):
            return
        rest = items[1:]
        if rest and _follows(statement, role, rest[0]) & function_words("belongs"):
            owner, rest = frozenset(f"of:{key}" for key in rest[0].keys), rest[1:]
        while rest and "job" in rest[0].kinds and not rest[0].name:
            rest = rest[1:]  # "la doctora Pizarro"
        named = rest[:1]
        between = set(statement.words[role.at : rest[0].at]) if rest else set[str]()
        if not between & (function_words("being") | function_words("called") | {","}):
            return
    else:
        named = items[:1]
        if not _follows(statement, items[0], role) & function_words("own") or set(before[:1]) & function_words("self"):
            return
    if named and (named[0].name or named[0].kinds & {"name"}) and not named[0].off:
        yield Slot("role", role.keys | owner, named[0].keys, named[0].text, exact=True)


def _is_role(item: Item) -> bool:
    return not item.name and bool(item.keys & (concept_group("one_person") | concept_group("parent")) or "job" in item.kinds)


def _follows(statement: ParsedStatement, item: Item, following: Item) -> set[str]:
    return set(statement.words[item.at + len(item.text.split()) : following.at])


def _times(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield the weekdays and the hours of an activity."""
    if statement.has("have_appt", "born", "age") or set(statement.words) & function_words("besides"):
        return
    things = [item for item in statement.items if not item.kinds <= _MEASURES and not item.person and not item.weak]
    activities = [item for item in things if item.kinds & _ACTIVITIES and not item.name]
    activities = activities or [item for item in things if item.keys & _AT_TIMES]
    of = frozenset(key for item in activities for key in item.keys)
    if not of:
        return
    days = [item for item in statement.items if "day" in item.kinds]
    hours = [item for item in statement.items if item.numeral and item.numeral.startswith("@")]
    if days:
        yield _slot("weekday", of, days)
    elif hours:
        yield _slot("hour", of, hours)


_ACTIVITIES = frozenset({"sport", "topic", "instrument", "tech", "job", "condition", "language_name", "word"})
_AT_TIMES = frozenset({"work", "sleep", "wake", "practice", "study", "meditate", "climb", "swim", "run", "sing", "dance"})


def _jobs(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield where somebody works, and as what."""
    if statement.has("volunteer", "process_paper", "study", "like"):
        return
    if any("job" in item.kinds and _is_owned(statement, item) for item in statement.items):
        return
    jobs = [item for item in statement.items if "job" in item.kinds and not item.off]
    employers = [
        item for item in statement.items if item.prep == "at" and item.kinds & _NAMELIKE and "place" not in item.kinds
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
    return bool(job.at) and statement.words[job.at - 1] in {"su", "sus", "mi", "mis", "my", "his", "her", "their", "our"}


def _slot(relation: str, of: Keys, items: list[Item]) -> Slot:
    keys = frozenset(min(item.keys) for item in items)
    return Slot(relation, of, keys, " ".join(item.text for item in items))


_RELATIONS: tuple[Callable[[ParsedStatement], Iterator[Slot]], ...] = (
    _doses,
    _prices,
    _ages,
    _numbers,
    _roles,
    _times,
    _jobs,
)
