"""Retells Spanish in the third person: "me mudé con mi novia" → "se mudó con su novia"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.spanish.vocabulary import KNOWN, THIRD
from sidecar.memory.extraction.words import Word, folded_words, join_words

_SWAPS = {
    "mi": "su", "mis": "sus", "mio": "suyo", "mia": "suya", "mios": "suyos", "mias": "suyas", "nuestro": "su",
    "nuestra": "su", "nuestros": "sus", "nuestras": "sus", "conmigo": "con él/ella", "yo": "", "nosotros": "",
    "nosotras": "",
}  # fmt: skip
_NOT_ENCLITIC = folded_words("""
    firme informe uniforme enorme conforme alternos internos externos eternos modernos maternos paternos cuadernos
    infiernos gobiernos inviernos cuernos tiernos
""")
_AUXILIARIES = {"he": "ha", "hemos": "han", "acabo": "acaba", "acabamos": "acaban"} | {
    third: third for third in ("ha", "han", "acaba", "acaban")
}
_NOUN_BEFORE = folded_words("""
    el la los las un una mi mis tu su del de al a en con sin por para este ese esta cada otro mucho primer todo
""")
_VERB_AFTER = folded_words("""
    que y e o pero no me nos se lo ya siempre tambien porque cuando donde como si nunca casi ahora ademas solo
    aunque cual quien yo tampoco igual todavia apenas mientras hoy ni tanto las_noches
""") | {"", ","}
_AFTER_ENCLITIC = re.compile(r"(.*(?:[aei]r|[aáéi]ndo|ar|er|ir))(?:me|nos)((?:l[oa]s?)?)$", re.IGNORECASE)


_PEOPLE = {KNOWN.tag_of[name] for name in ("GIVEN", "KIN", "PERSON", "PET", "JOB", "VISIT")}
_PAST_OF_OTHERS = {fold_letters(third): third for third in THIRD.values() if third.endswith("ió")} | {
    "fallecio": "falleció", "murio": "murió", "nacio": "nació",
}  # fmt: skip
"""The past of others, by how it is typed without its accent."""


def retell(words: Sequence[Word], _begin: int = 0) -> str:
    told: list[Word] = []
    first = not _is_of_another(words)
    words = [word for index, word in enumerate(words) if not _doubles_the_pronoun(words, index)]
    words = words[: -2 * _doubles_whom(words) or None]
    words = _with_company_last(words)
    for index, word in enumerate(words):
        before = words[index - 1].symbol if index else ""
        after = words[index + 1].symbol if index + 1 < len(words) else ""
        then = words[index + 2].symbol if index + 2 < len(words) else ""
        told.append(_told(word, before, after, then, first))
        first = first and (word.symbol not in THIRD or told[-1].text == word.text)
    return join_words(told)


def _is_of_another(words: Sequence[Word]) -> bool:
    """Return whether a clause begins with somebody else, so that "mi tía se jubilo" lacks an accent."""
    symbols = [word.symbol for word in words[:4]]
    named = next((word for word in words if word.symbol not in {"el", "la"}), None)
    is_person = named is not None and (named.symbol in {"mi", "mis"} or bool(_PEOPLE & {*named.tags}))
    return is_person and not {"yo", "que"} & set(symbols)


def _with_company_last(words: Sequence[Word]) -> list[Word]:
    """Move the company to the end: "Mi novia y yo nos mudamos" → "nos mudamos con mi novia"."""
    symbols = [word.symbol for word in words[:6]]
    place = symbols.index("yo") if "yo" in symbols else 0
    if place < 2 or symbols[place - 1] != "y":
        return list(words)
    company = [
        replace(word, text=word.text.lower() if word.symbol == "mi" else word.text) for word in words[: place - 1]
    ]
    return [*words[place + 1 :], Word("con", "con"), *company]


def _doubles_whom(words: Sequence[Word]) -> bool:
    """Return whether the last words repeat whom the first ones name: "a Toto le dan enalapril a él"."""
    symbols = [word.symbol for word in words]
    named = symbols[:1] == ["a"] and not {"le", "les"}.isdisjoint(symbols)
    return named and symbols[-2:-1] == ["a"] and words[-1].text.lower() in {"él", "el", "ella", "ellos", "ellas"}


def _doubles_the_pronoun(words: Sequence[Word], index: int) -> bool:
    """Return whether words repeat the pronoun, which is dropped: "A mí me gusta" → "le gusta"."""
    symbols = [word.symbol for word in words[max(0, index - 1) : index + 3]]
    return (symbols[:2] == ["a", "mi"] and words[index].symbol == "mi" and "me" in symbols) or (
        words[index].symbol == "a" and [word.symbol for word in words[index : index + 3]] == ["a", "mi", "me"]
    )  # fmt: skip


def _told(word: Word, before: str, after: str, then: str, first: bool) -> Word:
    symbol = word.symbol
    auxiliary, _, rest = word.text.partition(" ")
    if rest and auxiliary.lower() in _AUXILIARIES:
        return replace(word, text=f"{_AUXILIARIES[auxiliary.lower()]} {rest}")
    if not first and before in {"se", "lo", "la", "le", "me", "nos"} and symbol in THIRD and word.text.endswith("o"):
        return replace(word, text=f"{word.text[:-1]}ó")
    if not first and symbol in _PAST_OF_OTHERS and before not in _NOUN_BEFORE:
        return replace(word, text=_PAST_OF_OTHERS[symbol])
    if KNOWN.tag_of["GIVEN"] in word.tags and word.text.islower() and before not in {"san", "villa", "calle"}:
        return replace(word, text=word.text.title())
    if symbol in {"me", "nos"}:
        reflexive = (first and after in THIRD) or (after in {"lo", "la", "los", "las"} and then in THIRD)
        clitic = "se" if reflexive or after in {"lo", "la", "los", "las"} else ("le" if symbol == "me" else "les")
        return replace(word, text=clitic)
    if symbol in {"nosotros", "nosotras"} and before in {"con", "de", "a", "para", "por", "sin", "entre"}:
        return replace(word, text="ellos" if symbol == "nosotros" else "ellas")
    if symbol in _SWAPS and word.text not in {"Mia", "Mía"}:  # a name
        if symbol == "mi" and word.text in {"mí", "Mí"}:
            return replace(word, text="sí")
        return replace(word, text=_SWAPS[symbol])
    if before == "se" and symbol in THIRD and symbol.endswith("o"):
        return replace(word, text=f"{word.text[:-1]}ó")  # "se separo", without its accent
    if (
        symbol in THIRD
        and (before in _VERB_AFTER or (first and before not in _NOUN_BEFORE and not before.endswith("_de")))
        and not _is_conjunction(symbol, before, after)
        and not word.text.isupper()
    ):
        return replace(word, text=THIRD[symbol])
    enclitic = _AFTER_ENCLITIC.fullmatch(word.text) if symbol not in {"duerme", "duermen"} else None
    if enclitic and _is_verb(enclitic[1], word.text) and fold_letters(word.text) not in _NOT_ENCLITIC:
        return replace(word, text=f"{enclitic[1]}se{enclitic[2]}")
    return word if before else replace(word, text=word.text)


def _is_conjunction(symbol: str, before: str, after: str) -> bool:
    """Tell "como" as a conjunction ("trabajo como chef") from the verb ("no como carne")."""
    return (
        symbol == "como"
        and (bool(before) or after in {"mi", "todos", "si", "que", "siempre", "dice", "le", "te", "en"})
        and before not in {"no", "casi", "y", "nunca", "ya", "solo", "siempre", "tampoco"}
    ) or (symbol in {"era", "he", "di", "visto", "cuento", "corto"} and before not in {"", "no", "y", "ya", "me"})


def _is_verb(start: str, word: str) -> bool:
    """Return whether what an ending leaves is a verb: `mudar` in "mudarme", but nothing in Carmela."""
    return not word[:1].isupper() and (len(start) > 3 or fold_letters(start) in {"dar", "ver", "ser", "ir", "oir"})
