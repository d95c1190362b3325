"""The input line: its keys, the completion of commands, and the history of what was typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.utils import suspend_to_background_supported as can_suspend

from sidecar.language.fold import fold
from sidecar.observe.redaction import mask_shapes

LONGEST_IN_HISTORY_CHARS = 10_000


@dataclass(frozen=True, slots=True)
class CommandHint:
    """A command as the completion offers it: `CommandHint("help", "what I can do")`."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class KeyHandlers:
    """What the keys of the screen call."""

    submit: Callable[[str], None]
    interrupt: Callable[[], None]
    """Ctrl-C with nothing typed."""
    leave: Callable[[], None]
    """Ctrl-D with nothing typed."""


def make_key_bindings(buffer: Buffer, keys: KeyHandlers) -> KeyBindings:
    """Bind Enter to sending, Alt-Enter to a new line, and Ctrl-C and Ctrl-D, while nothing is typed, to `keys`.

    A line feed (Ctrl-J) counts as Enter: a line typed before the prompt appeared arrives that way.
    """
    bindings = KeyBindings()
    typed = Condition(lambda: bool(buffer.text))

    @bindings.add("enter")
    @bindings.add("c-j")
    def _(event: KeyPressEvent) -> None:
        if buffer.text.strip():
            buffer.validate_and_handle()
        else:
            buffer.reset()

    @bindings.add("escape", "enter")
    @bindings.add("escape", "c-j")
    def _(event: KeyPressEvent) -> None:
        buffer.insert_text("\n")

    @bindings.add("c-c", filter=typed)
    @bindings.add("<sigint>", filter=typed)
    def _(event: KeyPressEvent) -> None:
        buffer.reset()

    @bindings.add("c-c", filter=~typed)
    @bindings.add("<sigint>", filter=~typed)
    def _(event: KeyPressEvent) -> None:
        keys.interrupt()

    @bindings.add("c-d", filter=~typed)
    def _(event: KeyPressEvent) -> None:
        keys.leave()

    @bindings.add("c-z", filter=Condition(can_suspend))
    def _(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    return bindings


class CommandCompleter(Completer):
    """Offers the commands while the first word is being typed."""

    def __init__(self, commands: Callable[[], Sequence[CommandHint]]) -> None:
        self._commands = commands

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text
        if typed.startswith("/") and not any(character.isspace() for character in typed):
            beginning = fold(typed.removeprefix("/"))
            for command in self._commands():
                if fold(command.name).startswith(beginning) and f"/{command.name}" != typed:
                    yield Completion(f"/{command.name}", -len(typed), display_meta=command.description)


class PrivateHistory(FileHistory):
    """What was typed, for the arrow keys, in a file that only its owner can read. Trouble with the file is ignored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        if len(string) > LONGEST_IN_HISTORY_CHARS:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._path.chmod(0o600)
            super().store_string(mask_shapes(string))
        except OSError:
            pass
