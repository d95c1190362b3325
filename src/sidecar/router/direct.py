"""From a plain request to its answer, through the same tools that the model uses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.router import calculation, reminder_request, time_question


@dataclass(frozen=True, slots=True)
class DirectAnswer:
    text: str
    receipt: ToolReceipt


class Intent(Protocol):
    """A module of this package: which tool a text plainly asks for, and how to say the tool's result."""

    @property
    def TOOL(self) -> str: ...

    def read(self, text: str) -> str | None:
        """The tool's arguments as JSON, or None when the text is not surely this intent."""
        ...

    def phrase(self, content: str, say: Texts) -> str:
        """The tool's result in words for the person. A result that the person must be shown speaks for itself."""
        ...


INTENTS: Sequence[Intent] = (time_question, calculation, reminder_request)

RunTool = Callable[[ToolCall], Awaitable[ToolReceipt]]


async def answer_directly(
    text: str, run: RunTool, call_id: str, say: Texts, *, follow: bool = True
) -> DirectAnswer | None:
    """The answer to a request that needs no model; None when it is none, or when the tool could not do it.

    It is in the language of the request where that is clear and `follow` is true, else in the one of `say`.
    """
    for intent in INTENTS:
        arguments = intent.read(text)
        if arguments is None:
            continue
        receipt = await run(ToolCall(call_id, intent.TOOL, arguments))
        if receipt.required_text is not None:  # what was done, or what must be asked first
            return DirectAnswer(receipt.required_text.text, receipt)
        language = (detect_language(text) if follow else None) or say.language
        return DirectAnswer(intent.phrase(receipt.content, Texts(language)), receipt) if receipt.ok else None
    return None
