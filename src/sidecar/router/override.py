"""Recognises that the last answer was not what the person meant (RTR-06)."""

from __future__ import annotations

import re

from sidecar.language.fold import fold

_OVERRIDE = re.compile(
    r"\W*(?:no+\b[\s,.]*)?(?:quise decir|quería decir|queria decir|me referia a|no (?:era|es|dije|pedi|queria) eso"
    r"|eso no|no me entendiste|i meant|i mean\b|that'?s not what i|not what i (?:meant|said|asked)|that'?s wrong"
    r"|you misunderstood)"
)


def is_override(text: str) -> bool:
    """Return whether a message takes back what the answer before it took it for: "no, quise decir mañana"."""
    return _OVERRIDE.match(fold(text.replace("’", "'"))) is not None
