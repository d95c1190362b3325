"""Rules: patterns of clauses that state a fact, and the kind of fact.

A pattern is a line of words: `trabajo|laburo` is one word of two, `KIN` any word of that class, `(a b | c)` a choice
of several words, `a_b` two words inside a choice of one, `x?` may be missing, `x*` may come often, `_` is any word,
`..` up to three, `...` all that follow, `{name: ...}` a part with a name, `END` the end of the clause; `!x` and `=x`
look ahead: x does not come next, or does. Patterns match where a clause begins; accents and case do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from sidecar.domain.fact import Confidence, Domain, Subject
from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.first_symbols import ANY, find_first_symbols
from sidecar.memory.extraction.words import Vocabulary, Word, encode_line

_PIECE = re.compile(r"\{\s*(?P<name>\w+):|(?P<sign>!\(|[()}?*]|(?<=\s)\|(?=\s))|(?P<word>[^\s(){}?*]+)")
_ANY = r"(?:[^ ]+ )"


@dataclass(frozen=True, slots=True)
class FactRule:
    """One way to state a fact. Without `telling` the clause itself is retold in the third person; with it, that
    sentence is, `{braces}` filled from the pattern's parts."""

    domain: Domain
    pattern: str
    telling: str = ""
    subject: Subject = Subject.USER
    confidence: Confidence = Confidence.HIGH
    critical: bool = False
    each: str | None = None
    """The part `item` is a list and makes one fact of each entry: of those with a word of this class, or, when
    empty, of all."""
    only: bool = False
    """The fact ends where the pattern does; what follows in the clause is left out."""
    passing: bool = False
    """Holds even with "today" or "now" in the clause: what happened stays true."""
    anywhere: bool = False
    """Fits in the middle of a clause too, beside the rule of the clause itself, and tells only its own words."""


class _Rest(TypedDict, total=False):
    telling: str
    subject: Subject
    confidence: Confidence
    critical: bool
    each: str | None
    only: bool
    passing: bool
    anywhere: bool


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that fits a clause: the words up to `end`, and the named parts as (first, last) word."""

    rule: FactRule
    start: int
    end: int
    parts: Mapping[str, tuple[int, int]]


class Grammar:
    """All rules of a language, in order: the first that fits counts, and beside it those that fit anywhere. `light` are
    words that patterns do not see ("also", "muy")."""

    def __init__(self, rules: Sequence[FactRule], known: Vocabulary, light: frozenset[str]) -> None:
        self._rules = rules
        self._light = light
        self._known = known
        self._patterns: dict[int, re.Pattern[str]] = {}
        self._beginning: dict[tuple[bool, str], list[int]] = {}
        for number, rule in enumerate(rules):
            for word in find_first_symbols([_piece(found) for found in _PIECE.finditer(rule.pattern)], known):
                self._beginning.setdefault((rule.anywhere, word), []).append(number)

    def match(self, words: Sequence[Word], starts: Sequence[int]) -> Iterator[RuleMatch]:
        """Yield the match of the first rule that fits at one of the places where the clause may begin, then those of
        rules that fit anywhere after it; what goes on about somebody else says nothing of the person."""
        seen = [(index, word) for index, word in enumerate(words) if word.symbol not in self._light]
        line, offsets = encode_line([word for _, word in seen])
        place = {offset: seen[index][0] if index < len(seen) else len(words) for offset, index in offsets.items()}
        shown = {next((index for index, _ in seen if index >= start), -1) for start in starts}
        tried = {
            (number, offset)
            for offset, index in place.items()
            if index in shown
            for number in self._candidates(words[index], anywhere=False)
        }
        found = self._first(line, place, sorted(tried))
        if found:
            yield found
        reached = found.end if found else 0
        of_other = found is not None and found.rule.subject is Subject.OTHER
        for offset, index in place.items():
            if reached <= index < len(words):
                candidates = sorted(self._candidates(words[index], anywhere=True))
                found = self._first(line, place, ((number, offset) for number in candidates))
                if found and not (of_other and found.rule.subject is Subject.USER):
                    yield found
                    reached = found.end

    def _first(self, line: str, place: Mapping[int, int], tried: Iterable[tuple[int, int]]) -> RuleMatch | None:
        for number, offset in tried:
            if found := self._pattern(number).match(line, offset):
                spans = {name: found.span(name) for name in found.groupdict() if found.group(name)}
                parts = {name: (place[first], place[last]) for name, (first, last) in spans.items()}
                return RuleMatch(self._rules[number], place[offset], place[found.end()], parts)
        return None

    def _pattern(self, number: int) -> re.Pattern[str]:
        """Return a rule's pattern, compiled when it is first tried: compiling all takes most of the first load."""
        if number not in self._patterns:
            self._patterns[number] = compile_pattern(self._rules[number].pattern, self._known)
        return self._patterns[number]

    def _candidates(self, word: Word, *, anywhere: bool) -> Iterator[int]:
        for beginning in (ANY, word.symbol, *(f"#{tag}" for tag in word.tags)):
            yield from self._beginning.get((anywhere, beginning), ())


def parse_rules(
    domain: Domain, patterns: str, shorthands: Mapping[str, str] | None = None, /, **rest: Unpack[_Rest]
) -> tuple[FactRule, ...]:
    """Make a rule of each line of patterns. A line that begins with `|` or `&` continues the one before; `$NAME` stands
    for a shorthand."""
    joined = re.sub(r"\s*\n\s*(?=\|)", "", re.sub(r"\s*\n\s*&", " ", patterns))
    for name, meaning in (shorthands or {}).items():
        joined = joined.replace(f"${name}", meaning)
    return tuple(FactRule(domain, line.strip(), **rest) for line in joined.splitlines() if line.strip())


def _piece(found: re.Match[str]) -> str:
    return "(" if found["name"] else ")" if found["sign"] == "}" else found["sign"] or found["word"]


def compile_pattern(pattern: str, known: Vocabulary) -> re.Pattern[str]:
    """Compile a pattern to a regular expression over the line of words."""
    pieces: list[str] = []
    open_groups: list[int] = []
    for found in _PIECE.finditer(pattern):
        sign = found["sign"]
        if found["name"] or sign in {"(", "!("}:
            open_groups.append(len(pieces))
            pieces.append(f"(?P<{found['name']}>" if found["name"] else {"(": "(?:", "!(": "(?!"}[sign])
        elif sign in {")", "}"}:
            opened = open_groups.pop()
            if pattern.startswith("*", found.end()):  # atomic: a word that two choices allow is not tried twice
                pieces[opened] = "(?:(?>"
                pieces.append(")")
            pieces.append(")")
        else:
            pieces.append(sign or _word(found["word"], known))
    return re.compile("".join(pieces))


def _word(word: str, known: Vocabulary) -> str:
    match word:
        case "...":
            return _ANY + "+"
        case "..":
            return _ANY + "{0,3}?"
        case _:
            kind = {"!": "(?!", "=": "(?="}.get(word[0], "(?:")
            choice = "|".join(_one(name, known) for name in word.lstrip("!=").split("|"))
            return f"{kind}{choice})"


def _one(name: str, known: Vocabulary) -> str:
    """Match one word, or several with `_` between them where the vocabulary has no such phrase."""
    if name == "_":
        return _ANY
    if name == "END":
        return "$"
    if name in known.tag_of:
        return rf"[^ /]+/\w*{known.tag_of[name]}\w* "
    symbol = fold_letters(name)
    if "_" in symbol and symbol not in known.tags:
        return "".join(_one(part, known) for part in name.split("_") if part)
    past = r"\^?" if name.endswith("ó") else ""
    return rf"{re.escape(symbol)}{past}/\w* "
