"""Masking of secrets: the patterns of common keys, and the exact values in the settings."""

from __future__ import annotations

import re
from functools import lru_cache

MASK = "[secret]"
_SHORTEST_SECRET = 6

_SECRET_NAME = re.compile(r"(?:^|[._-])(?:key|token|password|passwd|secret)$", re.IGNORECASE)

_PATTERNS = (
    # OpenAI, Anthropic, OpenRouter, DeepSeek, Moonshot; the digit tells them from words such as sk-learn-contrib
    re.compile(r"\b(?:sk|pk|rk|csk|pplx|tvly|nvapi|xai)-(?=[\w-]*\d)[A-Za-z0-9_-]{12,}"),
    re.compile(r"\b(?:gsk|hf|jina|fw|r8|tgp_v1|sk_live|sk_test)_(?=\w*\d)[A-Za-z0-9_-]{16,}"),  # Groq, Jina, Together
    re.compile(r"\bAIza[A-Za-z0-9_-]{30,}"),  # Google
    re.compile(r"\bBSA(?=\w*\d)[A-Za-z0-9_-]{20,}"),  # Brave
    re.compile(r"\b(?:ghp|gho|ghs|ghu|ghr|github_pat)_[A-Za-z0-9_]{16,}|\bglpat-[A-Za-z0-9_-]{16,}"),
    re.compile(r"\bxox[abeprs]-[A-Za-z0-9-]{10,}"),  # Slack
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),  # Amazon
    re.compile(r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b"),  # Telegram bot token
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),  # JSON web token
    re.compile(r"(?<=://)[^/\s:@\"']+:[^/\s@\"']+(?=@)"),  # user and password in an address
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)", re.DOTALL),
)
# Group 1 is kept. A backslash ends the value: it escapes the quote that follows it in JSON.
_HEADER = re.compile(
    r"(?i)(\b(?:authorization|x-api-key|x-goog-api-key|x-subscription-token)[\"']?\s*[:=]\s*[\"']?"
    r"(?:(?:bearer|basic|token)\s+)?)[^\s\"',;}{\\]{6,}"
)
_BEARER = re.compile(r"(?i)(\bbearer\s+)(?=[^\s\"',;}{\\]*\d)[^\s\"',;}{\\]{8,}")
_LABELLED = re.compile(
    r"(?i)((?:\b|_)(?:api[-_ ]?key|(?:access|refresh|auth)?[-_]?token|password|passwd|secret|contraseña|clave)"
    r"[\"']?(?P<sign>\s*[:=]\s*)[\"']?)(?P<value>[^\s\"',;}{&\\]{6,})"
)
_PROSE = re.compile(r"[^\W\d_]+[.!?)…]*")
_known: set[str] = set()


def remember_secret(value: str) -> None:
    """Mask this exact text from now on, wherever it would be written."""
    value = value.strip()
    if len(value) >= _SHORTEST_SECRET and value not in _known:
        _known.add(value)
        redact.cache_clear()


def is_secret(name: str) -> bool:
    """Return whether a setting or environment variable of this name holds a secret."""
    return _SECRET_NAME.search(name) is not None


def mask_known(text: str) -> str:
    """Mask the secrets that this installation is known to hold; nothing is guessed from patterns."""
    for secret in sorted(_known, key=len, reverse=True):  # one may be the beginning of another
        text = text.replace(secret, MASK)
    return text


@lru_cache(maxsize=512)
def redact(text: str) -> str:
    """Replace every secret in the text by `[secret]`. Recent results are cached, since each request writes the whole
    conversation again."""
    text = mask_known(text)
    for pattern in _PATTERNS:
        text = pattern.sub(MASK, text)
    text = _BEARER.sub(rf"\1{MASK}", _HEADER.sub(rf"\1{MASK}", text))
    return _LABELLED.sub(_mask_unless_prose, text)


def _mask_unless_prose(found: re.Match[str]) -> str:
    """Mask the value unless it is prose: `clave: entender` is a sentence, `clave=entender` is not."""
    a_sentence = found["sign"].endswith(" ") and "=" not in found["sign"] and _PROSE.fullmatch(found["value"])
    return found[0] if a_sentence else found[1] + MASK
