"""Tools: reminders. The date words are read by code, and the time it understood is always shown to the person."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from re import Pattern
from typing import Annotated

from sidecar.brain.toolbox import ToolScope
from sidecar.conversation.undo import UNDO_ASKED, Undo
from sidecar.domain.permission import Permission
from sidecar.domain.reminder import LostFiring, Reminder
from sidecar.domain.tool import RequiredText
from sidecar.errors import RequestError, ToolError, UnclearMoment
from sidecar.i18n import Texts, explain_error
from sidecar.presentation.reminders import format_cancellation, format_confirmation, format_edit, format_snooze
from sidecar.reminders.days import find_days, is_due_within
from sidecar.reminders.format import format_line, format_lost_line, format_rule, format_when
from sidecar.reminders.reminders import ReminderChange, Reminders
from sidecar.reminders.schedule import Asker
from sidecar.runtime.clock import Clock
from sidecar.tools.prompt_sources import is_named_in, is_said_in, make_request_pattern, read_sources
from sidecar.tools.tool import CallPreview, ToolFunction, ToolResult, tool

_LISTED_AT_MOST = 30
_SETTING = make_request_pattern(
    "avis|agend|anot|program|despert",
    "pon",
    "remind|alert|notify|wake|ping|tell me|let me know|set|add|schedule",
    irregular="record(?:a|ar|as|ame|arme|ate|es)|acord(?:a|ar|ame|arme|ate)|haceme acordar|alarma|reminder|timer",
)
_CHANGING = make_request_pattern(
    "cambi|pas|adelant|atras|posterg|renombr|modific|retras|dej", "mov|pon|pospon|corr|corrig",
    "change|move|reschedule|postpone|push|snooze|delay|put|edit|rename|make it|shift",
)  # fmt: skip
_CANCELLING = make_request_pattern(
    "cancel|borr|quit|elimin|anul|olvid|apag|sac", "supr", "cancel|delete|remove|drop|scrap|forget|turn off|stop"
)
ReminderReference = Annotated[str, "id or words"]


@dataclass(frozen=True, slots=True)
class ReminderView:
    """The result for a reminder. `local` is the wall clock of `zone`; `you_must_show` must be in the answer."""

    id: int
    message: str
    local: str
    zone: str
    repeats: str | None = None
    you_must_show: str | None = None


@dataclass(frozen=True, slots=True)
class ReminderList:
    reminders: Sequence[str]
    maybe_not_seen: Sequence[str] | None = None
    more: int | None = None


def make_reminder_tools(reminders: Reminders, clock: Clock) -> list[ToolFunction]:
    """Make the tools in the order in which the model sees them."""
    tools = ReminderTools(reminders, clock)
    return [
        tools.set_reminder,
        tools.list_reminders,
        tools.edit_reminder,
        tools.snooze_reminder,
        tools.cancel_reminder,
    ]


def _label_set(say: Texts, given: Mapping[str, str]) -> str:
    return say("setting a reminder")


def _label_look(say: Texts, given: Mapping[str, str]) -> str:
    return say("looking at your reminders")


def _label_change(say: Texts, given: Mapping[str, str]) -> str:
    return say("changing a reminder")


class ReminderTools:
    def __init__(self, reminders: Reminders, clock: Clock) -> None:
        self._reminders = reminders
        self._clock = clock

    async def _preview_set(self, scope: ToolScope, message: str, when: str) -> CallPreview:
        sources = read_sources(scope.prompt or ())
        requested = sources.asks(_SETTING) and is_said_in(f"{message} {when}", sources.request)
        question = make_asker(scope).say("Should I remind you of “{message}”, {when}?", message=message, when=when)
        return CallPreview(question, requested)

    @tool(category="reminders", permission=Permission.WRITE, label=_label_set, preview=_preview_set, repeatable=True)
    async def set_reminder(
        self,
        scope: ToolScope,
        message: str,
        when: Annotated[str, 'their date words, unchanged; also "every Monday at 9"'],
    ) -> ToolResult:
        """Set a reminder; also without a clear time: it answers what to ask."""
        asker = make_asker(scope)
        with _ask_through_model(asker):
            new = await self._reminders.set(asker, message, when)
        return self._make_result(new, asker, format_confirmation(new.reminder, self._clock.now(), asker.say))

    @tool(category="reminders", label=_label_look)
    async def list_reminders(self, scope: ToolScope, text: str = "", when: str = "") -> ReminderList:
        """Reminders to come, with ids, and those maybe not seen."""
        asker, now = make_asker(scope), self._clock.now()
        found = await (self._reminders.find(asker, text) if text.strip() else self._reminders.pending(asker))
        if days := find_days(when, now, asker.zone, asker.language) if when else None:
            found = [reminder for reminder in found if is_due_within(reminder, days)]
        lost: Sequence[LostFiring] = () if text.strip() or days else await self._reminders.lost(asker)
        shown = [format_line(reminder, now, asker.say) for reminder in found[:_LISTED_AT_MOST]]
        return ReminderList(
            shown,
            [format_lost_line(one, now, asker.say) for one in lost[:_LISTED_AT_MOST]] or None,
            len(found) - len(shown) or None,
        )

    async def _preview_edit(self, scope: ToolScope, which: str, when: str = "", message: str = "") -> CallPreview:
        say = make_asker(scope).say
        new = ", ".join(part for part in (f"“{message}”" if message else "", when) if part)
        return await self._preview_change(
            scope,
            which,
            f"{message} {when}",
            _CHANGING,
            lambda old: say("Should I change “{old}”: {new}?", old=old, new=new),
        )

    @tool(
        category="reminders", permission=Permission.WRITE, label=_label_change, preview=_preview_edit, repeatable=True
    )
    async def edit_reminder(
        self,
        scope: ToolScope,
        which: ReminderReference,
        when: str = "",
        message: str = "",
    ) -> ToolResult:
        """Change a reminder's time or text."""
        asker = make_asker(scope)
        with _ask_through_model(asker):
            reminder = await self._reminders.find_one(asker, which)
            new = await self._reminders.edit(asker, reminder, message=message, words=when)
        return self._make_result(new, asker, format_edit(new.reminder, self._clock.now(), asker.say))

    async def _preview_snooze(self, scope: ToolScope, which: str, when: str) -> CallPreview:
        say = make_asker(scope).say
        return await self._preview_change(
            scope, which, when, _CHANGING, lambda old: say("Should I put “{old}” off: {when}?", old=old, when=when)
        )

    @tool(
        category="reminders", permission=Permission.WRITE, label=_label_change, preview=_preview_snooze, repeatable=True
    )
    async def snooze_reminder(
        self, scope: ToolScope, which: ReminderReference, when: Annotated[str, "10 minutes, tomorrow at 9"]
    ) -> ToolResult:
        """Say a reminder again later."""
        asker = make_asker(scope)
        with _ask_through_model(asker):
            reminder = await self._reminders.find_one(asker, which)
            new = await self._reminders.snooze(asker, reminder, when)
        return self._make_result(
            new, asker, format_snooze(new.reminder, self._clock.now(), asker.say, again=new.said_before)
        )

    async def _preview_cancel(self, scope: ToolScope, which: str) -> CallPreview:
        say = make_asker(scope).say
        return await self._preview_change(
            scope, which, "", _CANCELLING, lambda old: say("Should I cancel the reminder “{old}”?", old=old)
        )

    @tool(
        category="reminders", permission=Permission.WRITE, label=_label_change, preview=_preview_cancel, repeatable=True
    )
    async def cancel_reminder(self, scope: ToolScope, which: ReminderReference) -> ToolResult:
        """Cancel a reminder. If several fit, ask which."""
        asker = make_asker(scope)
        with _ask_through_model(asker):
            cancelled = await self._reminders.cancel(await self._reminders.find_one(asker, which), scope.turn)
        sentence = format_cancellation(cancelled, asker.say)
        shown = RequiredText(sentence, (cancelled.message,), _name_subject(cancelled))
        return ToolResult(_make_view(cancelled, asker.say), shown)

    async def _preview_change(
        self, scope: ToolScope, which: str, new: str, verbs: Pattern[str], ask: Callable[[str], str]
    ) -> CallPreview:
        """Preview a change of the reminder that `which` names; `new` is what it gets."""
        asker, sources = make_asker(scope), read_sources(scope.prompt or ())
        with _ask_through_model(asker):
            reminder = await self._reminders.find_one(asker, which)
        named = is_named_in(reminder.message, sources.request) and is_said_in(new, sources.request)
        return CallPreview(ask(reminder.message), sources.asks(verbs) and named, pinned={"which": str(reminder.id)})

    def _make_result(self, new: ReminderChange, asker: Asker, sentence: str) -> ToolResult:
        when = format_when(new.reminder, self._clock.now(), asker.say)
        kept = _make_view(new.reminder, asker.say, " · ".join([when, *new.notes]))
        return ToolResult(
            kept, RequiredText(" · ".join([sentence, *new.notes]), (when, *new.notes), _name_subject(new.reminder))
        )


def _name_subject(reminder: Reminder) -> str:
    return f"reminder:{reminder.id}"


def make_asker(scope: ToolScope) -> Asker:
    return Asker(scope.person, scope.preferences.timezone, scope.preferences.language, scope.turn)


def _make_view(reminder: Reminder, say: Texts, tell: str | None = None) -> ReminderView:
    schedule = reminder.schedule
    return ReminderView(
        id=reminder.id,
        message=reminder.message,
        local=schedule.local.replace(tzinfo=None).isoformat(timespec="minutes"),
        zone=schedule.zone.key,
        repeats=format_rule(reminder, say) or None,
        you_must_show=tell,
    )


@contextmanager
def _ask_through_model(asker: Asker) -> Generator[None]:
    """Turn what the person must be asked into an error that tells the model to ask."""
    try:
        yield
    except RequestError as error:
        question = explain_error(error, asker.say)
        reason = error.reason if isinstance(error, UnclearMoment) else error.code
        text = "nothing was set or changed ({reason}); ask the person: {words}"
        raise ToolError(text, question=question, reason=reason, words=question) from None


def _label_undo(say: Texts, given: Mapping[str, str]) -> str:
    return say("undoing the last change")


def make_undo_tool(undo: Undo) -> ToolFunction:
    @tool(category="reminders", permission=Permission.WRITE, label=_label_undo)
    async def undo_change(scope: ToolScope) -> ToolResult:
        """Undo the last change."""
        say = Texts(scope.preferences.language)
        question = None if scope.turn is None else await undo.ask_first(scope.person, scope.turn, say)
        if question is not None:
            return ToolResult(f"{UNDO_ASKED}; shown to them: {question}", RequiredText(question, (question,), "undo"))
        text = await undo.undo_last(scope.person, say)
        return ToolResult(text, RequiredText(text, (text,), "undo"))

    return undo_change
