"""`/permissions` and `/audit`: what the tools may do, and what they did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol
from zoneinfo import ZoneInfo

from sidecar.dispatch.commands.registry import Changed, Command, CommandCall
from sidecar.domain.audit import AuditEntry
from sidecar.domain.held_call import LastingAnswer
from sidecar.domain.permission import ChannelRules
from sidecar.domain.person import PersonId
from sidecar.language.fold import fold
from sidecar.language.phrase_match import parse_id
from sidecar.presentation.permissions import format_audit, format_audit_entry, format_permissions

_SHOWN = 10
_FORGET = frozenset({"forget", "rm", "remove", "revoke", "olvidar", "olvida", "quitar", "sacar", "borrar", "revocar"})
_SHOW = frozenset({"list", "show", "ver", "mostrar", "lista", "listar"})

Rules = Callable[[str], ChannelRules]
"""Returns what a channel allows."""


class AuditLog(Protocol):
    async def latest(self, person: PersonId, limit: int) -> Sequence[AuditEntry]:
        """Return what tools did that changes anything, or were kept from doing, the newest first."""
        ...

    async def get(self, person: PersonId, id: int) -> AuditEntry | None: ...


class LastingAnswers(Protocol):
    async def list_lasting(self, person: PersonId) -> Sequence[LastingAnswer]:
        """Return what the person answered for always."""
        ...

    async def revoke(self, person: PersonId, id: int) -> bool:
        """Ask again from now on. Return False if there is no such answer."""
        ...


def permissions_command(answers: LastingAnswers, rules: Rules) -> Command:
    async def run(call: CommandCall) -> str | Changed:
        person, say = call.message.person, call.say
        verb, _, number = fold(call.argument).partition(" ")
        if not verb or verb in _SHOW:
            how = say("Your standing answers; `/permissions forget NUMBER` takes one back:")
            return format_permissions(rules(call.message.channel), await answers.list_lasting(person), say, how)
        id = parse_id(number)
        if verb not in _FORGET or id is None:
            return say("`/permissions` lists what I may do; `/permissions forget NUMBER` takes an answer back.")
        if await answers.revoke(person, id):
            return Changed(say("Done: I'll ask about that again."))
        return say("There's no answer #{id}. `/permissions` lists them.", id=id)

    return Command("permissions", ("permisos", "permiso"), "what I may do, and your standing answers", run)


def audit_command(log: AuditLog, zone: Callable[[PersonId], ZoneInfo]) -> Command:
    async def run(call: CommandCall) -> str:
        person, say = call.message.person, call.say
        words = [word for word in fold(call.argument).split() if word not in _SHOW]
        if not words:
            return format_audit(await log.latest(person, _SHOWN), zone(person), say)
        id = parse_id(words[0])
        entry = await log.get(person, id) if id is not None else None
        if entry is None:
            return say("There is no entry {text}. `/audit` lists the latest.", text=words[0])
        return format_audit_entry(entry, zone(person), say)

    return Command("audit", ("auditoría",), "what I did or changed, and who asked for it", run)
