"""A `MEMORY.md` on a real disk with facts in memory, for tests of what happens between them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from sidecar.domain.fact import Domain, Fact, NewFact
from sidecar.domain.person import OWNER, Preferences
from sidecar.files.atomic import replace_file
from sidecar.files.snapshot import ReplaceFile
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.files.sync_report import SyncReport
from sidecar.memory.ports import FactAddition, FactRemoval, FactUpdate
from tests.fakes.clock import FakeClock
from tests.fakes.facts import FakeFacts

LONG_AGO = date(2024, 5, 1)
TODAY = date(2026, 3, 15)
"""Of the `FakeClock`."""


class Desk:
    def __init__(self, folder: Path, *, clock: FakeClock | None = None, replace: ReplaceFile = replace_file) -> None:
        self.path = folder / "MEMORY.md"
        self.facts = FakeFacts()
        self.clock = clock or FakeClock()
        self.preferences = Preferences(language="es")
        self.sync = MemorySync(self.path, self.facts, self.clock, lambda: self.preferences, replace=replace)

    async def know(self, *texts: str, domain: Domain = Domain.GENERAL, **more: object) -> list[Fact]:
        """Facts that both sides have."""
        before = len(await self.active())
        for text in texts:
            fact = replace(NewFact(text, domain), **more)
            await self.facts.apply(OWNER, [FactAddition(fact, LONG_AGO, LONG_AGO)], self.clock.now())
        await self.sync.sync_now()
        return (await self.active())[before:]

    async def active(self) -> list[Fact]:
        return list(await self.facts.active(OWNER))

    async def texts(self) -> list[str]:
        return [fact.text for fact in await self.active()]

    async def fact(self, text: str) -> Fact:
        return next(fact for fact in await self.active() if fact.text == text)

    async def change(self, fact: Fact, **fields: object) -> None:
        await self.facts.apply(OWNER, [FactUpdate(replace(fact, **fields))], self.clock.now())  # type: ignore[arg-type]

    async def remove(self, fact: Fact) -> None:
        await self.facts.apply(OWNER, [FactRemoval(fact.id)], self.clock.now())

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def line(self, words: str) -> str:
        """The one line of the file that holds these words."""
        (line,) = (line for line in self.text.splitlines() if words in line)
        return line

    def edit(self, change: Callable[[str], str]) -> None:
        """As an editor does it that replaces the file by renaming."""
        new = self.path.with_suffix(".edited")
        new.write_bytes(change(self.path.read_bytes().decode("utf-8")).encode("utf-8"))
        os.replace(new, self.path)

    async def edited(self, change: Callable[[str], str]) -> SyncReport:
        self.edit(change)
        return await self.sync.sync_now()

    async def without(self, *words: str) -> SyncReport:
        """The lines that hold these words are removed."""
        return await self.edited(
            lambda text: "".join(
                line for line in text.splitlines(keepends=True) if not any(word in line for word in words)
            )
        )

    def section_of(self, words: str) -> str:
        """The heading above the line that holds these words."""
        heading = ""
        for line in self.text.splitlines():
            heading = line if line.startswith("#") else heading
            if words in line:
                return heading
        raise AssertionError(f"{words} is not there")
