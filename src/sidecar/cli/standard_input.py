"""Standard input as text, whatever it is encoded in."""

from __future__ import annotations

import sys

from sidecar.errors import ConfigError

_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
_LONGEST_BYTES = 10_000_000


def read_standard_input() -> str:
    """What was piped in. Empty at a terminal, where nobody pipes anything. Raises `ConfigError` for what is no text."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    data = sys.stdin.buffer.read(_LONGEST_BYTES + 1)
    if len(data) > _LONGEST_BYTES:
        raise ConfigError("Standard input is larger than {megabytes} MB.", megabytes=_LONGEST_BYTES // 1_000_000)
    return as_text(data)


def as_text(data: bytes) -> str:
    """UTF-8, UTF-16 with its mark, or else Windows-1252; raises `ConfigError` for binary data."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\0" in data or _looks_binary(data):
        raise ConfigError("Standard input is not text.", hint="Pipe in text, best in UTF-8.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _looks_binary(data: bytes) -> bool:
    sample = data[:4096]
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in sample)
    return controls > len(sample) // 50
