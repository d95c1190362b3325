"""The domains of facts, in words."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.i18n import Texts


def domain_in_words(domain: Domain, say: Texts) -> str:
    match domain:
        case Domain.PERSONAL:
            return say("Personal")
        case Domain.HEALTH:
            return say("Health")
        case Domain.RELATIONSHIPS:
            return say("Relationships")
        case Domain.WORK:
            return say("Work")
        case Domain.PROJECTS:
            return say("Projects")
        case Domain.PREFERENCES:
            return say("Preferences")
        case Domain.DECISIONS:
            return say("Decisions")
        case Domain.GOALS:
            return say("Goals")
        case Domain.SCHEDULE:
            return say("Schedule")
        case Domain.GENERAL:
            return say("General")
