"""The headings of `MEMORY.md`, understood in every language, and the question about deletions."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.domain.fact import Domain
from sidecar.domain.person import Language
from sidecar.language.fold import fold
from sidecar.language.tokens import split_words

HEADINGS: Mapping[Language, Mapping[Domain, str]] = {
    "es": {
        Domain.PERSONAL: "Personal",
        Domain.HEALTH: "Salud",
        Domain.RELATIONSHIPS: "Relaciones",
        Domain.WORK: "Trabajo",
        Domain.PROJECTS: "Proyectos",
        Domain.PREFERENCES: "Preferencias",
        Domain.DECISIONS: "Decisiones",
        Domain.GOALS: "Metas",
        Domain.SCHEDULE: "Agenda",
        Domain.GENERAL: "General",
    },
    "en": {domain: domain.value.capitalize() for domain in Domain},
}
UNPARSED: Mapping[Language, str] = {"es": "Sin entender", "en": "Unparsed"}
_QUESTIONS: Mapping[Language, tuple[str, str]] = {
    "es": (
        "Desapareció 1 dato de golpe y lo conservé. Poné una x entre los corchetes para borrarlo de verdad, "
        "o borrá esta línea para conservarlo.",
        "Desaparecieron {n} datos de golpe y los conservé. Poné una x entre los corchetes para borrarlos de verdad, "
        "o borrá esta línea para conservarlos.",
    ),
    "en": (
        "1 fact disappeared at once, and I kept it. Put an x between the brackets to delete it for good, "
        "or remove this line to keep it.",
        "{n} facts disappeared at once, and I kept them. Put an x between the brackets to delete them for good, "
        "or remove this line to keep them.",
    ),
}
_ALSO: Mapping[Domain, str] = {
    Domain.PERSONAL: "personales identidad identity",
    Domain.HEALTH: "medico medica medical dieta diet alergias allergies medicacion medication",
    Domain.RELATIONSHIPS: "relacion relationship vinculos familia family amigos friends gente people",
    Domain.WORK: "laburo empleo job career carrera",
    Domain.PROJECTS: "proyecto project",
    Domain.PREFERENCES: "preferencia preference gustos likes dislikes",
    Domain.DECISIONS: "decision",
    Domain.GOALS: "meta goal objetivo objetivos objectives",
    Domain.SCHEDULE: "horario horarios rutina rutinas routine routines calendario calendar",
    Domain.GENERAL: "otros otras other varios misc miscellaneous",
}
_DOMAINS = {
    fold(word): domain
    for domain in Domain
    for word in (HEADINGS["es"][domain], HEADINGS["en"][domain], *_ALSO[domain].split())
}
_UNPARSED = frozenset(map(fold, UNPARSED.values()))


def domain_heading(domain: Domain, language: Language) -> str:
    return f"## {HEADINGS[language][domain]}"


def unparsed_heading(language: Language) -> str:
    return f"## {UNPARSED[language]}"


def is_unparsed(title: str) -> bool:
    return " ".join(split_words(title)) in _UNPARSED


def find_domain(title: str) -> Domain | None:
    """Find the domain that a heading names ("Mi salud", "Work & career"); None when it names none, or two."""
    named = {_DOMAINS[word] for word in split_words(title) if word in _DOMAINS}
    return named.pop() if len(named) == 1 else None


def deletion_question(n: int, language: Language) -> str:
    one, many = _QUESTIONS[language]
    return one if n == 1 else many.format(n=n)
