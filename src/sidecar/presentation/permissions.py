"""Permissions and the audit log as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from zoneinfo import ZoneInfo

from sidecar.domain.audit import AuditEntry
from sidecar.domain.held_call import LastingAnswer
from sidecar.domain.permission import (
    AFTER_OUTSIDE_TEXT,
    Authorization,
    ChannelRules,
    Decision,
    Permission,
    PermissionRule,
    Requester,
)
from sidecar.i18n import Texts
from sidecar.i18n.source_names import format_source

_SHOWN_CHARS = 120


def format_audit(entries: Sequence[AuditEntry], zone: ZoneInfo, say: Texts) -> str:
    """List entries, a line each."""
    if not entries:
        return say("I haven't done or changed anything yet.")
    return "\n".join(f"- {_format_line(entry, zone, say)}" for entry in entries)


def format_audit_entry(entry: AuditEntry, zone: ZoneInfo, say: Texts) -> str:
    """Show one entry whole."""
    receipt = entry.receipt
    lines = [
        _format_line(entry, zone, say),
        _format_place(entry, say),
        f"`{receipt.call.arguments}`" if receipt.call.arguments else "",
        receipt.error or receipt.content,
    ]
    return "\n\n".join(filter(None, lines))


def format_permissions(rules: ChannelRules, answers: Sequence[LastingAnswer], say: Texts, take_back: str) -> str:
    """List the rules of a channel, and the answers that count for always; `take_back` says how to take one back."""
    names = {
        Permission.READ: say("look things up"),
        Permission.WRITE: say("change things here, yours or mine"),
        Permission.EXTERNAL: say("act outside: send, publish, buy"),
        Permission.DANGEROUS: say("what can destroy"),
    }
    lines: list[str] = []
    for permission, rule in rules.by_permission.items():
        tools = ", ".join(f"`{name}`" for name in rules.list_tools(permission))
        lines.append(f"- {names[permission]}: {_format_rule(rule, say)}" + (f" ({tools})" if tools else ""))
    lines += [f"- `{name}`: {_format_rule(rule, say)}" for name, rule in rules.exceptions.items()]
    rule = _format_rule(rules.after_outside_text, say)
    lines.append("- " + say("after reading something from outside, what you didn't ask for: {rule}", rule=rule))
    lines.append("\n" + say("`sidecar permissions edit WHAT RULE` changes this; WHAT may be a tool."))
    if answers:
        lines += ["\n" + take_back, ""]
        lines += [f"- {format_answer(answer, say)}" for answer in answers]
    return "\n".join(lines)


def _format_line(entry: AuditEntry, zone: ZoneInfo, say: Texts) -> str:
    at = f"{entry.at.astimezone(zone):%Y-%m-%d %H:%M}"
    arguments = entry.receipt.call.arguments
    shown = arguments if len(arguments) <= _SHOWN_CHARS else arguments[: _SHOWN_CHARS - 1] + "…"
    parts = [
        f"**#{entry.id}** {at}",
        f"`{entry.receipt.call.name}`" + (f" `{shown}`" if shown else ""),
        _format_requester(entry.authorization, say),
        _format_outcome(entry, say),
    ]
    return " · ".join(parts)


def _format_place(entry: AuditEntry, say: Texts) -> str:
    if entry.turn is None:
        return say("A command of yours, {channel}", channel=entry.channel)
    return say("Turn {turn}, {channel}", turn=entry.turn, channel=entry.channel)


def _format_requester(given: Authorization, say: Texts) -> str:
    match given.requester:
        case Requester.PERSON:
            return say("you asked for it")
        case Requester.MODEL:
            return say("the model wanted it")
        case Requester.OUTSIDE:
            return say("the model, after reading {source}", source=format_source(given.source, say))
        case _:
            assert_never(given.requester)


def _format_outcome(entry: AuditEntry, say: Texts) -> str:
    failed = say("failed") if entry.receipt.error else say("done")
    match entry.authorization.decision:
        case Decision.ALLOWED:
            return failed
        case Decision.AGREED:
            return say("you said yes: {outcome}", outcome=failed)
        case Decision.ASKED:
            return say("I asked you")
        case Decision.DENIED:
            return say("not allowed, not done")
        case Decision.REFUSED:
            return say("you said no, not done")
        case Decision.EXPIRED:
            return say("no answer, not done")
        case _:
            assert_never(entry.authorization.decision)


def _format_rule(rule: PermissionRule, say: Texts) -> str:
    match rule:
        case PermissionRule.ALLOW:
            return say("I do it")
        case PermissionRule.ASK:
            return say("I ask you first")
        case PermissionRule.DENY:
            return say("I don't")
        case _:
            assert_never(rule)


def format_answer(answer: LastingAnswer, say: Texts) -> str:
    """Show an answer that counts for always, in a line."""
    said = say("yes, always") if answer.agreed else say("no, never")
    subject = say("after reading something from outside") if answer.subject == AFTER_OUTSIDE_TEXT else answer.subject
    where = f" ({subject})" if subject else ""
    return f"**#{answer.id}** `{answer.tool}`{where}: {said}"
