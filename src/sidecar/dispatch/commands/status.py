"""`/status`: how things stand, on one screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.domain.person import PersonId
from sidecar.domain.status import Status
from sidecar.presentation.status import format_status


def status_command(status: Callable[[PersonId], Awaitable[Status]]) -> Command:
    async def run(call: CommandCall) -> str:
        return format_status(await status(call.message.person), call.say)

    return Command("status", ("estado",), "how things stand: model, messages, costs", run)
