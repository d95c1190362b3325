"""The time that long texts take: every function of the package, and the reminders' reading of words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from sidecar.dates import Tense, change_time, find, find_days, parse_snooze_time, split
from sidecar.domain.person import OWNER
from sidecar.errors import UnclearMoment
from sidecar.reminders.schedule import Asker, parse_schedule
from tests.dates.samples import BUENOS_AIRES, WEDNESDAY, at
from tests.growth import assert_linear

NOW = at(WEDNESDAY)
ASKER = Asker(OWNER, BUENOS_AIRES, "es")
PIECES = [".", ", ", "(", "9 y ", "lunes at ", "hola ", "gracias ", "x@"]


def _set_reminder(text: str) -> None:
    with suppress(UnclearMoment):
        parse_schedule(ASKER, text, NOW)


READINGS: dict[str, Callable[[str], object]] = {
    "split": lambda text: split(text, NOW, BUENOS_AIRES, "es"),
    "find": lambda text: find(text, "en"),
    "change_time": lambda text: change_time(text, NOW, NOW, BUENOS_AIRES, "es"),
    "parse_snooze_time": lambda text: parse_snooze_time(text, NOW, NOW, BUENOS_AIRES, "en"),
    "find_days": lambda text: find_days(text, NOW.date(), "es", Tense.PAST),
    "reminders": _set_reminder,
}


@pytest.mark.req("DAT-01", "DAT-07")
@pytest.mark.parametrize("name", sorted(READINGS))
@pytest.mark.parametrize("piece", PIECES)
def test_long_texts_take_time_in_proportion(name: str, piece: str) -> None:
    assert_linear(lambda chars: READINGS[name]("recordame " + piece * (chars // len(piece)) + " gracias"), 8_000)
