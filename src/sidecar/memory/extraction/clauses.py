"""Cuts a message into clauses, setting aside what is quoted, asked, demanded or supposed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.contrast import affirm
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.words import QUOTE, Word, encode_line, parse_words

_SET_ASIDE = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|^[ \t]*>.*$|https?://\S+"
    r"|[\"“”«»][^\"“”«»\n]{0,400}(?:[\"“”«»]|$)|(?<!\w)'[^'\n]{12,300}'(?!\w)|‘[^’\n]{12,300}’",
    re.DOTALL | re.MULTILINE,
)
_SIGNED = re.compile(
    r"^\s*\W{0,3}\[?\d{1,2}[:/.]\d{2}.{0,30}\]?\s[^\n:]{1,30}:|^\s*(?:from|to|subject|de|para|asunto):", re.I | re.M
)
_SHOUTED = re.compile(r"\b[^\W\d_a-zß-öø-ÿ]{2,}(?:\W{1,3}[^\W\d_a-zß-öø-ÿ]+)+\b")
"""Several words in capitals: no names."""
_SHORT_QUOTE_WORDS = 2
_GREETING_WORDS = 8
"""What may stand before the heading with which somebody introduces themselves."""
_PASTED_LINES = 12
_BREAKS = frozenset(",;:()[]–—-")
_ENDS = frozenset(".!?\n")
_NEAR_WORDS = 7
_LOOKED_AT_WORDS = 24
"""Enough to see how a clause begins, whatever stands before it."""
_CONTINUATION_WORDS = 12
_MOST_WORDS = 60
"""Longer clauses were written without punctuation, or by a machine; patterns would guess."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that may state something. `starts` are the places where a rule may begin: the first word, and the one
    after a setting ("los sábados | tengo coro")."""

    words: tuple[Word, ...]
    starts: tuple[int, ...]
    shared: int = 0
    """The number of words repeated from the clause before: the subject of both."""
    known_until: int = 0
    """The words before this one were put in from what is known, and tell nothing new."""
    heard: tuple[Word, ...] = ()
    """What the message says before."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """Words between two breaks of a sentence, with the sign or conjunction before them."""

    link: str
    words: tuple[Word, ...]


def split_clauses(text: str, language: LanguagePack) -> Iterator[Clause]:
    """Yield the clauses of a message that may state a fact, in their order."""
    plain = _SHOUTED.sub(lambda found: found.group().lower(), _without_quotes(text))
    if language.framing.search(fold_letters(plain)) or _looks_pasted(plain):
        return
    before: tuple[Word, ...] = ()
    heard: tuple[Word, ...] = ()
    for words, asked in _sentences(parse_words(plain, language.vocabulary), language):
        fragments = _fragments(language.spelled_out(words, len(heard) < _GREETING_WORDS), language)
        if asked:
            fragments = _before_the_question(fragments, language)
        said: tuple[Word, ...] = ()
        for clause in _stated(fragments, language, before):
            yield replace(clause, heard=heard + said)
            before = clause.words
            said += before[clause.shared :]
        heard += tuple(words)


def _without_quotes(text: str) -> str:
    """Take out code, links, quoted lines and words between quotation marks; a name between them stays."""

    def replaced(found: re.Match[str]) -> str:
        inside = found.group().strip("\"“”«»'‘’")
        is_name = len(inside.split()) <= _SHORT_QUOTE_WORDS and not inside.startswith(("`", ">", "http"))
        return f" {inside} " if is_name else f" {QUOTE} "

    return _SET_ASIDE.sub(replaced, text)


def _looks_pasted(text: str) -> bool:
    """Tell a chat log, a mail or verses by many lines, or lines that say who wrote them."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > _PASTED_LINES or (len(lines) > 1 and bool(_SIGNED.search(text)))


def _sentences(words: Sequence[Word], language: LanguagePack) -> Iterator[tuple[list[Word], bool]]:
    """Yield each sentence and whether it is a question. `¿` opens one in the middle of a sentence."""
    sentence: list[Word] = []
    for word in words:
        symbol = word.symbol
        if symbol == "¿":
            if sentence:
                yield sentence, False
            sentence = []
        elif symbol in _ENDS and not (symbol == "." and sentence and _abbreviated(sentence[-1], language)):
            if sentence:
                yield sentence, symbol == "?"
            sentence = []
        elif symbol not in "¡*_":
            sentence.append(word)
    if sentence:
        yield sentence, False


def _abbreviated(word: Word, language: LanguagePack) -> bool:
    return word.symbol in language.abbreviations or (len(word.text) == 1 and word.text.isupper())


def _fragments(words: Sequence[Word], language: LanguagePack) -> list[Fragment]:
    """Cut a sentence at its signs, and at conjunctions after which a new clause begins."""
    fragments: list[Fragment] = []
    link, first, told = "", 0, False
    for index, word in enumerate(words):
        is_sign = word.symbol in _BREAKS and not (word.symbol == "-" and not word.spaced)
        if not is_sign and (
            not language.cut.match(encode_line(words[index : index + 3])[0])
            or not (told or _opens(_bare(words[first:index][:_LOOKED_AT_WORDS], language), language))
            or not _opens(_bare(words[index + 1 :][:_LOOKED_AT_WORDS], language), language)
        ):
            continue
        if index > first:
            fragments.append(Fragment(link, tuple(words[first:index])))
            told = told or _opens(_bare(words[first:index][:_LOOKED_AT_WORDS], language), language)
            link = word.symbol
        else:
            link = link or word.symbol if is_sign else word.symbol
        first = index + 1
    if first < len(words):
        fragments.append(Fragment(link, tuple(words[first:])))
    return fragments


def _opens(words: Sequence[Word], language: LanguagePack) -> bool:
    near: list[Word] = []
    for word in words[:_NEAR_WORDS]:
        if word.symbol in _BREAKS:
            break
        near.append(word)
    return bool(language.opening.match(encode_line(near)[0]))


def _is_subject(words: Sequence[Word], language: LanguagePack) -> bool:
    return bool(language.subject.match(encode_line(_bare(words, language))[0]))


def _before_the_question(fragments: list[Fragment], language: LanguagePack) -> list[Fragment]:
    """Keep the statement before a question, if there is one: "Soy celíaca, qué puedo comer?"."""
    for index, fragment in enumerate(fragments):
        if language.asking_word.match(encode_line(_bare(fragment.words, language))[0]):
            return fragments[:index]
    return []


def _stated(fragments: Sequence[Fragment], language: LanguagePack, before: Sequence[Word]) -> Iterator[Clause]:
    """Join fragments into clauses: what begins no clause belongs to the one before it. `before` are the words of the
    last clause of the sentences before."""
    open_words: list[Word] = []
    found = language.introduction.match(encode_line(before)[0])
    introduced = found is not None and not found.groupdict().get("other")
    shared = 0
    silent = told_aside = False
    for fragment in fragments:
        bare = _bare(fragment.words, language)
        line = encode_line(bare)[0]
        if _says_nothing(bare, language):
            continue
        if language.doubt.match(line):
            if fragment.link not in {",", ";", ".", ":"}:
                open_words = []
            break
        if language.asking.match(line):
            silent = True
            continue
        if language.aside.match(line):
            continue
        opens = _opens(bare, language)
        told_aside = opens if fragment.link == "(" else told_aside
        if fragment.link == ")" and told_aside and not opens:
            yield from _clause(open_words, shared, language)
            open_words, shared = [], 0
        if silent and not (opens and fragment.link in {",", ";", "."}):
            continue
        silent = False
        if introduced and not opens:
            yield from _clause(_apposed(bare, before, language), 0, language)
            continue
        introduced = False
        if not opens and (affirmed := affirm(bare, open_words or before)):
            yield from _clause(open_words, shared, language)
            open_words, shared = affirmed, 0
            continue
        begins = not open_words or (opens and not _is_subject(open_words, language))
        if not begins and language.introduction.match(encode_line(open_words)[0]):
            lead = open_words if _opens(open_words, language) else _apposed(open_words, (), language)
            yield from _clause(lead, shared, language)
            yield from _clause(_apposed(bare, open_words, language), 0, language)
        elif not begins and len(bare) <= _CONTINUATION_WORDS:
            if len(open_words) <= _MOST_WORDS:
                open_words += [*_sign(fragment.link), *fragment.words]
        else:
            yield from _clause(open_words, shared, language)
            understood = language.understood(bare, open_words or before)
            shared = len(understood) - len(bare)
            open_words = _without_capital(understood, shared, language)
    yield from _clause(open_words, shared, language)


def _apposed(words: list[Word], introduced: Sequence[Word], language: LanguagePack) -> list[Word]:
    told = language.apposed(words, introduced)
    return _without_capital(told, len(told) - len(words), language)


def _without_capital(words: list[Word], at: int, language: LanguagePack) -> list[Word]:
    """Write the word that began the sentence as it stands within one, after words that were put in before it."""
    if not 0 < at < len(words):
        return words
    words[at] = language.vocabulary.without_capital(words[at])
    return words


def _says_nothing(words: Sequence[Word], language: LanguagePack) -> bool:
    """Return whether words are mere filler ("che", "bueno", "by the way"), and so not the subject of what follows."""
    line = encode_line(words)[0]
    found = language.prelude.match(line)
    return (bool(found) and found.end() == len(line)) or all(word.symbol in language.trailing for word in words)


def _sign(link: str) -> list[Word]:
    symbol = "," if link in {"(", ")"} else link
    return [Word(symbol, link, spaced=link not in {",", ";", ":", ")", ""})] if link else []


def _bare(words: Sequence[Word], language: LanguagePack) -> list[Word]:
    """Drop what is said before the clause itself."""
    line, offsets = encode_line(words)
    start = 0
    while found := language.prelude.match(line, start):
        if found.end() == start or offsets[found.end()] == len(words):
            break
        start = found.end()
    return list(words[offsets[start] :])


def _without_aside(words: Sequence[Word], language: LanguagePack) -> list[Word]:
    line, offsets = encode_line(words)
    asides = (index for offset, index in offsets.items() if index and language.aside.match(line, offset))
    return list(words[: next(asides, len(words))])


def _clause(words: Sequence[Word], shared: int, language: LanguagePack) -> Iterator[Clause]:
    bare = _without_aside(words, language)
    while bare and (bare[-1].symbol in language.trailing or not re.search(r"\w", bare[-1].text + bare[-1].symbol)):
        bare.pop()
    if not bare or len(bare) > _MOST_WORDS or any(QUOTE in word.symbol for word in bare):
        return
    line, offsets = encode_line(bare)
    if language.void.search(" " + line):
        return
    found = language.setting.match(line)
    starts = {0, offsets[found.end()]} if found else {0}
    yield Clause(tuple(bare), tuple(sorted(starts)), shared)
