"""The registry of tools: one `Toolbox` for every caller."""

from __future__ import annotations

import asyncio
import difflib
import json
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import cast

from pydantic_core import to_jsonable_python

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.permission import Authorization, Decision, Permission
from sidecar.domain.tool import RequiredText, ToolCall, ToolReceipt
from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.llm import ToolSpec
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.tools.arguments import Parameters, parse_object
from sidecar.tools.authorization import Authorizer
from sidecar.tools.prompt_sources import fence_untrusted
from sidecar.tools.tool import Tool, ToolFunction, ToolResult

_LABEL_CHARS = 60


class NotAuthorizedError(ToolError):
    """The settings or the person do not allow the call, or the person has to be asked first."""


class ToolRegistry:
    """Implements `brain.toolbox.Toolbox`; nothing runs that the authorizer does not let through. Schemas are made when
    they are first asked for."""

    def __init__(
        self, tools: Sequence[ToolFunction], clock: Clock | None = None, authorizer: Authorizer | None = None
    ) -> None:
        declared = [Tool.from_function(function) for function in tools]
        self._tools = {tool.name: tool for tool in declared}
        if len(self._tools) < len(declared):
            raise ValueError(f"two tools have the same name: {', '.join(tool.name for tool in declared)}")
        self._clock = clock or SystemClock()
        self._authorizer = authorizer or Authorizer(self._clock)
        self._parameters: dict[str, Parameters] = {}

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Every tool by name, in order: for permissions, categories and lists."""
        return MappingProxyType(self._tools)

    def specs(self) -> Sequence[ToolSpec]:
        return [
            ToolSpec(tool.name, tool.description, self._get_parameters(tool).schema) for tool in self._tools.values()
        ]

    async def run(self, call: ToolCall, scope: ToolScope) -> ToolReceipt:
        started = self._clock.monotonic()
        content, error, required, ran, authorization = "", "", None, True, None
        try:
            tool = self._find(call)
            read = partial(self._get_parameters(tool).read, call.arguments)
            authorization = await self._authorizer.authorize(tool, call, read, scope)
            _check(tool, authorization, Texts(scope.preferences.language))
            content, required = await self._run(tool, read(), scope)
            if required is None and tool.traits.permission in (Permission.EXTERNAL, Permission.DANGEROUS):
                say = Texts(scope.preferences.language)
                told = say("Done: {action}", action=self.label(call, say))
                required = RequiredText(told, (told,))
        except ToolError as failure:
            content, error, ran = f"Error: {failure}", str(failure), not isinstance(failure, NotAuthorizedError)
            required = RequiredText(failure.question) if failure.question else None
        except Exception as failure:  # a tool's bug must not end the turn (CON-21)
            _report_bug(call, failure)
            error = f"{call.name} failed unexpectedly ({type(failure).__name__}); do not call it again the same way"
            content = f"Error: {error}"
        ms = (self._clock.monotonic() - started) * 1000
        emit(
            Event.TOOL_CALLED,
            level="warning" if error else "info",
            tool=_clean(call.name),
            ok=not error,
            ms=round(ms, 1),
            error=_clean(error),
            decision=authorization.decision.value if authorization else "",
        )
        return ToolReceipt(call, _clean(content), _clean(error), ms, ran, required, authorization)

    def is_repeatable(self, name: str) -> bool:
        return name in self._tools and self._tools[name].traits.repeatable

    def label(self, call: ToolCall, say: Texts) -> str:
        """Describe a call for the person in few words; the tool's name where it has none."""
        tool = self._tools.get(call.name)
        if tool is None or tool.traits.label is None:
            return call.name
        try:
            return tool.traits.label(say, _to_texts(call.arguments))
        except (ToolError, LookupError, ValueError):
            return call.name

    def _find(self, call: ToolCall) -> Tool:
        tool = self._tools.get(call.name)
        if tool is None:
            raise ToolError(self._explain_unknown(call.name))
        return tool

    async def _run(self, tool: Tool, values: dict[str, object], scope: ToolScope) -> tuple[str, RequiredText | None]:
        scope_name = self._get_parameters(tool).scope_name
        returned = await _run_in_time(tool, values | {scope_name: scope} if scope_name else values)
        result = returned if isinstance(returned, ToolResult) else ToolResult(returned)
        text = format_result(result.result)
        source = result.source or tool.name
        return fence_untrusted(text, source) if tool.traits.untrusted else text, result.required_text

    def _get_parameters(self, tool: Tool) -> Parameters:
        if tool.name not in self._parameters:
            self._parameters[tool.name] = Parameters(tool.function)
        return self._parameters[tool.name]

    def _explain_unknown(self, name: str) -> str:
        close = difflib.get_close_matches(name, self._tools, n=1, cutoff=0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        return f'there is no tool "{name[:_LABEL_CHARS]}".{hint} The tools are: {", ".join(self._tools) or "none"}'


def _check(tool: Tool, authorization: Authorization, say: Texts) -> None:
    """Raise `NotAuthorizedError`, with what the model should do and the person is told, unless the call may run."""
    match authorization.decision:
        case Decision.ALLOWED | Decision.AGREED:
            return
        case Decision.ASKED:
            told = say("I'll ask you first:")
            text = (
                "{tool} is not done yet: the person is asked below your answer and says yes or no. Do not call it "
                "again, and do not say that it is done"
            )
        case Decision.DENIED:
            told = say("That's not allowed here; `/permissions` shows what is.")
            text = (
                "{tool} was not run: it needs the permission “{permission}”, which is not given here; tell the person"
            )
        case Decision.REFUSED | Decision.EXPIRED:
            told = say("I didn't do it: you told me never to. `/permissions` takes that back.")
            text = "{tool} was not run: the person does not want it; do not call it again"
    raise NotAuthorizedError(text, question=told, tool=tool.name, permission=authorization.permission.value)


def format_result(result: object) -> str:
    """Return a result as the model reads it: text as it is, all else as compact JSON without empty fields."""
    if isinstance(result, str):
        return result
    plain = _drop_nulls(to_jsonable_python(result, fallback=str))
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _drop_nulls(value: object) -> object:
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {name: _drop_nulls(field) for name, field in fields.items() if field is not None}
    if isinstance(value, list):
        return [_drop_nulls(item) for item in cast("list[object]", value)]
    return value


async def _run_in_time(tool: Tool, values: Mapping[str, object]) -> object:
    limit = asyncio.timeout(tool.traits.timeout_s)
    try:
        async with limit:
            return await tool.function(**values)
    except TimeoutError:
        if not limit.expired():
            raise
        raise ToolError(f"{tool.name} was stopped: no result after {tool.traits.timeout_s:g} s") from None


def _to_texts(arguments: str) -> Mapping[str, str]:
    given = {name: " ".join(str(value).split()) for name, value in parse_object(arguments).items()}
    return {name: text if len(text) <= _LABEL_CHARS else text[: _LABEL_CHARS - 1] + "…" for name, text in given.items()}


def _report_bug(call: ToolCall, failure: Exception) -> None:
    emit(
        Event.TASK_FAILED,
        level="error",
        task=f"tool:{call.name}",
        error=repr(failure),
        traceback="".join(traceback.format_exception(failure)),
    )


def _clean(text: str) -> str:
    """Replace halves of surrogate pairs: JSON can hold them, databases and requests cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
