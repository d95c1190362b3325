"""`[reminders]` of the settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """`phrased`: a model (role `proactive`) may put a reminder into a sentence of its own, around the person's words.
    Off unless asked for: it costs a request for each reminder. `bell`: the terminal's bell rings for what is said
    unasked."""

    phrased: bool = False
    bell: bool = True
