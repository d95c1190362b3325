"""The example of `docs/how-to/add-a-tool.md` works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.tool import ToolCall
from sidecar.i18n import Texts
from sidecar.tools.registry import ToolRegistry

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-tool.md"


@pytest.mark.req("TOO-01")
async def test_the_example_of_the_guide(scope: ToolScope) -> None:
    example, its_test = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    module: dict[str, Any] = {"ToolRegistry": ToolRegistry, "ToolCall": ToolCall, "ToolScope": ToolScope}
    exec(example, module)
    exec(its_test, module)
    await module["test_dice"](scope)
    registry = ToolRegistry([module["Dice"](module["Random"](1)).throw_dice])
    assert registry.label(ToolCall("1", "throw_dice", '{"count": 3}'), Texts("en")) == "throwing 3 dice"
