"""Records docs/transcript-memory.md: three days of memory, with a clock that is told when a day is over.

The program has no switch for its clock, so this is no screen: the whole companion runs in this process, with its
database and its files, and what both sides say is written down. The model is a script. Below a message stands what the
model was told about the person, taken from the request that it really got.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import textwrap
from datetime import UTC, datetime
from pathlib import Path

from scripts.record_transcript import ROOT, spoken
from sidecar.app import Sidecar
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.home import Home
from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage
from sidecar.memory.files.profile import create_profile
from sidecar.observe import Event
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import CallTool, Step
from tests.system.stage import Talk, open_with_model

PAGE = ROOT / "docs" / "transcript-memory.md"
_MONDAY = datetime(2026, 3, 2, 13, 5, tzinfo=UTC)  # 10:05 there
_LOOKS_AT_THE_FILE = 20
_DAY_S = 24 * 60 * 60.0
_KNOWN = re.compile(r"<user_knowledge>\n(.*?)\n</user_knowledge>", re.DOTALL)
_FACT_LINE = re.compile(r"^- .*$", re.MULTILINE)

_BEGINNING = """\
# Tres días de memoria

El programa no tiene ninguna perilla para el reloj, así que esto no son capturas: `scripts/record_memory.py` corre el
compañero entero en un proceso, con su base y sus archivos, le adelanta el reloj un día por vez y anota lo que dicen los
dos. El modelo es un guion; lo que se aprende de los mensajes lo leen los patrones, sin modelo. Debajo de cada mensaje,
con `│`, está lo que el modelo supo de la persona, sacado del pedido que de verdad le llegó; con `⚙`, lo que pidió y lo
que el código le contestó.
"""


def _calls(tool: str, **arguments: object) -> CallTool:
    return CallTool(tool, json.dumps(arguments, ensure_ascii=False))


def _script() -> list[Step]:
    return [
        spoken("¡Buenas! Qué lindo laburo. Lo de la celiaquía lo voy a tener siempre en cuenta."),
        spoken("Algo sin TACC: arroz con verduras y huevo, que sale rápido."),
        spoken("Ah, la del Congreso. Anotado."),
        spoken("¡Suerte con la mudanza! Güemes es lindo para caminar."),
        _calls("remember", fact="Ya no es celíaca", domain="health"),
        spoken("¡Epa, qué noticia! Como es de salud te lo pregunto una sola vez: ¿ya no sos celíaca, seguro?"),
        _calls("settle_change", id=6, changed=True),
        spoken("Listo, anotado. ¡A festejar con unas medialunas!"),
        spoken("De pan, obvio: ahora podés."),
        spoken("No lo sé: no tengo nada anotado de una hermana. ¿Cómo se llama?"),
    ]


class Page:
    """The transcript in the making: what the person says, and what comes of it."""

    def __init__(self, sidecar: Sidecar, model: FakeChatModel, clock: FakeClock) -> None:
        self._sidecar = sidecar
        self._model = model
        self._clock = clock
        self._parts = [_BEGINNING]
        self._block: list[str] = []
        self._turns = 0

    async def live(self, talk: Talk) -> None:
        await self._first_day(talk)
        await self._next_day("Martes: se acuerda, se corrige, y lo de salud se pregunta")
        await self._second_day(talk)
        await self._next_day("Miércoles: por qué lo sabe, y olvidarlo")
        await self._third_day(talk)
        self._close()

    async def _first_day(self, talk: Talk) -> None:
        self._open("Lunes: se lo cuentan")
        await self._say(
            talk, "Hola, soy celíaca y vivo en Rosario. Trabajo en la biblioteca y mi hermana se llama Camila."
        )
        await self._say(talk, "/datos")
        await self._show_file()

    async def _second_day(self, talk: Talk) -> None:
        await self._say(talk, "¿Qué me hago de comer?")
        await self._say(talk, "En realidad trabajo en la biblioteca del Congreso")
        await self._say(talk, "Me mudé a Córdoba, al barrio Güemes")
        await self._say(talk, "Me repitieron los estudios y ya no soy celíaca")
        await self._say(talk, "Segurísimo, me lo confirmó la médica")
        await self._say(talk, "/datos")

    async def _third_day(self, talk: Talk) -> None:
        await self._say(talk, "¿Milanesas de qué me hago?")
        await self._say(talk, "/porqué celíaca")
        await self._say(talk, "/porqué güemes")
        await self._say(talk, "/olvidá camila mensajes")
        await self._say(talk, "¿Cómo se llama mi hermana?")
        await self._show_file()

    async def _say(self, talk: Talk, text: str) -> None:
        asked_before = len(self._model.requests)
        self._turns += not text.startswith("/")
        answer = await talk.ask(text)
        self._block.append(f"› {text}\n")
        for request in self._model.requests[asked_before:]:
            self._block += [*_known(request), *_results(request)]
        self._block.append(_indented(strip_markdown(answer)))
        await self._settle()

    async def _settle(self) -> None:
        """Wait until every message has been read for facts, and the file has been written."""
        log = self._sidecar.services.home.logs / "events.jsonl"
        async with asyncio.timeout(30):
            while log.read_text(encoding="utf-8").count(f'"{Event.EXTRACTED}"') < self._turns:
                await self._clock.advance(0.25)
                await asyncio.sleep(0.02)
        for _ in range(_LOOKS_AT_THE_FILE):
            await self._clock.advance(0.25)
            await asyncio.sleep(0.02)

    async def _next_day(self, heading: str) -> None:
        self._close()
        await self._clock.leap(_DAY_S)
        self._open(heading)

    async def _show_file(self) -> None:
        text = (self._sidecar.services.home.path / "MEMORY.md").read_text(encoding="utf-8")
        sections = [section for section in text.split("\n## ")[1:] if "\n- " in section]
        shown = "\n\n".join(f"## {section.strip()}" for section in sections)
        self._block.append(f"~ $ cat MEMORY.md      (sólo las secciones que tienen algo)\n\n{shown}\n")

    def _open(self, heading: str) -> None:
        self._parts.append(f"## {heading}\n")

    def _close(self) -> None:
        self._parts.append("```text\n" + "\n".join(self._block).strip("\n") + "\n```\n")
        self._block.clear()

    @property
    def text(self) -> str:
        return "\n".join(self._parts)


def _known(request: ChatRequest) -> list[str]:
    """Return what the model is told about the person; nothing when it is asked again within a turn."""
    if isinstance(request.messages[-1], ToolMessage):
        return []
    found = _KNOWN.search(request.system)
    facts = _FACT_LINE.findall(found[1]) if found else []
    return [*(f"  │ {fact}" for fact in facts), ""] if facts else []


def _results(request: ChatRequest) -> list[str]:
    """Return what the model just asked a tool for, and the result."""
    asked, result = request.messages[-2:] if len(request.messages) > 1 else (None, None)
    if not (isinstance(result, ToolMessage) and isinstance(asked, AssistantMessage)):
        return []
    (call,) = asked.tool_calls
    return [f"  ⚙ {call.name} {call.arguments}", *_wrapped(f"→ {result.content}"), ""]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 104, initial_indent="    ", subsequent_indent="      ")


def _indented(text: str) -> str:
    lines = text.strip("\n").split("\n")
    return "\n".join([f"● {lines[0]}", *(f"  {line}".rstrip() for line in lines[1:])]) + "\n"


async def record() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home.locate(str(Path(folder) / "sidecar"))
        home.create()
        create_profile(home.path, "es", name="Caro", timezone="America/Argentina/Buenos_Aires")
        clock, model = FakeClock(_MONDAY), FakeChatModel(*_script())
        async with open_with_model(home, model, clock) as sidecar:
            page = Page(sidecar, model, clock)
            await sidecar.run(Talk(page.live, clock), finish_turns=True)
        PAGE.write_text(page.text, encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    asyncio.run(record())
