"""Decides whether a call may run: by the settings, by who wanted it, by the person's answer (TOO-05, SEC-02)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.held_call import HeldCall, HeldCallId
from sidecar.domain.permission import AFTER_OUTSIDE_TEXT, Authorization, Decision, Permission, PermissionRule, Requester
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.runtime.clock import Clock
from sidecar.tools.arguments import parse_object
from sidecar.tools.prompt_sources import PromptSources, read_sources
from sidecar.tools.settings import PermissionSettings
from sidecar.tools.tool import CallPreview, Tool

_SHOWN_CHARS = 200


class HeldCalls(Protocol):
    async def hold(self, held: HeldCall) -> None:
        """Store a call until the person answers; once in a turn for equal calls."""
        ...

    async def find_lasting(self, person: PersonId, tool: str, subject: str) -> bool | None:
        """Return what the person answered for always; None for nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Authorizer:
    """Without `held_calls` nobody can be asked: what would be asked about is denied."""

    clock: Clock
    settings: Callable[[], PermissionSettings] = PermissionSettings
    held_calls: HeldCalls | None = None

    async def authorize(
        self, tool: Tool, call: ToolCall, read_values: Callable[[], Mapping[str, object]], scope: ToolScope
    ) -> Authorization:
        """Decide about a call. What has to be asked is held for the person's answer."""
        permission, settings = tool.traits.permission, self.settings()
        rule = settings.find_rule(tool.rule_names, permission, scope.channel)
        sources = read_sources(scope.prompt or ())
        requester = _find_requester(scope, sources)

        def decide(decision: Decision) -> Authorization:
            return Authorization(permission, requester, decision, sources.source)

        if rule is PermissionRule.DENY or scope.agreed:
            return decide(Decision.AGREED if scope.agreed and rule is not PermissionRule.DENY else Decision.DENIED)
        outside = requester is Requester.OUTSIDE and _has_effect(tool)
        if rule is PermissionRule.ALLOW and (not outside or settings.after_outside_text is PermissionRule.ALLOW):
            return decide(Decision.ALLOWED)
        preview = await _preview(tool, read_values(), _speak_as_asked(scope, sources))
        if rule is PermissionRule.ALLOW and preview.requested:
            return decide(Decision.ALLOWED)
        if scope.turn is None or (rule is PermissionRule.ALLOW and settings.after_outside_text is PermissionRule.DENY):
            return decide(Decision.DENIED)
        held = HeldCall(
            id=HeldCallId(0),
            person=scope.person,
            turn=scope.turn,
            call=_pin(call, preview.pinned),
            question=preview.question,
            subject=preview.subject or (AFTER_OUTSIDE_TEXT if outside else ""),
            permission=permission,
            requester=requester,
            source=sources.source if outside else "",
            asked_at=self.clock.now(),
            asked_in=scope.turn,
        )
        return decide(await self._ask(held))

    async def _ask(self, held: HeldCall) -> Decision:
        if self.held_calls is None:
            return Decision.DENIED
        lasting = await self.held_calls.find_lasting(held.person, held.call.name, held.subject)
        if lasting is not None:
            return Decision.AGREED if lasting else Decision.REFUSED
        await self.held_calls.hold(held)
        return Decision.ASKED


def _speak_as_asked(scope: ToolScope, sources: PromptSources) -> ToolScope:
    """Return the scope with the language of the person's message."""
    language = detect_language(sources.request) or scope.preferences.language
    return replace(scope, preferences=replace(scope.preferences, language=language))


def _find_requester(scope: ToolScope, sources: PromptSources) -> Requester:
    if scope.prompt is None:
        return Requester.PERSON
    return Requester.OUTSIDE if sources.outside else Requester.MODEL


def _has_effect(tool: Tool) -> bool:
    return tool.traits.permission is not Permission.READ or tool.traits.preview is not None


async def _preview(tool: Tool, values: Mapping[str, object], scope: ToolScope) -> CallPreview:
    if tool.traits.preview is not None:
        owner = getattr(tool.function, "__self__", None)
        bound = (owner,) if owner is not None else ()
        return await tool.traits.preview(*bound, scope, **values)
    say = Texts(scope.preferences.language)
    given = " ".join(", ".join(str(value) for value in values.values()).split())
    shown = given if len(given) <= _SHOWN_CHARS else given[: _SHOWN_CHARS - 1] + "…"
    return CallPreview(say("Should I run `{tool}` with “{arguments}”?", tool=tool.name, arguments=shown))


def _pin(call: ToolCall, pinned: Mapping[str, object]) -> ToolCall:
    if not pinned:
        return call
    return replace(call, arguments=json.dumps(parse_object(call.arguments) | dict(pinned), ensure_ascii=False))
