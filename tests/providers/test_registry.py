"""Which models answer whom: settings, choices for everything, for a role, for one conversation."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import pytest

from sidecar.domain.message import ConversationId, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.errors import ConfigError, NoModel
from sidecar.i18n import Texts
from sidecar.llm import ChatModel
from sidecar.llm.roles import ROLES, Role
from sidecar.llm.status import ChainOrigin, Health, RoleStatus
from sidecar.providers.budget import Budget, BudgetPolicy, Price
from sidecar.providers.decorators.fallback import FallbackModel
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from tests.fakes.clock import FakeClock
from tests.providers.test_fallback import Memory

KEY = "sk-test-123456789"


class Desk:
    """A registry over settings that the test writes, in a conversation that the test changes."""

    def __init__(self, **configured: ModelSpec) -> None:
        self.configured: Mapping[str, ModelSpec] = configured
        self.conversation: ConversationId | None = ConversationId(1)
        self.policy = BudgetPolicy()
        self.registry = ModelRegistry(
            self._model_for,
            Memory(),
            Memory(),
            FakeClock(),
            budget_policy=lambda: self.policy,
            current_conversation=self._here,
        )

    def _model_for(self, role: Role) -> ModelSpec:
        return self.configured.get(role) or self.configured.get("chat", ModelSpec(""))

    async def _here(self, person: PersonId) -> ConversationId | None:
        return self.conversation

    async def chain(self, role: Role = "chat") -> list[str]:
        return [model.name for model in (await self.status_of(role)).chain]

    async def origin(self, role: Role) -> ChainOrigin:
        return (await self.status_of(role)).origin

    async def status_of(self, role: Role) -> RoleStatus:
        return next(status for status in await self.registry.statuses(OWNER) if status.role == role)


def local(name: str, *fallback: ModelSpec) -> ModelSpec:
    return ModelSpec(name, "http://127.0.0.1:9/v1", KEY, fallback=fallback)


CLOUD = ModelSpec("anthropic:claude-haiku-4-5", api_key=KEY)


@pytest.mark.req("LLM-02")
async def test_one_model_fills_all_roles() -> None:
    desk = Desk(chat=local("ollama:a", local("ollama:b")))
    assert {role: await desk.chain(role) for role in ROLES} == {role: ["ollama:a", "ollama:b"] for role in ROLES}
    assert await desk.origin("chat") is ChainOrigin.SETTINGS
    assert await desk.origin("memory") is ChainOrigin.CHAT


@pytest.mark.req("LLM-02")
async def test_a_role_of_its_own_and_a_choice_for_it() -> None:
    desk = Desk(chat=local("ollama:a"), memory=local("ollama:small"))
    assert (await desk.chain("memory"), await desk.chain("tools")) == (["ollama:small"], ["ollama:a"])
    await desk.registry.choose(OWNER, ["ollama:other"], "tools")
    assert (await desk.chain("tools"), await desk.chain()) == (["ollama:other", "ollama:a"], ["ollama:a"])
    await desk.registry.choose(OWNER, [], "tools")
    assert await desk.chain("tools") == ["ollama:a"]


@pytest.mark.req("LLM-02")
async def test_a_choice_for_everything_reaches_the_roles_that_follow_chat() -> None:
    desk = Desk(chat=local("ollama:a"), memory=local("ollama:small"))
    assert (await desk.registry.choose(OWNER, ["ollama:b"])).in_use == "ollama:b"
    assert await desk.chain("proactive") == ["ollama:b", "ollama:a"]
    assert await desk.chain("memory") == ["ollama:small"]
    assert (await desk.registry.choose(OWNER, [])).in_use == "ollama:a"


@pytest.mark.req("LLM-02")
async def test_a_choice_for_one_conversation_ends_with_it() -> None:
    desk = Desk(chat=local("ollama:a"))
    await desk.registry.choose(OWNER, ["ollama:here"], conversation_only=True)
    assert (await desk.chain("chat"))[0] == (await desk.chain("tools"))[0] == "ollama:here"
    assert (await desk.chain("memory")) == ["ollama:a"]
    assert await desk.origin("chat") is ChainOrigin.CONVERSATION
    await desk.registry.choose(OWNER, ["ollama:everywhere"])
    assert await desk.registry.current(OWNER) == "ollama:here"
    desk.conversation = ConversationId(2)
    assert await desk.registry.current(OWNER) == "ollama:everywhere"
    desk.conversation = ConversationId(1)
    await desk.registry.choose(OWNER, [], conversation_only=True)
    assert await desk.registry.current(OWNER) == "ollama:everywhere"
    desk.conversation = None
    with pytest.raises(ConfigError):
        await desk.registry.choose(OWNER, ["ollama:here"], conversation_only=True)


@pytest.mark.req("LLM-02")
async def test_a_choice_keeps_the_fallbacks_but_never_carries_words_out_of_the_house() -> None:
    desk = Desk(chat=ModelSpec("anthropic:claude-sonnet-4-5", api_key=KEY, fallback=(CLOUD, local("ollama:mine"))))
    await desk.registry.choose(OWNER, ["anthropic:claude-opus-4-1"])
    assert await desk.chain() == [
        "anthropic:claude-opus-4-1",
        "anthropic:claude-sonnet-4-5",
        CLOUD.name,
        "ollama:mine",
    ]
    await desk.registry.choose(OWNER, ["ollama:private"])
    assert await desk.chain() == ["ollama:private", "ollama:mine"]
    await desk.registry.choose(OWNER, ["ollama:private", CLOUD.name])
    assert await desk.chain() == ["ollama:private", CLOUD.name]


@pytest.mark.req("LLM-02")
async def test_what_cannot_be_is_not_chosen() -> None:
    desk = Desk(chat=local("ollama:a"))
    for names in (["nonsense"], ["nobody:x"], ["ollama:fine", "nobody:x"]):
        with pytest.raises(ConfigError):
            await desk.registry.choose(OWNER, names)
    assert await desk.chain() == ["ollama:a"]


async def test_no_model_at_all() -> None:
    desk = Desk()
    assert await desk.registry.current(OWNER) == ""
    with pytest.raises(NoModel):
        await desk.registry.chat_model(OWNER, TurnId(1))


async def test_a_model_chosen_by_name_gets_the_address_of_its_provider() -> None:
    desk = Desk(chat=local("ollama:a"), memory=ModelSpec("openai:m", "http://127.0.0.1:8/v1", "sk-other-12345678"))
    model = await desk.registry.model_for("chat", OWNER, TurnId(1))
    assert model.name == "ollama:a"
    assert desk.registry.find_spec("openai:n").base_url == "http://127.0.0.1:8/v1"
    assert desk.registry.find_spec("openai:m").api_key == "sk-other-12345678"
    assert desk.registry.find_spec("anthropic:z") == ModelSpec("anthropic:z")
    await desk.registry.close()


@pytest.mark.req("LLM-02")
async def test_a_choice_for_a_role_keeps_the_fallbacks_of_that_role() -> None:
    desk = Desk(chat=local("ollama:a"), memory=local("ollama:small", local("ollama:spare")))
    await desk.registry.choose(OWNER, ["ollama:new"], "memory")
    assert await desk.chain("memory") == ["ollama:new", "ollama:small", "ollama:spare"]


@pytest.mark.req("LLM-03")
async def test_a_mended_key_ends_the_rest_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-wrong-123456789")
    choice = ModelSpec("anthropic:claude-haiku-4-5")
    desk = Desk(chat=choice)
    for _ in range(3):
        (await desk.registry._breakers.get(choice)).record_failure("model_refused")
    assert (await desk.status_of("chat")).chain[0].health is Health.RESTING
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert (await desk.status_of("chat")).chain[0].health is Health.READY
    assert await desk.registry.warnings(Texts("en")) == []


@pytest.mark.req("LLM-02", "LLM-03")
async def test_a_model_that_the_person_asks_for_is_tried_although_it_rests() -> None:
    desk = Desk(chat=local("ollama:a", local("ollama:b")))
    for _ in range(3):
        (await desk.registry._breakers.get(local("ollama:a"))).record_failure("model_failed")
    assert await desk.registry.current(OWNER) == "ollama:b"
    await desk.registry.choose(OWNER, ["ollama:a"])
    assert await desk.registry.current(OWNER) == "ollama:a"


@pytest.mark.req("LLM-02")
async def test_the_models_of_tools_are_backed_by_those_of_chat_that_stay_where_they_are() -> None:
    desk = Desk(chat=local("ollama:a", CLOUD), tools=local("ollama:hands"))
    model = await desk.registry.model_for("tools", OWNER, TurnId(1))
    assert isinstance(model, FallbackModel)
    assert [candidate.spec.name for candidate in model._candidates] == ["ollama:hands", "ollama:a"]
    await desk.registry.close()


def decorators(model: ChatModel) -> list[str]:
    """The names of those around a model, outermost first."""
    return repr(model).split(" > ")[:-1]


@pytest.mark.req("LLM-02", "LLM-03", "LLM-05")
async def test_a_decorator_with_nothing_to_do_is_not_there() -> None:
    always = ["TruncatingModel", "RetryingModel", "CircuitBreakerModel", "JsonValidatingModel"]
    limits = BudgetPolicy(Budget(day_usd=Decimal(1)), {CLOUD.name: Price(Decimal(1), Decimal(1))})
    for policy, chat, between in (
        (BudgetPolicy(), CLOUD, []),
        (limits, CLOUD, ["SpendGuardedModel"]),
        (limits, local("ollama:free"), []),
    ):
        desk = Desk(chat=chat)
        desk.policy = policy
        model = await desk.registry.chat_model(OWNER, TurnId(1))
        assert decorators(model) == [*always, *between, "MeteredModel", "RedactingModel"]
        await desk.registry.close()


@pytest.mark.req("LLM-02", "LLM-03", "LLM-04")
async def test_what_a_role_or_a_chain_adds_is_around_all_others() -> None:
    desk = Desk(chat=local("ollama:a"), tools=local("ollama:hands"), complex=local("ollama:a", local("ollama:b")))
    cases: tuple[tuple[Role, TurnId | None, str], ...] = (
        ("complex", TurnId(1), "FallbackModel"),
        ("memory", None, "DeadlineModel"),
        ("chat", None, "FallbackModel"),
    )
    for role, turn, first in cases:
        assert decorators(await desk.registry.model_for(role, OWNER, turn))[0] == first
    assert decorators(await desk.registry.chat_model(OWNER, TurnId(1)))[0] == "HandoffModel"
    await desk.registry.close()
