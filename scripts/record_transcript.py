"""Records docs/transcript.md: a conversation in a real terminal (tmux), with a model and a weather service on loopback.

`python scripts/record_transcript.py` plays the person, takes what the screen shows at the telling moments, and writes
the page. The model is a script; everything between the keyboard and its wire is the product.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from sidecar.llm import ChatRequest, UserMessage  # noqa: E402
from tests.loopback.http import Exchange, Request  # noqa: E402
from tests.loopback.openai_server import OpenAIServer  # noqa: E402
from tests.loopback.script import CallTool, Reply, Say, say  # noqa: E402
from tests.loopback.weather_server import WeatherServer  # noqa: E402

PAGE = ROOT / "docs" / "transcript.md"
COLUMNS, ROWS = 86, 30

_BEGINNING = """\
# Una charla, tal como se ve

Capturas de una terminal real (tmux), hechas por `scripts/record_transcript.py`. El modelo y el servicio
del clima son servidores de prueba en esta misma computadora; todo lo demás es el programa.
"""

_STORY = (
    "Había una vez un farolero que juntaba silencios en frascos de vidrio. ",
    "Cada noche, después de prender el último farol, ",
    "destapaba uno y lo dejaba salir despacito por la calle empedrada, ",
    "para que los perros pudieran soñar tranquilos. ",
    "Una madrugada encontró un frasco que no era suyo",
)


class SlowWeather(WeatherServer):
    """A weather server that is slow, so that the spinner can be seen."""

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await asyncio.sleep(1.0)
        await super().respond(request, exchange)


def _remembers(request: ChatRequest) -> Reply:
    said = [message.text for message in request.messages if isinstance(message, UserMessage)]
    return spoken(f"Primero me preguntaste «{said[0]}», y después me pediste: «{said[-2]}».")


def spoken(text: str) -> Say:
    """Write as a model does: word by word."""
    words = text.split(" ")
    return say(*(f"{word} " for word in words[:-1]), words[-1], first_wait_s=0.4, wait_s=0.06)


def _script() -> list[Say | CallTool | Callable[[ChatRequest], Reply]]:
    return [
        CallTool("weather", '{"place": "Rosario"}'),
        spoken(
            "En **Rosario** está lindo:\n\n- ahora: 24 °C, parcialmente nublado\n- a la noche puede chispear\n\n"
            "Si salís tarde, llevate una campera."
        ),
        say(*_STORY, wait_s=0.9),
        _remembers,
    ]


class Terminal:
    """A screen in a tmux server of our own."""

    def __init__(self, folder: Path, variables: dict[str, str], *, columns: int = COLUMNS) -> None:
        self._socket = str(folder / "tmux")
        settings = shlex.join(f"{name}={value}" for name, value in variables.items())
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        shell = f"env -u VIRTUAL_ENV PATH={shlex.quote(path)} PS1='~ $ ' {settings} bash --norc --noprofile"
        self._run("-f", os.devnull, "new-session", "-d", "-x", str(columns), "-y", str(ROWS), shell)

    def _run(self, *arguments: str) -> str:
        command = ["tmux", "-S", self._socket, *arguments]
        environment = os.environ | {"LC_ALL": "C.UTF-8"}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def type(self, text: str) -> None:
        self.write(text)
        self._run("send-keys", "Enter")

    def write(self, text: str) -> None:
        """Type without Enter."""
        for letter in text:
            self._run("send-keys", "-l", letter)

    def press(self, key: str) -> None:
        self._run("send-keys", key)

    @property
    def screen(self) -> str:
        return self.capture()

    def capture(self, *options: str) -> str:
        """Return what the screen shows; with `-e` in its colours."""
        lines = [line.rstrip() for line in self._run("capture-pane", "-p", *options).splitlines()]
        return "\n".join(lines).strip("\n")

    def see(self, text: str, *, within_s: float = 20) -> str:
        until = time.monotonic() + within_s
        while text not in (screen := self.screen):
            if time.monotonic() > until:
                raise SystemExit(f"{text!r} never came; the screen was:\n{screen}")
            time.sleep(0.02)
        return screen

    def settle(self) -> str:
        """Return the screen when it has stopped changing."""
        before = ""
        while (now := self.screen) != before:
            before = now
            time.sleep(0.7)
        return now

    def clear(self) -> None:
        self.press("C-l")
        time.sleep(0.3)

    def end(self) -> None:
        self._run("kill-server")


def play(terminal: Terminal) -> list[tuple[str, str]]:
    """Return the moments worth showing: a heading, and the screen."""
    terminal.see("~ $")
    terminal.type("sidecar")
    terminal.see("(es/en)")
    terminal.press("Enter")
    time.sleep(0.3)
    terminal.type("Fede")
    terminal.see("›")
    moments = [("El primer arranque", terminal.settle())]
    terminal.clear()
    terminal.type("¿Cómo va a estar el clima en Rosario?")
    moments.append(("Una herramienta trabaja", terminal.see("Rosario…")))
    moments.append(("La respuesta llega de a poco", terminal.see("parcialmente")))
    moments.append(("La respuesta entera", terminal.settle()))
    terminal.clear()
    terminal.type("Contame un cuento")
    terminal.see("empedrada")
    terminal.press("C-c")
    time.sleep(0.5)
    moments.append(("Ctrl-C en el medio", terminal.settle()))
    terminal.clear()
    terminal.type("/estado")
    terminal.see("Versión")
    moments.append(("/estado", terminal.settle()))
    terminal.type("/salir")
    terminal.see("~ $")
    time.sleep(0.8)
    terminal.type("clear && sidecar")
    time.sleep(0.5)
    terminal.see("›")
    time.sleep(0.5)
    terminal.type("¿Qué te dije antes?")
    terminal.see("Contame un cuento»")
    moments.append(("Cerrar, volver a abrir, y la charla sigue", terminal.settle()))
    return moments


def variables(home: Path, base_url: str) -> dict[str, str]:
    """Return the environment of a Spanish terminal that talks with the model at this address."""
    return {
        "SIDECAR_HOME": str(home),
        "SIDECAR_MODELS__CHAT__MODEL": "openai:loopback",
        "SIDECAR_MODELS__CHAT__BASE_URL": base_url,
        "SIDECAR_MEMORY__EXTRACT": "false",  # the script has answers for the conversation only
        "LANG": "es_AR.UTF-8",
        "TZ": "America/Argentina/Buenos_Aires",
    }


def write_page(path: Path, beginning: str, moments: Sequence[tuple[str, str]], home: Path) -> None:
    """Write the transcript from `moments`, each a heading and a screen."""
    shown = [f"## {heading}\n\n```text\n{screen}\n```\n" for heading, screen in moments]
    page = "\n".join([beginning, *shown]).replace(str(home), "~/.local/share/sidecar")
    path.write_text(page, encoding="utf-8")
    print(path)


async def record() -> None:
    async with OpenAIServer(*_script()) as model, SlowWeather() as weather:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "sidecar"
            weather_here = {
                "SIDECAR_TOOLS__WEATHER__FORECAST_URL": weather.forecast_url,
                "SIDECAR_TOOLS__WEATHER__PLACES_URL": weather.places_url,
            }
            terminal = Terminal(Path(folder), variables(home, model.base_url) | weather_here)
            try:
                moments = await asyncio.to_thread(play, terminal)
            finally:
                terminal.end()
            write_page(PAGE, _BEGINNING, moments, home)


if __name__ == "__main__":
    asyncio.run(record())
