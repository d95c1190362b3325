"""Asks whether a health fact really changed, where no model does, and takes the answer (MEM-17)."""

from __future__ import annotations

import asyncio
import json
import re

from sidecar.app.home_services import Services
from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import PersonId
from sidecar.errors import NotFound
from sidecar.i18n import Texts
from sidecar.memory.answers.second_person import tell_after_colon, tell_person
from sidecar.memory.change_answers import parse_change_answer
from sidecar.router.reminder_request import parse_reminder_request
from sidecar.storage.choices import SqlChoices

_ASKED = "asked_about_changes"
_OPEN = "open_change_question"
_WAITS = 3
"""How many messages may answer."""
_CLAUSE_END = re.compile(r"[,.;!]\s+|\s(?:y|and)\s")


class ChangeQuestions:
    """Each change is asked about at most once a day; one of the person's next messages may answer."""

    def __init__(self, services: Services) -> None:
        self._facts = services.facts
        self._choices = SqlChoices(services.db, services.clock)

    async def ask(self, person: PersonId, say: Texts) -> str | None:
        """Return the question about the first change that was not asked about today; it counts as asked."""
        waiting = await self._facts.store.list_unconfirmed(person)
        if not waiting:
            return None
        today = self._facts.today(person).isoformat()
        asked = json.loads(await self._choices.get(person, _ASKED) or "{}")
        for new in waiting:
            old = await self._find_old(person, new)
            if old is not None and asked.get(str(new.id)) != today:
                days = {str(one.id): asked[str(one.id)] for one in waiting if str(one.id) in asked}
                await self._choices.set(person, _ASKED, json.dumps(days | {str(new.id): today}))
                await self._choices.set(person, _OPEN, f"{new.id} {_WAITS}")
                return _phrase_question(new, old, say)
        return None

    async def settle(self, person: PersonId, text: str, say: Texts, last_said: str) -> str | None:
        """Do what the person answers to the question a moment ago; None when this is no answer to it. Where Sidecar has
        asked something else since, a mere yes is no answer."""
        asked = await self._choices.get(person, _OPEN)
        if asked is None:
            return None
        id, _, left = asked.partition(" ")
        await self._choices.clear(person, _OPEN)
        new = await self._facts.store.get(person, FactId(int(id)))
        old = await self._find_old(person, new) if new else None
        if new is None or old is None or any(map(parse_reminder_request, _CLAUSE_END.split(text))):
            return None  # memory hears the answer later, beside what else was said
        question = _phrase_question(new, old, say)
        changed = await asyncio.to_thread(parse_change_answer, text, question, new, old, next_day=False)
        if changed is None or ("?" in last_said and tell_person(new.text) not in last_said):
            if int(left or 1) > 1:
                await self._choices.set(person, _OPEN, f"{id} {int(left) - 1}")
            return None
        try:
            stands, goes = await self._facts.memory.settle_change(person, new.id, changed=changed)
        except NotFound:  # memory read the same answer in the background, at the same time
            stands, goes = (new, old) if changed else (old, new)
        now, before = (tell_after_colon(fact.text) for fact in (stands, goes))
        return say("OK: {stands}. I've archived: {goes}.", stands=now, goes=before)

    async def _find_old(self, person: PersonId, new: Fact) -> Fact | None:
        return await self._facts.store.get(person, new.unconfirmed_change_of) if new.unconfirmed_change_of else None


def _phrase_question(new: Fact, old: Fact, say: Texts) -> str:
    return say(
        "I had noted “{before}”, and then you said “{now}”. Has that changed? (yes or no)",
        before=tell_person(old.text),
        now=tell_person(new.text),
    )
