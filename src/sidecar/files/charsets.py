"""Decodes bytes of unknown encoding."""

from __future__ import annotations

_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)


def decode(data: bytes) -> str:
    """Decode by the byte order mark, else as UTF-8, else as Windows-1252; undecodable bytes become `�`."""
    encoding = next((encoding for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark)), "")
    if encoding:
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def decode_lines(data: bytes) -> str:
    """Decode like `decode`, but line by line where some lines are not UTF-8, and without losing a byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
            return decode(data)
        return "\n".join(_decode_line(line) for line in data.split(b"\n")).removeprefix("\ufeff")


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def looks_binary(text: str) -> bool:
    """Return whether decoded text was probably binary data."""
    sample = text[:4096]
    controls = sum(character < " " and character not in "\t\n\r\f\x1b" for character in sample)
    return "\0" in text or controls > len(sample) // 50
