"""The port through which the brain uses tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId, Preferences
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.llm import ChatMessage, ToolSpec

FactKeys = Callable[[], Awaitable[Mapping[str, str]]]
"""Reads what facts say as values, when a tool asks: `name`, `city`, `timezone`... (`memory.extraction.fact_keys`)."""


async def no_fact_keys() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ToolScope:
    """On whose behalf a tool runs, where, in which turn, if any, and what is known of the person."""

    person: PersonId
    preferences: Preferences
    turn: TurnId | None = None
    channel: str = ""
    prompt: Sequence[ChatMessage] | None = None
    """The messages after which a model asked for the call; None: code executes the person's own words."""
    agreed: bool = False
    """The person has said yes to this very call."""
    fact_keys: FactKeys = no_fact_keys


class Toolbox(Protocol):
    def specs(self) -> Sequence[ToolSpec]:
        """Return the tools on offer, in the same order at every turn."""
        ...

    def is_repeatable(self, name: str) -> bool:
        """Return whether a call that died before its turn ended may be made again: its effect is then there once."""
        ...

    async def run(self, call: ToolCall, scope: ToolScope) -> ToolReceipt:
        """Check arguments and permission, run the tool within its time limit, and return the receipt.

        A call to which the person has to say yes is kept, and not run: its receipt is `held`. Raises nothing but
        `CancelledError`: an unknown tool, a missing permission, malformed arguments, a tool's failure or its timeout
        are receipts whose `error` tells the model precisely what to do differently.
        """
        ...
