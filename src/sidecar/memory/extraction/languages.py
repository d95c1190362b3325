"""The languages whose patterns are known, each loaded when a message is in it, and which of them a message is in."""

from __future__ import annotations

from functools import cache

from sidecar.domain.person import LANGUAGES, Language
from sidecar.language.fold import fold
from sidecar.memory.extraction.language_pack import LanguagePack
from sidecar.memory.extraction.words import words_set

_COMMON = {
    "es": words_set("""
        el la los las un una de del que y en con por para mi mis me te se lo le no si ya soy es estoy esta tengo tiene
            muy pero como cuando porque che vos yo al su a hace desde todos cada nos voy este mas ahora hoy
            quiero nunca siempre
        tambien vivo trabajo laburo sos estas gracias hola buenas dale"""),
    "en": words_set("""
        the a an of and in on to for with my i i'm im i've we is are was it it's this that you your have do don't not at
        from be what how can when by about me am so just they she he there these live work"""),
}  # fmt: skip


def languages_of(text: str, preferred: Language | None) -> list[Language]:
    """The language that has more of its small words in the text; both, the preferred first, when that is undecided."""
    words = [word.strip(".,;:!?¿¡()") for word in fold(text).split()]
    score = {code: sum(word in _COMMON[code] for word in words) for code in LANGUAGES}
    best = max(score.values())
    return sorted((code for code in LANGUAGES if score[code] == best), key=lambda code: code != preferred)


@cache
def language_of(code: Language) -> LanguagePack:
    """Takes a fifth of a second the first time: some hundred patterns are compiled."""
    if code == "en":
        from sidecar.memory.extraction.english import ENGLISH

        return ENGLISH
    from sidecar.memory.extraction.spanish import SPANISH

    return SPANISH
