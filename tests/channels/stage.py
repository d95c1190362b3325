"""A dispatcher that plays scripted turns, by the rules of the real one: what is typed chooses the script."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

from sidecar.dispatch.ports import Channel
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import (
    Ending,
    HandledBy,
    ModelAsked,
    ModelThinking,
    Progress,
    Reply,
    ReplyChunk,
    ReplyWithdrawn,
    RetryPlanned,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from sidecar.errors import ChannelError

STORY = """I found two things for you, **Ana**.

## Tomorrow

- The dentist is at **10:30** 🦷
- Take the study with you; it is in `Documents/study.pdf`
- Tell Marta that you will be late for lunch: between the dentist and the way there you will not make it before one

| time | what |
|------|------|
| 10:30 | dentist |
| 13:00 | lunch |

```python
def hello(name: str) -> str:
    return f"Hola, {name}"
```

> What is not written down is forgotten.

Shall I *remind* you? More on [the page](https://example.com/turns), fresh every hour.
"""


@dataclass(frozen=True)
class Pause:
    seconds: float


def words(text: str, pause_s: float = 0.01) -> list[TurnEvent | Pause]:
    steps: list[TurnEvent | Pause] = []
    for i in range(0, len(text), 6):
        steps += [ReplyChunk(text[i : i + 6]), Pause(pause_s)]
    return steps


SEARCH = ToolCall("c1", "search", "{}")
SCRIPTS: dict[str, list[TurnEvent | Pause]] = {
    "story": [ModelAsked("m"), Pause(0.5), *words(STORY)],
    "silent": [ModelAsked("m")],
    "slow": [ModelAsked("m"), Pause(60.0)],
    "think": [ModelAsked("m"), ModelThinking(), Pause(4.0), *words("I thought a lot.")],
    "tool": [
        ModelAsked("m"),
        *words("Let me look."),
        ToolStarted(SEARCH),
        Pause(1.0),
        ToolFinished(ToolReceipt(SEARCH, "{}")),
        ModelAsked("m"),
        *words("It will rain."),
    ],
    "retry": [ModelAsked("m"), RetryPlanned("model_busy", 4.0), Pause(4.0), ModelAsked("m"), *words("Here I am.")],
    "withdraw": [
        ModelAsked("m"),
        *words("First try.\n\nWhich brea"),
        Pause(0.5),
        ReplyWithdrawn(),
        Pause(0.5),
        *words("Second try.\n\nWhole."),
    ],
    "evil": words("\x1b[2J\x1b]0;pwned\x07\x1b[31mred\x9b5A end"),
    "long": [ReplyChunk("word " * 12_500)],
    "word": words("x" * 300),
}


_numbers = count(1)
"""No turn of one stage has the number of another's: the channels know messages by it."""


class Stage:
    """One lane, one person. Commands are answered at once; `notify` is followed by a notification a second later."""

    def __init__(self) -> None:
        self.channel: Channel
        self.heard: list[IncomingMessage] = []
        self.ended: list[TurnId] = []
        self._queue: asyncio.Queue[tuple[TurnId, IncomingMessage]] = asyncio.Queue()
        self._running: asyncio.Task[None] | None = None
        self._said: list[str] = []

    async def receive(self, message: IncomingMessage) -> TurnId | None:
        self.heard.append(message)
        if message.text.startswith("/"):
            await self.deliver(f"I do not know `{message.text}`.")
            return None
        turn = TurnId(next(_numbers))
        self._queue.put_nowait((turn, message))
        return turn

    async def run(self) -> None:
        """The lane. Runs until it is cancelled."""
        while True:
            turn, message = await self._queue.get()
            await self._take_turn(turn, message)

    def cancel(self) -> bool:
        return self._running is not None and self._running.cancel()

    async def deliver(
        self, text: str, turn: TurnId | None = None, kind: OutgoingKind = OutgoingKind.REPLY
    ) -> OutgoingMessage:
        id = OutgoingId(0 if turn is None else turn)
        message = OutgoingMessage(id, OWNER, "terminal", "", kind, text, datetime.now(UTC), turn)
        with suppress(ChannelError):  # it would wait in the outbox
            await self.channel.deliver(message)
        return message

    async def _take_turn(self, turn: TurnId, message: IncomingMessage) -> None:
        progress = self.channel.watch(message)
        progress(TurnStarted(turn))
        self._said = [""]
        ending = Ending.COMPLETE
        self._running = asyncio.create_task(self._play(message, progress))
        try:
            await self._running
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                self._running.cancel()
                raise
            ending = Ending.CANCELLED
            self._said[-1] += " […]" if self._said[-1] else ""
        self._running = None
        text = "\n\n".join(part.strip() for part in self._said if part.strip())
        progress(TurnEnded(Reply(text, HandledBy.MODEL, ending)))
        if text:
            await self.deliver(text, turn)
        self.ended.append(turn)
        if message.text == "notify":
            await asyncio.sleep(1)
            await self.deliver("Reminder: **dentist** in an hour.", kind=OutgoingKind.NOTIFICATION)

    async def _play(self, message: IncomingMessage, progress: Progress) -> None:
        for step in SCRIPTS.get(message.text, words(f"You said: {message.text}", 0.0)):
            match step:
                case Pause(seconds):
                    await asyncio.sleep(seconds)
                    continue
                case ReplyChunk(text):
                    self._said[-1] += text
                case ReplyWithdrawn():
                    self._said[-1] = ""
                case ToolStarted():
                    self._said.append("")
                case _:
                    pass
            progress(step)
