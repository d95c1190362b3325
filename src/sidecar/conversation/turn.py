"""One message and everything up to the reply, on one page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from sidecar.brain.draft import Draft
from sidecar.brain.loop import ToolLoop
from sidecar.brain.tokens import TokenCounter
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation import notices
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.execution import direct_reply, keep_overlooked
from sidecar.conversation.offline_answers import answer_offline
from sidecar.conversation.ports import History, Knowledge, Models, Profile
from sidecar.conversation.request_builder import TurnLimits, build_request
from sidecar.conversation.required_text import add_what_must_be_shown
from sidecar.domain.message import ConversationId, IncomingMessage, TurnId
from sidecar.domain.turn import Ending, HandledBy, Progress, Reply
from sidecar.errors import ConfigError, ContextTooLong, ModelError, SidecarError, TurnTimeout
from sidecar.i18n import Texts, hint, sentence
from sidecar.memory.recall import Recall
from sidecar.observe import Event, emit
from sidecar.router import changed_time
from sidecar.runtime.clock import Clock

_MORE_CAREFUL = 2.0
"""Factor on the token estimate after a provider found the prompt too long."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Takes turns: a message in, a reply out. The parts it uses are joined in `app.py`."""

    history: History
    profile: Profile
    knowledge: Knowledge
    memories: Recall
    models: Models
    toolbox: Toolbox
    clock: Clock
    limits: Callable[[], TurnLimits] = TurnLimits
    """Asked at every turn, so that edited settings count at once."""

    async def take_turn(
        self,
        turn: TurnId,
        conversation: ConversationId,
        message: IncomingMessage,
        progress: Progress,
        stopped: Callable[[], bool],
    ) -> Reply:
        """Answer one message.

        Always returns a reply, even if it is an honest word about why there is no answer. `stopped` tells whether a
        cancellation was the person's wish: then the reply is what was said until then; otherwise (the program closes)
        `CancelledError` goes through and the message stays in the queue.
        """
        started = self.clock.monotonic()
        limits = self.limits()
        draft = Draft(turn, message.channel)
        context = await self._read(turn, conversation, message, limits)
        say = Texts(context.language)
        if (changed := await self._change_of_time(context)) is not None:
            return replace(changed, total_ms=self._since(started))
        ending, error_code = Ending.COMPLETE, ""
        error: SidecarError | None = None
        try:
            async with asyncio.timeout(limits.seconds):
                ending = await self._think(context, draft, progress, limits)
            notices.add_remarks(draft, ending, self.clock, say)
            notices.add_notices(draft, self.models.remarks(context.person, say), self.clock)
            error_code = "answer_limit" if ending is Ending.CUT else ""
        except asyncio.CancelledError:
            if not stopped():
                raise
            _uncancel()
            ending = notices.cancelled(draft, self.clock)
        except (ModelError, ConfigError, TimeoutError) as failure:
            error = _as_timeout(limits) if isinstance(failure, TimeoutError) else failure
            offline = await answer_offline(context, error, self.toolbox, self.memories, draft, self.clock)
            if offline is not None:
                return replace(offline, total_ms=self._since(started))
            ending, error_code = notices.failed(draft, error, self.clock, say), error.code
        if ending is not Ending.CANCELLED:
            await keep_overlooked(context, self.toolbox, draft, self.clock)
        add_what_must_be_shown(draft, self.clock)
        reply = draft.reply(ending, self._since(started), error_code)
        return replace(reply, error_message=sentence(error, say), error_hint=hint(error, say)) if error else reply

    async def _read(
        self, turn: TurnId, conversation: ConversationId, message: IncomingMessage, limits: TurnLimits
    ) -> ConversationContext:
        history, known = await asyncio.gather(
            self.history.before(turn, person=message.person, conversation=conversation, max_turns=limits.history_turns),
            self.knowledge.about(message.person, message.text),
        )
        return ConversationContext(
            turn=turn,
            conversation=conversation,
            message=message,
            preferences=self.profile.preferences(message.person),
            soul=self.profile.soul(message.person),
            history=history,
            now=self.clock.now(),
            known=known,
        )

    async def _change_of_time(self, context: ConversationContext) -> Reply | None:
        """ "a las 16", said right after a reminder was set, is for code."""
        preferences = context.preferences
        call = changed_time(
            context.text, context.history, context.now, preferences.timezone, context.language, f"time-{context.turn}"
        )
        if call is None:
            return None
        receipt = await self.toolbox.run(call, ToolScope(context.person, preferences, context.turn))
        if receipt.required_text is None:
            return None  # there is nothing to say that a model would not say better
        return direct_reply(context, receipt.required_text.text, receipt, HandledBy.ROUTER, self.clock)

    async def _think(
        self, context: ConversationContext, draft: Draft, progress: Progress, limits: TurnLimits
    ) -> Ending:
        model = await self.models.chat_model(context.person, context.turn)
        counter = TokenCounter(await self.models.token_correction(model.name))
        scope = ToolScope(context.person, context.preferences, context.turn)
        loop = ToolLoop(model, self.toolbox, scope, self.clock, limits.loop)
        tools = self.toolbox.specs()
        frame = build_request(context, tools, model.context_window, counter, limits)
        try:
            ending = await loop.run(frame.request, draft, progress)
        except ContextTooLong:
            if draft.messages:
                raise  # tools may have acted already: the turn is not repeated
            careful = TokenCounter(counter.correction * _MORE_CAREFUL)
            frame = build_request(context, tools, model.context_window, careful, limits)
            ending = await loop.run(frame.request, draft, progress)
        draft.characters_left_out = frame.characters_left_out
        return ending

    def _since(self, started: float) -> float:
        return (self.clock.monotonic() - started) * 1000


def _as_timeout(limits: TurnLimits) -> TurnTimeout:
    emit(Event.TURN_TIMED_OUT, level="warning", seconds=limits.seconds)
    return TurnTimeout("This took longer than {seconds} seconds, so I stopped.", seconds=round(limits.seconds))


def _uncancel() -> None:
    """The cancellation did its work; the task goes on to say so."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
