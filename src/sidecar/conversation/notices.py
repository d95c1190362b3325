"""What code adds below an answer: notices about it, and the required texts that a model left out (REM-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.brain.draft import CUT_MARK, Draft
from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Completeness, Message, MessageKind, Speaker, join_texts, to_markdown
from sidecar.domain.tool import ToolReceipt
from sidecar.domain.turn import Ending, Reply
from sidecar.errors import SidecarError
from sidecar.i18n import Texts, explain_error
from sidecar.language.fold import fold
from sidecar.llm import AssistantMessage
from sidecar.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class ModelOutcome:
    """How a model's work on a turn ended."""

    ending: Ending
    error: SidecarError | None = None

    @property
    def error_code(self) -> str:
        if self.error is not None:
            return self.error.code
        return "answer_limit" if self.ending is Ending.CUT else ""


def add_notices(draft: Draft, outcome: ModelOutcome, remarks: Sequence[str], clock: Clock, say: Texts) -> None:
    """Keep what was streamed until the end, marked as cut, and add notices about the answer."""
    if text := draft.streaming.strip():
        draft.add_message(AssistantMessage(f"{text} {CUT_MARK}"), clock.now(), Completeness.CUT)
    for notice in [*_describe_outcome(draft, outcome, say), *remarks]:
        draft.add_message(AssistantMessage(notice), clock.now(), kind=MessageKind.NOTICE)


def append_notices(reply: Reply, notices: Sequence[str], context: ConversationContext, clock: Clock) -> Reply:
    """Add notices below a finished reply, whoever answered."""
    now = clock.now()
    added = tuple(
        Message(Speaker.COMPANION, notice, now, context.turn, context.channel, kind=MessageKind.NOTICE)
        for notice in notices
    )
    text = join_texts([reply.text, *map(to_markdown, added)])
    return replace(reply, text=text, messages=(*reply.messages, *added)) if added else reply


def _describe_outcome(draft: Draft, outcome: ModelOutcome, say: Texts) -> list[str]:
    if outcome.error is not None:
        intro = [say("The answer was cut off here.")] if outcome.ending is Ending.CUT else []
        return [" ".join([*intro, explain_error(outcome.error, say), say("Your message is saved.")])]
    notices: list[str] = []
    if outcome.ending is Ending.STOPPED_EARLY:
        notices.append(say("I stopped early: this needed more steps than I take per message."))
    if outcome.ending is Ending.CUT:
        notices.append(say("The model stopped halfway, so the answer ends here. Ask me to go on."))
    if draft.characters_left_out:
        left_out = say(
            "Your message is too long for this model. I read the beginning and the end, leaving out {n} characters.",
            n=draft.characters_left_out,
        )
        notices.append(left_out)
    return notices


def add_required_text(draft: Draft, clock: Clock) -> None:
    for text in find_left_out_texts(draft.text, draft.receipts):
        draft.add_message(AssistantMessage(text), clock.now(), kind=MessageKind.REQUIRED)


def find_left_out_texts(answer: str, receipts: Sequence[ToolReceipt]) -> list[str]:
    """Return the required texts of `receipts` that `answer` leaves out.

    Those are times that were understood, in the very words of the tool, and the question of a call that could not be
    done without asking and was not done later.
    """
    said = _fold_markdown(answer)
    results = [receipt.required_text for receipt in receipts if receipt.ok and receipt.required_text]
    last = {shown.about or shown.text: shown for shown in results}.values()
    missing = [shown.text for shown in last if not all(_fold_markdown(proof) in said for proof in shown.proofs)]
    for i, receipt in enumerate(receipts):
        done_later = any(later.ok and later.call.name == receipt.call.name for later in receipts[i + 1 :])
        asked = "?" in answer or (receipt.required_text and _fold_markdown(receipt.required_text.text) in said)
        if receipt.required_text and not receipt.ok and not done_later and not asked:
            missing.append(receipt.required_text.text)
    return list(dict.fromkeys(missing))


def _fold_markdown(text: str) -> str:
    """Return the text without marks of Markdown, case and accents."""
    return fold("".join(character for character in text if character not in "*_`"))
