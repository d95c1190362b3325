"""A conversation with the real reminder tools, and a model that follows a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar.conversation.turn import Conversation
from sidecar.domain.fact import Fact
from sidecar.domain.message import ConversationId, IncomingMessage, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, Language, PersonId, Preferences
from sidecar.domain.reminder import Reminder
from sidecar.domain.turn import Reply, ignore_progress
from sidecar.errors import ModelError
from sidecar.i18n import Texts
from sidecar.llm import ChatModel
from sidecar.memory.fact_selector import PromptFacts
from sidecar.memory.recall import MemoryHit
from sidecar.memory.retrieval.document import NO_REQUEST, FilterRequest
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_reminder_tools
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import CallTool, Step

NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)  # a Wednesday; 10:00 in Buenos Aires
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
TOMORROW_AT_9 = "mañana a las 9:00 (America/Argentina/Buenos_Aires)"


class World:
    """A conversation with the real reminder tools; the model follows the script, turn after turn."""

    def __init__(self, db: SqliteDb, *steps: Step | ModelError) -> None:
        self.model = FakeChatModel(*steps)
        self.missing: ModelError | None = None
        self.language: Language = "es"
        self.history: list[Message] = []
        self.clock = FakeClock(NOW)
        self.reminders = Reminders(SqlReminders(db), self.clock)
        self.toolbox = ToolRegistry(make_reminder_tools(self.reminders, self.clock), self.clock)
        self._turn = 0

    # the ports of a turn

    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        return list(self.history)

    def preferences(self, person: PersonId) -> Preferences:
        return Preferences("Ana", self.language, ZONE)

    def soul(self, person: PersonId) -> str:
        return "# Soul"

    async def select_facts(self, person: PersonId, text: str) -> PromptFacts:
        return PromptFacts()

    async def list_last(self, person: PersonId, n: int) -> Sequence[Message]:
        return list(self.history)[-n:]

    async def read_messages(self) -> None:
        """Have read everything."""

    async def recall(
        self, person: PersonId, query: str, *, k: int, request: FilterRequest = NO_REQUEST
    ) -> Sequence[MemoryHit]:
        return ()

    async def find_facts(self, person: PersonId, text: str, *, past: bool = False) -> Sequence[Fact]:
        return ()

    async def read_keys(self, person: PersonId) -> Mapping[str, str]:
        return {}

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        return ()

    async def find_told(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        return ()

    async def recent(self, person: PersonId) -> Sequence[Reminder]:
        return await self.reminders.recent(person)

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        if self.missing:
            raise self.missing
        return self.model

    def remarks(self, person: PersonId, say: Texts) -> Sequence[str]:
        return ()

    async def token_correction(self, model: str) -> float:
        return 1.0

    # what a test does

    async def stop_during(self, text: str) -> Reply:
        """The person stops the turn while the model thinks."""
        before = len(self.model.requests)
        running = asyncio.ensure_future(self.take(text, stopped=True))
        await eventually(lambda: len(self.model.requests) > before)
        running.cancel()
        return await running

    async def take(self, text: str, *, stopped: bool = False, answer_in: Language | None = None) -> Reply:
        self._turn += 1
        turn = TurnId(self._turn)
        conversation = Conversation(self, self, self, self, self, self.toolbox, self.clock, reminders=self)
        message = IncomingMessage(str(turn), "terminal", OWNER, text, self.clock.now(), answer_in=answer_in)
        reply = await conversation.take_turn(turn, ConversationId(1), message, ignore_progress, lambda: stopped)
        self.history += [Message(Speaker.PERSON, text, self.clock.now(), turn, "terminal"), *reply.messages]
        return reply

    async def all(self) -> Sequence[Reminder]:
        return await self.reminders.all(Asker(OWNER, ZONE, "es"))

    async def only(self) -> Reminder:
        (reminder,) = await self.all()
        return reminder


def sets(when: str, message: str = "llamar al banco", id: str = "call_1") -> CallTool:
    return CallTool("set_reminder", json.dumps({"message": message, "when": when}), id)
