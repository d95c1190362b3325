"""The state of an installation on one screen."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.status import Status
from sidecar.i18n import Texts
from sidecar.presentation.cost import format_spending


def format_status(status: Status, say: Texts) -> str:
    """Format the status as Markdown, one thing a line."""
    rows = [
        (say("Model"), f"`{status.model}`" if status.model else say("none configured")),
        (say("Channels"), ", ".join(status.channels) or _format_no_channel(status, say)),
        (say("Waiting for an answer"), str(status.waiting)),
        (say("Waiting to be delivered"), str(status.undelivered)),
        (say("Messages kept"), str(status.messages)),
        (say("Next reminder"), status.next_reminder or say("none")),
        (say("Cost today"), format_spending(status.today, say)),
        (say("Data folder"), f"`{status.home}`"),
        (say("Version"), status.version),
    ]
    lines = [f"- **{label}**: {value}" for label, value in rows]
    lines += [f"- ⚠ {warning}" for warning in (*_format_doubts(status, say), *status.warnings)]
    return "\n".join(lines)


def _format_no_channel(status: Status, say: Texts) -> str:
    if status.open_elsewhere:
        return say("those of the Sidecar that's open in another process")
    return say("none open")


def _format_doubts(status: Status, say: Texts) -> Sequence[str]:
    if not status.lost_reminders:
        return ()
    warning = say.plural(
        "{n} reminder may not have reached you: `/reminders lost` shows it.",
        "{n} reminders may not have reached you: `/reminders lost` shows them.",
        status.lost_reminders,
    )
    return (warning,)
