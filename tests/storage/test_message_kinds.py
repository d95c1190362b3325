"""What an older Sidecar stored is read as what it is: notices, required texts, reminders, a language asked for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sidecar.domain.message import Completeness, ConversationId, Message, MessageKind, Speaker, TurnId, to_markdown
from sidecar.domain.person import OWNER
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.migrate import load_migrations
from sidecar.storage.sqlite import SqliteDb

AT = "2026-03-15T12:30:00.000000Z"
NOTICE = "*The answer was cut off here. Your message is saved.*"
DUE = "⏰ Reminder: water the ferns"


@pytest.mark.req("OPS-06")
async def test_messages_of_an_older_version(path: Path) -> None:
    await (await SqliteDb.open(path, migrations=tuple(load_migrations()[:4]))).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"""
            insert into people values ('owner', '{AT}');
            insert into conversations (id, person_id, started_at) values (1, 'owner', '{AT}');
            insert into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text,
                attachments, metadata, received_at, state, handled_by)
            values (1, 'owner', 1, 'ask', 'a', '', '', 'hi', '[]', '{{}}', '{AT}', 'done', 'model'),
                (2, 'owner', 1, 'ask', 'b', '', '', 'hi', '[]', '{{}}', '{AT}', 'done', 'offline'),
                (3, 'owner', 1, 'ask', 'c', '', '', 'hi', '[]', '{{"lang": "en"}}', '{AT}', 'waiting', '');
            insert into notifications (person_id, kind, text, created_at) values ('owner', 'reminder', '{DUE}', '{AT}');
            insert into messages (person_id, conversation_id, turn_id, channel, speaker, standing, text, at)
            values ('owner', 1, 1, 'ask', 'person', 'whole', 'hi', '{AT}'),
                ('owner', 1, 1, 'ask', 'companion', 'cut', '*Once* upon a […]', '{AT}'),
                ('owner', 1, 1, 'ask', 'companion', 'notice', '{NOTICE}', '{AT}'),
                ('owner', 1, 1, 'ask', 'companion', 'notice', '⏰ I will remind you', '{AT}'),
                ('owner', 1, 1, 'ask', 'companion', 'whole', '{DUE}', '{AT}'),
                ('owner', 1, 2, 'ask', 'companion', 'notice', '**To talk** I need a *model*', '{AT}');
        """)
    async with await SqliteDb.open(path) as db:
        past = await SqlHistory(db).before(TurnId(3), person=OWNER, conversation=ConversationId(1), max_turns=9)
        claimed = await SqlInbox(db).claim(OWNER)
    assert [_told(message) for message in past] == [
        (MessageKind.SAID, Completeness.WHOLE, "hi"),
        (MessageKind.SAID, Completeness.CUT, "*Once* upon a […]"),
        (MessageKind.NOTICE, Completeness.WHOLE, NOTICE),
        (MessageKind.REQUIRED, Completeness.WHOLE, "⏰ I will remind you"),
        (MessageKind.REMINDER, Completeness.WHOLE, DUE),
        (MessageKind.OFFLINE, Completeness.WHOLE, "**To talk** I need a *model*"),
    ]
    assert past[2].text == NOTICE.strip("*")
    assert claimed is not None and claimed.message.answer_in == "en"


def _told(message: Message) -> tuple[MessageKind, Completeness, str]:
    text = to_markdown(message) if message.speaker is Speaker.COMPANION else message.text
    return message.kind, message.completeness, text
