"""What the person is told or asked below an answer: about their files, or about a change that waits for their word."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.app.change_questions import ChangeQuestions
from sidecar.app.file_notices import FileNotices
from sidecar.app.home_services import Services
from sidecar.domain.person import PersonId
from sidecar.i18n import Texts


class HomeNotices:
    """Implements `conversation.ports.Notices`: one question at a time."""

    def __init__(self, services: Services) -> None:
        self._files = FileNotices(services)
        self._changes = ChangeQuestions(services)

    async def take_new(self, person: PersonId, say: Texts, *, by_model: bool) -> Sequence[str]:
        told = await self._files.take_new(person, say)
        if told or by_model:  # the model asks about changes itself
            return told
        question = await self._changes.ask(person, say)
        return [question] if question else ()

    async def settle(self, person: PersonId, text: str, say: Texts, *, last_said: str) -> str | None:
        return await self._files.settle(person, text, say) or await self._changes.settle(person, text, say, last_said)
