"""Rules for when a statement replaces a stored fact: it ended, is negated, came true or has a new value.

Every rule looks at an alignment of two statements with one subject, and gives a reason or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sidecar.memory.facts.alignment import Alignment, Pair
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, content_items, predicate_items, tells_work
from sidecar.memory.facts.slots import find_slots
from sidecar.memory.facts.taxonomy import are_siblings
from sidecar.memory.facts.value_rules import VALUE_RULES
from sidecar.memory.lexicon.lexicon import concept_group, concept_map, function_words

_BETWEEN_PEOPLE = frozenset({"estranged", "reconciled"})
"""Events that concern the person who is named."""
_AIM_AND_DEED = 2
"""Predicates that say what is wished for without a thing: to learn to drive."""
_A_WISH = frozenset({"wish"})
ReplacementRule = Callable[[Alignment], "str | None"]

_THOUSANDS = frozenset({"mil", "lucas", "luca", "palos", "k", "grand", "thousand"})


def find_replacement(alignment: Alignment) -> str | None:
    """Return the reason why the stored statement no longer holds, or None."""
    rules = _ENDS if alignment.said.adds else (*_ENDS, *VALUE_RULES, _came_true)
    return next((reason for rule in rules if (reason := rule(alignment))), None)


def _left_behind(alignment: Alignment) -> str | None:
    """Find an event that ends what was stored: "renuncié" ends any job."""
    stored, said = alignment.stored, alignment.said
    if stored.signs & {"past", "ex", "wish"} or "wish" in said.signs:
        return None
    for event, left in concept_map("leaves").items():
        if event not in said.keys:
            continue
        from_work = "work" in left and event != "work"
        happened = any(event in i.keys and (from_work or not i.off) and _by_the_user(said, i) for i in said.items)
        there = stored.has(*left) or (from_work and tells_work(stored))
        if event in _BETWEEN_PEOPLE and not any(
            pair.stored.name or "name" in pair.stored.kinds for pair in alignment.pairs
        ):
            continue
        if event == "move_house" and _is_within_town(stored, said):
            continue
        if happened and there and not stored.has(event):
            return f"{event} ends it"
    return None


def _is_within_town(stored: ParsedStatement, said: ParsedStatement) -> bool:
    """Return whether a town is stored and only a house or a street is said: it may be in that town."""
    homes, others = ({slot.relation for slot in find_slots(one)} & {"home", "house"} for one in (stored, said))
    return homes == {"home"} and others == {"house"}


def _by_the_user(said: ParsedStatement, event: Item) -> bool:
    """Return whether the user moved ("me mudé a Funes"), not a thing ("therapy got moved to 6")."""
    if "move_house" not in event.keys:
        return True
    towards = next((item for item in said.items if item.at > event.at), None)
    return not (towards is not None and towards.prep == "to" and _tells_time(towards)) and not any(
        item.at < event.at and item.clause == event.clause and not item.person for item in content_items(said.items)
    )


def _tells_time(item: Item) -> bool:
    return bool(item.kinds & {"day", "month"}) or any(key.startswith("@") for key in item.keys)


def _ended(alignment: Alignment) -> str | None:
    """Find a clause that ends the stored thing: "dejé de fumar", "the car? sold it"."""
    if alignment.stored.event or alignment.stored.signs & {"past", "ex"}:
        return None
    for number, clause in enumerate(alignment.said.clauses):
        if clause.ended and (named := _named_at_the_end(alignment, number)):
            return f"ended: {_text(named)}"
    return None


def _named_at_the_end(alignment: Alignment, number: int) -> list[Pair]:
    if not any(item.clause == number for item in alignment.said.items):
        number -= 1  # "al final no voy, lo descarté"
    here = [pair for pair in alignment.pairs if pair.said.clause == number and not pair.stored.off]
    attached = alignment.stored.has(*concept_group("attached"), *concept_group("friend"))
    named = [pair for pair in here if _may_end(pair.stored, attached=attached) and not _counts(pair.stored)]
    if named and alignment.stored.items[0].person and all(pair.stored.predicate for pair in named):
        return []  # the verb alone is nothing of theirs: "lo conoce de la secundaria"
    extra = [item for item in alignment.only_said if item.clause == number and not item.weak]
    if _conflict(alignment.only_stored, extra):
        return []
    whole = any(not pair.stored.predicate or not pair.stored.keys & concept_group("with_object") for pair in named)
    missing = [item for item in alignment.only_stored if not item.weak]
    return named if whole or not (missing and extra) else []


def _may_end(item: Item, *, attached: bool) -> bool:
    """Return whether an item may end: people do not, but pets die, and couples and friends part."""
    return not item.person or "being" in item.kinds or (attached and "name" in item.kinds)


def _counts(item: Item) -> bool:
    """Return whether an item only says how much or how long: "3 años", "15 mil" are nothing that ends."""
    return item.measure or "unit" in item.kinds or item.text in _THOUSANDS


def _denied(alignment: Alignment) -> str | None:
    """Find a negation of what was stored, or the reverse: "no me gusta el café"."""
    flipped = [pair for pair in alignment.pairs if pair.stored.off != pair.said.off]
    named = [pair for pair in flipped if not (pair.stored.person or _counts(pair.stored))]  # not only the same year
    if alignment.stored.event or not named or _denied_in_part(alignment, flipped):
        return None
    clauses = {pair.said.clause for pair in flipped}
    extra = [i for i in alignment.only_said if i.clause in clauses and not i.weak and not i.kinds <= {"number", "unit"}]
    missing = content_items(alignment.only_stored)
    if (missing and extra) or (predicate_items(alignment.only_stored) and predicate_items(extra)):
        return None
    if all(pair.stored.predicate for pair in flipped) and any(item.prep == "at" and item.name for item in missing):
        return None  # "runs QA at Paylark", "no running"
    empty = all(pair.stored.predicate and pair.stored.keys & concept_group("with_object") for pair in flipped)
    return None if empty and (missing or content_items(extra)) else f"denied: {_text(flipped)}"


def _denied_in_part(alignment: Alignment, flipped: list[Pair]) -> bool:
    """Return whether both sides agree in part: then the negation says the same, or something else."""
    both_wishes = "wish" in alignment.stored.signs & alignment.said.signs
    if both_wishes and alignment.stored.ended:
        return True
    clauses = {pair.said.clause for pair in flipped}
    kept = [pair for pair in alignment.pairs if pair not in flipped]
    whole = any(_in_denied_clause(alignment, pair) for pair in flipped)
    if whole and any(pair.stored.predicate and pair.said.clause in clauses for pair in kept):
        return True
    if any(pair.stored.keys & concept_group("unfit") for pair in kept):
        return True  # "I can't have lactose, I'm intolerant"
    return any(pair.stored.off and not pair.stored.predicate for pair in kept)  # "come sin gluten", "no come gluten"


def _in_denied_clause(alignment: Alignment, pair: Pair) -> bool:
    """Return whether the whole clause is negated, not only this thing ("sin azúcar")."""
    return alignment.stored.clauses[pair.stored.clause].off or alignment.said.clauses[pair.said.clause].off


def _finished(alignment: Alignment) -> str | None:
    """Find the end of something that was being made."""
    making = alignment.stored.has(*concept_group("making")) and not alignment.stored.has("finish")
    if making and alignment.things and function_words("done") & set(alignment.said.words):
        return f"finished: {_text(alignment.things)}"
    return None


def _had_children(alignment: Alignment) -> str | None:
    none = any("children" in item.keys and item.off for item in alignment.stored.items)
    born = [i for i in alignment.said.items if i.keys & (concept_group("child") | {"gave_birth"}) and not i.off]
    return f"children now: {born[0].text}" if none and born else None


def _came_true(alignment: Alignment) -> str | None:
    """Find a stored wish that came true."""
    if alignment.stored.signs != _A_WISH or "wish" in alignment.said.signs:
        return None
    if not alignment.things and len(alignment.pairs) < _AIM_AND_DEED:
        return None
    if any(not item.measure for item in content_items(alignment.only_stored)) or any(
        pair.said.off != pair.stored.off for pair in alignment.pairs
    ):
        return None
    done = any(pair.stored.predicate and not pair.stored.keys & concept_group("light") for pair in alignment.pairs)
    done = done and "past" not in alignment.said.signs and not any(item.numeral for item in alignment.only_said)
    return "the wish came true" if done or set(alignment.said.words) & function_words("true_now") else None


_ENDS: tuple[ReplacementRule, ...] = (_left_behind, _ended, _denied, _had_children, _finished)


def _conflict(stored: Iterable[Item], said: Iterable[Item]) -> bool:
    others = list(said)
    return any(are_siblings(item, other) for item in stored for other in others if not item.numeral)


def _text(pairs: Iterable[Pair]) -> str:
    return ", ".join(pair.stored.text for pair in pairs)
