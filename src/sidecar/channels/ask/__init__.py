"""One question from the command line, one answer."""

from sidecar.dispatch.ports import ChannelDescription

DESCRIPTION = ChannelDescription(
    name="ask",
    prompt_note="a command line whose output may be read by a program; plain text, no small talk",
    short_lived=True,
)
