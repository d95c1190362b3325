"""A short life, told to the whole companion: what changes is replaced, what is over leaves, what holds stays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.life import live
from bench.life_script import load_lives
from bench.life_tally import Tally

Row = dict[str, object]


def fact(id: str, text: str, *has: str, domain: str = "personal", subject: str = "user", **more: object) -> Row:
    return {"id": id, "text": text, "has": has, "domain": domain, "subject": subject, **more}


SPANISH: Sequence[Row] = (
    {"at": "2025-03-01 09:00", "user": "hola! soy Nadia", "facts": [
        fact("name", "Se llama Nadia", "nadia", keep=True)]},
    {"at": "2025-03-01 09:05", "user": "tomo levotiroxina 75", "facts": [
        fact("75", "Toma levotiroxina 75", "levotiroxina", "75", domain="health", keep=True)]},
    {"at": "2025-03-02 10:00", "user": "trabajo en una librería", "facts": [
        fact("books", "Trabaja en una librería", "librer", domain="work", keep=True)]},
    {"at": "2025-03-03 10:00", "user": "mi perro se llama Otto", "facts": [
        fact("otto", "Su perro se llama Otto", "otto", domain="relationships", subject="other", keep=True)]},
    {"at": "2025-03-03 10:01", "question": "¿qué edad tiene mi perro?", "answer": []},
    {"at": "2025-05-10 18:00", "user": "ahora tomo levotiroxina 88", "ends": ["75"], "facts": [
        fact("88", "Toma levotiroxina 88", "levotiroxina", "88", domain="health", keep=True)]},
    {"at": "2025-05-11 18:00", "question": "¿cuánta levotiroxina tomo?", "answer": ["88"]},
    {"at": "2025-07-02 08:00", "user": "renuncié a la librería, ahora trabajo en un vivero",
     "ends": ["books"], "facts": [
        fact("plants", "Trabaja en un vivero", "vivero", domain="work", keep=True)]},
    {"at": "2025-07-02 08:01", "question": "¿dónde trabajo?", "answer": ["plants"]},
    {"at": "2025-12-20 08:00", "question": "¿cómo me llamo?", "answer": ["name"]},
)  # fmt: skip
ENGLISH: Sequence[Row] = (
    {"at": "2025-03-01 09:00", "user": "hi! I'm Nadia", "facts": [fact("name", "Is called Nadia", "nadia", keep=True)]},
    {"at": "2025-03-01 09:05", "user": "I take losartan 50", "facts": [
        fact("50", "Takes losartan 50", "losartan", "50", domain="health", keep=True)]},
    {"at": "2025-03-02 10:00", "user": "I work at a bookshop", "facts": [
        fact("books", "Works at a bookshop", "bookshop", domain="work", keep=True)]},
    {"at": "2025-03-03 10:00", "user": "my sister lives in Leeds", "facts": [
        fact("leeds", "Their sister lives in Leeds", "sister", "leeds", domain="relationships", subject="other")]},
    {"at": "2025-03-03 10:01", "question": "what's my sister's job?", "answer": []},
    {"at": "2025-05-10 18:00", "user": "I take losartan 100 now", "ends": ["50"], "facts": [
        fact("100", "Takes losartan 100", "losartan", "100", domain="health", keep=True)]},
    {"at": "2025-05-11 18:00", "question": "how much losartan do I take?", "answer": ["100"]},
    {"at": "2025-07-02 08:00", "user": "I quit the bookshop, I work at a nursery now", "ends": ["books"], "facts": [
        fact("plants", "Works at a nursery", "nursery", domain="work", keep=True)]},
    {"at": "2025-07-02 08:01", "question": "where do I work?", "answer": ["plants"]},
    {"at": "2025-12-20 08:00", "question": "what's my name?", "answer": ["name"]},
)  # fmt: skip


@pytest.mark.req("MEM-14", "MEM-17", "MEM-40", "MEM-52", "CON-60")
@pytest.mark.parametrize(("name", "rows"), [("es", SPANISH), ("en", ENGLISH)])
async def test_a_short_life(tmp_path: Path, name: str, rows: Sequence[Row]) -> None:
    (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (life,) = load_lives(tmp_path, [])
    tally = await live(life, labels=False)
    assert not wrong(tally), "\n".join(tally.rows)


def wrong(tally: Tally) -> dict[str, int]:
    return {
        key: amount - tally.counts[f"{key}+"]
        for key, amount in tally.counts.items()
        if not key.endswith("+") and amount > tally.counts[f"{key}+"]
    }
