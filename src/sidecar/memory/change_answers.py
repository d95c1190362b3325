"""Reads the answer to whether a health fact really changed, in plain words: "sí, ahora 100", "no, sigo con 75"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.domain.fact import Fact
from sidecar.language.detection import find_likely_languages
from sidecar.memory import extraction
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, collect_keys
from sidecar.memory.facts.parser import parse_statement

_SI = re.compile(r"\W*si+[\s,.!]*(?:$|[,.!])", re.IGNORECASE)
"""How many write "sí"; without a sign behind it, it is an "if"."""


def parse_change_answer(text: str, asked: str, new: Fact, old: Fact, *, next_day: bool) -> bool | None:
    """Return whether a message says that `new` holds now (True) or still `old` (False); None where it tells neither.

    `asked`: what Sidecar said before it. Where it asked nothing about them, only a value said on a later day, with the
    thing it belongs to, counts.
    """
    said = parse_statement(text)
    ours, theirs = parse_statement(new.text), parse_statement(old.text)
    things = collect_keys(item for item in (*ours.items, *theirs.items) if not (item.measure or item.predicate))
    was_asked = "?" in asked and parse_statement(asked).has(*things)
    yes, no = _opening(text) if was_asked else (False, False)
    wishes = "wish" in said.signs and not _SI.match(text)
    if text.rstrip().endswith("?") or wishes or not (was_asked or (next_day and said.has(*things))):
        return None
    told_new, told_old = _tells(said, ours, theirs), _tells(said, theirs, ours)
    if (told_new or yes) == (told_old or no):
        return None
    return told_new or yes


def _tells(said: ParsedStatement, one: ParsedStatement, other: ParsedStatement) -> bool:
    """Return whether it says what only the first has, and does not deny it."""
    own = collect_keys(_values(one.items)) - collect_keys(_values(other.items))
    return any(item.keys & own and not item.off for item in said.items)


def _values(items: Iterable[Item]) -> Iterable[Item]:
    return (item for item in items if not item.predicate and not item.weak)


def _opening(text: str) -> tuple[bool, bool]:
    """Return whether a message begins with a yes, and whether with a no."""
    words = text.strip(" ¡*").lower()
    packs = [extraction.load_language_pack(code).answers for code in find_likely_languages(text, "es")]
    return any(pack.yes.match(words) for pack in packs), any(pack.no.match(words) for pack in packs)
