"""Recognises questions by their words, and what they ask for: cheap enough to look at every message that is found."""

from __future__ import annotations

import re
from enum import StrEnum

from sidecar.language.fold import fold


class Wanted(StrEnum):
    """What kind of value an answer must hold."""

    AGE = "age"
    AMOUNT = "amount"
    TIME = "time"
    PLACE = "place"
    NAME = "name"
    WHO = "who"
    THING = "thing"
    REASON = "reason"
    TRUTH = "truth"
    """Whether something holds: any statement about it is an answer."""


_WANTED: tuple[tuple[Wanted, str], ...] = (
    (Wanted.AGE, r"(?:que|cuantos) (?:edad|an(?:os|itos)|pirulos)|how old|(?:what|whats) age|cuantos cumpl\w+"
     r"|whats (?=.*s age\b)"),
    (Wanted.AMOUNT, r"(?:de |en |por )?cuant[oa]s?|(?:de |en )?que (?:dosis|precio|numero|talle|cantidad)"
     r"|how (?:much|many|long)|how (?=far|tall|heavy|big)|(?:what|which|whats)(?: is| are)?(?: my| the)? (?:dose|dosage"
     r"|price|number|size)|(?:what|whats)(?: is)? my (?=(?:\w+ ){1,2}number\b)|cual es (?:el|mi) numero(?: de)?"),
    (Wanted.TIME, r"(?:para |desde |hasta )?cuando|(?:a |de |hasta |en )?que (?:hora|horario)s?"
     r"|cual es (?:el|mi) horario|(?:en |de |el )?que (?:dias?|fecha|mes|noches?|tarde)|whens?|(?:by |since )when"
     r"|(?:what|which) (?:days?|times?|date|evenings?|nights?|months?|hours)"),
    (Wanted.PLACE, r"(?:a |de |en |por )?(?:a?donde|que (?:lugar|ciudad|barrio|pueblo|localidad|zona|pais|calle))"
     r"|where\w*|(?:in )?(?:what|which) (?:city|town|place|country|street)"),
    (Wanted.NAME, r"como se llaman?|como me llamo|como le pus\w+|cuale?s? (?:es|son) (?:el|los|mis?)"
     r" (?:nombres?|apellidos?)|como se apellidan?"
     r"|que nombre|(?:what|who)(?: are| is|s)?(?: the names? of)?(?=.*\b(?:called|names?)\b)"),
    (Wanted.WHO, r"(?:con |a |de |para )?quien(?:es)?|who(?!le)\w*"),
    (Wanted.REASON, r"por que|why|how come"),
    (Wanted.THING, r"(?:a |de |en |con |por )?(?:que|cual(?:es)?)|como|what\w*|which|how\w*"),
)  # fmt: skip
_LEAD = r"(?:(?:che|y|e|and|so|hey|ok|pero|but|a ver|oye|then|no se)[ ,]+|" + (
    r"(?:(?:me )?(?:sabes|decis|decime|contame|acordas|recordas)|te acordas(?: de)?|do you (?:know|remember)"
    r"|can you tell me|tell me|remind me|remember|just)[ ,]+)*"
)
_ASKS = tuple((wanted, re.compile(rf"{_LEAD}(?:{pattern})\b")) for wanted, pattern in _WANTED)
_ASKS_WITHIN = tuple(
    (wanted, re.compile(rf"\b(?:{pattern})\b")) for wanted, pattern in _WANTED if wanted != Wanted.THING
)
_YES_NO = re.compile(
    _LEAD + r"(?:do|does|did|am|is|are|was|were|have|has|had|can|could|should|may|must|will|would)(?:nt)? (?:i|we|my"
    r"|our|it|any|\w+)\b"
)
_TO_COMPANION = re.compile(
    r"do you (?!know|remember|have)|are you|whats your|what is your|who are you|how are you|como (?:estas|andas"
    r"|te llamas)|quien sos|que sos|sos|queres|te gusta|me (?:podes|podrias) (?!decir|recordar)"
)
QUESTION_CHARS, _MESSAGE_CHARS = 300, 2_000
"""Beyond these nothing is read: the patterns need not be fast on it."""
_NO_QUESTION = re.compile(
    r"que (?:lindo|linda|bueno|buena|bien|rico|rica|calor|frio|sueno"
    r"|dia(?! (?:es|era|fue|tengo|voy|me|nos|hay|empieza|cae)\b)|garron|mal|loco|hambre|paja|fiaca|tal"
    r"|pena|lastima|alegria|bajon|asco|genial|locura|semana|risa|suerte)\b"
    r"|como (?!se llam|me llam|es|esta)|quien (?:sabe|diria)"
    r"|cuando (?!es|son|tengo|cumpl|me toca|empieza|viene|llega|era|fue"
    r"|(?:me |lo |la |nos )?(?:llevo|opera\w*|vence|pago|cobro|rindo|entrego|juega|juego|viajo|sale|retiro|vacun\w*)\b"
    r"(?!.*(?:,|\b(?:avis|recorda|deci)\w*|\bte\b)))|porque|what an?\b|how (?:nice|cool|great|funny"
    r"|sweet|sad|weird)|when (?:i|we|you|he|she|it|they|the|my)\b(?!.*\bi$)|whatever|however|who knows|why not"
    r"|(?:can|could|would|will|did) you\b"
)
"""What begins like a question and is none without its mark: "como pan todos los días", "when I run my knee hurts"."""
_EVERYTHING = re.compile(
    r"\bque (?:es lo que )?(?:mas )?(?:sabes|recordas|conoces|te acordas|tenes anotado|guardaste) (?:de|sobre) mi\b"
    r"|\bque te conte(?: de mi)?$|\bwhat (?:all |else )?(?:do|did) (?:you|i) (?:know|remember|tell you|have)"
    r" (?:of|about) (?:me|myself)\b"
    r"|\b(?:tell me|decime|contame) (?:everything|todo lo que|what) (?:you|sabes|recordas)\b"
)
_QUESTION_MARKS = re.compile(r"[¿?]")
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_JOINTS = re.compile(
    r"(?<=[^\s,]{2})(?:,(?! (?:a |de |con |en )?(?:que|who|which)\b)| y| and|;) (?=(?:a |con |de |en |por )?(?:que"
    r"|quien(?:es)?|como|donde|adonde|cuando|cual(?:es)?|cuant[oa]s?|what|who|where|when|which|how|why)(?:s|\b))"
)


_OPENING = re.compile(r"(?:(?:h+m+|mm+|um+|uh+|eh+|ah+|oh+|ok(?:ay)?|so|well|bueno|a ver|dale|anyway)[\s,.…]+)+(?=\w)")


def is_question(text: str) -> bool:
    """Return whether a message asks something."""
    plain = fold_question(text[:QUESTION_CHARS])
    if _TO_COMPANION.match(plain) or ("?" not in text and _NO_QUESTION.match(plain)):
        return False
    return "?" in text or _YES_NO.match(plain) is not None or any(asked.match(plain) for _, asked in _ASKS)


def only_asks(text: str) -> bool:
    """Return whether every sentence of a message asks: it tells nothing."""
    return all(is_question(sentence) for sentence in SENTENCE_END.split(text) if sentence.strip())


def asks_everything(text: str) -> bool:
    """Return whether the person asks for all that is known of them."""
    return _EVERYTHING.search(fold_question(text[:QUESTION_CHARS])) is not None


def split_questions(text: str) -> list[str]:
    """Return the questions of a message, each for itself; what asks nothing is left out."""
    text = text[:_MESSAGE_CHARS]
    marked = "?" in text
    pieces = [piece for part in re.split(r"\?+|[¿\n]|(?<=[.!]) ", text) for piece in _JOINTS.split(part)]
    asked = [piece.strip(" ,.;:!¡") for piece in pieces]
    found = [piece for piece in asked if piece and is_question(piece)]
    return found or ([text.strip(" ¿?¡!")] if marked else [])


def find_wanted(plain: str) -> tuple[Wanted, re.Match[str] | None]:
    """Find what is asked for and the words that ask, at the beginning or else anywhere ("y mi viejo de qué labura")."""
    for wanted, asks in _ASKS:
        if found := asks.match(plain):
            return wanted, found
    if _YES_NO.match(plain):
        return Wanted.TRUTH, None
    for wanted, asks in _ASKS_WITHIN:
        if found := asks.search(plain):
            return wanted, found
    return Wanted.TRUTH, None


def fold_question(text: str) -> str:
    """Return a question folded, without its marks and apostrophes."""
    plain = re.sub(r"['’´`]", "", fold(_QUESTION_MARKS.sub(" ", text))).strip(" ,.;:!¡-")
    return _OPENING.sub("", plain)
