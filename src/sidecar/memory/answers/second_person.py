"""Says a stored statement to the person themselves: "Su hermana vive en Salta" → "Tu hermana vive en Salta"."""

from __future__ import annotations

import re
from functools import cache

from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS
from sidecar.memory.facts.statement import strip_over
from sidecar.memory.facts.tokens import detect_statement_language
from sidecar.memory.lexicon.lexicon import concept_group, first_names, lexicon

_ADVERBS = frozenset({"no", "ya", "nunca", "siempre", "también", "casi", "solo", "todavía", "a", "veces"})
_UNSURE_ES = re.compile(r"(?<!\bque )\b(?:se|le|les|lo|él|ella|usuari[oa])\b", re.IGNORECASE)
_OWN_ES = re.compile(r"\b(s)(us?)\b", re.IGNORECASE)
_HAPPENS = re.compile(
    r"(?:suspend|cancel|posterg|pospus|adelant|reprogram|termin|acab|sabe|dice|puede)\w*\s", re.IGNORECASE
)
"""What nobody does to themselves: "se suspendió la operación"."""
_REFLEXIVE = re.compile(r"(?<=[aei]r)se\b")
_DAY_ES = rf"(?:{'|'.join(WEEKDAYS['es'])}|{'|'.join(MONTHS['es'])}|\d[\d:.]*(?:hs?)?)"
_DATE = re.compile(
    rf"(?:(?:desde|hasta) )?(?:(?:el|los|cada|todos los) )?{_DAY_ES}(?:(?:,? (?:de|del|a las?|y|a))? {_DAY_ES})*,? ",
    re.IGNORECASE,
)
_COORDINATED_ES = re.compile(r"(?<=\by |\be |, )([a-záéíóúñ]+)\b")

_BEING = {
    "is": "you are", "has": "you have", "was": "you were", "does": "you do", "goes": "you go", "isn't": "you aren't",
    "hasn't": "you haven't", "wasn't": "you weren't", "doesn't": "you don't", "can't": "you can't", "had": "you had",
    "can": "you can", "will": "you will", "won't": "you won't", "never": "you never", "didn't": "you didn't",
}  # fmt: skip
_OWN_EN = re.compile(r"\b(?:their|his|her)\b")
_OWN_THEIR, _THEM = re.compile(r"\btheir\b"), re.compile(r"\bthem\b")
_UNSURE_EN = re.compile(r"\b(?:he|she|they|them|him|themselves|himself|herself|user)\b", re.IGNORECASE)
_COORDINATED_EN = re.compile(r"(?<=\band |\bbut )([a-z']+)\b")
_LEADING_OWN = re.compile(r"(?:their|his|her|the user's)\b", re.IGNORECASE)


def address_person(text: str) -> str | None:
    """Return a stored statement as one says it to the person; None where code cannot be sure."""
    if (rest := strip_over(text)) != text:
        return text.removesuffix(rest) + tell_after_colon(rest[:1].upper() + rest[1:])
    told = _address_es(text) if detect_statement_language(text) == "es" else _address_en(text)
    return told[:1].upper() + told[1:] if told else None


def tell_person(text: str) -> str:
    """Return a stored statement as one says it to the person, or as it is stored where code cannot be sure."""
    return address_person(text) or text


def tell_after_colon(text: str) -> str:
    """Return a stored statement as it is said to the person after a colon."""
    told = address_person(text)
    return text if told is None or told == text else told[:1].lower() + told[1:]


def _address_es(text: str) -> str | None:
    if found := re.match(r"(a )?sus?\b", text, re.IGNORECASE):
        own = _OWN_ES.sub(r"t\2", found[0].lower(), count=1)
        return None if _OWN_ES.search(text, found.end()) else own + text[found.end() :]
    words = text.split(" ")
    dated = found[0] if (found := _DATE.match(text)) else ""
    at = next(
        (n for n, word in enumerate(words[dated.count(" ") :], dated.count(" ")) if word.lower() not in _ADVERBS), 0
    )
    lead, verb, rest = words[:at], words[at].lower(), words[at + 1 :]
    if verb in {"se", "le", "lo", "la"} and rest:
        following = rest[0].lower()
        if verb == "se" and rest[1:2] and rest[1].lower() in {"su", "sus"} and following.endswith(("ó", "on")):
            return _address_subject(text)
        if verb == "se" and _HAPPENS.match(f"{following} "):
            return None if _OWN_ES.search(text) else text
        told = _vos().get(following) if verb == "se" else following
        if told is None or (verb == "la" and not following.endswith(("aron", "ieron"))):
            return None
        begun = [*lead, "te", told]
        rest = rest[1:]
    elif verb in _vos():
        begun = [*lead, _vos()[verb]]
    else:
        return None if _UNSURE_ES.search(text) or _OWN_ES.search(text) else text
    ended = " ".join(rest)
    if _UNSURE_ES.search(ended):
        return None
    ended = _REFLEXIVE.sub("te", _OWN_ES.sub(r"t\2", ended))
    ended = _COORDINATED_ES.sub(lambda found: _vos().get(found[1], found[1]), ended)
    return " ".join([*begun, ended]).strip()


def _address_subject(text: str) -> str | None:
    """Say what somebody of the person's did, told after the verb: "Se murió su abuelo"."""
    own = _OWN_ES.sub(r"t\2", text, count=1)
    return None if _OWN_ES.search(own) else own


@cache
def _vos() -> dict[str, str]:
    from sidecar.memory.extraction.spanish.verb_forms import second_persons  # the patterns take a fifth of a second

    return second_persons()


def _address_en(text: str) -> str | None:
    if found := _LEADING_OWN.match(text):
        rest = text[found.end() :]
        return "your" + (_THEM.sub("you", _OWN_THEIR.sub("your", rest)) if found[0].lower() == "their" else rest)
    first, _, rest = text.partition(" ")
    word = first.lower()
    if word in _family_words() and rest.startswith(("is ", "are ", "was ", "lives ", "works ", "has ")):
        return f"your {word} {rest}"
    begun = _BEING.get(word) or (f"you {base}" if (base := _base(word)) else None)
    if begun is None or (first[:1].isupper() and word in first_names()):
        told = _OWN_THEIR.sub("your", _THEM.sub("you", text))
        return None if _UNSURE_EN.search(told) or _OWN_EN.search(told) else told
    if _UNSURE_EN.search(rest):
        return None
    rest = _COORDINATED_EN.sub(lambda found: _coordinated(found[1]), _OWN_EN.sub("your", rest))
    return f"{begun} {rest}"


def _coordinated(word: str) -> str:
    return _BEING.get(word, "").removeprefix("you ") or _base(word) or word


def _base(verb: str) -> str | None:
    """Return the form after "you"; None for what is no verb. A past form stays."""
    words = lexicon("en")
    if verb.endswith("ed") and len(verb) > len("need"):
        return verb
    for ending, base in (("ies", "y"), ("es", ""), ("s", "")):
        stem = verb.removesuffix(ending) + base
        if verb.endswith(ending) and ((stem,) in words.verbs or "dislike" in words.exact.get((stem,), ())):
            return stem
    return None


@cache
def _family_words() -> frozenset[str]:
    """Return English words for close people that stand without "their": "wife is Shawna"."""
    close = concept_group("family")
    return frozenset(phrase[0] for phrase, names in lexicon("en").exact.items() if len(phrase) == 1 and names & close)
