"""Standard input as text, whatever it is encoded in."""

from __future__ import annotations

import sys

from sidecar.errors import ConfigError
from sidecar.files.charsets import decode, looks_binary

_LONGEST_BYTES = 10_000_000


def read_standard_input() -> str:
    """Read what was piped in; "" at a terminal. Raises `ConfigError` for what is no text."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    data = sys.stdin.buffer.read(_LONGEST_BYTES + 1)
    if len(data) > _LONGEST_BYTES:
        raise ConfigError("Standard input is larger than {megabytes} MB.", megabytes=_LONGEST_BYTES // 1_000_000)
    return decode_text(data)


def decode_text(data: bytes) -> str:
    """Decode text of unknown encoding. Raises `ConfigError` for binary data."""
    text = decode(data)
    if looks_binary(text):
        raise ConfigError("Standard input isn't text.", hint="Pipe in text, ideally in UTF-8.")
    return text


def decode_argument(argument: str) -> str:
    """Decode an argument that the locale could not, which comes with its bytes as lone surrogates."""
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        return decode(argument.encode("utf-8", errors="surrogateescape"))
    return argument
