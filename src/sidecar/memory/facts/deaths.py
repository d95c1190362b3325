"""What ends with somebody's death: the facts about a pet, and the state of a person."""

from __future__ import annotations

from itertools import pairwise

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.facts.subject import USER, share_subject
from sidecar.memory.lexicon.lexicon import concept_group, function_words

Subjects = tuple[frozenset[str], ...]
_STATES = frozenset({"condition", "drug", "state"})


def ends_by_death(stored: ParsedStatement, subjects: Subjects, said: ParsedStatement, others: Subjects) -> bool:
    """Return whether a stored fact is over since whom it is about has died; that needs no confirmation."""
    if "died" not in said.signs or stored.event or stored.signs & {"past", "died", "ex"} or USER in others:
        return False
    if _is_kin_to_another(stored):
        return False
    if not (USER not in subjects and share_subject(subjects, others)) and not _names_the_dead(stored, others):
        return False
    animal = any("being" in item.kinds for item in (*stored.items, *said.items))
    return animal or any(_is_state(item) for item in stored.items) or _follows_routine(stored)


def _is_kin_to_another(stored: ParsedStatement) -> bool:
    """Return whether somebody with a name is told to be kin of somebody else: "Darío es el papá de Bauti"."""
    named = any(item.name or "name" in item.kinds for item in stored.items[:1])
    return named and any(
        "kin" in one.kinds and not {"de", "of"}.isdisjoint(stored.words[one.at + 1 : other.at])
        for one, other in pairwise(stored.items[1:])
    )


def _names_the_dead(stored: ParsedStatement, others: Subjects) -> bool:
    """Return whether the one who died is somebody's pet here: "tiene un perro, Capitán"."""
    names = {key for subject in others for key in subject}
    pets = any("being" in item.kinds for item in stored.items)
    return pets and any(f"w:{item.text}" in names for item in stored.items)


def _is_state(item: Item) -> bool:
    return bool(item.kinds & _STATES) or bool(item.keys & concept_group("of_the_living"))


def _follows_routine(stored: ParsedStatement) -> bool:
    """Return whether it tells what somebody has or takes now: "Pancho toma una pastilla", "Hank has seizures"."""
    return bool(set(stored.words) & (function_words("having") | function_words("taking")))
