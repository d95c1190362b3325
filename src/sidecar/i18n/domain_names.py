"""Names of the domains of facts, in the person's language."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.i18n.translation import Texts


def format_domain(domain: Domain, say: Texts) -> str:
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
