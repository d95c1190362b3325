"""`sidecar ask` as scripts use it: its output, its exit codes, and two processes on one home."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sidecar.llm import UserMessage
from tests.cli.conftest import Command, ended
from tests.eventually import eventually
from tests.fork_server import start_python_async
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import HANG, CallTool, Refuse, Say, Tokens, say

_JSON_KEYS = {"reply", "turn_id", "handled_by", "model", "tool_calls", "usage", "cost_usd", "ms"}


@pytest.mark.req("CLI-02", "CON-60")
async def test_the_first_question_on_a_fresh_machine(sidecar: Command) -> None:
    done = await sidecar("ask", "--json", "¿qué", "hora", "es", "en", "Tokio?")
    assert done.code == 0
    assert done.err == ""
    found = done.json
    assert set(found) >= _JSON_KEYS
    assert found["handled_by"] == "router"
    assert "Asia/Tokyo" in found["reply"]
    assert found["reply"].startswith(("Son las ", "Es la "))
    assert [(call["name"], call["ok"]) for call in found["tool_calls"]] == [("current_time", True)]
    assert set(found["usage"]) == {"input_tokens", "cached_tokens", "output_tokens"}
    assert set(found["ms"]) == {"total", "model", "tools", "own"}
    assert "Zona horaria**: America/Montevideo" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("CON-60", "CLI-02")
async def test_without_a_model_one_sentence_says_what_to_do(sidecar: Command) -> None:
    spanish = await sidecar("ask", "contame un cuento")
    english = await sidecar("ask", "--lang", "en", "tell me a story")
    assert (spanish.code, english.code) == (0, 0)
    assert spanish.out.startswith("Todavía no puedo charlar: me falta un modelo")
    assert english.out.startswith("I can't chat yet: I need a model")
    for done in (spanish, english):
        assert "sidecar setup" in done.out
        assert "Traceback" not in done.out + done.err


@pytest.mark.req("CLI-02")
async def test_an_answer_of_a_model(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps += [CallTool("calculator", '{"expression": "6*7"}')]
    found = (await sidecar("ask", "--json", "ayudame con la tabla del seis")).json
    assert found["reply"] == "This is what I found: 42"
    assert (found["handled_by"], found["model"]) == ("model", "openai:loopback")
    assert [(call["name"], call["ok"]) for call in found["tool_calls"]] == [("calculator", True)]
    assert found["usage"]["input_tokens"] == 200
    assert found["ms"]["total"] >= found["ms"]["model"] > 0


@pytest.mark.req("LLM-03", "CLI-02")
async def test_the_next_process_does_not_wait_for_a_model_that_kept_failing(
    sidecar: Command, server: OpenAIServer
) -> None:
    async with OpenAIServer(*[Refuse(500, "down")] * 9) as dead:
        sidecar.uses(dead)
        settings, key = sidecar.home / "sidecar.toml", 'fallback = [{ model = "openai:loopback", base_url = "%s" }]'
        settings.write_text(settings.read_text() + key % server.base_url)
        for text in ("hola, contame algo", "contame otra cosa", "y otra más"):
            done = (await sidecar("ask", "--json", text)).json
            assert (done["ending"], len(dead.asked)) == ("complete", 3)
        status = (await sidecar("status", "--json")).json
        assert any("descansa" in warning for warning in status["warnings"])
        assert len(server.asked) == 3


@pytest.mark.req("CLI-02")
async def test_new_forgets_the_conversation_and_only_that(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    await sidecar("ask", "me llamo Ana")
    assert "me llamo Ana" in (await sidecar("ask", "qué te dije antes?")).out
    await sidecar("ask", "--new", "empecemos de nuevo")
    assert len(server.asked[-1].messages) == 1
    await sidecar("ask", "seguimos")
    assert len(server.asked[-1].messages) == 3


@pytest.mark.req("CLI-02")
async def test_failures_are_told_on_standard_error_or_in_the_object(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps += [Refuse(400, "bad request"), Refuse(400, "bad request")]
    plain = await sidecar("ask", "hola")
    assert (plain.code, plain.out) == (1, "")
    assert plain.err.strip()
    as_json = await sidecar("ask", "--json", "hola")
    assert as_json.code == 1
    assert as_json.json["error"]["code"] == "model_rejected"
    assert as_json.json["error"]["message"]
    server.script.steps += [Say(("Once upon",), finish="length"), Refuse(429, headers={"retry-after": "900"})]
    cut = (await sidecar("ask", "--json", "hola")).json
    assert cut["reply"].startswith("Once upon […]\n\n") and "*" not in cut["reply"]
    assert cut["reply"].endswith(cut["error"]["message"]) and "Once" not in cut["error"]["message"]
    busy = (await sidecar("ask", "--json", "hola")).json
    assert busy["error"]["hint"] and busy["error"]["message"]
    assert busy["reply"].startswith(f"{busy['error']['message']} {busy['error']['hint']}")


@pytest.mark.req("CLI-02")
async def test_a_missing_key_is_a_matter_of_the_settings(sidecar: Command) -> None:
    assert (await sidecar("config", "set", "models.chat.model", "openai:gpt-5-mini")).code == 0
    done = await sidecar("ask", "--json", "contame un cuento")
    assert (done.code, done.json["error"]["code"]) == (2, "config")
    assert "OPENAI_API_KEY" in done.json["error"]["hint"]


@pytest.mark.req("CLI-02", "LLM-05")
async def test_what_sidecar_adds_stands_beside_the_answer(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    with (sidecar.home / "sidecar.toml").open("a", encoding="utf-8") as file:
        file.write("[budget]\nday_usd = 1.0\n[prices.'openai:loopback']\ninput = 1\noutput = 1\n")
    server.script.steps += [Say(("Hola.",), tokens=Tokens(input=850_000)), Say(("Chau.",))]
    done = (await sidecar("ask", "--json", "contame algo")).json
    assert done["reply"] == "Hola."
    assert len(done["notices"]) == 1 and "1.00" in done["notices"][0]
    assert "*" not in done["notices"][0]


@pytest.mark.req("CLI-02")
async def test_a_wrong_key_does_not_come_back_out(sidecar: Command) -> None:
    key = "sk-proj-abcdefghij0123456789"
    async with OpenAIServer(api_key="another") as server:
        sidecar.uses(server, api_key=key)
        done = await sidecar("-v", "ask", "--json", "hola")
    assert done.code == 1
    assert done.json["error"]["code"] == "model_refused"
    logs = "".join(file.read_text(encoding="utf-8") for file in (sidecar.home / "logs").iterdir())
    database = b"".join(file.read_bytes() for file in sidecar.home.glob("sidecar.db*"))
    assert key not in done.out + done.err + logs
    assert key.encode() not in database


@pytest.mark.req("CLI-03")
async def test_standard_input(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    assert (await sidecar("ask", stdin="mañana\r\n".encode("utf-16"))).out == "You said: mañana\n"
    assert (await sidecar("ask", "-", stdin=b"x" * 100_000)).code == 0
    assert "x" * 1000 in server.asked[-1].messages[-1].text  # type: ignore[union-attr]
    for nothing, complaint in ((b" \n\t", "nada que preguntar"), (b"a\0b", "no es texto")):
        done = await sidecar("ask", stdin=nothing)
        assert (done.code, done.out) == (2, "")
        assert complaint in done.err
        assert done.err.count("\n") == 1


@pytest.mark.req("CLI-03")
async def test_nothing_to_read_and_nothing_that_is_utf8(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    closed = await asyncio.create_subprocess_exec(
        "sh", "-c", 'exec "$0" -m sidecar ask <&-', sys.executable, stdout=PIPE, stderr=PIPE, env=sidecar.environment
    )
    done = await ended(closed)
    assert (done.code, done.out) == (2, "")
    assert (await sidecar("ask", "caf\xe9".encode("latin-1"))).code == 0
    assert server.asked[-1].messages[-1].text == "café"  # type: ignore[union-attr]


@pytest.mark.req("CON-23")
async def test_at_a_terminal_silence_is_visible_and_the_answer_comes_once(
    sidecar: Command, server: OpenAIServer
) -> None:
    sidecar.uses(server)
    server.script.steps.append(say("Hola **Ana**, ", "qué \x1b[31mtal", first_wait_s=3.6, wait_s=0.1))
    ours, theirs = pty.openpty()
    asking = await start_python_async(
        *("-m", "sidecar", "ask", "hola"), environment=sidecar.environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen = await asyncio.wait_for(asyncio.to_thread(_everything, ours), 30)
    assert await asking.wait() == 0
    assert "3 s · Ctrl-C" in seen
    assert seen.endswith("Hola **Ana**, qué tal\r\n")
    assert seen.count("Ana") == 1
    assert "\x1b" not in seen


# -- more than one process


@pytest.mark.req("CLI-01")
async def test_who_has_the_home_open_answers(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    chat = await sidecar.start("chat", stdin=PIPE)
    await eventually(lambda: (sidecar.home / "sidecar.lock").exists() and (sidecar.home / "sidecar.lock").read_text())
    beside, command = await asyncio.gather(
        sidecar("ask", "--json", "desde afuera"), sidecar("ask", "--json", "/status")
    )
    assert beside.json["reply"] == "You said: desde afuera"
    assert beside.json["usage"]["output_tokens"] > 0
    assert command.json["handled_by"] == "command"
    assert chat.stdin is not None
    done = await ended(chat, b"hola\n")
    assert done.code == 0
    assert done.out.strip().endswith("You said: hola")
    assert "afuera" not in done.out, "whoever asked has read it"


@pytest.mark.req("CLI-01")
async def test_two_questions_at_once_get_each_their_answer(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    await sidecar("ask", "primera")
    one, two = await asyncio.gather(sidecar("ask", "uno"), sidecar("ask", "dos"))
    assert (one.code, one.out) == (0, "You said: uno\n")
    assert (two.code, two.out) == (0, "You said: dos\n")
    assert one.err + two.err == ""


@pytest.mark.req("CON-23", "CLI-02")
async def test_ctrl_c_cancels_the_answer(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps.append(say("Había ", "una vez", wait_s=60))
    asking = await sidecar.start("ask", "--json", "un cuento")
    await eventually(lambda: server.asked)
    asking.send_signal(signal.SIGINT)
    done = await ended(asking)
    assert done.code == 130
    assert done.json["ending"] == "cancelled"
    async with asyncio.timeout(30):
        await server.abandoned.get()
    trace = (await sidecar("trace", "--json")).json
    assert (trace["state"], trace["ending"]) == ("done", "cancelled")


@pytest.mark.req("CLI-02")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 130), (signal.SIGHUP, 130), (signal.SIGKILL, -9)])
async def test_what_was_not_answered_is_answered_at_the_next_start(
    sidecar: Command, server: OpenAIServer, number: signal.Signals, code: int
) -> None:
    sidecar.uses(server)
    server.script.steps.append(HANG)
    asking = await sidecar.start("ask", "la primera")
    await eventually(lambda: server.asked)
    asking.send_signal(number)
    assert (await ended(asking)).code == code
    again = await sidecar("ask", "la segunda")
    assert again.out == "You said: la segunda\n"
    assert "You said: la primera" in again.err


@pytest.mark.req("CLI-02", "CON-22")
@pytest.mark.parametrize("next_place", ["ask", "chat"])
async def test_an_answer_whose_asker_died_is_shown_at_the_next_occasion(
    sidecar: Command, server: OpenAIServer, next_place: str
) -> None:
    sidecar.uses(server)
    server.script.steps.append(HANG)
    first = await sidecar.start("ask", "la primera")
    await eventually(lambda: server.asked)
    second = await sidecar.start("ask", "la segunda")
    await eventually(lambda: stored(sidecar, "la segunda"))
    second.send_signal(signal.SIGKILL)
    await second.wait()
    first.send_signal(signal.SIGINT)
    done = await ended(first)
    assert done.code == 130 and "la segunda" not in done.out + done.err
    assert server.asked[-1].messages[-1] == UserMessage("la segunda")
    if next_place == "ask":
        again = await sidecar("ask", "la tercera")
        assert again.out == "You said: la tercera\n"
        assert again.err.count("You said: la segunda") == 1
        assert "la segunda" not in (await sidecar("ask", "la cuarta")).err
    else:
        age_outbox(sidecar)
        assert (await sidecar("chat", stdin=b"")).out.count("You said: la segunda") == 1
        assert "la segunda" not in (await sidecar("chat", stdin=b"")).out


def stored(sidecar: Command, text: str) -> bool:
    with closing(sqlite3.connect(sidecar.home / "sidecar.db")) as db:
        return bool(db.execute("select 1 from inbox where text = ?", (text,)).fetchone())


def age_outbox(sidecar: Command) -> None:
    """Let two minutes pass, in which whoever asked might have fetched the answer."""
    with closing(sqlite3.connect(sidecar.home / "sidecar.db")) as db, db:
        db.execute("update outbox set not_before = '2020-01-01T00:00:00.000000Z' where state = 'waiting'")


@pytest.mark.req("CLI-03")
async def test_a_chat_stops_cleanly_when_told_so(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps.append(HANG)
    chat = await sidecar.start("chat", stdin=PIPE)
    assert chat.stdin is not None
    chat.stdin.write(b"una pregunta\n")
    await eventually(lambda: server.asked)
    chat.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(chat.wait(), 30) == 0
    chat.stdin.close()
    assert '"stopped"' in (sidecar.home / "logs" / "events.jsonl").read_text(encoding="utf-8")
    done = await sidecar("chat", stdin=b"")
    assert "You said: una pregunta" in done.out


@pytest.mark.req("CLI-01")
async def test_two_homes_do_not_touch(tmp_path: Path) -> None:
    one, two = Command(tmp_path / "uno con espacios y ñandú"), Command(tmp_path / "two")
    await asyncio.gather(one("ask", "hola"), one.having(LANG="en_US.UTF-8")("--home", str(two.home), "ask", "hello"))
    assert "Idioma" in (one.home / "user.md").read_text(encoding="utf-8")
    assert "Language" in (two.home / "user.md").read_text(encoding="utf-8")
    counts = [(await command("status", "--json")).json["messages"] for command in (one, two)]
    assert counts == [2, 2]


def _everything(descriptor: int) -> str:
    """What is written to a terminal until the program that has it ends."""
    seen = b""
    with suppress(OSError):  # Linux says so when the other side is closed
        while chunk := os.read(descriptor, 65536):
            seen += chunk
    os.close(descriptor)
    return seen.decode("utf-8")


@pytest.mark.req("MEM-10", "CON-60")
async def test_an_edit_of_the_memory_file_holds_for_the_next_question(sidecar: Command) -> None:
    await sidecar("ask", "vivo en Rosario")
    file = sidecar.home / "MEMORY.md"
    file.write_text(file.read_text(encoding="utf-8").replace("Vive en Rosario", "Vive en Funes"), encoding="utf-8")
    answer = await sidecar("ask", "¿dónde vivo?")
    assert "Funes" in answer.out
    assert "Rosario" not in answer.out
