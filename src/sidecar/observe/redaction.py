"""Masking of secrets: the patterns of common keys, and the exact values in the settings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sidecar.observe.told_secrets import is_placeholder, mask_told_secrets

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
    # Amazon: the identifier, and the secret near it
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b(?:[^\n]{1,40}?(?<![\w/+])[A-Za-z0-9/+]{40}(?![\w/+=]))?"),
    re.compile(r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b"),  # Telegram bot token
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),  # JSON web token
    re.compile(r"(?<=://)[^/\s:@\"']+:[^/\s@\"']+(?=@)"),  # user and password in an address
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----.*?(?:-----END [A-Z ]*PRIVATE KEY[A-Z ]*-----|$)", re.DOTALL),
    # Stripe, npm, DigitalOcean, Shopify, Linear, Figma, Supabase, Resend
    re.compile(
        r"\b(?:rk_live|rk_test|whsec|npm|dop_v1|shp(?:at|ca|pa|ss)|lin_api|figd|sbp|re)_(?=\w*\d)[A-Za-z0-9_]{20,}"
    ),
    # SendGrid, Google
    re.compile(r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{16,}"),
    re.compile(r"\bpypi-[A-Za-z0-9_-]{30,}|\bAGE-SECRET-KEY-1[A-Z0-9]{40,}"),
    re.compile(r"\bAPP_USR-(?=[\w-]*\d)[\w-]{20,}"),  # Mercado Pago
    re.compile(r"\b(?:dapi|SK)(?=[0-9a-f]*\d)[0-9a-f]{32}\b"),  # Databricks, Twilio
    re.compile(r"\bsl\.(?=[\w-]*\d)[\w-]{40,}"),  # Dropbox
    re.compile(r"\b(?:secret|ntn)_(?=\w*\d)[A-Za-z0-9]{30,}"),  # Notion
    re.compile(r"\b[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}"),  # Discord
)
# 15 or 16 digits as on a bank card: Visa, Mastercard, Maestro, American Express, Discover, Naranja, Cabal
_CARD = re.compile(
    r"(?i)(?<![\w+.,/#-])(?P<number>(?:\d[ -]?){14,15}\d)(?![\d/-])"
    r"(?:(?P<between>(?:[^\n\d]|\d\d/\d\d){0,30}?\b(?:c[oó]d(?:igo)?|code)\.?:?\s{1,3})\d{3,4}\b)?"
)
_BANK_ACCOUNT = re.compile(
    r"(?i)\b(?:cbu|cvu)\b[^\n\d]{0,30}(?P<number>(?:\d[ -]?){21}\d)(?!\d)|(?<![\w.,-])\d{22}(?![\w,-])"
)
"""An Argentine account (CBU, CVU): 22 digits, two of which check the others."""
_ISSUER = re.compile(
    r"4\d{15}|5[0-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|6(?:011|5\d\d|04[23])\d{12}|589(?:562|657)\d{10}"
)
# Group 1 is kept. A backslash ends the value: it escapes the quote that follows it in JSON.
_HEADER = re.compile(
    r"(?i)(\b(?:authorization|x-api-key|x-goog-api-key|x-subscription-token)[\"']?\s*[:=]\s*[\"']?"
    r"(?:(?:bearer|basic|token)\s+)?)[^\s\"',;}{\\]{6,}"
)
_BEARER = re.compile(r"(?i)(\bbearer\s+)(?=[^\s\"',;}{\\]*\d)[^\s\"',;}{\\]{8,}")
_LABELLED = re.compile(
    r"(?i)((?:\b|_)(?:api[-_ ]?key|(?:access|refresh|auth)?[-_]?token|password|passwd|contraseña|clave"
    r"|(?:client[-_ ]?)?secret(?:[-_ ]?(?:access[-_ ]?)?key)?|(?:account|access|private)[-_ ]?key)"
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
    return mask_shapes(mask_known(text))


def mask_shapes(text: str) -> str:
    """Mask what has the form of a secret, whether or not this installation knows it: keys, passwords that are called
    so, numbers of bank cards. Numbers of accounts, telephones and orders, identifiers and digests stay."""
    for pattern in _PATTERNS:
        text = pattern.sub(MASK, text)
    text = _BEARER.sub(rf"\1{MASK}", _HEADER.sub(rf"\1{MASK}", text))
    text = _LABELLED.sub(_mask_unless_prose, text)
    text = _BANK_ACCOUNT.sub(_mask_account, text)
    return _CARD.sub(_mask_card, mask_told_secrets(text, MASK))


def _mask_unless_prose(found: re.Match[str]) -> str:
    """Mask the value unless it is prose: `clave: entender` is a sentence, `clave=entender` is not."""
    a_sentence = found["sign"].endswith(" ") and "=" not in found["sign"] and _PROSE.fullmatch(found["value"])
    return found[0] if a_sentence or is_placeholder(found["value"]) else found[1] + MASK


def _mask_card(found: re.Match[str]) -> str:
    """Mask the number of a card, and its security code if that follows."""
    digits = re.sub(r"\D", "", found["number"])
    if not _ISSUER.fullmatch(digits) or not _has_valid_check_digit(digits):
        return found[0]
    return MASK + found["between"] + MASK if found["between"] else MASK


def _mask_account(found: re.Match[str]) -> str:
    number = found["number"] or found[0]
    digits = re.sub(r"\D", "", number)
    sure = found["number"] is not None or (_checks(digits[:8], (7, 1, 3, 9, 7, 1, 3)) and _checks(digits[8:], _WEIGHTS))
    return found[0].removesuffix(number) + MASK if sure else found[0]


_WEIGHTS = (3, 9, 7, 1) * 3 + (3,)


def _checks(digits: str, weights: Sequence[int]) -> bool:
    """Return whether the last digit checks the others (Central Bank of Argentina, communication A 2622)."""
    weighted = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))
    return (weighted + int(digits[-1])) % 10 == 0


def _has_valid_check_digit(digits: str) -> bool:
    """Return whether the last digit checks the others (Luhn, ISO/IEC 7812)."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
