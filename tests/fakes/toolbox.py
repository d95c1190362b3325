"""`FakeToolbox`: tools that are functions of their arguments' text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.llm import ToolSpec

FakeTool = Callable[[str], Awaitable[str]]


class FakeToolbox:
    """Obeys `brain.toolbox.Toolbox`. A tool that raises gives a receipt with the exception's text as its error.
    `most_at_once` is how many ran side by side at the most."""

    def __init__(self, tools: Mapping[str, FakeTool] | None = None) -> None:
        self._tools = dict(tools or {})
        self._running = 0
        self.calls: list[ToolCall] = []
        self.most_at_once = 0

    def specs(self) -> Sequence[ToolSpec]:
        return [ToolSpec(name, f"Does {name}.", {"type": "object", "properties": {}}) for name in self._tools]

    def is_repeatable(self, name: str) -> bool:
        return False

    async def run(self, call: ToolCall, scope: ToolScope) -> ToolReceipt:
        self.calls.append(call)
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            tool = self._tools.get(call.name)
            if tool is None:
                return ToolReceipt(call, f"There is no tool {call.name}.", f"There is no tool {call.name}.")
            return ToolReceipt(call, await tool(call.arguments))
        except Exception as error:
            return ToolReceipt(call, str(error), str(error))
        finally:
            self._running -= 1


def returning(text: str, *, after_turns_of_the_loop: int = 0) -> FakeTool:
    async def tool(_: str) -> str:
        for _turn in range(after_turns_of_the_loop):
            await asyncio.sleep(0)
        return text

    return tool


def failing(text: str) -> FakeTool:
    async def tool(_: str) -> str:
        raise RuntimeError(text)

    return tool
