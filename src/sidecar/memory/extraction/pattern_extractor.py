"""Extracts facts from a message by patterns alone; when in doubt it extracts none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sidecar.domain.fact import FACT_MAX_CHARS, Domain, NewFact, Subject
from sidecar.domain.person import Language
from sidecar.language.detection import find_likely_languages
from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.answers import AnswerReader
from sidecar.memory.extraction.clauses import Clause, split_clauses
from sidecar.memory.extraction.context import NO_CONTEXT, ExtractionContext
from sidecar.memory.extraction.contrast import loses_denial
from sidecar.memory.extraction.corrections import CorrectionReader
from sidecar.memory.extraction.fact_dates import add_dates
from sidecar.memory.extraction.grammar import RuleMatch
from sidecar.memory.extraction.groups import spell_out_groups
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.patients import may_be_anothers
from sidecar.memory.extraction.postponements import PostponementReader
from sidecar.memory.extraction.references import Resolver
from sidecar.memory.extraction.referents import Register
from sidecar.memory.extraction.words import Word, encode_line, folded_words, join_words
from sidecar.memory.facts.parser import parse_statement

READ_CHARS = 4_000
"""Longer messages are texts about something; the person speaks of themselves at the beginning or not at all."""
MOST_FACTS = 10

_PREPOSITIONS = frozenset(("a", "al", "de", "del", "to", "for", "con"))
_ARTICLES = frozenset(("el", "la", "los", "las", "the"))
_BRACKETS = frozenset("()")
_ITEM_WORDS = 3
_NO_ITEM = ("FIRST", "THIRD", "HAS", "INF", "KIN", "PERSON", "NUMBER", "COUNT")
"""Classes of words that name nothing one may be allergic to."""
_OWN_HEALTH = frozenset(("MED", "COND"))
_HAVING = ("Tiene ", "Has ")
"""How an appointment begins that is told; what is moved then is none: "el dentista lo pasaron al viernes"."""
_PEOPLE = ("KIN", "PERSON", "PET")
_MORE = folded_words("desde por en de hace cada sin todos todas pero que since for in as every each from but which")
"""Words with which more is said of an entry of a list."""
_LISTING = frozenset((",", "y", "e", "ni", "and", "&", "/", "⁄", "tambien", "or", ";"))


def extract(text: str, language: Language | None = None, context: ExtractionContext = NO_CONTEXT) -> list[NewFact]:
    """Return the facts of a message in their order, ten at most; none from questions, wishes, jokes, quotes and
    requests.

    The text of a fact is in the language of the message, whatever `language` says: that one decides only when the
    message does not tell, or tells nothing in its own. Looks at the first 4,000 characters. Pure; never fails.
    """
    read = text[:READ_CHARS]
    likely = find_likely_languages(read, language)
    for code in likely if language is None else dict.fromkeys((*likely, language)):
        known = load_language_pack(code)
        register = Register(context, known.vocabulary, known.people)
        corrections = CorrectionReader(context, known.corrections, code, register)
        if corrected := corrections.read(read):
            return [corrected]
        postponed = PostponementReader(context, known.corrections, code).read(read)
        answer = AnswerReader(context, known.answers, register, known.vocabulary).tell(read)
        for told in filter(None, (answer, read)):
            found = _read(told, known, register, context)
            spelled = spell_out_groups(told, known.groups, [fact.text for fact in found])
            if spelled != told:
                apart = _read(spelled, known, register, context)
                found = [*apart, *(one for one in found if not any(one.text.startswith(each.text) for each in apart))]
            found = [
                one
                for one in found
                if not (_is_appointment(one) and known.corrections.moved.search(fold_letters(one.text)))
            ]
            if found or postponed:
                return corrections.end_restated([*found, *filter(None, [postponed])][:MOST_FACTS], read)
    return []


def _read(text: str, language: LanguagePack, register: Register, context: ExtractionContext) -> list[NewFact]:
    found = islice(_facts(text, language, register, context), 4 * MOST_FACTS)
    dated = (add_dates(fact, context.said_on, language) if context.said_on else fact for fact in found)
    facts = {fold_letters(fact.text): fact for fact in dated}
    return [fact for text, fact in facts.items() if not any(one.startswith(f"{text},") for one in facts)]


def load_language_pack(code: Language) -> LanguagePack:
    """Return the pack of a language. Its first import takes 0.18 CPU s; rules are compiled when first tried."""
    if code == "en":
        from sidecar.memory.extraction.english import ENGLISH

        return ENGLISH
    from sidecar.memory.extraction.spanish import SPANISH

    return SPANISH


def _facts(text: str, language: LanguagePack, register: Register, context: ExtractionContext) -> Iterator[NewFact]:
    for clause, match in _matches(text, language, register):
        rule = match.rule
        if not rule.passing and _is_passing(clause, language):
            continue
        bare = language.vocabulary.tag_of["NUMBER"] in clause.words[match.start].tags  # "17, and fast"
        of_person = (rule.domain is Domain.HEALTH or bare) and rule.subject is Subject.USER
        if of_person and may_be_anothers(clause, context, language):
            continue
        for told in _tellings(clause, match, language):
            if not 0 < len(told) <= FACT_MAX_CHARS or loses_denial(clause.words[: match.end], told):
                continue
            if rule.domain is not Domain.SCHEDULE or _names_something(told, clause.words[match.start :]):
                yield NewFact(told, rule.domain, rule.subject, rule.confidence, critical=rule.critical)


def _names_something(told: str, words: Sequence[Word]) -> bool:
    """Return whether a sentence tells what is on a day, and not only the day: "Va los martes" does not. `words`: as it
    was said; "nada" is nothing, "nado" is swimming."""
    statements = map(parse_statement, (told, " ".join(word.text for word in words)))
    return any(not item.measure for one in statements for item in one.items if item.clause == 0)


def _matches(text: str, language: LanguagePack, register: Register) -> Iterator[tuple[Clause, RuleMatch]]:
    """Yield what the rules find in each clause: with whom it is about put in, or else as it was said."""
    resolver = Resolver(register, language.references, language.vocabulary)
    for said in split_clauses(text, language):
        for clause in resolver.resolve(said, text):
            found = [*language.grammar.match(clause.words, clause.starts)]
            new = [match for match in found if _is_new(match, clause)]
            if new:
                yield from ((clause, match) for match in new)
                break


def _is_appointment(fact: NewFact) -> bool:
    return fact.domain is Domain.SCHEDULE and fact.text.startswith(_HAVING)


def _is_new(match: RuleMatch, clause: Clause) -> bool:
    """Return whether a rule found more than what was put in: "my boss Gemma" is known when "Gemma" is said."""
    if match.rule.telling and clause.known_until:
        return any(first >= clause.known_until for first, _ in match.parts.values())
    return match.end > clause.known_until


def _is_passing(clause: Clause, language: LanguagePack) -> bool:
    symbols = [word.symbol for word in clause.words]
    return any(
        symbol in language.passing and not " ".join(["", *symbols[:at]]).endswith(language.since)
        for at, symbol in enumerate(symbols)
    )


def _tellings(clause: Clause, match: RuleMatch, language: LanguagePack) -> Iterator[str]:
    words = clause.words[: match.end] if match.rule.only else clause.words
    if match.rule.telling:
        begun = [language.vocabulary.without_capital(words[0]), *words[1:]]
        parts = {name: _part(name, begun[first:last], language) for name, (first, last) in match.parts.items()}
        yield _sentence(match.rule.telling.format(**parts))
    elif match.rule.each is None or "item" not in match.parts or any(word.symbol == ":" for word in words):
        yield _sentence(language.retell(words, match.start))
    else:
        first, _ = match.parts["item"]
        for entry in _entries(words[first:], match.rule.each, language):
            yield _sentence(language.retell([*words[:first], *entry], match.start))


def _part(name: str, words: Sequence[Word], language: LanguagePack) -> str:
    if name.startswith("asked"):
        return join_words(words)
    told = language.retell(words, 0).strip(" ,;:.")
    return told.title() if name.startswith("name") and told.islower() else told


def _entries(words: Sequence[Word], wanted: str, language: LanguagePack) -> list[list[Word]]:
    """Take a list apart. What is no item says more of the entry before it: "desde chica", a name; where any noun would
    do, only what begins so, and with anything else the list is over."""
    entries: list[list[Word]] = []
    entry: list[Word] = []
    gap: list[Word] = []
    for word in [*words, Word(",", ",")]:
        if word.symbol not in _LISTING or word.text in _BRACKETS:
            entry.append(word)
            continue
        if entries and wanted in _OWN_HEALTH and _tags(entry, _PEOPLE, language):
            break
        if entry and (not entries or _is_item(entry, wanted, language)):
            entries.append(_with_preposition(entry, entries))
        elif entry and (wanted or entry[0].symbol in _MORE):
            entries[-1] += [*gap, *entry]
        elif entry:
            break
        gap = [word]
        entry = []
    return entries


def _is_item(entry: Sequence[Word], wanted: str, language: LanguagePack) -> bool:
    """Return whether an entry has a word of the wanted class; where any noun will do, whether it may be one."""
    if wanted:
        return any(language.vocabulary.tag_of[wanted] in word.tags for word in entry)
    if entry[0].symbol in _PREPOSITIONS | _ARTICLES:
        return True
    line = encode_line(entry)[0]
    clause = any(pattern.match(line) for pattern in (language.prelude, language.opening, language.asking))
    is_other = bool(_tags(entry, _NO_ITEM, language))
    return not (clause or is_other or entry[0].symbol in _MORE) and len(entry) <= _ITEM_WORDS


def _tags(words: Sequence[Word], names: Sequence[str], language: LanguagePack) -> set[str]:
    """Return which of these classes the words have, as tags."""
    wanted = {language.vocabulary.tag_of[name] for name in names if name in language.vocabulary.tag_of}
    return wanted & {tag for word in words for tag in word.tags}


def _with_preposition(entry: list[Word], entries: list[list[Word]]) -> list[Word]:
    """Repeat the preposition of the first entry for the others: "alérgico al maní y la nuez"."""
    if not entries or entry[0].symbol in _PREPOSITIONS or entries[0][0].symbol not in _PREPOSITIONS:
        return entry
    preposition = {"al": "a", "del": "de"}.get(entries[0][0].symbol, entries[0][0].symbol)
    if entry[0].symbol == "el" and preposition in {"a", "de"}:
        return [
            Word(f"{preposition}l" if preposition == "a" else "del", "al" if preposition == "a" else "del"),
            *entry[1:],
        ]
    return [Word(preposition, preposition), *entry]


def _sentence(text: str) -> str:
    clean = " ".join(text.split()).strip(" ,;:.-–—")
    clean += ")" * (clean.count("(") - clean.count(")"))
    return clean[:1].upper() + clean[1:]
