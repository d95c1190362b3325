"""What a model would do only if the person agrees, asked for by Sidecar when the model itself did not ask."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall
from sidecar.i18n import Texts

_LONGEST_DETAIL = 200


def ask_first(calls: Sequence[ToolCall], say: Texts) -> str:
    """The question, in the person's language, with what each call would work with."""
    actions = "\n".join(f"- `{call.name}`: {_details(call)}" for call in calls)
    return say("Shall I do this? I have not done it yet:\n{actions}", actions=repair_surrogates(actions))


def _details(call: ToolCall) -> str:
    try:
        params: object = json.loads(call.arguments or "{}")
    except ValueError:
        params = call.arguments
    values = cast("Mapping[str, object]", params).values() if isinstance(params, dict) else [params]
    text = " ".join(", ".join(map(str, values)).split())
    return text if len(text) <= _LONGEST_DETAIL else text[: _LONGEST_DETAIL - 1] + "…"
