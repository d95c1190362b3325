"""The part of an answer that can be shown while it arrives, although the rest may turn out to be an action."""

from __future__ import annotations

import json
import re

from sidecar.providers.decorators.call_dialects import MARKS

_SUSPICIOUS = re.compile(r"[{\[<]|`+|^[TA]", re.MULTILINE)
_STEPS = ("Thought:", "Action:")
_NATIVE_SUSPICIOUS = re.compile(r"[{\[<]|`+")
_LONGEST_BEGINNING = 100
_MESSAGE_FIRST = re.compile(r'\s*(?:```[a-z]*\s*)?\{\s*"message"\s*:\s*"')
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|u(?![dD][89abAB])[0-9a-fA-F]{4}|[^u])")


class ToolCallStreamFilter:
    """Holds back text that may be an action: shows words up to its first sign, or the message inside an action that
    begins with one.

    `native`: the model has its provider's tool calls, so that only the mark of a call, or JSON that names one, may be
    an action that the server left in the text.
    """

    def __init__(self, *, native: bool = False) -> None:
        self._native = native
        self._suspicious = _NATIVE_SUSPICIOUS if native else _SUSPICIOUS
        self._text = ""
        self._shown = ""
        self._message_at: int | None = None
        """Where the unread rest of the action's message begins; None while the text is plain."""
        self._finished = False
        self._checked_to = 0

    def feed(self, text: str) -> str:
        """Return what can be shown now that this text has arrived."""
        self._text += text
        if self._finished:
            return ""
        if self._message_at is None and not self._native and (message := _MESSAGE_FIRST.match(self._text)):
            self._message_at = message.end()
        if self._message_at is not None:
            return self._show(self._read_message(self._message_at))
        end = self._plain_end()
        return self._show(self._text[len(self._shown) : end]) if self._text[:end].strip() else ""

    def rest(self, final_text: str) -> str:
        """Return the part of the final text that has not been shown."""
        if final_text.startswith(self._shown):
            return final_text[len(self._shown) :]
        shown = self._shown.strip()
        return final_text.removeprefix(shown) if final_text.startswith(shown) else ""

    @property
    def shown(self) -> str:
        return self._shown

    def reset(self) -> None:
        """Forget the text: it was withdrawn."""
        self._text = self._shown = ""
        self._message_at, self._finished, self._checked_to = None, False, 0

    def _plain_end(self) -> int:
        """Return the place where an action begins, or may turn out to begin."""
        while suspicious := self._suspicious.search(self._text, self._checked_to):
            if _may_begin_action(self._text[suspicious.start() :][:_LONGEST_BEGINNING].lstrip()):
                return suspicious.start()
            self._checked_to = suspicious.end()
        return len(self._text)

    def _show(self, text: str) -> str:
        self._shown += text
        return text

    def _read_message(self, start: int) -> str:
        raw, at = self._text, start
        while at < len(raw):
            if raw[at] == '"':
                self._finished = True
                break
            if raw[at] == "\\":
                escape = _ESCAPE.match(raw, at)
                if escape is None:
                    break  # incomplete
                at = escape.end()
            else:
                at += 1
        self._message_at = at
        try:
            return json.loads(f'"{raw[start:at]}"', strict=False)
        except ValueError:
            self._finished = True
            return ""


_KEYS = (
    "message", "actions", "requires_confirmation", "action", "tool", "tool_name", "tool_calls", "name",
    "function", "id", "type"
)  # fmt: skip


def _may_begin_action(text: str) -> bool:
    """Return whether this is the beginning of an action, or may become one when more arrives."""
    if text[:1] in ("T", "A"):
        return any(text.startswith(step) or step.startswith(text) for step in _STEPS)
    if any(text.startswith(mark) or mark.startswith(text) for mark in MARKS):
        return True
    if text.startswith("<"):
        return False
    if text.startswith("`"):
        if not text.startswith("```"):
            return not text.strip("`")
        text = re.sub(r"\A```\w*\s*", "", text)
    for bracket in "[{":
        if bracket == "{" and text and not text.startswith("{"):
            return False
        text = text.removeprefix(bracket).lstrip()
    key = re.match(r"\w*", text.lstrip("\"'"))
    assert key is not None
    if key.end() == len(text.lstrip("\"'")):
        return any(known.startswith(key[0]) for known in _KEYS)
    return key[0] in _KEYS
