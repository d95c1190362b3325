"""Requests so plain that no model is needed: recognised by grammar or not at all, one file per intent."""

from sidecar.router.direct import answer_directly
from sidecar.router.missed_reminders import overlooked
from sidecar.router.reminder_follow_up import changed_time

__all__ = ["answer_directly", "changed_time", "overlooked"]
