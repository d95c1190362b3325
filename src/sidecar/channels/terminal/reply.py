"""A turn while it is watched: what of its reply can be printed for good, what is still moving, what it is doing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sidecar.channels.terminal.markdown import blocks, split_blocks, strip_controls
from sidecar.domain.message import TurnId
from sidecar.domain.tool import ToolCall
from sidecar.domain.turn import (
    ModelAsked,
    ModelThinking,
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
from sidecar.i18n import Texts, describe_model_error
from sidecar.runtime.clock import Clock

SILENCE_S = 3.0
"""From here on the person is told that Sidecar waits, and how to stop it (CON-23)."""

WIDE_COLUMNS = 1_000
"""Wide enough for anything."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Something that was printed no longer counts."""


class TurnView:
    """Takes the events of one turn; gives what to show. Knows nothing of screens."""

    def __init__(self, clock: Clock) -> None:
        self.turn: TurnId | None = None
        self.ended: Reply | None = None
        """Set when the turn is over and its reply is about to be delivered."""
        self._cancelling = False
        self._clock = clock
        self._doing: TurnEvent | None = None
        self._since = clock.monotonic()
        self._tools: dict[str, ToolCall] = {}
        self._ready: list[str | Withdrawn] = []
        self._rest = ""
        self._printed = ""
        self._printed_since_tool = ""

    def on(self, event: TurnEvent) -> None:
        """The `Progress` of the turn."""
        match event:
            case TurnStarted(turn):
                self.turn = turn
            case ReplyChunk(text):
                self._rest += text
            case ReplyWithdrawn():
                self._withdraw()
            case ToolStarted(call):
                self._close_part()
                self._tools[call.id] = call
            case ToolFinished(receipt):
                self._tools.pop(receipt.call.id, None)
            case TurnEnded(reply):
                self.ended = reply
            case ModelAsked() | ModelThinking() | RetryPlanned():
                pass
        if not isinstance(event, ModelThinking):  # thoughts are not words: the silence goes on
            self._since = self._clock.monotonic()
        self._doing = event

    def cancel(self) -> None:
        """The person asked for it; the turn ends soon."""
        self._cancelling = True
        self._since = self._clock.monotonic()

    @property
    def silent_s(self) -> float:
        """Seconds since the last sign of life."""
        return self._clock.monotonic() - self._since

    @property
    def tail(self) -> str:
        """The part of the reply that is not finished."""
        return self._rest

    @property
    def started_to_print(self) -> bool:
        return bool(self._printed)

    def take(self) -> list[str | Withdrawn]:
        """What can be printed for good since the last time, in order."""
        if "\n" in self._rest:
            finished, self._rest = split_blocks(self._rest)
            self._keep(finished)
        return self._drain()

    def finish(self, final: str) -> list[str | Withdrawn]:
        """What is still to be printed so that the screen shows the final text, which may differ from the stream."""
        ready = self._drain()
        self._rest = ""  # nothing moves any more: the last frame must not show it below the final text
        for printed in (self._printed, self._printed_since_tool):
            missing = after(final, printed) if printed.strip() else None
            if missing is not None:
                return [*ready, *blocks(missing.lstrip("\n"))]
        return [*ready, *blocks(final)]

    def _keep(self, finished: tuple[str, ...]) -> None:
        self._ready += finished
        self._printed += "".join(finished)
        self._printed_since_tool += "".join(finished)

    def _drain(self) -> list[str | Withdrawn]:
        ready, self._ready = self._ready, []
        return ready

    def _close_part(self) -> None:
        """Words before a tool call are never withdrawn."""
        self._keep(blocks(self._rest))
        self._rest = self._printed_since_tool = ""

    def _withdraw(self) -> None:
        if self._printed_since_tool:
            self._printed = self._printed.removesuffix(self._printed_since_tool)
            self._ready.append(Withdrawn())
        self._rest = self._printed_since_tool = ""

    # -- in words

    def status(self, say: Texts, tool_label: Callable[[ToolCall], str], columns: int = WIDE_COLUMNS) -> str:
        """One line, in the person's language, that fits into so many columns if anything does."""
        if self._cancelling:
            return say("cancelling…")
        if isinstance(self._doing, RetryPlanned):
            return self._retry(self._doing, say, columns)
        seconds = int(self.silent_s)
        silent = self.silent_s >= SILENCE_S
        if self._tools:
            label = strip_controls(tool_label(next(reversed(self._tools.values())))).rstrip("….")
            return patience(say, label, seconds, columns) if silent else f"{label}…"
        if isinstance(self._doing, ModelThinking):
            return patience(say, say("thinking"), seconds, columns) if silent else say("thinking…")
        if silent:
            return patience(say, say("waiting for the model"), seconds, columns)
        return say("writing…") if isinstance(self._doing, ReplyChunk) else say("thinking…")

    def _retry(self, planned: RetryPlanned, say: Texts, columns: int) -> str:
        why = describe_model_error(planned.reason, say)
        left_s = max(0, round(planned.wait_s - self.silent_s))
        forms = (
            say("{why}; trying again in {seconds} s", why=why, seconds=left_s),
            say("trying again in {seconds} s", seconds=left_s),
            say("{seconds} s · Ctrl-C", seconds=left_s),
        )
        return _first_that_fits(forms, columns)


def patience(say: Texts, doing: str, seconds: int, columns: int = WIDE_COLUMNS) -> str:
    """What is being waited for, how long already, and how to stop it: the last words are the last to go."""
    forms = (
        say("{doing} · {seconds} s · Ctrl-C cancels", doing=doing, seconds=seconds),
        say("waiting · {seconds} s · Ctrl-C cancels", seconds=seconds),
        say("{seconds} s · Ctrl-C cancels", seconds=seconds),
        say("{seconds} s · Ctrl-C", seconds=seconds),
    )
    return _first_that_fits(forms, columns)


def _first_that_fits(forms: Sequence[str], columns: int) -> str:
    from prompt_toolkit.utils import get_cwidth  # loaded where there is a screen; `ask` can do without

    return next((form for form in forms if get_cwidth(form) <= columns), forms[-1])


def after(text: str, beginning: str) -> str | None:
    """What follows `beginning` in `text`, spaces aside; None when `text` does not begin like that."""
    wanted = "".join(beginning.split())
    position = found = 0
    while found < len(wanted):
        if position == len(text):
            return None
        if not text[position].isspace():
            if text[position] != wanted[found]:
                return None
            found += 1
        position += 1
    return text[position:]
