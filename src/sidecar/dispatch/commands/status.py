"""`/status`: how things stand, on one screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.dispatch.status import Status, describe
from sidecar.domain.person import PersonId


def status_command(status: Callable[[PersonId], Awaitable[Status]]) -> Command:
    async def run(call: CommandCall) -> str:
        return describe(await status(call.message.person), call.say)

    return Command("status", ("estado",), "how things stand: model, messages, costs", run)
