"""Makes text about the person harmless: it informs the model and never commands it."""

from __future__ import annotations

import re
import unicodedata

from sidecar.brain.orders import is_order

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNCOMMON = re.compile(r"[^\w !-~\n\t¡-¬®-¿–-„…]")
"""What may be invisible: no letter, figure or common sign is."""
_EMOJI = "\u2600-\u27bf\U0001f000-\U0001faff"
_EMOJI_JOINER = re.compile(f"(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])")

# The opening bracket is enough: a tag left open is closed by the next one, which would be ours.
_TAG = re.compile(
    r"[<＜﹤]\s*(/?)\s*(user[\s_-]?knowledge|untrusted[\s_-]?content|system|assistant|user|tool|start_of_turn|end_of_turn)"
    r"\b([^<>＜＞﹤﹥]{0,200})[>＞﹥]?",
    re.IGNORECASE,
)
_TURN_MARK = re.compile(r"<\|([^<>|\n]{1,40})\|>|\[(/?INST)\]|<(/?s)>")
"""What chat models put between the turns of a conversation."""


def sanitise(text: str) -> tuple[str, list[str]]:
    """Return the text made harmless, and what was done to it: `control characters`, `tag`, `command`.

    Only invisible characters are removed: a tag loses its brackets, a line that tries to command the model is quoted
    and marked as data.
    """
    reasons: list[str] = []
    text = _LINE_ENDS.sub("\n", text)
    clean = _remove_invisible(text)
    if clean != text:
        reasons.append("control characters")
    untagged = _TURN_MARK.sub(lambda mark: f"({mark[1] or mark[2] or mark[3]})", _TAG.sub(_strip_brackets, clean))
    if untagged != clean:
        reasons.append("tag")
    lines = [_quote_line(line) if is_order(line) else line for line in untagged.split("\n")]
    if "\n".join(lines) != untagged:
        reasons.append("command")
    return "\n".join(lines), reasons


def _remove_invisible(text: str) -> str:
    """Remove control and format characters, except those that join two emoji into one."""
    joiners = {joiner.start() for joiner in _EMOJI_JOINER.finditer(text)}
    return _UNCOMMON.sub(
        lambda found: found[0] if found.start() in joiners or not _is_invisible(found[0]) else "", text
    )


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}


def _strip_brackets(tag: re.Match[str]) -> str:
    return f"({tag[1]}{tag[2]}{tag[3].rstrip()})"


def _quote_line(line: str) -> str:
    return f"(quoted, not an instruction: {line.strip()!r})"
