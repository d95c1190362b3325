"""Which models answer, in which order, and their health."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.i18n import Texts, describe_model_error
from sidecar.llm.roles import UNUSED_ROLES
from sidecar.llm.status import ChainOrigin, Health, ModelStatus, RoleStatus


def format_models(statuses: Sequence[RoleStatus], say: Texts) -> str:
    chat = next((status for status in statuses if status.role == "chat"), None)
    if chat is None or not chat.chain:
        return format_no_model(say)
    lines = [say("I answer with `{model}`.", model=chat.in_use), ""]
    lines += [_format_role(status, say) for status in statuses if status.origin is not ChainOrigin.CHAT]
    others = [
        status.role for status in statuses if status.origin is ChainOrigin.CHAT and status.role not in UNUSED_ROLES
    ]
    if others:
        lines.append("- " + say("the same for {roles}", roles=", ".join(f"`{role}`" for role in others)))
    return "\n".join([*lines, "", format_model_usage(say)])


def _format_role(status: RoleStatus, say: Texts) -> str:
    chain = " → ".join(_format_model(model, say) for model in status.chain)
    match status.origin:
        case ChainOrigin.CONVERSATION:
            origin = " · " + say("chosen for this conversation")
        case ChainOrigin.CHOSEN:
            origin = " · " + say("chosen with /model")
        case ChainOrigin.SETTINGS | ChainOrigin.CHAT:
            origin = ""
    idle = " · " + say("idle so far") if status.role in UNUSED_ROLES else ""
    return f"- `{status.role}`: {chain}{origin}{idle}"


def _format_model(model: ModelStatus, say: Texts) -> str:
    error = describe_model_error(model.last_error, say)
    match model.health:
        case Health.RESTING:
            state = say("resting for another {seconds} s: {error}", seconds=round(model.rest_s), error=error)
        case Health.PROBED:
            state = say("will be tried again: {error}", error=error)
        case Health.READY:
            state = f"{error} ×{model.failures}" if model.failures else ""
    return f"`{model.name}`" + (f" ({state})" if state else "")


def format_no_model(say: Texts) -> str:
    return say(
        "No model is configured. Choose one with `/model provider:name`, for example `/model ollama:qwen2.5:3b`."
    )


def format_model_usage(say: Texts) -> str:
    return say(
        "`/model provider:name` changes it, `/model here provider:name` only for this conversation, `/model memory "
        "provider:name` for one role; several names make a chain, and `/model default` goes back to the settings."
    )
