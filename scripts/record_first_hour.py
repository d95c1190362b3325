"""Records docs/transcript-first-hour.md: the first ten minutes of somebody who has not chosen a model yet.

The program has no switch for its clock, so this is no screen: the whole companion runs in this process, with its
database and its files and no model, and what both sides say is written down.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from scripts.record_transcript import ROOT
from sidecar.app import open_sidecar
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.domain.message import OutgoingMessage
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from tests.fakes.clock import FakeClock
from tests.system.stage import Talk

PAGE = ROOT / "docs" / "transcript-first-hour.md"
_BETWEEN_S = 25
_BEGINNING = """\
# The first ten minutes, without a model

Nothing here was written by hand but what the person types: `scripts/record_first_hour.py` runs the whole companion in
one process, with its database and its files and no language model at all, and writes down what both sides say.
"""
_IN_ENGLISH = (
    "hi! just installed you",
    "what can you do?",
    "I'm Tess, I'm a nurse and I'm allergic to penicillin",
    "remind me in 3 minutes to take the bread out",
    "dentist on friday at 4, remind me an hour before",
    "the afternoon one",
    "remind me tomorrow to call my sister",
    "like half ten",
    "no wait, make it 11",
    "what do I have tomorrow?",
    "what's 18% of 64.50?",
    "what time is it in Tokyo?",
    "what am I allergic to?",
    "cancel the one about my sister",
    "/undo",
    "write me a poem about bread",
    "thanks, bye!",
)
_IN_SPANISH = (
    "holaa, recién te instalo",
    "¿qué sabés hacer?",
    "me llamo Luci, soy celíaca y tengo un perro que se llama Fito",
    "avisame en 3 minutos",
    "que saque la pizza del horno",
    "recordame el viernes a las 3 llevar a Fito al veterinario",
    "de la tarde",
    "mejor a las 4 y media",
    "mañana a las 9 gym, a las 11 banco y a las 18 super, avisame",
    "¿qué tengo para mañana?",
    "cancelá lo del banco",
    "/deshacer",
    "¿cuánto es el 21% de 348.500?",
    "¿qué hora es en Madrid?",
    "¿cómo se llama mi perro?",
    "escribime un poema",
    "gracias genia, hasta mañana",
)


class _Recording(Talk):
    """A person who types one line after the other, and what they see."""

    def __init__(self, lines: Sequence[str], clock: FakeClock) -> None:
        super().__init__(self._live, clock)
        self.seen: list[str] = []
        self._lines = lines
        self._time = clock
        self._waits = False

    async def deliver(self, message: OutgoingMessage) -> str:
        if self._waits:
            self._waits = False
            return await super().deliver(message)
        self.seen.append(_indent(strip_markdown(message.text)))
        return ""

    async def _live(self, talk: Talk) -> None:
        for line in self._lines:
            self._waits = True
            answer = await talk.ask(line)
            self.seen += [f"› {line}\n", _indent(strip_markdown(answer))]
            await self._time.leap(_BETWEEN_S)
            for _ in range(20):  # a reminder that is due is said
                await self._time.advance(0.25)
                await asyncio.sleep(0.01)


def _indent(text: str) -> str:
    first, *others = text.strip("\n").split("\n")
    return "\n".join([f"● {first}", *(f"  {line}".rstrip() for line in others)]) + "\n"


async def _record(language: Language, zone: str, at: datetime, lines: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        home = Home.locate(str(Path(folder) / "sidecar"))
        home.create()
        create_profile(home.path, language, name="", timezone=zone)
        clock = FakeClock(at)
        async with open_sidecar(home, clock=clock) as sidecar:
            person = _Recording(lines, clock)
            await sidecar.run(person, finish_turns=True)
    return "```text\n" + "\n".join(person.seen).strip("\n") + "\n```\n"


async def main() -> None:
    english = await _record("en", "Europe/London", datetime(2026, 3, 4, 9, 40, tzinfo=UTC), _IN_ENGLISH)
    spanish = await _record(
        "es", "America/Argentina/Buenos_Aires", datetime(2026, 3, 4, 12, 40, tzinfo=UTC), _IN_SPANISH
    )
    page = [_BEGINNING, "## In English\n", english, "## En castellano\n", spanish]
    PAGE.write_text("\n".join(page), encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    asyncio.run(main())
