"""What a pretended model answers: one vocabulary for every loopback server and for `FakeChatModel`.

A script is a sequence of replies, used one per request; after the last one `sensible` answers. Instead of a reply a
script may hold a function from the request to a reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from sidecar.llm import ChatRequest, ToolMessage, ToolSpec, UserMessage


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a reply says it used. `input` includes the `cached` ones, as in OpenAI's format."""

    input: int = 100
    output: int = 10
    cached: int = 0


@dataclass(frozen=True, slots=True)
class CallTool:
    """One tool call. `arguments` is raw text, so that it can be malformed; `fragment` is its size on the wire."""

    name: str
    arguments: str = "{}"
    id: str = "call_1"
    fragment: int = 7


@dataclass(frozen=True, slots=True)
class Say:
    """A complete answer: text in the given chunks, then tool calls. Waits come before the first and between chunks."""

    chunks: tuple[str, ...] = ()
    calls: tuple[CallTool, ...] = ()
    thinking: str = ""
    first_wait_s: float = 0.0
    wait_s: float = 0.0
    finish: Literal["stop", "length", "filtered"] = "stop"
    tokens: Tokens = field(default_factory=Tokens)

    @property
    def text(self) -> str:
        return "".join(self.chunks)


@dataclass(frozen=True, slots=True)
class Refuse:
    """An HTTP error, with the provider's usual body around `message` and `code`."""

    status: int
    message: str = "no"
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Break:
    """A stream that goes wrong after `chunks`.

    "close": the connection closes in the middle; "reset": it is reset; "end": the stream ends in good order without
    saying that the answer is complete; "garbage": something that is not the protocol; "error": an error event;
    "hang": nothing more comes.
    """

    how: Literal["close", "reset", "end", "garbage", "error", "hang"]
    chunks: tuple[str, ...] = ()


Reply = Say | Refuse | Break
Step = Reply | CallTool | Callable[[ChatRequest], Reply]


def say(*chunks: str, first_wait_s: float = 0.0, wait_s: float = 0.0) -> Say:
    """`say("Ho", "la")`: the usual reply."""
    return Say(chunks, first_wait_s=first_wait_s, wait_s=wait_s)


HANG = Break("hang")
"""The request is accepted and nothing ever comes."""

EMPTY = Say()
"""A complete answer with nothing in it."""


class Script:
    """Hands out the replies in order, and what `then` says after the last one."""

    def __init__(self, *steps: Step, then: Callable[[ChatRequest], Reply] | None = None) -> None:
        self.steps = list(steps)
        self._then = then or sensible

    def next(self, request: ChatRequest) -> Reply:
        step = self.steps.pop(0) if self.steps else self._then
        match step:
            case CallTool():
                return Say(calls=(step,))
            case Say() | Refuse() | Break():
                return step
            case _:
                return step(request)


# -- without a script


def sensible(request: ChatRequest) -> Say:
    """Follows simple rules: fills a schema, reports a tool's result, calls a tool that the text speaks of, quotes
    what the person said before, or else echoes."""
    if request.json_schema is not None:
        return _spoken(json.dumps(smallest(request.json_schema)))
    if results := _latest_results(request):
        return _spoken("This is what I found: " + " ".join(results))
    said = [message.text for message in request.messages if isinstance(message, UserMessage)]
    latest = said[-1] if said else ""
    if call := request.tools_allowed and _fitting_call(latest, request.tools):
        return Say(calls=(call,))
    if len(said) > 1 and _ASKS_BACK.search(latest):
        return _spoken(f"Before, you told me: “{said[-2]}”")
    return _spoken(f"You said: {latest}")


_ASKS_BACK = re.compile(r"\b(before|earlier|previous(ly)?|did i (say|tell)|antes|reci[eé]n|te (dije|cont[eé]))\b", re.I)
_PLACE = re.compile(r"\b(?:in|at|en|de)\s+([A-ZÁÉÍÓÚÑ][\w'.-]*(?:\s+[A-ZÁÉÍÓÚÑ][\w'.-]*)*)")
_SPEAKS_OF = {
    "weather": re.compile(r"\b(weather|forecast|clima|pron[oó]stico|lluev[ea]|llover)\b", re.I),
    "current_time": re.compile(r"\b(what time|qu[eé] hora)\b", re.I),
}


def _spoken(text: str) -> Say:
    return Say(tuple(re.findall(r"\S+\s*", text)) or (text,), tokens=Tokens(output=1 + len(text) // 4))


def _latest_results(request: ChatRequest) -> list[str]:
    results: list[str] = []
    for message in reversed(request.messages):
        if not isinstance(message, ToolMessage):
            break
        results.insert(0, message.content)
    return results


def _fitting_call(text: str, tools: tuple[ToolSpec, ...]) -> CallTool | None:
    for tool in tools:
        speaks_of = _SPEAKS_OF.get(tool.name)
        if speaks_of and speaks_of.search(text):
            arguments = cast(dict[str, object], smallest(tool.parameters))
            place = _PLACE.search(text)
            if place and (texts := _text_properties(tool.parameters)):
                arguments[texts[0]] = place.group(1)
            return CallTool(tool.name, json.dumps(arguments, ensure_ascii=False))
    return None


def _text_properties(schema: Mapping[str, object]) -> list[str]:
    properties = cast(Mapping[str, Mapping[str, object]], schema.get("properties", {}))
    return [name for name, value in properties.items() if value.get("type") == "string"]


def smallest(schema: Mapping[str, object]) -> object:
    """The least value that has the shape of the schema: only required properties, empty lists and texts."""
    if choices := cast("list[object]", schema.get("enum", [])):
        return choices[0]
    if options := cast("list[Mapping[str, object]]", schema.get("anyOf", schema.get("oneOf", []))):
        return smallest(options[-1])
    properties = cast(Mapping[str, Mapping[str, object]], schema.get("properties", {}))
    match schema.get("type"):
        case "object":
            return {name: smallest(properties[name]) for name in cast("list[str]", schema.get("required", []))}
        case "array":
            return []
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "null":
            return None
        case _:
            return ""
