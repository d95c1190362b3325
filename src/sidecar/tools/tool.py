"""What a tool is: a typed async function with a docstring, declared with `@tool`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sidecar.domain.permission import Permission
from sidecar.domain.tool import RequiredText
from sidecar.i18n import Texts

ToolFunction = Callable[..., Awaitable[object]]
Function = TypeVar("Function", bound=ToolFunction)

Label = Callable[[Texts, Mapping[str, str]], str]
"""Few words for the person about what a call does, from its arguments as text; LookupError or ValueError: unknown."""

Preview = Callable[..., Awaitable["CallPreview"]]
"""A method of the tool's object with its parameters: what a call would do, looked up and not done."""

_MARK = "__sidecar_tool__"


@dataclass(frozen=True, slots=True)
class ToolTraits:
    """What a declaration says beyond the function itself."""

    category: str
    permission: Permission
    timeout_s: float
    untrusted: bool
    label: Label | None
    preview: Preview | None
    repeatable: bool


def tool(
    *,
    category: str,
    permission: Permission = Permission.READ,
    timeout_s: float = 10.0,
    untrusted: bool = False,
    label: Label | None = None,
    preview: Preview | None = None,
    repeatable: bool = False,
) -> Callable[[Function], Function]:
    """Mark an async function or method as a tool; it stays the same function, callable as before.

    Its name is the tool's name, the first paragraph of its docstring what the model reads, its annotations the schema:
    `Annotated[str, "what it means"]`, `Literal[...]`, `Annotated[int, Field(ge=1, le=7)]`, defaults for what may be
    left out. A parameter annotated `ToolScope` is filled in by the registry and hidden from the model. `untrusted`
    marks results that hold text written by strangers. `preview` puts a call into words for the person's yes; without it
    they are shown the tool's name and arguments. A tool that only reads is never asked about unless it has one.
    `repeatable`: a call that died before its turn ended may be made again, and its effect is there once; so may each
    reading.
    """
    repeatable = repeatable or permission is Permission.READ
    traits = ToolTraits(category, permission, timeout_s, untrusted, label, preview, repeatable)

    def declare(function: Function) -> Function:
        if not inspect.iscoroutinefunction(function):
            raise TypeError(f"{function.__qualname__} must be an async function to be a tool")
        if not inspect.getdoc(function):
            raise TypeError(f"{function.__qualname__} needs a docstring: it is what the model reads")
        setattr(function, _MARK, traits)
        return function

    return declare


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A result with what the person must be shown of it, whatever the model answers, and with the name of its source,
    for text written by strangers; "": the tool's own."""

    result: object
    required_text: RequiredText | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class CallPreview:
    """What a call would do, as a question to the person in the language of their preferences."""

    question: str
    requested: bool = False
    """The person's own message plainly asks for it."""
    subject: str = ""
    """What a lasting answer would be about, beside the tool: the host of a page."""
    pinned: Mapping[str, object] = field(default_factory=dict[str, object])
    """Arguments made exact, so that a yes counts for what was asked about."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A declared tool, ready to be registered."""

    name: str
    description: str
    function: ToolFunction
    traits: ToolTraits

    @property
    def rule_names(self) -> tuple[str, str]:
        """What a permission rule may call it, the more exact name first."""
        return self.name, self.traits.category

    @classmethod
    def from_function(cls, function: ToolFunction) -> Tool:
        """Return the tool that a decorated function, or a decorated method of an object, declares."""
        traits = cast("ToolTraits | None", getattr(function, _MARK, None))
        if traits is None:
            raise TypeError(f"{function!r} is not declared with @tool")
        name = cast("Any", function).__name__
        return cls(name, _get_first_paragraph(inspect.getdoc(function) or ""), function, traits)


def _get_first_paragraph(doc: str) -> str:
    return " ".join(doc.split("\n\n", 1)[0].split())
