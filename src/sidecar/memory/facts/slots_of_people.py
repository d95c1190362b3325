"""Slots about people: where they live and work, what they drive, who has which role, and what a pet is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, Slot
from sidecar.memory.facts.subject import names_user
from sidecar.memory.lexicon.lexicon import concept_group, function_words

_MEASURES = frozenset({"number", "unit", "day", "month", "part", "quality", "size"})
_INDEFINITE = {"es": frozenset({"un", "una"}), "en": frozenset({"a", "an", "half"})}
_NAMELIKE = frozenset({"word", "name", "place"})
_OWN = frozenset({"su", "sus", "mi", "mis", "my", "his", "her", "their", "our"})
_TRADE = re.compile("(?:er|or|ist|ant|ian|dora|dor|ista|ero|era|nurse|cna)$")


def _homes(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield where somebody lives: a town, or a house in it; one says nothing about the other."""
    lives = next((item for item in statement.items[::-1] if item.keys & {"live", "move_house"} and not item.off), None)
    if lives is None:
        return
    after = [item for item in statement.items if item.at > lives.at and item.prep != "with"]
    after = [item for item in after if item.clause == after[0].clause]
    places = [item for item in after if item.kinds & _NAMELIKE and not item.weak]
    if places and (after[0].prep in {"at", "to"} or lives.text.endswith((" to", " a"))):
        article = bool({statement.words[after[0].at - 1], after[0].text} & _INDEFINITE[statement.language])
        before = [item for item in after if item.at <= places[0].at]
        in_house = (
            article
            or statement.words[places[0].at - 1] == "on"
            or any("home" in item.kinds and not item.keys & concept_group("settlement") for item in before)
        )
        keys = frozenset(key for item in places for key in item.keys)
        yield Slot("house" if in_house else "home", frozenset({"home"}), keys, places[0].text)


def _cars(statement: ParsedStatement) -> Iterator[Slot]:
    drives = next((item for item in statement.items if item.keys & {"drive"}), None)
    if drives is None or statement.has("work") or any(item.prep for item in statement.items if not item.numeral):
        return
    things = [item for item in statement.items if item.at > drives.at and item.kinds & {"word", "name", "car"}]
    if things and drives.at <= 1:
        yield Slot.of_items("car", frozenset({"drive"}), things)


def _roles(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield who has a role of which there is one: the boss, the dentist, the partner."""
    items = [item for item in statement.items if not item.kinds <= _MEASURES]
    at = next((place for place, item in enumerate(items[:2]) if _is_role(statement, item)), None)
    if at is None:
        return
    role, before = items[at], statement.words[: items[0].at]
    between = _follows(statement, items[0], role) if at else set[str]()
    owned = at == 1 and between == {"s"}  # "Eli's teacher"
    if at == 0 or not between or owned:
        rest = items[at + 1 :]
        of = frozenset(key for item in items[: at + 1] for key in item.keys)
        if owned:
            of = role.keys | {f"of:{key}" for key in items[0].keys}
        if rest and _follows(statement, role, rest[0]) & function_words("belongs"):
            of, rest = of | {f"of:{key}" for key in rest[0].keys}, rest[1:]
        while rest and (rest[0].text in function_words("title") or ("job" in rest[0].kinds and not rest[0].name)):
            rest = rest[1:]  # "la doctora Pizarro"
        between = set(statement.words[role.at : rest[0].at]) if rest else set[str]()
        linked = between & (function_words("being") | function_words("called") | {","})
        named = rest[:1] if linked and set(before) <= function_words("determiner") else []
    else:
        of = role.keys
        named = items[:1] if between & function_words("own") and not set(before[:1]) & function_words("self") else []
    if named and not named[0].prep and (named[0].name or "name" in named[0].kinds) and not named[0].off:
        yield Slot("role", of, frozenset({f"w:{named[0].text}"}), named[0].text, exact=True)


def _is_role(statement: ParsedStatement, item: Item) -> bool:
    if item.name or (item.person and not item.keys & (concept_group("one_person") | concept_group("parent"))):
        return False
    owned = bool(item.at) and statement.words[item.at - 1] in _OWN
    teaches = item.text in function_words("teacher")
    return item.person or "job" in item.kinds or teaches or (item.unknown and owned)


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
    works = statement.has("work", "hired") or any(_is_stated(statement, job) for job in jobs) or statement.changed
    if works and employers:
        yield Slot.of_items("employer", frozenset({"work"}), employers[:1])
        if jobs:
            yield Slot.of_items("job", employers[0].keys, jobs[:1])


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


def _own_name(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield what the user is called: "Se llama Inés", "me llamo Inés"."""
    items = [item for item in statement.items if not item.predicate]
    if names_user(statement) and len(items) == 1 and (items[0].name or items[0].kinds <= _NAMELIKE):
        yield Slot.of_items("name", frozenset({"called"}), items)


RELATIONS_OF_PEOPLE: tuple[Callable[[ParsedStatement], Iterator[Slot]], ...] = (
    _homes,
    _cars,
    _roles,
    _names,
    _jobs,
    _own_name,
)
