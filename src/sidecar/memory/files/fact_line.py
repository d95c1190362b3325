"""One line of `MEMORY.md`: `- [weight:2] text | learned:2026-03-01 | confirmed:2026-03-15 <!-- f:12 -->`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import blake2b

from sidecar.domain.fact import FACT_MAX_CHARS, WEIGHT_MAX, WEIGHT_MIN, Fact, FactId, Subject
from sidecar.language.fold import fold
from sidecar.language.tokens import split_words

# As `render_line` writes most lines; these parts alone tell everything about them.
_PLAIN = re.compile(
    r"- \[weight:(10|[1-9])\] ([^|<\\\s][^|<\\\r\n]*) \| learned:([\d-]{10}) \| confirmed:([\d-]{10})"
    r"(?: \| until:([\d-]{10}))?( \| critical:yes)?( \| about:other)?( \| stale:yes)? <!-- f:(\d{1,18}) -->"
)
_BULLET = re.compile(r"\s*(?:[-*+•–]\s+|[-•](?=[^\W\d_]))(?P<rest>.*)", re.DOTALL)
_WEIGHT = re.compile(r"\[\s*(?:weight|peso)\s*:\s*(\d{1,4})\s*\]\s*", re.IGNORECASE)
_BROKEN_WEIGHT = re.compile(r"\[\s*(?:weight|peso)\b", re.IGNORECASE)
_MARKS = re.compile(r"\s*[-*+•–]?\s*(?:\[[^\]]*\]?\s*)?")
_WEIGHT_MARK = re.compile(r"\s*[-*+•–]?\s*\[\s*(?:weight|peso)\b", re.IGNORECASE)
_CHECKBOX = re.compile(r"\[[ xX]?\](?!\()")  # before a parenthesis it is a link
_ID = re.compile(r"(?<!\\)((?:\\\\)*)<!--\s*f:\s*(\d{1,18})\s*-->")
_SEPARATOR = re.compile(r"(?<!\\)(\\*)\|")
_SPECIAL = re.compile(r"(?<!\\)(\\*)(\||<(?=!--))")
_PART = re.compile(r"(?P<key>[^\W\d_][\w-]*):(?!//)(?P<value>\S+)")
_KNOWN_PART = re.compile(r"(?P<key>[^\W\d_][\w-]*)\s*:\s*(?P<value>.*)", re.DOTALL)
_KEYS = {
    "learned": "learned", "aprendido": "learned",
    "confirmed": "confirmed", "confirmado": "confirmed",
    "critical": "critical", "critico": "critical",
    "about": "about", "sobre": "about",
    "until": "until", "hasta": "until",
    "stale": "stale", "viejo": "stale",
    "unconfirmed-change-of": "awaits",
    "conflict": "conflict",
}  # fmt: skip
LONGEST_CHARS = 5_000
"""A longer line is no fact; the patterns need not be fast on it."""
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1b\x7f\ufeff\ud800-\udfff]")
_YES = frozenset({"yes", "si"})
_NO = frozenset({"no"})


@dataclass(frozen=True, slots=True)
class FactLine:
    """The parts of a line; None where it does not give one. `text` is on one line, with single blanks.

    A line in `conflict` with a fact is the person's version of it, and no fact until the person removes the mark.
    `extra`: unknown parts, kept for the person.
    """

    text: str
    weight: int | None = None
    learned: date | None = None
    confirmed: date | None = None
    critical: bool = False
    other: bool = False
    """It is not about the person."""
    stale: bool = False
    awaits: FactId | None = None
    conflict: FactId | None = None
    extra: tuple[str, ...] = ()
    id: FactId | None = None
    until: date | None = None

    @property
    def bare(self) -> bool:
        """Whether it was written by hand, without the parts that Sidecar adds; its flags mean nothing then."""
        return self.learned is None and self.confirmed is None


def to_one_line(text: str) -> str:
    """Put the text on one line: single blanks, and no characters that make a file binary."""
    return " ".join(_NO_TEXT.sub("", text).split())


def make_line(fact: Fact, extra: tuple[str, ...] = ()) -> FactLine:
    text = to_one_line(fact.text) or "…"
    return FactLine(
        text, fact.weight, fact.learned, fact.confirmed, fact.critical, fact.subject is Subject.OTHER,
        fact.stale, fact.unconfirmed_change_of, None, extra, fact.id, fact.until,
    )  # fmt: skip


def digest_text(text: str) -> int:
    """Return 48 bits by which the text of a line is recognised after it was forgotten."""
    return int.from_bytes(blake2b(text.encode("utf-8", errors="replace"), digest_size=6).digest())


def find_ids(text: str) -> set[FactId]:
    """Find the ids in a line, whether it can be parsed or not."""
    return {FactId(int(found[2])) for found in _ID.finditer(text)}


def remove_ids(text: str) -> str:
    return _ID.sub(r"\1", text).rstrip()


def guess_text(line: str) -> str:
    """Return what a broken line of a fact seems to state, without the parts that Sidecar adds; "" for prose."""
    bare = remove_ids(line)
    text, *pieces = _split(_MARKS.sub("", bare, count=1))
    before = len(pieces)
    while pieces and _is_part(pieces[-1]):
        pieces.pop()
    return to_one_line(" | ".join([text, *pieces])) if len(pieces) < before or _WEIGHT_MARK.match(bare) else ""


def sort_by_words(texts: Iterable[str]) -> list[list[str]]:
    return sorted(map(split_words, texts))


def begins_one(text: str, others: list[list[str]]) -> bool:
    """Return whether one of the others, sorted by words, begins with the text: it says all that the text does."""
    words = split_words(text)
    place = bisect_left(others, words)
    return bool(words) and place < len(others) and others[place][: len(words)] == words


def is_empty_bullet(line: str) -> bool:
    """Return whether a line is a bullet without text, where somebody is about to write."""
    return line.strip() in {"-", "*", "+", "•", "–"}


def parse_line(line: str) -> FactLine | None:
    """Parse a fact's line; None when it is none, or when a known part of it is broken."""
    return _parse_plain(line) or _parse_any(line)


def _parse_plain(line: str) -> FactLine | None:
    """Parse the line if it is one of those that need no more than one look, as nearly all of a big file do."""
    found = _PLAIN.fullmatch(line)
    if not found or len(line) > LONGEST_CHARS:
        return None
    weight, text, learned, confirmed, until, critical, other, stale, id = found.groups()
    if "  " in text or text.endswith(" ") or not text.isprintable():
        return None
    try:
        return FactLine(
            text, int(weight), _date(learned), _date(confirmed), critical is not None, other is not None,
            stale is not None, id=FactId(int(id)), until=_date(until),
        )  # fmt: skip
    except ValueError:
        return None


def _parse_any(line: str) -> FactLine | None:
    found = _BULLET.fullmatch(_NO_TEXT.sub("", line)) if len(line) <= LONGEST_CHARS else None
    if not found:
        return None
    rest, id = _take_id(found["rest"])
    weight = _WEIGHT.match(rest)
    if not weight and (_BROKEN_WEIGHT.match(rest) or _CHECKBOX.match(rest)):
        return None
    text, *pieces = _split(rest[weight.end() :] if weight else rest)
    parts: list[str] = []
    while pieces and _is_part(pieces[-1]):
        parts.insert(0, pieces.pop())
    text = to_one_line(" | ".join([text, *pieces]))
    if not text or (id is None and len(text) > FACT_MAX_CHARS):
        return None
    number = min(max(int(weight[1]), WEIGHT_MIN), WEIGHT_MAX) if weight else None
    return _with_parts(text, number, id, parts)


def render_line(line: FactLine) -> str:
    """Render the line as text: `parse_line(render_line(line)) == line`."""
    weight = f"[weight:{line.weight}] " if line.weight is not None else ""
    parts = [
        f"learned:{line.learned.isoformat()}" if line.learned else "",
        f"confirmed:{line.confirmed.isoformat()}" if line.confirmed else "",
        f"until:{line.until.isoformat()}" if line.until else "",
        "critical:yes" if line.critical else "",
        "about:other" if line.other else "",
        "stale:yes" if line.stale else "",
        f"unconfirmed-change-of:{line.awaits}" if line.awaits is not None else "",
        f"conflict:{line.conflict}" if line.conflict is not None else "",
        *map(_escape, line.extra),
    ]
    suffix = "".join(f" | {part}" for part in parts if part)
    return f"- {weight}{_escape(line.text)}{suffix}" + (f" <!-- f:{line.id} -->" if line.id is not None else "")


def _take_id(rest: str) -> tuple[str, FactId | None]:
    """Split off the id; what somebody wrote after its comment belongs to the text."""
    found = _ID.search(rest)
    if not found:
        return rest.strip(), None
    before, after = rest[: found.start()] + found[1], _ID.sub(r"\1 ", rest[found.end() :]).strip()
    if after:
        text, *parts = _raw_split(before)
        before = "|".join([f"{text.rstrip()} {after} ", *parts])
    return before.strip(), FactId(int(found[2]))


def _with_parts(text: str, weight: int | None, id: FactId | None, parts: Sequence[str]) -> FactLine | None:
    given: dict[str, str] = {}
    extra: list[str] = []
    for part in parts:
        key = _known_key(part)
        if key in given:
            return None
        if key:
            given[key] = part.split(":", 1)[1].strip()
        else:
            extra.append(part)
    try:
        return FactLine(
            text,
            weight,
            _date(given.get("learned")),
            _date(given.get("confirmed")),
            _flag(given.get("critical"), _YES, _NO),
            _flag(given.get("about"), frozenset({"other", "otro"}), frozenset({"me", "mi", "user"})),
            _flag(given.get("stale"), _YES, _NO),
            _number(given.get("awaits")),
            _number(given.get("conflict")),
            tuple(extra),
            id,
            _date(given.get("until")),
        )
    except ValueError:
        return None


def _is_part(piece: str) -> bool:
    return bool(_PART.fullmatch(piece)) or bool(_known_key(piece))


def _known_key(piece: str) -> str:
    found = _KNOWN_PART.fullmatch(piece)
    return _KEYS.get(fold(found["key"]), "") if found else ""


@lru_cache(maxsize=4_096)
def _date(given: str | None) -> date | None:
    return None if given is None else date.fromisoformat(given)


def _number(given: str | None) -> FactId | None:
    return None if given is None else FactId(int(given.removeprefix("#")))


def _flag(given: str | None, yes: frozenset[str], no: frozenset[str]) -> bool:
    if given is None or fold(given) in no:
        return False
    if fold(given) in yes:
        return True
    raise ValueError(given)


# A backslash is an escape only before `|` and `<!--`, where an even number of them stands for half as many: paths of
# Windows and Markdown's own escapes stay as the person wrote them.


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda found: found[1] * 2 + "\\" + found[2], text)


def _unescape(text: str) -> str:
    return _SPECIAL.sub(lambda found: found[1][: len(found[1]) // 2] + found[2], text)


def _split(rest: str) -> list[str]:
    return [_unescape(piece).strip() for piece in _raw_split(rest)]


def _raw_split(rest: str) -> list[str]:
    """Split at every unescaped `|`; half of the backslashes before it stand for themselves."""
    pieces: list[str] = []
    start = 0
    for found in _SEPARATOR.finditer(rest):
        if len(found[1]) % 2 == 0:
            pieces.append(rest[start : found.start()] + found[1][: len(found[1]) // 2])
            start = found.end()
    return [*pieces, rest[start:]]
