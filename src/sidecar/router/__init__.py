"""Requests so plain that no model is needed: recognised by grammar or not at all, one file per intent."""

from sidecar.router.match_context import MatchContext
from sidecar.router.matcher import Intent, Match, Precedence, match
from sidecar.router.missed_reminders import find_missed

__all__ = ["Intent", "Match", "MatchContext", "Precedence", "find_missed", "match"]
