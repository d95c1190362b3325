"""The people and animals that were spoken of: who they are to the person, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sidecar.domain.message import Message, Speaker
from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.reference_words import Gender, PeopleWords
from sidecar.memory.extraction.words import Vocabulary
from sidecar.memory.lexicon.lexicon import first_names

_TOKEN = re.compile(r"'s\b|’s\b|[^\W\d_]+(?:[-][^\W\d_]+)*|\d+|[^\w\s]|\n")
_READ_CHARS = 1_000
_NAME_TOKENS = 2
_FAR = 4


@dataclass(frozen=True, slots=True)
class Referent:
    """Somebody who was spoken of. `role` is what they are to the person ("hijo mayor"); `name` may be empty."""

    role: str
    name: str
    is_pet: bool
    gender: Gender

    @property
    def key(self) -> str:
        return fold_letters(self.name) or fold_letters(self.role)


@dataclass(frozen=True, slots=True)
class _Token:
    symbol: str
    text: str


class Register:
    """Who was named in what is known and in what was said before. Looks when it is first asked."""

    def __init__(self, context: ExtractionContext, vocabulary: Vocabulary, words: PeopleWords) -> None:
        self._context = context
        self._vocabulary = vocabulary
        self._words = words
        self._roles = frozenset(vocabulary.tag_of[name] for name in ("KIN", "PERSON", "PET"))
        self._name_tags = {vocabulary.tag_of[name] for name in words.name_classes}
        self._pet = vocabulary.tag_of["PET"]
        self._names: dict[str, Referent] | None = None
        self._said: list[Referent] = []
        self._may_be_named = {
            word
            for text in self._texts()
            for word in re.findall(r"[^\W\d_]+", fold_letters(text[:_READ_CHARS]))
        }  # fmt: skip

    def note(self, text: str) -> None:
        """Note whom a clause of the message itself mentions."""
        found = list(self._find(text))
        self._said += found
        if self._names is not None:
            self._names |= {one.key: one for one in found if one.name and one.role}

    @property
    def has_mentions(self) -> bool:
        """Whether the message itself has mentioned somebody so far."""
        return bool(self._said)

    def mentions_somebody(self, text: str) -> bool:
        return next(self._find(text), None) is not None

    def named(self, word: str, text: str) -> Referent | None:
        """Return who has this name; a word that means something else needs its capital letter."""
        if word not in self._may_be_named or (self.is_known_word(word) and not text[:1].isupper()):
            return None
        return self.names.get(word)

    def opens_fact(self, word: str) -> bool:
        """Return whether something is known of somebody with this name: "Lola tiene 6 años"."""
        return word in first_names() and any(
            fold_letters(fact.text).startswith(f"{word} ") for fact in self._context.known
        )

    @property
    def names(self) -> Mapping[str, Referent]:
        if self._names is None:
            self._names = {}
            told = ((fact.text, self._words.told) for fact in self._context.known)
            said = ((message.text, self._own(message)) for message in self._context.before)
            for text, own in (*told, *said):
                for one in _mentions(_tokens(text), own, self):
                    if one.name:
                        self._names.setdefault(one.key, one)
        return self._names

    def fitting(self, gender: Gender, pet: bool | None, *, said_before: bool) -> Referent | None:
        """Return the only one of those spoken of last who fits; None when several may be meant, or nobody.

        With `said_before` it may be somebody of the messages before.
        """
        before = list(self._context.before) if said_before else []
        for level in (None, before[-2:], before[-_FAR:-2]):
            found = (
                self._said
                if level is None
                else [one for message in level for one in self._find(message.text, self._own(message))]
            )
            if found:
                fits = [one for one in _each_once(found) if _fits(one, gender, pet)]
                return fits[0] if len(fits) == 1 and fits[0].role else None
        return None

    def _own(self, message: Message) -> frozenset[str]:
        """Return the possessives with which a message speaks of the person's people."""
        return self._words.yours if message.speaker is Speaker.COMPANION else self._words.own

    def _find(self, text: str, own: frozenset[str] | None = None) -> Iterator[Referent]:
        """Yield whom a text mentions, by role or by name; those of whom nobody knows who they are have no role."""
        tokens = _tokens(text)
        named: set[str] = set()
        for one in _mentions(tokens, own or self._words.own, self):
            named.update(fold_letters(one.name).split())
            yield self._with_name(one)
        for token in tokens:
            if token.symbol not in named and (known := self.named(token.symbol, token.text)):
                yield known
            elif token.symbol not in named and self.is_given_name(token.symbol):
                yield Referent("", token.text, False, Gender.UNKNOWN)

    def _with_name(self, mention: Referent) -> Referent:
        """Add the name of the only one in this role."""
        if mention.name:
            return mention
        role = fold_letters(mention.role)
        known = [one for one in self.names.values() if fold_letters(one.role) == role]
        return replace(known[0], role=mention.role) if len(known) == 1 else mention

    def _texts(self) -> Iterator[str]:
        yield from (fact.text for fact in self._context.known)
        yield from (message.text for message in self._context.before)

    def is_role(self, symbol: str) -> bool:
        return any(tag in self._roles for tag in self._vocabulary.tags.get(symbol, ""))

    def mention(self, role: str, name: str) -> Referent:
        first = fold_letters(role).split()[-1]
        is_pet = any(self._pet in self._vocabulary.tags.get(word, "") for word in fold_letters(role).split())
        return Referent(role, name, is_pet, self._words.gender(first if is_pet else role))

    @property
    def words(self) -> PeopleWords:
        return self._words

    def is_known_word(self, symbol: str) -> bool:
        """Return whether a word written small is more than a name."""
        return bool(set(self._vocabulary.tags.get(symbol, "")) - self._name_tags)

    def is_given_name(self, symbol: str) -> bool:
        return self._vocabulary.tag_of["NAME"] in self._vocabulary.tags.get(symbol, "")


def _each_once(found: Sequence[Referent]) -> Sequence[Referent]:
    """Return each of those mentioned once: "my sister" is "my sister Kate" of the same text."""
    by_key = {one.key: one for one in reversed(found)}
    named = {one.role for one in by_key.values() if one.name}
    return [one for one in by_key.values() if one.name or not one.role or one.role not in named]


def _fits(mention: Referent, gender: Gender, pet: bool | None) -> bool:
    if pet is not None and mention.is_pet != pet:
        return False
    return Gender.UNKNOWN in (gender, mention.gender) or gender is mention.gender or mention.is_pet


def _tokens(text: str) -> list[_Token]:
    return [_Token(fold_letters(word), word) for word in _TOKEN.findall(text[:_READ_CHARS].replace("’", "'"))]


def _mentions(tokens: Sequence[_Token], own: frozenset[str], register: Register) -> Iterator[Referent]:
    words = register.words
    for index, token in enumerate(tokens):
        if not register.is_role(token.symbol) or words.plural.fullmatch(token.symbol):
            continue
        first = index
        while first and tokens[first - 1].symbol in words.before_role:
            first -= 1
        last = index + 1
        while last < len(tokens) and tokens[last].symbol in words.after_role:
            last += 1
        before = tokens[first - 1].symbol if first else ""
        had = before in words.articles and any(one.symbol in words.having for one in tokens[max(0, first - 4) : first])
        is_had_by_other = had and _is_said_of_other(tokens[:first], own, register)
        is_own = before in own or (had and not is_had_by_other)
        owner = tokens[first - 2].symbol if first > 1 else ""
        mention = register.mention(" ".join(one.text for one in tokens[first:last]).lower(), "")
        name = _name_after(tokens, last, register, written_small=is_own) or _name_before(tokens, first - 1, own, words)
        if is_own or (mention.is_pet and not is_had_by_other and (before in words.definite or name)):
            yield replace(mention, name=name)
        elif (
            is_had_by_other
            or before in words.belonging
            or owner in words.belonging
            or _is_followed_by_owner(tokens[last:], words)
        ):
            yield replace(mention, role="", name=name or mention.role)  # somebody's: "el vecino de mi hermana"


def _is_said_of_other(tokens: Sequence[_Token], own: frozenset[str], register: Register) -> bool:
    """Return whether a sentence up to here is about somebody of the person's: "my brother has a"."""
    for index in range(len(tokens) - 1, 0, -1):
        one = tokens[index]
        if one.symbol in ".!?\n" or one.symbol in register.words.first_person - own:
            return False
        if register.is_role(one.symbol) and not own.isdisjoint(
            near.symbol for near in tokens[max(0, index - 2) : index]
        ):
            return True
    return False


def _is_followed_by_owner(tokens: Sequence[_Token], words: PeopleWords) -> bool:
    return len(tokens) > 1 and tokens[0].symbol in words.belonging_to and tokens[1].symbol in words.own


def _name_after(tokens: Sequence[_Token], place: int, register: Register, *, written_small: bool) -> str:
    for lead in register.words.naming:
        reached = place + len(lead)
        if tuple(one.symbol for one in tokens[place:reached]) == lead and reached < len(tokens):
            following = tokens[reached]
            if following.symbol in register.words.not_names:
                continue
            is_naming = any(word.isalpha() and word not in register.words.being for word in lead)
            small = written_small and is_naming and following.symbol.isalpha()
            shouted = len(following.text) > 1 and following.text.isupper()
            if (following.text[:1].isupper() and not shouted) or (
                small and not register.is_known_word(following.symbol)
            ):
                return _name(tokens[reached : reached + _NAME_TOKENS])
    return ""


def _name(tokens: Sequence[_Token]) -> str:
    first = tokens[0].text
    rest = [one.text for one in tokens[1:] if one.text[:1].isupper() and first[:1].isupper()]
    return " ".join([first[:1].upper() + first[1:], *rest])


def _name_before(tokens: Sequence[_Token], place: int, own: frozenset[str], words: PeopleWords) -> str:
    """Return the name in "Otto, mi perro" and "Otto es mi perro"; `place` is that of the possessive."""
    if place < 2 or tokens[place].symbol not in own:
        return ""
    joint, name = tokens[place - 1], tokens[place - 2]
    is_joint = joint.symbol == "," or joint.symbol in words.being
    is_name = name.text[:1].isupper() and name.symbol not in words.not_names
    return name.text if is_joint and is_name and place == 2 else ""
