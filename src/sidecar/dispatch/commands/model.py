"""`/model`: which models answer, in which order, and changing them for everything, for a role or for this
conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.domain.person import PersonId
from sidecar.i18n import Texts, describe_model_error
from sidecar.language.fold import fold
from sidecar.llm.roles import IDLE, ROLES, Role
from sidecar.llm.status import ChainOrigin, Health, ModelStatus, RoleStatus

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
    """The models of each role, and changing them."""

    async def statuses(self, person: PersonId) -> Sequence[RoleStatus]:
        """Every role with its chain."""
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
    async def run(call: CommandCall) -> str:
        say, person = call.say, call.message.person
        if not call.argument:
            return _overview(await models.statuses(person), say)
        wish = _understood(call.argument)
        if wish is None:
            return say(_USAGE)
        status = await models.choose(person, wish.names, wish.role, conversation_only=wish.here)
        return _changed(status, wish, say)

    return Command("model", ("modelo",), "shows or changes the models that answer", run)


def _understood(argument: str) -> _ModelRequest | None:
    """`[here] [ROLE] NAME[, NAME…]` or `[here] [ROLE] default`; None when it is neither."""
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


def _changed(status: RoleStatus, wish: _ModelRequest, say: Texts) -> str:
    if not status.chain:
        return say(_NONE)
    chain = " → ".join(f"`{model.name}`" for model in status.chain)
    if wish.role != "chat":
        done = say("From now on `{role}` is done by {chain}.", role=wish.role, chain=chain)
        return f"{done} {say(_NO_WORK, role=wish.role)}" if wish.role in IDLE else done
    if wish.here and wish.names:
        return say("In this conversation I answer with {chain} from now on.", chain=chain)
    return say("From now on I answer with {chain}.", chain=chain)


def _overview(statuses: Sequence[RoleStatus], say: Texts) -> str:
    chat = next((status for status in statuses if status.role == "chat"), None)
    if chat is None or not chat.chain:
        return say(_NONE)
    lines = [say("I answer with `{model}`.", model=chat.in_use), ""]
    lines += [_line(status, say) for status in statuses if status.origin is not ChainOrigin.CHAT]
    others = [status.role for status in statuses if status.origin is ChainOrigin.CHAT and status.role not in IDLE]
    if others:
        lines.append("- " + say("the same for {roles}", roles=", ".join(f"`{role}`" for role in others)))
    return "\n".join([*lines, "", say(_USAGE)])


def _line(status: RoleStatus, say: Texts) -> str:
    chain = " → ".join(_model(model, say) for model in status.chain)
    match status.origin:
        case ChainOrigin.CONVERSATION:
            origin = " · " + say("chosen for this conversation")
        case ChainOrigin.CHOSEN:
            origin = " · " + say("chosen with /model")
        case ChainOrigin.SETTINGS | ChainOrigin.CHAT:
            origin = ""
    idle = " · " + say("nothing to do yet") if status.role in IDLE else ""
    return f"- `{status.role}`: {chain}{origin}{idle}"


def _model(model: ModelStatus, say: Texts) -> str:
    error = describe_model_error(model.last_error, say)
    match model.health:
        case Health.RESTING:
            state = say("rests for another {seconds} s: {error}", seconds=round(model.rest_s), error=error)
        case Health.PROBED:
            state = say("will be tried again: {error}", error=error)
        case Health.READY:
            state = f"{error} ×{model.failures}" if model.failures else ""
    return f"`{model.name}`" + (f" ({state})" if state else "")


_NONE = "No model is configured. Choose one with `/model provider:name`, for example `/model ollama:qwen2.5:3b`."
_NO_WORK = "Nothing uses the role `{role}` yet, so that changes nothing for now."
_USAGE = (
    "`/model provider:name` changes it, `/model here provider:name` only for this conversation, `/model memory "
    "provider:name` for one role; several names make a chain, and `/model default` goes back to the settings."
)
