"""A running turn on the screen: what of its reply is final, what may still change, and what it is doing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sidecar.channels.terminal.markdown import parse_blocks, split_blocks
from sidecar.domain.control_characters import strip_controls
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
"""After this the person is told what Sidecar waits for, and how to stop it (CON-23)."""

WIDE_COLUMNS = 1_000
"""Wide enough for any status."""


@dataclass(frozen=True, slots=True)
class WithdrawalMark:
    """Marks the printed text before it as withdrawn."""


class TurnView:
    """Turns the events of one turn into what to show. Knows nothing of screens."""

    def __init__(self, clock: Clock) -> None:
        self.turn: TurnId | None = None
        self.ended: Reply | None = None
        """Set when the turn is over and its reply is about to be delivered."""
        self._cancelling = False
        self._clock = clock
        self._doing: TurnEvent | None = None
        self._since = clock.monotonic()
        self._tools: dict[str, ToolCall] = {}
        self._ready: list[str | WithdrawalMark] = []
        self._rest = ""
        self._printed = ""
        self._printed_since_tool = ""

    def handle_event(self, event: TurnEvent) -> None:
        """Update the view by an event of the turn."""
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
        if not isinstance(event, ModelThinking):  # reasoning is not shown: still counts as silence
            self._since = self._clock.monotonic()
        self._doing = event

    def cancel(self) -> None:
        """Show that the person cancelled the turn, which ends soon."""
        self._cancelling = True
        self._since = self._clock.monotonic()

    @property
    def silent_s(self) -> float:
        """Seconds since the last event that the person noticed."""
        return self._clock.monotonic() - self._since

    @property
    def tail(self) -> str:
        """The part of the reply that may still change."""
        return self._rest

    @property
    def started_to_print(self) -> bool:
        return bool(self._printed)

    def take_final(self) -> list[str | WithdrawalMark]:
        """Return the parts that became final since the last call, in order."""
        if "\n" in self._rest:
            finished, self._rest = split_blocks(self._rest)
            self._keep(finished)
        return self._drain()

    def finish(self, final: str) -> list[str | WithdrawalMark]:
        """Return what to print so that the screen shows the final text, which may differ from the stream."""
        ready = self._drain()
        self._rest = ""  # the last frame must not show it below the final text
        for printed in (self._printed, self._printed_since_tool):
            missing = remove_beginning(final, printed) if printed.strip() else None
            if missing is not None:
                return [*ready, *parse_blocks(missing.lstrip("\n"))]
        return [*ready, *parse_blocks(final)]

    def _keep(self, finished: tuple[str, ...]) -> None:
        self._ready += finished
        self._printed += "".join(finished)
        self._printed_since_tool += "".join(finished)

    def _drain(self) -> list[str | WithdrawalMark]:
        ready, self._ready = self._ready, []
        return ready

    def _close_part(self) -> None:
        """Keep the words before a tool call: they are never withdrawn."""
        self._keep(parse_blocks(self._rest))
        self._rest = self._printed_since_tool = ""

    def _withdraw(self) -> None:
        if self._printed_since_tool:
            self._printed = self._printed.removesuffix(self._printed_since_tool)
            self._ready.append(WithdrawalMark())
        self._rest = self._printed_since_tool = ""

    # -- in words

    def status(self, say: Texts, tool_label: Callable[[ToolCall], str], columns: int = WIDE_COLUMNS) -> str:
        """Return one line in the person's language, in the longest form that fits into `columns`."""
        if self._cancelling:
            return say("cancelling…")
        if isinstance(self._doing, RetryPlanned):
            return self._retry(self._doing, say, columns)
        seconds = int(self.silent_s)
        silent = self.silent_s >= SILENCE_S
        if self._tools:
            label = strip_controls(tool_label(next(reversed(self._tools.values())))).rstrip("….")
            return format_waiting(say, label, seconds, columns) if silent else f"{label}…"
        if isinstance(self._doing, ModelThinking):
            return format_waiting(say, say("thinking"), seconds, columns) if silent else say("thinking…")
        if silent:
            return format_waiting(say, say("waiting for the model"), seconds, columns)
        return say("writing…") if isinstance(self._doing, ReplyChunk) else say("thinking…")

    def _retry(self, planned: RetryPlanned, say: Texts, columns: int) -> str:
        why = describe_model_error(planned.reason, say)
        left_s = max(0, round(planned.wait_s - self.silent_s))
        forms = (
            say("{why}; retrying in {seconds} s", why=why, seconds=left_s),
            say("retrying in {seconds} s", seconds=left_s),
            say("{seconds} s · Ctrl-C", seconds=left_s),
        )
        return _first_that_fits(forms, columns)


def format_waiting(say: Texts, doing: str, seconds: int, columns: int = WIDE_COLUMNS) -> str:
    """Say what is being waited for, for how long, and how to stop it; short forms keep the last."""
    forms = (
        say("{doing} · {seconds} s · Ctrl-C cancels", doing=doing, seconds=seconds),
        say("waiting · {seconds} s · Ctrl-C cancels", seconds=seconds),
        say("{seconds} s · Ctrl-C cancels", seconds=seconds),
        say("{seconds} s · Ctrl-C", seconds=seconds),
    )
    return _first_that_fits(forms, columns)


def _first_that_fits(forms: Sequence[str], columns: int) -> str:
    from prompt_toolkit.utils import get_cwidth  # 60 ms that `ask` does not need

    return next((form for form in forms if get_cwidth(form) <= columns), forms[-1])


def remove_beginning(text: str, beginning: str) -> str | None:
    """Return what follows `beginning` in `text`, ignoring spaces; None when `text` does not start with it."""
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
