"""The first start asks its two questions where somebody can answer them, and nowhere else."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys

import pytest

from sidecar.cli.first_answers import read_language, read_name
from sidecar.cli.first_run import local_timezone
from tests.cli.conftest import PATIENCE_S, Command
from tests.cli.terminal import at_terminal
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import HANG


@pytest.mark.req("MEM-01", "OPS-01")
def test_at_a_terminal(sidecar: Command) -> None:
    with at_terminal(sidecar.having(LANG="es_AR.UTF-8")) as chat:
        chat.expect("(es/en) [es]")
        chat.type("fr")
        chat.expect("en: English")
        chat.expect("(es/en) [es]")
        chat.type("english, please")
        chat.expect("What should I call you?")
        chat.type("Ana")
        chat.expect("\n> ")
        chat.type("/exit")
        assert chat.process.wait(PATIENCE_S) == 0
    user = (sidecar.home / "user.md").read_text(encoding="utf-8")
    assert "- **Name**: Ana\n- **Language**: en\n- **Timezone**: America/Montevideo\n" in user
    assert (sidecar.home / "SOUL.md").read_text(encoding="utf-8").startswith("# Who I am")


@pytest.mark.req("MEM-01", "CON-60")
@pytest.mark.parametrize(
    ("lines", "language", "name", "answer"),
    [
        (["recordame en 10 minutos sacar la pizza", "me llamo Inés"], "es", "Inés", "sacar la pizza"),
        (["hi, what's 12 * 12?", "Bob"], "en", "Bob", "144"),
        (["en", "remind me tomorrow at 9 to call the vet"], "en", "", "call the vet"),
        (["7 * 8", "es", "no"], "es", "", "56"),
    ],
)
def test_what_is_said_instead_of_an_answer_is_answered_afterwards(
    sidecar: Command, lines: list[str], language: str, name: str, answer: str
) -> None:
    with at_terminal(sidecar.having(LANG="fr_FR.UTF-8")) as chat:
        chat.expect("(es/en)")
        for line in lines:
            chat.type(line)
        chat.expect("\n> ")
        chat.expect(answer)
        chat.type("/exit")
        assert chat.process.wait(PATIENCE_S) == 0
    user = (sidecar.home / "user.md").read_text(encoding="utf-8")
    assert f"- **Name**: {name}\n- **Language**: {language}\n" in user.replace("Nombre", "Name").replace(
        "Idioma", "Language"
    )


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("english, please", "en"),
        ("en español", "es"),
        ("in English", "en"),
        ("es_AR", "es"),
        ("EN", "en"),
        ("en 10 minutos avisame", None),
        ("es tarde, avisame a las 9", None),
        ("hola!", None),
        ("klingon", None),
    ],
)
def test_a_language_is_named_by_little_else(answer: str, language: str | None) -> None:
    assert read_language(answer) == language


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("Ana", "Ana"),
        ("me llamo Juan Cruz.", "Juan Cruz"),
        ("hola, soy Marta", "Marta"),
        ("call me Al", "Al"),
        ("María de los Ángeles", "María de los Ángeles"),
        ("O'Brien", "O'Brien"),
        ("", ""),
        ("no", ""),
        ("soy celíaca", None),
        ("i'm hungry", None),
        ("hola!", None),
        ("qué hora es", None),
        ("/help", None),
        ("timer 5 minutos", None),
    ],
)
def test_a_name_is_told_from_other_words(answer: str, name: str | None) -> None:
    assert read_name(answer) == name


@pytest.mark.req("MEM-01")
def test_enter_takes_what_is_offered(sidecar: Command) -> None:
    with at_terminal(sidecar.having(LANG="en_US.UTF-8")) as chat:
        chat.expect("(es/en) [en]")
        chat.type("")
        chat.expect("What should I call you?")
        chat.type("")
        chat.expect("\n> ")
        chat.press(b"\x04")
        assert chat.process.wait(PATIENCE_S) == 0
    assert "- **Name**: \n- **Language**: en" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("MEM-01")
def test_ctrl_c_at_a_question_ends_its_line(sidecar: Command) -> None:
    with at_terminal(sidecar) as chat:
        chat.expect("(es/en) [es]: ")
        chat.interrupt()
        chat.expect("\n")
        assert chat.process.wait(PATIENCE_S) == 130
    assert not (sidecar.home / "user.md").exists()


@pytest.mark.req("CON-23", "MEM-02")
async def test_a_dumb_terminal(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps.append(HANG)
    (sidecar.home / "user.md").write_text("- **Language**: en\n", encoding="utf-8")

    def talk() -> None:
        with at_terminal(sidecar) as chat:
            chat.expect("! user.md names no time zone")
            chat.expect("/help shows what I can do.")
            chat.expect("\n> ")
            chat.type("hello")
            chat.expect("(waiting for the model · 3 s · Ctrl-C cancels)")
            chat.process.send_signal(signal.SIGINT)
            chat.expect("Ctrl-C once more to leave")
            chat.expect("(Cancelled.)")
            assert chat.process.poll() is None
            chat.process.send_signal(signal.SIGINT)
            assert chat.process.wait(PATIENCE_S) == 0

    await asyncio.to_thread(talk)


@pytest.mark.req("MEM-01", "CLI-03")
async def test_a_pipe_is_asked_nothing(sidecar: Command) -> None:
    done = await sidecar.having(LANG="en_US.UTF-8")("chat", stdin=b"what time is it?\n")
    assert done.code == 0
    assert done.out.startswith("It's ")
    assert "- **Name**: \n- **Language**: en" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("MEM-01", "OPS-05")
@pytest.mark.parametrize("words", ["status", "doctor", "config check", "cost", "reminders", "memory list", "ask hello"])
@pytest.mark.parametrize("locale", [{"LANG": "en_GB.UTF-8"}, {"LC_ALL": "en_US.UTF-8", "LANG": "es_AR.UTF-8"}])
async def test_a_fresh_home_speaks_as_the_system(sidecar: Command, words: str, locale: dict[str, str]) -> None:
    done = await sidecar.having(**locale)(*words.split())
    assert not re.search(r"[áéíóúñ¿¡]|UTC|timezone", done.out + done.err), done
    if sidecar.home.exists():
        assert "en\n- **Timezone**: America/Montevideo" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("MEM-02")
async def test_a_zone_that_the_system_does_not_tell_is_noted(sidecar: Command) -> None:
    done = await sidecar.having(LANG="en_GB.UTF-8", TZ="<-03>3")("ask", "what time is it?")
    assert "I can't tell which time zone" in done.err
    assert "which time zone" not in (await sidecar("ask", "what time is it?")).err


@pytest.mark.req("CLI-03")
def test_a_chat_with_a_closed_input_says_so(sidecar: Command) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m sidecar <&-', sys.executable],
        env=sidecar.environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("zone", ["Nowhere/Land", "UTC+3", ":/etc/localtime", "<-03>3"])
def test_a_strange_TZ_never_gives_a_wrong_timezone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from zoneinfo import available_timezones

    monkeypatch.setenv("TZ", zone)
    assert local_timezone() in {"", *available_timezones()}
