"""Reasoning in the text of an answer: `<think>…</think>` at its beginning, or another of the usual tags."""

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
"""Closing tags that may come alone, since many chat templates write the opening tag into the prompt."""
_QUOTES = tuple("`\"'“«")
_WITHDRAW = RetryScheduled("", 0.0)

ThinkingEvent = TextChunk | ThinkingChunk | RetryScheduled


class ThinkingParser:
    """Separates reasoning from the answer in text that arrives in any pieces, even in the middle of a character.

    Only a tag at the beginning of the answer counts, and then those that follow it: elsewhere the model writes about
    tags. Reasoning without an opening tag is recognised only at its end: then `RetryScheduled` withdraws the text that
    was taken for the answer. `text` is the answer so far.
    """

    def __init__(self) -> None:
        self.text: str = ""
        self._held: str = ""
        self._half_character: str = ""
        """The first surrogate of a character that is split between two pieces."""
        self._tag: str = ""
        """The opening tag that this model uses; empty while there was no reasoning."""
        self._inside = False
        self._at_start = True

    def feed(self, text: str) -> Iterator[ThinkingEvent]:
        """Yield what is certain now that this text has arrived."""
        self._held += self._join_halves(text)
        while self._held and (events := self._next()) is not None:
            yield from events

    def finish(self) -> Iterator[ThinkingEvent]:
        """Yield what was held back because it might have become a tag."""
        held = self._held + repair_surrogates(self._half_character)
        self._held = self._half_character = ""
        yield from (
            _reasoning(held) if self._inside else self._answer(held.lstrip() if self._at_start_of_answer else held)
        )

    @property
    def _at_start_of_answer(self) -> bool:
        """Return whether the next word starts the answer after reasoning: blank lines before it are dropped."""
        return self._at_start and bool(self._tag)

    def _join_halves(self, text: str) -> str:
        text = self._half_character + text
        self._half_character = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return repair_surrogates(text.removesuffix(self._half_character))

    def _next(self) -> Sequence[ThinkingEvent] | None:
        """Return the events of the text that is held back; None when more has to arrive first."""
        if self._inside:
            return self._read_reasoning()
        if self._at_start:
            return self._read_start()
        return self._read_answer_after_reasoning() if self._tag else self._read_answer()

    def _read_reasoning(self) -> Sequence[ThinkingEvent] | None:
        thought, closed, rest = self._held.partition(_TAGS[self._tag])
        if closed:
            self._inside, self._at_start, self._held = False, True, rest
            return _reasoning(thought)
        return _reasoning(self._take_all_but(_overlap(self._held, _TAGS[self._tag]))) or None

    def _read_start(self) -> Sequence[ThinkingEvent] | None:
        begun = self._held.lstrip()
        if opening := next((tag for tag in _TAGS if begun.startswith(tag)), ""):
            self._inside, self._tag, self._held = True, opening, begun.removeprefix(opening)
        elif any(tag.startswith(begun) for tag in _TAGS):
            return None  # may still become a tag
        elif self._at_start_of_answer:
            self._held = begun
        self._at_start = False
        return ()

    def _read_answer(self) -> Sequence[ThinkingEvent] | None:
        """Read the answer while no reasoning was seen: a closing tag makes it all reasoning."""
        ends = [(at, close) for close in _OPENED_IN_THE_PROMPT if (at := self._held.find(close)) >= 0]
        if not ends:
            return (
                self._answer(self._take_all_but(max(_overlap(self._held, close) for close in _OPENED_IN_THE_PROMPT)))
                or None
            )
        at, close = min(ends)
        before, opening = self._held[:at], _OPENED_IN_THE_PROMPT[close]
        if opening in self.text + before or (self.text + before).endswith(_QUOTES):
            return self._answer(self._take_all_but(len(self._held) - at - len(close)))
        withdraw = (_WITHDRAW,) if self.text else ()
        self.text, self._tag, self._at_start, self._held = "", opening, True, self._held[at + len(close) :]
        return (*withdraw, *_reasoning(before))

    def _read_answer_after_reasoning(self) -> Sequence[ThinkingEvent] | None:
        """Read the answer after reasoning; there may be more reasoning."""
        at = self._held.find(self._tag)
        if at < 0:
            return self._answer(self._take_all_but(_overlap(self._held, self._tag))) or None
        if (self.text + self._held[:at]).endswith(_QUOTES):
            return self._answer(self._take_all_but(len(self._held) - at - len(self._tag)))
        if at > 0:
            return self._answer(self._take_all_but(len(self._held) - at))
        thought, closed, rest = self._held.removeprefix(self._tag).partition(_TAGS[self._tag])
        if not closed:
            return None
        self._held = rest
        return _reasoning(thought)

    def _take_all_but(self, kept: int) -> str:
        """Take the text that is held back, except for that many characters at its end."""
        told = len(self._held) - kept
        text, self._held = self._held[:told], self._held[told:]
        return text

    def _answer(self, text: str) -> Sequence[ThinkingEvent]:
        self.text += text
        return (TextChunk(text),) if text else ()


def _reasoning(text: str) -> Sequence[ThinkingEvent]:
    return (ThinkingChunk(text),) if text else ()


def _overlap(text: str, tag: str) -> int:
    """Return how many characters at the end of the text are the beginning of the tag."""
    return next((size for size in range(min(len(tag) - 1, len(text)), 0, -1) if text.endswith(tag[:size])), 0)
