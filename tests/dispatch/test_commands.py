"""What each command answers, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from sidecar.dispatch.commands import Command, CommandRegistry
from sidecar.dispatch.commands.cost import cost_command
from sidecar.dispatch.commands.general import clear_command, help_command, language_command, status_command
from sidecar.dispatch.commands.model import model_command
from sidecar.domain.message import IncomingMessage
from sidecar.domain.money import RequestRecord, Spending, Usage
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.status import Status
from sidecar.errors import ConfigError
from sidecar.i18n import Texts
from sidecar.llm.roles import Role
from sidecar.llm.status import ChainOrigin, Health, ModelStatus, RoleStatus
from sidecar.memory.files.profile import ProfileFiles, create_profile
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock


class Switch:
    """A model switch that knows one provider. `wishes` are what it was asked for."""

    def __init__(self) -> None:
        self.known: tuple[str, ...] = ("openai:",)
        self.name = "openai:configured"
        self.wishes: list[tuple[tuple[str, ...], str, bool]] = []
        self.resting = ModelStatus("openai:spare", Health.RESTING, 42.4, 3, "model_busy")

    async def statuses(self, person: PersonId) -> list[RoleStatus]:
        chat = RoleStatus("chat", (ModelStatus(self.name), self.resting), ChainOrigin.SETTINGS)
        memory = RoleStatus("memory", (ModelStatus("ollama:small"),), ChainOrigin.CHOSEN)
        return [chat, replace(chat, role="tools", origin=ChainOrigin.CHAT), memory]

    async def choose(
        self, person: PersonId, names: Sequence[str], role: Role = "chat", *, conversation_only: bool = False
    ) -> RoleStatus:
        if not all(name.startswith(self.known) for name in names):
            raise ConfigError("There's no model provider called “{provider}”.", provider=names[0])
        self.wishes.append((tuple(names), role, conversation_only))
        self.name = names[0] if names else "openai:configured"
        return RoleStatus(role, tuple(ModelStatus(name) for name in names or [self.name]), ChainOrigin.CHOSEN)


class Counter:
    """All commands behind one counter."""

    def __init__(self, db: SqliteDb, folder: Path) -> None:
        create_profile(folder, "es", name="Ana", timezone="America/Argentina/Buenos_Aires")
        self.clock = FakeClock()
        self.profile = ProfileFiles(folder)
        self.accounts = SqlAccounts(db)
        self.inbox = SqlInbox(db)
        self.conversations = SqlConversations(db)
        self.models = Switch()
        self.book = CommandRegistry(self._commands())

    def _commands(self) -> list[Command]:
        return [
            help_command(lambda: self.book.commands),
            status_command(self._status),
            clear_command(self.conversations, self.clock),
            model_command(self.models),
            cost_command(self.accounts, self.profile, self.clock),
            language_command(self.profile),
        ]

    async def _status(self, person: PersonId) -> Status:
        nothing = Spending(0, Usage(), 0)
        return Status("1.2.3", "/home/ana/sidecar", "", ["terminal"], 2, 1, 40, nothing, ["Algo no está bien."])

    async def ask(self, text: str) -> str:
        message = IncomingMessage("1", "terminal", OWNER, text, self.clock.now())
        return await self.book.run(message, Texts(self.profile.preferences(OWNER).language))


@pytest.fixture
def counter(db: SqliteDb, tmp_path: Path) -> Counter:
    return Counter(db, tmp_path)


@pytest.mark.req("CMD-01")
async def test_help_lists_every_command_in_the_persons_language(counter: Counter) -> None:
    spanish = await counter.ask("/ayuda")
    assert all(f"`/{name}`" in spanish for name in ("ayuda", "estado", "limpiar", "modelo", "costo", "idioma"))
    await counter.ask("/language en")
    english = await counter.ask("/help")
    assert all(f"`/{name}`" in english for name in ("help", "status", "clear", "model", "cost", "language"))
    assert "castellano" not in english


@pytest.mark.req("CMD-01")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("/estdao", "/estado"), ("/ESTADOO", "/estado"), ("/statsu", "/estado"), ("/modleo", "/modelo"),
        ("/clima", ""), ("/hoy", ""), ("/foo", ""), ("/qqqq", ""), ("/agenda", ""), ("/notas", ""),
        ("/limpia", ""), ("/claer", ""), ("/nuev", ""),
    ],
)  # fmt: skip
async def test_a_name_that_is_none_is_offered_only_what_it_nearly_is(
    counter: Counter, typed: str, offered: str
) -> None:
    answer = await counter.ask(typed)
    assert answer.startswith(f"No conozco `{typed}`")
    assert re.findall("`(/[a-zA-Z]+)`", answer)[1:] == [offered or "/ayuda"]


@pytest.mark.req("CMD-01", "OPS-05")
@pytest.mark.parametrize("text", ["/status", "/ESTADO", "/Estado  ", "/estado ya"])
async def test_status_tells_what_there_is_and_what_is_wrong(counter: Counter, text: str) -> None:
    answer = await counter.ask(text)
    assert "**Esperando respuesta**: 2" in answer
    assert "ninguno configurado" in answer
    assert "⚠ Algo no está bien." in answer


@pytest.mark.req("CMD-01")
async def test_clear_begins_a_conversation_and_keeps_the_old_one(counter: Counter, db: SqliteDb) -> None:
    message = IncomingMessage("a", "terminal", OWNER, "hola", counter.clock.now())
    await counter.inbox.accept(message)
    before = await counter.conversations.current(OWNER)
    assert "conversación nueva" in (await counter.ask("/limpiar")).lower()
    assert await counter.conversations.current(OWNER) != before


@pytest.mark.req("CMD-01", "LLM-02")
async def test_model_shows_changes_and_goes_back(counter: Counter) -> None:
    assert "`openai:configured`" in await counter.ask("/modelo")
    assert "`openai:other`" in await counter.ask("/model openai:other")
    assert counter.models.name == "openai:other"
    assert "No hay ningún proveedor de modelos" in await counter.ask("/model nada:x")
    assert counter.models.name == "openai:other"
    assert "`openai:configured`" in await counter.ask("/model default")


@pytest.mark.req("CMD-01", "LLM-02", "LLM-03")
async def test_model_shows_every_role_and_what_rests(counter: Counter) -> None:
    answer = await counter.ask("/model")
    assert "`openai:configured` → `openai:spare` (" in answer
    assert "42 s" in answer and "está ocupado" in answer and "model_busy" not in answer
    assert "`memory`: `ollama:small`" in answer
    assert "`tools`" in answer


@pytest.mark.req("CMD-01", "LLM-02")
async def test_a_role_that_nothing_uses_yet_is_not_claimed_to_work(counter: Counter) -> None:
    assert "`summarize`" not in await counter.ask("/model")
    used, idle = await counter.ask("/model memory openai:x"), await counter.ask("/model complex openai:x")
    assert idle.startswith(used.replace("memory", "complex")) and len(idle) > len(used)


@pytest.mark.req("CMD-01", "LLM-02")
@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("/model openai:a", (("openai:a",), "chat", False)),
        ("/model openai:a, openai:b", (("openai:a", "openai:b"), "chat", False)),
        ("/modelo acá openai:a openai:b", (("openai:a", "openai:b"), "chat", True)),
        ("/model here openai:a", (("openai:a",), "chat", True)),
        ("/model here default", ((), "chat", True)),
        ("/model memory openai:a", (("openai:a",), "memory", False)),
        ("/modelo memoria openai:a", (("openai:a",), "memory", False)),
        ("/model here tools openai:a", (("openai:a",), "tools", True)),
        ("/model proactive default", ((), "proactive", False)),
        ("/model default", ((), "chat", False)),
    ],
)
async def test_model_understands_where_a_choice_is_meant(
    counter: Counter, text: str, wish: tuple[tuple[str, ...], str, bool]
) -> None:
    await counter.ask(text)
    assert counter.models.wishes == [wish]


@pytest.mark.req("CMD-01", "LLM-01", "LLM-02")
@pytest.mark.parametrize(
    ("text", "names", "role", "here"),
    [
        ("/model local:/a path/with spaces.gguf", ["local:/a path/with spaces.gguf"], "chat", False),
        ("/modelo local:~/Mis modelos/más chico (1).GGUF", ["local:~/Mis modelos/más chico (1).GGUF"], "chat", False),
        ("/model here LOCAL:x y.gguf", ["LOCAL:x y.gguf"], "chat", True),
        ("/model acá memoria local:/a b/c d.gguf", ["local:/a b/c d.gguf"], "memory", True),
        ("/model local:ana/tiny/x-q4.gguf", ["local:ana/tiny/x-q4.gguf"], "chat", False),
        ("/model local:/a b.gguf, openai:x", ["local:/a b.gguf", "openai:x"], "chat", False),
        ("/model local:/a b.gguf openai:x", ["local:/a b.gguf", "openai:x"], "chat", False),
        ("/model openai:x local:/a b.gguf", ["openai:x", "local:/a b.gguf"], "chat", False),
        ("/model local:/a b.gguf local:/c d.gguf", ["local:/a b.gguf", "local:/c d.gguf"], "chat", False),
        ("/model local:C:\\Mis modelos\\x y.gguf", ["local:C:\\Mis modelos\\x y.gguf"], "chat", False),
        ("/model local:/a.ggufs/x y.gguf", ["local:/a.ggufs/x y.gguf"], "chat", False),
        ("/model local:/no file", ["local:/no", "file"], "chat", False),
    ],
)
async def test_the_name_of_a_models_file_may_have_spaces(
    counter: Counter, text: str, names: list[str], role: str, here: bool
) -> None:
    counter.models.known = ("openai:", "local:", "LOCAL:", "file")
    answer = await counter.ask(text)
    assert counter.models.wishes == [(tuple(names), role, here)]
    assert " → ".join(f"`{name}`" for name in names) in answer


@pytest.mark.req("CMD-01", "LLM-02")
@pytest.mark.parametrize("text", ["/model here", "/model gpt", "/model memory"])
async def test_model_refuses_what_is_no_model(counter: Counter, text: str) -> None:
    answer = await counter.ask(text)
    assert counter.models.wishes == []
    assert "From now on" not in answer and len(answer) > 20


@pytest.mark.req("CMD-01", "LLM-05")
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("/cost by role", ["`chat`"]),
        ("/costo mes por día", ["`2026-03-14`", "`2026-03-15`"]),
        ("/cost --month --by day", ["`2026-03-14`", "`2026-03-15`"]),
        ("/costo por uso", ["`chat`"]),
        ("/cost by model", ["`openai:x`"]),
    ],
)
async def test_cost_can_be_divided(counter: Counter, text: str, parts: list[str]) -> None:
    usage = Usage(100, 0, 10, Decimal("0.25"))
    for ago in (timedelta(hours=1), timedelta(hours=10)):  # 09:30 and, in Buenos Aires, 23:30 of the day before
        at = counter.clock.now() - ago
        await counter.accounts.record(RequestRecord(OWNER, None, "chat", "openai:x", at, 100, usage, 1.0, 2.0))
    answer = await counter.ask(text)
    assert [part for part in parts if part not in answer] == []
    assert ("Hoy" in answer) is ("mes" not in text and "month" not in text)


@pytest.mark.req("CMD-01")
async def test_a_question_mark_asks_for_help(counter: Counter) -> None:
    assert await counter.ask("/?") == await counter.ask("/help")


@pytest.mark.req("CMD-01", "LLM-05")
async def test_cost_says_what_it_can_divide_by(counter: Counter) -> None:
    assert "/costo mes por día" in await counter.ask("/cost by moon")


@pytest.mark.req("CMD-01", "LLM-05")
async def test_cost_adds_up_in_the_persons_own_days(counter: Counter) -> None:
    async def spent(ago: timedelta, cost: Decimal | None) -> None:
        usage = Usage(100, 0, 10, cost)
        await counter.accounts.record(
            RequestRecord(OWNER, None, "chat", "openai:x", counter.clock.now() - ago, 100, usage, 1.0, 2.0)
        )

    await spent(timedelta(hours=1), Decimal("0.25"))
    await spent(timedelta(hours=1), None)
    await spent(timedelta(hours=10), Decimal("0.5"))  # 23:30 of yesterday in Buenos Aires, today in UTC
    await spent(timedelta(days=40), Decimal("9"))
    answer = await counter.ask("/costo")
    today, month = answer.splitlines()[:2]
    assert "US$ 0.2500 · 2 pedidos" in today
    assert "1 sin precio conocido" in today
    assert "US$ 0.7500 · 3 pedidos" in month
    assert "`openai:x`" in answer


@pytest.mark.req("CMD-01", "OPS-05")
async def test_language_changes_the_very_answer_and_the_file(counter: Counter, tmp_path: Path) -> None:
    assert "castellano" in await counter.ask("/idioma")
    done = await counter.ask("/idioma inglés")
    assert done.startswith("Done: I'll speak English from now on")
    assert "**Idioma**: en" in (tmp_path / "user.md").read_text(encoding="utf-8")
    assert "I speak English" in await counter.ask("/language")
    assert (await counter.ask("/language español")).startswith("Listo: desde ahora hablo en castellano")
    assert "castellano" in await counter.ask("/language klingon")
