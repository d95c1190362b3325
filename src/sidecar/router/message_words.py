"""A message as the router's grammars read it: its words alone, folded, with each date expression as one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sidecar import dates
from sidecar.domain.person import LANGUAGES
from sidecar.language.detection import find_likely_languages
from sidecar.language.tokens import Token, TokenKind, tokenize
from sidecar.router.spelling import correct_word

WHEN = "§"
"""What stands for date words in `MessageWords.line`."""
_MOST_WORDS = 120
"""A longer message is no plain request."""
_BREAKS = frozenset(".,;:!?\n…()")

_SPELLED_OUT: Mapping[str, str] = {
    "q": "que", "k": "que", "ke": "que", "xq": "por que", "pq": "por que", "porq": "por que", "x": "por", "d": "de",
    "tb": "tambien", "tmb": "tambien", "xfa": "porfa", "pls": "please", "plz": "please", "u": "you", "r": "are",
    "ur": "your", "wat": "what", "whats": "what is", "wats": "what is", "hows": "how is", "wheres": "where is",
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "dont": "do not", "cant": "can not", "im": "i am",
    "ill": "i will", "id": "i would", "lemme": "let me", "gimme": "give me", "thats": "that is", "its": "it is",
    "don't": "do not", "can't": "can not", "won't": "will not", "cannot": "can not", "let's": "let us", "i'm": "i am",
    "doesn't": "does not", "isn't": "is not", "didn't": "did not"
}  # fmt: skip
_ENDINGS: Mapping[str, str] = {"'ll": "will", "'ve": "have", "'d": "would", "'re": "are"}
LENGTH = re.compile(
    r"(?<![\w.,])\d{1,3} ?(?:min|mins|minutos?|minutes?|h|hs|hrs?|horas?|hours?|seg|segundos?|secs?|seconds?)\b",
    re.IGNORECASE,
)
"""A length of time alone: "timer 25 min", "snooze it 15 minutes"."""
_NO_DATE = re.compile(r"(?:hora|time)\b", re.IGNORECASE)
"""A question for the time somewhere: "hora en Tokio"."""
_NO_TIME = re.compile(
    r"\bmar(?= del plata| de ajo|\b chiquita)|(?<=s['’] )(?:morning|afternoon|evening|night|day|week)\b"
    r"|\bbuen[oa]?s? (?:dias?|días?|tardes|noches)\b|\bgood (?:morning|afternoon|evening|night)\b",
    re.IGNORECASE,
)
"""Words that are of time elsewhere: "Mar del Plata", "the parents' evening", "buenas noches"."""
_NEVER_DATES = frozenset(["timer", "temporizador", "cronometro", "alarma", "alarm", "recordatorio", "reminder"])
"""The date words of "timer de 5 minutos" begin with it."""
_IS = frozenset(["what", "where", "when", "who", "how", "it", "that", "there", "he", "she"])


@dataclass(frozen=True, slots=True)
class Word:
    """A word as grammars read it; `text[start:end]` of the message is how it was written."""

    read: str
    start: int
    end: int
    breaks: bool = False
    """A sign that ends a clause stands before it."""


@dataclass(frozen=True)
class MessageWords:
    """The words of a message."""

    text: str
    words: Sequence[Word]
    when: str = ""
    """Its date words, as they were written."""

    @cached_property
    def line(self) -> str:
        return " ".join(word.read for word in self.words)

    def select(self, span: tuple[int, int]) -> Sequence[Word]:
        """Return the words of a span of `line` that begins and ends with words; none for an empty one."""
        start, end = span
        if start < 0 or not self.line[start:end].strip():
            return ()
        start += len(self.line[start:end]) - len(self.line[start:end].lstrip())
        end -= len(self.line[start:end]) - len(self.line[start:end].rstrip())
        first = self.line[:start].count(" ")
        last = first + self.line[start:end].count(" ")
        return self.words[first : last + 1]

    def quote(self, span: tuple[int, int]) -> str:
        """Return how a span of `line` was written."""
        return self.quote_words(self.select(span))

    def quote_words(self, words: Sequence[Word]) -> str:
        return " ".join(self.text[words[0].start : words[-1].end].split()) if words else ""

    def without(self, words: Iterable[Word]) -> MessageWords:
        """Return it without some of its words, which may stand in `words` as they are here."""
        gone = set(words)
        return replace(self, words=[word for word in self.words if word not in gone])


@lru_cache(maxsize=32)
def read_words(text: str) -> MessageWords | None:
    """Read a message, with slips of the finger mended; None for one that is too long to be a plain request.

    Several grammars read a message, and those of a follow-up the messages before it: each is read once.
    """
    words = list(_read_words(text))
    if len(words) > _MOST_WORDS:
        return None
    match = _find_dates(text)
    if match is None:
        return MessageWords(text, words)
    return MessageWords(text, _mark_dates(words, match.spans), match.words)


def _read_words(text: str) -> Iterator[Word]:
    breaks, count = False, 0
    for token in tokenize(text):
        if token.kind in {TokenKind.SIGN, TokenKind.LINE}:
            breaks = breaks or token.kind is TokenKind.LINE or token.text[0] in _BREAKS
            continue
        for read in _spell_out(token):
            yield Word(read, token.start, token.end, breaks)
            breaks = False
            count += 1
        if count > _MOST_WORDS:
            return


def _spell_out(token: Token) -> Sequence[str]:
    """Return the words that a token stands for, without the mark of possession."""
    word = token.folded
    if token.kind is not TokenKind.WORD:
        return (word,)
    if (said := _SPELLED_OUT.get(word)) is not None:
        return said.split()
    stem, mark, _ = word.partition("'")
    if mark:
        if word.endswith("'s"):
            return (stem, "is") if stem in _IS else (stem,)
        if ending := _ENDINGS.get(word[len(stem) :]):
            return (stem, ending)
    return (correct_word(word),)


def _find_dates(text: str) -> dates.DateMatch | None:
    """Find the date words in the language that reads more of them."""
    plain = re.sub(r"['’]s\b", "  ", text)  # "today's reminders"
    plain = _NO_TIME.sub(lambda found: "x" * len(found[0]), plain)
    tongues = sorted(LANGUAGES, key=lambda code: code not in find_likely_languages(text))
    read = (dates.find(plain, code) for code in tongues)
    found = [match for match in read if match and match.spans and not _NO_DATE.match(match.words)]
    if not found and (length := LENGTH.search(plain)):
        return dates.DateMatch(length[0], (length.span(),), "")
    return max(found, key=lambda match: sum(end - start for start, end in match.spans), default=None)


def _mark_dates(words: Sequence[Word], spans: Sequence[tuple[int, int]]) -> Sequence[Word]:
    marked: list[Word] = []
    for word in words:
        span = next((span for span in spans if word.start < span[1] and span[0] < word.end), None)
        if span is None or word.read in _NEVER_DATES:
            marked.append(word)
        elif not marked or marked[-1].read != WHEN or (marked[-1].start, marked[-1].end) != span:
            marked.append(Word(WHEN, *span, word.breaks))
    return marked
