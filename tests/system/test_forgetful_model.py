"""A model over HTTP that only says it will remind, and Sidecar's question answered in another channel (RTR-07)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sidecar.app import open_sidecar
from sidecar.dispatch.ports import ChannelDescription
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from tests.fakes.clock import FakeClock
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Say
from tests.system.stage import Talk

_NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)  # a Wednesday; 10:00 in Buenos Aires


class _Web(Talk):
    """The same person in another channel."""

    description = ChannelDescription("web", "a page", unasked=True)


def _make_home(folder: Path, language: Language = "es", settings: str = "") -> Home:
    home = Home(folder / "home")
    home.create()
    create_profile(home.path, language, name="Ana", timezone="America/Argentina/Buenos_Aires")
    home.settings.write_text(f'{settings}[memory]\nembedder = ""\n', encoding="utf-8")
    return home


def _list_reminders(home: Home) -> list[str]:
    with closing(sqlite3.connect(home.database)) as connection:
        found = connection.execute("select message from reminders where state = 'pending' order by id")
        return [message for (message,) in found]


async def _say(home: Home, *lines: str, channel: type[Talk] = Talk, at: datetime = _NOW) -> list[str]:
    """Open the companion, say the lines in this channel, and close it again."""
    answers: list[str] = []
    clock = FakeClock(at)

    async def conversation(talk: Talk) -> None:
        answers.extend([await talk.ask(line) for line in lines])

    async with open_sidecar(home, clock=clock) as sidecar:
        await sidecar.run(channel(conversation, clock), finish_turns=True)
    return answers


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("language", "said", "promise", "kept"),
    [
        (
            "es",
            "Qué día largo. Recordame mañana a las 9 llamar al banco",
            "¡Listo, mañana te aviso!",
            "llamar al banco",
        ),
        ("en", "What a day. Remind me tomorrow at 9am to call the bank", "Sure, I'll remind you!", "call the bank"),
        ("es", "Estoy a mil. Recordame llamar al banco", "¡Dale, yo te aviso!", ""),
        ("en", "So busy today. Remind me to call the bank", "Will do!", ""),
    ],
)
async def test_what_a_model_only_promises_is_set_or_asked_about(
    tmp_path: Path, language: Language, said: str, promise: str, kept: str
) -> None:
    async with OpenAIServer(*[Say((promise,))] * 6) as model:
        chat = (
            f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{model.base_url}"\napi_key = "sk-none-0000000000"\n'
        )
        home = _make_home(tmp_path, language, chat)
        (answer,) = await _say(home, said)
        assert _list_reminders(home) == ([kept] if kept else [])
        assert kept or answer.rstrip().endswith(("?", "”.")), answer  # the question, with an example


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(("minutes", "understood"), [(5, True), (11, False)])
async def test_a_question_is_answered_in_another_channel_for_ten_minutes(
    tmp_path: Path, minutes: int, understood: bool
) -> None:
    home = _make_home(tmp_path)
    (question,) = await _say(home, "recordame a las 7 llamar al banco", channel=_Web)
    assert "?" in question
    await _say(home, "19", at=_NOW.replace(minute=minutes))
    assert _list_reminders(home) == (["llamar al banco"] if understood else [])
