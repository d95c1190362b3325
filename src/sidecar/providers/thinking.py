"""Models that think aloud in the text: `<think>…</think>` at the beginning, or another of the usual tags, is reasoning
and not the answer."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.llm import TextChunk, ThinkingChunk

_TAGS = {f"<{name}>": f"</{name}>" for name in ("think", "thinking", "thought", "reasoning")}


class ThinkingAloud:
    """Tells reasoning from answer in text that arrives in any pieces. Only a tag that the answer begins with counts:
    later on it is something that the model talks about."""

    def __init__(self) -> None:
        self._held = ""
        self._inside: bool | None = None
        self._close = ""
        self._just_closed = False
        """The answer begins with its first word, not with the blank lines after the thoughts."""

    def feed(self, text: str) -> Iterator[TextChunk | ThinkingChunk]:
        self._held += text
        if self._inside is None:
            begun = self._held.lstrip()
            opening = next((tag for tag in _TAGS if begun.startswith(tag)), "")
            if not opening and any(tag.startswith(begun) for tag in _TAGS):
                return  # may still become a tag
            self._inside = bool(opening)
            if opening:
                self._held, self._close = begun.removeprefix(opening), _TAGS[opening]
        if self._inside:
            yield from self._think()
        if self._just_closed and not self._inside:
            self._held = self._held.lstrip()
            self._just_closed = not self._held
        if not self._inside and self._held:
            yield TextChunk(self._held)
            self._held = ""

    def end(self) -> Iterator[TextChunk | ThinkingChunk]:
        """What was held back because a tag might have come."""
        if self._held:
            yield ThinkingChunk(self._held) if self._inside else TextChunk(self._held)
            self._held = ""

    def _think(self) -> Iterator[ThinkingChunk]:
        thought, closed, rest = self._held.partition(self._close)
        if closed:
            self._inside, self._held, self._just_closed = False, rest, True
        else:
            kept = _overlap(thought, self._close)
            thought, self._held = thought[: len(thought) - kept], thought[len(thought) - kept :]
        if thought:
            yield ThinkingChunk(thought)


def _overlap(text: str, tag: str) -> int:
    """How many characters at the end of the text are the beginning of the tag."""
    return next((size for size in range(len(tag) - 1, 0, -1) if text.endswith(tag[:size])), 0)
