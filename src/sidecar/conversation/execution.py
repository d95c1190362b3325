"""Executes what the router matched, with the same messages and receipts as if a model had asked for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.llm import AssistantMessage
from sidecar.observe import Event, emit
from sidecar.router.calculation import format_result
from sidecar.router.intents import (
    AddNote,
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
from sidecar.router.time_question import format_time
from sidecar.runtime.clock import Clock


async def answer_by_code(
    context: ConversationContext, intent: Intent, handled_by: HandledBy, toolbox: Toolbox, clock: Clock
) -> Reply | None:
    """Execute `intent` and return the reply; None when there is no tool for it, or it could not and has nothing to ask.

    The call and its result go into the history: a model that comes later knows what was done.
    """
    receipt = await _run_tool(context, intent, toolbox)
    text = _phrase_result(context, intent, receipt) if receipt is not None else None
    if receipt is None or text is None:
        return None
    now, call = clock.now(), receipt.call
    return Reply(
        text,
        handled_by,
        Ending.COMPLETE,
        messages=(
            Message(Speaker.COMPANION, "", now, context.turn, context.channel, tool_calls=(call,)),
            Message(Speaker.TOOL, receipt.content, now, context.turn, context.channel, tool_call_id=call.id),
            Message(Speaker.COMPANION, text, now, context.turn, context.channel),
        ),
        receipts=(receipt,),
        tools_ms=receipt.ms,
    )


async def fulfil_missed_request(
    context: ConversationContext, found: Match | None, toolbox: Toolbox, draft: Draft, clock: Clock
) -> None:
    """Set the reminder that the model neither set nor asked about, or ask, below the model's answer (RTR-07)."""
    if found is None or found.precedence is not Precedence.IF_MISSED or not isinstance(found.intent, SetReminder):
        return
    missed = find_missed_request(found.intent, context.text, draft.text, draft.receipts)
    if missed is None:
        return
    receipt = await _run_tool(context, missed, toolbox)
    if receipt is None or receipt.required_text is None:
        return  # there is no such tool here
    emit(Event.REMINDER_OVERLOOKED, set=receipt.ok)
    said, call, now = AssistantMessage(receipt.required_text.text), receipt.call, clock.now()
    if not receipt.ok and any(other.required_text for other in draft.receipts if other.call.name == call.name):
        draft.add_message(said, now, kind=MessageKind.REQUIRED)  # the model's own call was unclear already
        return
    draft.attach_call(call, now)
    draft.add_receipt(receipt, now)
    draft.add_message(said, now)


def to_tool_call(intent: Intent, call_id: str) -> ToolCall | None:
    """Return the call with which a model would do the same; None for what no tool does."""
    match intent:
        case TimeQuestion(place):
            return _tool_call(call_id, "current_time", {"place": place} if place else {})
        case Calculation(expression):
            return _tool_call(call_id, "calculator", {"expression": expression})
        case SetReminder(message, when):
            return _tool_call(call_id, "set_reminder", {"message": message, "when": when})
        case EditReminder(which, when, message):
            changes = {"which": which, "when": when}
            return _tool_call(call_id, "edit_reminder", changes | {"message": message} if message else changes)
        case SnoozeReminder(which, when):
            return _tool_call(call_id, "snooze_reminder", {"which": which, "when": when})
        case Forget(what):
            return _tool_call(call_id, "forget", {"what": what})
        case SettleForgetting(erase, messages):
            return _tool_call(call_id, "settle_forgetting", {"erase": erase, "messages": messages})
        case WeatherQuestion() | UnitConversion() | ListReminders() | CancelReminder() | StatusQuestion() | SmallTalk():
            return None
        case AddNote() | ListNotes() | TellFact() | CorrectFact() | MemoryQuestion() | BeQuiet():
            return None
        case _:
            assert_never(intent)


def _tool_call(call_id: str, name: str, arguments: Mapping[str, str | bool]) -> ToolCall:
    return ToolCall(call_id, name, json.dumps(dict(arguments), ensure_ascii=False))


async def _run_tool(context: ConversationContext, intent: Intent, toolbox: Toolbox) -> ToolReceipt | None:
    language = context.language
    if isinstance(intent, Forget | SettleForgetting):
        language = context.message.answer_in or detect_language(context.text) or language
    preferences = replace(context.preferences, language=language)
    call = to_tool_call(intent, f"router-{context.turn}")
    return await toolbox.run(call, ToolScope(context.person, preferences, context.turn)) if call is not None else None


def _phrase_result(context: ConversationContext, intent: Intent, receipt: ToolReceipt) -> str | None:
    """Describe the result: in the language of the request where it is clear and no other was asked for."""
    if receipt.required_text is not None:  # what was done, or what must be asked first
        return receipt.required_text.text
    if not receipt.ok:
        return None
    say = Texts(context.message.answer_in or detect_language(context.text) or context.language)
    match intent:
        case TimeQuestion():
            return format_time(receipt.content, say)
        case Calculation():
            return format_result(receipt.content, say)
        case SetReminder() | EditReminder() | SnoozeReminder() | Forget() | SettleForgetting():
            return None  # these tools always say what must be shown
        case WeatherQuestion() | UnitConversion() | ListReminders() | CancelReminder() | StatusQuestion() | SmallTalk():
            return None
        case AddNote() | ListNotes() | TellFact() | CorrectFact() | MemoryQuestion() | BeQuiet():
            return None
        case _:
            assert_never(intent)
