"""Characters that a terminal obeys instead of showing them, and those that reorder a text."""

from __future__ import annotations

import re

_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]"  # CSI: colours, cursor, modes
    # OSC and DCS: window titles, the clipboard
    r"|(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c\n]{0,4096}(?:\x07|\x1b\\|\x9c)"
)
_DROPPED = [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_CHARACTERS: dict[int, str | None] = {
    **dict.fromkeys(_DROPPED),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    0x09: "\t",
    0x0A: "\n",
    0x85: "\n",
    0x2028: "\n",
    0x2029: "\n",
}


_PICTURES: dict[int, str] = {
    **dict.fromkeys([*_DROPPED, *range(0xD800, 0xE000)], "\ufffd"),
    **{code: chr(0x2400 + code) for code in range(0x20)},
    0x7F: "\u2421",
    0x09: "\t",
    0x0A: "\n",
}
_ESCAPES = {code: f"\\u{code:04x}" for code in (*_DROPPED, 0x2028, 0x2029) if code >= 0x20}


def strip_controls(text: str) -> str:
    """Remove escape sequences, control characters and marks that reorder text.

    New lines and tabs stay; lone surrogates become U+FFFD. The author of the text (a model, a page it read) can then
    neither move the cursor, nor change the clipboard or the title, nor disguise what it says.
    """
    text = _SEQUENCES.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_CHARACTERS)


def show_controls(text: str) -> str:
    """Replace control characters and marks that reorder text by visible ones, such as ␛.

    For what Sidecar says about files, settings and servers: nothing of theirs is hidden, and nothing is obeyed.
    """
    return text.translate(_PICTURES)


def escape_controls(json_text: str) -> str:
    """Escape them in JSON, whose values stay the same."""
    return json_text.translate(_ESCAPES)
