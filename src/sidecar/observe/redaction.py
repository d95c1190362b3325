"""Secrets never leave: patterns of the usual keys, and the very values that the settings hold."""

from __future__ import annotations

import re

MASK = "[secret]"
_SHORTEST_SECRET = 6

_PATTERNS = (
    re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}"),  # OpenAI, Anthropic, OpenRouter, Moonshot, DeepSeek
    re.compile(r"\bAIza[A-Za-z0-9_-]{30,}"),  # Google
    re.compile(r"\b(?:ghp|gho|ghs|github_pat|glpat|xox[abprs]|tvly|hf|jina|gsk|xai)[_-][A-Za-z0-9_-]{10,}"),
    re.compile(r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b"),  # Telegram bot token
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),  # JSON web token
)
_LABELLED = re.compile(
    r"(?i)(\b(?:authorization|bearer|api[-_ ]?key|x-api-key|token|password|passwd|secret|contraseña|clave)"
    r"[\"']?\s*[:=]?\s*[\"']?(?:bearer\s+)?)([^\s\"',;}{]{8,})"
)
_known: set[str] = set()


def remember_secret(value: str) -> None:
    """From now on this very text is masked wherever it would be written."""
    if len(value) >= _SHORTEST_SECRET:
        _known.add(value)


def redact(text: str) -> str:
    """The text with every secret it holds replaced by `[secret]`."""
    for secret in _known:
        text = text.replace(secret, MASK)
    for pattern in _PATTERNS:
        text = pattern.sub(MASK, text)
    return _LABELLED.sub(_mask_unless_prose, text)


def _mask_unless_prose(found: re.Match[str]) -> str:
    label, value = found.groups()
    looks_like_a_key = any(c.isdigit() for c in value) or ":" in label or "=" in label
    return f"{label}{MASK}" if looks_like_a_key else found.group()
