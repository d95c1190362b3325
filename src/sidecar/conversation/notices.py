"""Sidecar's own words below an answer: why it is not whole, what the person should know, and a way out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.brain.draft import CUT_MARK, Draft
from sidecar.domain.message import Completeness, MessageKind
from sidecar.domain.turn import Ending
from sidecar.errors import SidecarError
from sidecar.i18n import Texts, explain
from sidecar.llm import AssistantMessage
from sidecar.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a model's work on a turn ended."""

    ending: Ending
    error: SidecarError | None = None

    @property
    def error_code(self) -> str:
        if self.error is not None:
            return self.error.code
        return "answer_limit" if self.ending is Ending.CUT else ""


def add_notices(draft: Draft, outcome: Outcome, remarks: Sequence[str], clock: Clock, say: Texts) -> None:
    """Keep what was streamed until the end, marked as cut, and add what the person must know about the answer."""
    if text := draft.streaming.strip():
        draft.add_message(AssistantMessage(f"{text} {CUT_MARK}"), clock.now(), Completeness.CUT)
    for notice in [*_describe_outcome(draft, outcome, say), *remarks]:
        draft.add_message(AssistantMessage(notice), clock.now(), kind=MessageKind.NOTICE)


def _describe_outcome(draft: Draft, outcome: Outcome, say: Texts) -> list[str]:
    if outcome.error is not None:
        intro = [say("The answer was cut off here.")] if outcome.ending is Ending.CUT else []
        return [" ".join([*intro, explain(outcome.error, say), say("Your message is saved.")])]
    notices: list[str] = []
    if outcome.ending is Ending.STOPPED_EARLY:
        notices.append(say("I stopped early: this needed more steps than I take for one message."))
    if outcome.ending is Ending.CUT:
        notices.append(say("The answer ends here because the model stopped in the middle. Ask me to go on."))
    if draft.characters_left_out:
        left_out = say(
            "Your message is too long for this model: I read its beginning and its end, without {n} characters.",
            n=draft.characters_left_out,
        )
        notices.append(left_out)
    return notices
