"""Parse a statement: from left to right, the longest phrase that the lexicon knows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Set
from dataclasses import dataclass, field, replace

from sidecar.language.fold import fold
from sidecar.language.stems import Language, stem
from sidecar.memory.facts.lookup import ConceptMatch, kinds_of, look_up
from sidecar.memory.facts.numerals import day_of_month, numeral_at
from sidecar.memory.facts.parsed_statement import ClauseSigns, Item, ParsedStatement
from sidecar.memory.facts.tokens import folded, smaller, split_statement
from sidecar.memory.lexicon.lexicon import first_names, group, lexicon, maps, speech

_PUNCTUATION = frozenset(",;:.!?()—–-")
_JOINTS = frozenset({"y", "e", "and", "&"})
_AGED = frozenset({"is", "m", "am", "tiene", "tengo", "turned", "turning"})
_HAD = frozenset({"tuve", "tuvo", "tuvimos", "tenia", "teniamos", "had", "estuve", "estuvo", "estaba"})
_REMOVED = frozenset({"got", "get", "took", "came", "had", "cut"})
"""With "off" at the end: "got my braces off"."""
_PERFECT = frozenset({"have", "has", "been"})
"""After these a past form tells what lasts until now."""
_LOOKAHEAD = 3
_INFINITIVE = re.compile(r"[aei]r(?:me|te|se|nos|l[aeo]s?)*$")
_DURATION_WORDS = frozenset({"hace", "for", "durante"})
_PAST_ENDINGS = ("aba", "ábamos", "abamos", "ía", "íamos", "ió", "ed")
_PAST_IRREGULAR = frozenset({"taught", "drank", "drove", "viví", "vivi", "vivia", "vivio", "trabajé", "estudié"})


def read(text: str, language: Language, names: Set[str] = frozenset()) -> ParsedStatement:
    """Parse a statement. `names`: folded words known to be names, though written in lower case."""
    return _Reader(text, language, names).read()


@dataclass(slots=True)
class _OpenClause:
    denied: bool = False
    no_longer: bool = False
    flips: int = 0
    ended: bool = False
    changed: bool = False
    now: bool = False


@dataclass(slots=True)
class _Reader:
    text: str
    language: Language
    names: Set[str]
    items: list[Item] = field(default_factory=list[Item])
    clauses: list[_OpenClause] = field(default_factory=lambda: [_OpenClause()])
    signs: set[str] = field(default_factory=set[str])
    prep: str = ""
    last_prep: str = ""
    without: bool = False
    clause_began: int = 0

    @property
    def _capitalised_kinds(self) -> frozenset[str]:
        """Kinds that this language capitalises without their being names."""
        return frozenset({"day", "month", "language_name", "nationality"} if self.language == "en" else ())

    def read(self) -> ParsedStatement:
        raw = split_statement(self.text)
        words = folded(self.text)
        at = 0
        while at < len(words):
            at += self._step(raw, words, at)
        return ParsedStatement(words, self.language, self._settled(), self._closed(), frozenset(self.signs))

    def _step(self, raw: tuple[str, ...], words: tuple[str, ...], at: int) -> int:
        word = words[at]
        if word in _PUNCTUATION:
            self._new_clause(at + 1)
            return 1
        if word == "off" and self._is_last(words, at) and _REMOVED & set(words[self.clause_began : at]):
            self._mark(frozenset({"ended"}))
            return 1
        if word in speech("turn") or (word in _JOINTS and self._turns(words, at)):
            self._new_clause(at + 1)
        if word in _JOINTS:
            self.prep = self.last_prep
        found = self._look_up(words, at, least=2)
        if found is None:
            day = day_of_month(words[at], self.language)
            if day:
                self._add(self._item(word, frozenset({day[0]}), frozenset({"number"}), at))
                self._add(self._item(word, frozenset({day[1]}), frozenset({"month"}), at))
                return 1
            numeral = numeral_at(words, at, self.language)
            if numeral:
                self._add_numeral(words, at, *numeral)
                return numeral[1]
            if self._is_future(words, at):
                self.signs.add("wish")
                return 2
            found = self._look_up(words, at, least=1)
        if found:
            self._take(raw, words, at, found)
            self.clauses[-1].no_longer |= self._no_more(words, at)
            return found.length
        if any(sign.isalnum() for sign in word):
            self._add_unknown(raw, words, at)
        return 1

    def _turns(self, words: tuple[str, ...], at: int) -> bool:
        """Tell whether a negation follows "and", which makes a clause of its own."""
        known = lexicon(self.language).exact
        ahead = words[at + 1 : at + 1 + _LOOKAHEAD]
        return any(known.get((word,), frozenset()) & {"not", "without", "ended"} for word in ahead)

    def _is_future(self, words: tuple[str, ...], at: int) -> bool:
        """Tell whether a plan begins here: "voy a viajar", "going to run"."""
        if self.language == "es":
            return (
                words[at] in {"voy", "va", "vamos", "van"}
                and words[at + 1 : at + 2] == ("a",)
                and at + 2 < len(words)
                and _INFINITIVE.search(words[at + 2]) is not None
            )
        after = words[at + 2 : at + 3]
        return (
            words[at : at + 2] == ("going", "to")
            and bool(after)
            and "predicates" in kinds_of(lexicon("en").exact.get(after, frozenset()))
        )

    def _look_up(self, words: tuple[str, ...], at: int, least: int) -> ConceptMatch | None:
        return look_up(words, at, self.language, least=least, begins=at == self.clause_began)

    def _take(self, raw: tuple[str, ...], words: tuple[str, ...], at: int, found: ConceptMatch) -> None:
        phrase = words[at : at + found.length]
        is_name = self._is_name(raw, at, found)
        if not is_name:
            self._mark(found.concepts)
        if words[at] in _HAD and not _is_perfect(words, at):
            self.signs.add("past")
        prep = lexicon(self.language).prepositions.get(phrase)
        if prep:
            self.prep = self.last_prep = prep
        negative = found.concepts & maps("denies").keys()
        if negative:
            self.without = True
            found = ConceptMatch(frozenset[str]().union(*(maps("denies")[name] for name in negative)), found.length)
        content = frozenset(name for name in found.concepts if kinds_of({name}) - {"marks"}) - {"stop", "soft"}
        if "dislike" in found.concepts:
            content |= {"like"}
        small = found.concepts & {"stop", "soft"} and kinds_of(content) <= {"predicates", "synonyms", "tech"}
        if is_name and (small or not content):
            self._add_unknown(raw, words, at)
        elif content and not small:
            if self._is_past(raw[at + found.length - 1].lower(), content) and not _is_perfect(words, at):
                self.signs.add("past")
            self._add(self._item(" ".join(phrase), content, kinds_of(content), at, name=is_name))

    def _is_name(self, raw: tuple[str, ...], at: int, found: ConceptMatch) -> bool:
        """Tell whether a known word is written like a name: Abril, CASI."""
        if raw[at].isupper() and len(raw[at]) > 1 and not self.text.isupper():
            return True
        return _is_capital(raw, at) and found.length == 1 and not kinds_of(found.concepts) & self._capitalised_kinds

    def _no_more(self, words: tuple[str, ...], at: int) -> bool:
        """Tell whether a negated clause ends here with "any more": "no fumo más"."""
        return words[at] in {"mas", "anymore"} and self.clauses[-1].denied and self._is_last(words, at)

    def _is_last(self, words: tuple[str, ...], at: int) -> bool:
        return at + 1 == len(words) or words[at + 1] in _PUNCTUATION | _JOINTS

    def _mark(self, found: frozenset[str]) -> None:
        clause = self.clauses[-1]
        clause.denied |= "not" in found
        clause.no_longer |= "no_longer" in found
        clause.ended |= "ended" in found
        clause.flips += len(found & {"dislike", "avoid", "ended"})
        clause.changed |= bool(found & {"changed"})
        clause.now |= "now" in found
        self.without |= "without" in found or ("versus" in found and self._prefers())
        self.signs |= found & {"wish", "almost"}
        if "used_to" in found:
            self.signs.add("past")
        if found & {"ex", "ex_partner", "ex_boss"}:
            self.signs.add("ex")

    def _prefers(self) -> bool:
        return any(item.keys & {"prefer", "like"} for item in self.items)

    def _is_past(self, word: str, content: frozenset[str]) -> bool:
        if not content & group("lasting"):
            return False
        return word.endswith(_PAST_ENDINGS) or word in _PAST_IRREGULAR

    def _add_numeral(self, words: tuple[str, ...], at: int, numeral: str, taken: int) -> None:
        if self._is_age(words, at, taken):
            self._add(self._item("age", frozenset({"age"}), frozenset({"predicates"}), at))
        lasting = at > 0 and (words[at - 1] in _DURATION_WORDS)
        text = " ".join(words[at : at + taken])
        self._add(self._item(text, frozenset({numeral}), frozenset({"number"}), at, weak=lasting or text == "one"))

    def _is_age(self, words: tuple[str, ...], at: int, taken: int) -> bool:
        """Tell whether a number is somebody's age, since nothing follows it: "is 35", "tengo 35"."""
        after = words[at + taken : at + taken + 1]
        ends = not after or after[0] in _PUNCTUATION | _JOINTS or after[0] in {"now", "ahora", "ya"}
        return at > 0 and words[at - 1] in _AGED and ends

    def _add_unknown(self, raw: tuple[str, ...], words: tuple[str, ...], at: int) -> None:
        word = words[at]
        is_name = _is_capital(raw, at) or word in self.names or word in first_names()
        keys = {f"w:{word}" if is_name else f"w:{stem(word, self.language)}"}
        base = smaller(word) if self.language == "es" and not is_name else None
        if base:
            for ending in ("o", "a", "e", ""):
                keys |= lexicon("es").exact.get((base + ending,), frozenset()) - {"stop", "soft"}
        kinds = frozenset({"name"} if word in first_names() else {"word"}) | kinds_of(keys)
        self._add(self._item(word, frozenset(keys), kinds, at, name=is_name))

    def _item(
        self, text: str, keys: frozenset[str], kinds: frozenset[str], at: int, *, weak: bool = False, name: bool = False
    ) -> Item:
        clause = len(self.clauses) - 1
        return Item(text, keys, kinds, at, clause, self.prep, self.without, weak=weak, name=name)

    def _add(self, item: Item) -> None:
        self.items.append(item)
        self.prep, self.without = "", False

    def _new_clause(self, at: int) -> None:
        self.clauses.append(_OpenClause())
        self.clause_began = at
        self.prep, self.without = "", False

    def _settled(self) -> tuple[Item, ...]:
        closed = self._closed()
        return tuple(
            replace(item, off=item.off ^ closed[item.clause].off, weak=item.weak or self._lasts(item))
            for item in self.items
        )

    def _lasts(self, item: Item) -> bool:
        """Tell whether an item is part of a duration, which adds nothing: "hace un mes", "3 weeks ago"."""
        if "unit" not in item.kinds:
            return False
        words = folded(self.text)
        before = words[max(0, item.at - 2) : item.at]
        return bool(_DURATION_WORDS & set(before)) or words[item.at + 1 : item.at + 2] == ("ago",)

    def _closed(self) -> tuple[ClauseSigns, ...]:
        return tuple(
            ClauseSigns(
                off=(clause.denied or clause.no_longer) ^ (clause.flips % 2 == 1),
                ended=clause.no_longer or (clause.ended and not clause.denied),
                changed=clause.changed,
                now=clause.now,
            )
            for clause in self.clauses
        )


def _is_perfect(words: tuple[str, ...], at: int) -> bool:
    return bool(_PERFECT & set(words[max(0, at - 2) : at]))


def _is_capital(raw: tuple[str, ...], at: int) -> bool:
    """Tell whether a word is capitalised inside a sentence."""
    return raw[at][:1].isupper() and raw[at] != "I" and at > 0 and raw[at - 1] not in _PUNCTUATION


def capitalised(text: str) -> frozenset[str]:
    """Return the folded words that are capitalised inside a sentence: most likely names."""
    raw = split_statement(text)
    return frozenset(
        fold(word) for before, word in itertools.pairwise(raw) if word[:1].isupper() and before not in _PUNCTUATION
    )
