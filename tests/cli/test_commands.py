"""The other commands, run as a person or a script runs them."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tomllib
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.cli.conftest import Command, ended
from tests.eventually import eventually
from tests.fork_server import start_python_async
from tests.loopback.openai_server import OpenAIServer

ALL_HELP = """
from sidecar.cli.main import run
for words in [[], *([c] for c in "ask chat completion config cost logs status trace".split()),
              *(["config", c] for c in "show check path set".split())]:
    print("=====", *words, flush=True)
    assert run([*words, "--help"]) == 0
"""


@pytest.mark.req("CLI-04")
@pytest.mark.parametrize(
    ("locale", "usage", "example"), [("es_AR.UTF-8", "Uso:", "Ejemplo:"), ("en", "Usage:", "Example:")]
)
async def test_help_on_every_command_has_an_example(sidecar: Command, locale: str, usage: str, example: str) -> None:
    sections = (await sidecar.having(LANG=locale).python(ALL_HELP)).split("=====")[1:]
    assert len(sections) == 13
    for section in sections:
        assert usage in section
        assert ("[OPTIONS]" in section) == (locale == "en")
        assert f"{example} sidecar " in " ".join(section.split()) or f"{example} eval" in section


@pytest.mark.req("CLI-04")
async def test_did_you_mean(sidecar: Command) -> None:
    code = """
from sidecar.cli.main import run
for words in "aks", "statsu --json", "ask --jsno x", "config shwo", "config show --jsom --json":
    print("=====", run(words.split()), flush=True)
"""
    done = await ended(await start_python_async("-c", code, environment=sidecar.environment))
    assert done.out.count("===== 2") == 5
    for meant in ("ask", "--json", "show"):
        assert re.search(rf"Quisiste decir '?{meant}'?\\?", done.err), done.err
    objects = [json.loads(line) for line in done.out.splitlines() if line.startswith("{")]
    assert [found["error"]["code"] for found in objects] == ["config", "config"]
    assert "status" in objects[0]["error"]["message"]
    assert "--json" in objects[1]["error"]["message"]


@pytest.mark.req("CLI-04")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
async def test_completion(sidecar: Command, shell: str) -> None:
    script = await sidecar("completion", shell)
    assert script.code == 0
    assert f"_SIDECAR_COMPLETE={shell}_complete" in script.out
    words = sidecar.having(
        _SIDECAR_COMPLETE=f"{shell}_complete", COMP_WORDS="sidecar co", COMP_CWORD="1" if shell != "fish" else "co"
    )
    offered = await words()
    assert {"completion", "config", "cost"} <= set(re.findall(r"\w+", offered.out))
    assert "status" not in offered.out


@pytest.mark.req("CLI-03")
@pytest.mark.parametrize(
    "variables",
    [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=lambda variables: next(iter(variables)),
)
async def test_text_is_utf8_in_any_locale(sidecar: Command, variables: dict[str, str]) -> None:
    done = await sidecar.having(**variables, NO_COLOR="1").in_new_interpreter(
        "ask", "¿qué día es en San José de Costa Rica, che?"
    )
    assert done.code == 0
    assert re.search(r"(lunes|martes|miércoles|jueves|viernes|sábado|domingo)", done.out), done.out
    helped = await sidecar.having(**variables).in_new_interpreter("ask", "--help")
    assert "entrada estándar" in helped.out
    assert "\x1b" not in done.out + helped.out


@pytest.mark.req("CLI-01", "CLI-03")
async def test_without_HOME_and_with_a_home_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for home in (file, file / "below", Path("/proc/nowhere")):
        done = await Command(home)("ask", "--json", "hola")
        assert done.code == 2
        assert done.json["error"]["hint"]
        assert str(home) in done.json["error"]["message"]
    nobody = await Command(tmp_path / "x").having(SIDECAR_HOME="~nobody-here/x")("status")
    assert nobody.code == 2
    assert "Traceback" not in nobody.err
    homeless = Command(tmp_path / "y")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sidecar", "config", "path"), stdout=PIPE, stderr=PIPE,
        env={name: value for name, value in homeless.environment.items() if name not in ("HOME", "SIDECAR_HOME")},
    )  # fmt: skip
    done = await ended(process)
    assert done.code == 0
    assert done.out.strip().endswith("sidecar.toml")


@pytest.mark.req("OPS-12")
async def test_reading_a_home_that_does_not_exist_yet(sidecar: Command) -> None:
    status = (await sidecar("status", "--json")).json
    assert (status["model"], status["messages"], status["waiting"]) == ("", 0, 0)
    assert (await sidecar("cost", "--json")).json["month"]["requests"] == 0
    trace = await sidecar("trace", "--json")
    assert (trace.code, trace.json["error"]["code"]) == (1, "error")
    assert (await sidecar("trace", "9" * 30)).code == 2


# -- config


@pytest.mark.req("OPS-02")
async def test_config_set_changes_one_line_and_nothing_else(sidecar: Command) -> None:
    sidecar.home.mkdir()
    file = sidecar.home / "sidecar.toml"
    before = (
        b'# my settings\r\n[turn]\r\nseconds = 60 # a minute\r\n\r\n[models.chat]\r\nmodel = "ollama:a" # small\r\n'
    )
    file.write_bytes(before)
    code = """
from sidecar.cli.main import run
for words in ("models.chat.model ollama:b", "models.chatt.model x:y", "models.chat 5", "turn.seconds abc",
              "turn.seconds nan", "turn.seconds.x 1", "models 5", "a..b 1", "tools.read_url.ports [80,443]",
              "models.chat.api_key 1234567890123"):
    print("=====", run(["config", "set", *words.split()]), flush=True)
"""
    out = await sidecar.python(code)
    assert re.findall(r"===== (\d)", out) == list("0222222200")
    assert "1234567890123" not in out
    after = file.read_bytes()
    assert after.startswith(before.replace(b"ollama:a", b"ollama:b").rstrip())
    assert b"ports = [80, 443]" in after
    assert b'api_key = "1234567890123"' in after
    shown = await sidecar("config", "show", "--json")
    assert "1234567890123" not in shown.out
    assert shown.json["models"]["chat"] | {"context_window": None} == {
        "model": "ollama:b", "base_url": "", "api_key": "[secret]", "context_window": None, "thinking": None,
        "tools": None, "fallback": None,
    }  # fmt: skip
    assert (await sidecar("config", "path")).out == f"{file}\n"


@pytest.mark.req("OPS-02", "MEM-02")
async def test_config_check(sidecar: Command) -> None:
    assert (await sidecar("config", "set", "models.chat.model", "ollama:b")).code == 0
    assert (await sidecar("config", "check")).code == 0
    (sidecar.home / "sidecar.toml").write_text("[models.chat]\nmodel = 'ollma:b'\n", encoding="utf-8")
    wrong = await sidecar("config", "check")
    assert wrong.code == 2
    assert "ollama" in wrong.err
    (sidecar.home / "sidecar.toml").write_text("[models.chat\n", encoding="utf-8")
    for command in (("ask", "hola"), ("config", "check"), ("config", "set", "turn.seconds", "5"), ("status",)):
        done = await sidecar(*command)
        assert (done.code, done.out) == (2, "")
        assert "sidecar.toml" in done.err
    assert (sidecar.home / "sidecar.toml").read_text(encoding="utf-8") == "[models.chat\n"


@pytest.mark.req("MEM-02")
async def test_a_wrong_timezone_stops_the_start_and_a_missing_one_is_told(sidecar: Command) -> None:
    sidecar.home.mkdir()
    user = sidecar.home / "user.md"
    user.write_text("- **Language**: en\n- **Timezone**: America/Buenos_Aire\n", encoding="utf-8")
    stopped = await sidecar("ask", "--json", "what time is it?")
    assert stopped.code == 2
    assert "America/Buenos_Aire " in stopped.json["error"]["message"]
    assert "America/Argentina/Buenos_Aires" in stopped.json["error"]["hint"]
    assert (await sidecar("chat", stdin=b"hola\n")).code == 2
    user.write_text("- **Language**: en\n", encoding="utf-8")
    asked = await sidecar("ask", "what time is it?")
    assert asked.code == 0
    assert "(UTC)" in asked.out
    assert "no time zone" in " ".join((await sidecar("status", "--json")).json["warnings"])
    assert (sidecar.home / "SOUL.md").read_text(encoding="utf-8").startswith("# Who I am")


@pytest.mark.req("OPS-02")
async def test_config_set_judges_the_result(sidecar: Command) -> None:
    sidecar.home.mkdir()
    file = sidecar.home / "sidecar.toml"
    file.write_text('[turn]\nseconds = "x" # oops\n', encoding="utf-8")
    english = sidecar.having(LANG="en")
    assert (await english("config", "set", "turn.seconds", "y")).code == 2
    assert (await english("config", "set", "turn.seconds", "300")).code == 0
    assert file.read_text(encoding="utf-8") == "[turn]\nseconds = 300 # oops\n"
    for wrong in ("gpt-5-mini", "opneai:gpt-5-mini"):
        refused = await english("config", "set", "models.chat.model", wrong)
        assert (refused.code, refused.out) == (2, "")
    assert "models" not in file.read_text(encoding="utf-8")
    keyless = await english("config", "set", "models.chat.model", "openai:gpt-5-mini")
    assert keyless.code == 0
    assert keyless.err.startswith("! ")
    assert "OPENAI_API_KEY" in keyless.err
    with_key = await english.having(OPENAI_API_KEY="k" * 20)("config", "set", "models.chat.model", "openai:gpt-5")
    assert (with_key.code, with_key.err) == (0, "")
    overridden = await english.having(SIDECAR_TURN__SECONDS="7")("config", "set", "turn.seconds", "200")
    assert overridden.code == 0
    assert "SIDECAR_TURN__SECONDS" in overridden.err


@pytest.mark.req("OPS-02")
async def test_config_show_can_be_read_as_toml(sidecar: Command) -> None:
    assert (await sidecar("config", "set", "models.chat.model", "ollama:ñ")).code == 0
    shown = tomllib.loads((await sidecar("config", "show")).out)
    assert shown["models"]["chat"] == {"model": "ollama:ñ", "base_url": "", "api_key": ""}
    as_json = (await sidecar("config", "show", "--json")).json
    assert (shown["turn"], shown["tools"]) == (as_json["turn"], as_json["tools"])


@pytest.mark.req("OPS-02", "LLM-02", "LLM-05")
async def test_config_show_and_set_know_prices_limits_and_chains(sidecar: Command) -> None:
    code = """
from sidecar.cli.main import run
for key, value in (("prices.'openai:x-4.1'", "{input = 0.5, output = 2}"), ('prices."openai:x-4.1".cached', "0.1"),
                   ("budget.day_usd", "1.5"), ("models.chat.model", "ollama:a"),
                   ("models.chat.fallback", '["ollama:b", {model = "openai:c", base_url = "http://127.0.0.1:9/v1"}]'),
                   ("models.memory", "[ollama:m, ollama:n]"), ("models.tools", "opneai:x"),
                   ("models.tools.base_url", "hola"), ("budget.cheaper", "nada"), ("budget.month_usd", "-1"),
                   ("prices.'openai:y'.input", "1"), ("prices.'openai:y", "1"), ("turn..seconds", "1")):
    print("=====", run(["config", "set", key, value]), flush=True)
"""
    out = await sidecar.python(code)
    assert re.findall(r"===== (\d)", out) == list("0000002222222")
    shown = tomllib.loads((await sidecar("config", "show")).out)
    assert shown["prices"] == {"openai:x-4.1": {"input": 0.5, "output": 2, "cached": 0.1}}
    assert shown["budget"]["day_usd"] == 1.5
    assert [item["model"] for item in shown["models"]["chat"]["fallback"]] == ["ollama:b", "openai:c"]
    assert [shown["models"]["memory"]["model"], shown["models"]["memory"]["fallback"][0]["model"]] == [
        "ollama:m",
        "ollama:n",
    ]
    as_json = (await sidecar("config", "show", "--json")).json
    assert (as_json["budget"]["day_usd"], as_json["prices"]) == (1.5, shown["prices"])
    assert (await sidecar("config", "check")).code == 0
    negative = await sidecar("config", "set", "budget.month_usd", "-1")
    assert "cero o más" in negative.err


@pytest.mark.req("MEM-02")
async def test_files_that_are_no_text_are_told(sidecar: Command) -> None:
    sidecar.home.mkdir()
    (sidecar.home / "user.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (sidecar.home / "SOUL.md").mkdir()
    for done in (await sidecar("status"), await sidecar("config", "check")):
        assert done.code == 0
        assert "user.md no es un archivo de texto" in done.out
        assert "No puedo leer SOUL.md" in done.out


@pytest.mark.req("CLI-02", "CLI-03")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
@pytest.mark.parametrize(
    "words", ["status --json", "ask --json hola", "cost", "--help", "config path", "statsu --json"]
)
@pytest.mark.parametrize("output", ["> /dev/full", "> /dev/full 2> /dev/full"])
async def test_an_output_that_takes_nothing(sidecar: Command, words: str, output: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", f'exec "$0" -m sidecar {words} {output}', sys.executable),
        stdout=PIPE,
        stderr=PIPE,
        env=sidecar.environment,
    )
    done = await ended(process)
    assert done.code == (2 if words.startswith("statsu") else 1)
    assert done.err.count("\n") == ("2>" not in output)
    assert "Traceback" not in done.err


@pytest.mark.req("CLI-01")
async def test_a_home_that_is_a_file_is_called_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for command in ("status", "ask hola", "config show", "logs", "trace"):
        for home in (file, file / "below"):
            done = await Command(home).having(LANG="en")(*command.split())
            assert done.code == 2
            assert f"{file} is a file, not a folder" in done.err


@pytest.mark.req("CLI-01")
async def test_many_at_once_in_a_new_home(sidecar: Command) -> None:
    done = await asyncio.gather(*(sidecar("config", "set", "turn.seconds", "300") for _ in range(6)))
    assert [(each.code, each.err) for each in done] == [(0, "")] * 6
    assert sorted(path.name for path in sidecar.home.glob(".*")) == []


# -- what happened


@pytest.mark.req("OBS-03", "OBS-01")
async def test_looking_back(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    await sidecar("ask", "hola")
    await sidecar("ask", "chau")
    trace = await sidecar("trace", "1", "--prompt")
    assert "You said: hola" in trace.out
    assert "<user_knowledge>" in trace.out
    brief = (await sidecar("trace", "1")).out
    assert "<user_knowledge>" not in brief
    assert "(America/Montevideo)" in brief.splitlines()[0]
    assert " · entregado · " in brief
    assert "terminado: completo por el modelo; " in brief
    as_json = (await sidecar("trace", "--json", "--prompt")).json
    assert " ".join(as_json["message"]) == ("id channel person text received_at address reply_to attachments metadata")
    assert " ".join(as_json["messages"][0]) == ("speaker text at turn channel completeness tool_calls tool_call_id")
    assert as_json["turn"] == 2
    assert "chau" in as_json["requests"][0]["prompt"]
    cost = (await sidecar("cost", "--json")).json
    assert cost["today"]["requests"] == 2
    assert cost["month_by_model"]["openai:loopback"]["input_tokens"] == 200
    lines = (await sidecar("logs", "--json", "--turn", "2")).out.splitlines()
    events = [json.loads(line) for line in lines]
    assert {event["turn"] for event in events} == {2}
    names = [event["event"] for event in events]
    assert names.index("message.received") < names.index("turn.started") < names.index("turn.finished")
    human = (await sidecar("logs", "-n", "1")).out
    assert re.match(r"[-\d]{10} [:\d]{8} -03  ", human)
    assert human.count("\n") == 1
    assert "stopped" in human


@pytest.mark.req("OBS-03")
async def test_logs_of_rotated_files_and_to_a_reader_that_leaves(sidecar: Command) -> None:
    logs = sidecar.home / "logs"
    logs.mkdir(parents=True)
    for name, first in (("events.jsonl.2", 0), ("events.jsonl.1", 1000), ("events.jsonl", 2000)):
        lines = [
            f'{{"event": "delivered", "n": {n}, "text": "{"x" * 200}\\\\n\\\\u001b[31m"}}'
            for n in range(first, first + 1000)
        ]
        (logs / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (logs / "events.jsonl.bak").write_text("not ours\n", encoding="utf-8")
    found = [json.loads(line)["n"] for line in (await sidecar("logs", "--json", "-n", "2500")).out.splitlines()]
    assert found == list(range(500, 3000))
    human = (await sidecar("logs", "-n", "2")).out
    assert "\x1b" not in human
    assert human.count("\n") == 2
    pipe = '"$0" -m sidecar logs -n 3000 | head -1'
    leaving = await asyncio.create_subprocess_exec(
        "sh", "-c", pipe, sys.executable, stdout=PIPE, stderr=PIPE, env=sidecar.environment
    )
    done = await ended(leaving)
    assert (done.out.count("\n"), done.err) == (1, "")


@pytest.mark.req("OBS-03")
async def test_logs_follow(sidecar: Command) -> None:
    file = sidecar.home / "logs" / "events.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text('{"event": "old"}\n', encoding="utf-8")
    following = await sidecar.start("logs", "--follow", "--json")
    assert following.stdout is not None
    assert json.loads(await asyncio.wait_for(following.stdout.readline(), 30)) == {"event": "old"}
    with file.open("a", encoding="utf-8") as log:
        log.write('{"event": ')
        log.flush()
        await asyncio.sleep(0.7)  # it looks at half a line, or it does not: both must do
        log.write('"añadido"}\n')
    assert json.loads(await asyncio.wait_for(following.stdout.readline(), 30)) == {"event": "añadido"}
    with file.open("a", encoding="utf-8") as log:
        log.write('{"event": "the last before the rotation"}\n')
    file.rename(file.with_suffix(".jsonl.1"))
    file.write_text('{"event": "1", "with": "more words in the new file than there were in all of the old one"}\n')
    for event in ("the last before the rotation", "1"):
        assert json.loads(await asyncio.wait_for(following.stdout.readline(), 30))["event"] == event
    following.send_signal(2)
    assert await asyncio.wait_for(following.wait(), 30) == 130


@pytest.mark.req("SEC-04")
async def test_everything_is_the_persons_alone(sidecar: Command) -> None:
    await sidecar("config", "set", "models.chat.model", "ollama:x")
    await sidecar("ask", "qué hora es")
    assert sidecar.home.stat().st_mode & 0o777 == 0o700
    open_to_others = [path.name for path in sidecar.home.rglob("*") if path.stat().st_mode & 0o077]
    assert open_to_others == []


# -- SOUL.md


@pytest.mark.req("CON-14")
async def test_a_new_soul_counts_at_the_next_message(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    done = await sidecar("config", "set", "memory.extract", "false")  # only the conversation asks the model here
    assert done.code == 0
    chat = await sidecar.start("chat", stdin=PIPE)
    assert chat.stdin is not None
    chat.stdin.write(b"hola\n")
    await eventually(lambda: len(server.asked) == 1)
    assert "Soy Sidecar" in server.asked[0].system
    soul = sidecar.home / "SOUL.md"
    soul.write_text("Sos un pirata.", encoding="utf-8")
    chat.stdin.write(b"hola de nuevo\n")
    await eventually(lambda: len(server.asked) == 2)
    assert server.asked[1].system.startswith("Sos un pirata.\n")
    replacement = soul.with_suffix(".new")
    replacement.write_text("Sos un poeta.", encoding="utf-8")
    replacement.replace(soul)
    chat.stdin.write(b"y de nuevo\n")
    await eventually(lambda: len(server.asked) == 3)
    assert server.asked[2].system.startswith("Sos un poeta.\n")
    assert (await ended(chat, b"")).code == 0


@pytest.mark.req("CLI-02")
async def test_the_status_for_programs_is_the_same_in_every_language(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    await sidecar("reminders", "add", "sacar la ropa", "--when", "en 3 horas")
    chat = await sidecar.start("chat", stdin=-1)
    try:
        await eventually(
            lambda: (sidecar.home / "sidecar.lock").exists() and (sidecar.home / "sidecar.lock").read_text()
        )
        found = (await sidecar("status", "--json")).json
    finally:
        assert chat.stdin
        chat.stdin.close()
        await chat.wait()
    reminder = (await sidecar("reminders", "list", "--json")).json["reminders"][0]
    assert found["next_reminder"] == reminder
    assert (found["channels"], found["open_elsewhere"]) == ([], True)
    assert found["today"] == {
        "cost_usd": 0.0, "requests": 0, "unpriced_requests": 0,
        "input_tokens": 0, "cached_tokens": 0, "output_tokens": 0,
    }  # fmt: skip


@pytest.mark.req("CON-60")
async def test_the_way_to_a_model_can_be_followed_from_the_conversation(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    assert "/exit" in (await here("ask", "tell me a story")).out
    for typed in ("/setup", "sidecar setup"):
        answer = (await here("ask", typed)).out
        assert "/exit" in answer and "sidecar setup" in answer
    assert "/exit close the conversation" in (await here("ask", "/help")).out


@pytest.mark.req("LLM-07")
async def test_the_status_says_that_a_key_is_gone(sidecar: Command) -> None:
    sidecar.home.mkdir()
    (sidecar.home / "sidecar.toml").write_text('[models]\nchat = "deepseek:deepseek-chat"\n')
    warnings = (await sidecar("status", "--json")).json["warnings"]
    assert any("DeepSeek" in warning and "sidecar setup" in warning for warning in warnings)
    assert (await sidecar.having(DEEPSEEK_API_KEY="sk-0123456789")("status", "--json")).json["warnings"] == [
        warning for warning in warnings if "DeepSeek" not in warning
    ]


@pytest.mark.req("CLI-01")
async def test_a_setting_is_read_and_taken_back(sidecar: Command) -> None:
    assert (await sidecar("config", "set", "budget.day_usd", "0.5")).code == 0
    assert (await sidecar("config", "get", "budget.day_usd")).out.strip() == "0.5"
    assert "budget.month_usd" in (await sidecar("config", "get", "budget")).out
    done = await sidecar("config", "unset", "budget.day_usd")
    assert (done.code, "budget.day_usd" in done.out) == (0, True)
    assert "0.5" not in (sidecar.home / "sidecar.toml").read_text(encoding="utf-8")
    assert (await sidecar("config", "unset", "budget.day_usd")).code == 2
    assert (await sidecar("config", "get", "budget.dia")).code == 2


@pytest.mark.req("CLI-02", "CLI-04")
@pytest.mark.parametrize(
    "words",
    [("logs", "-n", "abc"), ("logs", "--turn", "0"), ("audit", "-n", "0"), ("trace", "x"), ("audit", "show", "1.5")],
)
async def test_a_wrong_number_is_told_in_plain_words(sidecar: Command, words: tuple[str, ...]) -> None:
    for locale, told in (
        ("es_AR.UTF-8", "tiene que ser un número entero, de 1"),
        ("en_US.UTF-8", "it has to be a whole number"),
    ):
        answer = await sidecar.having(LANG=locale)(*words)
        assert answer.code == 2 and told in answer.err and "range" not in answer.err
