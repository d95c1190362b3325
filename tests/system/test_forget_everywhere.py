"""What was forgotten stands nowhere in the home, or the answer names the place (MEM-16).

Every file is read, and every column of every table of every database: what is added next month is looked at, too."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest

from sidecar.app import Sidecar, open_sidecar
from sidecar.app.home_services import open_services
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.language.fold import fold
from sidecar.memory.files.profile import create_profile
from sidecar.runtime.clock import SystemClock
from sidecar.storage.backup import copy_to
from tests.fakes.model import FakeChatModel
from tests.loopback.script import CallTool, Say, Step
from tests.system.stage import Talk, open_with_model

pytestmark = pytest.mark.req("MEM-16")

_MESSAGES = {"inbox", "messages", "outbox", "tool_runs"}
_DATABASE = b"SQLite format 3\0"


def find_everywhere(home: Path, word: str) -> set[str]:
    """Return the files, and the tables as `file:table`, in which the word stands in whatever form."""
    found: set[str] = set()
    for path in sorted(path for path in home.rglob("*") if path.is_file()):
        content, name = path.read_bytes(), path.relative_to(home).as_posix()
        if content.startswith(_DATABASE):
            tables = {f"{name}:{table}" for table, value in _values(path) if word in fold(value)}
            found |= tables or ({f"{name}: its bytes"} if word in fold(content.decode("latin-1")) else set())
        elif word in fold(content.decode("utf-8", errors="replace")):
            found.add(name)
    return found


def _values(database: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        for (table,) in connection.execute("select name from sqlite_master where type = 'table'").fetchall():
            for row in connection.execute(f'select * from "{table}"'):
                yield from ((table, _as_text(value)) for value in row)


def _as_text(value: object) -> str:
    if not isinstance(value, bytes):
        return str(value)
    with suppress(zlib.error):
        value = zlib.decompress(value)
    return value.decode("utf-8", errors="replace")


async def chat(sidecar: Sidecar, lines: Sequence[str]) -> list[str]:
    """What is answered to each line."""
    answers: list[str] = []

    async def conversation(talk: Talk) -> None:
        answers.extend([await talk.ask(line) for line in lines])

    await sidecar.run(Talk(conversation, SystemClock()), finish_turns=True)
    return answers


def make_home(folder: Path, language: Language) -> Home:
    home = Home(folder / "home")
    home.create()
    create_profile(home.path, language, name="Ana", timezone="UTC")
    home.settings.write_text('[memory]\nembedder = ""\n', encoding="utf-8")
    return home


def back_up(home: Home) -> str:
    name = "backups/sidecar-version-0001-20260101T000000Z.db"
    with closing(sqlite3.connect(home.database)) as connection:
        copy_to(connection, home.path / name)
    return name


@asynccontextmanager
async def opened(home: Home, *steps: Step) -> AsyncGenerator[Sidecar]:
    """With a model that takes these steps, or none."""
    if not steps:
        async with open_sidecar(home) as sidecar:
            yield sidecar
        return
    async with open_with_model(home, FakeChatModel(*steps), SystemClock()) as sidecar:
        yield sidecar


_SPANISH = (
    "es",
    "quetiap",
    [
        "tomo quetiapina a la noche",
        "recordame mañana a las 9 comprar quetiapina",
        "la QUETIAPINA me da sueño",
        "llueve",
    ],
    "olvidá que tomo quetiapina a la noche",
    "sí, borralos",
)
_ENGLISH = (
    "en",
    "lisinopril",
    ["I take lisinopril", "remind me tomorrow at 9 to buy lisinopril", "lisinopril makes me cough", "it rains"],
    "forget that I take lisinopril",
    "yes please",
)


@pytest.mark.parametrize(("language", "word", "life", "request_", "yes"), [_SPANISH, _ENGLISH], ids=["es", "en"])
@pytest.mark.parametrize("with_model", [False, True], ids=["alone", "with a model"])
async def test_a_forgotten_word_stands_nowhere_or_is_named(
    tmp_path: Path, language: Language, word: str, life: list[str], request_: str, yes: str, with_model: bool
) -> None:
    home = make_home(tmp_path, language)
    with home.user.open("a", encoding="utf-8") as file:
        file.write(f"\n{life[0]}\n")
    home.line_history.write_text(f"\n# 2026-01-01\n+{life[0]}\n\n# 2026-01-01\n+{life[-1]}\n", encoding="utf-8")
    steps = [
        CallTool("remember", f'{{"fact": "{life[0]}", "domain": "health"}}'), Say((f"Ok: {life[0]}",)),
        # the reminder needs no model
        Say((f"{word}, sure",)), CallTool("recall", f'{{"query": "{word}"}}'), Say(("Rain.",)),
    ]  # fmt: skip
    async with opened(home, *(steps if with_model else ())) as sidecar:
        answers = await chat(sidecar, life)
    assert len(answers) == len(life)
    backup = back_up(home)
    assert find_everywhere(home.path, word) >= {"MEMORY.md", "terminal_history", "sidecar.db:search_words_data"}
    async with opened(home) as sidecar:
        (answer,) = await chat(sidecar, [request_])
    named = {f"sidecar.db:{table}" for table in _MESSAGES} if "mensajes" in answer or "messages" in answer else set()
    named |= {"sidecar.db:reminders"} if "#1" in answer else set()
    stands_in = {place for place in find_everywhere(home.path, word) if place.split(":")[0] not in answer}
    assert stands_in <= named, answer
    assert backup in answer and "user.md" in answer
    async with opened(home) as sidecar:
        asked = "¿qué tomo a la noche?" if language == "es" else "what do I take?"
        (settled,) = await chat(sidecar, [yes])
        (later,) = await chat(sidecar, [asked])
    assert word not in fold(settled) and word not in fold(later)
    assert find_everywhere(home.path, word) == {"user.md"}, settled


async def test_what_a_model_was_asked_to_forget_is_in_no_later_request(tmp_path: Path) -> None:
    """The router does not understand this request; the yes after it is understood without the model."""
    home = make_home(tmp_path, "es")
    model = FakeChatModel(
        Say(("Anotado.",)), CallTool("forget", '{"what": "quetiapina"}'), Say(("Listo.",)), Say(("¿Qué cosa?",)),
    )  # fmt: skip
    async with open_with_model(home, model, SystemClock()) as sidecar:
        _, answer, settled, later = await chat(
            sidecar,
            [
                "tomo quetiapina a la noche",
                "mejor que eso de la quetiapina no lo tengas en cuenta",
                "dale",
                "¿qué tomo?",
            ],
        )
    assert "Tomás quetiapina a la noche" in answer and answer.endswith("?"), "what would go, and the question"
    assert settled.startswith("Borrado para siempre: lo que sabía") and later == "¿Qué cosa?"
    assert len(model.requests) == 4, "the yes went to no model"
    assert "quetiapina" not in str(model.requests[-1])
    assert find_everywhere(home.path, "quetiap") == set()


@pytest.mark.parametrize(
    ("language", "told", "word", "asked", "yes"),
    [
        ("es", "le debo 5000 pesos a mi cuñado", "cunado", "no guardes eso", "dale"),
        ("es", "mi jefe se llama Anselmo", "anselmo", "olvidate de lo último que te dije", "sí, borralo"),
        ("en", "my boss is called Anselm", "anselm", "scrap that", "👍"),
        ("en", "I owe my brother 5000 dollars", "brother", "don't save that, please", "yes"),
    ],
)
async def test_the_last_message_is_forgotten_without_naming_it(
    tmp_path: Path, language: Language, told: str, word: str, asked: str, yes: str
) -> None:
    home = make_home(tmp_path, language)
    async with opened(home) as sidecar:
        _, answer, settled = await chat(sidecar, [told, asked, yes])
    assert word in fold(answer) and answer.count("?") == 1
    assert word not in fold(settled)
    assert find_everywhere(home.path, word) == set()


async def test_facts_can_be_forgotten_and_messages_kept(tmp_path: Path) -> None:
    home = make_home(tmp_path, "es")
    async with opened(home) as sidecar:
        *_, settled, known = await chat(
            sidecar,
            [
                "tomo quetiapina a la noche",
                "olvidate de la quetiapina",
                "sí, pero dejá los mensajes",
                "¿qué tomo a la noche?",
            ],
        )
    assert "Queda 1 mensaje" in settled and "quetiapina" not in known
    assert find_everywhere(home.path, "quetiap") <= {f"sidecar.db:{table}" for table in _MESSAGES}


async def test_what_a_person_wrote_beside_the_facts_is_named(tmp_path: Path) -> None:
    home = make_home(tmp_path, "es")
    path = home.path / "MEMORY.md"
    path.write_text("# Lo mío\n\n- sale con Marisa\n\n## Notas\n\nMarisa llama los lunes\n", encoding="utf-8")
    (unread,) = await forget_marisa(home)
    assert "`MEMORY.md`" in unread, "a line that no synchronisation has read yet"
    async with open_services(home, SystemClock(), alone=True) as services:
        file = services.facts.open_file()
        await file.sync_now()
        file.close()
    (answer,) = await forget_marisa(home)
    assert "`MEMORY.md`" in answer and "salís con Marisa" in answer
    assert find_everywhere(home.path, "sale con marisa") == set()


async def forget_marisa(home: Home) -> list[str]:
    async with opened(home) as sidecar:
        return await chat(sidecar, ["olvidate de lo de Marisa"])
