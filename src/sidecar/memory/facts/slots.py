"""What has one value at a time: whom a statement is about, the relation, and of what. Another value is a change.

"Toma losartán 100" has the slot (amount, losartan) with the value 100; "su jefa es Noemí" has (role, boss) with Noemí.
Whom a statement is about is compared apart (`subject`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, Slot
from sidecar.memory.facts.slots_of_amounts import RELATIONS_OF_AMOUNTS
from sidecar.memory.facts.slots_of_medicines import RELATIONS_OF_MEDICINES
from sidecar.memory.facts.slots_of_people import RELATIONS_OF_PEOPLE
from sidecar.memory.facts.subject import find_subjects
from sidecar.memory.lexicon.lexicon import function_words

_RELATIONS = (*RELATIONS_OF_AMOUNTS, *RELATIONS_OF_PEOPLE, *RELATIONS_OF_MEDICINES)
_DOUBTFUL = frozenset({"medicine"})
"""Relations in which another value may also be one more."""
_KEPT = frozenset({"age", "role"})
"""Relations in which a plan is not fulfilled by the value."""
_AT_A_TIME = frozenset({"amount", "frequency", "employer", "job"})
"""Relations that may have another value at another time of the day or week."""
_TIMETABLE = frozenset({"weekday", "hour"})
"""Relations of an activity, of which there may be two of a sort: "a meeting with Ana", "one with Bob"."""
_TIMES, _MEALS = frozenset({"part", "day"}), frozenset({"breakfast", "lunch", "dinner", "weekend", "weekday"})


@dataclass(frozen=True, slots=True)
class Change:
    """`loose` and `doubtful`: see `Comparison`."""

    reason: str
    loose: bool = False
    doubtful: bool = False


@lru_cache(maxsize=1024)
def find_slots(statement: ParsedStatement) -> tuple[Slot, ...]:
    """Return the slots that a statement fills, or will fill, if it is a plan; none when it tells of the past."""
    if statement.event or statement.signs & {"past", "ex", "almost"}:
        return ()
    return tuple(slot for find in _RELATIONS for slot in find(statement))


def find_change(stored: ParsedStatement, said: ParsedStatement) -> Change | None:
    """Return how a slot of the stored statement has another value in the said one; None where none has."""
    if (
        "wish" in said.signs
        or said.adds
        or _may_be_another(stored, said)
        or said.words[:1] == ("from",)
        or said.words[:2] == ("a", "partir")
    ):
        return None
    planned = "wish" in stored.signs
    for slot in find_slots(stored):
        for other in find_slots(said):
            if not other.single or not _is_one_slot(slot, other) or (slot.relation in _KEPT and planned):
                continue
            if planned and other.values & slot.values:
                return Change(f"came true: {other.text}")
            if not planned and _differ(slot, other) and not _are_apart(slot, stored, said):
                return Change(
                    f"another {slot.relation}: {slot.text} / {other.text}",
                    slot.loose or other.loose,
                    slot.relation in _DOUBTFUL,
                )
    return None


def slot_keys(statement: ParsedStatement) -> frozenset[str]:
    """Return keys that find the facts with the same slots: whom they are about, and the relation."""
    relations = {slot.relation for slot in find_slots(statement)}
    who = (
        {key for subject in find_subjects(statement, spoken=False) for key in subject or {"user"}} if relations else ()
    )
    return frozenset(f"slot:{relation}:{key}" for relation in relations for key in who)


def _is_one_slot(slot: Slot, other: Slot) -> bool:
    if slot.relation != other.relation:
        return False
    return slot.of == other.of if slot.exact else slot.of <= other.of or other.of <= slot.of


def _differ(slot: Slot, other: Slot) -> bool:
    """Return whether the values exclude each other; one that holds the other only says less, or more."""
    return not (slot.values <= other.values or other.values <= slot.values)


def _may_be_another(stored: ParsedStatement, said: ParsedStatement) -> bool:
    """Return whether one tells which of several relatives, and the other does not."""
    named = any(key.startswith("w:") for subject in find_subjects(said, spoken=False) for key in subject)
    return bool(stored.ranks) != bool(said.ranks) and not named


def _are_apart(slot: Slot, stored: ParsedStatement, said: ParsedStatement) -> bool:
    """Return whether each tells of a time or an occasion of its own: 850 in the morning, 500 at night."""
    sides = (stored, said)
    if slot.relation in _AT_A_TIME:
        times = [{key for item in one.items if _is_occasion(one, item) for key in item.keys} for one in sides]
        return all(times) and not (times[0] <= times[1] or times[1] <= times[0])
    if slot.relation in _TIMETABLE:
        things = [[item for item in one.items if not (item.measure or item.predicate or item.weak)] for one in sides]
        return all(
            any(not any(item.keys & other.keys for other in others) for item in one)
            for one, others in (things, things[::-1])
        )
    return False


def _is_occasion(statement: ParsedStatement, item: Item) -> bool:
    """Return whether an item tells when or what for: at night, for lunch, "si le duele la cabeza"."""
    before = statement.words[: item.at]
    return bool(item.kinds & _TIMES or item.keys & _MEALS or function_words("occasion") & set(before))
