"""The one matcher: what a message asks for, and when code does it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.domain.tool import ToolCall
from sidecar.router.intents import Calculation, EditReminder, SetReminder, TimeQuestion
from sidecar.router.match_context import MatchContext
from sidecar.router.matcher import Match, Precedence, match

NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)
RESULT = '{"id": 4, "message": "llamar al banco", "local": "2026-03-13T09:00", "zone": "UTC"}'
JUST_SET = (
    Message(Speaker.COMPANION, "", NOW, TurnId(1), "terminal", tool_calls=(ToolCall("a", "set_reminder", "{}"),)),
    Message(Speaker.TOOL, RESULT, NOW, TurnId(1), "terminal", tool_call_id="a"),
)


@pytest.mark.req("CON-60", "RTR-07", "REM-02")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a las 16", Match(EditReminder("4", "a las 16"), Precedence.BEFORE_MODEL)),
        ("alarma a las 7", Match(SetReminder("alarma", "a las 7"), Precedence.BEFORE_MODEL)),
        ("timer de 12 minutos", Match(SetReminder("timer", "timer de 12 minutos"), Precedence.BEFORE_MODEL)),
        ("ping me in 25 mins", Match(SetReminder("", "in 25 mins"), Precedence.IF_MISSED)),
        ("¿qué hora es en Tokio?", Match(TimeQuestion("Tokio"), Precedence.BEFORE_MODEL)),
        ("cuánto es 12 * 7", Match(Calculation("12 * 7"), Precedence.BEFORE_MODEL)),
        (
            "recordame mañana a las 9 el gimnasio",
            Match(SetReminder("el gimnasio", "mañana a las 9"), Precedence.BEFORE_MODEL),
        ),
        ("contame un cuento", None),
    ],
)
def test_what_is_asked_for_and_when_code_does_it(text: str, found: Match | None) -> None:
    assert match(text, MatchContext(JUST_SET, NOW, ZoneInfo("UTC"), "es")) == found
    if found is not None and isinstance(found.intent, EditReminder):
        assert match(text, MatchContext((), NOW, ZoneInfo("UTC"), "es")) is None
