"""A parsed statement: its concepts in order, what is negated, signs of change, and the slots that it fills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from sidecar.language.stems import Language
from sidecar.memory.lexicon.lexicon import function_words

_NEAR = 3
"""At most this many words stand between "is" and the trade: "es una muy buena médica"."""
_MEASURES = frozenset({"number", "unit", "day", "month", "part"})
_PREDICATE = frozenset({"predicates"})
_UNKNOWN = frozenset({"word"})


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is said. `keys` are concepts, "w:" and a stem for a word that the lexicon lacks, or a numeral."""

    text: str
    keys: frozenset[str]
    kinds: frozenset[str]
    at: int
    clause: int
    prep: str = ""
    off: bool = False
    """Denied, ended or disliked."""
    weak: bool = False
    """May be missing on one side."""
    name: bool = False
    numeral: str | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        key = next(iter(self.keys))
        object.__setattr__(self, "numeral", key if key[0] in "#@" else None)

    @property
    def person(self) -> bool:
        return bool(self.kinds & {"kin", "being", "name"})

    @property
    def measure(self) -> bool:
        """A number or a time, and nothing else."""
        return self.kinds <= _MEASURES

    @property
    def unknown(self) -> bool:
        """A word that the lexicon lacks."""
        return self.kinds == _UNKNOWN

    @property
    def predicate(self) -> bool:
        return self.kinds == _PREDICATE


@dataclass(frozen=True, slots=True)
class ClauseSigns:
    """Markers in one clause. `ended`: something is over; `changed`: something is different now."""

    off: bool
    ended: bool
    changed: bool
    now: bool


@dataclass(frozen=True, slots=True)
class ParsedStatement:
    words: tuple[str, ...]
    language: Language
    items: tuple[Item, ...]
    clauses: tuple[ClauseSigns, ...]
    signs: frozenset[str]
    """wish, past, almost, ex."""
    event: bool = False
    """It begins with what happened once: "Climbed a 6b", "Se lesionó la rodilla"."""
    keys: frozenset[str] = field(init=False, compare=False, repr=False)
    """Those of all items."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", frozenset().union(*(item.keys for item in self.items)))

    @property
    def changed(self) -> bool:
        return any(clause.changed for clause in self.clauses)

    @property
    def now(self) -> bool:
        return any(clause.now for clause in self.clauses)

    @property
    def ended(self) -> bool:
        return any(clause.ended for clause in self.clauses)

    @property
    def ranks(self) -> frozenset[str]:
        """Which of several relatives it tells of: the older brother."""
        kin = any("kin" in item.kinds for item in self.items)
        return function_words("rank") & frozenset(self.words) if kin else frozenset()

    @property
    def adds(self) -> bool:
        """It tells of one more, and takes the place of nothing: "también da clases", "has another dog"."""
        besides = bool(function_words("besides") & set(self.words)) or {"as", "well"} <= set(self.words)
        return besides and not (self.changed or self.ended)

    def has(self, *keys: str) -> bool:
        return not self.keys.isdisjoint(keys)


@dataclass(frozen=True, slots=True)
class Slot:
    """`of` is what the value belongs to: a medicine, a role, an activity. `exact`: all of it counts, not a part."""

    relation: str
    of: frozenset[str]
    values: frozenset[str]
    text: str
    exact: bool = False
    single: bool = True
    """Said anew it takes the place of the other; else it may stand beside it: "tiene turno el lunes"."""
    loose: bool = False
    """It may be another's of the same sort: "la gata se llama Moro"."""

    @classmethod
    def of_items(cls, relation: str, of: frozenset[str], items: Sequence[Item]) -> Self:
        """Make a slot that has these items as its values."""
        keys = frozenset(min(item.keys) for item in items)
        return cls(relation, of, keys, " ".join(item.text for item in items))


def tells_work(statement: ParsedStatement) -> bool:
    """Return whether it states somebody's occupation, by a verb or by a job."""
    if statement.has("work", "employer", "teach"):
        return True
    jobs = (item for item in statement.items if "job" in item.kinds)
    return any(function_words("being") & set(statement.words[max(0, job.at - _NEAR) : job.at]) for job in jobs)


def content_items(items: Iterable[Item], *, weak: bool = False) -> list[Item]:
    """Return the items that are not predicates; with `weak`, the optional ones too."""
    return [item for item in items if not item.predicate and (weak or not item.weak)]


def predicate_items(items: Iterable[Item]) -> list[Item]:
    return [item for item in items if item.predicate]


def collect_keys(items: Iterable[Item]) -> frozenset[str]:
    return frozenset(key for item in items for key in item.keys)
