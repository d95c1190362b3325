"""Parses a statement from left to right, by the longest phrases of the lexicon."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from sidecar.domain.person import Language
from sidecar.language.stems import stem
from sidecar.memory.facts.capitals import NAMES_TOO, PUNCTUATION, is_capital, is_named_subject
from sidecar.memory.facts.lookup import ConceptMatch, collect_kinds, find_phrase, find_word
from sidecar.memory.facts.numerals import day_of_month, numeral_at
from sidecar.memory.facts.parsed_statement import ClauseSigns, Item, ParsedStatement
from sidecar.memory.facts.tenses import begins_past, future_at, is_noun, is_past_form, is_perfect
from sidecar.memory.facts.tokens import detect_statement_language, fold_pieces, split_statement, strip_diminutive
from sidecar.memory.lexicon.lexicon import concept_group, concept_map, first_names, function_words, lexicon

_JOINTS = frozenset({"y", "e", "and", "&"})
_ENDS_PHRASE = PUNCTUATION | _JOINTS
_AGED = frozenset({"cumplio", "cumplo", "cumpli", "is", "m", "am", "tiene", "tengo", "turned", "turning"})
_REMOVED = frozenset({"got", "get", "took", "came", "had", "cut"})
"""With "off" at the end: "got my braces off"."""
_LOOKAHEAD = 3
_NAMES_OF_PETS = frozenset({"food", "drink", "color", "nature", "thing"})
_DURATION_WORDS = frozenset({"hace", "for", "durante"})
_BEFORE_NAMES = frozenset({"con", "with", "llama", "called", "named"})


def parse_statement(
    text: str, language: Language | None = None, names: frozenset[str] = frozenset()
) -> ParsedStatement:
    """Parse a statement; each text once, however many facts it is compared with.

    `language`: None detects it. `names`: folded words known to be names, though written small.
    """
    return _parse(text, language or detect_statement_language(text), names)


@lru_cache(maxsize=1024)
def _parse(text: str, language: Language, names: frozenset[str]) -> ParsedStatement:
    return _Parser(text, language, names, split_statement(text), fold_pieces(text)).parse()


@dataclass(slots=True)
class _OpenClause:
    denied: bool = False
    no_longer: bool = False
    flips: int = 0
    ended: bool = False
    changed: bool = False
    now: bool = False


@dataclass(slots=True)
class _Parser:
    text: str
    language: Language
    names: frozenset[str]
    raw: tuple[str, ...]
    words: tuple[str, ...]
    items: list[Item] = field(default_factory=list[Item])
    clauses: list[_OpenClause] = field(default_factory=lambda: [_OpenClause()])
    signs: set[str] = field(default_factory=set[str])
    prep: str = ""
    last_prep: str = ""
    without: bool = False
    clause_began: int = 0

    @property
    def _capitalized_kinds(self) -> frozenset[str]:
        """Kinds that this language capitalises without their being names."""
        return frozenset({"day", "month", "language_name", "nationality"} if self.language == "en" else ())

    def parse(self) -> ParsedStatement:
        at = 0
        while at < len(self.words):
            at += self._step(at)
        signs, event = frozenset(self.signs), self._is_event()
        return ParsedStatement(self.words, self.language, self._settled(), self._closed(), signs, event)

    def _is_event(self) -> bool:
        """Return whether it begins with a verb that tells of something that happened, and left no state behind."""
        first = next(iter(self.items), None)
        if first is None or first.at > 1 or not first.kinds & {"predicates", "word"}:
            return False
        if first.name or first.keys & concept_group("lasting_event"):
            return False
        return self.raw[first.at].lower().endswith("ed" if self.language == "en" else ("ó", "é"))

    def _step(self, at: int) -> int:
        word = self.words[at]
        if word in PUNCTUATION:
            self._new_clause(at + 1)
            return 1
        if begins_past(self.raw, self.words, at):
            self.signs.add("past")
        if word == "si" and at == self.clause_began and self.raw[at].lower() == "si" and self.language == "es":
            self.signs.add("wish")
        if word == "off" and self._is_last(at) and _REMOVED & set(self.words[self.clause_began : at]):
            self._mark(frozenset({"ended"}))
            return 1
        if word in function_words("turn") or (word in _JOINTS and self._turns(at)):
            self._new_clause(at + 1)
        if word in _JOINTS:
            self.prep = self.last_prep
        begins = at == self.clause_began
        found = find_phrase(self.words, at, self.language, begins=begins)
        if found is None:
            day = day_of_month(self.words[at], self.language)
            if day:
                self._add(self._item(word, frozenset({day[0]}), frozenset({"number"}), at))
                self._add(self._item(word, frozenset({day[1]}), frozenset({"month"}), at))
                return 1
            numeral = numeral_at(self.words, at, self.language)
            if numeral:
                self._add_numeral(at, *numeral)
                return numeral[1]
            if future := future_at(self.raw, self.words, at, self.language):
                self.signs.add("wish")
                return future
            found = find_word(self.words[at], self.language, begins=begins)
        if found:
            self._take(at, found)
            self.clauses[-1].no_longer |= self._no_more(at)
            return found.length
        if any(sign.isalnum() for sign in word):
            self._add_unknown(at)
        return 1

    def _turns(self, at: int) -> bool:
        """Return whether a negation follows "and", which makes a clause of its own."""
        known = lexicon(self.language).exact
        ahead = self.words[at + 1 : at + 1 + _LOOKAHEAD]
        return any(known.get((word,), frozenset()) & {"not", "without", "ended"} for word in ahead)

    def _take(self, at: int, found: ConceptMatch) -> None:
        phrase = self.words[at : at + found.length]
        is_name = self._is_name(self.raw, at, found) or (
            (phrase[0] in first_names() or self._is_named_after_a_thing(at, found))
            and found.length == 1
            and is_named_subject(self.raw, at, self.clause_began, self.language)
        )
        if not is_name and not is_noun(self.words, at):
            self._mark(found.concepts)
        prep = lexicon(self.language).prepositions.get(phrase)
        if prep:
            self.prep = self.last_prep = prep
        negative = found.concepts & concept_map("denies").keys()
        if negative:
            self.without = True
            denied = frozenset[str]().union(*(concept_map("denies")[name] for name in negative))
            found = ConceptMatch(denied, found.length)
        content = frozenset(name for name in found.concepts if collect_kinds({name}) - {"marks"}) - {"stop", "soft"}
        if found.length == 1 and self._names_somebody(at, collect_kinds(content), is_name=is_name):
            self._add_unknown(at, somebody=True)
            return
        if "dislike" in found.concepts:
            content |= {"like"}
        small = found.concepts & {"stop", "soft"} and collect_kinds(content) <= {"predicates", "synonyms", "tech"}
        if is_name and (small or not content):
            self._add_unknown(at)
        elif content and not small:
            if is_past_form(self.raw[at + found.length - 1].lower(), content) and not is_perfect(self.words, at):
                self.signs.add("past")
            self._add(self._item(" ".join(phrase), content, collect_kinds(content), at, name=is_name))
            if len(phrase) > 1:  # "moved to"
                self.prep = lexicon(self.language).prepositions.get(phrase[-1:], "")

    def _is_name(self, raw: tuple[str, ...], at: int, found: ConceptMatch) -> bool:
        """Return whether a known word is written like a name: Abril, CASI."""
        if self.raw[at].isupper() and len(self.raw[at]) > 1 and not self.text.isupper():
            return True
        return (
            is_capital(self.raw, at)
            and found.length == 1
            and not collect_kinds(found.concepts) & self._capitalized_kinds
        )

    def _names_somebody(self, at: int, kinds: frozenset[str], *, is_name: bool) -> bool:
        """Return whether a word of the lexicon is a person's name here: "corté con Tomás", "se llama Sol"."""
        word, before = self.words[at], self.words[max(0, at - 1) : at]
        if kinds - NAMES_TOO or (self.language == "en" and "day" in kinds):
            return False
        introduced = bool(before) and before[0] in _BEFORE_NAMES
        if is_name or is_capital(self.raw, at):
            return introduced or "predicates" in kinds or word in first_names()
        return introduced and (word in self.names or (self.clauses[-1].ended and bool(kinds)))

    def _is_named_after_a_thing(self, at: int, found: ConceptMatch) -> bool:
        """Return whether it does what only the living do: "Biscuit takes methimazole"."""
        lives = not function_words("living").isdisjoint(self.words[at + 1 : at + 2])
        return lives and bool(collect_kinds(found.concepts) & _NAMES_OF_PETS)

    def _no_more(self, at: int) -> bool:
        """Return whether a negated clause ends here with "any more": "no fumo más"."""
        return self.words[at] in {"mas", "anymore"} and self.clauses[-1].denied and self._is_last(at)

    def _is_last(self, at: int) -> bool:
        return at + 1 == len(self.words) or self.words[at + 1] in _ENDS_PHRASE

    def _mark(self, found: frozenset[str]) -> None:
        clause = self.clauses[-1]
        clause.denied |= "not" in found
        clause.no_longer |= "no_longer" in found
        clause.ended |= "ended" in found
        clause.flips += len(found & {"dislike", "avoid", "ended"})
        clause.changed |= bool(found & {"changed"})
        clause.now |= "now" in found
        self.without |= "without" in found or ("versus" in found and self._prefers())
        self.signs |= found & {"wish", "almost", "died"}
        if "used_to" in found:
            self.signs.add("past")
        if found & {"ex", "ex_partner", "ex_boss"}:
            self.signs.add("ex")

    def _prefers(self) -> bool:
        return any(item.keys & {"prefer", "like"} for item in self.items)

    def _add_numeral(self, at: int, numeral: str, taken: int) -> None:
        if self._is_age(at, taken):
            self._add(self._item("age", frozenset({"age"}), frozenset({"predicates"}), at))
        lasting = at > 0 and self.words[at - 1] in _DURATION_WORDS and not self._is_paid()
        text = " ".join(self.words[at : at + taken])
        self._add(self._item(text, frozenset({numeral}), frozenset({"number"}), at, weak=lasting or text == "one"))

    def _is_paid(self) -> bool:
        return any(item.keys & concept_group("money") for item in self.items)

    def _is_age(self, at: int, taken: int) -> bool:
        """Return whether a number is somebody's age, since nothing follows it: "is 35", "tengo 35"."""
        after = self.words[at + taken : at + taken + 1]
        ends = not after or after[0] in _ENDS_PHRASE or after[0] in {"now", "ahora", "ya"}
        if not (ends and at > 0 and self.words[at - 1] in _AGED):
            return False
        return all(item.person or item.name or item.kinds <= {"month", "part"} for item in self.items)

    def _add_unknown(self, at: int, *, somebody: bool = False) -> None:
        """Add a word that the lexicon lacks. `somebody`: it is a person's name, whatever else it may mean."""
        word = self.words[at]
        if word in function_words("title") and self.raw[at + 1 : at + 2] and self.raw[at + 1][:1].isupper():
            return
        leads = is_named_subject(self.raw, at, self.clause_began, self.language)
        capital, before = is_capital(self.raw, at), self.words[max(0, at - 1) : at]
        introduced = bool(before) and before[0] in _BEFORE_NAMES and (capital or before[0] not in {"con", "with"})
        named = leads or somebody or introduced or word in first_names()
        is_name = named or capital or word in self.names
        keys = {f"w:{word}" if is_name else f"w:{stem(word, self.language)}"}
        base = strip_diminutive(word) if self.language == "es" and not is_name else None
        if base:
            for ending in ("o", "a", "e", ""):
                keys |= lexicon("es").exact.get((base + ending,), frozenset()) - {"stop", "soft"}
        kinds = frozenset({"name"} if named else {"word"}) | collect_kinds(keys)
        self._add(self._item(word, frozenset(keys), kinds, at, name=is_name))

    def _item(
        self, text: str, keys: frozenset[str], kinds: frozenset[str], at: int, *, weak: bool = False, name: bool = False
    ) -> Item:
        clause = len(self.clauses) - 1
        return Item(text, keys, kinds, at, clause, self.prep, self.without, weak=weak, name=name)

    def _add(self, item: Item) -> None:
        before = self.items[-1] if self.items else None
        if before and item.name and "breed" in before.kinds and before.at + len(before.text.split()) == item.at:
            self.items[-1] = replace(before, kinds=frozenset({"being", "breed"}))  # "su salchicha Toto"
        self.items.append(item)
        self.prep, self.without = "", False

    def _new_clause(self, at: int) -> None:
        self.clauses.append(_OpenClause())
        self.clause_began = at
        self.prep, self.without = "", False

    def _settled(self) -> tuple[Item, ...]:
        off = [clause.off for clause in self._closed()]
        weak = [item.weak or self._lasts(item) for item in self.items]
        return tuple(
            replace(item, off=item.off ^ off[item.clause], weak=weakly) if off[item.clause] or weakly else item
            for item, weakly in zip(self.items, weak, strict=True)
        )

    def _lasts(self, item: Item) -> bool:
        """Return whether an item is part of a duration, which adds nothing: "hace un mes", "3 weeks ago"."""
        if "unit" not in item.kinds:
            return False
        before = self.words[max(0, item.at - 2) : item.at]
        return bool(_DURATION_WORDS & set(before)) or self.words[item.at + 1 : item.at + 2] == ("ago",)

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
