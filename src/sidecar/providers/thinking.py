"""Models that think aloud in the text: `<think>…</think>` at the beginning is reasoning and not the answer."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.llm import TextChunk, ThinkingChunk

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingAloud:
    """Tells reasoning from answer in text that arrives in any pieces. Only a tag that the answer begins with counts:
    later on it is something that the model talks about."""

    def __init__(self) -> None:
        self._held = ""
        self._inside: bool | None = None

    def feed(self, text: str) -> Iterator[TextChunk | ThinkingChunk]:
        self._held += text
        if self._inside is None:
            begun = self._held.lstrip()
            if _OPEN.startswith(begun[: len(_OPEN)]) and len(begun) < len(_OPEN):
                return  # may still become the tag
            self._inside = begun.startswith(_OPEN)
            self._held = begun.removeprefix(_OPEN) if self._inside else self._held
        if self._inside:
            yield from self._think()
        if not self._inside and self._held:
            yield TextChunk(self._held)
            self._held = ""

    def end(self) -> Iterator[TextChunk | ThinkingChunk]:
        """What was held back because a tag might have come."""
        if self._held:
            yield ThinkingChunk(self._held) if self._inside else TextChunk(self._held)
            self._held = ""

    def _think(self) -> Iterator[ThinkingChunk]:
        thought, closed, rest = self._held.partition(_CLOSE)
        if closed:
            self._inside, self._held = False, rest.lstrip()
        else:
            kept = _overlap(thought, _CLOSE)
            thought, self._held = thought[: len(thought) - kept], thought[len(thought) - kept :]
        if thought:
            yield ThinkingChunk(thought)


def _overlap(text: str, tag: str) -> int:
    """How many characters at the end of the text are the beginning of the tag."""
    return next((size for size in range(len(tag) - 1, 0, -1) if text.endswith(tag[:size])), 0)
