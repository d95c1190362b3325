"""Puts in what a Spanish sentence leaves out: the subject of the one before, the verb of what stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.memory.extraction.language_pack import compile_choice
from sidecar.memory.extraction.spanish.verb_forms import gerunds
from sidecar.memory.extraction.spanish.vocabulary import KNOWN
from sidecar.memory.extraction.words import Word, encode_line

_FIRST_OF = gerunds()
_KEEPING = frozenset({"estoy", "estamos", "sigo", "seguimos", "ando"})
_DENYING = frozenset({"no", "nunca", "tampoco"})
_OF_OTHERS = compile_choice(
    KNOWN,
    "(a|al)? (mi|mis|nuestro|nuestra KIN|PERSON|PET | (el|la)? GIVEN | el|la NICK|PET)",
    "la|el vete|veterinario|veterinaria",
    "(y)? le|les _",
)
"""A clause about somebody else, whose medicine may stand alone after it."""
_SUFFERING = compile_choice(
    KNOWN, "lo|la operan|operaron|internan|internaron|castran|castraron|echaron|despidieron|trasladaron|medicaron"
)
"""What is done to somebody named before."""

_WHOM = compile_choice(
    KNOWN,
    "mi|mis|nuestro|nuestra (mejor|ex)? KIN|PERSON|PET (mayor|menor)? ((,)? (el|la)? NAME|NICK)?",
    "(el|la)? GIVEN",
    "el|la NICK",
    "!FIRST|THIRD|HAS|que|no NAME|NICK =THIRD|HAS|ya|no|se",
    "el|la|al bebe|beba|nene|nena|perro|perra|gato|gata",
    "un|una PERSON|JOB|VISIT (nuevo|nueva|particular)?",
    "un|una|el|la PET (mestiza|mestizo|negra|negro|blanca|blanco|atigrada|atigrado)?",
)
"""Somebody of whom the next clause may say more."""

_CONTINUATION = compile_choice(
    KNOWN,
    "(los|el|de)? DAY (y|,|e DAY)* (a las|de|por la|la|tipo|NUMBER|COUNT|en|con)* NUMBER|HALFDAY|COUNT|NAME|END",
    "(los|el|de)? DAY (y|,|e DAY)* en|con|a|por _",
    "la|el dr|dra|doctor|doctora NAME|_ , (el)? NUMBER|DAY",
    "(la|el)? GIVEN END",
    "mi|el|la KIN|PERSON (de|del (!FIRST|HAS|, _)*)? END",
    "(el)? DATE|NUMBER_MONTH|NUMBER_de_MONTH (a|,|las|NUMBER|END)",
    "NUMBER (lucas|mil|pesos|euros) (por|al) mes|sesion|clase|hora",
    "(una|dos|tres|cuatro|NUMBER) (veces)? por semana|mes|dia",
    "de NUMBER a NUMBER",
)
"""A day, an hour or a price alone, which belongs to what was said before it."""


def complete(words: Sequence[Word], previous: Sequence[Word]) -> list[Word]:
    """Put in the subject of what says something of somebody: "Mi abuela tiene 94 y | vive en Azul"; and what a day
    alone belongs to: "Arranqué cerámica. | Sábados a las 10"."""
    if previous and _CONTINUATION.match(encode_line(words)[0]):
        days = all(KNOWN.tag_of["DAY"] in word.tags for word in (previous[-1], words[0]))
        return [*previous, Word("y", "y") if days else Word(",", ",", spaced=False), *words]
    if words and KNOWN.tag_of["MED"] in words[0].tags and _OF_OTHERS.match(encode_line(previous)[0]):
        return [*previous, Word(",", ",", spaced=False), *words]
    suffers = _SUFFERING.match(encode_line(words)[0])
    says_of_others = bool(words) and (
        bool(suffers) or KNOWN.tag_of["HAS"] in words[0].tags or words[0].symbol in {"le", "les"}
    )
    person = _last_person(previous) if says_of_others else []
    if not person:
        return list(words)
    to_whom = [Word("a", "a")] if suffers or words[0].symbol in {"le", "les"} else []
    return [*to_whom, *person, replace(words[0], text=words[0].text.lower(), spaced=True), *words[1:]]


def _last_person(words: Sequence[Word]) -> list[Word]:
    """Return the subject of a clause, or else whom it names last."""
    line, offsets = encode_line(words)
    found = _WHOM.match(line)
    for offset, index in () if found else tuple(offsets.items())[1:-1]:
        found = _WHOM.match(line, offset)
        ends = found and (found.end() == len(line) or line.startswith(",", found.end()))
        if ends and (index == 1 or words[index - 1].symbol not in {"de", "del"}):
            break
        found = None
    if found is None:
        return []
    first, *rest = words[offsets[found.start()] : offsets[found.end()]]
    is_name = bool({KNOWN.tag_of["NAME"], KNOWN.tag_of["NICK"]} & {*first.tags})
    return [replace(first, tags=first.tags + KNOWN.tag_of["GIVEN"]) if is_name else first, *rest]


def be(words: Sequence[Word], _: Sequence[Word] = ()) -> list[Word]:
    """Put in the verb of what stands alone: "34 años" takes "tengo", "contadora" takes "soy"."""
    owned = {KNOWN.tag_of[name] for name in ("KIN", "PET", "COND")}
    has = KNOWN.tag_of["NUMBER"] in words[0].tags or any(owned & {*word.tags} for word in words[:3])
    verb = "tengo" if has else "soy"
    return [Word(verb, verb, tags=KNOWN.tags[verb]), *words]


def tell_denied(words: Sequence[Word], _: bool = False) -> Sequence[Word]:
    """Say what is denied of these days in the present: "ya no estoy tomando" is "ya no tomo"."""
    told: list[Word] = []
    for at, word in enumerate(words):
        first = _FIRST_OF.get(word.symbol)
        if first and at > 1 and words[at - 1].symbol in _KEEPING and words[at - 2].symbol in _DENYING:
            told[-1] = replace(words[at - 1], symbol=first, text=first, tags=KNOWN.tags.get(first, ""))
        else:
            told.append(word)
    return told
