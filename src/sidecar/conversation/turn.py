"""Takes one turn: from the person's message to the reply."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sidecar.brain.draft import Draft
from sidecar.brain.loop import ToolLoop
from sidecar.brain.tokens import TokenCounter
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.approval import ApprovalDesk, is_for_model
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.distress import add_helpline
from sidecar.conversation.execution import DirectExecutor, fulfil_missed_request, hand_over
from sidecar.conversation.matching import match_message
from sidecar.conversation.notices import ModelOutcome, add_notices, add_required_text, append_notices
from sidecar.conversation.offline_answers import answer_offline, is_offline
from sidecar.conversation.ports import History, Models, Notices, Profile, RecentReminders, RelevantFacts
from sidecar.conversation.request_builder import TurnLimits, build_request
from sidecar.domain.held_call import HeldCall
from sidecar.domain.message import ConversationId, IncomingMessage, Message, Speaker, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Reminder
from sidecar.domain.turn import Ending, HandledBy, Progress, Reply
from sidecar.errors import ConfigError, ContextTooLong, ModelError, StorageError, TurnTimeout
from sidecar.i18n import Texts, format_error, format_hint
from sidecar.i18n.masking import format_masking
from sidecar.memory.recall import Recall
from sidecar.observe import Event, emit
from sidecar.router.matcher import Match, Precedence
from sidecar.router.override import is_override
from sidecar.runtime.clock import Clock
from sidecar.runtime.lanes import return_at_once

_CAREFUL_FACTOR = 2.0
"""On the token estimate, after a provider found the prompt too long."""


async def _never(_: PersonId, __: TurnId) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Conversation:
    """Takes turns: a message in, a reply out."""

    history: History
    profile: Profile
    facts: RelevantFacts
    memories: Recall
    models: Models
    toolbox: Toolbox
    clock: Clock
    limits: Callable[[], TurnLimits] = TurnLimits
    """Asked at every turn, so that edited settings count at once."""
    channel_note: Callable[[str], str] = str
    """Describes a channel, by its name, to the model."""
    asked_to_erase: Callable[[PersonId, TurnId], Awaitable[bool]] = _never
    """Tells whether a turn's message may answer what forgetting asked."""
    read_edits: Callable[[], Awaitable[None]] = return_at_once
    """Takes over what was edited by hand in the memory file."""
    notices: Notices | None = None
    reminders: RecentReminders | None = None
    approvals: ApprovalDesk | None = None

    async def take_turn(
        self,
        turn: TurnId,
        conversation: ConversationId,
        message: IncomingMessage,
        progress: Progress,
        stopped: Callable[[], bool],
    ) -> Reply:
        """Answer one message: recall, match, and where that does not do, ask a model.

        Always returns a reply, even if it is an honest word about why there is no answer. `stopped` tells whether a
        cancellation was the person's wish: then the reply is what was said until then; otherwise (the program closes)
        `CancelledError` goes through and the message stays in the queue.
        """
        started, limits = self.clock.monotonic(), self.limits()
        context = await self._recall(turn, conversation, message, limits)
        found = match_message(context)
        if is_override(context.text):
            emit(Event.ROUTER_OVERRIDDEN)
        settled = await self._settle_held_calls(context)
        reply = settled or await self._settle_notice(context) or await self._answer_at_once(context, found)
        if settled is not None:
            begun = settled if is_for_model(settled) else None
        else:
            begun = hand_over(reply) if reply is not None else None
        if reply is None or begun is not None:
            draft = Draft.begin(turn, message.channel, begun)
            outcome = await self._think(context, draft, progress, stopped, limits)
            in_vain = outcome.error is not None and not draft.text
            if settled is not None or reply is None or not (in_vain and reply.text):
                reply = await self._conclude(context, found, draft, outcome)
        try:
            reply = await self._add_questions(context, reply, answered=settled is not None)
        except StorageError as error:  # the disk is full since: the answer must not be lost with what stands below it
            emit(Event.TURN_FAILED, level="error", error=str(error))
        return replace(reply, total_ms=(self.clock.monotonic() - started) * 1000)

    async def _add_questions(self, context: ConversationContext, reply: Reply, *, answered: bool) -> Reply:
        """Add what the person is told and asked below an answer."""
        if self.approvals is not None:
            reply = await self.approvals.ask(context, reply, answered=answered)
        if context.message.secrets_masked:
            reply = append_notices(reply, [format_masking(Texts(context.answer_language))], context, self.clock)
        if reply.ending is Ending.CANCELLED:
            return reply
        reply = add_helpline(reply, context, self.clock)
        if self.notices is None:
            return reply
        by_model = reply.handled_by is HandledBy.MODEL
        notices = await self.notices.take_new(context.person, Texts(context.language), by_model=by_model)
        return append_notices(reply, notices, context, self.clock)

    async def _recall(
        self, turn: TurnId, conversation: ConversationId, message: IncomingMessage, limits: TurnLimits
    ) -> ConversationContext:
        await self.read_edits()
        history, known, asked_to_erase, reminders, held_calls = await asyncio.gather(
            self.history.before(turn, person=message.person, conversation=conversation, max_turns=limits.history_turns),
            self.facts.select_facts(message.person, message.text),
            self.asked_to_erase(message.person, turn),
            self._find_reminders(message.person),
            self._find_held_calls(message.person, turn),
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
            channel_note=self.channel_note(message.channel),
            asked_to_erase=asked_to_erase,
            reminders=reminders,
            held_calls=held_calls,
        )

    async def _find_reminders(self, person: PersonId) -> Sequence[Reminder]:
        return () if self.reminders is None else await self.reminders.recent(person)

    async def _find_held_calls(self, person: PersonId, turn: TurnId) -> Sequence[HeldCall]:
        return () if self.approvals is None else await self.approvals.approvals.awaiting(person, turn)

    async def _settle_held_calls(self, context: ConversationContext) -> Reply | None:
        """Answer a message that answers whether held calls may run."""
        if self.approvals is None:
            return None
        return await self.approvals.settle(context, partial(self.models.chat_model, context.person, context.turn))

    async def _settle_notice(self, context: ConversationContext) -> Reply | None:
        """Answer a message that answers the question of a notice."""
        if self.notices is None or context.asked_to_erase:
            return None
        said = [message.text for message in context.history if message.speaker is Speaker.COMPANION and message.text]
        say = Texts(context.language)
        text = await self.notices.settle(context.person, context.text, say, last_said=said[-1] if said else "")
        if text is None:
            return None
        reply = Message(Speaker.COMPANION, text, self.clock.now(), context.turn, context.channel)
        return Reply(text, HandledBy.ROUTER, Ending.COMPLETE, messages=(reply,))

    async def _answer_at_once(self, context: ConversationContext, found: Match | None) -> Reply | None:
        if found is None or found.precedence is not Precedence.BEFORE_MODEL:
            return None
        return await self.executor.answer(context, found.intent, HandledBy.ROUTER)

    @property
    def executor(self) -> DirectExecutor:
        return DirectExecutor(self.toolbox, self.facts, self.memories, self.clock)

    async def _think(
        self,
        context: ConversationContext,
        draft: Draft,
        progress: Progress,
        stopped: Callable[[], bool],
        limits: TurnLimits,
    ) -> ModelOutcome:
        """Let the model work within the turn's time; what it says and does is in `draft`, whatever ends it."""
        try:
            async with asyncio.timeout(limits.seconds):
                return ModelOutcome(await self._ask_model(context, draft, progress, limits))
        except asyncio.CancelledError:
            if not stopped():
                raise
            _uncancel()
            return ModelOutcome(Ending.CANCELLED)
        except (ModelError, ConfigError) as error:
            failure = error
        except TimeoutError:
            emit(Event.TURN_TIMED_OUT, level="warning", seconds=limits.seconds)
            seconds = round(limits.seconds)
            failure = TurnTimeout("This was taking more than {seconds} seconds, so I stopped.", seconds=seconds)
        return ModelOutcome(Ending.CUT if draft.streaming.strip() else Ending.FAILED, failure)

    async def _ask_model(
        self, context: ConversationContext, draft: Draft, progress: Progress, limits: TurnLimits
    ) -> Ending:
        model = await self.models.chat_model(context.person, context.turn)
        counter = TokenCounter(await self.models.token_correction(model.name))
        fact_keys = partial(self.facts.read_keys, context.person)
        scope = ToolScope(context.person, context.preferences, context.turn, context.channel, fact_keys=fact_keys)
        loop = ToolLoop(model, self.toolbox, scope, self.clock, limits.loop)
        tools = self.toolbox.specs()
        built, begun = build_request(context, tools, model.context_window, counter, limits), len(draft.messages)
        try:
            ending = await loop.run(built.continue_from(draft.messages), draft, progress)
        except ContextTooLong:
            if len(draft.messages) > begun:
                raise  # tools may have acted already: the turn is not repeated
            careful = TokenCounter(counter.correction * _CAREFUL_FACTOR)
            built = build_request(context, tools, model.context_window, careful, limits)
            ending = await loop.run(built.continue_from(draft.messages), draft, progress)
        draft.characters_left_out = built.characters_left_out
        return ending

    async def _conclude(
        self, context: ConversationContext, found: Match | None, draft: Draft, outcome: ModelOutcome
    ) -> Reply:
        """Return the reply: the model's, with what it missed or left out; or what can be said without a model."""
        say, error = Texts(context.language), outcome.error
        if error is not None and is_offline(error, draft):
            offline = await answer_offline(context, found, error, self.executor)
            if offline is not None:
                return offline
        answered = error is None and outcome.ending is not Ending.CANCELLED
        remarks = self.models.remarks(context.person, say) if answered else ()
        add_notices(draft, outcome, remarks, self.clock, say)
        if outcome.ending is not Ending.CANCELLED:
            await fulfil_missed_request(context, found, self.toolbox, draft, self.clock)
        add_required_text(draft, self.clock)
        reply = draft.reply(outcome.ending, outcome.error_code)
        if error is None:
            return reply
        return replace(reply, error_message=format_error(error, say), error_hint=format_hint(error, say))


def _uncancel() -> None:
    """Clear the task's cancellation, so that it can still build the reply."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
