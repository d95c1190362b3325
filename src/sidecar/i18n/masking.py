"""Tells that a secret was masked in a message."""

from __future__ import annotations

from sidecar.i18n.translation import Texts


def format_masking(say: Texts) -> str:
    return say(
        "I masked something that looks like a password, a key or a card: I did not keep it, and no model saw it. "
        "Keys of services go into `sidecar setup`."
    )
