"""The words with which a turn ends when it does not end by itself: honest, short, with a way out."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.brain.draft import CUT_MARK, Draft
from sidecar.domain.message import Completeness, MessageKind
from sidecar.domain.turn import Ending
from sidecar.errors import SidecarError
from sidecar.i18n import Texts, explain
from sidecar.llm import AssistantMessage
from sidecar.runtime.clock import Clock


def cancelled(draft: Draft, clock: Clock) -> Ending:
    """The person stopped it: what was said until then is kept, and marked as cut."""
    _keep_streamed(draft, clock)
    return Ending.CANCELLED


def add_remarks(draft: Draft, ending: Ending, clock: Clock, say: Texts) -> None:
    """What the person must know about an answer that is there: that it stopped early, that it read only a part."""
    if ending is Ending.STOPPED_EARLY:
        _notice(draft, say("I stopped early: this needed more steps than I take for one message."), clock)
    if ending is Ending.CUT:
        _notice(draft, say("The answer ends here because the model stopped in the middle. Ask me to go on."), clock)
    if draft.characters_left_out:
        text = say(
            "Your message is too long for this model: I read its beginning and its end, without {n} characters.",
            n=draft.characters_left_out,
        )
        _notice(draft, text, clock)


def add_notices(draft: Draft, notices: Sequence[str], clock: Clock) -> None:
    """Sidecar's own words below the answer."""
    for notice in notices:
        _notice(draft, notice, clock)


def failed(draft: Draft, error: SidecarError, clock: Clock, say: Texts) -> Ending:
    """No (whole) answer: what was said until then, marked, and then what happened and what can be done."""
    cut = _keep_streamed(draft, clock)
    intro = say("The answer was cut off here.") + " " if cut else ""
    saved = say("Your message is saved.")
    _notice(draft, f"{intro}{explain(error, say)} {saved}", clock)
    return Ending.CUT if cut else Ending.FAILED


def _keep_streamed(draft: Draft, clock: Clock) -> bool:
    text = draft.streaming.strip()
    if text:
        draft.add_message(AssistantMessage(f"{text} {CUT_MARK}"), clock.now(), Completeness.CUT)
    return bool(text)


def _notice(draft: Draft, text: str, clock: Clock) -> None:
    draft.add_message(AssistantMessage(text), clock.now(), kind=MessageKind.NOTICE)
