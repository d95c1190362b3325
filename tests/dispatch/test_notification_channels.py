"""Who hears what is said unasked."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.notification_channels import select_reminder_channels, select_spontaneous_channel
from sidecar.domain.person import ChannelPreference
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock

ALL, REMINDERS, NONE = ChannelPreference.ALL, ChannelPreference.REMINDERS_ONLY, ChannelPreference.NONE
SINKS = ("terminal", "telegram", "web")

preferences = st.dictionaries(st.sampled_from([*SINKS, "not installed"]), st.sampled_from(ChannelPreference))
available = st.sets(st.sampled_from(SINKS))


@pytest.mark.req("REM-07", "CHA-10")
@pytest.mark.parametrize(
    ("available", "preferences", "expected"),
    [
        pytest.param(SINKS, {}, ["terminal", "telegram", "web"], id="everywhere unless said otherwise"),
        pytest.param(SINKS, {"web": ALL}, ["web", "terminal", "telegram"], id="the first one named is the primary"),
        pytest.param(SINKS, {"web": ALL, "telegram": NONE}, ["web", "terminal"], id="not where it is not wanted"),
        pytest.param(SINKS, {"web": REMINDERS, "terminal": NONE}, ["web", "telegram"], id="reminders only"),
        pytest.param(SINKS, {"telegram": NONE, "web": NONE, "terminal": NONE}, ["telegram"], id="the primary always"),
        pytest.param(["web"], {}, ["web"], id="the primary is down"),
        pytest.param(["web"], {"telegram": ALL, "web": NONE}, ["web"], id="better there than nowhere"),
        pytest.param(["terminal", "web"], {"telegram": ALL, "web": NONE}, ["terminal"], id="the next one first"),
        pytest.param([], {"web": ALL}, ["web"], id="none is there: it waits for the primary"),
        pytest.param(["elsewhere"], {}, ["terminal"], id="a channel that is no sink"),
    ],
)
def test_where_a_reminder_goes(
    available: list[str], preferences: dict[str, ChannelPreference], expected: list[str]
) -> None:
    assert select_reminder_channels(SINKS, available, preferences) == expected


@pytest.mark.req("REM-07", "CHA-10")
@given(available, preferences)
def test_a_reminder_always_has_a_way_and_only_a_real_one(
    available: set[str], preferences: dict[str, ChannelPreference]
) -> None:
    primary = next((name for name in preferences if name in SINKS), SINKS[0])
    places = select_reminder_channels(SINKS, available, preferences)
    assert places and len(set(places)) == len(places)
    assert set(places) <= (available or {primary})
    assert primary not in available or places[0] == primary
    wanted = {name for name in SINKS if preferences.get(name, ALL) is not NONE} | {primary}
    assert set(places) == wanted & available or (not wanted & available and len(places) == 1)


@pytest.mark.req("CHA-10")
@pytest.mark.parametrize(
    ("available", "preferences", "expected"),
    [
        pytest.param(SINKS, {}, "terminal", id="the primary alone"),
        pytest.param(SINKS, {"web": ALL}, "web", id="the first one named"),
        pytest.param(SINKS, {"terminal": REMINDERS}, None, id="the primary wants reminders only"),
        pytest.param(SINKS, {"telegram": NONE, "web": ALL}, None, id="the primary wants nothing"),
        pytest.param(["web"], {}, "web", id="the primary is down"),
        pytest.param(["telegram", "web"], {"terminal": ALL, "telegram": REMINDERS}, "web", id="the next with all"),
        pytest.param(["telegram"], {"terminal": ALL, "telegram": REMINDERS}, None, id="no other wants it"),
        pytest.param([], {}, None, id="nobody is there"),
    ],
)
def test_where_a_spontaneous_message_goes(
    available: list[str], preferences: dict[str, ChannelPreference], expected: str | None
) -> None:
    assert select_spontaneous_channel(SINKS, available, preferences) == expected


@pytest.mark.req("CHA-10")
@given(available, preferences)
def test_a_spontaneous_message_goes_to_one_that_is_there_and_wants_all(
    available: set[str], preferences: dict[str, ChannelPreference]
) -> None:
    place = select_spontaneous_channel(SINKS, available, preferences)
    assert place is None or (place in available and preferences.get(place, ALL) is ALL)
    assert place is None or place in select_reminder_channels(SINKS, available, preferences)


@pytest.mark.req("CHA-02", "CHA-10", "REM-07")
async def test_a_channel_that_is_down_is_open_and_not_reachable(tmp_path: Path) -> None:
    async with await SqliteDb.open(tmp_path / "sidecar.db") as db:
        delivery = Delivery(SqlOutbox(db), FakeClock())
        first, second = FakeChannel("terminal"), FakeChannel("telegram")
        for channel in (first, second):
            delivery.open(channel)
            channel.listening = True
        delivery.open(first, name="ask", grace=timedelta(minutes=2))
        assert delivery.reachable == ["terminal", "telegram"]
        first.down = True
        assert (delivery.channels, delivery.reachable) == (["terminal", "telegram"], ["telegram"])
        assert select_reminder_channels(delivery.channels, delivery.reachable, {}) == ["telegram"]
