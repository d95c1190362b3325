"""All built-in tools together: what they cost in every prompt, and what the person sees of them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sidecar.brain.toolbox import Toolbox
from sidecar.domain.permission import Permission
from sidecar.domain.tool import ToolCall
from sidecar.i18n import Texts
from sidecar.tools.builtin import make_builtin_tools
from sidecar.tools.http import ToolHttp
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.settings import ToolSettings
from tests.fakes.clock import FakeClock

BUDGET_TOKENS = 500
CHARS_PER_TOKEN = 4


@pytest.fixture
def registry(http: ToolHttp) -> ToolRegistry:
    return ToolRegistry(make_builtin_tools(ToolSettings(), FakeClock(), http))


@pytest.mark.req("TOO-02")
def test_which_tools_there_are(registry: ToolRegistry) -> None:
    toolbox: Toolbox = registry
    names = [spec.name for spec in toolbox.specs()]
    assert names == ["current_time", "calculator", "convert_units", "weather", "web_search", "read_url"]
    assert {tool.traits.permission for tool in registry.tools.values()} == {Permission.READ}


@pytest.mark.req("SEC-02")
def test_which_of_them_bring_text_from_strangers(registry: ToolRegistry) -> None:
    assert [name for name, tool in registry.tools.items() if tool.traits.untrusted] == ["web_search", "read_url"]


@pytest.mark.req("CON-13")
def test_their_schemas_are_cheap(registry: ToolRegistry) -> None:
    costs = {
        spec.name: len(
            json.dumps(
                {
                    "type": "function",
                    "function": {"name": spec.name, "description": spec.description, "parameters": spec.parameters},
                },
                ensure_ascii=False,
            )
        )
        / CHARS_PER_TOKEN
        for spec in registry.specs()
    }
    assert sum(costs.values()) <= BUDGET_TOKENS, costs
    assert max(costs.values()) <= 100, costs


@pytest.mark.req("CON-23")
@pytest.mark.parametrize(
    ("name", "arguments", "label"),
    [
        ("current_time", "{}", "checking the time"),
        ("current_time", '{"place": "Tokio"}', "checking the time in Tokio"),
        ("calculator", '{"expression": "2+2"}', "calculating 2+2"),
        ("convert_units", '{"value": 5, "from_unit": "km", "to_unit": "m"}', "converting 5 km to m"),
        ("weather", '{"place": "Rosario"}', "checking the weather in Rosario"),
        ("web_search", '{"query": "mate"}', "searching the web for “mate”"),
        ("read_url", '{"url": "https://user@www.example.com:8080/a?b"}', "reading www.example.com"),
        ("read_url", '{"url": "example.com/a"}', "reading example.com"),
        ("read_url", '{"url": "http://[::1"}', "read_url"),
        ("weather", "{}", "weather"),
    ],
)
def test_labels(registry: ToolRegistry, name: str, arguments: str, label: str) -> None:
    assert registry.label(ToolCall("1", name, arguments), Texts("en")) == label


@pytest.mark.req("SCL-03")
def test_making_them_loads_nothing_heavy() -> None:
    code = (
        "import sys; from sidecar.tools.builtin import *; from sidecar.tools.registry import ToolRegistry;"
        "from sidecar.runtime.clock import SystemClock;"
        "ToolRegistry(make_builtin_tools(ToolSettings(), SystemClock(), ToolHttp()));"
        "print([m for m in ('httpx2', 'pint', 'trafilatura', 'ddgs', 'lxml', 'pydantic_ai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
