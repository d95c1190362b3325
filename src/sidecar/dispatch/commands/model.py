"""`/model`: which models answer, in which order, and changing them for everything, for a role or for this
conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.dispatch.commands.registry import Changed, Command, CommandCall
from sidecar.domain.person import PersonId
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.llm.roles import ROLES, UNUSED_ROLES, Role
from sidecar.llm.status import RoleStatus
from sidecar.presentation.models import format_model_usage, format_models, format_no_model

_BACK_TO_CONFIGURED = frozenset({"default", "configurado", "config", "original"})
_WORDS = re.compile(r"local:[^,]*?\.gguf(?![^\s,])|[^\s,]+", re.IGNORECASE)
"""A file's name may have spaces."""
_HERE = frozenset({"here", "aca", "aqui"})
_ROLES: Mapping[str, Role] = {
    **{role: role for role in ROLES},
    "charla": "chat", "herramientas": "tools", "complejo": "complex", "resumir": "summarize", "resumenes": "summarize",
    "memoria": "memory", "proactivo": "proactive",
}  # fmt: skip


class ModelRoles(Protocol):
    """The models of each role, which can be changed."""

    async def statuses(self, person: PersonId) -> Sequence[RoleStatus]:
        """Return every role with its chain."""
        ...

    async def choose(
        self, person: PersonId, names: Sequence[str], role: Role = "chat", *, conversation_only: bool = False
    ) -> RoleStatus:
        """Use these models for the role from the next message on, or only in the current conversation; no names go
        back to what the settings say. Raises `ConfigError` when there can be no such model."""
        ...


@dataclass(frozen=True, slots=True)
class _ModelRequest:
    role: Role
    here: bool
    names: tuple[str, ...]


def model_command(models: ModelRoles) -> Command:
    async def run(call: CommandCall) -> str | Changed:
        say, person = call.say, call.message.person
        if not call.argument:
            return format_models(await models.statuses(person), say)
        request = _parse_request(call.argument)
        if request is None:
            return format_model_usage(say)
        status = await models.choose(person, request.names, request.role, conversation_only=request.here)
        return Changed(_format_change(status, request, say))

    return Command("model", ("modelo",), "show or change the models that answer", run)


def _parse_request(argument: str) -> _ModelRequest | None:
    """Parse `[here] [ROLE] NAME[, NAME…]` or `[here] [ROLE] default`; None when it is neither."""
    words = _WORDS.findall(argument)
    role: Role = "chat"
    here = False
    while words and ":" not in words[0]:
        word = fold(words[0])
        if word in _BACK_TO_CONFIGURED and len(words) == 1:
            return _ModelRequest(role, here, ())
        if word in _HERE:
            here = True
        elif word in _ROLES and len(words) > 1:
            role = _ROLES[word]
        else:
            break
        words.pop(0)
    return _ModelRequest(role, here, tuple(words)) if words else None


def _format_change(status: RoleStatus, request: _ModelRequest, say: Texts) -> str:
    if not status.chain:
        return format_no_model(say)
    chain = " → ".join(f"`{model.name}`" for model in status.chain)
    if request.role != "chat":
        done = say("From now on {chain} takes care of `{role}`.", role=request.role, chain=chain)
        return f"{done} {say(_NO_WORK, role=request.role)}" if request.role in UNUSED_ROLES else done
    if request.here and request.names:
        return say("In this conversation I answer with {chain} from now on.", chain=chain)
    return say("From now on I answer with {chain}.", chain=chain)


_NO_WORK = "Nothing uses the role `{role}` yet, so that changes nothing for now."
