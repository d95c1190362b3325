"""Records docs/setup-transcript.md: `sidecar setup` and `sidecar doctor` in a real terminal (tmux), with model servers
on loopback.

`python scripts/record_setup.py` plays the person in each situation, takes what the screen shows, and writes the page.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scripts.record_transcript import Terminal  # noqa: E402
from tests.loopback.ollama_server import OllamaServer  # noqa: E402
from tests.loopback.openai_server import OpenAIServer  # noqa: E402

PAGE = ROOT / "docs" / "setup-transcript.md"
SHOWN_HOME = "~/.local/share/sidecar"
WRONG_KEY, RIGHT_KEY = "sk-proj-thisOneWasRevoked00", "sk-proj-thisOneIsRight00000"

_NOWHERE = "http://127.0.0.1:9"
"""Nothing listens there."""
_MENU = "Which one?"

Moment = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What the computer is like, and what the person does there."""

    title: str
    play: Callable[[Terminal], list[Moment]]
    variables: Mapping[str, str]
    before: Callable[[Path], None] = lambda home: None


def nothing_installed(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar setup")
    terminal.see("(es/en)")
    terminal.press("Enter")
    terminal.see("call you?")
    terminal.type("Ana")
    terminal.see(_MENU)
    terminal.type("how")
    terminal.see("Press Enter")
    return [("", terminal.settle())]


def ollama_runs(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar setup")
    terminal.see(_MENU)
    terminal.type("qwen")
    terminal.see("answer you?")
    terminal.press("Enter")
    terminal.see("Done")
    moments = [("", terminal.settle())]
    terminal.type("clear && sidecar doctor")
    terminal.see("All good")
    return [*moments, ("And the doctor agrees", terminal.settle())]


def wrong_key_then_right(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar setup")
    terminal.see(_MENU)
    terminal.type("1")
    terminal.see("isn't shown")
    terminal.type(WRONG_KEY)
    terminal.see("another key")
    terminal.type(RIGHT_KEY)
    terminal.see("Which model?")
    terminal.press("Enter")
    terminal.see("answer you?")
    terminal.type("yes")
    terminal.see("Done")
    moments = [("", terminal.settle())]
    terminal.type("clear && sidecar setup")
    terminal.see("the one you have")
    terminal.settle()
    terminal.press("C-c")
    terminal.see("Nothing changed")
    return [*moments, ("Repeated, it shows the present choice; Ctrl-C leaves everything as it was", terminal.settle())]


def no_network(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar setup")
    terminal.see(_MENU)
    terminal.type("anthropic")
    terminal.see("ollama pull")
    return [("", terminal.settle())]


def through_a_pipe(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar setup | cat")
    terminal.see("step by step")
    return [("", terminal.settle())]


def things_are_broken(terminal: Terminal) -> list[Moment]:
    terminal.type("sidecar doctor")
    terminal.see("problem")
    terminal.see("of them")
    moments = [("", terminal.settle())]
    terminal.type("clear && sidecar doctor --fix || echo exit code 1")
    terminal.see("2 problems")
    return [*moments, ("What is safe is mended", terminal.settle())]


def lived_in(home: Path, settings: str = "", keys: str = "") -> None:
    home.mkdir(mode=0o700)
    (home / "user.md").write_text(
        "# About me\n\n- **Name**: Ana\n- **Language**: en\n- **Timezone**: America/Argentina/Buenos_Aires\n"
    )
    (home / "SOUL.md").write_text("# Who I am\n")
    (home / "sidecar.toml").write_text(settings)
    (home / ".env").write_text(keys)
    for file in home.iterdir():
        file.chmod(0o600)


def broken(home: Path) -> None:
    lived_in(home, '[models.chat]\nmodel = "ollama:gone:7b"\n', "OPENAI_API_KEY=sk-proj-nobodyShouldSeeThis0\n")
    (home / "user.md").write_text("# About me\n\n- **Name**: Ana\n- **Language**: en\n")
    (home / "sidecar.db").write_bytes(b"this was a database once " * 400)
    home.chmod(0o755)
    (home / ".env").chmod(0o644)


async def record() -> list[tuple[str, list[Moment]]]:
    ollama = OllamaServer(models=("qwen2.5:3b", "llama3.2:latest", "nomic-embed-text:latest"))
    cloud = OpenAIServer(api_key=RIGHT_KEY, models=("gpt-5-mini", "gpt-5", "gpt-5-nano", "text-embedding-3-small"))
    async with ollama, cloud:
        scenes = [
            Scene("Nothing is installed", nothing_installed, {}),
            Scene("Ollama is running", ollama_runs, {"OLLAMA_BASE_URL": ollama.base_url}, lived_in),
            Scene(
                "A wrong key, then the right one",
                wrong_key_then_right,
                {"OPENAI_BASE_URL": cloud.base_url},
                lived_in,
            ),
            Scene("There is no network", no_network, {"ANTHROPIC_API_KEY": "sk-ant-0123456789"}, lived_in),
            Scene("Without a terminal", through_a_pipe, {"OLLAMA_BASE_URL": ollama.base_url}, lived_in),
            Scene("The doctor finds what is broken", things_are_broken, {"OLLAMA_BASE_URL": ollama.base_url}, broken),
        ]
        return [(scene.title, await asyncio.to_thread(played, scene)) for scene in scenes]


def played(scene: Scene) -> list[Moment]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "sidecar"
        scene.before(home)
        terminal = Terminal(Path(folder), surroundings(home) | dict(scene.variables))
        try:
            terminal.see("~ $")
            moments = scene.play(terminal)
        finally:
            terminal.end()
        return [(title, tidy(screen, home)) for title, screen in moments]


def surroundings(home: Path) -> dict[str, str]:
    """Return the environment of a computer on which no model server answers."""
    local = {f"{name}_BASE_URL": _NOWHERE for name in ("OLLAMA", "LLAMACPP", "LMSTUDIO", "VLLM")}
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SIDECAR_HOME": str(home),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "LANG": "en_US.UTF-8",
        "TZ": "America/Argentina/Buenos_Aires",
        "HTTPS_PROXY": _NOWHERE,  # no way out
        **local,
    }


def tidy(screen: str, home: Path) -> str:
    """Remove what differs from computer to computer."""
    screen = screen.replace(str(home), SHOWN_HOME).replace(str(Path(sys.executable).parent.parent), "/usr")
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:1234", screen)


def main() -> None:
    parts = [
        "# Setting up, as it looks\n",
        "Screens of a real terminal (tmux), made by `scripts/record_setup.py`. The models are test servers on the same",
        "computer; all else is the program.\n",
    ]
    for title, moments in asyncio.run(record()):
        parts.append(f"## {title}\n")
        for heading, screen in moments:
            parts += [f"{heading}:\n"] if heading else []
            parts.append(f"```text\n{screen}\n```\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
