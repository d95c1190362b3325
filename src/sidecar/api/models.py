"""Models as JSON: files in the data folder, available models, and the result of a trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sidecar.api.encoding import INLINE


@dataclass(frozen=True, slots=True)
class ModelHeaderJson:
    title: str
    architecture: str
    size_bytes: int
    trained_context: int
    can_chat: bool


@dataclass(frozen=True, slots=True)
class ModelFileJson:
    """A file that is not `whole` has no header."""

    model: str
    path: str
    whole: bool
    header: ModelHeaderJson | None = field(metadata=INLINE)


@dataclass(frozen=True, slots=True)
class ModelFileListJson:
    models: Sequence[ModelFileJson]


@dataclass(frozen=True, slots=True)
class ModelServerJson:
    provider: str
    models: Sequence[str]


@dataclass(frozen=True, slots=True)
class ModelKeyJson:
    provider: str
    variable: str


@dataclass(frozen=True, slots=True)
class AvailableModelsJson:
    """`model` is the one in use; `commands` are to be typed in this order."""

    model: str
    servers: Sequence[ModelServerJson]
    keys: Sequence[ModelKeyJson]
    memory_bytes: int
    fitting_model: str
    commands: Sequence[str]


@dataclass(frozen=True, slots=True)
class ModelTrialJson:
    """`streaming`, `tools` and `json` are `yes`, `no` or `unknown`; `tools_in` is `native` or `json`."""

    model: str
    local: bool
    text: bool
    streaming: str
    tools: str
    tools_in: str
    json: str
    first_word_ms: float
    context_window: int
    warnings: Sequence[str]
