"""Parses a question of the person about themselves: what is asked for, and of what."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sidecar.domain.person import Language
from sidecar.language.fold import fold
from sidecar.language.stop_words import STOP_WORDS
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.lexicon.lexicon import function_words


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


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `statement` is its words parsed like a fact; `words` are those that an answer must hold although
    the parser has no item for them ("sign", "surname")."""

    text: str
    wanted: Wanted
    statement: ParsedStatement
    words: frozenset[str]
    past: bool
    advice: bool
    """Asks whether something may be eaten, drunk, taken or done: health counts first."""
    personal: bool
    """Speaks of the person or of what is theirs."""
    of_others: bool = False
    """Asks of somebody who was named before: "and where does she live?"."""

    def about(self, people: Sequence[Item]) -> Question:
        """Return the question asked of these people."""
        return replace(self, statement=replace(self.statement, items=(*people, *self.items)))

    def without_purpose(self) -> Question | None:
        """Return a question for a medicine without what it is for; None for another question."""
        purpose = {item.at for item in self.items if item.prep == "for" or "condition" in item.kinds}
        if not purpose or not any("take_drug" in item.keys for item in self.items):
            return None
        return self._without(frozenset(purpose))

    def of_each(self) -> Sequence[Question]:
        """Return the question for each of several people that it names: "Mason and Brynn"."""
        words = self.statement.words
        people = find_people(self.statement)
        between = [words[one.at + 1 : other.at] for one, other in itertools.pairwise(people)]
        if not between or not all(function_words("and").intersection(some) for some in between):
            return ()
        return [self._without(frozenset(person.at for person in people if person is not one)) for one in people]

    def _without(self, places: frozenset[int]) -> Question:
        rest = tuple(item for item in self.items if item.at not in places)
        return replace(self, statement=replace(self.statement, items=rest))

    @property
    def items(self) -> tuple[Item, ...]:
        return self.statement.items


_WANTED: tuple[tuple[Wanted, str], ...] = (
    (Wanted.AGE, r"(?:que|cuantos) (?:edad|an(?:os|itos)|pirulos)|how old|(?:what|whats) age|cuantos cumpl\w+"
     r"|whats (?=.*s age\b)"),
    (Wanted.AMOUNT, r"(?:de |en |por )?cuant[oa]s?|(?:de |en )?que (?:dosis|precio|numero|talle|cantidad)"
     r"|how (?:much|many|long)|how (?=far|tall|heavy|big)|(?:what|which|whats)(?: is| are)?(?: my| the)? (?:dose|dosage"
     r"|price|number|size)"),
    (Wanted.TIME, r"(?:para |desde |hasta )?cuando|(?:a |de |hasta |en )?que (?:hora|horario)s?"
     r"|cual es (?:el|mi) horario|(?:en |de |el )?que (?:dias?|fecha|mes|noches?|tarde)|whens?|(?:by |since )when"
     r"|(?:what|which) (?:days?|times?|date|evenings?|nights?|months?|hours)"),
    (Wanted.PLACE, r"(?:a |de |en |por )?(?:a?donde|que (?:lugar|ciudad|barrio|pueblo|localidad|zona|pais|calle))"
     r"|where\w*|(?:in )?(?:what|which) (?:city|town|place|country|street)"),
    (Wanted.NAME, r"como se llaman?|como me llamo|como le pus\w+|cuale?s? (?:es|son) (?:el|los|mis?) nombres?"
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
_ADVICE = re.compile(
    r"\b(?:puedo|podria|podre|deberia|debo|conviene|me hace (?:mal|bien))\b.*\b(?:comer|tomar|beber|probar|usar|hacer"
    r"|pedir|cocinar|correr|entrenar|acercar|\w+rme)\b|\b(?:can|could|may|should|safe for) (?:i|me)\b.*\b(?:eat|drink"
    r"|take|have|try|use|do|order|cook|run)\b|\bque no (?:me )?(?:puedo|debo)\b|\bcant i (?:eat|have|take|drink)\b"
)
_PAST = re.compile(
    r"\b(?:antes|anterior(?:es)?|solia|previous(?:ly)?|used to|before|back then|en esa epoca|formerly)\b"
)
_PERSONAL = re.compile(
    r"\b(?:yo|me|mi|mis|mio|mia|conmigo|nos|nuestr[oa]s?|i|im|ive|id|my|mine|our|we|us|myself|tengo|soy|estoy|voy|vivo"
    r"|trabajo|laburo|tomo|como|uso|hago|juego|pago|gano|peso|mido|estudio|calzo|cumplo|fumo|manejo|naci|\w{3,}amos"
    r"|\w{2,}emos|puedo|debo|sigo|veo|entro|salgo|duermo|tenia|vivia|era|fui)\b"
)
_OTHERS = frozenset({"he", "she", "his", "her", "him", "they", "their", "them"})
_IMPERSONAL = frozenset({"es", "está", "fue", "era", "va", "queda", "hace", "sale", "como", "llama"})
_TO_COMPANION = re.compile(
    r"do you (?!know|remember|have)|are you|whats your|what is your|who are you|how are you|como (?:estas|andas"
    r"|te llamas)|quien sos|que sos|sos|queres|te gusta|me (?:podes|podrias) (?!decir|recordar)"
)
_WORK = (
    (re.compile(r"\bwhat (?:do|does|did) (.+) do\b(?: for work| for a living)?"), r"what work \1"),
    (re.compile(r"\bque hace (?=mi |el |la )"), "de que trabaja "),
)
"""What somebody does is their work."""
_QUESTION_CHARS, _MESSAGE_CHARS = 300, 2_000
"""Beyond these nothing is read: the patterns need not be fast on it."""
_NO_QUESTION = re.compile(
    r"que (?:lindo|linda|bueno|buena|bien|rico|rica|calor|frio|dia|sueno|garron|mal|loco|hambre|paja|fiaca|tal|pena"
    r"|lastima|alegria|bajon|asco|genial|locura|semana|risa|suerte)\b|como (?!se llam|me llam|es|esta)|quien (?:sabe"
    r"|diria)"
    r"|cuando (?!es|son|tengo|cumpl|me toca|empieza|viene|llega|era|fue)|porque|what an?\b|how (?:nice|cool|great|funny"
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
_JOINTS = re.compile(
    r"(?<=[^\s,]{2})(?:,(?! (?:a |de |con |en )?(?:que|who|which)\b)| y| and|;) (?=(?:a |con |de |en |por )?(?:que"
    r"|quien(?:es)?|como|donde|adonde|cuando|cual(?:es)?|cuant[oa]s?|what|who|where|when|which|how|why)(?:s|\b))"
)


def is_question(text: str) -> bool:
    """Return whether a message asks something."""
    plain = _plain(text[:_QUESTION_CHARS])
    if _TO_COMPANION.match(plain) or ("?" not in text and _NO_QUESTION.match(plain)):
        return False
    return "?" in text or _YES_NO.match(plain) is not None or any(asked.match(plain) for _, asked in _ASKS)


def asks_everything(text: str) -> bool:
    """Return whether the person asks for all that is known of them."""
    return _EVERYTHING.search(_plain(text[:_QUESTION_CHARS])) is not None


def split_questions(text: str) -> list[str]:
    """Return the questions of a message, each for itself; what asks nothing is left out."""
    text = text[:_MESSAGE_CHARS]
    marked = "?" in text
    pieces = [piece for part in re.split(r"\?+|[¿\n]|(?<=[.!]) ", text) for piece in _JOINTS.split(part)]
    asked = [piece.strip(" ,.;:!¡") for piece in pieces]
    found = [piece for piece in asked if piece and is_question(piece)]
    return found or ([text.strip(" ¿?¡!")] if marked else [])


def parse_question(text: str, language: Language) -> Question:
    text = text[:_QUESTION_CHARS]
    plain = _plain(text)
    for asked, work in _WORK:
        plain = asked.sub(work, plain)
    wanted, asking = _find_wanted(plain)
    rest = _PAST.sub(" ", f"{plain[: asking.start()]} {plain[asking.end() :]}" if asking else plain)
    statement = parse_statement(_as_written(rest, text), language)
    personal = _PERSONAL.search(plain) is not None
    said = frozenset(word for item in statement.items for word in item.text.split())
    others = frozenset(word for word in statement.words if word.isalpha() and word not in said)
    small = function_words("asking") | STOP_WORDS | function_words("own")
    return Question(
        text,
        wanted,
        statement,
        frozenset(word for word in others if word not in small and len(word) > 1),
        past=_PAST.search(plain) is not None,
        advice=_ADVICE.search(plain) is not None,
        personal=personal,
        of_others=not personal and not find_people(statement) and _speaks_of_others(plain, language),
    )


def find_people(statement: ParsedStatement) -> tuple[Item, ...]:
    """Return the people and animals of a statement, by role or name."""
    return tuple(item for item in statement.items if item.person or item.name)


def _speaks_of_others(plain: str, language: Language) -> bool:
    """Return whether the verb or a pronoun is in the third person."""
    words = frozenset(plain.split())
    if language == "en":
        return not words.isdisjoint(_OTHERS)
    from sidecar.memory.extraction.spanish.verb_forms import second_persons  # the patterns take a fifth of a second

    return not words.isdisjoint(second_persons().keys() - _IMPERSONAL)


def _find_wanted(plain: str) -> tuple[Wanted, re.Match[str] | None]:
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


def _as_written(plain: str, text: str) -> str:
    """Write the words of a folded text as they stand in the original, since capitals tell names."""
    written = {fold(word): word for word in re.findall(r"[^\W_]+", text)}
    return " ".join(written.get(word, word) for word in plain.split())


def is_filler(word: str) -> bool:
    """Return whether a word of a question says nothing of what is asked for."""
    return word in function_words("asking")


def _plain(text: str) -> str:
    return re.sub(r"['’´`]", "", fold(_QUESTION_MARKS.sub(" ", text))).strip(" ,.;:!¡-")
