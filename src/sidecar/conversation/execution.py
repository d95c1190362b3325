"""Executes what the router matched, with the same messages and receipts as if a model had asked for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.agenda_answers import list_dated_facts
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.fact_confirmation import confirm_told_facts
from sidecar.conversation.memory_answers import answer_from_memory, list_notes
from sidecar.conversation.ports import RelevantFacts
from sidecar.conversation.reminder_references import find_reminders
from sidecar.conversation.result_texts import phrase_result
from sidecar.conversation.short_answers import SMALL_HOUR
from sidecar.conversation.small_hours import ask_about_small_hour, choose_hour, keep_half_of_day
from sidecar.conversation.small_talk import answer_small_talk
from sidecar.conversation.tool_calls import to_tool_calls
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.person import Language
from sidecar.domain.reminder import Reminder
from sidecar.domain.tool import RequiredText, ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold
from sidecar.llm import AssistantMessage
from sidecar.memory.recall import Recall
from sidecar.observe import Event, emit
from sidecar.router.intents import (
    BeQuiet,
    Calculation,
    CancelReminder,
    CorrectFact,
    EditReminder,
    Forget,
    Intent,
    ListNotes,
    ListReminders,
    MemoryQuestion,
    SetReminder,
    SettleForgetting,
    Several,
    SmallTalk,
    SnoozeReminder,
    StatusQuestion,
    TellFact,
    TimeQuestion,
    UnitConversion,
    WeatherQuestion,
)
from sidecar.router.matcher import Match, Precedence
from sidecar.router.missed_requests import find_missed_request
from sidecar.router.reminder_request import parse_reminder_request
from sidecar.runtime.clock import Clock

_ALARM = re.compile(r"\b(?:alarm\w*|timer|temporizador|cronometro|despert\w+|wake)\b")
_TIMER = re.compile(r"\b(?:timer|temporizador|cronometro)\b")
_ASKED = Calculation | TimeQuestion | UnitConversion | WeatherQuestion | ListReminders
_CHANGES = EditReminder | SnoozeReminder | CancelReminder


@dataclass(frozen=True, slots=True)
class DirectExecutor:
    """Does by code what a message plainly asks for."""

    toolbox: Toolbox
    facts: RelevantFacts
    memories: Recall
    clock: Clock

    async def answer(self, context: ConversationContext, intent: Intent, handled_by: HandledBy) -> Reply | None:
        """Execute `intent` and return the reply; None for what no tool does. Its text is empty where code has no words
        for the result.

        Calls and results go into the history: a model that comes later knows what was done.
        """
        text = await self._answer_in_words(context, intent)
        if text is not None:
            return speak(text, context, handled_by, self.clock)
        request = _name_reminders(intent, context) if isinstance(intent, _CHANGES) else _name_alarm(intent, context)
        if isinstance(request, str):
            return speak(request, context, handled_by, self.clock)
        request = _settle_hours(request, context)
        calls = to_tool_calls(request, f"router-{context.turn}")
        parts = request.requests if isinstance(request, Several) else (request,)
        receipts = [await self._run(call, part, context) for call, part in zip(calls, parts, strict=False)]
        said = [_phrase(request, receipt, context) for receipt in receipts]
        texts = [text for text in said if text is not None]
        if isinstance(request, ListReminders):
            texts += await self._list_told(request, context)
        if not calls:
            return None
        reply = _make_reply("\n".join(dict.fromkeys(texts)), receipts, context, handled_by, self.clock)
        return replace(reply, only_request=_is_only_request(request, receipts, context))

    async def _list_told(self, request: ListReminders, context: ConversationContext) -> Sequence[str]:
        say, told = Texts(context.answer_language), await list_dated_facts(request, context, self.facts)
        return [say("Without a reminder, you told me:"), *(f"- {line}" for line in told)] if told else ()

    async def _run(self, call: ToolCall, request: Intent, context: ConversationContext) -> ToolReceipt:
        """Run a call, or ask first where its hour is as likely one of the afternoon."""
        question = ask_about_small_hour(request, context)
        if question is None:
            return await self.toolbox.run(call, _make_scope(context, request, self.facts))
        return make_question(call, question, SMALL_HOUR)

    async def _answer_in_words(self, context: ConversationContext, intent: Intent) -> str | None:
        """Answer what no tool does."""
        say = Texts(context.answer_language)
        match intent:
            case SmallTalk(kind):
                keys = await self.facts.read_keys(context.person)
                return answer_small_talk(kind, context, say, context.preferences.name or keys.get("name", ""))
            case TellFact() | CorrectFact():
                return await confirm_told_facts(context, self.facts, self.memories, say)
            case MemoryQuestion(what):
                return await answer_from_memory(
                    context, self.facts, self.memories, say, asked=True, everything=not what
                )
            case BeQuiet():
                return say("I don't write to you unasked anyway; only the reminders you set will ring.")
            case StatusQuestion():
                return say("I'm up and running. `/status` shows the details.")
            case ListNotes(words):
                return await list_notes(words, context, self.facts, say)
            case _:
                return None


def _is_only_request(request: Intent, receipts: Sequence[ToolReceipt], context: ConversationContext) -> bool:
    """Return whether the whole message is what was done; a list may hold more."""
    whole = isinstance(request, _CHANGES | _ASKED) or (
        isinstance(request, SetReminder) and parse_reminder_request(context.text) is not None
    )
    return whole and all(receipt.ok for receipt in receipts)


def _settle_hours(request: Intent, context: ConversationContext) -> Intent:
    match request:
        case Several(requests):
            settled = (choose_hour(one, context) if isinstance(one, SetReminder) else one for one in requests)
            return Several(tuple(settled))
        case SetReminder():
            return choose_hour(request, context)
        case EditReminder():
            return keep_half_of_day(request, context)
        case _:
            return request


def speak(
    text: str, context: ConversationContext, handled_by: HandledBy, clock: Clock, *, only_request: bool = False
) -> Reply:
    """Return a reply that is nothing but words of Sidecar's own."""
    said = Message(Speaker.COMPANION, text, clock.now(), context.turn, context.channel, kind=MessageKind.OFFLINE)
    return Reply(text, handled_by, Ending.COMPLETE, messages=(said,), only_request=only_request)


def ask_first(
    intent: Intent, question: str, context: ConversationContext, clock: Clock, *, reason: str = "offered"
) -> Reply:
    """Return a question whose answer executes `intent`: the call stands in the history, not yet done."""
    (call,) = to_tool_calls(intent, f"router-{context.turn}")
    receipt = make_question(call, question, reason)
    return _make_reply(question, [receipt], context, HandledBy.OFFLINE, clock)


def hand_over(reply: Reply) -> Reply | None:
    """Return what code tried in vain, without words, for a model to go on from (RTR-04); None where it is an answer."""
    failed = any(not receipt.ok and not receipt.held and receipt.required_text is None for receipt in reply.receipts)
    if reply.text and not failed:
        return None
    tried = [message for message in reply.messages if message.tool_calls or message.speaker is Speaker.TOOL]
    return replace(reply, text="", messages=tuple(tried))


def make_question(call: ToolCall, question: str, reason: str) -> ToolReceipt:
    """Return the receipt of a call that waits for the answer to a question of code's own."""
    error = f"nothing was set or changed ({reason}); the person is asked"
    shown = RequiredText(question, (), reason)
    return ToolReceipt(call, f"Error: {error}", error, ran=False, required_text=shown)


async def fulfil_missed_request(
    context: ConversationContext, found: Match | None, toolbox: Toolbox, draft: Draft, clock: Clock
) -> None:
    """Set the reminder that the model neither set nor asked about, or ask, below the model's answer (RTR-07)."""
    if found is None or found.precedence is not Precedence.IF_MISSED:
        return
    several = isinstance(found.intent, Several)
    request = found.intent.requests[0] if isinstance(found.intent, Several) else found.intent
    if not isinstance(request, SetReminder):
        return
    missed = find_missed_request(request, context.text, draft.text, draft.receipts)
    if missed is None:
        return
    missed = SetReminder("", "") if several else missed  # which of them the model has seen to is not plain
    (call,) = to_tool_calls(missed, f"missed-{context.turn}")
    scope = ToolScope(context.person, context.preferences, context.turn, context.channel)
    receipt = await toolbox.run(call, scope)
    if receipt.required_text is None:
        return  # there is no such tool here
    emit(Event.REMINDER_OVERLOOKED, set=receipt.ok)
    said, now = AssistantMessage(receipt.required_text.text), clock.now()
    if not receipt.ok and any(other.required_text for other in draft.receipts if other.call.name == call.name):
        draft.add_message(said, now, kind=MessageKind.REQUIRED)  # the model's own call was unclear already
        return
    draft.attach_call(call, now)
    draft.add_receipt(receipt, now)
    draft.add_message(said, now)


def _name_reminders(intent: _CHANGES, context: ConversationContext) -> Intent | str:
    """Return the request with the numbers of the reminders that are meant; a sentence where there is none."""
    when = intent.when if isinstance(intent, CancelReminder) else ""
    found = find_reminders(intent.which, when, context.match_context)
    say = Texts(context.answer_language)
    if not found:
        if not context.reminders:
            return say("You have no reminders.")
        if intent.which:
            return say("I have no reminder about “{words}”.", words=intent.which)
        return say("Which reminder do you mean?")
    if isinstance(intent, CancelReminder) and intent.every:
        return Several(tuple(CancelReminder(str(one.id)) for one in found))
    return _name_them(intent, found)


def _name_alarm(intent: Intent, context: ConversationContext) -> Intent:
    """Give an alarm or a timer that is for nothing in particular its name as its message."""
    if not isinstance(intent, SetReminder) or intent.message or not _ALARM.search(fold(context.text)):
        return intent
    say = Texts(context.answer_language)
    return replace(intent, message=say("Timer") if _TIMER.search(fold(context.text)) else say("Alarm"))


def _name_them(intent: _CHANGES, found: Sequence[Reminder]) -> Intent:
    return replace(intent, which=", ".join(str(one.id) for one in found))


def _make_scope(context: ConversationContext, intent: Intent, facts: RelevantFacts) -> ToolScope:
    language: Language = context.language
    if isinstance(intent, Forget | SettleForgetting):
        language = context.message.answer_in or detect_language(context.text) or language
    preferences = replace(context.preferences, language=language)

    async def read_keys() -> dict[str, str]:
        return dict(await facts.read_keys(context.person))

    return ToolScope(context.person, preferences, context.turn, context.channel, fact_keys=read_keys)


def _phrase(intent: Intent, receipt: ToolReceipt, context: ConversationContext) -> str | None:
    say = Texts(context.answer_language)
    text = phrase_result(intent, receipt, context, say)
    undoable = isinstance(intent, _CHANGES) and receipt.ok
    return say("{text} · `/undo` takes it back", text=text) if text and undoable else text


def _make_reply(
    text: str, receipts: Sequence[ToolReceipt], context: ConversationContext, handled_by: HandledBy, clock: Clock
) -> Reply:
    now = clock.now()
    calls: tuple[ToolCall, ...] = tuple(receipt.call for receipt in receipts)
    results = [
        Message(Speaker.TOOL, receipt.content, now, context.turn, context.channel, tool_call_id=receipt.call.id)
        for receipt in receipts
    ]
    return Reply(
        text,
        handled_by,
        Ending.COMPLETE,
        messages=(
            Message(Speaker.COMPANION, "", now, context.turn, context.channel, tool_calls=calls),
            *results,
            *([Message(Speaker.COMPANION, text, now, context.turn, context.channel)] if text else []),
        ),
        receipts=tuple(receipts),
        tools_ms=sum(receipt.ms for receipt in receipts),
    )
