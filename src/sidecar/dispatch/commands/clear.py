"""`/clear`: a new conversation; the old one stays in the archive."""

from __future__ import annotations

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.dispatch.ports import Conversations
from sidecar.runtime.clock import Clock


def clear_command(conversations: Conversations, clock: Clock) -> Command:
    async def run(call: CommandCall) -> str:
        await conversations.start_new(call.message.person, clock.now())
        return call.say("New conversation. What we said before is kept, but I won't have it in front of me.")

    return Command("clear", ("limpiar", "nueva"), "starts a new conversation", run)
