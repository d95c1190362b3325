"""`sidecar memory` as people and scripts use it: shapes, exit codes, and the file beside it."""

from __future__ import annotations

import json
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

_FACT = {
    "id", "text", "domain", "subject", "confidence", "weight", "scope", "source", "critical", "learned", "confirmed",
    "stale", "until", "superseded_by", "unconfirmed_change_of", "origin",
}  # fmt: skip
_SETTINGS = '[memory]\nembedder = ""\n'


@pytest.fixture
def home(sidecar: Command) -> Command:
    """Without the embedder, whose loading takes longer than all the rest."""
    sidecar.home.mkdir()
    (sidecar.home / "sidecar.toml").write_text(_SETTINGS, encoding="utf-8")
    return sidecar


async def batch(sidecar: Command, command: str, *lines: object) -> list[dict[str, Any]]:
    """The answers to these lines; a text is a line as it stands."""
    given = "\n".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    done = await sidecar("memory", command, "--batch", stdin=given.encode())
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.split("\n") if line]


@pytest.mark.req("MEM-10", "CLI-02")
async def test_a_fact_has_all_its_fields_and_its_life_is_told(home: Command) -> None:
    added, again, listed, only, none, replaced, active, archived, why = await home.run_all(
        "memory",
        "add vivo en Tacuarembó --domain personal --json",
        "add 'Vivo en Tacuarembó' --json",
        "list --json",
        "list --domain personal --json",
        "list --domain health --json",
        "add vivo en Melo --json",
        "list --json",
        "list --archived --json",
        "why 2 --json",
    )
    assert set(added.json) == _FACT | {"became"}
    assert (added.json["id"], added.json["text"], added.json["became"]) == (1, "Vive en Tacuarembó", "new")
    assert (added.json["domain"], added.json["source"], added.json["confidence"]) == ("personal", "explicit", "high")
    assert (again.json["id"], again.json["became"], again.json["weight"]) == (1, "confirmed", 2)
    (fact,) = listed.json["facts"]
    assert set(fact) == _FACT
    assert only.json == listed.json
    assert none.json == {"facts": []}
    assert (replaced.json["id"], replaced.json["became"]) == (2, "replaced")
    assert [one["id"] for one in active.json["facts"]] == [2]
    assert [(one["id"], one["superseded_by"]) for one in archived.json["facts"]] == [(1, 2)]
    assert set(why.json) == _FACT | {"told", "replaced", "replaced_by"}
    assert ([one["id"] for one in why.json["replaced"]], why.json["replaced_by"], why.json["told"]) == ([1], None, [])


@pytest.mark.req("CLI-03")
async def test_in_words(home: Command) -> None:
    plainly = home.having(LC_ALL="C", NO_COLOR="1")
    added, listed, why, nothing = await plainly.run_all(
        "memory", "add mi tío cría ñandúes", "list", "why ñandues", "list --domain work"
    )
    assert "ñandúes" in added.out and "#1" in listed.out and "ñandúes" in listed.out and "ñandúes" in why.out
    assert nothing.code == 0 and nothing.out.strip()
    for done in (added, listed, why, nothing):
        assert (done.code, done.err) == (0, "")
        assert "\x1b" not in done.out and "**" not in done.out


@pytest.mark.req("MEM-17", "CLI-02")
async def test_health_need_not_be_named_and_is_not_replaced_unasked(home: Command) -> None:
    added, changed, listed = await home.run_all(
        "memory", "add soy alérgica al látex --json", "add ya no soy alérgica al látex --json", "list --json"
    )
    assert (added.json["domain"], added.json["critical"]) == ("health", True)
    assert (changed.json["became"], changed.json["unconfirmed_change_of"]) == ("awaits confirmation", 1)
    assert len(listed.json["facts"]) == 2


@pytest.mark.req("MEM-16", "CLI-02")
async def test_several_that_fit_are_refused_with_the_list(home: Command) -> None:
    *_, words, as_json, kept, why, everything, left = await home.run_all(
        "memory",
        "add tengo una moto roja",
        "add tengo una moto de agua",
        "add crío abejas",
        "forget moto",
        "forget moto --json",
        "list --json",
        "why moto --json",
        "forget moto --all --json",
        "list --json",
    )
    assert (words.code, words.out) == (3, "") and "#1" in words.err and "#2" in words.err and "#3" not in words.err
    assert (as_json.code, as_json.json["error"]["code"]) == (3, "several_match")
    assert len(kept.json["facts"]) == 3
    assert (why.code, why.json["error"]["code"]) == (3, "several_match")
    assert set(everything.json) == {
        "forgotten", "documents", "messages", "prompts", "reminders", "typed_lines", "left", "stands_in",
    }  # fmt: skip
    assert [one["id"] for one in everything.json["forgotten"]] == [1, 2]
    assert (everything.json["documents"], everything.json["left"]) == (2, 0)
    assert [one["text"] for one in left.json["facts"]] == ["crío abejas"]
    assert "moto" not in (home.home / "MEMORY.md").read_text(encoding="utf-8")


@pytest.mark.req("CLI-02")
async def test_what_is_not_there_and_what_is_not_said(home: Command) -> None:
    for done in await home.run_all(
        "memory", "forget velero --json", "why velero --json", "why 9 --json", "forget 9 --json"
    ):
        assert (done.code, done.json["error"]["code"]) == (1, "not_found")
        assert set(done.json["error"]) == {"code", "message", "hint"}
    for done in await home.run_all(
        "memory", "add --json", "forget --json", "why --json", "list --domain bees --json", "import --json"
    ):
        assert (done.code, done.json["error"]["code"]) == (2, "config")
    for done in await home.run_all("memory", "add ' ' --json", f"add {'x' * 501} --json"):
        assert (done.code, done.json["error"]["code"]) == (1, "request")
    (typo,) = await home.run_all("memory", "forgot moto")
    assert typo.code == 2 and "forget" in typo.err


# -- the file


@pytest.mark.req("MEM-04", "MEM-16")
async def test_what_was_edited_while_nothing_ran_counts(home: Command) -> None:
    await home.run_all("memory", "add crío abejas", "add canto boleros", "add remo los sábados", "add pinto acuarelas")
    file = home.home / "MEMORY.md"
    text = file.read_text(encoding="utf-8")
    assert text.count("crío abejas") == 1
    (line,) = [line for line in text.splitlines() if "canto boleros" in line]
    edited = text.replace("Rema los sábados", "Rema los domingos").replace(f"{line}\n", "")
    file.write_text(edited.rstrip("\n") + "\n- colecciono mates\n", encoding="utf-8")
    listed, why = await home.run_all("memory", "list --json", "why mates --json")
    facts = {one["text"]: one for one in listed.json["facts"]}
    assert set(facts) == {"crío abejas", "Rema los domingos", "pinto acuarelas", "colecciono mates"}
    assert facts["Rema los domingos"]["id"] == 3
    assert facts["colecciono mates"]["source"] == "file"
    assert why.json["told"] == []
    assert "<!--" in file.read_text(encoding="utf-8").split("colecciono mates")[1].splitlines()[0], "it has an id now"


@pytest.mark.req("MEM-05")
async def test_importing_learnings_twice(home: Command, tmp_path: Path) -> None:
    old = tmp_path / "learnings.md"
    old.write_text(
        "## Health\n- [weight:6] Is celiac | learned:2024-02-03 | confirmed:2025-05-06\n"
        "## Work\n- [weight:2] Repairs violins | learned:2023-01-02\nnot a fact\n",
        encoding="utf-8",
    )
    first, listed, again, words = await home.run_all(
        "memory", f"import {old} --json", "list --json", f"import {old} --json", f"import {old}"
    )
    assert first.json["imported"] == 2 and first.json["known"] == 0
    assert [line.strip() for line in first.json["not_understood"]] == ["not a fact"]
    facts = {one["text"]: one for one in listed.json["facts"]}
    assert (facts["Is celiac"]["weight"], facts["Is celiac"]["learned"], facts["Is celiac"]["confirmed"]) == (
        6, "2024-02-03", "2025-05-06",
    )  # fmt: skip
    assert (facts["Repairs violins"]["source"], facts["Repairs violins"]["domain"]) == ("migrated", "work")
    assert (again.json["imported"], again.json["known"]) == (0, 2)
    assert words.code == 0 and "2" in words.out
    for path in (tmp_path / "missing.md", tmp_path):
        (missing,) = await home.run_all("memory", f"import {path} --json")
        assert (missing.code, missing.json["error"]["code"]) == (2, "config")


# -- without a home


@pytest.mark.req("CLI-02", "MEM-12", "MEM-17")
async def test_comparing(sidecar: Command) -> None:
    same, words, incomplete = await sidecar.run_all(
        "memory", "compare 'crío abejas' 'cría abejas' --json", "compare 'vive en Melo' 'vive en Rivera'", "compare uno"
    )
    assert set(same.json) == {"decision", "reason"}
    assert same.json["decision"] == "same"
    assert "contradi" in words.out.lower() and "_" not in words.out
    assert incomplete.code == 2
    assert not sidecar.home.exists()


@pytest.mark.req("CLI-02")
async def test_comparing_line_by_line(sidecar: Command) -> None:
    answers = await batch(
        sidecar,
        "compare",
        {"id": "b", "a": "vive en Melo", "b": "vive en Rivera", "lang": "es"},
        "",
        {"id": 7, "a": "Keeps bees", "b": "I keep bees", "lang": "en", "domain_a": "work", "domain_b": "health"},
        "no JSON",
        "[1, 2]",
        '{"id": "half", "a": "crío',
        "[" * 100_000,
        {"id": "none", "a": "crío abejas"},
        {"id": "number", "a": "crío abejas", "b": 5},
        {"a": "crío\u2028abejas", "b": "cría\x85abejas"},
        {"id": None, "a": "toca el oboe", "b": "vende pan", "lang": 3, "domain_a": "no such domain"},
    )
    assert [answer["id"] for answer in answers] == ["b", 7, None, None, None, None, "none", "number", None, None]
    codes = [answer.get("error", {}).get("code", answer.get("decision")) for answer in answers]
    assert codes == [
        "contradiction", "same", "config", "config", "config", "config", "config", "config", "same", "different",
    ]  # fmt: skip
    assert "4" in answers[2]["error"]["message"], "the number of the line"


@pytest.mark.req("CLI-02")
async def test_names_are_understood_in_both_languages(home: Command) -> None:
    for place in (home.having(LANG="es_AR.UTF-8"), home.having(LANG="en_GB.UTF-8")):
        added, listed, english, other, found, unknown = await place.run_all(
            "memory",
            "add soy celíaca --domain salud --json",
            "list --domain Salud --json",
            "list --domain health --json",
            "list --domain personal --json",
            "search celíaca --kind fact --json",
            "list --domain abejas",
        )
        assert added.json["domain"] == "health"
        assert listed.json == english.json and len(listed.json["facts"]) == 1 and other.json["facts"] == []
        assert len(found.json["hits"]) == 1
        assert unknown.code == 2 and "abejas" in unknown.err


@pytest.mark.req("CLI-02", "MEM-52")
async def test_extracting(sidecar: Command) -> None:
    (found, none, words) = await sidecar.run_all(
        "memory",
        "extract 'soy celíaca y trabajo en una imprenta' --lang es --json",
        "extract '¿qué hora es?' --json --patterns-only",
        "extract 'I work at a foundry' --lang en",
    )
    assert [set(fact) for fact in found.json["facts"]] == [{"text", "domain", "subject", "confidence", "critical"}] * 2
    assert {fact["domain"] for fact in found.json["facts"]} == {"health", "work"}
    assert none.json == {"facts": []}
    assert words.out == "Trabajo · Works at a foundry\n"
    answers = await batch(
        sidecar,
        "extract",
        {"id": 2, "text": "soy celíaca", "lang": "es"},
        {"id": 1, "text": "I am celiac", "lang": "en"},
        {"id": 0, "text": "¿soy celíaca?"},
        {"id": 9},
    )
    assert [answer["id"] for answer in answers] == [2, 1, 0, 9]
    assert [len(answer.get("facts", [])) for answer in answers] == [1, 1, 0, 0]
    assert answers[3]["error"]["code"] == "config"
    assert not sidecar.home.exists()


@pytest.mark.req("CLI-04")
async def test_help_has_an_example_everywhere(sidecar: Command) -> None:
    commands = ["", "add", "list", "forget", "why", "import", "compare", "extract"]
    for command, shown in zip(
        commands, await sidecar.run_all("memory", *(f"{each} --help" for each in commands)), strict=True
    ):
        assert shown.code == 0
        assert f"sidecar memory {command}".strip() in " ".join(shown.out.split())


# -- beside a conversation


@pytest.mark.req("MEM-50", "MEM-52", "MEM-16")
async def test_what_is_told_in_a_conversation_is_known_and_can_be_forgotten(home: Command) -> None:
    """With no model at all."""
    await home("ask", "soy celíaca y trabajo en una imprenta", "--lang", "es")
    listed, why = await home.run_all("memory", "list --json", "why imprenta --json")
    facts = {one["domain"]: one for one in listed.json["facts"]}
    assert set(facts) == {"health", "work"} and facts["health"]["critical"]
    assert {one["source"] for one in facts.values()} == {"inferred"}
    (told,) = why.json["told"]
    assert told["said"] == "soy celíaca y trabajo en una imprenta"
    gone, left = await home.run_all("memory", "forget imprenta --messages --json", "why celíaca --json")
    assert (gone.json["messages"], gone.json["left"]) == (1, 0)
    assert "imprenta" not in left.json["told"][0]["said"]
    await home("ask", "¿qué hora es?")
    (after,) = await home.run_all("memory", "list --json")
    assert [one["domain"] for one in after.json["facts"]] == ["health"]


@pytest.mark.req("MEM-50", "MEM-52")
async def test_what_a_finished_chat_left_unread_is_listed(home: Command) -> None:
    """A pipe that closes with its last line, and one of which nobody reads the answers."""
    await home("chat", stdin="soy celíaco\n".encode())
    assert "Es celíaco" in (home.home / "MEMORY.md").read_text(encoding="utf-8")
    chat = await home.start("chat", stdin=PIPE)
    assert chat.stdin is not None and chat.stdout is not None
    chat.stdin.write(b"toco el saxo\n")
    await chat.stdin.drain()
    await chat.stdout.readline()
    chat.kill()
    await chat.wait()
    (listed,) = await home.run_all("memory", "list --json")
    assert {"Es celíaco", "Toca el saxo"} <= {fact["text"] for fact in listed.json["facts"]}


@pytest.mark.req("MEM-50", "CON-60")
async def test_a_question_right_after_the_telling_is_answered(home: Command) -> None:
    asked = {"vivo en Lanús": "¿dónde vivo?", "i moved to York": "where do i live?"}
    for told, question in asked.items():
        chat = await home("chat", stdin=f"{told}\n{question}\n".encode())
        assert told.split()[-1] in chat.out.splitlines()[-1]


@pytest.mark.req("MEM-31", "CLI-02")
async def test_a_search_is_narrowed_and_says_what_is_impossible(home: Command) -> None:
    _, _, _, narrowed, shown, never, *wrong = await home.run_all(
        "memory",
        "add 'Vivo en Azul' --domain personal",
        "add 'Me mudé a Lobos' --domain personal",
        "add 'Mi hermana vive en Azul' --domain relationships",
        "search Azul --domain personal --since yesterday --until hoy --json",
        "search 'vive en Azul' --kind fact",
        "search Azul --until 2001 --json",
        "search Azul --since 2026-02-31",
        "search Azul --since tomorrow --until yesterday",
        "search Azul --domain nothing",
        "search Azul --channel fax",
    )
    assert [(hit["text"], hit["outdated"], hit["domain"]) for hit in narrowed.json["hits"]][-1] == (
        "Vive en Azul",
        True,
        "personal",
    )
    assert "antes] Vive en Azul" in shown.out
    assert never.json == {"hits": []}
    assert all(done.code != 0 and done.err for done in wrong)


@pytest.mark.req("MEM-31")
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "America/Argentina/Buenos_Aires", "Asia/Tokyo"])
async def test_a_text_of_a_collection_is_of_the_day_that_its_line_says(
    home: Command, tmp_path: Path, zone: str
) -> None:
    here = home.having(TZ=zone, LANG="en_US.UTF-8")
    days = ("2026-01-01", "2026-01-01T00:30:00", "1 January, 2026", "11:30 pm on 1 January, 2026")
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps({"id": day, "text": "the fridge", "date": day}) + "\n" for day in days))
    assert (await here("memory", "index", str(file), "--collection", "talk")).code == 0
    found = await here("memory", "search", "fridge", "--collection", "talk")
    assert found.out.count(" 2026-01-01] the fridge") == len(days), found
    hits = (await here("memory", "search", "fridge", "--collection", "talk", "--json")).json["hits"]
    assert {hit["date"][:10] for hit in hits} == {"2026-01-01"}
