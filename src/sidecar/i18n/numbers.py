"""Numbers as the person's language writes them."""

from __future__ import annotations

from sidecar.i18n.texts import Texts


def number(value: float, digits: int, say: Texts) -> str:
    """`number(5.24, 1, say)` → `5.2`, in Spanish `5,2`."""
    shown = f"{value:.{digits}f}"
    return shown.replace(".", ",") if say.language == "es" else shown
