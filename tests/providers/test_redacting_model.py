"""Keys stay here."""

from __future__ import annotations

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatRequest, Completion, ToolMessage, UserMessage
from sidecar.observe.redaction import remember_secret
from sidecar.providers.decorators.redaction import RedactingModel
from tests.fakes.model import FakeChatModel
from tests.loopback.script import say

KEY = "test-key-that-must-not-leave-1234"


@pytest.mark.req("SEC-04")
async def test_a_known_key_is_masked_wherever_it_stands_in_the_request() -> None:
    remember_secret(KEY)
    model = FakeChatModel(say("ok"))
    call = ToolCall("1", "read", f'{{"text": "{KEY}"}}')
    request = ChatRequest(
        f"system {KEY}",
        (UserMessage(f"my key is {KEY}"), AssistantMessage(KEY, (call,)), ToolMessage("1", "read", f"<{KEY}>")),
    )
    events = [event async for event in RedactingModel(model).stream(request)]
    assert isinstance(events[-1], Completion)
    assert KEY not in repr(model.requests[0])
    assert model.requests[0].messages[0] == UserMessage("my key is [secret]")


@pytest.mark.req("SEC-04")
async def test_what_is_no_known_secret_goes_as_it_is() -> None:
    model = FakeChatModel(say("ok"))
    request = ChatRequest("s", (UserMessage("password: hunter2, sk-not-ours-000000000000"),))
    assert [event async for event in RedactingModel(model).stream(request)]
    assert model.requests[0] == request
