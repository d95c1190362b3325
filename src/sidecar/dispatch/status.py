"""How things stand, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.dispatch.commands.cost import money
from sidecar.domain.money import Spending
from sidecar.i18n import Texts


@dataclass(frozen=True, slots=True)
class Status:
    version: str
    home: str
    model: str
    """`provider:name`, or empty when none is configured."""
    channels: Sequence[str]
    """The channels that are open in this process."""
    waiting: int
    """Messages of the person that wait for an answer."""
    undelivered: int
    """Messages to the person that wait in the outbox."""
    messages: int
    today: Spending
    warnings: Sequence[str]
    """What is not as it should be, already in the person's language."""
    next_reminder: str = ""
    """`#3 water the plants — tomorrow at 9:00`, in the person's language; empty when none is to come."""
    lost_reminders: int = 0
    """Reminders of which nobody knows whether they arrived."""
    open_elsewhere: bool = False
    """Another process answers, on channels of its own."""


def describe(status: Status, say: Texts) -> str:
    """The status as Markdown, one thing a line."""
    rows = [
        (say("Model"), f"`{status.model}`" if status.model else say("none configured")),
        (say("Channels"), ", ".join(status.channels) or _no_channel(status, say)),
        (say("Waiting for an answer"), str(status.waiting)),
        (say("Waiting to be delivered"), str(status.undelivered)),
        (say("Messages kept"), str(status.messages)),
        (say("Next reminder"), status.next_reminder or say("none")),
        (say("Cost today"), money(status.today, say)),
        (say("Data folder"), f"`{status.home}`"),
        (say("Version"), status.version),
    ]
    lines = [f"- **{label}**: {value}" for label, value in rows]
    lines += [f"- ⚠ {warning}" for warning in (*_in_doubt(status, say), *status.warnings)]
    return "\n".join(lines)


def _no_channel(status: Status, say: Texts) -> str:
    if status.open_elsewhere:
        return say("those of the Sidecar that is open in another process")
    return say("none open")


def _in_doubt(status: Status, say: Texts) -> Sequence[str]:
    if not status.lost_reminders:
        return ()
    warning = say.plural(
        "{n} reminder may not have reached you: `/reminders lost` shows it.",
        "{n} reminders may not have reached you: `/reminders lost` shows them.",
        status.lost_reminders,
    )
    return (warning,)
