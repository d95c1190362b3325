"""What a page of the documents tells its reader to type, and what it says that they will see."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_FENCE = re.compile(r"^(?P<margin> *)```(?P<kind>\w*)\n(?P<body>.*?)^(?P=margin)```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(?P<typed>(?:(?:\.venv/bin/)?sidecar [^`\n]+|/[a-záéíóú]+(?: [^`\n]*)?))`")
_SHELL_PROMPT, _CHAT_PROMPT = "$ ", "› "
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|…|\.\.\.")
_PLURAL = re.compile(r"(?<=\b0 )(\w+?)s?\b")
"""After a number that differs: `1 entrada`, `2 entradas`."""
_BORDER = re.compile(r"[●◆•\-*`_\s]+|\(crítico\)")
_DAYS = "|".join([*calendar.day_name, *calendar.month_name[1:], *calendar.month_abbr[1:], "today", "tomorrow"])
_DIAS = (
    "lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre"
    "|octubre|noviembre|diciembre|ene|abr|ago|dic|hoy|mañana"
)
_CHANGING = (
    (re.compile(rf"\b(?:{_DAYS}|{_DIAS})\b", re.IGNORECASE), "day"),
    (re.compile(r"\([A-Z]\w+(?:/\w+)+\)"), "(zone)"),
    (re.compile(r"#?\d[\d:.,–-]*(?:[ap]m)?"), "0"),
)
"""Ids, times, days, amounts and zones differ from reader to reader."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to type, in a shell or in the conversation."""

    kind: Literal["shell", "chat"]
    line: int
    typed: str
    shown: Sequence[str] = ()
    """Lines that the page shows below it."""
    mentioned: bool = False
    """In a table or a sentence: one of several things that one might do there; the next does not build on it."""


def find_steps(page: str) -> Iterator[Step]:
    """Yield the steps of a page from top to bottom; what has a placeholder (`TEXT`, `…`) cannot be typed."""
    found: list[tuple[int, Step]] = []
    for fence in _FENCE.finditer(page):
        prompt = {"console": _SHELL_PROMPT, "text": _CHAT_PROMPT}.get(fence["kind"])
        if prompt:
            first_line = page.count("\n", 0, fence.start("body")) + 1
            kind = "shell" if prompt == _SHELL_PROMPT else "chat"
            found += [
                (line, Step(kind, line, typed, shown))
                for line, typed, shown in _read_block(fence["body"], prompt, first_line)
            ]
    outside = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), page)
    for number, text in enumerate(outside.splitlines(), 1):
        for inline in _INLINE.finditer(text):
            if not _PLACEHOLDER.search(inline["typed"]):
                kind = "chat" if inline["typed"].startswith("/") else "shell"
                found.append((number, Step(kind, number, inline["typed"].replace(r"\|", "|"), mentioned=True)))
    yield from (step for _, step in sorted(found, key=lambda place: place[0]))


def missing_lines(step: Step, output: str) -> list[str]:
    """Return the lines that the page shows and the output has not, in this order."""
    missing: list[str] = []
    rest = normalize(output)
    for line in step.shown:
        before, there, after = rest.partition(normalize(line).removesuffix(".0"))
        if there or not normalize(line):
            rest = after
        else:
            missing.append(line)
            rest = before
    return missing


def normalize(text: str) -> str:
    """Return the words of a text without what changes from reader to reader, nor signs of layout."""
    for changing, same in _CHANGING:
        text = changing.sub(same, text)
    return _PLURAL.sub(r"\1", _BORDER.sub(" ", text).strip())


def _read_block(body: str, prompt: str, first_line: int) -> Iterator[tuple[int, str, Sequence[str]]]:
    typed, line, shown = "", 0, []
    for number, text in enumerate(map(str.strip, body.splitlines()), first_line):
        if text.startswith(prompt):
            if typed:
                yield line, typed, tuple(shown)
            typed, line, shown = text.removeprefix(prompt), number, []
        elif typed.endswith("\\"):
            typed = typed.removesuffix("\\") + text
        elif text:
            shown.append(text)
    if typed:
        yield line, typed, tuple(shown)
