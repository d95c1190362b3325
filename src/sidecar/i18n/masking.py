"""Tells that a secret was masked in a message."""

from __future__ import annotations

from sidecar.i18n.translation import Texts


def format_masking(say: Texts) -> str:
    return say(
        "I masked what looks like a password, a key or a card number: I didn't keep it, and no model saw it. "
        "Service keys go into `sidecar setup`."
    )
