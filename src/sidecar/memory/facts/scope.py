"""Scope: where a fact counts (MEM-10)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from sidecar.domain.fact import Domain, Fact, NewFact, Scope
from sidecar.language.fold import fold

_SESSION = re.compile(
    r"\b(?:(?:en|por|durante|para) est[ae] (?:charla|conversacion|sesion|chat)(?: de (?:hoy|ahora))?"
    r"|(?:in|for|during) (?:this|the current|today's) (?:chat|conversation|session))\b"
)


def find_scope(fact: Fact | NewFact) -> Scope:
    """Return `SESSION` for what is told for this conversation alone, `PROJECT` for what belongs to a project, `GLOBAL`
    for the rest and for everything protected."""
    if not (fact.critical or fact.domain is Domain.HEALTH) and _SESSION.search(fold(fact.text)):
        return Scope.SESSION
    return Scope.PROJECT if fact.domain is Domain.PROJECTS else Scope.GLOBAL


def limit_to_session(new: NewFact, told_on: date) -> NewFact:
    """Return a fact of one conversation so that it leaves the prompt after the day; any other as it is."""
    return replace(new, until=new.until or told_on) if find_scope(new) is Scope.SESSION else new
