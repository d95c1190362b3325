"""What is left of a request without its date words: the message, without "remind me to" and "thanks"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sidecar.dates.languages import load_request_words
from sidecar.language.fold import fold_with_offsets
from sidecar.language.lexicon import any_word_pattern

SEPARATORS = " ,;:-"
_LONGEST_COURTESY = 80


@dataclass(frozen=True, slots=True)
class _RequestPatterns:
    """Over folded text, in every language at once: people mix them in one sentence."""

    request: re.Pattern[str]
    courtesy: re.Pattern[str]
    leading: re.Pattern[str]


@cache
def _load_patterns() -> _RequestPatterns:
    spoken = load_request_words()
    please = any_word_pattern(*(words.please for words in spoken))
    thanks = any_word_pattern(*(words.thanks for words in spoken), *(words.please for words in spoken))
    hello = any_word_pattern(*(words.greetings for words in spoken), *(words.please for words in spoken))
    modal, ask, set_, article, reminder, link, leading = (
        f"(?:{'|'.join(getattr(words, name) for words in spoken)})"
        for name in ("modal", "ask", "set_", "article", "reminder", "link", "leading")
    )
    asking = rf"(?:{ask}|(?:{set_} )?(?:{article} )?{reminder})(?![a-z])"
    return _RequestPatterns(
        re.compile(
            rf"[\s¿¡]*(?:{hello}[\s,.!]+)*(?:{modal}\s*(?:{please}\s*)?)?{asking}(?:\s*,?\s*{please})?"
            rf"(?: {link}(?![a-z]))?[\s,:]*"
        ),
        re.compile(rf"[\s,.;](?:{thanks}|(?:{modal} )?{asking})$"),
        re.compile(rf"(?:^| ){leading}$"),
    )


def strip_request(text: str) -> str:
    """Return the message of a request: without "remind me to" before it and "please" after it."""
    patterns, text = _load_patterns(), " ".join(text.split())
    folded = fold_with_offsets(text)
    if asked := patterns.request.match(folded.text):
        text = text[folded.offsets[asked.end()] :] if asked.end() < len(folded.text) else ""
        text = text if "¿" in text else text.rstrip(" ?")
    ending = text.rstrip(" .!?")
    folded = fold_with_offsets(ending)
    if thanked := patterns.courtesy.search(folded.text, max(0, len(folded.text) - _LONGEST_COURTESY)):
        text = text[: folded.offsets[thanked.start()]]
    return text.strip(SEPARATORS).rstrip(f"{SEPARATORS}.")


def strip_leading_words(text: str) -> str:
    """Return the text before date words, without the preposition that leads to them."""
    stripped = text.strip(SEPARATORS)
    folded = fold_with_offsets(stripped)
    led = _load_patterns().leading.search(folded.text, max(0, len(folded.text) - _LONGEST_COURTESY))
    return stripped[: folded.offsets[led.start()]].rstrip(" ,") if led else stripped
