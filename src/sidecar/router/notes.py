"""Requests to write something down, and to see what was."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sidecar.domain.person import Language
from sidecar.language.detection import detect_language
from sidecar.router.intents import AddNote, ListNotes
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.polite import ASKING
from sidecar.router.vetoes import holds_another_request

_WRITE = (
    r"(?:(?:anot|apunt|escrib|registr|guard|agreg|anad|cre|pon|sum|hac|dej|tom|mand|met|arm|tir|inclu)(?:a"
    r"|e|i|ar|er|ir|ame|eme|ime|arme|erme|irme|ate|emos|as)?|haz(?:me)?|sumale|agregale)"
)
_NOTE = r"(?:(?:una|un|la|las|otra|mi|mis|nueva|nota|a|an|the|my|new|another|quick|rapida|some) )*"
_ADD = re.compile(
    rf"{ASKING}(?:(?:anota|apunta|anotame|apuntame|anotate|apuntate|anotar|apuntar|anotes|apuntes"
    rf"|write down|jot down|note down|note that|note(?! (?:to|from|for)\b))(?: (?:esto|ahi|por ahi|this"
    rf"|that|this down))?(?: (?:en|a|in|to) (?:mis|las|mi|la|my|the) (?:notas?|libreta|notes?|notebook))?"
    rf"|{_WRITE} (?:(?:esto )?(?:en|a|entre) )?(?:las |mis |una |la |otra |mi )?(?:nueva )?notas?(?: nueva"
    rf"| rapida)?(?: de)?|(?:nueva nota|nota nueva|nota|new note|note)"
    rf"|(?:make|take|add|create|save|write|start|leave|put|jot|open|record)(?: (?:me|down|this"
    rf"|it))?(?: (?:to|in|as))? (?:(?:a|an|my|the|another|new|quick|some) )*notes?)"
    r"(?: (?:que(?: diga)?|de que|de|sobre|con|para|that (?:says)?|saying|about|of|to self|to|with|on|for"
    r"|titled|called|:))* (?P<text>.+)"
)
_BARE_NOTE = re.compile(r"(?:nota|note|nueva nota|nota nueva|new note) ")
"""Without a verb only a sign makes it a request: "nota: comprar pilas"."""
_LIST = re.compile(
    rf"{ASKING}(?:(?:(?:mostr|muestr|list|ense[nñ]|pas|lee|le|trae|ver|abr|dec|da|busc)\w{{0,4}}(?:me)?"
    rf"|show|list|read|display|see|view|open|get|give|find|check|what are|cuales son|pull up)(?: (?:me|us"
    rf"|back|out))* )?"
    rf"(?:(?:todas|todo|all|of|de|las|mis|my|the|lista|list|ultimas|latest|recent|saved|{WHEN}) )*(?:notas"
    rf"|notes)(?: (?:guardadas|que (?:tengo|guarde|hice|tome)|saved|i (?:have|took|made|saved)|list|to me"
    rf"|{WHEN}|de {WHEN}))*(?: (?:sobre|de|about|on) (?P<words>[^§]+))?"
    r"|(?:que|cuales|cuantas|what|which|how many) (?:notas|notes) (?:tengo|hay|tome|guarde|hice|do i have"
    r"|have i (?:taken|made|saved)|are there|did i (?:take|make|save))(?: (?:saved|guardadas|anotadas"
    r"|sobre (?P<words2>[^§]+)|about (?P<words3>[^§]+)))?"
    r"|(?:(?:mostra|muestra|pasa|deci|lee|lista)(?:me)? )?(?:todo )?(?:lo )?que (?:tengo|hay"
    r"|te pedi) (?:anotado|apuntado|anotar)|que anote|what (?:have i noted|did i (?:note|write) down)"
    r"|(?:la )?lista de (?:mis )?notas|list of (?:my )?notes|mis notas|my notes|tengo (?:alguna nota"
    r"|notas)(?: sobre (?P<words4>[^§]+))?|do i have (?:any )?notes(?: (?:on|about) (?P<words5>[^§]+))?"
)
_TOWARDS_YOU = re.compile(r"^(?:que )?(?:sos|eres|you are|are you|como|what|how|who|quien)\b")
"""What is said about Sidecar, or asked, is not written down."""


_MARKS: Mapping[Language, str] = {"es": "Nota: ", "en": "Note: "}


def mark_note(text: str) -> str:
    """Return what is stored for a note: a fact that begins with a word for it."""
    return f"{_MARKS[detect_language(text) or 'es']}{' '.join(text.split())}"


def is_marked_note(fact: str) -> bool:
    return fact.startswith(tuple(_MARKS.values()))


def unmark_note(fact: str) -> str:
    """Return a note as it was told."""
    return next((fact.removeprefix(mark) for mark in _MARKS.values() if fact.startswith(mark)), fact)


def read_note_request(said: MessageWords) -> AddNote | ListNotes | None:
    """Read a request for a note or for the notes; None for a word to Sidecar itself ("anotá que sos un genio")."""
    if (found := _LIST.fullmatch(said.line)) is not None and "notas" != said.line != "notes":
        name = next((name for name, words in found.groupdict().items() if words), None)
        return ListNotes(said.quote(found.span(name)) if name else "")
    found = _ADD.fullmatch(said.line)
    if found is None or holds_another_request(said) or _TOWARDS_YOU.match(found["text"]):
        return None
    words = said.select(found.span("text"))
    if _BARE_NOTE.match(said.line) and not words[0].breaks:
        return None
    return AddNote(said.quote_words(words))
