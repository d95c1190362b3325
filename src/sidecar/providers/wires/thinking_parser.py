"""Models that think aloud in the text: `<think>…</think>` at the beginning, or another of the usual tags, is reasoning
and not the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.domain.surrogates import repair_surrogates
from sidecar.llm import RetryScheduled, TextChunk, ThinkingChunk

_TAGS = {f"<{name}>": f"</{name}>" for name in ("think", "thinking", "thought", "reasoning", "seed:think")} | {
    "[THINK]": "[/THINK]",
    "◁think▷": "◁/think▷",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",
}
_OPENED_IN_THE_PROMPT = {
    close: tag for tag, close in _TAGS.items() if tag not in ("<thinking>", "<thought>", "<reasoning>")
}
"""Ends of thoughts whose beginning many chat templates write themselves, so that the answer has only these."""
_QUOTES = tuple("`\"'“«")
_TAKEN_BACK = RetryScheduled("", 0.0)

ThinkingEvent = TextChunk | ThinkingChunk | RetryScheduled


class ThinkingParser:
    """Tells reasoning from answer in text that arrives in any pieces, halves of characters included.

    Only a tag that the answer begins with counts, and then those that follow it: elsewhere it is something that the
    model talks about. A thought whose beginning was never written is known only by its end: then `RetryScheduled` takes
    back what had passed for the answer. `said` is the answer so far.
    """

    def __init__(self) -> None:
        self.said: str = ""
        self._held: str = ""
        self._half: str = ""
        """Of a character that two pieces share."""
        self._tag: str = ""
        """The one that this model thinks in; empty while it has not thought aloud."""
        self._inside = False
        self._begins = True

    def feed(self, text: str) -> Iterator[ThinkingEvent]:
        self._held += self._whole(text)
        while self._held and (heard := self._next()) is not None:
            yield from heard

    def end(self) -> Iterator[ThinkingEvent]:
        """What was held back because a tag might have come."""
        held = self._held + repair_surrogates(self._half)
        self._held = self._half = ""
        yield from _thoughts(held) if self._inside else self._speech(held.lstrip() if self._new_start else held)

    @property
    def _new_start(self) -> bool:
        """The answer begins with its first word, not with the blank lines after the thoughts."""
        return self._begins and bool(self._tag)

    def _whole(self, text: str) -> str:
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return repair_surrogates(text.removesuffix(self._half))

    def _next(self) -> Sequence[ThinkingEvent] | None:
        """What can be told of what is held; None when more has to arrive first."""
        if self._inside:
            return self._think()
        if self._begins:
            return self._begin()
        return self._speak_or_think() if self._tag else self._speak()

    def _think(self) -> Sequence[ThinkingEvent] | None:
        thought, closed, rest = self._held.partition(_TAGS[self._tag])
        if closed:
            self._inside, self._begins, self._held = False, True, rest
            return _thoughts(thought)
        return _thoughts(self._all_but(_overlap(self._held, _TAGS[self._tag]))) or None

    def _begin(self) -> Sequence[ThinkingEvent] | None:
        begun = self._held.lstrip()
        if opening := next((tag for tag in _TAGS if begun.startswith(tag)), ""):
            self._inside, self._tag, self._held = True, opening, begun.removeprefix(opening)
        elif any(tag.startswith(begun) for tag in _TAGS):
            return None  # may still become a tag
        elif self._new_start:
            self._held = begun
        self._begins = False
        return ()

    def _speak(self) -> Sequence[ThinkingEvent] | None:
        """The answer of a model that has not thought yet, as far as is known."""
        ends = [(at, close) for close in _OPENED_IN_THE_PROMPT if (at := self._held.find(close)) >= 0]
        if not ends:
            return (
                self._speech(self._all_but(max(_overlap(self._held, close) for close in _OPENED_IN_THE_PROMPT))) or None
            )
        at, close = min(ends)
        before, opening = self._held[:at], _OPENED_IN_THE_PROMPT[close]
        if opening in self.said + before or (self.said + before).endswith(_QUOTES):
            return self._speech(self._all_but(len(self._held) - at - len(close)))
        taken_back = (_TAKEN_BACK,) if self.said else ()
        self.said, self._tag, self._begins, self._held = "", opening, True, self._held[at + len(close) :]
        return (*taken_back, *_thoughts(before))

    def _speak_or_think(self) -> Sequence[ThinkingEvent] | None:
        """The answer of a model that does think aloud: it may think again."""
        at = self._held.find(self._tag)
        if at < 0:
            return self._speech(self._all_but(_overlap(self._held, self._tag))) or None
        if (self.said + self._held[:at]).endswith(_QUOTES):
            return self._speech(self._all_but(len(self._held) - at - len(self._tag)))
        if at > 0:
            return self._speech(self._all_but(len(self._held) - at))
        thought, closed, rest = self._held.removeprefix(self._tag).partition(_TAGS[self._tag])
        if not closed:
            return None
        self._held = rest
        return _thoughts(thought)

    def _all_but(self, kept: int) -> str:
        """What is held, without that many characters at its end, which go on being held."""
        told = len(self._held) - kept
        text, self._held = self._held[:told], self._held[told:]
        return text

    def _speech(self, text: str) -> Sequence[ThinkingEvent]:
        self.said += text
        return (TextChunk(text),) if text else ()


def _thoughts(text: str) -> Sequence[ThinkingEvent]:
    return (ThinkingChunk(text),) if text else ()


def _overlap(text: str, tag: str) -> int:
    """How many characters at the end of the text are the beginning of the tag."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if text.endswith(tag[:size])), 0)
