"""What of an answer that may turn out to be an action can be shown while it arrives."""

from __future__ import annotations

import json
import re

_SUSPICIOUS = re.compile(r"[{\[<]|`+|^[TA]", re.MULTILINE)
_STEPS = ("Thought:", "Action:")
_TAG_OR_ALL = re.compile(r"<|\A\s*(?:[{\[]|`+)")
_LONGEST_BEGINNING = 100
TAG = "<tool_call"
"""How many models begin a call in their text."""
_MESSAGE_FIRST = re.compile(r'\s*(?:```[a-z]*\s*)?\{\s*"message"\s*:\s*"')
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|u(?![dD][89abAB])[0-9a-fA-F]{4}|[^u])")


class ToolCallStreamFilter:
    """Decides, as text arrives, what can be shown at once: words up to the first sign of an action, or the message
    inside an action when that comes first. `natively`: the model has its own way to act, so that only a tag, or JSON at
    the very beginning, may be an action that nobody took out of the text."""

    def __init__(self, *, natively: bool = False) -> None:
        self._natively = natively
        self._suspicious = _TAG_OR_ALL if natively else _SUSPICIOUS
        self._text = ""
        self._shown = ""
        self._at: int | None = None
        """Where in the text the message's own string goes on; None while the text is plain."""
        self._over = False
        self._looked_at = 0

    def feed(self, text: str) -> str:
        self._text += text
        if self._over:
            return ""
        if self._at is None and not self._natively and (message := _MESSAGE_FIRST.match(self._text)):
            self._at = message.end()
        if self._at is not None:
            return self._show(self._message_goes_on(self._at))
        end = self._harmless_until()
        return self._show(self._text[len(self._shown) : end]) if self._text[:end].strip() else ""

    def rest(self, said: str) -> str:
        """What of the final text has not been shown."""
        if said.startswith(self._shown):
            return said[len(self._shown) :]
        return said.removeprefix(self._shown.strip()) if said.startswith(self._shown.strip()) else ""

    @property
    def shown(self) -> str:
        return self._shown

    def begin_anew(self) -> None:
        """What was fed until now has been taken back."""
        self._text = self._shown = ""
        self._at, self._over, self._looked_at = None, False, 0

    def _harmless_until(self) -> int:
        """The place where an action begins, or may yet turn out to begin."""
        while suspicious := self._suspicious.search(self._text, self._looked_at):
            if _may_begin(self._text[suspicious.start() :][:_LONGEST_BEGINNING].lstrip()):
                return suspicious.start()
            self._looked_at = suspicious.end()
        return len(self._text)

    def _show(self, text: str) -> str:
        self._shown += text
        return text

    def _message_goes_on(self, start: int) -> str:
        raw, at = self._text, start
        while at < len(raw):
            if raw[at] == '"':
                self._over = True
                break
            if raw[at] == "\\":
                escape = _ESCAPE.match(raw, at)
                if escape is None:
                    break  # not whole yet
                at = escape.end()
            else:
                at += 1
        self._at = at
        try:
            return json.loads(f'"{raw[start:at]}"', strict=False)
        except ValueError:
            self._over = True
            return ""


_KEYS = (
    "message", "actions", "requires_confirmation", "action", "tool", "tool_calls", "name", "function", "id", "type"
)  # fmt: skip


def _may_begin(text: str) -> bool:
    """Whether this is the beginning of an action, or may become one when more arrives."""
    if text[:1] in ("T", "A"):
        return any(text.startswith(step) or step.startswith(text) for step in _STEPS)
    if text.startswith("<"):
        return text.startswith(TAG) or TAG.startswith(text)
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
